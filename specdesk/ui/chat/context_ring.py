"""How full the context is: a ring with its share, and what can be done about it behind a press."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from specdesk.ui.parts.buttons import pressed_by_return
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import Theme, current, number

FULL, NEARLY = 0.95, 0.80
ROOM = 6
STEPS = 360
"""Lengths of the arc that can be told apart."""


class ContextRing(QToolButton):
    """trim(): send less of the chat. whole(): send all of it again. larger(int): restart with so many tokens."""

    trim = Signal()
    whole = Signal()
    larger = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self._short = False
        self._look: tuple[str, int | None] = ("", None)
        self._larger: int | None = None
        self._is_trimmed = self._can_trim = False
        set_look(self, kind="icon")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu_of_ways = QMenu(self)
        self.clicked.connect(self.open_menu)
        follow_theme(self._restyle)
        self.hide()

    def set_state(self, used: int | None, total: int | None) -> None:
        """Tokens used and in all; hidden while unknown."""
        self._share = used / total if used is not None and total else None
        self.setVisible(self._share is not None)
        if used is not None and total:
            words = self.tr("{used} of {total} tokens").format(used=number(used), total=number(total))
            self.setAccessibleName(self.tr("Context: {words}").format(words=words))
            set_tip(self, f"{self.accessibleName()}\n\n{explained('context')}")
        look = (self.words(), None if self._share is None else round(STEPS * self._share))
        if look != self._look:
            self._look = look
            self.updateGeometry()
            self.update()

    def offer(self, *, can_trim: bool, is_trimmed: bool, larger: int | None) -> None:
        """What a press offers. larger: tokens of the next larger context, None = there is none."""
        self._can_trim, self._is_trimmed, self._larger = can_trim, is_trimmed, larger

    def set_short(self, short: bool) -> None:
        """Only the ring, where there is no room for its words."""
        if short != self._short:
            self._short = short
            self.updateGeometry()
            self.update()

    def share(self) -> float | None:
        """0 to 1, None while unknown."""
        return self._share

    def words(self) -> str:
        """The words beside the ring."""
        return "" if self._share is None else self.tr("{share} %").format(share=number(100 * self._share))

    def ways(self) -> list[str]:
        """What the menu offers, filled anew."""
        self._fill()
        return [entry.text() for entry in self.menu_of_ways.actions() if entry.isEnabled()]

    def open_menu(self) -> None:
        """Show what can be done."""
        self._fill()
        size = self.menu_of_ways.sizeHint()
        self.menu_of_ways.popup(self.mapToGlobal(QPoint(0, 0)) - QPoint(0, size.height() + 4))

    def _fill(self) -> None:
        menu = self.menu_of_ways
        menu.clear()
        menu.addAction(self.accessibleName()).setEnabled(False)
        menu.addSeparator()
        if self._is_trimmed:
            menu.addAction(self.tr("Send the whole chat again")).triggered.connect(lambda _on=False: self.whole.emit())
        trim = menu.addAction(self.tr("Trim: send only the newest half"))
        trim.setEnabled(self._can_trim)
        trim.triggered.connect(lambda _on=False: self.trim.emit())
        if self._larger is None:
            menu.addAction(self.tr("The context is as large as the model allows")).setEnabled(False)
        else:
            tokens = self._larger
            words = self.tr("Restart larger: {count} tokens").format(count=number(tokens))
            menu.addAction(words).triggered.connect(lambda _on=False: self.larger.emit(tokens))

    def _restyle(self, _theme: Theme) -> None:
        self.setFont(current().font("small"))
        self.updateGeometry()

    def _ring(self) -> int:
        return round(current().body_px * 1.3)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_return(self, event):
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Ring, words and their room; as high as the other buttons of the row."""
        height = max(super().sizeHint().height(), current().control_height)
        words = 0 if self._short else ROOM + self.fontMetrics().horizontalAdvance(self.words())
        return QSize(max(self._ring() + words + 2 * ROOM + 4, height), height)

    def minimumSizeHint(self) -> QSize:
        """As `sizeHint`."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)  # ground and focus ring
        if self._share is None:
            return
        theme, size = current(), self._ring()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = (self.width() - size) / 2 if self._short else float(ROOM + 2)
        box = QRectF(left, (self.height() - size) / 2, size, size).adjusted(1.5, 1.5, -1.5, -1.5)
        colour = theme.danger if self._share >= FULL else theme.warn if self._share >= NEARLY else theme.accent
        for ink, part in ((theme.edge, 1.0), (colour, min(self._share, 1.0))):
            painter.setPen(QPen(QColor(ink), 1.0 if ink == theme.edge else 3.0))
            painter.drawArc(box, 90 * 16, -round(360 * 16 * part))
        if not self._short:
            painter.setPen(QColor(theme.muted if colour == theme.accent else colour))
            place = self.rect().adjusted(round(left) + size + ROOM, 0, 0, 0)
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.words())
