"""What stands beside a result, as pictures: a card from elsewhere, an earlier build, another temperature, a crowd."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from specdesk.language import number, short
from specdesk.measure.card import card_hardware
from specdesk.measure.crowd import CrowdResult
from specdesk.measure.headlines import in_words, times
from specdesk.measure.stats import Interval
from specdesk.ui.compare import words
from specdesk.ui.compare.shown import Shown, ratio_words
from specdesk.ui.compare.whiskers import Whisker, Whiskers
from specdesk.ui.parts import Card, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, M, S

translate = QCoreApplication.translate
Named = tuple[str, Interval | None, int]
"""Name, speed-up, prompts."""

WHOLE = 100.0
"""tokens/s from which decimals say nothing."""


def card_rows(shown: Shown) -> list[Named]:
    """A card from elsewhere and what it is here."""
    card = shown.beside.card
    if card is None:
        return []
    where = ", ".join(card_hardware(card)) or card.date
    there = translate("Compare", "The card: {where}").format(where=where)
    setup = shown.stored.setup
    ours = [part for part in (words.hardware_words(setup.hardware), words.computer_words(setup.computer)) if part]
    here = translate("Compare", "Here: {where}").format(where=", ".join(ours))
    return [(there, card.speedup, card.prompts), (here, shown.result.speedup, shown.result.prompts)]


def before_rows(shown: Shown) -> list[Named]:
    """What this one measured again, and this one."""
    before = shown.beside.before
    if before is None:
        return []
    build = words.build_words(before.stored.setup.build)
    was = translate("Compare", "{when}, {build}").format(when=words.when(before.stored.made), build=build)
    now = translate("Compare", "{when}, {build}").format(
        when=words.when(shown.stored.made), build=words.build_words(shown.stored.setup.build)
    )
    same = shown.beside.same
    if same is not None:
        return [(was, same.before, same.count), (now, same.now, same.count)]
    return [(was, before.result.speedup, before.result.prompts), (now, shown.result.speedup, shown.result.prompts)]


def temperature_rows(shown: Shown) -> list[Named]:
    """Both parts."""
    second = shown.beside.second
    if second is None:
        return []
    name = translate("Compare", "Temperature {value}")
    return [
        (name.format(value=short(shown.stored.setup.temperature)), shown.result.speedup, shown.result.prompts),
        (name.format(value=short(second.stored.setup.temperature)), second.result.speedup, second.result.prompts),
    ]


def people(count: int) -> str:
    """ "4 people" """
    return (
        translate("Compare", "1 person") if count == 1 else translate("Compare", "{count} people").format(count=count)
    )


class RowsCard(Card):
    """Speed-ups below one another; hidden without any."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.rows = Whiskers()
        self.rows.setAccessibleName(title)
        self.body.addWidget(self.rows)
        self.hide()

    def show_rows(self, named: Sequence[Named], meaning: str) -> None:
        """Those without a number are left out. meaning: of the speed-ups."""
        set_tip(self, meaning)
        rows = [
            Whisker(name=name, estimate=found.estimate, low=found.low, high=found.high, count=count)
            for name, found, count in named
            if found is not None
        ]
        self.setVisible(len(rows) > 1)
        self.rows.set_rows(rows, "\n".join(words.whisker_words(row) for row in rows))


class CrowdCard(Card):
    """Several people at once: speed of all together and of each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("Compare", "Several people at once"), parent)
        set_tip(self, explained("crowd"))
        self.said = Text("", wrap=True)
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(S)
        self.grid.setVerticalSpacing(XS)
        self.grid.setColumnStretch(0, 1)
        self.body.addWidget(self.said)
        self.body.addLayout(self.grid)
        self.hide()

    def show_crowd(self, crowd: CrowdResult | None, names: tuple[str, str]) -> None:
        """None: it was not tried."""
        self.setVisible(crowd is not None and bool(crowd.points))
        while self.grid.count():
            widget = self.grid.takeAt(0).widget()
            widget.hide()
            widget.deleteLater()
        if crowd is None:
            return
        self.said.setText(crowd.words)
        together = translate("Compare", "all, {name}")
        each = translate("Compare", "each, {name}")
        titles = ["", *(form.format(name=name) for form in (together, each) for name in names), ""]
        for column, title in enumerate(titles):
            self._put(title, 0, column, "small")
        for line, point in enumerate(crowd.points, 1):
            figures = (point.total_a, point.total_b, *point.per_person)
            self._put(people(point.users), line, 0)
            for column, rate in enumerate(figures, 1):
                self._put(number(rate, 0 if rate >= WHOLE else 1), line, column)
            self._put(f"{times(point.speedup)}x", line, len(figures) + 1, "section")
        note = Text(translate("Compare", "tokens/s"), "small")
        self.grid.addWidget(note, len(crowd.points) + 1, 0)

    def _put(self, text: str, line: int, column: int, role: str = "body") -> None:
        label = Text(text, role, wrap=line == 0)  # type: ignore[arg-type]
        if column:
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.grid.addWidget(label, line, column)


class BesideView(QWidget):
    """All of it; what is not there is hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = RowsCard(self.tr("The card and this computer"))
        self.before = RowsCard(self.tr("Measured again"))
        self.temperatures = RowsCard(self.tr("By temperature"))
        self.crowd = CrowdCard()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        for card in (self.card, self.before, self.temperatures, self.crowd):
            column.addWidget(card)

    def show_result(self, shown: Shown) -> None:
        """What belongs to this result."""
        meaning = ratio_words(shown.stored.setup)
        self.card.show_rows(card_rows(shown), meaning)
        self.before.show_rows(before_rows(shown), meaning)
        self.temperatures.show_rows(temperature_rows(shown), meaning)
        names = in_words(shown.stored.setup.names)
        self.crowd.show_crowd(shown.result.crowd, (names.a, names.b))
        self.setVisible(any(not card.isHidden() for card in (self.card, self.before, self.temperatures, self.crowd)))
