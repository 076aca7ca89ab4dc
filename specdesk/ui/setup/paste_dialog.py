"""Paste a command from a guide: what was understood, what is said differently, what is left out, and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from specdesk.errors import UsageError
from specdesk.records.plan import LaunchPlan
from specdesk.service.adopting import Adopted
from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.dialog import Dialog
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.model_words import SEPARATOR, file_name
from specdesk.ui.setup.pasted_text import PastedText, read_text
from specdesk.ui.setup.state import SetupState
from specdesk.ui.terms import explained
from specdesk.ui.theme import XL, L, M, S, Theme, number

SIDES = 16
"""What the style sheet leaves free beside the words of a cell, px; Qt's own size of a wrapped cell forgets it."""


class WholeWords(QStyledItemDelegate):
    """Cells as high as their words are within the sheet's padding."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        narrower = QStyleOptionViewItem(option)
        narrower.rect.setWidth(option.rect.width() - SIDES)
        return super().sizeHint(narrower, index)


class PasteDialog(Dialog):
    """adopted(Settings, bool): what the command changes, and whether to start at once."""

    adopted = Signal(object, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Paste a command"))
        self.setModal(True)
        self._state: SetupState | None = None
        self._reading: PastedText | None = None
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(self.tr("The command"))
        self.text.setTabChangesFocus(True)
        self.text.setPlaceholderText("llama-server -m a.gguf -md b.gguf -ngl 99 -ngld 99 -c 16384 --draft-max 8")
        self.text.textChanged.connect(self._read)
        self.summary = Text("", wrap=True)
        set_tip(self.summary, explained("pasted"))
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName(self.tr("What is said differently or left out"))
        self.table.setHorizontalHeaderLabels([self.tr("In the command"), self.tr("Becomes"), self.tr("Why")])
        for column, words in enumerate((
            self.tr("As it was pasted"), self.tr("What SpecDesk sets or starts in its place"),
            self.tr("Why it is said differently, or not at all"),
        )):  # fmt: skip
            set_tip(self.table.horizontalHeaderItem(column), words)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setWordWrap(True)
        self.table.setItemDelegate(WholeWords(self.table))
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().sectionResized.connect(lambda *_: self.table.resizeRowsToContents())
        self.fill = Button(self.tr("Fill in"), "primary")
        self.fill.clicked.connect(lambda: self._finish(False))
        self.start = Button(self.tr("Fill in and start"))
        self.start.clicked.connect(lambda: self._finish(True))
        self.cancel = Button(self.tr("Cancel"), "quiet")
        self.cancel.clicked.connect(self.reject)
        self._lay_out()
        follow_theme(self._restyle)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(S)
        buttons.addStretch(1)
        for button in (self.cancel, self.start, self.fill):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, L, XL, L)
        column.setSpacing(M)
        hint = self.tr("A command from any guide: llama.cpp, old or new, vLLM, an LLM(…) block, or a Modelfile.")
        column.addWidget(Text(hint, "muted", wrap=True))
        column.addWidget(self.text, 2)
        column.addWidget(self.summary)
        column.addWidget(self.table, 3)
        column.addLayout(buttons)

    def open_with(self, text: str, state: SetupState) -> None:
        """Show the dialog for the engine and files in `state`."""
        self._state = state
        self.text.setPlainText(text)
        self._read()
        self.text.setFocus()
        self.text.selectAll()
        self.open()

    def reading(self) -> PastedText | None:
        """What was understood; None while the text is no command."""
        return self._reading

    def _read(self) -> None:
        self._reading = None
        text = self.text.toPlainText()
        words, tone = self.tr("What it means appears here."), "neutral"
        if text.strip() and self._state is not None:
            try:
                self._reading = read_text(text, self._state)
            except UsageError as error:
                words, tone = str(error), "danger"
            else:
                words, tone = self._understood(self._reading), "neutral"
        self.summary.setText(words)
        self.summary.set_tone(tone)
        self._fill_table()
        for button in (self.fill, self.start):
            button.setEnabled(self._reading is not None)

    def _understood(self, reading: PastedText) -> str:
        """What the command comes to, in one line, and what else of it is kept, in another."""
        line = self._figures(reading.adopted)
        if not reading.taken:
            return line
        words = ", ".join(word.replace(" ", "\u00a0").replace("-", "\u2011") for word in reading.taken)
        taken = self.tr("Taken as it is: {words}.").format(words=words)
        return f"{line}\n{taken}" if line else taken

    def _figures(self, adopted: Adopted) -> str:
        memory = adopted.memory
        plan = memory.plan or LaunchPlan()
        parts = [self._file(self.tr("Target"), adopted.target), self._file(self.tr("Draft"), memory.draft)]
        if memory.kind is not None and memory.draft is None:
            parts.append(self.tr("Method {kind}").format(kind=memory.kind))
        if memory.draft_max is not None:
            parts.append(self.tr("draft length {count}").format(count=memory.draft_max))
        if memory.p_min is not None:
            parts.append(self.tr("p-min {value}").format(value=number(memory.p_min, 2)))
        if memory.context:
            parts.append(self.tr("context {count}").format(count=number(memory.context)))
        if plan.place.layers is not None:
            parts.append(self.tr("layers on the GPU: {count}").format(count=plan.place.layers))
        whole = (part.replace("p-min", "p\u2011min") for part in parts if part)  # never broken behind its hyphen
        return SEPARATOR.replace(" ", "\u00a0", 1).join(whole)

    def _file(self, role: str, path: str | None) -> str:
        if path is None:
            return ""
        known = self._state.rows.get(path) if self._state else None
        if known is not None:
            return self.tr("{role} {name}").format(role=role, name=known.name)
        return self.tr("{role} {name} (not among your files)").format(role=role, name=file_name(path))

    def _fill_table(self) -> None:
        rows: list[tuple[str, str, str]] = []
        if self._reading is not None:
            nothing, needless, left_out = self.tr("(nothing)"), self.tr("nothing needed"), self.tr("left out")
            changes, dropped = self._reading.changes, self._reading.dropped
            rows = [(change.from_ or nothing, change.to or needless, change.why) for change in changes]
            rows += [(drop.flag, left_out, drop.why) for drop in dropped]
        self._set_rows(rows)

    def _set_rows(self, rows: Sequence[tuple[str, str, str]]) -> None:
        self.table.setRowCount(len(rows))
        for place, cells in enumerate(rows):
            for column, words in enumerate(cells):
                item = QTableWidgetItem(words)
                item.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
                set_tip(item, words)
                self.table.setItem(place, column, item)
        self.table.setVisible(bool(rows))
        self.table.resizeRowsToContents()

    def rows(self) -> list[tuple[str, str, str]]:
        """What the table says."""
        return [
            tuple(self.table.item(row, column).text() for column in range(3)) for row in range(self.table.rowCount())
        ]

    def _finish(self, start: bool) -> None:
        if self._reading is not None:
            self.accept()
            self.adopted.emit(self._reading.adopted.settings, start)

    def _restyle(self, theme: Theme) -> None:
        self.text.setFont(theme.font("mono"))
        self.take_room(round(theme.body_px * 56), round(theme.body_px * 44))
        for column, width in enumerate((15, 15)):
            self.table.setColumnWidth(column, round(theme.body_px * width))
