"""The list of saved chats: search, open, rename, delete with undo, export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from specdesk.chat.history import ChatRow
from specdesk.ui.parts import Button, IconButton, Notice, Text, WrapLayout
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import M, S, Theme, current

ID, WHEN = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
PAD = 10


def when_words(updated: float, now: QDateTime, locale: QLocale) -> str:
    """When a chat was last used, short: the time today, the day within a week, else the date."""
    moment = QDateTime.fromSecsSinceEpoch(int(updated))
    days = moment.date().daysTo(now.date())
    if days <= 0:
        return locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
    if days < 7:
        return locale.dayName(moment.date().dayOfWeek(), QLocale.FormatType.ShortFormat)
    return locale.toString(moment.date(), QLocale.FormatType.ShortFormat)


class _Row(QStyledItemDelegate):
    """Title on the left, shortened to fit; when, greyed, on the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        theme = current()
        area = option.rect.adjusted(0, 1, 0, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.selected if chosen else theme.hover))
            painter.drawRoundedRect(area, 8, 8)
        inner = area.adjusted(PAD, 0, -PAD, 0)
        small = theme.font("small")
        painter.setFont(small)
        painter.setPen(QColor(theme.muted))
        when = str(index.data(WHEN) or "")
        room = painter.fontMetrics().horizontalAdvance(when)
        centre = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, int(centre | Qt.AlignmentFlag.AlignRight), when)
        painter.setFont(theme.font("body"))
        painter.setPen(QColor(theme.text))
        inner.setRight(inner.right() - room - PAD)
        title = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(centre | Qt.AlignmentFlag.AlignLeft), title)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        return QSize(120, current().control_height + 4)


class _Rows(QListWidget):
    """Delete and F2 work on the chosen row."""

    delete_pressed = Signal()
    rename_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        elif event.key() == Qt.Key.Key_F2:
            self.rename_pressed.emit()
        else:
            super().keyPressEvent(event)


class ChatList(QFrame):
    """opened(int), created(), searched(str), renamed(int, str), deleted(int), undone(int), exported(int), closed()."""

    opened = Signal(int)
    created = Signal()
    searched = Signal(str)
    renamed = Signal(int, str)
    deleted = Signal(int)
    undone = Signal(int)
    exported = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="drawer")
        self._deleted: int | None = None
        self._filling = False
        self._new = Button(self.tr("New chat"), "outline", "plus")
        self._new.clicked.connect(self.created)
        self._close = IconButton("cross", self.tr("Close the list of chats"))
        self._close.clicked.connect(self.closed)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search chats"))
        self.search.setAccessibleName(self.tr("Search chats"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._searched)
        self.nothing = Text("", "muted", wrap=True)
        self._build_list()
        self._build_buttons()
        self._notice = Notice()
        self._notice.action.connect(self._undo)
        self._lay_out()

    def _build_list(self) -> None:
        self.list = _Rows()
        set_look(self.list, bare=True)
        self.list.setItemDelegate(_Row(self.list))
        self.list.setAccessibleName(self.tr("Chats"))
        self.list.setMouseTracking(True)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QListWidget.EditTrigger.NoEditTriggers)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.itemActivated.connect(lambda item: self.opened.emit(item.data(ID)))
        self.list.itemClicked.connect(lambda item: self.opened.emit(item.data(ID)))
        self.list.itemChanged.connect(self._renamed)
        self.list.itemSelectionChanged.connect(self._offer)
        self.list.delete_pressed.connect(self._delete)
        self.list.rename_pressed.connect(self._rename)
        follow_theme(self._restyle)

    def _restyle(self, _theme: Theme) -> None:
        """Rows are measured once; letters of another size need rows of another height."""
        self.list.doItemsLayout()

    def _build_buttons(self) -> None:
        self._buttons = QWidget()
        row = WrapLayout(self._buttons, gap=4)
        for icon_name, words, act in (
            ("edit", self.tr("Rename"), self._rename),
            ("download", self.tr("Export…"), self._export),
            ("trash", self.tr("Delete"), self._delete),
        ):
            button = Button(words, "quiet", icon_name, compact=True)
            button.clicked.connect(act)
            row.addWidget(button)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(S)
        top.addWidget(self._new, 1)
        top.addWidget(self._close)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, M, M, M)
        column.setSpacing(S)
        column.addLayout(top)
        column.addWidget(self.search)
        column.addWidget(self.nothing)
        column.addWidget(self.list, 1)
        column.addWidget(self._notice)
        column.addWidget(self._buttons)

    def show_chats(self, chats: Sequence[ChatRow], chat: int) -> None:
        """Newest first; the open one (`chat`) is marked."""
        self._filling = True
        self.list.clear()
        now = QDateTime.currentDateTime()
        for row in chats:
            title = row.title or self.tr("Untitled")
            when = when_words(row.updated, now, QLocale())
            item = QListWidgetItem(title)
            item.setData(ID, row.id)
            item.setData(WHEN, when)
            set_tip(item, title)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {when}")
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.list.addItem(item)
            if row.id == chat:
                self.list.setCurrentItem(item)
        self._filling = False
        self._say_nothing()
        self._offer()

    def title_of(self, chat: int) -> str:
        """The title of a listed chat; "" where it is not listed."""
        items = (self.list.item(place) for place in range(self.list.count()))
        return next((item.text() for item in items if item.data(ID) == chat), "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the list."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _say_nothing(self) -> None:
        searching = bool(self.search.text().strip())
        words = self.tr("No chat holds these words.") if searching else self.tr("Your chats will be listed here.")
        self.nothing.setText(words)
        self.nothing.setVisible(self.list.count() == 0)

    def _searched(self, text: str) -> None:
        self._say_nothing()
        self.searched.emit(text)

    def _offer(self) -> None:
        self._buttons.setVisible(bool(self.list.selectedItems()))

    def _menu(self, at: QPoint) -> None:
        item = self.list.itemAt(at)
        if item is None:
            return
        self.list.setCurrentItem(item)
        menu = QMenu(self)
        menu.addAction(self.tr("Rename"), self._rename)
        menu.addAction(self.tr("Export…"), self._export)
        menu.addAction(self.tr("Delete"), self._delete)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.list.mapToGlobal(at))

    def _rename(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.list.editItem(item)

    def _renamed(self, item: QListWidgetItem) -> None:
        if not self._filling and item.text().strip():
            self.renamed.emit(item.data(ID), item.text().strip())

    def _export(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.exported.emit(item.data(ID))

    def _delete(self) -> None:
        item = self.list.currentItem()
        if item is None:
            return
        self._deleted = item.data(ID)
        words = self.tr("“{title}” was deleted.").format(title=item.text())
        self._notice.set_state(words, action=self.tr("Undo"))
        self.deleted.emit(self._deleted)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)  # the button pressed goes away with the row

    def _undo(self) -> None:
        if self._deleted is not None:
            self.undone.emit(self._deleted)
            self._deleted = None
        self._notice.set_state("")
