"""A sweep: several settings tried, the best one proposed. While it runs and when it is over."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from specdesk.measure.steps import steadied
from specdesk.service.events import SweepProgress
from specdesk.service.sweep_result import SweepResult
from specdesk.service.sweep_run import MINUTES
from specdesk.ui.compare import sweep_words, words
from specdesk.ui.compare.sign import VerdictSign
from specdesk.ui.compare.whiskers import Whiskers
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, Card, Text
from specdesk.ui.parts.motion import ProgressBar
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, M, S

WHOLE = 1000
"""Steps of the bar."""


class SweepView(QWidget):
    """cancel(): stop and keep. apply(object): take this SweepResult's best. open(int): the compare behind it.

    off(): without speculation. back(): to the question.
    """

    cancel = Signal()
    apply = Signal(object)
    open = Signal(int)
    off = Signal()
    back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.result: SweepResult | None = None
        self.has_begun = False
        self._whole_s = self._left_s = 60.0 * MINUTES
        self._make()
        self._lay_out()

    def _make(self) -> None:
        self.sign = VerdictSign()
        self.headline = Text("", "headline", wrap=True)
        self.basis = Text("", "muted", wrap=True)
        self.step, self.left = Text("", wrap=True), Text("", "muted")
        self.bar = ProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Trying settings"))
        self.rows = Whiskers()
        self.rows.setAccessibleName(self.tr("Speed-up by setting"))
        self.nothing = Text(self.tr("Each setting answers a few questions; the slow ones are given up early."), "muted",
                            wrap=True)  # fmt: skip
        self.failed = Text("", "muted", wrap=True)
        self.explained = Text("", "small", wrap=True)
        self.notes = Text("", "muted", wrap=True)
        for part, term in (
            (self.headline, "ratio"), (self.basis, "set-up"), (self.step, "time left"), (self.left, "time left"),
        ):  # fmt: skip
            set_tip(part, explained(term))
        self.cancel_button = Button(self.tr("Cancel"), icon_name="stop")
        set_tip(self.cancel_button, self.tr("What was measured is kept"))
        self.cancel_button.clicked.connect(self._cancel)
        self.kept = Text(self.tr("Cancelling keeps what was measured."), "small", wrap=True)
        self.apply_button = Button(self.tr("Apply best"), "primary")
        set_tip(self.apply_button, self.tr("Uses this setting from now on, and saves it as a profile"))
        self.apply_button.clicked.connect(lambda: self.apply.emit(self.result))
        self.off_button = Button(self.tr("Turn off"), "primary")
        self.off_button.clicked.connect(self.off)
        self.open_button = Button(self.tr("Show the measurement"))
        self.open_button.clicked.connect(self._open)
        self.back_button = Button(self.tr("Back"))
        self.back_button.clicked.connect(self.back)

    def _lay_out(self) -> None:
        said = QVBoxLayout()
        said.setSpacing(XS)
        said.addWidget(self.headline)
        said.addWidget(self.basis)
        top = QHBoxLayout()
        top.setSpacing(M)
        top.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(said, 1)
        now = QHBoxLayout()
        now.setSpacing(M)
        now.addWidget(self.step, 1)
        now.addWidget(self.left)
        found = Card(self.tr("Against no guessing"))
        set_tip(found, explained("setting"))
        for widget in (self.nothing, self.rows, self.explained, self.failed, self.notes):
            found.body.addWidget(widget)
        buttons = QWidget()
        row = WrappingRow(buttons, spacing=S)
        stop = QHBoxLayout()
        stop.setSpacing(M)
        stop.addWidget(self.cancel_button)
        stop.addWidget(self.kept, 1)
        for button in (self.apply_button, self.off_button, self.open_button, self.back_button):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        column.addLayout(top)
        column.addLayout(now)
        column.addWidget(self.bar)
        column.addLayout(stop)  # above all that comes and goes, or it would move while somebody aims at it
        column.addWidget(found)
        column.addWidget(buttons)

    # ---- what it is told ----

    def begin(self, pair: str, expected_s: float = 60.0 * MINUTES) -> None:
        """A sweep was asked for. expected_s: how long it should take, as it was said before."""
        self.result, self.has_begun = None, False
        self._whole_s = self._left_s = expected_s
        self.headline.setText(self.tr("Trying settings …"))
        self.basis.setText(pair)
        self.step.setText(self.tr("Getting ready …"))
        self.left.setText(words.left(expected_s))
        self.bar.setRange(0, 0)
        self.cancel_button.setEnabled(True)
        self._show_rows(None)
        self._show_buttons(running=True)

    def show_progress(self, progress: SweepProgress) -> None:
        """It goes on."""
        self.has_begun = True
        if self.cancel_button.isEnabled():
            self.step.setText(progress.words)
        self._left_s = steadied(self._left_s, progress.seconds_left)
        self.left.setText(words.left(self._left_s))
        self.bar.setRange(0, WHOLE)
        self._whole_s = max(self._whole_s, self._left_s)
        done = 1.0 - self._left_s / self._whole_s
        self.bar.setValue(round(WHOLE * min(max(done, 0.0), 1.0)))
        self._show_rows(progress.result)

    def done(self, result: SweepResult) -> None:
        """It is over."""
        self.result = result
        sign, tone = sweep_words.sign(result)
        self.sign.say(sign, tone)
        self.headline.setText(sweep_words.headline(result))
        self.basis.setText(sweep_words.basis(result))
        self._show_rows(result)
        self._show_buttons(running=False)

    def focus_first(self) -> None:
        """Put the focus on what is proposed."""
        buttons = (self.cancel_button, self.apply_button, self.off_button, self.open_button, self.back_button)
        next(one for one in buttons if not one.isHidden()).setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- how it is done ----

    def _show_rows(self, result: SweepResult | None) -> None:
        rows = () if result is None else sweep_words.rows_of(result)
        self.nothing.setVisible(not rows)
        self.rows.setVisible(bool(rows))
        self.rows.set_rows(rows, "\n".join(words.whisker_words(row) for row in rows))
        for label, text in (
            (self.failed, "" if result is None else sweep_words.failed_words(result)),
            (self.explained, "" if result is None else sweep_words.explained(result)),
            (self.notes, "" if result is None else " ".join(result.notes)),
        ):
            label.setText(text)
            label.setVisible(bool(text))

    def _show_buttons(self, *, running: bool) -> None:
        result = self.result
        for widget in (self.step, self.left, self.bar, self.cancel_button, self.kept):
            widget.setVisible(running)
        self.sign.setVisible(not running)
        self.apply_button.setVisible(result is not None and result.action == "apply")
        self.off_button.setVisible(result is not None and result.action == "off")
        self.open_button.setVisible(result is not None and result.stored is not None and bool(result.stored.id))
        self.open_button.set_kind("primary" if result is not None and result.choice == "open" else "outline")
        self.back_button.setVisible(not running)

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.step.setText(self.tr("Stopping; what was measured is kept …"))
        self.cancel.emit()

    def _open(self) -> None:
        if self.result is not None and self.result.stored is not None:
            self.open.emit(self.result.stored.id)
