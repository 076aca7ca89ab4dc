"""Rows for single launch settings: each is bound to one field of a LaunchPlan, names its flag in this build, and is
greyed with the reason where the build lacks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QWidget

from specdesk.engines.dialect_table import field_of
from specdesk.records.plan import LaunchPlan
from specdesk.ui.parts import FieldRow, NumberField, Text, WholeBox
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.choice_box import ChoiceBox, Entry
from specdesk.ui.setup.model_words import SEPARATOR
from specdesk.ui.setup.state import SetupState
from specdesk.ui.theme import S


def grey(row: FieldRow, usable: bool) -> None:
    """Grey a row's label and control; the sentence that says why stays readable."""
    row.label.setEnabled(usable)
    row.control.setEnabled(usable)


UNSET = ""
"""Key of the entry that leaves a setting to the engine."""


def value_in(state: SetupState, field: str) -> object:
    """The field's value in the plan, or in the general settings while there is no plan."""
    plan: LaunchPlan = state.plan or state.settings.plan
    return field_of(plan, field)


class SettingRow(FieldRow):
    """changed(str, object): field and new value, None for the engine's own."""

    changed = Signal(str, object)

    def __init__(self, field: str, label: str, control: QWidget, help_text: str = "") -> None:
        super().__init__(label, control)
        self.field = field
        self._help = help_text

    def show_state(self, state: SetupState, why_not: str = "") -> None:
        """Show the value, and the flag's name or why there is none. why_not: a reason that lies elsewhere."""
        name = state.name_of(self.field)
        why = why_not or name.why
        grey(self, not why)
        self.set_flag(name.flag)
        self.set_help(why or self._help)
        self.put(value_in(state, self.field))

    def put(self, value: object) -> None:
        """Show a value without a signal; each kind of row knows how."""
        self.control.set_value(value)


class NumberSetting(SettingRow):
    """A number; at its minimum the engine's own holds."""

    def __init__(
        self,
        field: str,
        label: str,
        minimum: float,
        maximum: float,
        step: float = 1.0,
        unset: str = "",
        help_text: str = "",
    ) -> None:
        """unset: what stands there when nothing is said; "" where a number is always there."""
        self.number = NumberField(label, minimum, maximum, minimum, step=step, unset=unset)
        super().__init__(field, label, self.number, help_text)
        self.number.changed.connect(self._settled)

    def put(self, value: object) -> None:
        """Show a number; the limit gives way to a larger one."""
        if isinstance(value, int | float):
            self.number.set_range(self.number.box.minimum(), max(self.number.box.maximum(), value))
        self.number.set_value(value)

    def _settled(self) -> None:
        value = self.number.value()
        self.changed.emit(self.field, None if value is None else int(value))


class ChoiceSetting(SettingRow):
    """One of a few words; `entries` may begin with UNSET for the engine's own."""

    def __init__(self, field: str, label: str, entries: Sequence[Entry], help_text: str = "") -> None:
        self.box = ChoiceBox(label)
        super().__init__(field, label, self.box, help_text)
        self._entries = list(entries)
        self.box.chosen.connect(lambda key: self.changed.emit(self.field, self.value_of(key)))

    def value_of(self, key: str) -> object:
        """What the plan takes for an entry's key."""
        return key or None

    def put(self, value: object) -> None:
        """Show a word, also one that is not offered."""
        put_choice(self.box, self._entries, value)


class FittingSetting(ChoiceSetting):
    """Whether the engine makes settings smaller until they fit (`--fit`), and what that can still change here.

    common/fit.cpp touches neither a context nor layers that were given; it measures all the same, which takes time at
    every start (+70 s were seen with a large model).
    """

    ON, OFF = "on", "off"

    def __init__(self) -> None:
        entries = [
            Entry(UNSET, self.tr("engine's own"), self.tr("Nothing is said")),
            Entry(self.ON, self.tr("on"), self.tr("What is left open is made smaller until it fits")),
            Entry(self.OFF, self.tr("off"), self.tr("What is set is loaded as it is, without measuring first")),
        ]
        super().__init__("fit", self.tr("Automatic fitting"), entries)

    def value_of(self, key: str) -> object:
        """True, False, or None for the engine's own."""
        return None if key == UNSET else key == self.ON

    def show_state(self, state: SetupState, why_not: str = "") -> None:
        """Also say when there is nothing left to fit."""
        plan = state.plan
        layers_set = plan is not None and plan.place.layers not in (None, "auto")
        if plan is not None and plan.fit is False:
            self._help = self.tr("The engine loads what is set, and ends with a reason where that has no room.")
        elif plan is not None and layers_set and plan.context:
            self._help = self.tr(
                "Layers and context are set, so the engine's fitting changes neither and only makes the start longer: "
                "off spares that."
            )
        else:
            self._help = self.tr("The engine makes layers and context smaller where they are left open and do not fit.")
        super().show_state(state, why_not)

    def put(self, value: object) -> None:
        """Show yes, no, or the engine's own."""
        super().put(None if value is None else self.ON if value else self.OFF)


def put_choice(box: ChoiceBox, entries: Sequence[Entry], value: object) -> None:
    """Show a value, also one that is not among the entries."""
    key = UNSET if value is None else str(value)
    more = [] if any(entry.key == key for entry in entries) else [Entry(key, key)]
    box.set_entries([*entries, *more], key)


class Check(QWidget):
    """A box to tick whose words break over lines. toggled(bool): the user changed it."""

    toggled = Signal(bool)

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox()
        self.box.setAccessibleName(words)
        self.box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.box.clicked.connect(self.toggled)
        self.setFocusProxy(self.box)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S)
        row.addWidget(self.box, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(Text(words, wrap=True), 1)

    def set_checked(self, checked: bool) -> None:
        """Tick or untick without a signal."""
        self.box.setChecked(checked)

    def is_checked(self) -> bool:
        """Whether it is ticked."""
        return self.box.isChecked()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The words are part of the box."""
        if self.isEnabled() and self.rect().contains(event.position().toPoint()):
            self.box.click()


class LayersBox(WholeBox):
    """Layers on the GPU: a number, all, or whatever the engine decides. changed(object): int, "all" or None."""

    changed = Signal(object)
    OWN, ALL = -2, -1

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setRange(self.OWN, 999)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(lambda number: self.changed.emit(self._meaning(number)))

    def set_value(self, layers: int | str | None) -> None:
        """Show without a signal; "auto" is the engine's own decision too."""
        number = {"all": self.ALL, "auto": self.OWN, None: self.OWN}.get(layers, layers)
        if number != self.value():  # the same again would undo what is being typed
            with QSignalBlocker(self):
                self.setValue(number)

    def layers(self) -> int | str | None:
        """The value as a plan has it."""
        return self._meaning(self.value())

    def _meaning(self, number: int) -> int | str | None:
        return {self.OWN: None, self.ALL: "all"}.get(number, number)

    def number(self, text: str) -> float | None:
        """What stands for the words cannot be typed as a number."""
        return None if text.startswith(("-", "\u2212")) else super().number(text)

    def words(self) -> Mapping[str, float]:
        """Two numbers have words."""
        return {self.tr("auto"): self.OWN, self.tr("all"): self.ALL}

    def textFromValue(self, number: float) -> str:
        return {value: words for words, value in self.words().items()}.get(number) or super().textFromValue(number)


class PairRow(FieldRow):
    """Two settings of one model side by side, under one label; each greys alone."""

    def __init__(self, label: str, first: QWidget, second: QWidget, fields: tuple[str, str]) -> None:
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S)
        row.addWidget(first, 1)
        row.addWidget(second, 1)
        both.setFocusProxy(first)
        super().__init__(label, both)
        self._parts = tuple(zip((first, second), fields, strict=True))

    def show_names(self, state: SetupState, why_not: str = "", help_text: str = "") -> None:
        """Flags and reasons of both."""
        reasons, flags = [], []
        for control, field in self._parts:
            name = state.name_of(field)
            why = why_not or name.why
            control.setEnabled(not why)
            set_tip(control, why)
            if why and why not in reasons:
                reasons.append(why)
            flags.append(name.flag)
        self.label.setEnabled(not why_not)
        self.set_flag(SEPARATOR.join(flag for flag in flags if flag))
        words = " ".join(reasons) or help_text
        self.set_help(words)
        for control, _ in self._parts:
            control.setAccessibleDescription(words)
