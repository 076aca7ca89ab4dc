"""What else may be measured: against another set-up, at the user's own temperature, with several people at once, with
no guess taken."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QSizePolicy, QVBoxLayout, QWidget

from specdesk.language import number
from specdesk.measure.crowd import USERS
from specdesk.profiles import SavedProfile
from specdesk.ui.parts import Button, DropDown, FieldRow, Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import S

LEAST = 160
"""Pixels of the list of profiles that stay where the page is narrow."""


class MoreChoices(QWidget):
    """changed(): something else is chosen."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._profiles: tuple[SavedProfile, ...] = ()
        self._temperature = 0.0
        self._plain = False
        self._why_no_control = ""
        self._make()
        self._lay_out()
        self.set_temperature(0.0)
        self.set_control("")
        self.set_profiles(())

    def _make(self) -> None:
        self.button = Button(self.tr("More options"), "quiet", icon_name="chevron", compact=True)
        set_look(self.button, flush=True)
        self.button.setCheckable(True)
        self.button.toggled.connect(lambda shown: self.inside.setVisible(shown))
        self.against = DropDown()
        self.against.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.against.setMinimumWidth(LEAST)
        self.against.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.against.addItem(self.tr("The same without guessing"))
        self.against.activated.connect(lambda _place: self.changed.emit())
        self.against_row = FieldRow(
            self.tr("Compare with"), self.against, help_text=self.tr("Or with a set-up that was saved as a profile.")
        )
        self.warmer = QCheckBox()
        most = USERS[-1]
        self.crowd = QCheckBox(self.tr("Several people at once, too (up to {most})").format(most=most))
        set_tip(
            self.crowd,
            self.tr("Finds from how many people on guessing costs speed. Needs more memory and some minutes more."),
        )
        self.exact_cost = QCheckBox(self.tr("Measure the cost of a guess exactly, too"))
        set_tip(
            self.exact_cost,
            self.tr(
                "A compare stops when its answer is certain. With this it goes on, within its minutes, until the cost"
                " of a guess is known to 5 %, and then tries a second draft length for a minute, so that other draft"
                " lengths can be foretold better."
            ),
        )
        self.control = QCheckBox(self.tr("Check with no guess taken, too"))
        set_tip(
            self.control,
            self.tr(
                "The draft guesses and the model checks as ever, but no guess is used. That tells the cost of a guess "
                "in a second way, and whether words that differ come of rounding or of guessing. A minute more."
            ),
        )
        self.no_control = Text("", "small", wrap=True)
        for box in (self.warmer, self.crowd, self.exact_cost, self.control):
            box.toggled.connect(lambda _on: self.changed.emit())
        self.against.activated.connect(lambda _place: self._show_control())

    def _lay_out(self) -> None:
        self.inside = QWidget()
        inner = QVBoxLayout(self.inside)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(S)
        for widget in (
            self.against_row, self.warmer, self.crowd, self.exact_cost, self.control, self.no_control,
        ):  # fmt: skip
            inner.addWidget(widget)
        self.inside.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.inside)

    def set_profiles(self, profiles: Sequence[SavedProfile]) -> None:
        """All saved ones that can be used; what is chosen stays chosen where it is still there."""
        chosen = self.profile()
        self._profiles = tuple(profile for profile in profiles if profile.plan is not None)
        while self.against.count() > 1:
            self.against.removeItem(1)
        for profile in self._profiles:
            self.against.addItem(profile.name)
            self.against.setItemData(self.against.count() - 1, profile.path, Qt.ItemDataRole.ToolTipRole)
        places = [
            place for place, one in enumerate(self._profiles, 1) if chosen is not None and one.path == chosen.path
        ]
        self.against.setCurrentIndex(places[0] if places else 0)
        self.against_row.setVisible(bool(self._profiles))
        self._open_for_choice()
        self._show_control()
        self.changed.emit()

    @property
    def has_profiles(self) -> bool:
        """There is a set-up to choose."""
        return bool(self._profiles)

    def set_plain(self, plain: bool) -> None:
        """plain: what would be measured guesses nothing, so that only a profile can stand against it."""
        self._plain = plain
        usual = self.tr("The same without guessing")
        self.against.setItemText(0, self.tr("Choose a profile …") if plain else usual)
        self._open_for_choice()

    def _open_for_choice(self) -> None:
        """Where there is nothing else to choose, the list is in sight."""
        if self._plain and self._profiles:
            self.button.setChecked(True)

    def profile(self) -> SavedProfile | None:
        """The one to compare with; None = the same without guessing."""
        place = self.against.currentIndex()
        return self._profiles[place - 1] if place > 0 else None

    def set_temperature(self, temperature: float) -> None:
        """Of the chat: a second part may be measured at it."""
        self._temperature = temperature
        self.warmer.setText(self.tr("At the chat's temperature, too ({value})").format(value=number(temperature, 1)))
        set_tip(
            self.warmer,
            self.tr("The first part always takes the likeliest word. A warmer choice of words usually gains less."),
        )
        self.warmer.setVisible(temperature > 0)

    def set_control(self, why_not: str) -> None:
        """why_not: why nothing can be measured with no guess taken, "" = it can."""
        self._why_no_control = why_not
        self._show_control()

    def _show_control(self) -> None:
        against = self.profile() is not None
        reason = self._why_no_control
        if against:
            reason = self.tr(
                "The exact cost of a guess, and checking with no guess taken, go only with the same set-up without"
                " guessing."
            )
        self.exact_cost.setEnabled(not against)
        self.control.setEnabled(not reason)
        self.no_control.setText(reason)
        self.no_control.setVisible(bool(reason))

    def exact_costs(self) -> bool:
        """Go on for the cost of a guess, too."""
        return self.exact_cost.isChecked() and self.exact_cost.isEnabled()

    def controls(self) -> bool:
        """Check with no guess taken, too."""
        return self.control.isChecked() and self.control.isEnabled()

    def temperature(self) -> float | None:
        """Of the second part; None = it is not wanted."""
        return self._temperature if self.warmer.isChecked() and self._temperature > 0 else None
