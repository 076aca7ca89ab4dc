"""Another window in the place of this one: not before an answer or a measurement is over, and said meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from specdesk.ui.compare import ComparePage
from specdesk.ui.shell.notices import Matter, Notices
from specdesk.ui.wiring.server import ServerDesk

LEAVING = "leaving"


class Leaving(QObject):
    """One wish at a time: the newest replaces the one before. called_off(): the user wants none any more."""

    called_off = Signal()

    def __init__(self, notices: Notices, server: ServerDesk, page: ComparePage) -> None:
        super().__init__(notices)
        self._notices, self._server, self._page = notices, server, page
        self._wish: tuple[str, Callable[[], None]] | None = None
        server.answering_changed.connect(lambda _answering: self._later())
        page.phase_changed.connect(lambda _phase: self._later())
        notices.acted.connect(lambda key, _action: self._stay() if key == LEAVING else None)
        notices.dismissed.connect(lambda key: self._stay() if key == LEAVING else None)

    @property
    def wanted(self) -> str:
        """Which wish waits; "" = none."""
        return "" if self._wish is None else self._wish[0]

    def ask(self, kind: str, what: str, do: Callable[[], None]) -> None:
        """Do it as soon as nothing is in the way. kind: names the wish. what: says that it is about to come."""
        self._wish = (kind, do)
        if not self._is_busy():
            self._go()
            return
        if self._server.answering:
            why = self.tr("The answer is written to its end first.")
        else:
            why = self.tr("What is measured comes to its end first.")
        off = (("stay", self.tr("Call it off")),)
        self._notices.say(Matter(key=LEAVING, what=what, why=why, tone="accent", actions=off))

    def call_off(self, kind: str) -> None:
        """This wish has become idle."""
        if self.wanted == kind:
            self._wish = None
            self._notices.clear(LEAVING)

    def _stay(self) -> None:
        self._wish = None
        self._notices.clear(LEAVING)
        self.called_off.emit()

    def _is_busy(self) -> bool:
        return self._server.answering or self._page.is_measuring

    def _later(self) -> None:
        """Once everybody has heard of it."""
        if self._wish is not None:
            QTimer.singleShot(0, self, self._go)

    def _go(self) -> None:
        if self._wish is None or self._is_busy():
            return
        do = self._wish[1]
        self._wish = None
        self._notices.clear(LEAVING)
        do()
