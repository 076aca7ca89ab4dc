"""Behind Details: counts, acceptance by position, the sentences with the field's words, commands."""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from specdesk.engines.command_text import to_powershell, to_sh
from specdesk.measure.compare import CompareResult
from specdesk.measure.headlines import in_words
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare import words
from specdesk.ui.compare.facts import facts_of
from specdesk.ui.compare.shown import meaning
from specdesk.ui.compare.strip import Strip
from specdesk.ui.monitor.positions import PositionBars
from specdesk.ui.parts import Button, Card, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, L, M


class DetailsView(QWidget):
    """Filled only while it is in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filled: StoredCompare | None = None
        self.counts = Card(self.tr("Figures"))
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(L)
        self.grid.setVerticalSpacing(XS)
        self.grid.setColumnStretch(0, 1)
        self.counts.body.addLayout(self.grid)
        self.counts.body.addWidget(Text(words.medians_words(), "small", wrap=True))
        self.facts = QVBoxLayout()
        self.facts.setSpacing(XS)
        self.facts.setContentsMargins(0, XS, 0, 0)
        self.counts.body.addLayout(self.facts)
        self.positions = Card(self.tr("Kept by position, in %"))
        self.position_bars = PositionBars()
        set_tip(self.positions, explained("position"))
        self.positions.body.addWidget(self.position_bars)
        self.questions = Card(self.tr("Each question"))
        set_tip(self.questions, explained("each question"))
        self.strip = Strip()
        self.questions.body.addWidget(self.strip)
        self.questions.body.addWidget(
            Text(self.tr("Dot: one answer; a line joins the two to the same question."), "small", wrap=True)
        )
        self.commands = Card(self.tr("Commands"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        for card in (self.counts, self.questions, self.positions, self.commands):
            column.addWidget(card)

    def forget(self) -> None:
        """What was filled in belongs to another result."""
        self._filled = None

    def show_result(self, stored: StoredCompare, result: CompareResult) -> None:
        """Everything about a result."""
        if self._filled is stored:
            return
        self._filled = stored
        self._show_counts(stored, result)
        self._show_facts(stored, result)
        self.strip.set_points(result.points)
        self.questions.setVisible(bool(result.points))
        self.position_bars.set_shares(result.per_position)
        self.positions.setVisible(bool(result.per_position))
        self._show_commands(stored, result)

    def _show_counts(self, stored: StoredCompare, result: CompareResult) -> None:
        _empty(self.grid)
        names = in_words(stored.setup.names)
        for column, name in ((1, names.a), (2, names.b)):
            self.grid.addWidget(_figure(name, "section"), 0, column)
        for row, (term, what, *values) in enumerate(words.counts_of(result.arms), 1):
            labels = (Text(what, "muted", wrap=True), *(_figure(value) for value in values))
            for column, label in enumerate(labels):
                set_tip(label, explained(term))
                self.grid.addWidget(label, row, column)

    def _show_facts(self, stored: StoredCompare, result: CompareResult) -> None:
        _empty(self.facts)
        for term, said in facts_of(stored, result):
            label = Text(said, wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            set_tip(label, meaning(stored.setup, term))
            self.facts.addWidget(label)

    def _show_commands(self, stored: StoredCompare, result: CompareResult) -> None:
        _empty(self.commands.body)
        names = in_words(stored.setup.names)
        lines = [arm.argv for arm in result.arms]
        if any(lines) and stored.setup.built_in:
            told = self.tr(
                "The built-in engine is not started by a command. "
                "With a llama-server since June 2026 these do the same:"
            )
            self.commands.body.addWidget(Text(told, wrap=True))
        for name, argv in zip((names.a, names.b), lines, strict=True):
            if not argv:
                continue
            line = to_powershell(argv) if sys.platform == "win32" else to_sh(argv)
            top = QHBoxLayout()
            top.addWidget(Text(name, "section"), 1)
            copy = Button(self.tr("Copy"), "quiet", icon_name="copy", compact=True)
            copy.setAccessibleName(self.tr("Copy the command: {name}").format(name=name))
            copy.clicked.connect(lambda _checked=False, line=line: QGuiApplication.clipboard().setText(line))
            top.addWidget(copy)
            place = QWidget()
            place.setLayout(top)
            top.setContentsMargins(0, 0, 0, 0)
            self.commands.body.addWidget(place)
            command = Text(_breakable(line), "mono", wrap=True)
            command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.commands.body.addWidget(command)
        self.commands.setVisible(any(lines))


def _figure(value: str, role: str = "body") -> Text:
    label = Text(value, role)  # type: ignore[arg-type]
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


def _breakable(line: str) -> str:
    """Long paths may break behind a slash; nothing else of the text changes."""
    return line.replace("/", "/\u200b")


def _empty(layout: object) -> None:
    while layout.count():  # type: ignore[attr-defined]
        item = layout.takeAt(0)  # type: ignore[attr-defined]
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
