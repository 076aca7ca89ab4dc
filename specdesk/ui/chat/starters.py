"""The empty chat: prompts to begin with, each with how much a draft usually helps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from specdesk.chat.prompts import Prompt
from specdesk.ui.parts import Badge, ElidedLabel, Text
from specdesk.ui.parts.looks import Tone, set_look
from specdesk.ui.theme import XL, XS, L, M

TONES: dict[str, Tone] = {"much": "good", "some": "neutral", "little": "warn"}
ICONS = {"much": "faster", "some": "minus", "little": "slower"}
WIDEST = 620


class _PromptCard(QFrame):
    chosen = Signal(str)

    def __init__(self, prompt: Prompt, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="card")
        self._text = prompt.text_in(language)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        labels = {
            "much": self.tr("A draft usually helps much"),
            "some": self.tr("A draft usually helps some"),
            "little": self.tr("A draft usually helps little"),
        }
        title = prompt.title_in(language)
        self.setAccessibleName(f"{title}. {labels[prompt.benefit]}.")
        badge = Badge()
        badge.set_state(labels[prompt.benefit], TONES[prompt.benefit], ICONS[prompt.benefit])
        preview = ElidedLabel(" ".join(self._text.split()), "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(L, M, L, M)
        column.setSpacing(XS)
        column.addWidget(Text(title, "section"))
        column.addWidget(preview)
        column.addWidget(badge, 0, Qt.AlignmentFlag.AlignLeft)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click takes the prompt."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self._text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """So do Enter and the space bar."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self._text)
        else:
            super().keyPressEvent(event)


class Starters(QScrollArea):
    """chosen(str): the text of a prompt."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        inner.setMaximumWidth(WIDEST)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(XL, XL, XL, XL)
        self._column.setSpacing(M)
        self._column.addWidget(Text(self.tr("What shall we try?"), "title"))
        self._cards: list[_PromptCard] = []
        page = QWidget()
        set_look(page, transparent=True)
        across = QHBoxLayout()
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch(1)
        across.addWidget(inner, 1000)
        across.addStretch(1)
        outer = QVBoxLayout(page)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addStretch(1)
        outer.addLayout(across)
        outer.addStretch(2)
        self.setWidget(page)

    def show_prompts(self, prompts: Sequence[Prompt], language: str) -> None:
        """Offer these."""
        for card in self._cards:
            self._column.removeWidget(card)
            card.deleteLater()
        self._cards = []
        for prompt in prompts:
            card = _PromptCard(prompt, language)
            card.chosen.connect(self.chosen)
            self._column.addWidget(card)
            self._cards.append(card)

    def cards(self) -> list[QWidget]:
        """The cards, from top to bottom."""
        return list(self._cards)
