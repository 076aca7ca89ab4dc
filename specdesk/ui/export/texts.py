"""The texts of an export, each with its title and a button that copies it."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from specdesk.engines.adapters.records import ExportedText
from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import XS, M, Theme


class TextBlock(QWidget):
    """One text."""

    def __init__(self, one: ExportedText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = QPlainTextEdit(one.text)
        self.view.setReadOnly(True)
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setTabChangesFocus(True)
        self.view.setAccessibleName(one.title)
        self._lines = one.text.count("\n") + 1
        self.copy = Button(self.tr("Copy"), icon_name="copy", compact=True)
        self.copy.setAutoDefault(False)
        self.copy.setAccessibleName(self.tr("Copy {title}").format(title=one.title))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.view.toPlainText()))
        top = QHBoxLayout()
        top.addWidget(Text(one.title, "section"))
        top.addStretch(1)
        top.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(XS)
        column.addLayout(top)
        column.addWidget(self.view)
        follow_theme(self._restyle)

    def _restyle(self, theme: Theme) -> None:
        self.view.setFont(theme.font("mono_small"))
        line = self.view.fontMetrics().lineSpacing()
        self.view.setFixedHeight(min(self._lines + 1, 16) * line + theme.body_px + 10)


class TextBlocks(QWidget):
    """All texts of an export."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(M)
        self.blocks: list[TextBlock] = []

    def set(self, texts: tuple[ExportedText, ...]) -> None:
        """Show these."""
        for block in self.blocks:
            self._column.removeWidget(block)
            block.hide()
            block.deleteLater()
        self.blocks = [TextBlock(one) for one in texts]
        for block in self.blocks:
            self._column.addWidget(block)
