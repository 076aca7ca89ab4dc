"""One file that may be got: its name, host and size in one sentence, and the ways to get it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from specdesk.language import translate as said
from specdesk.models.draft_families import DraftSource
from specdesk.ui.library.words import size_words
from specdesk.ui.parts import Button, Card, Text, WrapLayout
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained


class SourceOffer(Card):
    """page(): open the page. fetch(): the button below the sentence that names host and size."""

    page = Signal()
    fetch = Signal()

    def __init__(self, source: DraftSource, host: str, can_fetch: bool, parent: QWidget | None = None) -> None:
        """host: of the hub in use. can_fetch: the part that fetches is installed."""
        super().__init__(source.name, parent)
        self.source, self._host = source, host
        self.sentence = Text("", wrap=True)
        self.body.addWidget(self.sentence)
        if source.note:
            self.body.addWidget(Text(said("Models", source.note), "muted", wrap=True))
        if source.makers:
            words = self.tr("Known makers of it: {makers}.").format(makers=", ".join(source.makers))
            self.body.addWidget(Text(words, "muted", wrap=True))
        self.page_button = Button(
            self.tr("Open its page") if source.repository else self.tr("Look for it"), icon_name="globe"
        )
        named = self.tr("Open the page of {name}") if source.repository else self.tr("Look for {name} on the hub")
        self.page_button.setAccessibleName(named.format(name=source.name))
        self.page_button.clicked.connect(self.page)
        self.fetch_button = Button(self.tr("Fetch it"), icon_name="download")
        self.fetch_button.setAccessibleName(self.tr("Fetch {name}").format(name=source.name))
        self.fetch_button.clicked.connect(self.fetch)
        self.fetch_button.setVisible(can_fetch and source.can_be_fetched)
        row = WrapLayout()
        row.addWidget(self.fetch_button)
        row.addWidget(self.page_button)
        self.body.addLayout(row)
        self.set_size(source.size_mib, exact=False)

    def set_size(self, size_mib: float | None, *, exact: bool) -> None:
        """The sentence: what comes from where, and how large it is as far as that is known."""
        self.size_mib = size_mib
        values = {
            "search": self.source.search,
            "file": self.source.file,
            "host": self._host,
            "repository": self.source.repository,
        }
        if not self.source.repository:
            words = self.tr("“{search}” on {host}: a search, since no file is known for certain. Take a GGUF file.")
        elif size_mib is None:
            words = self.tr("In {repository} on {host}; its page lists the files and their sizes. Take a small one.")
        elif exact:
            words = self.tr("{file} from {host} ({repository}) is {size} now.")
        else:
            words = self.tr("{file}, about {size}, from {host} ({repository}).")
        self.sentence.setText(words.format(size="" if size_mib is None else size_words(size_mib), **values))
        set_tip(self.sentence, "" if size_mib is None else explained("fetch"))
        self.fetch_button.setAccessibleDescription(self.sentence.text())

    def set_busy(self, busy: bool) -> None:
        """Something is being fetched."""
        self.fetch_button.setEnabled(not busy)
