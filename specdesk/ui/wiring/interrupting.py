"""A compare or a search for the best setting is running, and what the user asks for would end it: asked about first.

Nothing is lost either way, and letting it finish is what happens when nobody answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton

from specdesk.service.events import CompareDone, CompareProgress, SweepDone, SweepProgress
from specdesk.ui.bridge import Bridge
from specdesk.ui.compare import ComparePage, words
from specdesk.ui.shell.notices import Matter, Notices

INTERRUPT = "interrupt"
WAIT, GO_ON = "wait", "go-on"

Order = Literal["start", "stop", "quit", "demo"]


class Interruptions(QObject):
    """asked(): there is a question to answer, which has to be in sight."""

    asked = Signal()

    def __init__(self, bridge: Bridge, notices: Notices, page: ComparePage) -> None:
        super().__init__(notices)
        self._notices, self._page = notices, page
        self._wanted: Callable[[], None] | None = None
        self._order: Order | None = None
        self._told: CompareProgress | SweepProgress | None = None
        for kind in (CompareProgress, SweepProgress):
            bridge.on(kind, self._follow)
        for done in (CompareDone, SweepDone):
            bridge.on(done, lambda _event: self._forget())
        page.phase_changed.connect(lambda _phase: None if page.is_measuring else self._forget())
        notices.acted.connect(self._acted)
        notices.dismissed.connect(lambda key: self._drop() if key == INTERRUPT else None)

    def ask(self, order: Order, do: Callable[[], None]) -> None:
        """Do it at once where nothing is measured; else ask, and do it when that is answered so."""
        if not self._page.is_measuring:
            do()
            return
        self._wanted = do
        self._notices.clear(INTERRUPT)  # said anew it stands on top of what has come since
        self._order = order
        self._notices.say(self._said(order))
        self.asked.emit()
        banner = self._notices.banner(INTERRUPT)
        if banner is not None:
            banner.findChildren(QPushButton)[0].setFocus()

    def _said(self, order: Order) -> Matter:
        ends = {
            "start": self.tr("This start would end it."),
            "stop": self.tr("Stopping the server would end it."),
            "quit": self.tr("Quitting would end it."),
            "demo": self.tr("Another set-up would end it."),
        }[order]
        end = {
            "start": self.tr("End it and start"),
            "stop": self.tr("End it and stop"),
            "quit": self.tr("End it and quit"),
            "demo": self.tr("End it and go on"),
        }[order]
        return Matter(
            key=INTERRUPT, tone="warn", what=self._running(), why=f"{ends} {self._kept()}",
            actions=((WAIT, self.tr("Let it finish")), (GO_ON, end)), stays=True,
        )  # fmt: skip

    def _running(self) -> str:
        """What runs, and how long it still takes."""
        if self._page.phase == "sweeping":
            what, timed = self.tr("Settings are being tried."), self.tr("Settings are being tried, {left}.")
        else:
            what, timed = self.tr("A compare is running."), self.tr("A compare is running, {left}.")
        return what if self._told is None else timed.format(left=words.left(self._told.seconds_left))

    def _kept(self) -> str:
        """What stays of it when it ends now."""
        told = self._told
        if told is None or (isinstance(told, CompareProgress) and told.part == "main" and not told.done):
            return self.tr("Nothing has been measured yet.")
        if isinstance(told, SweepProgress):
            return self.tr("What was tried is kept, and the search can go on from there later.")
        if told.part != "main":
            return self.tr("The result is kept; of the part that is measured now, what there is.")
        said = self.tr("{done} of {total} answers are measured and kept.")
        if self._page.progress.goes_on:
            said = self.tr("{done} of {total} answers are measured and kept; the compare can go on from there later.")
        return said.format(done=told.done, total=told.total)

    def _follow(self, event: CompareProgress | SweepProgress) -> None:
        """A question that is open tells what is so now."""
        self._told = event
        if self._wanted is not None and self._order is not None:
            self._notices.reword(self._said(self._order))

    def _forget(self) -> None:
        """It is over: nothing is left to ask."""
        self._told = None
        self._drop()

    def _drop(self) -> None:
        self._wanted = None
        self._notices.clear(INTERRUPT)

    def _acted(self, key: str, action: str) -> None:
        if key != INTERRUPT:
            return
        wanted = self._wanted
        self._drop()
        if action == GO_ON and wanted is not None:
            wanted()
