"""The memory dialog: what would help, the largest context and draft, other quantisations, who uses the rest."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStyle, QVBoxLayout, QWidget

from specdesk.memory.measured import difference_words
from specdesk.records.memory_use import MemoryUsers
from specdesk.service.events import FitReady
from specdesk.service.memory_events import MemoryChoices
from specdesk.ui.parts import Button, FieldRow, Line, Notice, NumberField, Text
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup import fit_offers
from specdesk.ui.setup.fit_card import source_kept
from specdesk.ui.setup.fit_offers import Offers
from specdesk.ui.setup.scrolling import scrolling
from specdesk.ui.terms import explained
from specdesk.ui.theme import XL, L, M, grown

WIDTH = 620
RESERVE_WIDTH = 220
MOST_RESERVE_MIB = 65_536


class MemoryDialog(Dialog):
    """take_over(LaunchPlan), choose_draft(path), choose_target(path): the user chose one. unload(program): another
    program shall give its memory back. reserve_changed(MiB). opened(): everything is wanted anew."""

    take_over = Signal(object)
    choose_draft = Signal(str)
    choose_target = Signal(str)
    unload = Signal(str)
    reserve_changed = Signal(int)
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Memory"))
        self.verdict = Text("", "large", wrap=True)
        set_tip(self.verdict, explained("fit"))
        self.helps = Offers(self.tr("What would help"))
        self.contexts = Offers(self.tr("The largest context that fits"))
        self.draft = Offers(self.tr("The largest draft that fits"))
        self.quantizations = Offers(self.tr("This model in other quantisations"))
        self.users = Offers(self.tr("Who uses memory now"))
        self.told = Notice()
        self.measured = Offers(self.tr("Predicted beside measured"))
        self.notes = Offers(self.tr("Good to know"))
        self.reserve = NumberField(
            self.tr("Keep free"), 0, MOST_RESERVE_MIB, 1024, step=256, suffix=self.tr(" MiB")
        )  # fmt: skip
        self.reserve.changed.connect(lambda mib: self.reserve_changed.emit(round(mib)))
        self._lay_out()
        self.set_fit(None)
        self.set_choices(None, None, None)
        self.users.show_rows([], self.tr("Looking…"))

    def _lay_out(self) -> None:
        content = QWidget()
        content.setProperty("transparent", "true")
        column = QVBoxLayout(content)
        column.setContentsMargins(XL, L, XL, M)
        column.setSpacing(L)
        column.addWidget(self.verdict)
        for part in (self.measured, self.helps, self.contexts, self.draft, self.quantizations):
            column.addWidget(part)
        column.addWidget(Line())
        column.addWidget(self.users)
        column.addWidget(self.told)
        column.addWidget(Line())
        words = self.tr("What stays free beside this counts as “fits”; less is “tight”. It holds for every device.")
        column.addWidget(FieldRow(self.tr("Keep free on every device"), self.reserve, help_text=words))
        column.addWidget(self.notes)
        column.addStretch(1)
        self.scroll = scrolling(content)
        self.reserve.setMaximumWidth(grown(RESERVE_WIDTH))
        close = self._close = Button(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        self._below = QHBoxLayout()
        self._below.setContentsMargins(XL, M, XL, L)
        self._below.addStretch(1)
        self._below.addWidget(close)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.scroll, 1)
        whole.addWidget(Line())
        whole.addLayout(self._below)

    # ---- what it is told ----

    def set_reserve(self, mib: int) -> None:
        """What is to stay free."""
        self.reserve.set_value(mib)

    def set_fit(self, event: FitReady | None) -> None:
        """The fit on screen."""
        if event is None or event.fit is None:
            problem = event.problem if event is not None else None
            self.verdict.setText(problem or self.tr("Choose a target to see whether it fits."))
            self.notes.show_rows([])
            self.measured.show_rows([])
            return
        self.verdict.setText(source_kept(event.words))
        fits = event.fit.verdict == "fits"
        self.helps.title.setText(self.tr("What would free memory") if fits else self.tr("What would help"))
        said = difference_words(event.differences) if event.differences else ""
        self.measured.show_rows(fit_offers.of_differences(event.differences), said)
        self.notes.show_rows([fit_offers.Offer(words=note) for note in event.fit.notes])

    def set_choices(self, found: MemoryChoices | None, target: str | None, draft: str | None) -> None:
        """What else could be chosen; None while that is not known. target, draft: paths in use."""
        if found is None:
            for part in (self.helps, self.contexts, self.draft, self.quantizations):
                part.show_rows([])
            if target is not None:
                self.helps.show_rows([], self.tr("Working out what else fits…"))
            return
        helps = fit_offers.of_remedies(found.remedies, self.take_over.emit)
        self.helps.show_rows(helps, "" if helps else self.tr("No simple change would free much memory."))
        self.contexts.show_rows(fit_offers.of_contexts(found.contexts, found.plan, self.take_over.emit))
        drafts = fit_offers.of_draft(found.draft, draft, self.choose_draft.emit)
        none = self.tr("None of your files that match the target as a draft fits beside it.")
        self.draft.show_rows(drafts, "" if drafts else none)
        files = fit_offers.of_quantizations(found.quantizations, target, self.choose_target.emit)
        self.quantizations.show_rows(files, found.quantizations.words if found.quantizations else "")
        self._fit_screen()

    def set_users(self, found: MemoryUsers) -> None:
        """Who uses the memory."""
        rows = fit_offers.of_users(found, self.unload.emit)
        said = " ".join(found.notes)
        self.users.show_rows(rows, said or ("" if rows else self.tr("No program uses much.")))
        self._fit_screen()

    def set_told(self, words: str, tone: str = "good") -> None:
        """What came of asking another program; "" for nothing."""
        self.told.set_state(words, tone)

    # ---- size ----

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.told.set_state("")
        self._close.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit()  # what is wanted now is being looked for, and takes lines of its own
        self._fit_screen()

    def _fit_screen(self) -> None:
        if self.isVisible():
            self.fit_into(self.screen().availableGeometry())

    def fit_into(self, room: QRect) -> None:
        """As high as the content wants, and inside `room` with the title bar."""
        layout = self.scroll.widget().layout()
        width = min(grown(WIDTH), room.width())
        wanted = layout.totalHeightForWidth(width) + self._below.sizeHint().height() + 1  # the line above it
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        self.resize(width, min(wanted, room.height() - title))
