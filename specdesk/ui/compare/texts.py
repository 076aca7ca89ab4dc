"""Both answers to one question side by side, with the first difference marked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QComboBox, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from specdesk.measure.same_text import TextCheck, text_checks
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare import words
from specdesk.ui.parts import Card, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import Theme, current

BESIDE_EM = 40
"""Width, in text sizes, from which the answers stand side by side."""

TALL = 14
"""Height of an answer in text sizes; longer ones scroll."""

ORDER = ("unexpected", "unclear", "unchecked", "tie", "identical")


class TextsView(Card):
    """A question is chosen in the list; those whose answers differ most notably come first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Same answers?"), parent)
        self._stored: StoredCompare | None = None
        self._checks: list[TextCheck] = []
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Question"))
        self.choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.choice.currentIndexChanged.connect(self._show)
        self.question = Text("", "muted", wrap=True)
        self.where = Text("", wrap=True)
        self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._beside.setSpacing(12)
        self.titles, self.answers = (Text("", "section"), Text("", "section")), (QTextEdit(), QTextEdit())
        for title, answer in zip(self.titles, self.answers, strict=True):
            answer.setReadOnly(True)
            answer.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            answer.setTabChangesFocus(True)
            part = QVBoxLayout()
            part.setSpacing(4)
            part.addWidget(title)
            part.addWidget(answer)
            self._beside.addLayout(part, 1)
        for widget in (self.choice, self.question, self.where):
            self.body.addWidget(widget)
        self.body.addLayout(self._beside)
        follow_theme(self._restyle)

    def show_answers(self, stored: StoredCompare) -> None:
        """The answers of a compare; hidden where no question has an answer from both arms."""
        self._stored = stored
        checks = text_checks(stored.measured, stored.differences)
        self._checks = sorted(checks, key=lambda check: (not check.counts, ORDER.index(check.kind)))
        self.setVisible(bool(checks))
        for title, name in zip(self.titles, (stored.setup.names.a, stored.setup.names.b), strict=True):
            title.setText(name)
        self.choice.blockSignals(True)
        self.choice.clear()
        for check in self._checks:
            kind = words.kind_name(self._prompt_kind(check))
            self.choice.addItem(f"{kind} ({check.prompt}): {words.check_words(check)}")
        self.choice.blockSignals(False)
        self._show(0)

    def _prompt_kind(self, check: TextCheck) -> str:
        assert self._stored is not None
        return next(reply.kind for reply in self._stored.measured if reply.prompt == check.prompt)

    def _show(self, place: int) -> None:
        if self._stored is None or not 0 <= place < len(self._checks):
            return
        check = self._checks[place]
        self.where.setText(words.where_words(check))
        asked = next((prompt.text for prompt in self._stored.schedule.prompts if prompt.id == check.prompt), "")
        self.question.setText(words.shortened(asked))
        for arm, answer in zip("AB", self.answers, strict=True):
            replies = [r for r in self._stored.measured if r.prompt == check.prompt and r.arm == arm and r.text]
            answer.setPlainText(min(replies, key=lambda reply: reply.visit).text)
            self._mark(answer, check.difference.at)

    def _mark(self, answer: QTextEdit, at: int | None) -> None:
        """The word at `at`: tinted, bold and underlined; nothing where the texts are the same."""
        if at is None:
            answer.setExtraSelections([])
            return
        cursor = QTextCursor(answer.document())
        cursor.setPosition(_utf16(answer.toPlainText(), at))
        start = cursor.position()
        cursor.movePosition(QTextCursor.MoveOperation.NextWord, QTextCursor.MoveMode.KeepAnchor)
        if cursor.position() == start:
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        look = QTextCharFormat()
        look.setBackground(QColor(current().warn_soft))
        look.setForeground(QColor(current().warn))
        look.setFontWeight(QFont.Weight.Bold)
        look.setFontUnderline(True)
        mark = QTextEdit.ExtraSelection()
        mark.cursor, mark.format = cursor, look
        answer.setExtraSelections([mark])
        seen = QTextCursor(answer.document())
        seen.setPosition(start)
        answer.setTextCursor(seen)
        answer.ensureCursorVisible()

    def _restyle(self, theme: Theme) -> None:
        for answer in self.answers:
            answer.setFixedHeight(round(TALL * theme.body_px))
        self._arrange()
        self._show(self.choice.currentIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        beside = self.width() >= BESIDE_EM * current().body_px
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._beside.setDirection(way)


def _utf16(text: str, at: int) -> int:
    """Qt counts UTF-16 units, Python code points."""
    return len(text[:at].encode("utf-16-le")) // 2
