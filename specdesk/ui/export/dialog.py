"""Export the set-up: for which program, the text to copy, and what cannot be carried over, with reasons."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from specdesk.engines.adapters.forms import FORMS, form_named
from specdesk.engines.adapters.printed_statistics import printed_words, read_printed
from specdesk.engines.adapters.records import Exported, Wanted
from specdesk.errors import UsageError
from specdesk.models.repositories import Repository
from specdesk.ui.export.asking import NameField, VllmFields
from specdesk.ui.export.texts import TextBlocks
from specdesk.ui.parts import Button, DropDown, FieldRow, Text
from specdesk.ui.parts.dialog import Dialog, last_row
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.setup.scrolling import scrolling
from specdesk.ui.theme import XL, L, M, Theme


class ExportDialog(Dialog):
    """repositories_wanted(str): which repositories does this file name? The answer comes by `set_repositories`.

    explain(str): show this page of the guide.
    """

    repositories_wanted = Signal(str)
    explain = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export the set-up"))
        self._wanted: Wanted | None = None
        self.form = DropDown()
        for form in FORMS:
            self.form.addItem(form.words, form.key)
        self.vllm = VllmFields()
        self.name = NameField()
        self.name_row = FieldRow(self.tr("Name in Ollama"), self.name)
        self.refusal = Text("", wrap=True)
        self.texts = TextBlocks()
        self.notes = Text("", "muted", wrap=True)
        self.differences = Text("", wrap=True)
        self.printed = QPlainTextEdit()
        self.printed.setTabChangesFocus(True)
        self.printed.setPlaceholderText("n_drafted = 160\nn_accept  = 96\naccept    = 60.000%")
        self.figures = Text("", wrap=True)
        self.printed_row = FieldRow(self.tr("Paste here what it prints at its end"), self.printed)
        self._lay_out()
        self.form.currentIndexChanged.connect(lambda _index: self._write())
        self.vllm.changed.connect(self._write)
        self.name.textChanged.connect(lambda _text: self._write())
        self.printed.textChanged.connect(self._read_printed)
        follow_theme(self._restyle)

    def _lay_out(self) -> None:
        hint = self.tr("The same models and settings for another program. No key is ever in it.")
        close = Button(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        guide = Button(self.tr("What works with what"), "quiet")
        guide.setAutoDefault(False)
        guide.clicked.connect(lambda: self.explain.emit("other-programs"))
        bottom = last_row(guide, close)
        content = QWidget()
        content.setProperty("transparent", "true")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(M)
        for widget in (
            self.vllm, self.name_row, self.refusal, self.texts, self.differences, self.notes, self.printed_row,
            self.figures,
        ):  # fmt: skip
            inner.addWidget(widget)
        inner.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, L, XL, L)
        column.setSpacing(M)
        column.addWidget(Text(hint, "muted", wrap=True))
        column.addWidget(FieldRow(self.tr("For"), self.form))
        column.addWidget(scrolling(content), 1)
        column.addLayout(bottom)

    def open_with(self, wanted: Wanted) -> None:
        """Show the dialog for this set-up."""
        self._wanted = wanted
        for role, path in (("target", wanted.plan.target), ("draft", wanted.plan.draft)):
            if path is not None:
                self.repositories_wanted.emit(path)
            else:
                self.vllm.offer(role, ())
        self._write()
        self.show()
        self.raise_()
        self.form.setFocus()

    def set_repositories(self, path: str, repositories: tuple[Repository, ...]) -> None:
        """What the header of a file names."""
        if self._wanted is None:
            return
        for role, own in (("target", self._wanted.plan.target), ("draft", self._wanted.plan.draft)):
            if own == path:
                self.vllm.offer(role, repositories)

    def result_now(self) -> Exported | None:
        """What is shown."""
        if self._wanted is None:
            return None
        wanted = msgspec.structs.replace(
            self._wanted,
            target_id=self.vllm.repository("target"),
            draft_id=self.vllm.repository("draft"),
            method=self.vllm.method.currentData(),
            vllm=self.vllm.options(),
            name=self.name.text().strip() or None,
        )
        return form_named(self.form.currentData()).write(wanted)

    def _write(self) -> None:
        result = self.result_now()
        if result is None:
            return
        form = form_named(self.form.currentData())
        self.vllm.setVisible("vllm" in form.asks)
        self.name_row.setVisible("name" in form.asks)
        self.printed_row.setVisible(form.prints)
        self.figures.setVisible(form.prints)
        asked = [missing.why for missing in result.missing]
        refused = " ".join(part for part in (result.refused, result.instead) if part)
        self.refusal.setText("\n".join([*([refused] if refused else []), *asked]))
        self.refusal.set_tone("danger" if refused else "warn")
        self.refusal.setVisible(bool(self.refusal.text()))
        self.texts.set(result.texts)
        self.differences.setText("\n".join(self._differences(result)))
        self.differences.setVisible(bool(self.differences.text()))
        self.notes.setText("\n".join(result.notes))
        self.notes.setVisible(bool(result.notes))

    def _differences(self, result: Exported) -> list[str]:
        arrow = self.tr("{said} becomes {to}: {why}")
        added, needless = self.tr("(nothing)"), self.tr("nothing")
        lines = [
            arrow.format(said=change.from_ or added, to=change.to or needless, why=change.why)
            for change in result.changes
        ]
        left = self.tr("{flag} is left out: {why}")
        return lines + [left.format(flag=drop.flag, why=drop.why) for drop in result.dropped]

    def _read_printed(self) -> None:
        text = self.printed.toPlainText()
        words, tone = "", "neutral"
        if text.strip():
            try:
                words = printed_words(read_printed(text))
            except UsageError as error:
                words, tone = str(error), "danger"
        self.figures.setText(words)
        self.figures.set_tone(tone)

    def _restyle(self, theme: Theme) -> None:
        self.printed.setFont(theme.font("mono_small"))
        self.printed.setFixedHeight(theme.body_px * 8)
        self.take_room(round(theme.body_px * 54), round(theme.body_px * 48))
