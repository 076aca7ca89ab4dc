"""Settings: a labelled row that names its flag, and a number with a slider."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QVBoxLayout, QWidget

from specdesk.ui.parts.labels import ElidedLabel, Text
from specdesk.ui.parts.number_boxes import DecimalBox, WholeBox
from specdesk.ui.theme import XS, M, S


class FieldRow(QWidget):
    """Label and flag name on one line, the control below, then help. The label is the control's accessible name."""

    def __init__(
        self, label: str, control: QWidget, flag: str = "", help_text: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.control = control
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.label = QLabel(label)
        self.label.setBuddy(control)
        self.flag = ElidedLabel(flag, "mono")
        self.flag.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.flag.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.help = Text(help_text, "small", wrap=True)
        if not control.accessibleName():
            control.setAccessibleName(label.replace("&", ""))
        top = QHBoxLayout()
        top.setSpacing(S)
        top.addWidget(self.label)
        top.addWidget(self.flag, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(XS)
        column.addLayout(top)
        column.addWidget(control)
        column.addWidget(self.help)
        self.set_flag(flag)
        self.set_help(help_text)

    def hide_label(self) -> None:
        """Where something else names the control to the eye; to screen readers its name stays."""
        self.label.hide()
        self.flag.hide()

    def set_flag(self, flag: str) -> None:
        """Name of the setting's flag in the chosen build; "" where it has none."""
        self.flag.setText(flag)

    def set_help(self, text: str) -> None:
        """The sentence below the control; "" hides it. It is the control's accessible description as well."""
        self.help.setText(text)
        self.help.setVisible(bool(text))
        self.control.setAccessibleDescription(text)


class NumberField(QWidget):
    """A number that can be typed, stepped, or (with `slider`) dragged. `decimals` 0 makes it whole.

    changed(float): the user settled on a new value. `unset` is the text shown at the minimum where that means "engine's
    own": then `value()` is None there.
    """

    changed = Signal(float)

    def __init__(
        self,
        name: str,
        minimum: float,
        maximum: float,
        value: float,
        step: float = 1.0,
        decimals: int = 0,
        slider: bool = False,
        suffix: str = "",
        unset: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._factor = 10**decimals
        self._unset = bool(unset)
        self.box: WholeBox | DecimalBox = DecimalBox() if decimals else WholeBox()
        if isinstance(self.box, DecimalBox):
            self.box.setDecimals(decimals)
        self.box.setKeyboardTracking(False)
        self.box.setGroupSeparatorShown(True)
        self.box.setSuffix(suffix)
        self.box.setSpecialValueText(unset)
        self._set_range(minimum, maximum)
        self.box.setSingleStep(self._typed(step))
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.box.setAccessibleName(name)
        self.setFocusProxy(self.box)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(M)
        self.slider: QSlider | None = None
        if slider:
            self.slider = QSlider(Qt.Orientation.Horizontal)
            self.slider.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # the number beside it is the one stop for keys
            self.slider.setRange(round(minimum * self._factor), round(maximum * self._factor))
            self.slider.setSingleStep(round(step * self._factor))
            self.slider.setPageStep(round(step * self._factor) * 4)
            self.slider.setAccessibleName(name)
            self.slider.valueChanged.connect(self._slid)
            row.addWidget(self.slider, 1)
            row.addWidget(self.box)
        else:
            row.addWidget(self.box, 1)
        self.set_value(value)
        self.box.valueChanged.connect(self._typed_in)

    def value(self) -> float | None:
        """The number, or None where the field stands at "engine's own"."""
        if self._unset and self.box.value() == self.box.minimum():
            return None
        return self.box.value()

    def set_value(self, value: float | None) -> None:
        """Show a number without a signal; None is "engine's own"."""
        number = self._typed(self.box.minimum() if value is None else value)
        if number != self.box.value():  # the same again would undo what is being typed
            with QSignalBlocker(self.box):
                self.box.setValue(number)
        self._move_slider()

    def setAccessibleName(self, name: str) -> None:
        """Name the parts that can have the focus."""
        super().setAccessibleName(name)
        self.box.setAccessibleName(name)
        if self.slider is not None:
            self.slider.setAccessibleName(name)

    def setAccessibleDescription(self, text: str) -> None:
        """Describe the part that can be typed into."""
        super().setAccessibleDescription(text)
        self.box.setAccessibleDescription(text)

    def set_range(self, minimum: float, maximum: float) -> None:
        """New limits; the value is moved inside them without a signal."""
        with QSignalBlocker(self.box):
            self._set_range(minimum, maximum)
        if self.slider is not None:
            with QSignalBlocker(self.slider):
                self.slider.setRange(round(minimum * self._factor), round(maximum * self._factor))
        self._move_slider()

    def _set_range(self, minimum: float, maximum: float) -> None:
        wanted = (self._typed(minimum), self._typed(maximum))
        if wanted != (self.box.minimum(), self.box.maximum()):
            self.box.setRange(*wanted)

    def _typed(self, number: float) -> float | int:
        return round(number) if isinstance(self.box, WholeBox) else float(number)

    def _slid(self, position: int) -> None:
        self.box.setValue(self._typed(position / self._factor))

    def _typed_in(self) -> None:
        self._move_slider()
        self.changed.emit(float(self.box.value()))

    def _move_slider(self) -> None:
        if self.slider is not None:
            with QSignalBlocker(self.slider):
                self.slider.setValue(round(self.box.value() * self._factor))
