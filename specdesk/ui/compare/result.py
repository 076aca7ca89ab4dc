"""After a compare: the answer, large; what it rests on and what it costs; what to do; then the rest."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from specdesk.measure import headlines
from specdesk.service.compare_session import going_on_s
from specdesk.service.compare_store import Later
from specdesk.ui.compare import words
from specdesk.ui.compare.answers import AnswersView
from specdesk.ui.compare.bars import SpeedBars
from specdesk.ui.compare.beside import BesideView
from specdesk.ui.compare.details import DetailsView
from specdesk.ui.compare.proposal import propose
from specdesk.ui.compare.shown import Shown, meaning, ratio_words
from specdesk.ui.compare.sign import VerdictSign
from specdesk.ui.compare.whiskers import Whiskers
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, Card, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, M, S

PICTURE, MARKDOWN, NUMBERS, TABLE, COPY = "picture", "markdown", "numbers", "table", "copy"


class ResultView(QWidget):
    """keep_on(), turn_off(): what was decided. apply(int): use this length and check it. again(): measure anew.

    go_on(): ask more questions. save(str): a card in this form. details_opened(): the details came into sight.
    """

    keep_on = Signal()
    turn_off = Signal()
    apply = Signal(int)
    again = Signal()
    go_on = Signal()
    save = Signal(str)
    details_opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: Shown | None = None
        self._make()
        self._make_buttons()
        self._lay_out()

    def _make(self) -> None:
        self.sign = VerdictSign()
        self.headline = Text("", "headline", wrap=True)
        self.basis = Text("", "muted", wrap=True)
        set_tip(self.basis, explained("interval"))
        self.pair = Text("", "small", wrap=True)
        self.other = Text("", "small", wrap=True)
        self.note = Text("", wrap=True)
        for label in (self.pair, self.other):
            set_tip(label, explained("set-up"))
        set_tip(self.note, explained("note"))
        self.bars = SpeedBars()
        set_tip(self.bars, explained("both speeds"))
        self.paired = Text(words.paired_words(), "small", wrap=True)
        set_tip(self.paired, explained("both speeds"))
        self.price = Text("", wrap=True)
        self.whiskers = Whiskers()
        self.language = Text("", wrap=True)
        self.best = Text("", wrap=True)
        set_tip(self.best, explained("best length"))
        self.same = Text("", wrap=True)
        self.claim = Text("", "small", wrap=True)
        self.beside = BesideView()
        self.answers = AnswersView()
        self.details = DetailsView()
        self.details.hide()

    def _make_buttons(self) -> None:
        self.keep_button = Button(self.tr("Keep on"))
        set_tip(self.keep_button, self.tr("Goes on with this set-up, in the chat"))
        self.off_button = Button(self.tr("Turn off"))
        set_tip(
            self.off_button,
            self.tr("No speculation for this model from now on; the set-up can switch it on again"),
        )
        self.more_button, self.again_button = Button(""), Button("")
        self.save_button = Button(self.tr("Save card"), icon_name="download")
        self.save_menu = QMenu(self)
        for key, text in (
            (PICTURE, self.tr("Picture (PNG) …")), (MARKDOWN, self.tr("Text for a forum (Markdown) …")),
            (NUMBERS, self.tr("Figures (JSON) …")), (TABLE, self.tr("All answers in figures (CSV) …")),
            (COPY, self.tr("Copy as Markdown")),
        ):  # fmt: skip
            self.save_menu.addAction(text).triggered.connect(lambda _checked=False, key=key: self.save.emit(key))
        self.details_button = Button(self.tr("Details"), "quiet", icon_name="chevron")
        self.details_button.setCheckable(True)
        self.apply_button = Button("")
        set_tip(self.apply_button, self.tr("Uses this length from now on, and measures for about 2 minutes"))
        self.keep_button.clicked.connect(self.keep_on)
        self.off_button.clicked.connect(self.turn_off)
        self.more_button.clicked.connect(self.go_on)
        self.again_button.clicked.connect(self.again)
        self.save_button.clicked.connect(self._open_menu)
        self.details_button.toggled.connect(self._show_details)
        self.apply_button.clicked.connect(self._apply)

    def _lay_out(self) -> None:
        said = QVBoxLayout()
        said.setSpacing(XS)
        for widget in (self.headline, self.basis, self.other):
            said.addWidget(widget)
        top = QHBoxLayout()
        top.setSpacing(M)
        top.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(said, 1)
        self.buttons = QWidget()
        self._row = WrappingRow(self.buttons, spacing=S)
        self._order()
        self.kinds = Card(self.tr("By kind of text"))
        legend = Text(self.tr("Dot: measured. Line: where it likely lies, 19 times in 20."), "small", wrap=True)
        for widget in (self.whiskers, legend, self.language):
            self.kinds.body.addWidget(widget)
        self.advice = Card()
        for widget in (self.best, self.same, self.claim):
            self.advice.body.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        column.addLayout(top)
        for widget in (
            self.note, self.bars, self.paired, self.price, self.buttons, self.beside, self.kinds, self.advice,
            self.answers, self.details, self.pair,
        ):  # fmt: skip
            column.addWidget(widget)

    # ---- what it is told ----

    def show_result(self, shown: Shown) -> None:
        """Show a result; details stay open where they are."""
        is_other = self.shown is None or self.shown.stored != shown.stored
        self.shown = shown
        result, names = shown.result, shown.stored.setup.names
        sign = headlines.sign(result, names)
        self.sign.say(sign, words.tone_of(sign))
        self.headline.setText(headlines.headline(result, names))
        set_tip(self.headline, ratio_words(shown.stored.setup))
        for part, term in ((self.price, "price"), (self.kinds, "by kind"), (self.same, "same text")):
            set_tip(part, meaning(shown.stored.setup, term))
        self.basis.setText(words.basis(shown.stored, result))
        about = words.about(shown.stored, shown.pair, shown.ours)
        _say(self.pair, about if shown.ours else "")
        _say(self.other, "" if shown.ours else about)
        _say(self.note, words.note(shown.stored, result, shown.beside))
        self.bars.set_bars(words.bars_of(result, names))
        for part in (self.bars, self.paired):
            part.setVisible(headlines.is_number(result))
        _say(self.price, headlines.price(result))
        self.beside.show_result(shown)
        rows = words.whiskers_of(result)
        self.whiskers.set_rows(rows, "\n".join(words.whisker_words(row) for row in rows))
        _say(self.language, headlines.language_words(result))
        self.kinds.setVisible(bool(rows))
        self._show_advice(shown)
        self._show_buttons(shown)
        if is_other:
            self.answers.show_answers(shown.stored)
            self.details.forget()
            if not self.details.isHidden():
                self.details.show_result(shown.stored, result)

    def _show_advice(self, shown: Shown) -> None:
        result = shown.result
        _say(self.best, headlines.best_words(result))
        _say(self.same, headlines.same_text_words(result) if result.same_text is not None else "")
        _say(self.claim, headlines.claim_of(result.same_text, shown.stored.setup.names) if self.same.text() else "")
        self.advice.setVisible(bool(self.best.text() or self.same.text()))

    def _show_buttons(self, shown: Shown) -> None:
        result, setup, best = shown.result, shown.stored.setup, shown.result.best
        offered = propose(result, setup.names, can_go_on=bool(shown.stored.id) and setup.asked is None)
        decides = shown.ours and bool(setup.names.thing)
        applies = shown.ours and best is not None and best.action == "apply" and best.k not in (0, shown.length)
        self.apply_button.setVisible(applies)
        if best is not None:
            self.apply_button.setText(self.tr("Use length {length} and check").format(length=best.k))
        self.keep_button.setVisible(decides and offered.may_keep)
        self.off_button.setVisible(decides and offered.may_turn_off)
        self.again_button.setText(self.tr("Ask other questions") if offered.others else self.tr("Run again"))
        lacks = bool(shown.stored.id) and shown.stored.later != Later()
        self.more_button.setText(self.tr("Go on") if offered.failed or lacks else self.tr("Ask more questions"))
        self.more_button.setVisible((offered.may_ask and (offered.first == "more" or shown.ours)) or lacks)
        if lacks or offered.may_ask:
            tip = self.tr("Goes on measuring for about {time}, for a narrower answer; it adds to this result")
            if lacks:
                tip = self.tr("Measures what was asked for and did not come to its end, for about {time}")
            set_tip(self.more_button, tip.format(time=words.duration(going_on_s(shown.stored))))
        first = "again" if offered.first == "apply" and not applies else offered.first
        for key, button in (
            ("keep", self.keep_button), ("off", self.off_button), ("more", self.more_button),
            ("again", self.again_button), ("apply", self.apply_button),
        ):  # fmt: skip
            button.set_kind("primary" if key == first else "outline")
        self._order()

    def _order(self) -> None:
        """What is proposed comes first, for the eye and for the Tab key."""
        usual = (
            self.keep_button, self.off_button, self.apply_button, self.save_button, self.details_button,
            self.again_button, self.more_button,
        )  # fmt: skip
        buttons = sorted(usual, key=lambda button: button.property("kind") != "primary")
        for button in buttons:
            self._row.removeWidget(button)
            self._row.addWidget(button)
        for before, after in itertools.pairwise(buttons):
            QWidget.setTabOrder(before, after)

    def focus_first(self) -> None:
        """Put the focus on what is proposed."""
        buttons = (self.keep_button, self.off_button, self.apply_button, self.more_button, self.again_button)
        proposed = [button for button in buttons if button.property("kind") == "primary" and not button.isHidden()]
        (proposed or [self.details_button])[0].setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- what the user does ----

    def _apply(self) -> None:
        if self.shown is not None and self.shown.result.best is not None:
            self.apply.emit(self.shown.result.best.k)

    def _open_menu(self) -> None:
        self.save_menu.popup(self.save_button.mapToGlobal(QPoint(0, self.save_button.height() + 4)))

    def _show_details(self, shown: bool) -> None:
        if shown and self.shown is not None:
            self.details.show_result(self.shown.stored, self.shown.result)
        self.details.setVisible(shown)
        if shown:
            self.details_opened.emit()


def _say(label: Text, text: str) -> None:
    """Words, or no line at all."""
    label.setText(text)
    label.setVisible(bool(text))
