"""Words on the screen: text in a role, text that is shortened to fit, and the badge that states a condition."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from specdesk.ui.icons import pixmap
from specdesk.ui.parts.looks import Tone, follow_theme, ink, set_look
from specdesk.ui.theme import XS, M, S, Theme, current

BADGE_ICONS = {"neutral": "info", "accent": "info", "good": "check", "warn": "warning", "danger": "cross"}
Role = Literal["body", "small", "muted", "section", "large", "title", "headline", "display", "mono"]


class Text(QLabel):
    """Plain text in one of the type roles; never interprets markup. `wrap` breaks it over lines."""

    def __init__(self, text: str = "", role: Role = "body", wrap: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(wrap)
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        set_look(self, role=role)

    def set_tone(self, tone: str) -> None:
        """Colour of the words: good, warn, danger, target, draft, or neutral."""
        set_look(self, tone=tone)


class ElidedLabel(QLabel):
    """One line that ends in … when it does not fit; the whole text is its tooltip and what screen readers get.

    A tip of its own, about what the text means, stands below that, and alone where the text fits.
    """

    def __init__(
        self,
        text: str = "",
        role: Role = "body",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._mode, self._meaning = mode, ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_look(self, role=role)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Set the whole text."""
        if text != self.text():
            super().setText(text)
            self._update_tip()

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance("mmm…"), metrics.height())

    def sizeHint(self) -> QSize:
        """Room for the whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 2, metrics.height())

    def is_shortened(self) -> bool:
        """True while part of the text is hidden."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer the whole text only where something is hidden."""
        super().resizeEvent(event)
        self._update_tip()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = QFontMetrics(self.font()).elidedText(self.text(), self._mode, self.width())
        painter.drawText(self.rect(), int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), shown)

    def setToolTip(self, words: str) -> None:
        """What the text means; it stays whatever the width and the text become."""
        self._meaning = words
        self._update_tip()

    def _update_tip(self) -> None:
        whole = self.text() if self.is_shortened() else ""
        told = "" if self._meaning.split() == whole.split() else self._meaning
        super().setToolTip("\n\n".join(part for part in (whole, told) if part))


class IconLabel(QLabel):
    """A small tinted icon that stands beside words and carries no meaning of its own."""

    def __init__(self, name: str, tone: str = "neutral", size: float = 1.2, parent: QWidget | None = None) -> None:
        """size: times the body text."""
        super().__init__(parent)
        self._name, self._tone, self._size = name, tone, size
        follow_theme(self._tint)

    def set(self, name: str, tone: str) -> None:
        """Show another icon or tone."""
        if (name, tone) == (self._name, self._tone):
            return
        self._name, self._tone = name, tone
        self._tint(current())

    def _tint(self, theme: Theme) -> None:
        size = round(theme.body_px * self._size)
        self.setFixedSize(size, size)
        self.setPixmap(pixmap(self._name, size, ink(self._tone), self.devicePixelRatioF()))


class Badge(QFrame):
    """A pill that states a condition with icon, words and tint: never by colour alone.

    The words are a label, so a screen reader reads them whenever they change; `name` says what the badge is about.
    """

    def __init__(self, text: str = "", tone: Tone = "neutral", name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = IconLabel("info", "neutral", 1.05)
        self._words = Text(text)
        self._words.setAccessibleDescription(name)
        set_look(self._words, inked=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(S, XS, M, XS)
        row.setSpacing(XS)
        row.addWidget(self._mark)
        row.addWidget(self._words)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        set_look(self, surface="badge", tone=tone)
        self.set_state(text, tone)

    def set_state(self, text: str, tone: Tone = "neutral", icon_name: str = "") -> None:
        """Say something else. Without `icon_name` the icon follows from the tone."""
        self._words.setText(text)
        self._mark.set(icon_name or BADGE_ICONS[tone], tone)
        set_look(self, tone=tone)
        set_look(self._words, tone=tone)

    def text(self) -> str:
        """The words shown."""
        return self._words.text()

    def tone(self) -> str:
        """The tone shown."""
        return str(self.property("tone"))
