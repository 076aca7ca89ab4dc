"""The top of the monitor: one big number, how it compares, and whether the draft is worth it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from specdesk.engines.lifecycle import State
from specdesk.measure.hints import ledger_words
from specdesk.measure.outcome import Outcome
from specdesk.measure.verdict import Verdict
from specdesk.ui.monitor import words
from specdesk.ui.monitor.hint_row import HintRow
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Badge, Button, ElidedLabel, IconLabel, Text
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, M, S, Theme


class VerdictCard(QFrame):
    """The live verdict in a sentence with its sign, and what can be done about it.

    turn_off(), try_length(int), check(): the buttons.
    """

    turn_off = Signal()
    try_length = Signal(int)
    check = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = IconLabel("info")
        self.words = Text("", wrap=True)
        set_look(self.words, inked=True)
        self.off_button = Button(self.tr("Turn off"), compact=True)
        self.off_button.clicked.connect(self.turn_off)
        self.length_button = Button("", compact=True)
        self.length_button.clicked.connect(self._try)
        self.check_button = Button(self.tr("Quick check, about 60 s"), compact=True)
        self.check_button.clicked.connect(self.check)
        self._length = 0
        buttons = WrappingRow()
        for button in (self.off_button, self.length_button, self.check_button):
            buttons.addWidget(button)
            button.hide()
        column = QVBoxLayout()
        column.setSpacing(S)
        column.addWidget(self.words)
        column.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(M, S, M, S)
        row.setSpacing(S)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        set_look(self, surface="banner", tone="neutral")
        self.hide()

    def show_verdict(
        self, verdict: Verdict | None, *, can_change: bool, can_check: bool, about_check: str, foreign: bool = False,
        otherwise: Outcome | None = None,
    ) -> None:  # fmt: skip
        """None hides it. can_change: the set-up that it is about still runs. can_check: a check may start now.

        about_check: what the check does, or why it cannot start. foreign: the reply is of somebody else's engine.
        otherwise: what a compare of this set-up says, where that is something else.
        """
        self.setVisible(verdict is not None)
        if verdict is None:
            return
        set_tip(
            self,
            self.tr(
                "Used: how many of the guesses were right. You need: the share from which on guessing is faster than "
                "the address without guesses that this one was last compared with."
            )
            if foreign
            else self.tr(
                "Used: how many of the guesses were right. You need: the share from which on guessing is faster than "
                "the target alone, as measured on this computer."
            ),
        )
        mark = words.verdict_mark(verdict, foreign=foreign, otherwise=otherwise)
        self._mark.set(mark.icon, mark.tone)
        self.words.setText(mark.words)
        set_look(self, tone=mark.tone)
        set_look(self.words, tone=mark.tone)
        costs = verdict.kind == "costs" and can_change and otherwise != "faster"
        self._length = verdict.suggested_length or 0
        self.off_button.setVisible(costs)
        self.length_button.setVisible(costs and self._length > 0)
        self.length_button.setText(self.tr("Try length {length}").format(length=self._length))
        self.check_button.setVisible(verdict.kind == "unmeasured" and not foreign)
        self.check_button.setEnabled(can_check)
        set_tip(self.check_button, about_check)

    @property
    def offers_check(self) -> bool:
        """True while the quick check can be started from here."""
        return not self.isHidden() and not self.check_button.isHidden()

    def take_refusal(self, why: str) -> bool:
        """why: why the last check found nothing, "" = it did not run in vain; told here, where it is asked for again.

        Returns whether the quick check can be started from here.
        """
        refused = self.offers_check and bool(why)
        self.check_button.setText(self.tr("Try again") if refused else self.tr("Quick check, about 60 s"))
        if refused:
            self._mark.set("warning", "warn")
            self.words.setText(why)
            for part in (self, self.words):
                set_look(part, tone="warn")
        return self.offers_check

    def _try(self) -> None:
        self.try_length.emit(self._length)


class Summary(QWidget):
    """Shows what `Replies` say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_tip(
            self,
            self.tr(
                "Tokens are the pieces of words that a model writes. The large number says how many come per second. "
                "“Per step” is how many come out of each step of the target: 1 without guesses, more when guesses are "
                "right."
            ),
        )
        self.caption = ElidedLabel("", "small")
        self.number = Text(words.NOTHING, "display")
        self.number.setAccessibleDescription(self.tr("Tokens per second"))
        self.unit = Text(self.tr("tokens/s"), "muted")
        self.ratio = Badge(name=self.tr("Against the plain model"))
        set_tip(self.ratio, explained("ratio"))
        self.why = Text("", "muted", wrap=True)
        self.verdict = VerdictCard()
        self.hint = HintRow()
        self.ledger = Text("", "muted", wrap=True)
        self.ledger.hide()
        figures = QWidget()
        together = QHBoxLayout(figures)
        together.setContentsMargins(0, 0, 0, 0)
        together.setSpacing(S)
        together.addWidget(self.number, 0, Qt.AlignmentFlag.AlignBottom)
        together.addWidget(self.unit, 0, Qt.AlignmentFlag.AlignBottom)
        row = WrappingRow(last_right=True)
        row.addWidget(figures)
        row.addWidget(self.ratio)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(XS)
        column.addWidget(self.caption)
        column.addLayout(row)
        column.addWidget(self.why)
        column.addWidget(self.verdict)
        column.addWidget(self.hint)
        column.addWidget(self.ledger)
        follow_theme(self._align)

    def show_replies(
        self, replies: Replies, state: State, *, checking: bool, can_check: bool, about_check: str
    ) -> None:
        """Put the newest figures in. checking: the quick check runs. For the rest see `VerdictCard`."""
        verdict = replies.verdict()
        ratio = words.times_plain(verdict, replies.otherwise())
        self.caption.setText(words.caption(replies))
        self.number.setText(words.rate_words(replies))
        self.unit.setVisible(replies.rate is not None)
        self.ratio.setVisible(ratio is not None)
        set_tip(self.ratio, self._plain_words(replies))
        past = replies.is_of_another_setup and not replies.is_answering
        if ratio is not None:  # of a set-up that runs no more it is a figure, and no longer good or bad news
            self.ratio.set_state(ratio.words, "neutral" if past else ratio.tone, "info" if past else ratio.icon)
        why = words.no_number(replies, state)
        self.why.setText(why)
        self.why.setVisible(bool(why))
        saved = replies.ledger()
        self.ledger.setVisible(saved.replies > 0)
        self.ledger.setText(ledger_words(saved))
        set_tip(
            self.ledger,
            self.tr("By the engine's own times, with the first words that come later.")
            if replies.counts_first_word
            else self.tr(
                "By the engine's own times; how much later first words come is not in it, only Compare tells."
            ),
        )
        can_change = not replies.is_of_another_setup and not checking and not replies.is_foreign
        self.verdict.show_verdict(
            None if checking or past else verdict, can_change=can_change, can_check=can_check, about_check=about_check,
            foreign=replies.is_foreign, otherwise=replies.otherwise(),
        )  # fmt: skip
        self.hint.show_hint(
            None if checking or past else replies.hints.current, can_change=can_change,
            offered=not self.verdict.isHidden() and not self.verdict.off_button.isHidden(),
        )  # fmt: skip

    def _plain_words(self, replies: Replies) -> str:
        """What the speed is held against."""
        if replies.is_foreign:
            return self.tr(
                "Plain is the address without guesses that this one was last compared with. Above 1 guessing pays."
            )
        return self.tr("Plain is the target alone, without guesses, measured on this computer. Above 1 guessing pays.")

    def _align(self, theme: Theme) -> None:
        """The unit stands on the number's baseline."""
        large, small = QFontMetrics(theme.font("display")), QFontMetrics(theme.font("body"))
        self.unit.setContentsMargins(0, 0, 0, large.descent() - small.descent())
