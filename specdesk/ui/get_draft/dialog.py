"""The dialog that gets a draft: what is known to go with the target, a fetch that runs, and a file that arrived."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from specdesk.language import translate as said
from specdesk.models.draft_sources import Advised
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import PairVerdict
from specdesk.service.fetch_events import FetchEnded, FetchProgress
from specdesk.ui.get_draft.offer import SourceOffer
from specdesk.ui.library.words import size_words
from specdesk.ui.parts import Button, Card, Text
from specdesk.ui.parts.dialog import Dialog, Growing
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.motion import ProgressBar
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.scrolling import FormArea
from specdesk.ui.terms import explained
from specdesk.ui.theme import XL, L, M, S, number


class GetDraftDialog(Growing, Dialog):
    """page(DraftSource): open its page. fetch(DraftSource, float): fetch it, of this size in MiB. cancel_fetch().

    use(str): draft with this file. ngram(): guess without a file.
    """

    page = Signal(object)
    fetch = Signal(object, float)
    cancel_fetch = Signal()
    use = Signal(str)
    ngram = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Get a draft"))
        self.offers: list[SourceOffer] = []
        self._fetching: SourceOffer | None = None
        self._arrived = ""
        self._make()
        self._lay_out()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        follow_theme(self._restyle)

    def _make(self) -> None:
        self.heading = Text("", "title", wrap=True)
        self.note = Text("", "muted", wrap=True)
        self.verdict = Text("", wrap=True)
        self.take = Button(self.tr("Use as draft"), "primary")
        self.take.clicked.connect(self._take)
        self.arrival = Card(self.tr("A file has arrived"))
        self.arrival.body.addWidget(self.verdict)
        self.arrival.body.addWidget(self.take, 0, Qt.AlignmentFlag.AlignLeft)
        self.arrival.hide()
        self.step = Text("", wrap=True)
        set_tip(self.step, explained("fetch"))
        self.bar = ProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Fetching"))
        self.stop = Button(self.tr("Cancel"), icon_name="stop")
        set_tip(self.stop, self.tr("What has come is kept for the next try"))
        self.stop.clicked.connect(self.cancel_fetch)
        self.progress = Card(self.tr("Fetching"))
        for widget in (self.step, self.bar):
            self.progress.body.addWidget(widget)
        self.progress.body.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignLeft)
        self.progress.hide()
        self.watching = Text(
            self.tr(
                "Downloads, the model folders and what is below them are watched until you choose a draft or another "
                "target, this window closed or not: a file that arrives there is offered. Whether it matches is read "
                "from the file itself."
            ),
            "muted",
            wrap=True,
        )
        self.no_file = Button(self.tr("n-gram needs no file"))
        self.no_file.clicked.connect(self._without)
        self.close_button = Button(self.tr("Close"))
        self.close_button.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        content = QWidget()
        content.setProperty("transparent", "true")
        self._list = QVBoxLayout(content)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(M)
        for widget in (self.arrival, self.progress):
            self._list.addWidget(widget)
        self._list.addStretch(1)
        bottom = QHBoxLayout()
        bottom.setSpacing(S)
        bottom.addWidget(self.no_file)
        bottom.addStretch(1)
        bottom.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, L, XL, L)
        column.setSpacing(M)
        column.addWidget(self.heading)
        column.addWidget(self.note)
        column.addWidget(FormArea(content))
        column.addWidget(self.watching)
        column.addStretch(1)
        column.addLayout(bottom)

    # ---- what the window hands in ----

    def open_for(self, target: ModelFile, advice: Advised, host: str, can_fetch: bool, ngram: bool) -> None:
        """Show what goes with a target. ngram: the engine guesses without a file, too."""
        self.heading.setText(self.tr("A draft for {name}").format(name=target.name))
        note = said("Models", advice.note) if advice.note else ""
        if not can_fetch and any(one.can_be_fetched for one in advice.sources):
            missing = self.tr("SpecDesk cannot fetch files in this installation; the page opens in your browser.")
            note = f"{note} {missing}".strip()
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.arrival.hide()
        self._show_offers(advice, host, can_fetch)
        self.no_file.setVisible(ngram)
        self.show()
        self.activateWindow()
        first = self.offers[0] if self.offers else None
        wanted = self.close_button if first is None else first.page_button
        (first.fetch_button if first is not None and not first.fetch_button.isHidden() else wanted).setFocus()

    def _show_offers(self, advice: Advised, host: str, can_fetch: bool) -> None:
        if self._fetching is not None:
            return
        for old in self.offers:
            old.hide()
            old.deleteLater()
        self.offers = [SourceOffer(source, host, can_fetch) for source in advice.sources]
        for at, offer in enumerate(self.offers):
            offer.page.connect(lambda offer=offer: self.page.emit(offer.source))
            offer.fetch.connect(lambda offer=offer: self._fetch(offer))
            self._list.insertWidget(2 + at, offer)
        self._fit()

    def set_progress(self, event: FetchProgress) -> None:
        """How far the fetch is."""
        if event.checking:
            self.step.setText(self.tr("All of it is here; its checksum is being worked out."))
            self.bar.setRange(0, 0)
            return
        done, total = event.done_mib, event.total_mib
        self.bar.setRange(0, 1000)
        self.bar.setValue(round(1000 * done / total) if total else 0)
        if total:
            self.step.setText(
                self.tr("{done} of {total} ({percent} %)").format(
                    done=size_words(done), total=size_words(total), percent=number(100 * done / total)
                )
            )

    def set_ended(self, event: FetchEnded) -> None:
        """The fetch is over: the file is there, or in words why not."""
        offer, self._fetching = self._fetching, None
        for one in self.offers:
            one.set_busy(False)
        self.bar.hide()
        self.stop.hide()
        if event.path:
            self.progress.hide()
            return
        if event.cancelled:
            self._end_with(self.tr("Cancelled. What has come is kept and continued at the next try."), "neutral")
        elif event.resized_mib is not None:
            if offer is not None:
                offer.set_size(event.resized_mib, exact=True)
                offer.fetch_button.setFocus()
            self._end_with(self.tr("The file on the hub has another size now; nothing was fetched."), "warn")
        else:
            self._end_with(" ".join(part for part in (event.what, event.why, event.next_step) if part), "danger")

    def set_arrived(self, row: ModelFile, verdict: PairVerdict | None) -> None:
        """A file came, and what it is worth for the target; verdict None: it is still being compared."""
        self._arrived = row.path
        matches = verdict is not None and verdict.compatible
        if row.error is not None or verdict is not None:
            why = row.error or " ".join((verdict.reason, *verdict.warnings))
        else:
            why = self.tr("Comparing it with the target…")
        self.verdict.setText(f"{row.name}: {why}")
        self.verdict.set_tone("good" if matches else "neutral")
        self.take.setVisible(matches)
        self.arrival.show()
        self._fit()
        if matches:
            self.take.setFocus()

    # ---- what the user does ----

    def _fetch(self, offer: SourceOffer) -> None:
        if self._fetching is not None or offer.size_mib is None:
            return
        self._fetching = offer
        for one in self.offers:
            one.set_busy(True)
        self.step.set_tone("neutral")
        self.step.setText(self.tr("Asking the hub…"))
        self.bar.setRange(0, 0)
        for widget in (self.bar, self.stop, self.progress):
            widget.show()
        self._fit()
        self.stop.setFocus()
        self.fetch.emit(offer.source, offer.size_mib)

    def _end_with(self, words: str, tone: str) -> None:
        self.step.setText(words)
        self.step.set_tone(tone)
        self.progress.show()
        self._fit()

    def _fit(self) -> None:
        if self.isVisible():
            self.fit()

    def _take(self) -> None:
        self.use.emit(self._arrived)
        self.accept()

    def _without(self) -> None:
        self.ngram.emit()
        self.accept()
