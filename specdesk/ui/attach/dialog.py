"""Attach to a running engine: an address, who answers there, what it can tell, and how it shall be asked."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Identity, Probed
from specdesk.chat.attached.table import engine_named
from specdesk.service.attached_events import EngineProbed
from specdesk.ui.attach.told import CapabilityList, loaded_words
from specdesk.ui.parts import Badge, Button, DropDown, FieldRow, Text, WholeBox
from specdesk.ui.parts.dialog import Dialog, Growing, last_row
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.setup.scrolling import FormArea
from specdesk.ui.theme import XL, L, M, S

USUAL = (
    ("llama-server", "http://127.0.0.1:8080"), ("vLLM", "http://127.0.0.1:8000"),
    ("Ollama", "http://127.0.0.1:11434"), ("LM Studio", "http://127.0.0.1:1234"),
)  # fmt: skip
PLACE_TONES = {"LOCAL": "good", "LAN": "warn", "REMOTE": "danger"}


class AttachDialog(Growing, Dialog):
    """asked(int, str, str): probe this address with this key. attach(str, str, Options): attach to it. explain(str):
    show this page of the guide."""

    asked = Signal(int, str, str)
    attach = Signal(str, str, object)
    explain = Signal(str)
    width_em = 50

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Attach to a running engine"))
        self._number = 0
        self._probed: Probed | None = None
        self._make()
        self._lay_out()
        self._connect()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self._show_nothing()
        follow_theme(self._restyle)

    # ---- how it is made ----

    def _make(self) -> None:
        self.address = DropDown()
        self.address.setEditable(True)
        self.address.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for name, url in USUAL:
            self.address.addItem(f"{url}   {name}", url)
        self.address.setEditText(USUAL[0][1])
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("only if it asks for one"))
        self.look = Button(self.tr("Look"))
        self.own = Text(self.tr("Your own server is running: it gets the questions until you stop it."), wrap=True)
        self.own.set_tone("warn")
        self.own.hide()
        self.words = Text("", wrap=True)
        self.place = Badge("LOCAL", "good", name=self.tr("Where it is"))
        self.memory = Text("", "muted", wrap=True)
        self.told = CapabilityList()
        self.model = DropDown()
        self.guessing = DropDown()
        self.guessing.setAccessibleName(self.tr("Guessing"))  # its row's label is that of both fields
        self.guesses = WholeBox()
        self.guesses.setRange(1, 64)
        self.guesses.setValue(4)
        self.guesses.setAccessibleName(self.tr("Guesses per step"))
        self.draft = DropDown()
        self.model_row = FieldRow(self.tr("Model"), self.model)
        self.draft_row = FieldRow(
            self.tr("Draft model"), self.draft, "draft_model", self.tr("Sent with each of your questions.")
        )
        guess = QWidget()
        row = QHBoxLayout(guess)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.guessing, 1)
        row.addWidget(self.guesses)
        self.guess_row = FieldRow(
            self.tr("Guessing"), guess, "draft_num_predict",
            self.tr("Sent with each of your questions. Ask the same once with and once without to compare."),
        )  # fmt: skip
        for words, kind in (
            (self.tr("As the model is set"), "as-set"), (self.tr("Off"), "off"), (self.tr("This many per step"), "on"),
        ):  # fmt: skip
            self.guessing.addItem(words, kind)
        self.guide = Button(self.tr("What works with what"), "quiet")
        self.cancel = Button(self.tr("Cancel"), "quiet")
        self.go = Button(self.tr("Attach"), "primary")

    def _lay_out(self) -> None:
        hint = self.tr(
            "llama-server, vLLM, Ollama, LM Studio or any OpenAI-compatible server. SpecDesk chats with it and shows "
            "what it tells; it changes nothing there. A key is forgotten when SpecDesk ends."
        )
        where = QHBoxLayout()
        where.setSpacing(S)
        where.addWidget(FieldRow(self.tr("Address"), self.address), 3)
        where.addWidget(FieldRow(self.tr("Key"), self.key), 2)
        where.addWidget(self.look, 0, Qt.AlignmentFlag.AlignBottom)
        said = QHBoxLayout()
        said.setSpacing(S)
        said.addWidget(self.words, 1)
        said.addWidget(self.place, 0, Qt.AlignmentFlag.AlignTop)
        content = QWidget()
        content.setProperty("transparent", "true")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(M)
        for widget in (self.memory, self.model_row, self.guess_row, self.draft_row, self.told):
            inner.addWidget(widget)
        inner.addStretch(1)
        self.found = FormArea(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, L, XL, L)
        column.setSpacing(M)
        column.addWidget(Text(hint, "muted", wrap=True))
        column.addLayout(where)
        column.addWidget(self.own)
        column.addLayout(said)
        column.addWidget(self.found)
        column.addStretch(1)
        column.addLayout(last_row(self.guide, self.cancel, self.go))

    def _connect(self) -> None:
        self.look.clicked.connect(self.ask)
        self.key.returnPressed.connect(self.ask)
        self.address.lineEdit().returnPressed.connect(self.ask)
        self.address.activated.connect(self._choose_usual)
        self.address.editTextChanged.connect(lambda _text: self._show_nothing())
        self.guessing.currentIndexChanged.connect(
            lambda _index: self.guesses.setEnabled(self.guessing.currentData() == "on")
        )
        self.guide.clicked.connect(lambda: self.explain.emit("other-programs"))
        self.cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._attach)

    # ---- what happens ----

    def open_at(self, address: str = "") -> None:
        """Show the dialog, with this address where one is given. A key from before is not shown again."""
        self.key.clear()
        if address:
            self.address.setEditText(address)
        self._show_nothing()
        self.show()
        self.raise_()
        self.address.setFocus()

    def set_own_server(self, running: bool) -> None:
        """A server of our own answers before any attached one."""
        self.own.setVisible(running)

    def ask(self) -> None:
        """Probe the address."""
        address = self.address.currentText().strip()
        if not address:
            return
        self._show_nothing()
        self._number += 1
        self.words.setText(self.tr("Asking who answers there…"))
        self.asked.emit(self._number, address, self.key.text())

    def set_probed(self, event: EngineProbed) -> None:
        """The answer; one to an earlier question is dropped."""
        if event.number != self._number:
            return
        self._probed = event.probed
        if event.probed is None:
            self.words.setText(" ".join(part for part in (event.what, event.why, event.next_step) if part))
            self.words.set_tone("danger")
            self.fit()
            return
        self._show(event.probed)

    def options(self) -> Options:
        """How the engine shall be asked."""
        choices = frozenset() if self._probed is None else engine_named(self._probed.identity.engine).per_request
        guesses = {"as-set": None, "off": 0, "on": self.guesses.value()}[self.guessing.currentData()]
        return Options(
            model=self.model.currentText() or None,
            guesses=guesses if "guesses" in choices else None,
            draft_model=(self.draft.currentData() or None) if "draft-model" in choices else None,
        )

    def _choose_usual(self, index: int) -> None:
        self.address.setEditText(self.address.itemData(index))

    def _attach(self) -> None:
        if self._probed is not None:
            self.accept()
            self.attach.emit(self._probed.identity.url, self.key.text(), self.options())

    def _show_nothing(self) -> None:
        self._probed = None
        self.words.setText("")
        self.words.set_tone("neutral")
        self.place.hide()
        self.found.hide()
        self.go.setEnabled(False)

    def _show(self, probed: Probed) -> None:
        identity = probed.identity
        self.words.setText(probed.words)
        self.words.set_tone("neutral")
        self.place.set_state(probed.where, PLACE_TONES[probed.where])
        self.place.show()
        self.told.set(identity.capabilities)
        self.memory.setText(loaded_words(identity.loaded))
        self.memory.setVisible(bool(self.memory.text()))
        self._fill(identity)
        self.found.show()
        ready = not identity.needs_key and not identity.loading
        self.fit()
        self.go.setEnabled(ready and (identity.model is not None or not engine_named(identity.engine).needs_model))
        (self.key if identity.needs_key else self.go).setFocus()

    def _fill(self, identity: Identity) -> None:
        self.model.clear()
        self.model.addItems(list(identity.models) or ([identity.model] if identity.model else []))
        if identity.model in identity.models:
            self.model.setCurrentText(identity.model)
        self.model_row.setVisible(len(identity.models) > 1)
        choices = engine_named(identity.engine).per_request
        self.guess_row.setVisible("guesses" in choices)
        self.guesses.setEnabled(self.guessing.currentData() == "on")
        self.draft.clear()
        self.draft.addItem(self.tr("None"), "")
        for name in identity.models:
            if name != identity.model:
                self.draft.addItem(name, name)
        self.draft_row.setVisible("draft-model" in choices and len(identity.models) > 1)
