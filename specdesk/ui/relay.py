"""Events for the window of now: one that takes the place of another is told first what stands.

The service goes on meanwhile, with its server, chat and measurements; it only knows this.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec

from specdesk.engines.lifecycle import Ready
from specdesk.service.attached_events import AttachedSpeed
from specdesk.service.events import (
    ChatsChanged,
    CheckDone,
    CheckProgress,
    CompareDone,
    CompareProgress,
    EnginesFound,
    Event,
    FetchEnded,
    FetchProgress,
    MachineTold,
    ServerFacts,
    ServerWatched,
    StateChanged,
    StoresFound,
    SweepDone,
    SweepProgress,
)

Post = Callable[[Event], None]

STANDS = (
    EnginesFound, StoresFound, MachineTold, StateChanged, ServerFacts, ServerWatched, ChatsChanged, CheckProgress,
    CompareProgress, SweepProgress, FetchProgress, AttachedSpeed,
)  # fmt: skip
"""The newest of each kind stands. Everything else is asked for by a new window itself, or was of a moment."""

ENDS: dict[type, type] = {
    CheckDone: CheckProgress, CompareDone: CompareProgress, SweepDone: SweepProgress, FetchEnded: FetchProgress,
}  # fmt: skip


class Relay:
    """`post` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._post: Post | None = None
        self._stands: dict[type, Event] = {}

    def post(self, event: Event) -> None:
        """Hand over an event. Never blocks for long."""
        with self._lock:
            restated = self._remember(event)
            for one in (event, restated) if restated is not None else (event,):
                if self._post is not None:
                    self._post(one)

    def turn_to(self, post: Post) -> None:
        """From now on to this one; what stands comes first, in its order."""
        with self._lock:
            for event in self._stands.values():
                post(event)
            self._post = post

    def forget(self, *kinds: type) -> None:
        """What stands of these kinds is over."""
        with self._lock:
            for kind in kinds:
                self._stands.pop(kind, None)

    def _remember(self, event: Event) -> ServerFacts | None:
        """The facts of the server, where an event tells them in another language."""
        kind = type(event)
        self._stands.pop(ENDS.get(kind, kind), None)
        if isinstance(event, StateChanged) and not isinstance(event.state, Ready):
            self._stands.pop(ServerFacts, None)
        if isinstance(event, ServerWatched):
            self._stands.pop(AttachedSpeed, None)  # of the one before
        if kind in STANDS and not (isinstance(event, ServerWatched) and event.url is None):
            self._stands[kind] = event
        return self._facts_of(event)

    def _facts_of(self, event: Event) -> ServerFacts | None:
        facts = self._stands.get(ServerFacts)
        state = event.state if isinstance(event, StateChanged) else None
        if not isinstance(facts, ServerFacts) or not isinstance(state, Ready) or facts.run != state.run_id:
            return None
        if facts.reason == state.reason:
            return None
        told = self._stands[ServerFacts] = msgspec.structs.replace(facts, reason=state.reason)
        return told
