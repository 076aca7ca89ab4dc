"""A window is filled when its parts are there and what it shows at its start has been read, however long that takes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from specdesk.service.events import ChatsChanged, EnginesFound, Event, LibraryDone
from specdesk.ui.bridge import Bridge
from specdesk.ui.filled import Filled
from specdesk.ui.turns import turns

ENGINES = EnginesFound(engines=(), chosen=None, complete=True)
CHATS = ChatsChanged(chats=(), search="")
READ = LibraryDone(scan=1, count=3, cancelled=False)


class Filling:
    """A window that is being filled. reads: model folders are being read."""

    def __init__(self) -> None:
        self.bridge, self.owner = Bridge(), QObject()
        self.reads, self.times = True, 0
        self.filled = Filled(self.bridge, self.owner, lambda: self.reads, self._note)

    def _note(self) -> None:
        self.times += 1

    def tell(self, event: Event) -> None:
        self.reads = self.reads and not isinstance(event, LibraryDone)
        self.bridge.post(event)
        self.bridge.drain()

    def turn(self) -> int:
        """How often it was filled, once all that waited for a turn is done."""
        while not turns().is_idle:
            QCoreApplication.processEvents()
        return self.times


@pytest.mark.parametrize("last", ["engines", "chats", "monitor", "scan"])
def test_the_last_of_all_is_waited_for_and_it_is_filled_once(qtbot: QtBot, last: str) -> None:
    window = Filling()
    come = {
        "engines": lambda: window.tell(ENGINES), "chats": lambda: window.tell(CHATS),
        "monitor": window.filled.have_monitor, "scan": lambda: window.tell(READ),
    }  # fmt: skip
    window.tell(EnginesFound(engines=(), chosen=None, complete=False))
    for one in come:
        if one != last:
            come[one]()
    assert window.turn() == 0, "no time makes up for it"
    come[last]()
    assert window.turn() == 1
    for again in come.values():
        again()
    assert window.turn() == 1


def test_what_waits_for_a_turn_of_the_event_loop_comes_first(qtbot: QtBot) -> None:
    window, order = Filling(), list[str]()
    window.filled._then = lambda: order.append("filled")

    def messages() -> Iterator[None]:
        for number in range(3):
            order.append(f"message {number}")
            yield

    turns().add(window.owner, messages())
    window.tell(ENGINES)
    window.tell(CHATS)
    window.tell(READ)
    window.filled.have_monitor()
    window.turn()
    assert order == ["message 0", "message 1", "message 2", "filled"]
