"""The guide: pages on the left, found by words, and the chosen one beside. It loads nothing from anywhere."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from specdesk.ui.guide.in_sight import NUMBERS
from specdesk.ui.guide.pages import GuidePage, pages_of, search
from specdesk.ui.parts import Button, Line, Text
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.scrolling import scrolling
from specdesk.ui.text.view import MarkdownView
from specdesk.ui.theme import XL, L, M, S, Theme

FIRST = "start"
LIST_EM, LIST_SHARE = 21, 0.35
"""Width of the list, in text sizes; of the screen it takes no more than this share, so that the page has room, too."""


class GuideDialog(Dialog):
    """Not modal: it stays beside the window while settings are tried."""

    def __init__(self, parent: QWidget | None = None, language: str | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Guide"))
        self._of_language = pages_of(language or QLocale().name().partition("_")[0])
        self._pages = self._of_language
        self._key = ""
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search the guide"))
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.none = Text(self.tr("No page has all of these words."), "muted", wrap=True)
        self.view = MarkdownView()
        self._lay_out()
        self.search.textChanged.connect(lambda _words: self._fill())
        self.list.currentItemChanged.connect(lambda item, _before: self._chosen(item))
        follow_theme(self._restyle)
        self._fill()

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setSpacing(S)
        side.addWidget(self.search)
        side.addWidget(self.none)
        side.addWidget(self.list, 1)
        content = QWidget()
        content.setProperty("transparent", "true")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(S, 0, L, L)
        inner.addWidget(self.view)
        inner.addStretch(1)
        self.page = scrolling(content)
        close = Button(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        both = QHBoxLayout()
        both.setSpacing(L)
        both.addLayout(side, 2)
        both.addWidget(Line(vertical=True))
        both.addWidget(self.page, 5)
        bottom = QHBoxLayout()
        bottom.addStretch(1)
        bottom.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, L, XL, L)
        column.setSpacing(M)
        column.addLayout(both, 1)
        column.addLayout(bottom)

    def show_page(self, key: str = FIRST, numbers: GuidePage | None = None) -> None:
        """Bring the guide to the front, at this page. numbers: one more page, about what is in sight now."""
        self._pages = self._of_language if numbers is None else (numbers, *self._of_language)
        self._key = "" if self._key == NUMBERS else self._key  # what it says is of another moment
        self.search.clear()
        self._fill()
        self._select(key)
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus()

    def key(self) -> str:
        """The page that is shown."""
        return self._key

    def titles(self) -> list[str]:
        """What the list offers."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def _fill(self) -> None:
        found = search(self._pages, self.search.text())
        before = self._key
        self.list.blockSignals(True)
        self.list.clear()
        for one in found:
            item = QListWidgetItem(one.page.title)
            item.setData(Qt.ItemDataRole.UserRole, one.page.key)
            set_tip(item, f"{one.page.title}\n{one.line}")
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.none.setVisible(not found)
        keys = [one.page.key for one in found]
        if keys:
            self._select(before if before in keys else keys[0])

    def _select(self, key: str) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(Qt.ItemDataRole.UserRole) == key:
                self.list.setCurrentItem(item)
                self._chosen(item)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        page = next(page for page in self._pages if page.key == item.data(Qt.ItemDataRole.UserRole))
        if page.key != self._key:
            self._show(page)

    def _show(self, page: GuidePage) -> None:
        self._key = page.key
        self.view.set_text(page.text)
        self.page.verticalScrollBar().setValue(0)

    def _restyle(self, theme: Theme) -> None:
        self.list.setMinimumWidth(min(theme.body_px * LIST_EM, round(LIST_SHARE * self.room().width())))
        self.take_room(round(theme.body_px * 70), round(theme.body_px * 46))
