"""During a compare: what it does, how long it still takes, and what it has found so far."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from specdesk.measure import headlines
from specdesk.measure.headline_words import is_too_early
from specdesk.measure.headlines import Names
from specdesk.measure.outcome import CERTAIN
from specdesk.measure.steps import steadied
from specdesk.service.compare_beside import Part
from specdesk.service.events import CompareProgress
from specdesk.ui.compare import words
from specdesk.ui.compare.bars import SpeedBars
from specdesk.ui.parts import Button, Card, Text
from specdesk.ui.parts.motion import ProgressBar
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import M

LONGER = 1.3
"""Times what was said before, from which on another duration is told."""


class ProgressView(QWidget):
    """cancel(): the button. goes_on: what is broken off can be gone on with later."""

    cancel = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = Names()
        self._expected_s = 0.0
        self._part: Part = "main"
        self._left_s: float | None = None
        self._look_s: float | None = None
        self.has_begun, self.goes_on = False, True
        self.headline = Text("", "headline", wrap=True)
        self.pair = Text("", "muted", wrap=True)
        self.step = Text("", wrap=True)
        self.left = Text("", "muted")
        self.bar = ProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Comparing"))
        self.bars = SpeedBars()
        self.longer = Text("", wrap=True)
        self.others = Text("", wrap=True)
        self.others.set_tone("warn")
        self.so_far = Text("", "muted", wrap=True)
        for part, term in (
            (self.pair, "set-up"), (self.step, "time left"), (self.left, "time left"), (self.bars, "both speeds"),
            (self.longer, "time left"), (self.so_far, "interval"), (self.others, "busy"),
        ):  # fmt: skip
            set_tip(part, explained(term))
        self.button = Button(self.tr("Cancel"), icon_name="stop")
        set_tip(self.button, self.tr("What was measured is kept"))
        self.button.clicked.connect(self._cancel)
        self.kept = Text(self.tr("Cancelling keeps what was measured."), "small", wrap=True)
        self._lay_out()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(M)
        row.addWidget(self.step, 1)
        row.addWidget(self.left)
        found = Card(self.tr("So far"))
        found.body.addWidget(self.bars)
        found.body.addWidget(self.so_far)
        end = QHBoxLayout()
        end.setSpacing(M)
        end.addWidget(self.button)
        end.addWidget(self.kept, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        for part in (self.headline, self.pair):
            column.addWidget(part)
        column.addLayout(row)
        column.addWidget(self.bar)
        column.addLayout(end)  # above all that comes and goes, or it would move while somebody aims at it
        column.addWidget(self.longer)
        column.addWidget(self.others)
        column.addWidget(found)

    def begin(self, pair: str, names: Names, expected_s: float) -> None:
        """A compare was asked for. expected_s: how long it should take, as it was said before."""
        self._names, self.has_begun, self.goes_on = names, False, True
        self._expected_s = expected_s
        self._part, self._left_s, self._look_s = "main", expected_s, None
        self._say(self.longer, "")
        self._say(self.others, "")
        self.headline.setText(self.tr("Measuring …"))
        self.pair.setText(pair)
        self.step.setText(self.tr("Getting ready …"))
        self.left.setText(words.left(expected_s))
        self.bar.setRange(0, 0)
        self._say(self.so_far, "")
        self.bars.set_bars(words.unmeasured(names))
        self.button.setEnabled(True)

    def show_progress(self, progress: CompareProgress) -> None:
        """It goes on."""
        self.has_begun = True
        if self.button.isEnabled():
            self.step.setText(progress.words)
        if progress.part != self._part:
            self._part, self._left_s, self._look_s = progress.part, None, None
        self._left_s = steadied(self._left_s, progress.seconds_left)
        self._look_s = steadied(self._look_s, progress.look_s)
        self.left.setText(words.left(self._left_s))
        if progress.part == "main" and progress.seconds_left > LONGER * self._expected_s:
            self._expected_s = progress.seconds_left
            least = self.tr("It takes longer than was said: here, fewer answers would not tell anything.")
            self._say(self.longer, least if progress.least else self.tr("It takes longer than was said."))
        self._say(self.others, progress.others)
        self.bar.setRange(0, progress.total)
        self.bar.setValue(progress.done)
        result = progress.result
        if result is not None:
            self.bars.set_bars(words.bars_of(result, self._names))
        certain = result is not None and result.verdict in CERTAIN and not result.partial
        self.headline.setText(headlines.headline(result, self._names) if certain else self.tr("Measuring …"))
        parts = []
        if result is not None and result.speedup is not None:
            still = self.tr("{low} to {high} times as fast so far; this still changes.")
            sure = self.tr("{low} to {high} times as fast. That is certain: cancel whenever you like, it is kept.")
            low, high = headlines.times(result.speedup.low), headlines.times(result.speedup.high)
            tells = certain or not is_too_early(result.speedup)
            said = (sure if certain else still).format(low=low, high=high)
            parts.append(said if tells else self.tr("Too early to tell."))
        if not certain:
            parts.append(words.first_answer(self._look_s, self._left_s))
        self._say(self.so_far, " ".join(part for part in parts if part))

    def _say(self, label: Text, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _cancel(self) -> None:
        self.button.setEnabled(False)
        self.step.setText(self.tr("Stopping; what was measured is kept …"))
        self.cancel.emit()
