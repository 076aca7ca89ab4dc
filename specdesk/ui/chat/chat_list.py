"""The list of saved chats: search, open, rename, delete with undo, export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QMenu, QVBoxLayout, QWidget

from specdesk.chat.history import ChatRow
from specdesk.ui.parts import Button, Notice


class _List(QListWidget):
    """Delete and F2 work on the chosen row."""

    delete_pressed = Signal()
    rename_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete, F2, else as usual."""
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        elif event.key() == Qt.Key.Key_F2:
            self.rename_pressed.emit()
        else:
            super().keyPressEvent(event)


class ChatList(QWidget):
    """opened(int), created(), searched(str), renamed(int, str), deleted(int), undone(int), exported(int)."""

    opened = Signal(int)
    created = Signal()
    searched = Signal(str)
    renamed = Signal(int, str)
    deleted = Signal(int)
    undone = Signal(int)
    exported = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._deleted: int | None = None
        self._filling = False
        self._new = Button(self.tr("New chat"), "outline", "plus", compact=True)
        self._new.clicked.connect(self.created)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search chats"))
        self.search.setAccessibleName(self.tr("Search chats"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.searched)
        self.list = _List()
        self.list.setAccessibleName(self.tr("Chats"))
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.itemActivated.connect(lambda item: self.opened.emit(item.data(Qt.ItemDataRole.UserRole)))
        self.list.itemClicked.connect(lambda item: self.opened.emit(item.data(Qt.ItemDataRole.UserRole)))
        self.list.itemChanged.connect(self._renamed)
        self.list.delete_pressed.connect(self._delete)
        self.list.rename_pressed.connect(self._rename)
        self._notice = Notice()
        self._notice.action.connect(self._undo)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.search, 1)
        row.addWidget(self._new)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._notice)
        column.addWidget(self.list, 1)

    def show_chats(self, chats: Sequence[ChatRow], current: int) -> None:
        """Newest first; the open one is marked."""
        self._filling = True
        self.list.clear()
        for chat in chats:
            item = QListWidgetItem(chat.title or self.tr("Untitled"))
            item.setData(Qt.ItemDataRole.UserRole, chat.id)
            item.setToolTip(chat.title)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.list.addItem(item)
            if chat.id == current:
                self.list.setCurrentItem(item)
        self._filling = False

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is None:
            return
        self.list.setCurrentItem(item)
        menu = QMenu(self)
        menu.addAction(self.tr("Rename"), self._rename)
        menu.addAction(self.tr("Export…"), lambda: self.exported.emit(item.data(Qt.ItemDataRole.UserRole)))
        menu.addAction(self.tr("Delete"), self._delete)
        menu.exec(self.list.mapToGlobal(at))

    def _rename(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.list.editItem(item)

    def _renamed(self, item: QListWidgetItem) -> None:
        if not self._filling:
            self.renamed.emit(item.data(Qt.ItemDataRole.UserRole), item.text())

    def _delete(self) -> None:
        item = self.list.currentItem()
        if item is None:
            return
        self._deleted = item.data(Qt.ItemDataRole.UserRole)
        self._notice.set_state(self.tr("Chat deleted."), action=self.tr("Undo"))
        self.deleted.emit(self._deleted)

    def _undo(self) -> None:
        if self._deleted is not None:
            self.undone.emit(self._deleted)
            self._deleted = None
        self._notice.set_state("")
