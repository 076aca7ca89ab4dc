"""Moments that the plots mark: servers that start, end or fail, answers that are stopped or break off, and questions
that are asked with other settings than the one before. No Qt here."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Literal

import msgspec

from specdesk.engines.lifecycle import Failed, State, Stopped
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.records.sample import Sample
from specdesk.service.events import ServerFacts

MOST_MARKS = 200

Kind = Literal[
    "server-ready", "server-restarted", "server-changed", "server-stopped", "server-failed", "asked-otherwise",
    "answer-stopped", "answer-failed",
]  # fmt: skip
Setting = tuple[str, float | int | None]
"""Name of a field of `Sampling`, or "reply_limit" (tokens), and its value; None = the engine's own."""


class Mark(msgspec.Struct, frozen=True):
    """What happened at a moment: s, monotonic.

    kind: a server became ready (the first one, the same again, or with other settings), ended or failed; a question
    was asked with other `settings`; an answer was stopped or broke off.
    """

    t: float
    kind: Kind
    settings: tuple[Setting, ...] = ()


class Marks:
    """The newest of them, oldest first."""

    def __init__(self) -> None:
        self._all: deque[Mark] = deque(maxlen=MOST_MARKS)
        self._state: State | None = None
        self._asked: dict[str, float | int | None] | None = None
        self._others: tuple[Setting, ...] = ()

    def __iter__(self) -> Iterator[Mark]:
        return iter(self._all)

    def put(self, mark: Mark) -> None:
        """Add one."""
        self._all.append(mark)

    def ready(self, before: ServerFacts | None, facts: ServerFacts, now: float) -> None:
        """A server became ready; before: what ran last. Told once more of the same run, it marks nothing."""
        if before is None:
            self.put(Mark(now, "server-ready"))
        elif before.run != facts.run:
            self.put(Mark(now, "server-restarted" if what_runs(before) == what_runs(facts) else "server-changed"))

    def follow(self, state: State, now: float, *, quiet: bool) -> None:
        """The server's state. quiet: it goes for a measurement, and comes back."""
        before, self._state = self._state, state
        if quiet or before is None or type(before) is type(state):
            return
        if isinstance(state, Failed):
            self.put(Mark(now, "server-failed"))
        elif isinstance(state, Stopped) and not isinstance(before, Failed):
            self.put(Mark(now, "server-stopped"))

    def asked(self, sampling: Sampling, limit: int | None) -> None:
        """A question was asked like that; what differs from the last one is marked at its first token."""
        now: dict[str, float | int | None] = {**msgspec.structs.asdict(sampling), "reply_limit": limit}
        before, self._asked = self._asked, now
        self._others = tuple(one for one in now.items() if before is not None and before[one[0]] != one[1])

    def answering(self, t: float) -> None:
        """Its first token came."""
        if self._others:
            self.put(Mark(t, "asked-otherwise", self._others))
            self._others = ()

    def ended(self, sample: Sample | None, now: float | None, *, failed: bool) -> None:
        """An answer was stopped, or broke off: marked where its line ends; before there is one, at `now`."""
        t = now if sample is None else sample.t
        if t is not None:
            self.put(Mark(t, "answer-failed" if failed else "answer-stopped"))


def what_runs(facts: ServerFacts) -> tuple[object, ...]:
    """The engine with its build, and what it was told to do: another engine is another set-up."""
    return (facts.argv[:1], facts.build, _without_address(facts.plan))


def _without_address(plan: LaunchPlan) -> LaunchPlan:
    return msgspec.structs.replace(plan, host=None, port=None, alias=None, sampling=Sampling())
