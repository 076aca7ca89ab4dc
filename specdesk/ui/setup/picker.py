"""The searchable list that opens below a model button: every file, with its size, what it is, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.picker_items import PickerItem
from specdesk.ui.setup.picker_rows import ITEM, ItemDelegate
from specdesk.ui.theme import S, current


class Picker(QFrame):
    """A popup. picked(str): key of the chosen item. action(str): key of a button below the list."""

    picked = Signal(str)
    action = Signal(str)

    def __init__(self, name: str, actions: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """name: what is chosen. actions: (key, words) of the buttons below."""
        super().__init__(parent, Qt.WindowType.Popup)
        set_look(self, surface="card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(name)
        self._items: list[PickerItem] = []
        self._current = ""
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search in the list"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.search.installEventFilter(self)
        self.heading = Text("", "muted", wrap=True)
        self.list = QListView()
        set_look(self.list, bare=True)
        self.list.setModel(QStandardItemModel(self))
        self.list.setItemDelegate(ItemDelegate(self.list))
        self.list.setAccessibleName(name)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMouseTracking(True)
        self.list.clicked.connect(self._pick)
        self.list.activated.connect(self._pick)
        column = QVBoxLayout(self)
        column.setContentsMargins(S, S, S, S)
        column.setSpacing(S)
        column.addWidget(self.search)
        column.addWidget(self.heading)
        self.nothing = Text(self.tr("No file matches. Search for something else."), "muted", wrap=True)
        self.nothing.hide()
        column.addWidget(self.nothing)
        column.addWidget(self.list, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(S)
        self.buttons: dict[str, Button] = {}
        for key, words in actions:
            button = Button(words, "quiet", compact=True)
            button.clicked.connect(lambda _checked=False, key=key: self._act(key))
            self.buttons[key] = button
            buttons.addWidget(button)
        buttons.addStretch(1)
        column.addLayout(buttons)

    def set_items(self, items: Sequence[PickerItem], current_key: str, heading: str = "") -> None:
        """What the list offers. heading: a sentence above it, "" for none."""
        self._items = list(items)
        self._current = current_key
        self.heading.setText(heading)
        self.heading.setVisible(bool(heading))
        self._filter()

    def items(self) -> list[PickerItem]:
        """What the list shows now, top to bottom."""
        model = self.list.model()
        return [model.index(row, 0).data(ITEM) for row in range(model.rowCount())]

    def open_below(self, button: QWidget) -> None:
        """Show the list at a button, as large as the screen allows."""
        body = current().body_px
        room = button.screen().availableGeometry()
        width = min(max(button.width(), body * 34), room.width() - 16)
        height = min(body * 38, room.height() - 16)
        corner = button.mapToGlobal(QPoint(0, button.height() + 4))
        left = min(max(corner.x(), room.left() + 8), room.right() - width - 8)
        top = min(max(corner.y(), room.top() + 8), room.bottom() - height - 8)
        self.setGeometry(QRect(left, top, width, height))
        self.search.clear()
        self._filter()
        self.show()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        model = self.list.model()
        model.clear()
        at = 0
        for item in self._items:
            if not item.matches(words):
                continue
            entry = QStandardItem(item.title)
            entry.setEditable(False)
            entry.setData(item, ITEM)
            entry.setData(item.spoken(), Qt.ItemDataRole.AccessibleTextRole)
            set_tip(entry, "\n".join(part for part in (item.title, item.key, item.reason) if part))
            if item.key == self._current:
                at = model.rowCount()
            model.appendRow(entry)
        self.list.setCurrentIndex(model.index(at, 0))
        self.nothing.setVisible(bool(words) and model.rowCount() == 0)

    def _pick(self, index: QModelIndex) -> None:
        item: PickerItem | None = index.data(ITEM)
        if item is not None and item.usable:
            self.close()
            self.picked.emit(item.key)

    def _act(self, key: str) -> None:
        self.close()
        self.action.emit(key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the search field, arrow keys move in the list and Enter chooses."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self.search:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
                self.list.keyPressEvent(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._pick(self.list.currentIndex())
                return True
        return super().eventFilter(watched, event)
