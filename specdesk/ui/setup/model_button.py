"""The button that shows a chosen model file, and opens the list to choose another."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.parts import ElidedLabel, IconLabel
from specdesk.ui.parts.buttons import pressed_by_return
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import HAIRLINE, M, S, Theme, current


class ModelButton(QPushButton):
    """Two lines: the file's name, and what it is. `role`: what the file is chosen as, for screen readers."""

    def __init__(self, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = role
        set_look(self, kind="card")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._name = ElidedLabel("", "section", Qt.TextElideMode.ElideMiddle)
        self._detail = ElidedLabel("", "small")
        column = QVBoxLayout()
        column.setSpacing(HAIRLINE)
        column.addWidget(self._name)
        column.addWidget(self._detail)
        row = QHBoxLayout(self)
        row.setContentsMargins(M, S, S, S)
        row.setSpacing(S)
        row.addLayout(column, 1)
        self._arrow = IconLabel("chevron", "neutral", 1.2)
        row.addWidget(self._arrow)
        for child in (self._name, self._detail, self._arrow):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        follow_theme(self._resize)

    def set_words(self, name: str, detail: str, tone: str = "neutral") -> None:
        """name: the file, in words. detail: what it is, or what is wrong with it (then in a tone)."""
        self._name.setText(name)
        self._detail.setText(detail)
        set_look(self._detail, tone=tone)
        self.setAccessibleName(self.tr("{role}: {name}").format(role=self._role, name=name))
        self.setAccessibleDescription(detail)
        set_tip(self, "\n".join(part for part in (name, detail) if part))

    def name(self) -> str:
        """The name shown."""
        return self._name.text()

    def detail(self) -> str:
        """The second line."""
        return self._detail.text()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_return(self, event):
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def event(self, event: QEvent) -> bool:
        """The style sheet's least height of a button is too little for two lines: ours again after each styling."""
        done = super().event(event)
        if event.type() in (QEvent.Type.Polish, QEvent.Type.StyleChange):
            self._resize(current())
        return done

    def _resize(self, theme: Theme) -> None:
        self.setFixedHeight(round(theme.px("body") * 1.45) + round(theme.px("small") * 1.45) + 20)
