"""The real program with a window for tests to look through: what a screen reader would be told, as JSON.

usage: python watched_program.py SOCKET [the program's own arguments]
Whoever connects to the local socket SOCKET gets one JSON list of what is in sight, in the order of the accessibility
tree: {"role", "name", "description", "value", "enabled", "checked", "focused", "x", "y", "width", "height"}, places in
pixels of the screen. It only looks: keys and clicks come from outside, as a person's do.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import psutil
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtNetwork import QLocalServer
from PySide6.QtWidgets import QApplication, QWidget

from specdesk.__main__ import main

DEEPEST = 40


def compute_with_one_thread() -> None:
    """This computer has one core, as far as plans go: two threads of an engine that wait for each other beside another
    test take up to ten times as long."""
    count = psutil.cpu_count
    psutil.cpu_count = lambda logical=True: count() if logical else 1


def seen() -> list[dict[str, object]]:
    """Everything in sight, in all windows of the program."""
    tops = [QAccessible.queryAccessibleInterface(top) for top in QApplication.topLevelWidgets() if top.isVisible()]
    return [_told(one) for top in tops if top is not None for one in _below(top, 0)]


def _below(one: QAccessibleInterface, depth: int) -> Iterator[QAccessibleInterface]:
    state = one.state()
    hidden = state.invisible or (isinstance(one.object(), QWidget) and not one.object().isVisible())
    if hidden or depth > DEEPEST:
        return
    yield one
    for place in range(one.childCount()):
        child = one.child(place)
        if child is not None and child.isValid():
            yield from _below(child, depth + 1)


def _told(one: QAccessibleInterface) -> dict[str, object]:
    state, place = one.state(), one.rect()
    kinds = QAccessible.Text
    return {
        "role": one.role().name,
        "name": one.text(kinds.Name),
        "description": one.text(kinds.Description),
        "value": one.text(kinds.Value),
        "enabled": not state.disabled,
        "checked": bool(state.checked),
        "focused": bool(state.focused),
        "focusable": bool(state.focusable),
        "kind": type(one.object()).__name__ if one.object() is not None else "",
        "x": place.x(),
        "y": place.y(),
        "width": place.width(),
        "height": place.height(),
    }


class Watch(QObject):
    """Answers every connection once."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._server = QLocalServer(self)
        self._server.newConnection.connect(self._answer)
        if not self._server.listen(name):
            raise SystemExit(f"{name}: {self._server.errorString()}")

    def _answer(self) -> None:
        while (asker := self._server.nextPendingConnection()) is not None:
            asker.disconnected.connect(asker.deleteLater)
            asker.write(json.dumps(seen()).encode() + b"\n")
            asker.disconnectFromServer()


def run(name: str, arguments: list[str]) -> int:
    """The program, with the watch beside it."""
    compute_with_one_thread()
    app = QApplication(["specdesk"])
    watch = Watch(name)
    try:
        return main(arguments)
    finally:
        watch.deleteLater()
        del app


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2:]))
