"""One quiet line below the verdict: what several answers have shown, one thing to do about it, and a way to be rid of
it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from specdesk.language import short
from specdesk.measure.hints import Hint
from specdesk.ui.parts import Button, IconButton, IconLabel, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.shell.announce import announce
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, M, S


class HintRow(QWidget):
    """turn_off(), cooler(float), move_draft(): the button. dismissed(): the cross."""

    turn_off = Signal()
    cooler = Signal(float)
    move_draft = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint: Hint | None = None
        self.words = Text("", "muted", wrap=True)
        self.words.setAccessibleDescription(self.tr("Hint"))
        set_tip(self.words, explained("hint"))
        self.button = Button("", compact=True)
        self.button.clicked.connect(self._act)
        self.cross = IconButton("cross", self.tr("Close this hint; it does not come back in this chat"), compact=True)
        self.cross.clicked.connect(self.dismissed)
        column = QVBoxLayout()
        column.setSpacing(S)
        column.addWidget(self.words)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(self)
        row.setContentsMargins(M, XS, 0, XS)
        row.setSpacing(S)
        row.addWidget(IconLabel("info"), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        row.addWidget(self.cross, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_hint(self, hint: Hint | None, *, can_change: bool, offered: bool) -> None:
        """None hides it. can_change: the set-up that it is about still runs. offered: the verdict above offers to turn
        it off already."""
        before, self.hint = self.hint, hint
        had_focus = self.isAncestorOf(self.window().focusWidget())
        self.setVisible(hint is not None)
        if hint is None:
            if had_focus:
                self.parentWidget().setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.words.setText(hint.words if not offered or hint.answers is None else self._shorter(hint))
        names = {
            "turn-off": self.tr("Turn off"),
            "cooler": self.tr("Set temperature to {value}").format(value=short(hint.temperature or 0.0)),
            "move-draft": self.tr("Move it to the graphics card"),
        }
        self.button.setText("" if hint.action is None else names[hint.action])
        self.button.setVisible(can_change and hint.action is not None and not (offered and hint.action == "turn-off"))
        if before is None or before.kind != hint.kind:
            announce(self, hint.words)

    def _shorter(self, hint: Hint) -> str:
        """Beside a verdict on the last answer that says the rest."""
        words = self.tr("Not this answer alone: {percent} % were used over the last {answers} answers.")
        return words.format(percent=round(100 * hint.number), answers=hint.answers)

    def _act(self) -> None:
        if self.hint is None:
            return
        if self.hint.action == "turn-off":
            self.turn_off.emit()
        elif self.hint.action == "cooler":
            self.cooler.emit(self.hint.temperature or 0.0)
        elif self.hint.action == "move-draft":
            self.move_draft.emit()
