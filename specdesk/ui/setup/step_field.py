"""A number of tokens: a slider that goes over round steps, and a field that takes any number."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QWidget

from specdesk.ui.parts import NumberField
from specdesk.ui.theme import M

SMALLEST = 512
BEYOND = 1_048_576


def context_steps(maximum: int | None) -> tuple[int, ...]:
    """Sensible contexts up to a model's own: powers of two and the halves between them from 8k on, then its maximum."""
    top = maximum or BEYOND
    steps = [tokens for tokens in (SMALLEST, 1024, 2048, 4096, 8192) if tokens < top]
    tokens = 8192
    while tokens < top:
        steps += [step for step in (tokens * 3 // 2, tokens * 2) if step < top]
        tokens *= 2
    return (*steps, top)


class StepField(QWidget):
    """changed(int): the user settled on a number of tokens."""

    changed = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[int, ...] = context_steps(None)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # the number beside it is the one stop for keys
        self.slider.setAccessibleName(name)
        self.slider.setPageStep(2)
        self.slider.valueChanged.connect(self._slid)
        self.number = NumberField(name, SMALLEST, BEYOND, 8192, step=1024)
        self.number.changed.connect(self._typed)
        self.number.box.setMinimumWidth(self.number.box.sizeHint().width())
        self.setFocusProxy(self.number)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(M)
        row.addWidget(self.slider, 1)
        row.addWidget(self.number)
        self.set_maximum(None)

    def value(self) -> int:
        """Tokens."""
        return int(self.number.value() or 0)

    def set_maximum(self, tokens: int | None) -> None:
        """The model's own maximum, where the slider ends; None when unknown. Larger numbers can still be typed."""
        self._steps = context_steps(tokens)
        self.number.set_range(min(SMALLEST, self._steps[-1]), max(BEYOND, self._steps[-1]))
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, len(self._steps) - 1)
        self._move_slider()

    def set_value(self, tokens: int) -> None:
        """Show a number without a signal."""
        self.number.set_value(tokens)
        self._move_slider()

    def setAccessibleDescription(self, text: str) -> None:
        """Describe the field; the slider says the same number in steps."""
        super().setAccessibleDescription(text)
        self.number.setAccessibleDescription(text)
        self.slider.setAccessibleDescription(text)

    def _slid(self, place: int) -> None:
        self.number.set_value(self._steps[place])
        self.changed.emit(self._steps[place])

    def _typed(self, tokens: float) -> None:
        self._move_slider()
        self.changed.emit(int(tokens))

    def _move_slider(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(min(bisect_left(self._steps, self.value()), len(self._steps) - 1))
