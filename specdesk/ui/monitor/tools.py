"""The row above the plots: stretch of time, pause, whole range, and the menu."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from specdesk.ui.monitor.curves import Range
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import IconButton, SegmentedControl


class PlotTools(QWidget):
    """range_chosen(), paused(), reset_zoom(): the user pressed something; the rest are the menu's actions."""

    range_chosen = Signal()
    paused = Signal()
    reset_zoom = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ranges = SegmentedControl(
            self.tr("Stretch of time in the plots"),
            [("reply", self.tr("Reply")), ("minute", self.tr("1 min")), ("ten-minutes", self.tr("10 min"))],
        )
        self.ranges.chosen.connect(self.range_chosen)
        self.pause_button = IconButton("pause", self.tr("Pause the plots"), compact=True)
        self.pause_button.setCheckable(True)
        self.pause_button.toggled.connect(self._toggled)
        self.zoom_button = IconButton("whole-range", self.tr("Show the whole range again"), compact=True)
        self.zoom_button.clicked.connect(self.reset_zoom)
        self.zoom_button.hide()
        self.menu_button = IconButton("more", self.tr("More: table, picture, numbers"), compact=True)
        self.menu = QMenu(self)
        self.table_action = self._action(self.tr("Show the numbers as a table"))
        self.picture_action = self._action(self.tr("Save the plots as a picture…"))
        self.numbers_action = self._action(self.tr("Save the numbers as CSV…"))
        self.menu_button.clicked.connect(self._open_menu)
        buttons = QWidget()
        side = QHBoxLayout(buttons)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        for button in (self.zoom_button, self.pause_button, self.menu_button):
            side.addWidget(button)
        row = WrappingRow(self, last_right=True)
        row.addWidget(self.ranges)
        row.addWidget(buttons)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _action(self, words: str) -> QAction:
        action = QAction(words, self)
        self.menu.addAction(action)
        return action

    @property
    def range(self) -> Range:
        """The stretch of time that is chosen."""
        return self.ranges.value()

    @property
    def is_paused(self) -> bool:
        """True while the plots stand still."""
        return self.pause_button.isChecked()

    def set_zoomed(self, zoomed: bool) -> None:
        """Whether the user looks at another stretch of time than the chosen one."""
        self.zoom_button.setVisible(zoomed)

    def set_has_numbers(self, numbers: bool, plots: bool) -> None:
        """Whether there are numbers to save or list, and plots to save."""
        self.table_action.setEnabled(numbers)
        self.numbers_action.setEnabled(numbers)
        self.picture_action.setEnabled(plots)

    def _toggled(self, paused: bool) -> None:
        self.pause_button.set_icon_name("play" if paused else "pause")
        self.pause_button.set_name(self.tr("Go on") if paused else self.tr("Pause the plots"))
        self.paused.emit()

    def _open_menu(self) -> None:
        corner = QPoint(self.menu_button.width(), self.menu_button.height() + 4)
        self.menu.popup(self.menu_button.mapToGlobal(corner) - QPoint(self.menu.sizeHint().width(), 0))
