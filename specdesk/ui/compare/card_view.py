"""A card that somebody gave away: what it says, whether it can be run here, and the button that does."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from specdesk.measure import headlines
from specdesk.measure.card import card_hardware, card_headline, card_names
from specdesk.measure.protocol import BUDGET_S
from specdesk.service.events import CardOpened
from specdesk.ui.compare import words
from specdesk.ui.compare.bars import SpeedBars
from specdesk.ui.compare.whiskers import Whiskers
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, Card, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import M, S


class CardView(QWidget):
    """run(object): this Card, here. back(): to the question."""

    run = Signal(object)
    back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.opened: CardOpened | None = None
        self.headline = Text("", "headline", wrap=True)
        self.notes = Text("", wrap=True)
        set_tip(self.notes, explained("note"))
        self.basis = Text("", "muted", wrap=True)
        self.bars = SpeedBars()
        self.paired = Text(words.paired_words(), "small", wrap=True)
        self.problem = Text("", wrap=True)
        self.dropped = Text("", "muted", wrap=True)
        self.kinds = Card(self.tr("By kind of text"))
        self.whiskers = Whiskers()
        self.kinds.body.addWidget(self.whiskers)
        for part, term in (
            (self.headline, "ratio"), (self.basis, "interval"), (self.bars, "both speeds"),
            (self.paired, "both speeds"), (self.kinds, "by kind"),
        ):  # fmt: skip
            set_tip(part, explained(term))
        self.run_button = Button(self.tr("Run the same here"), "primary", icon_name="play")
        self.run_button.clicked.connect(self._run)
        self.takes = Text(self.tr("Running it takes about {time}.").format(time=headlines.minutes(BUDGET_S)), "muted")
        set_tip(self.takes, explained("duration"))
        self.back_button = Button(self.tr("Back"))
        self.back_button.clicked.connect(self.back)
        buttons = QWidget()
        row = WrappingRow(buttons, spacing=S)
        row.addWidget(self.run_button)
        row.addWidget(self.back_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        for widget in (
            Text(self.tr("A card from elsewhere"), "section"), self.headline, self.notes, self.basis, self.bars,
            self.paired, self.problem, self.dropped, self.takes, buttons, self.kinds,
        ):  # fmt: skip
            column.addWidget(widget)

    def show_card(self, opened: CardOpened) -> None:
        """Somebody's result."""
        self.opened, card = opened, opened.card
        self.headline.setText(card_headline(card))
        parts = []
        if card.speedup is not None:
            so_far, likely = self.tr("So far {interval}"), self.tr("Likely {interval}")
            said = so_far if card.partial and not card.a_again else likely
            parts.append(said.format(interval=headlines.interval_words(card.speedup)))
        parts += [*card_hardware(card), card.date]
        if card.took_s is not None:
            parts.append(headlines.minutes(card.took_s))
        self.basis.setText(" · ".join(parts))
        self.notes.setText(card.notes)
        self.notes.setVisible(bool(card.notes))
        self.bars.set_bars(words.bars_of(card, card_names(card)))
        for part in (self.bars, self.paired):
            part.setVisible(card.paired is not None)
        self.problem.setText(opened.problem)
        self.problem.setVisible(bool(opened.problem))
        self.dropped.setText(" ".join(opened.dropped))
        self.dropped.setVisible(bool(opened.dropped) and not opened.problem)
        rows = words.whiskers_of_rows(card.by_kind, card.by_language, partial=card.partial)
        self.whiskers.set_rows(rows, "\n".join(words.whisker_words(row) for row in rows))
        self.kinds.setVisible(bool(rows))
        for widget in (self.run_button, self.takes):
            widget.setVisible(not opened.problem)

    def focus_first(self) -> None:
        """Put the focus on what is proposed."""
        button = self.back_button if self.run_button.isHidden() else self.run_button
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _run(self) -> None:
        if self.opened is not None:
            self.run.emit(self.opened.card)
