"""A search for the best setting that was broken off: go on with it, look at it, or forget it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.service.sweep_store import UnfinishedSweep
from specdesk.ui.compare import words
from specdesk.ui.compare.names import ModelNames
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import S


class UnfinishedView(QWidget):
    """go_on(int), open(int), forget(int): this sweep. Hidden while there is none."""

    go_on = Signal(int)
    open = Signal(int)
    forget = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sweep: UnfinishedSweep | None = None
        self.words = Text("", wrap=True)
        self.go_on_button = Button(self.tr("Go on"), compact=True)
        set_tip(self.go_on_button, self.tr("What was measured is not measured again"))
        self.open_button = Button(self.tr("Show what it found"), compact=True)
        self.forget_button = Button(self.tr("Forget it"), "quiet", compact=True)
        buttons = QWidget()
        row = WrappingRow(buttons, spacing=S)
        for button, signal in (
            (self.go_on_button, self.go_on), (self.open_button, self.open), (self.forget_button, self.forget),
        ):  # fmt: skip
            row.addWidget(button)
            button.clicked.connect(lambda _checked=False, signal=signal: self._ask(signal))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addWidget(self.words)
        column.addWidget(buttons)
        self.hide()

    def show_sweep(self, sweep: UnfinishedSweep | None, models: ModelNames) -> None:
        """None hides it. models: their names."""
        self._sweep = sweep
        self.setVisible(sweep is not None)
        if sweep is None:
            return
        one = self.tr("A search for the best setting of {pair} ({when}) was broken off after 1 answer.")
        many = self.tr("A search for the best setting of {pair} ({when}) was broken off after {count} answers.")
        said = (one if sweep.replies == 1 else many).format(
            pair=models.pair(sweep.plan), when=words.when(sweep.made), count=sweep.replies
        )
        self.words.setText(said)

    def _ask(self, signal: Signal) -> None:
        if self._sweep is not None:
            signal.emit(self._sweep.id)  # type: ignore[attr-defined]
