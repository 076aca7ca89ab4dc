"""Is the draft worth it right now: one sentence from one reply's counts and the break-even acceptance. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from specdesk.language import number, translate
from specdesk.measure import speculation
from specdesk.measure.lead import expected_lead
from specdesk.records.sample import Sample

MIN_TOKENS = 32
MIN_DRAFTED = 16
"""Fewer tokens, or fewer guesses, say nothing yet."""

OUTRUN = 1.5
"""Times the plain speed: with more passes per second than that, the plain speed was measured on a busier machine."""

VerdictKind = Literal["worth", "even", "costs", "early", "unmeasured", "nothing-drafted", "not-exposed"]


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """kind, and the words for people.

    used: acceptance so far, 0..1. needed: break-even acceptance (h): above 1 no acceptance is enough.
    speedup: against the plain model, for this reply. suggested_length: a shorter (or longer) draft that should pay,
    0 = turn it off; only where the draft costs speed.
    """

    kind: VerdictKind
    words: str
    used: float | None = None
    needed: float | None = None
    speedup: float | None = None
    suggested_length: int | None = None


def live_verdict(
    sample: Sample,
    baseline_rate: float | None = None,
    cost: float | None = None,
    min_tokens: int = MIN_TOKENS,
    *,
    methods: Sequence[str] = (),
    most: int | None = None,
) -> Verdict:
    """Judge a reply so far.

    baseline_rate: tokens/s of the same set-up without speculation. cost: h of this pair on this machine, where it is
    known from earlier replies; otherwise it is taken from this reply and the baseline. methods: how it guesses, for
    what other lengths would cost; () = not known. most: tokens that the drafter can guess at once.
    """
    if sample.drafted is None or sample.accepted is None:
        return Verdict(kind="not-exposed", words=translate("Measure", "This engine does not report guesses."))
    if sample.tokens < min_tokens:
        one, many = (
            translate("Measure", "Too short to judge: 1 token."),
            translate("Measure", "Too short to judge: {count} tokens."),
        )
        return _early(sample, one if sample.tokens == 1 else many, sample.tokens)
    if baseline_rate is not None and is_outrun(sample, baseline_rate):
        words = translate(
            "Measure", "The plain speed that was measured here no longer holds: the model alone is faster now."
        )
        return Verdict(kind="unmeasured", words=words, used=sample.acceptance)
    if not sample.drafted:
        return Verdict(kind="nothing-drafted", words=translate("Measure", "Nothing guessed yet."))
    if sample.drafted < MIN_DRAFTED:
        one, many = (
            translate("Measure", "Too short to judge: 1 guess."),
            translate("Measure", "Too short to judge: {count} guesses."),
        )
        return _early(sample, one if sample.drafted == 1 else many, sample.drafted)
    if cost is None and baseline_rate is not None:
        cost = speculation.extra_cost(sample, baseline_rate)
    used = sample.accepted / sample.drafted
    if cost is None:
        return _unknown(sample, used, baseline_rate)
    return _judged(sample, used, cost, baseline_rate, methods, most)


def is_outrun(sample: Sample, plain_rate: float, *, guesses: bool = True) -> bool:
    """True when a reply proves that plain_rate (tokens/s) is out of date: a pass gives one token at least, and one
    with guesses takes no less time than one without. guesses: False where the server is known to guess nothing.
    """
    count = speculation.passes(sample) if guesses else sample.tokens - 1
    if count is None or not sample.decode_ms or sample.tokens < MIN_TOKENS:
        return False
    return count * 1000.0 / sample.decode_ms > OUTRUN * plain_rate


def _early(sample: Sample, words: str, count: int) -> Verdict:
    return Verdict(kind="early", words=words.format(count=count), used=sample.acceptance)


def _unknown(sample: Sample, used: float, baseline_rate: float | None) -> Verdict:
    """Without a cost; with a plain speed the reply has at least a speed-up."""
    speedup = _speedup(sample, used, baseline_rate)
    if speedup is None or baseline_rate is None:
        words = translate("Measure", "Break-even not measured here yet.")
        return Verdict(kind="unmeasured", words=words, used=used)
    if speculation.is_lost_in_noise(sample, baseline_rate):
        one = translate("Measure", "Too few guesses to judge: 1 guess in {tokens} tokens.")
        many = translate("Measure", "Too few guesses to judge: {count} guesses in {tokens} tokens.")
        words = (one if sample.drafted == 1 else many).format(
            count=number(sample.drafted or 0, grouped=True), tokens=number(sample.tokens, grouped=True)
        )
        return Verdict(kind="early", words=words, used=used, speedup=speedup)
    words = translate(
        "Measure", "Break-even not known: the plain speed that was measured here does not fit this reply."
    )
    return Verdict(kind="unmeasured", words=words, used=used, speedup=speedup)


def _judged(
    sample: Sample, used: float, cost: float, baseline_rate: float | None, methods: Sequence[str], most: int | None
) -> Verdict:
    kind, words = _words(used, cost)
    suggested = None
    if kind == "costs":
        length = max(1.0, speculation.drafted_per_pass(sample) or 1.0)
        costs = speculation.costs_by_length(cost, length, expected_lead(methods).guesses)
        limit = speculation.MAX_LENGTH if most is None else min(speculation.MAX_LENGTH, most)
        suggested = speculation.best_length(_shares(sample, used), costs, limit).length
    return Verdict(
        kind=kind,
        words=words,
        used=used,
        needed=cost,
        speedup=_speedup(sample, used, baseline_rate, cost),
        suggested_length=suggested,
    )


def _words(used: float, needed: float) -> tuple[VerdictKind, str]:
    used_percent, needed_percent = round(100 * used), max(0, round(100 * needed))
    kind: VerdictKind = "costs"
    if used_percent == needed_percent:
        kind, words = "even", translate("Measure", "No clear difference: {used} % used, you need {needed} %.")
    elif needed_percent == 0:
        kind = "worth"
        words = translate("Measure", "Worth it: {used} % used, and guessing costs next to nothing here.")
    elif used > needed:
        kind, words = "worth", translate("Measure", "Worth it: {used} % used, you need {needed} %.")
    elif needed >= 1.0:
        words = translate(
            "Measure", "Costs speed: guessing takes longer here than it saves, even with every guess used."
        )
    else:
        words = translate("Measure", "Costs speed: {used} % used, you need {needed} %.")
    return kind, words.format(used=used_percent, needed=needed_percent)


def _speedup(sample: Sample, used: float, baseline_rate: float | None, cost: float | None = None) -> float | None:
    """Measured where the plain speed is known, else by h."""
    rate = speculation.decode_rate(sample)
    if baseline_rate and rate is not None:
        return rate / baseline_rate
    length = speculation.drafted_per_pass(sample)
    return None if length is None or cost is None else speculation.speedup(length, used, cost)


def _shares(sample: Sample, used: float) -> tuple[float, ...]:
    """a_i as counted by the engine, else from one constant alpha."""
    counted = speculation.position_shares(sample)
    if counted is not None:
        return counted
    length = max(1.0, speculation.drafted_per_pass(sample) or 1.0)
    return speculation.shares_of_alpha(speculation.alpha_of(used, length), round(length))
