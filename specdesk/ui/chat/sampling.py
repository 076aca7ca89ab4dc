"""How the next word is drawn, beyond the temperature: a small popup beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from specdesk.records.plan import Sampling
from specdesk.ui.parts import Button, NumberField, Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import L, M, S, current


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of one number. lowest: what the engine takes; one step below it stands for the engine's own value."""

    lowest: float
    highest: float
    step: float
    decimals: int = 0


BOUNDS: Mapping[str, Bounds] = {
    "top_k": Bounds(0, 1000, 1),
    "top_p": Bounds(0.0, 1.0, 0.05, 2),
    "min_p": Bounds(0.0, 1.0, 0.01, 2),
    "repeat_penalty": Bounds(0.5, 2.0, 0.05, 2),
    "seed": Bounds(0, 2**31 - 1, 1),
}
"""Fields of Sampling, in the order of the popup."""


class SamplingPopup(QFrame):
    """changed(str, object): a field of Sampling and its number, None for the model's own. reset(): all of them."""

    changed = Signal(str, object)
    reset = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        set_look(self, surface="card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Sampling"))
        self.fields: dict[str, NumberField] = {}
        rows = QGridLayout()
        rows.setHorizontalSpacing(L)
        rows.setVerticalSpacing(S)
        for place, (field, (label, help_text)) in enumerate(self._words().items()):
            self._add(rows, place, field, label, help_text)
        self.back = Button(self.tr("Back to the model's own"), "quiet", compact=True)
        set_look(self.back, flush=True)
        set_tip(self.back, self.tr("What the model file recommends, else the engine's own; the temperature too"))
        self.back.clicked.connect(self.reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, M, M, M)
        column.setSpacing(M)
        column.addWidget(Text(self.tr("Sampling"), "section"))
        column.addLayout(rows)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)

    def set_values(self, shown: Sampling, chosen: Sampling) -> None:
        """shown: what is sent with the next question. chosen: what of it the user chose."""
        for field, number in self.fields.items():
            number.set_value(getattr(shown, field))
        self.back.setEnabled(chosen != Sampling())

    def open_at(self, button: QWidget) -> None:
        """Open above a button, inside the screen."""
        self.adjustSize()
        size, room = self.sizeHint(), button.screen().availableGeometry()
        corner = button.mapToGlobal(QPoint(0, -size.height() - 4))
        left = min(max(corner.x(), room.left() + 8), room.right() - size.width() - 8)
        top = corner.y() if corner.y() >= room.top() + 8 else button.mapToGlobal(QPoint(0, button.height() + 4)).y()
        self.setGeometry(QRect(QPoint(left, top), size))
        self.show()
        next(iter(self.fields.values())).setFocus(Qt.FocusReason.PopupFocusReason)

    def _words(self) -> dict[str, tuple[str, str]]:
        return {
            "top_k": (self.tr("Top-k"), self.tr("Only the k likeliest words are considered; 0 considers all.")),
            "top_p": (
                self.tr("Top-p"),
                self.tr("Only the likeliest words that together have this probability; 1 considers all."),
            ),
            "min_p": (
                self.tr("Min-p"),
                self.tr("Only words at least so likely, compared with the likeliest one; 0 considers all."),
            ),
            "repeat_penalty": (
                self.tr("Repeat penalty"),
                self.tr("Above 1, words that were just used become less likely; 1 changes nothing."),
            ),
            "seed": (self.tr("Seed"), self.tr("The same seed gives the same answer again, as far as the engine can.")),
        }

    def _add(self, rows: QGridLayout, place: int, field: str, label: str, help_text: str) -> None:
        bounds = BOUNDS[field]
        unset = self.tr("random") if field == "seed" else self.tr("engine's own")
        number = NumberField(
            label, bounds.lowest - bounds.step, bounds.highest, bounds.lowest - bounds.step, bounds.step,
            bounds.decimals, unset=unset,
        )  # fmt: skip
        if field == "seed":
            number.box.setGroupSeparatorShown(False)
        number.box.setMinimumWidth(current().body_px * 11)
        set_tip(number, help_text)
        number.setAccessibleDescription(help_text)
        number.changed.connect(lambda value, field=field: self.changed.emit(field, self._meant(field, value)))
        self.fields[field] = number
        words = Text(label)
        set_tip(words, help_text)
        words.setBuddy(number.box)
        rows.addWidget(words, place, 0)
        rows.addWidget(number, place, 1)

    def _meant(self, field: str, value: float) -> float | int | None:
        """The number that was chosen; None for one below what the engine takes."""
        bounds = BOUNDS[field]
        if value < bounds.lowest:
            return None
        return round(value, bounds.decimals) if bounds.decimals else round(value)
