"""What an export has to know and the files do not say: repositories, vLLM's own settings, what Ollama shall call it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from specdesk.engines.adapters.records import VllmOptions
from specdesk.engines.adapters.vllm_schema import METHODS
from specdesk.models.repositories import Repository
from specdesk.ui.parts import DecimalBox, DropDown, FieldRow, WholeBox
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import L, S

translate = QCoreApplication.translate

DTYPES = ("auto", "bfloat16", "float16", "float32")


class VllmFields(QWidget):
    """changed(): something was chosen. Fields that stay at their lowest value are not written."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.target, self.draft = DropDown(), DropDown()
        for box in (self.target, self.draft):
            box.setEditable(True)
            box.lineEdit().setPlaceholderText(self.tr("owner/name"))
        self.method = DropDown()
        self.method.addItem(self.tr("As in Setup"), None)
        for name in METHODS:
            self.method.addItem(name, name)
        self.parallel = self._number(0, 64)
        self.length = self._number(0, 4_000_000)
        self.port = self._number(0, 65535)
        self.share = DecimalBox()
        self.share.setRange(0.0, 1.0)
        self.share.setSingleStep(0.05)
        self.share.setSpecialValueText(self.tr("vLLM's own"))
        self.dtype = DropDown()
        self.dtype.addItem(self.tr("vLLM's own"), None)
        for name in DTYPES:
            self.dtype.addItem(name, name)
        self.target_row = FieldRow(self.tr("Target's repository"), self.target, "model")
        self.draft_row = FieldRow(self.tr("Drafter's repository"), self.draft, "model")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(L)
        grid.setVerticalSpacing(S)
        rows = (
            self.target_row, self.draft_row, FieldRow(self.tr("Method"), self.method, "method"),
            FieldRow(self.tr("GPUs that share it"), self.parallel, "--tensor-parallel-size"),
            FieldRow(self.tr("Share of GPU memory"), self.share, "--gpu-memory-utilization"),
            FieldRow(self.tr("Longest text, tokens"), self.length, "--max-model-len"),
            FieldRow(self.tr("Number format"), self.dtype, "--dtype"),
            FieldRow(self.tr("Port"), self.port, "--port"),
        )  # fmt: skip
        for place, row in enumerate(rows):
            grid.addWidget(row, place // 2, place % 2)
        self._explain()
        for box in (self.target, self.draft):
            box.editTextChanged.connect(lambda _text: self.changed.emit())
        for box in (self.method, self.dtype):
            box.currentIndexChanged.connect(lambda _index: self.changed.emit())
        for number in (self.parallel, self.length, self.port, self.share):
            number.valueChanged.connect(lambda _value: self.changed.emit())

    def _explain(self) -> None:
        for field, words in (
            (self.parallel, self.tr("Over how many graphics cards the model is spread.")),
            (self.share, self.tr("How much of a card's memory vLLM may take: 0.9 leaves a tenth to others.")),
            (
                self.length,
                self.tr(
                    "How many tokens (pieces of words) question and answer may have together. Fewer need less memory."
                ),
            ),
            (self.port, self.tr("The number at which programs find the server on that computer.")),
        ):
            set_tip(field.parentWidget(), words)

    def _number(self, least: int, most: int) -> WholeBox:
        box = WholeBox()
        box.setRange(least, most)
        box.setSpecialValueText(self.tr("vLLM's own"))
        return box

    def offer(self, role: str, repositories: tuple[Repository, ...]) -> None:
        """What a file's header names, the likeliest first; a text that was typed stays."""
        box, row = (self.target, self.target_row) if role == "target" else (self.draft, self.draft_row)
        typed = box.currentText()
        box.blockSignals(True)
        box.clear()
        box.addItems([one.id for one in repositories])
        box.setEditText(typed or (repositories[0].id if repositories else ""))
        box.blockSignals(False)
        row.set_help(_source_words(repositories))
        self.changed.emit()

    def repository(self, role: str) -> str | None:
        """As chosen or typed."""
        box = self.target if role == "target" else self.draft
        return box.currentText().strip() or None

    def options(self) -> VllmOptions:
        """What is set."""
        return VllmOptions(
            tensor_parallel=self.parallel.value() or None, memory_share=round(self.share.value(), 2) or None,
            max_length=self.length.value() or None, dtype=self.dtype.currentData(), port=self.port.value() or None,
        )  # fmt: skip


def _source_words(repositories: tuple[Repository, ...]) -> str:
    if not repositories:
        return translate("VllmFields", "The file names none; enter the one that it was made from.")
    first = repositories[0]
    if first.base:
        words = translate("VllmFields", "From the file ({key}): what it was made from. Check that it is this model.")
        return words.format(key=first.key)
    return translate("VllmFields", "From the file ({key}).").format(key=first.key)


class NameField(QLineEdit):
    """What Ollama shall call the model."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(self.tr("from the file's name"))
