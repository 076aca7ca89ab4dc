"""The result of a compare in words that need no knowledge of speculative decoding. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.measure.compare import CompareResult
from specdesk.measure.measured import LeftOut
from specdesk.measure.outcome import NUMBERED
from specdesk.measure.stats import Interval


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """How the arms are called. thing: what B adds to A ("draft", "n-gram look-up"); "" when two profiles are compared.

    a, b: for the bars and for two profiles.
    """

    thing: str = "draft"
    a: str = "plain"
    b: str = "with draft"


DRAFT = Names()
NGRAM = Names(thing="n-gram look-up", b="with n-gram look-up")


def headline(result: CompareResult, names: Names = DRAFT) -> str:
    """The one sentence."""
    if result.verdict == "no-drafts":
        return f"No answer: the {names.thing or 'draft'} never guessed."
    if result.verdict == "too-little":
        return "No answer: too little text."
    if result.verdict == "drifted":
        drift = result.drift or 0.0
        moved = "slowed by" if drift < 0 else "sped up by"
        return f"No answer: the machine {moved} {abs(drift) * 100:.0f} % meanwhile."
    found = result.speedup
    assert found is not None, "these verdicts come with a number"
    if result.verdict == "not-sure":
        return f"Not sure yet: {times(found.low)} to {times(found.high)} times as fast. More prompts would tell."
    if result.verdict == "no-difference":
        return f"No clear difference ({found.low:.2f} to {found.high:.2f}){_what_off_frees(result, names)}."
    if not names.thing:
        return f"{names.b} is {times(found.estimate)} times as fast as {names.a}."
    if result.verdict == "faster":
        return f"Keep the {names.thing} on: answers come {times(found.estimate)} times as fast."
    return f"Turn it off: {times(found.estimate)} times as fast."


def sign(result: CompareResult) -> str:
    """A sign that goes with the verdict, for those who do not see its colour."""
    return {"faster": "▲", "slower": "▼", "no-difference": "=", "not-sure": "…"}.get(result.verdict, "?")


def likely(result: CompareResult, seconds: float | None = None, hardware: str = "", when: str = "") -> str:
    """ "Likely 1.6 to 2.0 · 24 prompts, 6 minutes, RTX 3090, today" """
    basis = [_many(result.prompts, "prompt")]
    if seconds is not None:
        basis.append(minutes(seconds))
    basis += [part for part in (hardware, when) if part]
    words = [", ".join(basis)]
    if result.speedup is not None:
        words.insert(0, f"Likely {interval_words(result.speedup)}")
    if result.partial:
        words.append("not finished")
    return " · ".join(words)


def price(result: CompareResult) -> str:
    """ "1.4 GiB more memory, first word 0.1 s later, pays from 14 tokens." Empty when nothing of it is known."""
    parts = []
    more_mib = extra_memory_mib(result)
    if more_mib is not None and abs(more_mib) >= 5:
        guess = " by estimate" if any(arm.memory_source == "fit" for arm in result.arms) else ""
        parts.append(f"{memory(abs(more_mib))} {'more' if more_mib > 0 else 'less'} memory{guess}")
    if result.extra_first_ms is not None:
        parts.append(_first_word(result.extra_first_ms))
    if result.verdict == "faster" and result.break_even_tokens is not None:
        parts.append(f"pays from {_many(result.break_even_tokens, 'token')}")
    sentence = ", ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}." if parts else ""


def same_text_words(result: CompareResult) -> str:
    """ "18 of 24 answers identical, 6 rounding ties, 0 unexpected" """
    found = result.same_text
    if found is None or not found.compared:
        if found is not None and found.unrepeatable:
            return "This engine does not repeat itself, so answers cannot be compared."
        return "No answers to compare yet."
    parts = [f"{found.identical} of {_many(found.compared, 'answer')} identical"]
    if found.compared > found.identical + found.unchecked or not found.unchecked:
        parts += [_many(found.tie, "rounding tie"), f"{found.unexpected} unexpected"]
    if found.unclear:
        parts.append(f"{found.unclear} unclear")
    if found.unchecked:
        parts.append(f"{found.unchecked} different, cause not looked up")
    if found.unrepeatable:
        parts.append(f"{found.unrepeatable} left out: this engine does not repeat itself there")
    return ", ".join(parts)


def best_words(result: CompareResult) -> str:
    """ "Best length 5: predicted 1.9x" Empty when no length can be predicted."""
    best = result.best
    if best is None:
        return ""
    if best.action == "stay" and result.verdict == "slower":
        return "No other draft length is sure to be faster."
    if best.action == "stay":
        return "The draft length is right as it is, as far as can be told."
    if best.action == "off":
        return "No draft length would be faster than none."
    guess = ", beyond what was measured" if best.extrapolated else ""
    return f"Best length {best.k}: predicted {times(best.speedup.estimate)}x{guess}"


def language_words(result: CompareResult) -> str:
    """ "Dutch gains less than English: 1.4x instead of 1.8x." Empty without twins in both languages."""
    known = {row.language: row for row in result.by_language}
    twins = result.twins
    if twins is None or not {"en", "nl"} <= known.keys():
        return ""
    figures = f"{times(known['nl'].estimate)}x and {times(known['en'].estimate)}x"
    if twins.low > 1.0:
        return f"Dutch gains more than English: {figures}."
    return f"Dutch gains less than English: {figures}." if twins.high < 1.0 else f"Dutch and English alike: {figures}."


def left_out_words(result: CompareResult) -> str:
    """Why replies do not count. Empty when all do."""
    reasons: Sequence[tuple[LeftOut, str]] = (
        ("failed", "failed"),
        ("short", "came to less than 32 tokens"),
        ("untimed", "came without timings from the engine"),
    )
    parts = [f"{result.left_out[key]} {words}" for key, words in reasons if result.left_out.get(key)]
    return f"Replies left out: {', '.join(parts)}." if parts else ""


def again(now: CompareResult, before: CompareResult) -> str:
    """After a new build or driver: "1.8x, was 1.4x" Empty when one of the two has no number."""
    if now.speedup is None or before.speedup is None:
        return ""
    words = f"{times(now.speedup.estimate)}x, was {times(before.speedup.estimate)}x"
    overlap = now.speedup.low <= before.speedup.high and before.speedup.low <= now.speedup.high
    return f"{words}: no clear change" if overlap else words


def builds_note(now: CompareResult, before: CompareResult) -> str:
    """A warning beside two results of different builds: how acceptance is counted has changed between builds."""
    builds = {arm.build for arm in (now.arms[1], before.arms[1])}
    if len(builds) == 1 and None not in builds:
        return ""
    return "Made by different engine builds: acceptance may be counted differently."


def extra_memory_mib(result: CompareResult) -> float | None:
    """B - A, MiB."""
    memory_a, memory_b = (arm.memory_mib for arm in result.arms)
    return None if memory_a is None or memory_b is None else memory_b - memory_a


def times(ratio: float) -> str:
    """One decimal, two where that would hide on which side of 1 it lies."""
    return f"{ratio:.2f}" if 0.85 <= ratio < 1.15 else f"{ratio:.1f}"


def interval_words(interval: Interval) -> str:
    """ "1.6 to 2.0"; with two decimals where one would not show its width."""
    if times(interval.low) == times(interval.high):
        return f"{interval.low:.2f} to {interval.high:.2f}"
    return f"{times(interval.low)} to {times(interval.high)}"


def minutes(seconds: float) -> str:
    """ "6 minutes" """
    return f"{round(seconds)} s" if seconds < 90 else f"{round(seconds / 60)} minutes"


def memory(mib: float) -> str:
    """ "1.4 GiB" or "120 MiB"."""
    return f"{mib / 1024:.1f} GiB" if mib >= 1000 else f"{mib:.0f} MiB"


def is_number(result: CompareResult) -> bool:
    """The verdict comes with a speed-up."""
    return result.verdict in NUMBERED


def _what_off_frees(result: CompareResult, names: Names) -> str:
    freed = extra_memory_mib(result)
    return f"; off frees {memory(freed)}" if freed is not None and freed >= 5 and names.thing else ""


def _first_word(extra_ms: float) -> str:
    if abs(extra_ms) < 50:
        return "first word as early"
    return f"first word {abs(extra_ms) / 1000:.1f} s {'later' if extra_ms > 0 else 'earlier'}"


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
