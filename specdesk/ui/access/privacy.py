"""The privacy page: what listens, who was seen, what leaves this computer (nothing), and where files are."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QRect, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QStyle, QVBoxLayout, QWidget

from specdesk import logs, paths
from specdesk.chat.history import FILE_NAME
from specdesk.service.footprint_events import AtWork
from specdesk.settings import settings_path
from specdesk.ui.access.footprint import FootprintCard
from specdesk.ui.parts import Button, Card, ElidedLabel, IconButton, Line, Notice, Text
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.parts.looks import Tone
from specdesk.ui.setup.scrolling import scrolling
from specdesk.ui.shell.reach import address_of, reach_of
from specdesk.ui.theme import XL, L, M, grown

WIDTH = 600


class Listening(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the server. url None: nothing listens. ours: we started it. busy: answers to others now.
    others_told: the server lets that be seen, and was looked at."""

    url: str | None = None
    ours: bool = True
    has_key: bool = True
    others_told: bool = False
    others_seen: bool = False
    busy: int = 0


class PrivacyDialog(Dialog):
    """Stays in step with the server while it is open. at_work(): look whether anything else of SpecDesk is at work.
    forget(): delete everything that is kept, and close; only after a look that found nothing."""

    at_work = Signal()
    forget = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Privacy"))
        self.listens, self.seen = Text("", wrap=True), Text("", wrap=True)
        content = QWidget()
        content.setProperty("transparent", "true")
        column = QVBoxLayout(content)
        column.setContentsMargins(XL, L, XL, M)
        column.setSpacing(M)
        column.addWidget(_card(self.tr("What listens"), self.listens))
        column.addWidget(_card(self.tr("Who was seen"), self.seen))
        column.addWidget(
            _card(
                self.tr("What leaves this computer"),
                Text(
                    self.tr(
                        "Nothing by itself. SpecDesk sends no statistics, looks for no updates and fetches no pages; a "
                        "draft comes from a model hub only when you press “Fetch it” below host and size. It talks to "
                        "the server that it started, or that you told it to watch. Once at the start it asks four "
                        "usual ports of this computer (8080, 9931, 8081 and 8000) whether a llama-server runs there. "
                        "Ollama or LM Studio on this computer are asked to unload their models only when you press "
                        "that. It talks to nobody else. Text from a model is shown as text: nothing in it is loaded, "
                        "and a link opens only when you press it."
                    ),
                    wrap=True,
                ),
            )
        )
        self.footprint = FootprintCard()
        column.addWidget(self.footprint)
        files = Card(self.tr("Where your files are"))
        files.body.addLayout(self._places())
        column.addWidget(files)
        close = Button(self.tr("Close"))
        close.clicked.connect(self.accept)
        self.delete_all = Button(self.tr("Delete all my data…"), "outline")
        self.delete_all.clicked.connect(lambda: self._look(agreed=False))
        self._agreed = False
        self.question = Notice()
        self.question.action.connect(lambda: self._look(agreed=True))
        column.addWidget(self.question)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(XL, M, XL, L)
        bottom.addWidget(self.delete_all)
        bottom.addStretch(1)
        bottom.addWidget(close)
        column.addStretch(1)
        self.scroll, self._below = scrolling(content), bottom
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.scroll, 1)
        whole.addWidget(Line())
        whole.addLayout(bottom)
        self.set_listening(Listening())

    def _look(self, *, agreed: bool) -> None:
        """Before the question, and again before anything is deleted: the question may have stood for long."""
        self._agreed = agreed
        self.at_work.emit()

    def show_at_work(self, told: AtWork) -> None:
        """What else is at work keeps everything; where nothing is, ask, and do it once the user has agreed."""
        if told.what:
            self._say(" ".join(part for part in (told.what, told.why, told.next_step) if part), "warn")
        elif self._agreed:
            self.forget.emit()
        else:
            self._ask()

    def _ask(self) -> None:
        """What would be deleted; the button behind the words does it."""
        words = self.tr(
            "This deletes all chats, measurements, settings, profiles, logs, and drafts that SpecDesk fetched, then "
            "closes SpecDesk. Other model files stay. It cannot be undone."
        )
        self._say(words, "danger", self.tr("Delete everything"))

    def _say(self, words: str, tone: Tone, action: str = "") -> None:
        self.question.set_state(words, tone, action)
        self.fit_into(self.screen().availableGeometry())
        self.scroll.ensureWidgetVisible(self.question)

    def _places(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(M)
        grid.setColumnStretch(1, 1)
        places = (
            (self.tr("Settings"), settings_path()), (self.tr("Chats"), paths.data_dir() / FILE_NAME),
            (self.tr("Program's log"), logs.log_path()), (self.tr("Server's log"), server_log_path()),
            (self.tr("Caches"), paths.cache_dir()),
        )  # fmt: skip
        for row, (name, path) in enumerate(places):
            grid.addWidget(Text(name, "muted"), row, 0)
            label = ElidedLabel(str(path), "mono", Qt.TextElideMode.ElideMiddle)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label, row, 1)
            button = IconButton("folder", self.tr("Open the folder of: {name}").format(name=name), compact=True)
            folder = path if path == paths.cache_dir() else path.parent
            button.clicked.connect(lambda _checked=False, folder=folder: open_folder(folder))
            grid.addWidget(button, row, 2)
        return grid

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit_into(self.screen().availableGeometry())

    def fit_into(self, room: QRect) -> None:
        """As high as the content wants, and inside `room` (what the screen has for windows) with the title bar."""
        layout = self.scroll.widget().layout()
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        width = min(grown(WIDTH), room.width())
        wanted = layout.totalHeightForWidth(width) + self._below.sizeHint().height() + 1  # the line above it
        self.resize(width, min(wanted, room.height() - title))

    def set_listening(self, now: Listening) -> None:
        """Say what listens and who was seen."""
        if now.url is None:
            self.listens.setText(self.tr("Nothing. No server runs, and SpecDesk itself has no port open."))
            self.seen.setText(self.tr("Nobody: there is nothing to connect to."))
            return
        self.listens.setText(self._listening_words(now))
        if now.busy:
            words = self.tr("Another program is being answered right now.")
        elif now.others_seen:
            words = self.tr("Another program has used the server since it became ready.")
        elif now.others_told:
            words = self.tr("No other user was seen since it became ready.")
        else:
            words = self.tr("Whether others use it cannot be seen.")
        self.seen.setText(words)

    def _listening_words(self, now: Listening) -> str:
        reach = reach_of(now.url or "")
        who = {
            "LOCAL": self.tr("Only programs on this computer can reach it."),
            "LAN": self.tr("Other computers in your network can reach it."),
            "REMOTE": self.tr("It is on another computer."),
        }[reach]
        server = self.tr("The server") if now.ours else self.tr("A server that somebody else started")
        key = self.tr("It asks for a key.") if now.has_key else self.tr("It asks for no key.")
        words = self.tr("{server} at {address} ({reach}). {who}").format(
            server=server, address=address_of(now.url or ""), reach=reach, who=who
        )
        return f"{words} {key}" if now.ours else words


def server_log_path() -> Path:
    """Where the service keeps the log of the server that ran last."""
    return paths.state_dir() / "server.log"


def open_folder(folder: Path) -> None:
    """Open a folder in the desktop's own file program."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _card(title: str, text: Text) -> Card:
    card = Card(title)
    card.body.addWidget(text)
    return card
