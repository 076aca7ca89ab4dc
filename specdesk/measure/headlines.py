"""The result of a compare in words that need no knowledge of speculative decoding. Pure."""

from __future__ import annotations

import msgspec

from specdesk.language import mark, number, translate
from specdesk.measure.compare import CompareResult
from specdesk.measure.measured import LeftOut
from specdesk.measure.outcome import NUMBERED, Leaning, Outcome
from specdesk.measure.same_text import SameText
from specdesk.measure.stats import Interval


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """How the arms are called. thing: what B adds to A ("draft", "n-gram look-up"); "" when two profiles are compared.

    a, b: for the bars and for two profiles. In English, as they are kept; `in_words` gives those to show.
    """

    thing: str = "draft"
    a: str = "plain"
    b: str = "with draft"


DRAFT = Names()
NGRAM = Names(thing="n-gram look-up", b="with n-gram look-up")
HEAD = Names(thing="drafting head", b="with drafting head")
TWO_PLANS = Names(thing="", a="the other plan", b="this plan")
ADDRESSES = Names(thing="", a="the other address", b="this address")
COMMAND = "this command"
"""What the command line names is compared with a profile or a file, which has a name of its own."""

WORTH_MIB = 5.0
"""Less memory is not worth a word."""

KNOWN_NAMES = (
    mark("Arms", "draft"), mark("Arms", "plain"), mark("Arms", "with draft"), mark("Arms", "n-gram look-up"),
    mark("Arms", "with n-gram look-up"), mark("Arms", "drafting head"), mark("Arms", "with drafting head"),
    mark("Arms", "the other plan"), mark("Arms", "this plan"), mark("Arms", "the other address"),
    mark("Arms", "this address"), mark("Arms", "this command"),
)  # fmt: skip
"""All but those that a user has given."""


class HeadlineFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a headline says, in no language. drift: 0.1 = 10 % faster at the end. extra_memory_mib: B - A, MiB."""

    verdict: Outcome
    speedup: Interval | None = None
    drift: float | None = None
    extra_memory_mib: float | None = None
    leaning: Leaning | None = None


def in_words(names: Names) -> Names:
    """In the language in use. Names that a user has given stay as they are."""
    own = (TWO_PLANS.a, TWO_PLANS.b, ADDRESSES.a, ADDRESSES.b, COMMAND)
    a, b = (translate("Arms", one) if names.thing or one in own else one for one in (names.a, names.b))
    return Names(thing=translate("Arms", names.thing) if names.thing else "", a=a, b=b)


def facts_of(result: CompareResult) -> HeadlineFacts:
    """What the headline of a result rests on."""
    return HeadlineFacts(
        verdict=result.verdict, speedup=result.speedup, drift=result.drift, leaning=result.leaning,
        extra_memory_mib=extra_memory_mib(result),
    )  # fmt: skip


def headline(result: CompareResult, names: Names = DRAFT) -> str:
    """The one sentence."""
    return headline_of(facts_of(result), names)


def headline_of(facts: HeadlineFacts, names: Names = DRAFT) -> str:
    """The one sentence."""
    if facts.verdict not in NUMBERED:
        return _no_answer(facts, names)
    found = facts.speedup
    assert found is not None, "these verdicts come with a number"
    if facts.verdict == "not-sure":
        words = translate("Measure", "Not sure yet: {low} to {high} times as fast. More prompts would tell.")
        return words.format(low=times(found.low), high=times(found.high))
    if facts.verdict == "no-difference":
        return _no_difference(found, facts.extra_memory_mib, names)
    said, ratio = in_words(names), times(found.estimate)
    if not names.thing:
        words = translate("Measure", "{this} is {times} times as fast as {other}.")
        # what a user has named is written as the user wrote it
        own = names in (TWO_PLANS, ADDRESSES) or names.b == COMMAND
        return words.format(this=said.b[:1].upper() + said.b[1:] if own else said.b, other=said.a, times=ratio)
    if facts.verdict == "faster":
        words = translate("Measure", "Keep the {thing} on: answers come {times} times as fast.")
        return words.format(thing=said.thing, times=ratio)
    return translate("Measure", "Turn it off: {times} times as fast.").format(times=ratio)


def _no_answer(facts: HeadlineFacts, names: Names) -> str:
    """Of the verdicts that never come with a number."""
    if facts.verdict == "no-drafts":
        thing = in_words(names if names.thing else DRAFT).thing
        return translate("Measure", "No answer: the {thing} never guessed.").format(thing=thing)
    if facts.verdict == "too-little":
        return translate("Measure", "No answer: too little text.")
    drift = facts.drift or 0.0
    if facts.leaning is not None:
        return _leaning(facts.leaning, drift, names)
    if drift < 0:
        words = translate("Measure", "No answer: the machine slowed by {percent} % meanwhile.")
    else:
        words = translate("Measure", "No answer: the machine sped up by {percent} % meanwhile.")
    return words.format(percent=number(abs(drift) * 100))


def _leaning(leaning: Leaning, drift: float, names: Names) -> str:
    """The machine drifted, and by less than the two differ."""
    said = in_words(names)
    if not names.thing:
        faster = translate("Measure", "{this} is faster than {other}, but by how much cannot be told")
        slower = translate("Measure", "{this} is slower than {other}, but by how much cannot be told")
        words = (faster if leaning == "faster" else slower).format(this=said.b[:1].upper() + said.b[1:], other=said.a)
    elif leaning == "faster":
        keep = translate("Measure", "Keep the {thing} on: it is faster, but by how much cannot be told")
        words = keep.format(thing=said.thing)
    else:
        words = translate("Measure", "Turn it off: it is slower, but by how much cannot be told")
    slowed = translate("Measure", "{answer}; the machine slowed by {percent} % meanwhile.")
    sped_up = translate("Measure", "{answer}; the machine sped up by {percent} % meanwhile.")
    return (slowed if drift < 0 else sped_up).format(answer=words, percent=number(abs(drift) * 100))


def _no_difference(found: Interval, freed: float | None, names: Names) -> str:
    low, high = number(found.low, 2), number(found.high, 2)
    if freed is not None and freed >= WORTH_MIB and names.thing:
        words = translate("Measure", "No clear difference ({low} to {high}); off frees {memory}.")
        return words.format(low=low, high=high, memory=memory(freed))
    return translate("Measure", "No clear difference ({low} to {high}).").format(low=low, high=high)


def sign(result: CompareResult) -> str:
    """A sign that goes with the verdict, for those who do not see its colour."""
    return {"faster": "▲", "slower": "▼", "no-difference": "=", "not-sure": "…"}.get(result.verdict, "?")


def likely(result: CompareResult, seconds: float | None = None, hardware: str = "", when: str = "") -> str:
    """ "Likely 1.6 to 2.0 · 24 prompts, 6 minutes, RTX 3090, today" """
    basis = [prompts_words(result.prompts)]
    if seconds is not None:
        basis.append(minutes(seconds))
    basis += [part for part in (hardware, when) if part]
    words = [", ".join(basis)]
    if result.speedup is not None:
        words.insert(0, translate("Measure", "Likely {interval}").format(interval=interval_words(result.speedup)))
    if result.partial:
        words.append(translate("Measure", "not finished"))
    return " · ".join(words)


def prompts_words(count: int) -> str:
    """ "24 prompts" """
    words = translate("Measure", "1 prompt") if count == 1 else translate("Measure", "{count} prompts")
    return words.format(count=count)


def price(result: CompareResult) -> str:
    """ "1.4 GiB more memory, first word 0.1 s later, pays from 14 tokens." Empty when nothing of it is known."""
    parts = []
    more_mib = extra_memory_mib(result)
    if more_mib is not None and abs(more_mib) >= WORTH_MIB:
        parts.append(_extra_memory(more_mib, any(arm.memory_source == "fit" for arm in result.arms)))
    if result.extra_first_ms is not None:
        parts.append(_first_word(result.extra_first_ms))
    if result.verdict == "faster" and result.break_even_tokens is not None:
        count = result.break_even_tokens
        words = (
            translate("Measure", "pays from 1 token")
            if count == 1
            else translate("Measure", "pays from {count} tokens")
        )
        parts.append(words.format(count=count))
    sentence = ", ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}." if parts else ""


def _extra_memory(more_mib: float, estimated: bool) -> str:
    if estimated:
        more = translate("Measure", "{memory} more memory by estimate")
        less = translate("Measure", "{memory} less memory by estimate")
    else:
        more, less = translate("Measure", "{memory} more memory"), translate("Measure", "{memory} less memory")
    return (more if more_mib > 0 else less).format(memory=memory(abs(more_mib)))


def _first_word(extra_ms: float) -> str:
    if abs(extra_ms) < 50:
        return translate("Measure", "first word as early")
    later, earlier = (
        translate("Measure", "first word {seconds} s later"),
        translate("Measure", "first word {seconds} s earlier"),
    )
    return (later if extra_ms > 0 else earlier).format(seconds=number(abs(extra_ms) / 1000, 1))


def same_text_words(result: CompareResult) -> str:
    """ "18 of 24 answers identical, 6 rounding ties, 0 unexpected" """
    found = result.same_text
    if found is None or not found.compared:
        if found is not None and found.unrepeatable:
            return translate("Measure", "This engine does not repeat itself, so answers cannot be compared.")
        return translate("Measure", "No answers to compare yet.")
    return words_of_same_text(found)


def words_of_same_text(found: SameText) -> str:
    """ "18 of 24 answers identical, 6 rounding ties, 0 unexpected" """
    one = translate("Measure", "{identical} of 1 answer identical")
    many = translate("Measure", "{identical} of {count} answers identical")
    parts = [(one if found.compared == 1 else many).format(identical=found.identical, count=found.compared)]
    if found.compared > found.identical + found.unchecked or not found.unchecked:
        one, many = translate("Measure", "1 rounding tie"), translate("Measure", "{count} rounding ties")
        parts.append((one if found.tie == 1 else many).format(count=found.tie))
        parts.append(translate("Measure", "{count} unexpected").format(count=found.unexpected))
    for count, words in (
        (found.unclear, translate("Measure", "{count} unclear")),
        (found.unchecked, translate("Measure", "{count} different, cause not looked up")),
        (found.unrepeatable, translate("Measure", "{count} left out: this engine does not repeat itself there")),
    ):
        if count:
            parts.append(words.format(count=count))
    return ", ".join(parts)


def best_words(result: CompareResult) -> str:
    """ "Best length 5: predicted 1.9x (1.7 to 2.1)" Empty when no length can be predicted."""
    best = result.best
    if best is None:
        return ""
    if best.action == "stay" and best.current is not None and best.k not in (0, best.current):
        words = translate("Measure", "Length {length} may be faster ({interval}), but that is not sure: stay.")
        return words.format(length=best.k, interval=interval_words(best.speedup))
    if best.action == "stay" and result.verdict == "slower":
        return translate("Measure", "No other draft length is sure to be faster.")
    if best.action == "stay":
        return translate("Measure", "The draft length is right as it is, as far as can be told.")
    if best.action == "off":
        return translate("Measure", "No draft length would be faster than none.")
    words = (
        translate("Measure", "Best length {length}: predicted {times}x ({interval}), beyond what was measured")
        if best.extrapolated
        else translate("Measure", "Best length {length}: predicted {times}x ({interval})")
    )
    return words.format(length=best.k, times=times(best.speedup.estimate), interval=interval_words(best.speedup))


def claim(names: Names) -> str:
    """What a difference between two answers does not mean. Empty for two profiles, which may differ in more."""
    if not names.thing:
        return ""
    return translate(
        "Measure",
        "Guessing does not change what the model may say: answers come from the same distribution. Tiny rounding "
        "differences can still pick another, equally likely, word.",
    )


def language_words(result: CompareResult) -> str:
    """ "Dutch gains less than English: 1.4x instead of 1.8x." Empty without twins in both languages."""
    known = {row.language: row for row in result.by_language}
    twins = result.twins
    if twins is None or not {"en", "nl"} <= known.keys():
        return ""
    if twins.low > 1.0:
        words = translate("Measure", "Dutch gains more than English: {dutch}x and {english}x.")
    elif twins.high < 1.0:
        words = translate("Measure", "Dutch gains less than English: {dutch}x and {english}x.")
    else:
        words = translate("Measure", "Dutch and English alike: {dutch}x and {english}x.")
    return words.format(dutch=times(known["nl"].estimate), english=times(known["en"].estimate))


def left_out_words(result: CompareResult) -> str:
    """Why replies do not count. Empty when all do."""
    reasons: dict[LeftOut, str] = {
        "failed": translate("Measure", "{count} failed"),
        "short": translate("Measure", "{count} came to less than 32 tokens"),
        "untimed": translate("Measure", "{count} came without timings from the engine"),
    }
    parts = [words.format(count=result.left_out[key]) for key, words in reasons.items() if result.left_out.get(key)]
    if not parts:
        return ""
    return translate("Measure", "Replies left out: {reasons}.").format(reasons=", ".join(parts))


def again(now: CompareResult, before: CompareResult) -> str:
    """After a new build or driver: "1.8x, was 1.4x" Empty when one of the two has no number."""
    if now.speedup is None or before.speedup is None:
        return ""
    overlap = now.speedup.low <= before.speedup.high and before.speedup.low <= now.speedup.high
    words = (
        translate("Measure", "{now}x, was {before}x: no clear change")
        if overlap
        else translate("Measure", "{now}x, was {before}x")
    )
    return words.format(now=times(now.speedup.estimate), before=times(before.speedup.estimate))


def builds_note(now: CompareResult, before: CompareResult) -> str:
    """A warning beside two results of different builds: how acceptance is counted has changed between builds."""
    builds = {arm.build for arm in (now.arms[1], before.arms[1])}
    if len(builds) == 1 and None not in builds:
        return ""
    return translate("Measure", "Made by different engine builds: acceptance may be counted differently.")


def frees_memory(result: CompareResult) -> bool:
    """No difference in speed, but in memory: off is the better one of two that are equally fast."""
    freed = extra_memory_mib(result)
    return result.verdict == "no-difference" and freed is not None and freed >= WORTH_MIB


def extra_memory_mib(result: CompareResult) -> float | None:
    """B - A, MiB."""
    memory_a, memory_b = (arm.memory_mib for arm in result.arms)
    return None if memory_a is None or memory_b is None else memory_b - memory_a


def times(ratio: float) -> str:
    """Two significant digits (0.31, 1.8, 12), three where two would hide on which side of 1 it lies (1.04)."""
    if ratio < 1.15:
        return number(ratio, 2)
    return number(ratio, 1 if ratio < 9.95 else 0)


def interval_words(interval: Interval) -> str:
    """ "1.6 to 2.0"; with more decimals where those would not show its width."""
    low, high = times(interval.low), times(interval.high)
    if low == high:
        low, high = number(interval.low, 2), number(interval.high, 2)
    return translate("Measure", "{low} to {high}").format(low=low, high=high)


def minutes(seconds: float) -> str:
    """ "6 minutes" """
    if seconds < 90:
        return translate("Measure", "{seconds} s").format(seconds=round(seconds))
    return translate("Measure", "{minutes} minutes").format(minutes=round(seconds / 60))


def memory(mib: float) -> str:
    """ "1.4 GiB" or "120 MiB"."""
    return f"{number(mib / 1024, 1)} GiB" if mib >= 1000 else f"{number(mib)} MiB"


def is_number(result: CompareResult) -> bool:
    """The verdict comes with a speed-up."""
    return result.verdict in NUMBERED
