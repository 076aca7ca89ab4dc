"""Let other programs in: port, key, the address that follows from them, and pieces to copy."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRect, QRegularExpression, Signal
from PySide6.QtGui import QGuiApplication, QRegularExpressionValidator, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from specdesk.service.access import LOOPBACK, new_key
from specdesk.settings import Settings
from specdesk.ui.access.choice import USUAL_PORT, opened, restart_needed
from specdesk.ui.access.snippets import snippets
from specdesk.ui.parts import Button, DropDown, FieldRow, IconButton, Notice, NumberField, Text
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.scrolling import scrolling
from specdesk.ui.terms import explained
from specdesk.ui.theme import XL, L, M, S, Theme, grown

WIDTH = 560
KEY_LETTERS = "[!-~]{1,200}"
"""What a key may be made of: it travels in a header, and engines read one key a line."""


class AccessDialog(Dialog):
    """changed(Settings): the user chose otherwise. restart(): start the server again with these choices."""

    changed = Signal(object)
    restart = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Let other programs in"))
        self._settings = settings
        self._url: str | None = None
        self._key: str | None = None
        self._model = "local"
        self._make()
        self._lay_out()
        self._connect()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter in a field settles that field and presses nothing
        follow_theme(self._tint)
        self.set_settings(settings)
        self.resize(grown(WIDTH), self.sizeHint().height())

    # ---- what it is told ----

    def set_settings(self, settings: Settings) -> None:
        """Show these choices."""
        self._settings = settings
        is_open = settings.open_to_programs
        for box, on in ((self.switch, is_open), (self.serving, settings.keep_serving)):
            box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(False)
        self.port.set_value(settings.fixed_port or USUAL_PORT)
        self.key_mode.blockSignals(True)
        self.key_mode.setCurrentIndex(self.key_mode.findData(settings.key_mode))
        self.key_mode.blockSignals(False)
        self.details.setVisible(is_open)
        self._show()
        if self.isVisible():
            self.fit_into(self.screen().availableGeometry())

    def set_server(self, url: str | None, key: str | None, model: str) -> None:
        """The server that runs now; url None = none does."""
        self._url, self._key, self._model = url, key, model
        self._show()

    # ---- how it is made ----

    def _make(self) -> None:
        self.switch = QCheckBox(self.tr("Let other programs on this computer use the server"))
        self.serving = QCheckBox(self.tr("Keep serving in the tray when the window closes"))
        self.outlives = Text(
            self.tr(
                "From its next start the server then also goes on if SpecDesk is ended by force, and the next SpecDesk "
                "takes it over. Until the server ends, its key lies in a file that only you can read."
            ),
            "muted",
            wrap=True,
        )
        self.port = NumberField(self.tr("Port"), 1024, 65535, USUAL_PORT)
        set_tip(self.port, explained("port"))
        self.port.box.setGroupSeparatorShown(False)
        self.key_mode = DropDown()
        for mode, text in (
            ("kept", self.tr("One key that stays")), ("random", self.tr("A new key at every start")),
            ("none", self.tr("No key")),
        ):  # fmt: skip
            self.key_mode.addItem(text, mode)
        self.address = _shown_line(self.tr("Address"))
        self.key = _shown_line(self.tr("Key"))
        self.key.setValidator(QRegularExpressionValidator(QRegularExpression(KEY_LETTERS), self.key))
        self.show_key = Button(self.tr("Show"), compact=True)
        self.show_key.setCheckable(True)
        self.fresh_key = IconButton("retry", self.tr("Make a new key"), compact=True)
        self.copy_address = IconButton("copy", self.tr("Copy the address"), compact=True)
        self.copy_key = IconButton("copy", self.tr("Copy the key"), compact=True)
        self.kind = DropDown()
        self.kind.setAccessibleName(self.tr("For which program"))
        for snippet in snippets("", None, ""):
            self.kind.addItem(snippet.title, snippet.key)
        self.copy_snippet = Button(self.tr("Copy"), icon_name="copy", compact=True)
        self.snippet = QPlainTextEdit()
        self.snippet.setReadOnly(True)
        self.snippet.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.snippet.setTabChangesFocus(True)
        self.snippet.setAccessibleName(self.tr("Text to copy"))
        self.note = Notice()

    def _lay_out(self) -> None:
        intro = self.tr(
            "Editors and scripts can ask the same server that answers here. It listens on this computer's own address "
            "only; nobody else in the network can reach it."
        )
        ways = QHBoxLayout()
        ways.setSpacing(L)
        ways.addWidget(FieldRow(self.tr("Port"), self.port, "--port"), 1)
        ways.addWidget(FieldRow(self.tr("Key"), self.key_mode, "--api-key-file"), 1)
        inner = QVBoxLayout()
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(M)
        inner.addLayout(ways)
        inner.addLayout(_line(Text(self.tr("Address"), "muted"), self.address, self.copy_address))
        inner.addLayout(_line(Text(self.tr("Key"), "muted"), self.key, self.show_key, self.fresh_key, self.copy_key))
        inner.addWidget(self.note)
        chooser = QHBoxLayout()
        chooser.setSpacing(S)
        chooser.addWidget(self.kind, 1)
        chooser.addWidget(self.copy_snippet)
        inner.addLayout(chooser)
        inner.addWidget(self.snippet, 1)
        self.details = QWidget()
        self.details.setLayout(inner)
        close = Button(self.tr("Close"))
        close.clicked.connect(self.accept)
        bottom = QHBoxLayout()
        bottom.addStretch(1)
        bottom.addWidget(close)
        content = QWidget()
        content.setProperty("transparent", "true")
        column = QVBoxLayout(content)
        column.setContentsMargins(XL, L, XL, M)
        column.setSpacing(M)
        column.addWidget(Text(intro, "muted", wrap=True))
        column.addWidget(self.switch)
        column.addWidget(self.details, 1)
        column.addWidget(self.serving)
        column.addWidget(self.outlives)
        self.scroll = scrolling(content)
        bottom.setContentsMargins(XL, 0, XL, L)
        self._below = bottom
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.scroll, 1)
        whole.addLayout(bottom)

    def fit_into(self, room: QRect) -> None:
        """As high as the content wants, and inside `room` (what the screen has for windows) with the title bar."""
        content = self.scroll.widget()
        layout = content.layout()
        width = min(max(grown(WIDTH), content.minimumSizeHint().width()), room.width())
        wanted = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        wanted += self._below.sizeHint().height()
        self.resize(width, min(wanted, room.height() - title))
        bottom = room.bottom() + 1 - self.height()
        if self.isVisible() and self.y() + title > bottom:
            self.move(self.x(), max(bottom - title, room.top()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit_into(self.screen().availableGeometry())

    def _connect(self) -> None:
        self.switch.toggled.connect(self._switch)
        self.serving.toggled.connect(lambda on: self._change(keep_serving=on))
        self.port.changed.connect(lambda number: self._change(fixed_port=int(number)))
        self.key_mode.currentIndexChanged.connect(lambda _index: self._change(key_mode=self.key_mode.currentData()))
        self.fresh_key.clicked.connect(lambda: self._change(server_key=new_key()))
        self.key.editingFinished.connect(self._take_key)
        self.show_key.toggled.connect(lambda _on: self._show())
        self.kind.currentIndexChanged.connect(lambda _index: self._show())
        self.note.action.connect(self.restart)
        self.copy_address.clicked.connect(lambda: _copy(self.address.text()))
        self.copy_key.clicked.connect(lambda: _copy(self._shown_key() or ""))
        self.copy_snippet.clicked.connect(lambda: _copy(self._snippet()))

    def _tint(self, theme: Theme) -> None:
        self.snippet.setFont(theme.font("mono_small"))
        self.snippet.setMinimumHeight(theme.body_px * 14)

    # ---- what the user does ----

    def _switch(self, on: bool) -> None:
        settings = self._settings
        chosen = opened(settings) if on else msgspec.structs.replace(settings, open_to_programs=False)
        self.set_settings(chosen)
        self.changed.emit(chosen)

    def _change(self, **changes: object) -> None:
        chosen = msgspec.structs.replace(self._settings, **changes)
        if chosen != self._settings:
            self.set_settings(chosen)
            self.changed.emit(chosen)

    def _take_key(self) -> None:
        """A key of the user's own, typed over the one that is shown."""
        if not self.key.isReadOnly():
            self._change(server_key=self.key.text())

    # ---- what is shown ----

    def _shown_url(self) -> str:
        return f"http://{LOOPBACK}:{self._settings.fixed_port or USUAL_PORT}"

    def _shown_key(self) -> str | None:
        mode = self._settings.key_mode
        if mode == "none":
            return None
        return self._settings.server_key if mode == "kept" else self._key

    def _snippet(self) -> str:
        """The piece as it is copied, key included."""
        return self._piece(self._shown_key())

    def _piece(self, key: str | None) -> str:
        chosen = self.kind.currentData()
        return next(one.text for one in snippets(self._shown_url(), key, self._model) if one.key == chosen)

    def _show(self) -> None:
        key, mode = self._shown_key(), self._settings.key_mode
        self.address.setText(f"{self._shown_url()}/v1")
        hidden = "•" * 16
        if mode == "none":
            words = self.tr("None is asked for")
        elif key is None:
            words = self.tr("Made when the server starts")
        else:
            words = key if self.show_key.isChecked() else hidden
        self.key.setText(words)
        own = mode == "kept" and self.show_key.isChecked()
        self.key.setReadOnly(not own)
        set_tip(self.key, self.tr("Type a key of your own: letters, digits and signs, no spaces.") if own else "")
        self.show_key.setText(self.tr("Hide") if self.show_key.isChecked() else self.tr("Show"))
        self.show_key.setVisible(key is not None)
        self.copy_key.setVisible(key is not None)
        self.fresh_key.setVisible(mode == "kept")
        self.snippet.setPlainText(self._piece(key if key is None or self.show_key.isChecked() else hidden))
        self._show_note()

    def _show_note(self) -> None:
        if self._url is None:
            self.note.set_state(self.tr("The server is stopped. This holds from its next start."))
        elif restart_needed(self._settings, self._url, self._key):
            self.note.set_state(
                self.tr("The running server was started with another port or key."), "warn", self.tr("Restart it")
            )
        else:
            self.note.set_state(self.tr("The server runs and answers at this address."), "good")


def _shown_line(name: str) -> QLineEdit:
    line = QLineEdit()
    line.setReadOnly(True)
    line.setAccessibleName(name)
    return line


def _line(label: Text, *widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(S)
    label.setMinimumWidth(72)
    row.addWidget(label)
    row.addWidget(widgets[0], 1)
    for widget in widgets[1:]:
        row.addWidget(widget)
    return row


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
