"""Ports, connections and files of SpecDesk now: one text to read and to copy."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from specdesk.language import number
from specdesk.service.footprint_events import FootprintTold
from specdesk.ui.dates import clock
from specdesk.ui.parts import Button, Card
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import S, Theme

translate = QCoreApplication.translate
LINES = 9


def footprint_text(told: FootprintTold, now: float) -> str:
    """The whole report. now: s since 1970."""
    since, at = clock(told.since), clock(now)
    if told.strangers:
        seen = translate("Footprint", "Connections to other computers seen since {since}:").format(since=since)
        seen = "\n".join([seen, *(f"  {one}" for one in told.strangers)])
    else:
        seen = translate("Footprint", "No connection to another computer seen since {since}.").format(since=since)
    waits = translate("Footprint", "waits for programs")
    sockets = [f"  {one.program} ({one.pid})  {one.local}  {one.remote or waits}" for one in told.sockets]
    open_now = translate("Footprint", "Open ports and connections of SpecDesk and what it has started, at {time}:")
    files = [f"  {number(one.size, grouped=True):>12}  {one.path}" for one in told.files]
    limits = translate(
        "Footprint",
        "Looked at every ten seconds, with the rights of your user. A connection that opens and closes in between, "
        "name look-ups that the system does for programs, and what other programs send are not seen.",
    )
    total = sum(one.size for one in told.files)
    kept = translate("Footprint", "Files that SpecDesk keeps ({count}, {size} bytes in all):")
    return "\n".join(
        [
            seen, "", open_now.format(time=at), *(sockets or ["  " + translate("Footprint", "none")]), "",
            kept.format(count=number(len(told.files)), size=number(total, grouped=True)), *files, "", limits,
        ]
    )  # fmt: skip


class FootprintCard(Card):
    """wanted(): look again."""

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Ports, connections and files now"), parent)
        self.text = QPlainTextEdit(self.tr("Looking…"))
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Ports, connections and files"))
        self.copy_button = Button(self.tr("Copy"), icon_name="copy", compact=True)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        self.again = Button(self.tr("Look again"), icon_name="retry", compact=True)
        self.again.clicked.connect(self.wanted)
        row = QHBoxLayout()
        row.setSpacing(S)
        row.addWidget(self.copy_button)
        row.addWidget(self.again)
        row.addStretch(1)
        self.body.addWidget(self.text)
        self.body.addLayout(row)
        follow_theme(self._tint)

    def show_told(self, told: FootprintTold) -> None:
        """Show what was told."""
        self.text.setPlainText(footprint_text(told, time.time()))

    def _tint(self, theme: Theme) -> None:
        self.text.setFont(theme.font("mono_small"))
        self.text.setFixedHeight(round(theme.body_px * 1.5 * LINES))
