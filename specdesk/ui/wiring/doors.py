"""From the user's own set-up into the demo and back, in the window that is open: a second start asked for the other."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from specdesk.ui.shell.notices import Matter, Notices

DOOR = "demo-door"
OPEN, LEAVE = "open", "leave"


class DemoDoors(QObject):
    """opened(str): show the demo with this practice model. left(): show the user's own set-up."""

    opened = Signal(str)
    left = Signal()

    def __init__(self, notices: Notices) -> None:
        super().__init__(notices)
        self._notices = notices
        self._model = ""
        notices.acted.connect(self._acted)

    def offer_demo(self, model: str) -> None:
        """The demo was asked for while this window shows the user's own set-up. model: path of the practice model."""
        self._model = model
        self._say(
            self.tr("The demo can be shown in this window."),
            self.tr(
                "It stops a running server and brings a practice model with settings of its own; your set-up comes "
                "back afterwards."
            ),
            (OPEN, self.tr("Open the demo")),
        )

    def offer_own(self) -> None:
        """The program was asked for while this window shows the demo."""
        self._say(
            self.tr("This window shows the demo."),
            self.tr("Your own set-up comes back as it was; a running server of the demo is stopped."),
            (LEAVE, self.tr("Leave the demo")),
        )

    def announcement(self, *, opens: bool) -> str:
        """That it is about to come: the demo, or else the user's own set-up."""
        return self.tr("The demo is about to open.") if opens else self.tr("Your own set-up is about to come back.")

    def _say(self, what: str, why: str, action: tuple[str, str]) -> None:
        self._notices.say(Matter(key=DOOR, what=what, why=why, tone="accent", actions=(action,)))

    def _acted(self, key: str, action: str) -> None:
        if key != DOOR:
            return
        self._notices.clear(DOOR)
        if action == OPEN:
            self.opened.emit(self._model)
        else:
            self.left.emit()
