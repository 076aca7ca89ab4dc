"""When a window is filled: what it is made of is there, and what it shows at its start has been read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject

from specdesk.service.events import ChatsChanged, EnginesFound, LibraryDone
from specdesk.ui.bridge import Bridge
from specdesk.ui.turns import turns


class Filled:
    """Does something once: when engines and chats are known, the monitor is made, no folder of models is being read any
    more, and what waits for a turn of the event loop by then (the messages of a chat, say) is done.

    owner: it is left once that is gone.
    """

    def __init__(
        self, bridge: Bridge, owner: QObject, is_reading: Callable[[], bool], then: Callable[[], None]
    ) -> None:
        self._owner, self._is_reading, self._then = owner, is_reading, then
        self._missing = {"engines", "chats", "monitor"}
        self._done = False
        bridge.on(EnginesFound, lambda found: self._have("engines") if found.complete else None)
        bridge.on(ChatsChanged, lambda _event: self._have("chats"))
        bridge.on(LibraryDone, lambda _event: self._look())

    def have_monitor(self) -> None:
        """The last part of the window is made."""
        self._have("monitor")

    def _have(self, what: str) -> None:
        self._missing.discard(what)
        self._look()

    def _look(self) -> None:
        if not self._done and not self._missing and not self._is_reading():
            self._done = True
            turns().add(self._owner, self._in_its_turn())

    def _in_its_turn(self) -> Iterator[None]:
        self._then()
        yield
