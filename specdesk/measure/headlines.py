"""The result of a compare in words that need no knowledge of speculative decoding. Pure."""

from __future__ import annotations

from specdesk.language import number, translate
from specdesk.measure.arm_names import (
    ADDRESSES,
    COMMAND,
    DRAFT,
    HEAD,
    KNOWN_NAMES,
    NGRAM,
    TWO_PLANS,
    Names,
    in_words,
)
from specdesk.measure.compare import CompareResult
from specdesk.measure.figure_words import interval_words, memory, minutes, times
from specdesk.measure.headline_words import (
    WORTH_MIB,
    HeadlineFacts,
    extra_memory_mib,
    facts_of,
    headline_of,
    lean_of,
    unguessed,
)
from specdesk.measure.measured import LeftOut
from specdesk.measure.outcome import MARGIN, NUMBERED
from specdesk.measure.same_text import SameText
from specdesk.measure.stats import Interval

__all__ = [
    "ADDRESSES", "COMMAND", "DRAFT", "HEAD", "KNOWN_NAMES", "NGRAM", "TWO_PLANS", "HeadlineFacts", "Names", "again",
    "best_words", "builds_note", "claim", "claim_of", "extra_memory_mib", "facts_of", "frees_memory", "headline",
    "headline_of", "in_words", "interval_words", "is_number", "language_words", "lean_of",
    "left_out_words", "likely", "memory", "minutes", "price", "prompts_words", "same_text_words", "sign", "times",
    "unguessed", "words_of_same_text",
]  # fmt: skip

TOO_WIDE = 2.0
"""An interval of what one language gains beside another that is as wide as this, as a factor, is worth no sentence."""


def headline(result: CompareResult, names: Names = DRAFT) -> str:
    """The one sentence."""
    return headline_of(facts_of(result), names)


def sign(result: CompareResult, names: Names = DRAFT) -> str:
    """A sign that goes with what the headline says to do, for those who do not see its colour: ▲ keep it on, ▼ turn it
    off or change it, = no clear difference, – it did nothing, … not sure yet, ? no answer."""
    facts = facts_of(result)
    says = unguessed(facts, names)
    if says is not None:
        return {"harmless": "=", "useless": "–"}.get(says, "?")
    said = result.leaning or lean_of(facts, names) or result.verdict
    said = "slower" if frees_memory(result) and names.thing else said
    return {"faster": "▲", "slower": "▼", "no-difference": "=", "not-sure": "…"}.get(said, "?")


def likely(result: CompareResult, seconds: float | None = None, hardware: str = "", when: str = "") -> str:
    """ "Likely 1.6 to 2.0 · 24 prompts, 6 minutes, RTX 3090, today" """
    basis = [prompts_words(result.prompts)]
    if seconds is not None:
        basis.append(minutes(seconds))
    basis += [part for part in (hardware, when) if part]
    words = [", ".join(basis)]
    if result.speedup is not None:
        so_far, likely_words = translate("Measure", "So far {interval}"), translate("Measure", "Likely {interval}")
        said = so_far if result.partial and not result.a_again else likely_words
        words.insert(0, said.format(interval=interval_words(result.speedup)))
    if result.partial:
        words.append(translate("Measure", "not finished"))
    return " · ".join(words)


def prompts_words(count: int) -> str:
    """ "24 prompts" """
    words = translate("Measure", "1 prompt") if count == 1 else translate("Measure", "{count} prompts")
    return words.format(count=count)


def price(result: CompareResult) -> str:
    """ "1.4 GiB more memory, first word 0.1 s later, pays from 14 tokens." Empty when nothing of it is known, and of a
    verdict without a number."""
    if not is_number(result):
        return ""
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
        parts.append(words.format(count=number(count, grouped=True)))
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
        if found is not None and found.unrepeatable > found.by_memory:
            return translate("Measure", "This engine does not repeat itself, so answers cannot be compared.")
        if found is not None and found.by_memory:
            return translate(
                "Measure",
                "N-gram look-up guesses differently after other questions, so answers cannot be compared.",
            )
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
        (found.unchecked, translate("Measure", "{count} different, not looked into")),
        (
            found.unrepeatable - found.by_memory,
            translate("Measure", "{count} left out: this engine does not repeat itself there"),
        ),
        (
            found.by_memory,
            translate("Measure", "{count} left out: n-gram look-up guesses differently after other questions"),
        ),
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
        return _none_or_another(result)
    words = (
        translate("Measure", "Best length {length}: predicted {times}x ({interval}), beyond what was measured")
        if best.extrapolated
        else translate("Measure", "Best length {length}: predicted {times}x ({interval})")
    )
    return words.format(length=best.k, times=times(best.speedup.estimate), interval=interval_words(best.speedup))


def _none_or_another(result: CompareResult) -> str:
    """Where the length that ran surely costs speed and no other surely pays: one may all the same."""
    likeliest = max(result.lengths, key=lambda length: length.speedup.estimate, default=None)
    if likeliest is None or likeliest.k == 0 or likeliest.speedup.estimate <= 1.0:
        return translate("Measure", "No draft length would be faster than none.")
    words = translate("Measure", "Length {length} may be faster than none ({interval}); not sure.")
    return words.format(length=likeliest.k, interval=interval_words(likeliest.speedup))


def claim(names: Names) -> str:
    """What a difference between two answers does not mean. Empty for two profiles, which may differ in more."""
    if not names.thing:
        return ""
    return translate(
        "Measure",
        "Guessing does not change what the model may say: answers come from the same distribution. Tiny rounding "
        "differences can still pick another, equally likely, word.",
    )


def claim_of(found: SameText | None, names: Names) -> str:
    """The claim, unless an answer differs by more than rounding explains: then that."""
    if found is None or not names.thing or not found.unexpected:
        return claim(names)
    one = translate(
        "Measure",
        "1 answer differs by more than rounding explains. Guessing should not change what the model may say: this may "
        "be a fault of the engine, so try another build of it.",
    )
    many = translate(
        "Measure",
        "{count} answers differ by more than rounding explains. Guessing should not change what the model may say: "
        "this may be a fault of the engine, so try another build of it.",
    )
    return (one if found.unexpected == 1 else many).format(count=found.unexpected)


def language_words(result: CompareResult) -> str:
    """ "Dutch gains less than English: for the same tasks 0.78 times the speed-up." Empty without twins, of half a
    compare, and where they may be anything.

    Only of tasks that were asked in both languages: the figures per language rest on other prompts too. Where there are
    such figures and no such tasks, it says so.
    """
    twins = result.twins
    if twins is None and len(result.by_language) > 1 and not result.twin_tasks and not result.partial:
        return translate(
            "Measure", "Each language was asked other questions, so their rows do not tell what a language costs."
        )
    if twins is None or result.partial or twins.high >= TOO_WIDE * twins.low:
        return ""
    if twins.low > 1.0:
        words = translate("Measure", "Dutch gains more than English: for the same tasks {ratio} times the speed-up.")
    elif twins.high < 1.0:
        words = translate("Measure", "Dutch gains less than English: for the same tasks {ratio} times the speed-up.")
    elif twins.low >= 1.0 - MARGIN and twins.high <= 1.0 + MARGIN:
        words = translate("Measure", "Dutch and English gain alike: for the same tasks {ratio} times the speed-up.")
    else:
        words = translate(
            "Measure", "Whether Dutch gains as much as English is not clear: {low} to {high} times the speed-up."
        )
    return words.format(ratio=times(twins.estimate), low=times(twins.low), high=times(twins.high))


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


def again(now: Interval, before: Interval) -> str:
    """After a new build or driver: "1.8x, was 1.4x" """
    overlap = now.low <= before.high and before.low <= now.high
    words = (
        translate("Measure", "{now}x, was {before}x: no clear change")
        if overlap
        else translate("Measure", "{now}x, was {before}x")
    )
    return words.format(now=times(now.estimate), before=times(before.estimate))


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


def is_number(result: CompareResult) -> bool:
    """The verdict comes with a speed-up."""
    return result.verdict in NUMBERED
