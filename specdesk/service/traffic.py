"""Work that other programs give to a server, told apart from our own replies.

/slots says who is being answered now and how many tokens there are so far; /metrics counts whole requests since the
start of the server, and moves when one ends. What is not ours is theirs. All figures are the engine's; a rate exists
only where the engine's own clock covers all of the tokens, that is while no request of theirs is under way.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.chat.answers import Slot
from specdesk.chat.metrics import difference
from specdesk.records.sample import Sample

NEAR = 0.25
NEAR_TOKENS = 16
"""A slot this much further than a reply of ours was when it was stopped is taken for the one that gave it."""

_ZERO = Sample(t=0.0, tokens=0, decode_ms=0.0, prompt_tokens=0, prompt_ms=0.0, cached_tokens=0, drafted=0, accepted=0)


class OthersSeen(msgspec.Struct, frozen=True, kw_only=True):
    """busy: slots that answer somebody else now. sample: their figures so far; None = none, or not told."""

    busy: int
    sample: Sample | None


class Traffic:
    """Follows one server: `look` at its slots, `count` its metrics, tell it of `own_reply`, ask `now`.

    ours: SpecDesk started the server, so that its counters began at 0; otherwise they count from the first look.
    """

    def __init__(self, *, ours: bool) -> None:
        self._counted: Sample | None = _ZERO if ours else None
        self._total: Sample | None = None
        self._own: list[Sample] = []
        self._own_stopped: list[Sample] = []
        self._own_tasks: set[int] = set()
        self._left: set[int] = set()
        self._running: dict[int, int] = {}
        self._maybe_counted: set[int] = set()
        self._ended_tokens = 0
        self._active = False
        self._just_ended = False
        self._just_stopped: int | None = None

    def own_reply(self, sample: Sample | None, *, stopped: bool) -> None:
        """A reply of ours ended with these figures. stopped: before its end; builds differ in whether they count it,
        and notice it sooner or later: until its slot is free it stays ours, however far the engine goes on."""
        self._just_ended = True
        self._left |= self._own_tasks
        self._own_tasks = set()
        if stopped:
            self._just_stopped = 0 if sample is None else sample.tokens
        if stopped or sample is None:
            self._own_stopped.append(sample or _ZERO)
        else:
            self._own.append(sample)

    def look(self, slots: tuple[Slot, ...] | None, *, answering: bool, own_tokens: int = 0) -> None:
        """One look at /slots. answering: a reply of ours is under way, with `own_tokens` so far."""
        busy = {_task(slot): slot for slot in slots or () if slot.is_processing}
        self._left &= {slot.task for slot in busy.values()}  # a slot that names no task may work on the next already
        strangers = [task for task in busy if task not in self._own_tasks | self._left and task not in self._running]
        if self._just_stopped is not None and not self._left:
            unseen = _nearest(busy, strangers, self._just_stopped)
            self._left |= unseen
            strangers = [task for task in strangers if task not in unseen]
        if answering and strangers and not self._own_tasks & busy.keys():
            ours = min(strangers, key=lambda task: abs((busy[task].decoded or 0) - own_tokens))
            self._own_tasks = {ours}
            strangers.remove(ours)
        elif self._just_ended:
            strangers = []  # a reply that ended a moment ago may still hold its slot; the next look tells
        self._just_ended, self._just_stopped = False, None
        self._own_tasks &= busy.keys()
        known = [task for task in self._running if task in busy]
        self._ended_tokens += sum(
            tokens for task, tokens in self._running.items() if task not in busy and task not in self._maybe_counted
        )
        self._maybe_counted = set()
        self._running = {
            task: max(busy[task].decoded or 0, self._running.get(task, 0)) for task in (*known, *strangers)
        }
        self._active = self._active or bool(self._running)

    def count(self, metrics: Sample | None) -> None:
        """The server's counters, read while no reply of ours was under way; None where it does not offer them."""
        if metrics is None or self._left:
            return  # what the engine still makes of a stopped reply would come into the next count as somebody else's
        before, self._counted = self._counted, metrics
        if before is not None:
            happened = difference(metrics, before)
            self._note_counted(_without(happened, self._own).tokens - self._ended_tokens)
            self._add(happened)
        self._own, self._own_stopped, self._ended_tokens, self._active = [], [], 0, False

    def now(self, t: float) -> OthersSeen:
        """What is known at `t` (s, monotonic)."""
        busy = len(self._running)
        running = sum(tokens for task, tokens in self._running.items() if task not in self._maybe_counted)
        live = running + self._ended_tokens
        total = self._total
        if total is None and not live:
            return OthersSeen(busy=busy, sample=None)
        if total is None:
            return OthersSeen(busy=busy, sample=Sample(t=t, tokens=live))
        if live or busy:
            sample = msgspec.structs.replace(total, t=t, tokens=total.tokens + live, decode_ms=None, rate=None)
        else:
            rate = total.tokens / total.decode_ms * 1000 if total.decode_ms and total.tokens else None
            sample = msgspec.structs.replace(total, t=t, rate=rate)
        return OthersSeen(busy=busy, sample=sample)

    def _note_counted(self, tokens: int) -> None:
        """More was counted than had ended at the last look: a request may have ended between the two. If the next look
        finds it gone, it was, and must not be counted a second time."""
        for task, made in sorted(self._running.items(), key=lambda item: -item[1]):
            if 0 < made <= tokens:
                self._maybe_counted.add(task)
                tokens -= made

    def _add(self, happened: Sample) -> None:
        """Add what is not ours of what happened since the last count."""
        theirs = _without(happened, self._own)
        if self._own_stopped and not self._active:
            return  # nobody else was seen: the engine made more of a stopped reply than had reached us
        if self._own_stopped:
            left = _without(theirs, self._own_stopped)
            theirs = left if theirs.tokens >= sum(one.tokens for one in self._own_stopped) else theirs
        tokens = max(
            theirs.tokens, self._ended_tokens
        )  # a request that its program gave up is not counted by all builds
        if tokens <= 0:
            return
        theirs = msgspec.structs.replace(
            theirs, tokens=tokens, decode_ms=theirs.decode_ms if tokens == theirs.tokens else None
        )
        self._total = theirs if self._total is None else _sum(self._total, theirs)


def _task(slot: Slot) -> int:
    return slot.id if slot.task is None else slot.task


def _nearest(busy: dict[int, Slot], tasks: list[int], tokens: int) -> set[int]:
    """The one task that is about as far as our reply of `tokens` was when it was stopped; empty for none."""
    away = {task: abs((busy[task].decoded or 0) - tokens) for task in tasks if busy[task].task is not None}
    near = [task for task in away if away[task] <= max(NEAR_TOKENS, tokens * NEAR)]
    return {min(near, key=away.__getitem__)} if near else set()


def _without(sample: Sample, others: list[Sample]) -> Sample:
    """`sample` less all of `others`, never below 0."""
    return Sample(
        t=sample.t,
        tokens=max(0, sample.tokens - sum(one.tokens for one in others)),
        decode_ms=_less(sample.decode_ms, [one.decode_ms for one in others]),
        prompt_tokens=_whole(_less(sample.prompt_tokens, [one.prompt_tokens for one in others])),
        drafted=_whole(_less(sample.drafted, [one.drafted for one in others])),
        accepted=_whole(_less(sample.accepted, [one.accepted for one in others])),
    )


def _sum(one: Sample, other: Sample) -> Sample:
    return Sample(
        t=other.t,
        tokens=one.tokens + other.tokens,
        decode_ms=_plus(one.decode_ms, other.decode_ms),
        prompt_tokens=_whole(_plus(one.prompt_tokens, other.prompt_tokens)),
        drafted=_whole(_plus(one.drafted, other.drafted)),
        accepted=_whole(_plus(one.accepted, other.accepted)),
    )


def _less(value: float | None, others: Sequence[float | None]) -> float | None:
    """What is left of `value`; unknown where any part is unknown, or ours would pass for somebody else's."""
    known = [other for other in others if other is not None]
    return None if value is None or len(known) < len(others) else max(0.0, value - sum(known))


def _plus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
