"""The one sentence that answers a compare: keep it on, turn it off, or what is missing for an answer. Pure.

Somebody who has never heard of acceptance should know from it alone what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

import msgspec

from specdesk.language import number, translate
from specdesk.measure.arm_names import ADDRESSES, COMMAND, DRAFT, TWO_PLANS, Names, in_words
from specdesk.measure.compare import BestLengthFound
from specdesk.measure.evidence import MIN_PROMPTS
from specdesk.measure.figure_words import memory, times
from specdesk.measure.measured import LeftOut
from specdesk.measure.no_answer import Cause, no_answer_words
from specdesk.measure.outcome import MARGIN, NUMBERED, Leaning, Outcome
from specdesk.measure.stats import Interval

WORTH_MIB = 5.0
"""Less memory is not worth a word."""

TOO_WIDE = 2.0
"""Times its lower end that an interval of a compare in its middle may reach and still be worth telling."""

Missing = Literal["rest", "more", "nothing"]


class HeadlineFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a headline says, in no language. drift: 0.1 = 10 % faster at the end. extra_memory_mib: B - A, MiB.

    missing: what would make it surer: the rest of what was planned, more prompts, or nothing that there is. resumes:
    it can be taken up again for that; False: only a compare that begins anew can tell more. length, better: the draft
    length that ran and one that should pay. pays_from: tokens of a reply from which it pays, where that is more than
    was asked for. lost: why most replies do not count. hides: the engine does not tell its guesses. cause: why there is
    no answer, or it ended before its end. a_again: the plain model was measured again behind the other.
    """

    verdict: Outcome
    speedup: Interval | None = None
    drift: float | None = None
    extra_memory_mib: float | None = None
    leaning: Leaning | None = None
    missing: Missing = "more"
    resumes: bool = True
    length: int | None = None
    better: int | None = None
    pays_from: int | None = None
    lost: LeftOut | None = None
    hides: bool = False
    cause: Cause | None = None
    a_again: bool = True


class _Arm(Protocol):
    @property
    def memory_mib(self) -> float | None: ...


class _Answered(Protocol):
    """A result, or a card of one."""

    @property
    def verdict(self) -> Outcome: ...
    @property
    def speedup(self) -> Interval | None: ...
    @property
    def drift(self) -> float | None: ...
    @property
    def leaning(self) -> Leaning | None: ...
    @property
    def arms(self) -> tuple[_Arm, _Arm]: ...
    @property
    def partial(self) -> bool: ...
    @property
    def can_go_on(self) -> bool: ...
    @property
    def resumes(self) -> bool: ...
    @property
    def best(self) -> BestLengthFound | None: ...
    @property
    def break_even_tokens(self) -> int | None: ...
    @property
    def cap(self) -> int: ...
    @property
    def left_out(self) -> Mapping[LeftOut, int]: ...
    @property
    def hides_guesses(self) -> bool: ...
    @property
    def cause(self) -> Cause | None: ...
    @property
    def a_again(self) -> bool: ...


def facts_of(found: _Answered) -> HeadlineFacts:
    """What the headline of a result rests on."""
    best, tokens = found.best, found.break_even_tokens
    better = best if best is not None and best.action == "apply" and best.k not in (0, best.current) else None
    lost = max(found.left_out, key=lambda reason: found.left_out[reason], default=None)
    lost = lost if lost is not None and found.left_out[lost] >= MIN_PROMPTS else None
    return HeadlineFacts(
        verdict=found.verdict, speedup=found.speedup, drift=found.drift, leaning=found.leaning,
        extra_memory_mib=extra_memory_mib(found),
        missing="rest" if found.partial else "more" if found.can_go_on else "nothing", resumes=found.resumes,
        length=None if better is None else better.current, better=None if better is None else better.k,
        pays_from=tokens if tokens is not None and tokens > found.cap else None,
        lost=lost, hides=found.hides_guesses, cause=found.cause, a_again=found.a_again,
    )  # fmt: skip


def headline_of(facts: HeadlineFacts, names: Names = DRAFT) -> str:
    """The one sentence."""
    if facts.verdict not in NUMBERED:
        return _no_answer(facts, names)
    found = facts.speedup
    assert found is not None, "these verdicts come with a number"
    if facts.verdict == "not-sure":
        return _not_sure(facts, found, names)
    if facts.better is not None and names.thing and facts.verdict in ("slower", "no-difference"):
        return _better_length(facts, facts.better, found)
    if facts.verdict == "no-difference":
        return _no_difference(found, facts.extra_memory_mib, names)
    said, ratio = in_words(names), times(found.estimate)
    if not names.thing:
        words = translate("Measure", "{this} is {times} times as fast as {other}.")
        # what a user has named is written as the user wrote it
        own = names in (TWO_PLANS, ADDRESSES) or names.b == COMMAND
        return words.format(this=said.b[:1].upper() + said.b[1:] if own else said.b, other=said.a, times=ratio)
    if facts.verdict == "slower":
        return translate("Measure", "Turn it off: {times} times as fast.").format(times=ratio)
    if facts.pays_from is not None:
        words = translate(
            "Measure", "Keep the {thing} on for answers of more than {tokens} tokens: it writes {times} times as fast."
        )
        return words.format(thing=said.thing, tokens=number(facts.pays_from, grouped=True), times=ratio)
    words = translate("Measure", "Keep the {thing} on: answers come {times} times as fast.")
    return words.format(thing=said.thing, times=ratio)


def lean_of(facts: HeadlineFacts, names: Names = DRAFT) -> Leaning | None:
    """Of a compare that is not sure and has come to its end: the choice that cannot be far wrong. faster: it is no
    noticeable loss, slower: no noticeable gain. None where either may be."""
    at_end = facts.missing == "nothing" or (facts.missing == "more" and not facts.resumes)
    if facts.verdict != "not-sure" or not at_end or facts.speedup is None or not names.thing:
        return None
    if facts.speedup.low >= 1.0 - MARGIN:
        return "faster"
    return "slower" if facts.speedup.high <= 1.0 + MARGIN else None


def is_too_early(found: Interval) -> bool:
    """So wide an interval tells nobody anything."""
    return found.high > TOO_WIDE * found.low


def _not_sure(facts: HeadlineFacts, found: Interval, names: Names) -> str:
    lean = lean_of(facts, names)
    if facts.missing == "rest" and not facts.a_again and not is_too_early(found):
        return _not_again(facts, names)
    if facts.missing != "nothing" and not facts.resumes:
        words = _not_sure_anew(facts, found, lean)
    elif facts.missing != "nothing" and (found.low > 1.0 or found.high < 1.0):
        words = (
            translate("Measure", "Probably faster: {low} to {high} times as fast. More questions would make it sure.")
            if found.low > 1.0
            else translate(
                "Measure", "Probably slower: {low} to {high} times as fast. More questions would make it sure."
            )
        )
    elif facts.missing == "rest" and is_too_early(found):
        words = translate("Measure", "Too early to tell: it ended after few answers. The questions left would tell.")
    elif facts.missing == "rest":
        words = translate(
            "Measure",
            "Not sure yet: {low} to {high} times as fast. It ended early; the questions that are left would tell more.",
        )
    elif facts.missing == "more":
        words = translate("Measure", "Not sure yet: {low} to {high} times as fast. More questions would tell.")
    elif lean == "faster":
        words = translate(
            "Measure",
            "Keep it on: it does no harm and may help ({low} to {high} times as fast, after all these questions).",
        )
    elif lean == "slower":
        words = translate(
            "Measure", "Turn it off: it gains nothing ({low} to {high} times as fast, after all these questions)."
        )
    else:
        words = translate("Measure", "Not sure: {low} to {high} times as fast, after all these questions.")
    return words.format(low=times(found.low), high=times(found.high))


def _not_again(facts: HeadlineFacts, names: Names) -> str:
    """It ended with nothing to tell a difference from a machine that became slower or faster meanwhile."""
    if facts.resumes and names.thing:
        words = translate(
            "Measure",
            "Not sure: it ended before the plain model was measured again. The questions that are left would tell.",
        )
    elif facts.resumes:
        words = translate(
            "Measure", "Not sure: it ended before {other} was measured again. The questions that are left would tell."
        )
    elif names.thing:
        words = translate(
            "Measure", "Not sure: it ended before the plain model was measured again. Run it again, for longer."
        )
    else:
        words = translate("Measure", "Not sure: it ended before {other} was measured again. Run it again, for longer.")
    return words.format(other=in_words(names).a)


def _not_sure_anew(facts: HeadlineFacts, found: Interval, lean: Leaning | None) -> str:
    """Of one that cannot be taken up again: a longer one may tell."""
    if lean == "faster":
        return translate(
            "Measure",
            "Keep it on: it does no harm and may help ({low} to {high} times as fast). A longer run would tell more.",
        )
    if lean == "slower":
        return translate(
            "Measure", "Turn it off: it gains nothing ({low} to {high} times as fast). A longer run would tell more."
        )
    if found.low > 1.0:
        return translate("Measure", "Probably faster: {low} to {high} times as fast. Run it again, for longer.")
    if found.high < 1.0:
        return translate("Measure", "Probably slower: {low} to {high} times as fast. Run it again, for longer.")
    if facts.missing == "rest" and is_too_early(found):
        return translate("Measure", "Too early to tell: it ended after few answers. Run it again, for longer.")
    return translate("Measure", "Not sure: {low} to {high} times as fast. Run it again, for longer.")


def _better_length(facts: HeadlineFacts, better: int, found: Interval) -> str:
    """It does not pay as it is set, and should with another draft length."""
    if facts.verdict == "slower":
        words = translate("Measure", "This length costs speed ({ratio} times as fast); length {better} should pay.")
        if facts.length is not None:
            words = translate(
                "Measure", "Length {length} costs speed ({ratio} times as fast); length {better} should pay."
            )
    else:
        words = translate("Measure", "No clear difference at this length ({ratio}); length {better} should pay.")
        if facts.length is not None:
            words = translate(
                "Measure", "No clear difference at length {length} ({ratio}); length {better} should pay."
            )
    return words.format(length=facts.length, ratio=times(found.estimate), better=better)


def _no_answer(facts: HeadlineFacts, names: Names) -> str:
    """Of the verdicts that never come with a number."""
    says = unguessed(facts, names)
    if says is not None:
        return _no_drafts(says, names)
    if facts.verdict == "too-little":
        cause = facts.cause
        if cause is not None and (cause.why != "stopped" or facts.lost is None):
            return no_answer_words(cause, names)
        return {
            None: translate("Measure", "No answer: too little text."),
            "untimed": translate("Measure", "No answer: this engine gives no timings."),
            "failed": translate("Measure", "No answer: too many questions failed."),
            "short": translate("Measure", "No answer: the answers are too short to time."),
        }[facts.lost]
    drift = facts.drift or 0.0
    if facts.leaning is not None:
        return _leaning(facts.leaning, drift, names)
    if drift < 0:
        words = translate("Measure", "No answer: the machine slowed by {percent} % meanwhile.")
    else:
        words = translate("Measure", "No answer: the machine sped up by {percent} % meanwhile.")
    return words.format(percent=number(abs(drift) * 100))


Unguessed = Literal["untold", "harmless", "useless", "open"]
"""What follows where no guess was seen. untold: the engine would not tell. harmless: either choice is fine. useless:
there is something to turn off. open: of two set-ups neither is the other without it, so nothing follows."""


def unguessed(facts: HeadlineFacts, names: Names) -> Unguessed | None:
    """What the headline says of such a compare, for it and for everything that goes with it; None of any other."""
    if facts.verdict != "no-drafts":
        return None
    if facts.hides:
        return "untold"
    if names.is_harmless:
        return "harmless"
    return "useless" if names.thing else "open"


def _no_drafts(says: Unguessed, names: Names) -> str:
    thing = in_words(names if names.thing else DRAFT).thing
    if says == "untold":
        words = translate(
            "Measure",
            "No answer: this engine does not tell whether the {thing} guesses, and no clear gain or loss was seen.",
        )
    elif says == "harmless":
        words = translate("Measure", "Either is fine: the {thing} never guessed here.")
    elif says == "useless":
        words = translate("Measure", "Turn it off, or choose another: the {thing} never guessed.")
    else:
        words = translate("Measure", "No answer: the {thing} never guessed.")
    return words.format(thing=thing)


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
        words = translate("Measure", "No clear difference ({low} to {high}): turn it off, which frees {memory}.")
        return words.format(low=low, high=high, memory=memory(freed))
    return translate("Measure", "No clear difference ({low} to {high}): either is fine.").format(low=low, high=high)


def extra_memory_mib(found: _Answered) -> float | None:
    """B - A, MiB."""
    memory_a, memory_b = (arm.memory_mib for arm in found.arms)
    return None if memory_a is None or memory_b is None else memory_b - memory_a
