"""What to say while somebody chats: hints, each with its number and only when it is sure; and the time saved. Pure.

Certainty: guesses of one pass depend on each other, so a pass, not a guess, counts as one observation of acceptance
(its mean lies between 0 and 1, so that this can only make an interval too wide). Replies come one after the other and
are looked at each time: 99 % intervals (Wilson's) and a minimum of passes.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Literal

import msgspec

from specdesk.language import number, short, translate
from specdesk.measure.speculation import passes
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample

Z = 2.576
MIN_PASSES = 60
MIN_REPLIES = 3
SHORT_REPLIES = 5
"""Replies whose length says something about the next ones."""

MATTERS_S = 0.2
"""A reply that gains less is over before anybody notices."""

COOLER = 0.3
"""A temperature this much lower is another one."""

LOSS = 0.1
"""Acceptance that a temperature must cost before it is worth a word."""

HintKind = Literal["below-break-even", "temperature", "short-replies", "draft-on-processor"]


class ChatReply(msgspec.Struct, frozen=True, kw_only=True):
    """One finished reply of the set-up that runs now: its last sample, and the temperature that it was asked with."""

    sample: Sample
    temperature: float | None = None


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of this set-up. cost: h. baseline_rate, rate: tokens/s, plain and with the draft.

    extra_first_ms: how much later the first word comes. break_even_tokens: reply length from which the draft pays.
    draft_on_processor: the draft is on the processor while the target is on a GPU.
    """

    cost: float | None = None
    baseline_rate: float | None = None
    rate: float | None = None
    extra_first_ms: float | None = None
    break_even_tokens: int | None = None
    draft_on_processor: bool = False


HintAction = Literal["turn-off", "cooler", "move-draft"]


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """kind, the sentence, and the number that it rests on (an acceptance 0..1, tokens, s or h).

    action: what can be done about it with one press, None where nothing need be done. temperature: to go to, of
    "cooler". answers: how many it rests on, where that is worth saying.
    """

    kind: HintKind
    words: str
    number: float
    action: HintAction | None = None
    temperature: float | None = None
    answers: int | None = None


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """Time saved (negative: lost) over replies. In whole microseconds, so that the order of adding does not matter."""

    replies: int = 0
    microseconds: int = 0

    @property
    def seconds(self) -> float:
        """Saved in all, s."""
        return self.microseconds / 1e6

    def __add__(self, other: Ledger) -> Ledger:
        """Both together."""
        return Ledger(replies=self.replies + other.replies, microseconds=self.microseconds + other.microseconds)

    def with_reply(self, sample: Sample, baseline_rate: float, extra_first_ms: float = 0.0) -> Ledger:
        """One reply more; one whose engine tells no time changes nothing."""
        saved = saved_ms(sample, baseline_rate, extra_first_ms)
        if saved is None:
            return self
        return Ledger(replies=self.replies + 1, microseconds=self.microseconds + round(1000 * saved))


def saved_ms(sample: Sample, baseline_rate: float, extra_first_ms: float = 0.0) -> float | None:
    """(N - 1) tokens at the plain speed, less what they took, less the later first word; ms, negative when slower."""
    if sample.decode_ms is None or sample.tokens < 2:
        return None
    return (sample.tokens - 1) * 1000.0 / baseline_rate - sample.decode_ms - extra_first_ms


def ledger_of(samples: Sequence[Sample], baseline_rate: float, extra_first_ms: float = 0.0) -> Ledger:
    """The ledger from stored samples: the same as if each had been added when it came."""
    ledger = Ledger()
    for sample in samples:
        ledger = ledger.with_reply(sample, baseline_rate, extra_first_ms)
    return ledger


def ledger_words(ledger: Ledger) -> str:
    """ "Guessing has saved 12 s in 8 answers." """
    if not ledger.replies:
        return translate("Measure", "No time saved or lost yet.")
    if ledger.microseconds < 0:
        one = translate("Measure", "Guessing has cost {time} in 1 answer.")
        many = translate("Measure", "Guessing has cost {time} in {count} answers.")
    else:
        one = translate("Measure", "Guessing has saved {time} in 1 answer.")
        many = translate("Measure", "Guessing has saved {time} in {count} answers.")
    words = one if ledger.replies == 1 else many
    return words.format(time=_seconds(abs(ledger.seconds)), count=ledger.replies)


def draft_on_processor(plan: LaunchPlan, measured: Fit | None = None, *, has_gpu: bool = False) -> bool:
    """True when the draft is on the processor while the target is on a GPU.

    measured: what the engine says it has allocated, which decides; without it the plan does, on an engine that uses a
    GPU of this machine (has_gpu).
    """
    if not plan.loads_draft:
        return False
    if measured is not None:
        on_gpu = [one for one in measured.devices if one.target.weights > 0]
        drafts = [one for one in measured.devices if one.draft is not None and one.draft.weights > 0]
        return bool(on_gpu) and not drafts and measured.host.draft is not None
    if not has_gpu:
        return False
    target_away = plan.place.layers == 0 or plan.place.device == "none"
    return not target_away and (plan.draft_place.layers == 0 or plan.draft_place.device == "none")


def hints(replies: Sequence[ChatReply], known: Known) -> tuple[Hint, ...]:
    """All that holds now, the most useful first. replies: those since the set-up last changed, oldest first."""
    found = (
        _on_processor(known),
        _temperature(replies, known),
        _below_break_even(replies, known),
        _short_replies(replies, known),
    )
    return tuple(hint for hint in found if hint is not None)


def acceptance_interval(samples: Sequence[Sample]) -> tuple[float, float, float] | None:
    """(acceptance, low, high), 0..1, over all replies; None when there are too few passes to say."""
    told = [s for s in samples if s.drafted and s.accepted is not None]
    count = sum(passes(sample) or 0 for sample in told)
    if count < MIN_PASSES:
        return None
    used = sum(s.accepted or 0 for s in told) / sum(s.drafted or 0 for s in told)
    middle = (used + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * math.sqrt(used * (1 - used) / count + Z * Z / (4 * count * count))
    return used, middle - half, middle + half


def _on_processor(known: Known) -> Hint | None:
    if not known.draft_on_processor:
        return None
    if known.cost is None:
        words = translate(
            "Measure",
            "The draft runs on the processor while the target is on the graphics card: none of its layers are there. "
            "Move them.",
        )
        return Hint(kind="draft-on-processor", words=words, number=0.0, action="move-draft")
    words = translate(
        "Measure",
        "The draft runs on the processor while the target is on the graphics card: each guess costs {percent} % of a "
        "step. Moving it there makes guesses cheaper.",
    )
    words = words.format(percent=round(100 * known.cost))
    return Hint(kind="draft-on-processor", words=words, number=known.cost, action="move-draft")


def _temperature(replies: Sequence[ChatReply], known: Known) -> Hint | None:
    now = replies[-1].temperature if replies else None
    if now is None:
        return None
    here = _at(replies, now)
    cooler = {r.temperature for r in replies if r.temperature is not None and r.temperature <= now - COOLER}
    tried = [(found, was) for was in cooler if (found := _at(replies, was)) is not None]
    if here is None or not tried:
        return None
    there, was = max(tried, key=lambda one: one[0][1])
    if here[2] >= there[1] or there[0] - here[0] < LOSS:
        return None
    if known.cost is not None and here[1] > known.cost:
        return None  # it pays all the same
    words = translate(
        "Measure",
        "Temperature is what hurts: at {now}, {percent} % of the guesses are used; at {before} it was "
        "{percent_before} %.",
    ).format(now=short(now), percent=_percent(here[0]), before=short(was), percent_before=_percent(there[0]))
    return Hint(kind="temperature", words=words, number=here[0], action="cooler", temperature=was)


def _at(replies: Sequence[ChatReply], temperature: float) -> tuple[float, float, float] | None:
    """Acceptance of the replies that were asked with this temperature."""
    return acceptance_interval([reply.sample for reply in replies if reply.temperature == temperature])


def _below_break_even(replies: Sequence[ChatReply], known: Known) -> Hint | None:
    drafting = [reply for reply in replies if reply.sample.drafted]
    found = acceptance_interval([reply.sample for reply in drafting])
    if known.cost is None or found is None or len(drafting) < MIN_REPLIES or found[2] >= known.cost:
        return None
    guesses = sum(reply.sample.drafted or 0 for reply in drafting)
    if known.cost >= 1:
        words = translate(
            "Measure",
            "The draft costs speed: {percent} % of {guesses} guesses were used in the last {answers} answers, and even "
            "with every guess used it would take longer than it saves. Turn it off, or try a shorter draft.",
        )
    else:
        words = translate(
            "Measure",
            "The draft costs speed: {percent} % of {guesses} guesses were used in the last {answers} answers, you need "
            "{needed} %. Turn it off, or try a shorter draft.",
        )
    words = words.format(
        percent=_percent(found[0]), guesses=guesses, answers=len(drafting), needed=_percent(known.cost)
    )
    return Hint(kind="below-break-even", words=words, number=found[0], action="turn-off", answers=len(drafting))


def _short_replies(replies: Sequence[ChatReply], known: Known) -> Hint | None:
    last = [reply.sample.tokens for reply in replies[-SHORT_REPLIES:]]
    if len(last) < SHORT_REPLIES:
        return None
    usual = round(statistics.median(last))
    if known.break_even_tokens is not None and usual < known.break_even_tokens:
        words = translate(
            "Measure", "Your answers are short ({tokens} tokens); the draft pays from {least} tokens on."
        ).format(tokens=number(usual, grouped=True), least=number(known.break_even_tokens, grouped=True))
        return Hint(kind="short-replies", words=words, number=float(usual), action="turn-off")
    if known.baseline_rate is None or known.rate is None or known.rate <= known.baseline_rate:
        return None
    gain_s = usual * (1 / known.baseline_rate - 1 / known.rate) - (known.extra_first_ms or 0.0) / 1000
    if not 0 <= gain_s < MATTERS_S:
        return None
    words = translate(
        "Measure", "Answers of {tokens} tokens are too short to matter: the draft saves {seconds} s on each."
    ).format(tokens=usual, seconds=number(gain_s, 2))
    return Hint(kind="short-replies", words=words, number=gain_s)


def _percent(share: float) -> int:
    return round(100 * share)


def _seconds(seconds: float) -> str:
    if seconds >= 90:
        return translate("Measure", "{minutes} minutes").format(minutes=number(seconds / 60))
    if seconds < 0.05:
        return translate("Measure", "less than {seconds} s").format(seconds=number(0.1, 1))
    return translate("Measure", "{seconds} s").format(seconds=number(seconds, 0 if seconds >= 9.95 else 1))
