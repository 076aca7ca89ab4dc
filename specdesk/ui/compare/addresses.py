"""Which addresses to compare: two, or one that takes speculation with each question. Asks; measures nothing."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from specdesk.chat.attached.engine import Choice, Options
from specdesk.chat.attached.identity import place_of
from specdesk.chat.attached.probing import base_of
from specdesk.measure.headlines import minutes
from specdesk.service.address_arms import Address
from specdesk.ui.compare.questions import QuestionsBox, QuestionsNote
from specdesk.ui.compare.start import MINUTES, QUICK, Wish
from specdesk.ui.compare.start import USUAL as USUAL_TIME
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, FieldRow, SegmentedControl, Text, WholeBox
from specdesk.ui.parts.dialog import Dialog, Growing, last_row
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.setup.scrolling import FormArea
from specdesk.ui.theme import XL, L, M, S

TWO, GUESSES, DRAFT = "two", "guesses", "draft"
WAYS: dict[Choice, str] = {"guesses": GUESSES, "draft-model": DRAFT}
"""What an engine takes with each question, and how it is asked for here."""

USUAL_OTHER = "http://127.0.0.1:8000"
USUAL = {TWO: "http://127.0.0.1:8001", GUESSES: "http://127.0.0.1:11434", DRAFT: "http://127.0.0.1:1234"}
"""Where such engines listen unless told otherwise."""

MOST_GUESSES = 64
USUAL_GUESSES = 4


class AddressesDialog(Growing, Dialog):
    """asked(Address, Address, Wish): compare the second with the first. explain(str): show this page of the guide."""

    asked = Signal(object, object, object)
    explain = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Compare two addresses"))
        self._make()
        self._lay_out()
        self._connect()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self._show()
        follow_theme(self._restyle)

    # ---- how it is made ----

    def _make(self) -> None:
        self.way = SegmentedControl(
            self.tr("What is compared"),
            [
                (TWO, self.tr("Two addresses")), (GUESSES, self.tr("Ollama, on and off")),
                (DRAFT, self.tr("LM Studio, on and off")),
            ],
        )  # fmt: skip
        self.judged, self.judged_key = _field(""), _key_field(self.tr("only if it asks for one"))
        self.other, self.other_key = _field(""), _key_field(self.tr("only if it asks for one"))
        self.guesses = WholeBox()
        self.guesses.setRange(1, MOST_GUESSES)
        self.guesses.setValue(USUAL_GUESSES)
        self.draft = _field("")
        self.judged_row = FieldRow("", self.judged)
        self.judged_key_row = FieldRow(self.tr("Key"), self.judged_key)
        self.other_row = FieldRow(self.tr("Compared with, without speculation"), self.other)
        self.other_key_row = FieldRow(self.tr("Key"), self.other_key)
        self.guesses_row = FieldRow(
            self.tr("Guesses per step"), self.guesses, "draft_num_predict",
            self.tr("Sent with half of the questions; the other half say 0."),
        )  # fmt: skip
        self.draft_row = FieldRow(
            self.tr("Draft model"), self.draft, "draft_model",
            self.tr("Sent with half of the questions; the other half name none."),
        )  # fmt: skip
        self.budget = SegmentedControl(
            self.tr("How long it may take"),
            [(key, self._budget_words(key)) for key in MINUTES],
        )  # fmt: skip
        self.budget.set_value(USUAL_TIME)
        self.source = QuestionsBox()
        self.few = QuestionsNote(self.source)
        self.few.shown.connect(self.fit)
        self.hint = Text("", "muted", wrap=True)
        self.far = Text("", wrap=True)
        self.far.set_tone("warn")
        self.guide = Button(self.tr("What works with what"), "quiet")
        self.cancel = Button(self.tr("Cancel"), "quiet")
        self.go = Button(self.tr("Compare"), "primary", icon_name="play")

    def _lay_out(self) -> None:
        told = self.tr(
            "For engines that run already. The same questions are asked of both, in turns, each once; nothing is "
            "started, stopped or changed there. Not in our hands: other people's questions, what a server remembers, "
            "and how it was started. They are asked at temperature 0, by one person at a time: the page's other "
            "choices do not apply. Starting or stopping a model of your own ends it; what was measured is kept."
        )
        content = QWidget()
        content.setProperty("transparent", "true")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(M)
        inner.addWidget(Text(told, "muted", wrap=True))
        inner.addWidget(self.way, 0, Qt.AlignmentFlag.AlignLeft)
        for rows in ((self.judged_row, self.judged_key_row), (self.other_row, self.other_key_row)):
            line = QHBoxLayout()
            line.setSpacing(S)
            line.addWidget(rows[0], 3)
            line.addWidget(rows[1], 2)
            inner.addLayout(line)
        for widget in (self.guesses_row, self.draft_row):
            inner.addWidget(widget)
        choices = QWidget()
        row = WrappingRow(choices, spacing=M)
        row.addWidget(self.budget)
        row.addWidget(self.source)
        for widget in (choices, self.few, self.far, self.hint):
            inner.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, L, L, L)
        column.setSpacing(M)
        column.addWidget(FormArea(content))
        column.addStretch(1)
        column.addLayout(last_row(self.guide, self.cancel, self.go))

    def _connect(self) -> None:
        self.way.chosen.connect(lambda _way: self._choose())
        for field in (self.judged, self.other, self.draft):
            field.textChanged.connect(lambda _text: self._show())
        self.guide.clicked.connect(lambda: self.explain.emit("other-programs"))
        self.cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._ask)

    # ---- what happens ----

    def open_with(self, attached: str, choices: frozenset[Choice], wish: Wish | None = None) -> None:
        """Show the dialog. attached: the address that the window is attached to, "" = none; choices: what its engine
        takes with each question; wish: what the page has of minutes and questions. Keys from before are not shown
        again."""
        if wish is not None:
            self.budget.set_value(next((key for key, made in MINUTES.items() if made == wish.minutes), USUAL_TIME))
            self.source.take(wish.prompts, from_chat=wish.from_chat)
        self.judged_key.clear()
        self.other_key.clear()
        if attached:
            self.judged.setText(attached)
            self.way.set_value(next((way for choice, way in WAYS.items() if choice in choices), TWO))
        self.other.setText(self.other.text() or USUAL_OTHER)
        self._choose()
        self.show()
        self.raise_()
        (self.other if attached and self.way.value() == TWO else self.judged).setFocus()

    def arms(self) -> tuple[Address, Address]:
        """What is compared with, and what is judged."""
        url, key = self.judged.text().strip(), self.judged_key.text() or None
        way = self.way.value()
        if way == GUESSES:
            off, on = Options(guesses=0), Options(guesses=self.guesses.value())
        elif way == DRAFT:
            off, on = Options(), Options(draft_model=self.draft.text().strip())
        else:
            other = Address(url=self.other.text().strip(), key=self.other_key.text() or None)
            return other, Address(url=url, key=key)
        return Address(url=url, key=key, options=off), Address(url=url, key=key, options=on)

    def wish(self) -> Wish:
        """How long, and what is asked."""
        key = self.budget.value()
        return Wish(minutes=MINUTES[key], quick=key == QUICK, prompts=self.source.file, from_chat=self.source.from_chat)

    def _budget_words(self, key: str) -> str:
        time = minutes(60.0 * MINUTES[key])
        return self.tr("Quick, {time}").format(time=time) if key == QUICK else time

    def _choose(self) -> None:
        """Of what is compared: an address that nobody has typed follows it."""
        if self.judged.text() in ("", *USUAL.values()):
            self.judged.setText(USUAL[self.way.value()])
        self._show()
        self.fit()

    def _ask(self) -> None:
        self.accept()
        self.asked.emit(*self.arms(), self.wish())

    def _show(self) -> None:
        way = self.way.value()
        named = self.tr("This address, with speculation") if way == TWO else self.tr("Address")
        self.judged_row.label.setText(named)
        self.judged.setAccessibleName(named)
        for row in (self.other_row, self.other_key_row):
            row.setVisible(way == TWO)
        self.guesses_row.setVisible(way == GUESSES)
        self.draft_row.setVisible(way == DRAFT)
        urls = (self.judged.text(), self.other.text()) if way == TWO else (self.judged.text(),)
        hosts = " + ".join(dict.fromkeys(host for url in urls if (host := beyond(url))))
        words = self.tr(
            "The questions leave this computer for {hosts}; anybody on the way can read them unless it is https."
        )
        self.far.setText(words.format(hosts=hosts) if hosts else "")
        self.far.setVisible(bool(hosts))
        missing = self._missing(way)
        self.hint.setText(missing)
        self.hint.setVisible(bool(missing))
        self.go.setEnabled(not missing)

    def _missing(self, way: str) -> str:
        """What has to be said still."""
        if not self.judged.text().strip() or (way == TWO and not self.other.text().strip()):
            return self.tr("An address is missing.")
        if way == TWO and base_of(self.judged.text()) == base_of(self.other.text()):
            return self.tr("Both are the same address.")
        if way == DRAFT and not self.draft.text().strip():
            return self.tr("Name the draft model as LM Studio calls it.")
        return ""


def beyond(address: str) -> str:
    """The host of an address that is not surely on this computer; "" where it is, or where none is named."""
    try:
        host = urlsplit(base_of(address)).hostname or ""
    except ValueError:
        return ""
    return "" if not host or host == "localhost" or place_of([host]) == "LOCAL" else host


def _field(text: str) -> QLineEdit:
    return QLineEdit(text)


def _key_field(placeholder: str) -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setPlaceholderText(placeholder)
    return field
