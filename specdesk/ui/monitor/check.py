"""The quick plain check: what is known of the plain speed, the button, its progress, its result."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.service.events import BaselineKnown, CheckDone, CheckProgress
from specdesk.ui.monitor.words import baseline_words, outrun_words, progress_words
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import S


class CheckRow(QWidget):
    """start(), cancel(): the buttons."""

    start = Signal()
    cancel = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Text("", wrap=True)
        self.result = Text("", "small", wrap=True)
        self.result.hide()
        self.button = Button("", compact=True)
        self.button.clicked.connect(self.start)
        self.button.clicked.connect(self.follow)
        self.cancel_button = Button(self.tr("Cancel"), compact=True)
        self.cancel_button.setAccessibleDescription(self.tr("Stops the quick check of the plain speed"))
        self.cancel_button.clicked.connect(self._cancel)
        self.cancel_button.hide()
        self._known: BaselineKnown | None = None
        self._running = False
        self._elsewhere = False
        self._outrun = False
        self._follows = False
        self._in_vain = False
        buttons = WrappingRow()
        buttons.addWidget(self.button)
        buttons.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addWidget(self.words)
        column.addLayout(buttons)
        column.addWidget(self.result)
        self._show()

    @property
    def is_running(self) -> bool:
        """True between the first progress and the end of a check."""
        return self._running

    @property
    def has_something_to_say(self) -> bool:
        """False where all that it could say is said elsewhere."""
        return not self.words.isHidden() or not self.result.isHidden()

    @property
    def refusal(self) -> str:
        """Why the last check found no plain speed; "" where it found one, or none has run."""
        return self.result.text() if self._in_vain and not self._running else ""

    def follow(self) -> None:
        """The check was asked for with a button: the focus goes to Cancel, and back when it ends."""
        self._follows = True

    def set_baseline(self, known: BaselineKnown | None) -> None:
        """What is known of the plain speed. Why a check found none is of no interest any more once there is one."""
        self._known = known
        if self._in_vain and known is not None and known.rate is not None:
            self._in_vain = False
            self.result.hide()
        self._show()

    def set_allowed(self, allowed: bool, about: str, *, elsewhere: bool, outrun: bool = False) -> None:
        """Whether a check may start now. about: what it does, or why it cannot start. outrun: what is known no longer
        holds.

        elsewhere: another place asks for the check already, with a button; that nothing is known, or why, stands there.
        """
        self.button.setEnabled(allowed)
        set_tip(self.button, about)
        self._elsewhere = elsewhere
        self._outrun = outrun
        self._show()

    def progress(self, progress: CheckProgress) -> None:
        """The check goes on."""
        begins = not self._running
        self._running = True
        self.result.hide()
        self._show()
        if begins:
            self.cancel_button.setEnabled(True)
        if begins and self._follows:
            self.cancel_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.words.setText(progress_words(progress))

    def done(self, done: CheckDone) -> None:
        """The check ended; its words stay until the next one."""
        self._running = False
        returns = self.cancel_button.hasFocus() or (self._follows and not self.cancel_button.isEnabled())
        self._follows = False
        # A speed that was found is said by the line above already.
        told = done.rate is not None
        self._in_vain = not told
        self.result.setText(done.note if told else done.words)
        self.result.setVisible(bool(self.result.text()))
        self.button.setEnabled(True)
        self._show()
        if returns:
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancel.emit()

    def _show(self) -> None:
        measured = self._known is not None and self._known.rate is not None
        if not self._running:
            self.words.setText(outrun_words(self._known) if self._outrun else baseline_words(self._known))
        self.words.setVisible(self._running or measured or not self._elsewhere)
        self.button.setText(self.tr("Check again") if measured else self.tr("Quick check"))
        self.button.setVisible(not self._running and not self._elsewhere)
        self.cancel_button.setVisible(self._running)
        if self.refusal:
            self.result.setVisible(not self._elsewhere)
