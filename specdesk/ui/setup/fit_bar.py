"""One device's memory as one stacked bar, painted, with a read-out by pointer and by arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.setup.fit_parts import Bar, Part, spans
from specdesk.ui.setup.patterns import fill, ink_on, is_solid
from specdesk.ui.theme import Theme, current, number

ROUND = 6
EDGE = 2


class FitBar(QWidget):
    """pointed(object): the Part under the pointer or the arrow keys, None when there is none."""

    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = Bar("", "", None, ())
        self._at: int | None = None
        self._words = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow_theme(self._resize)

    def set_bar(self, bar: Bar, name: str, words: str) -> None:
        """Show a device. name: accessible name. words: all its numbers, for screen readers."""
        self._bar = bar
        self._words = words
        if self._at is not None and self._at >= len(bar.parts):
            self._at = None
        self.setAccessibleName(name)
        self._describe()
        self.update()
        if self._at is not None:
            self.pointed.emit(bar.parts[self._at])

    def bar(self) -> Bar:
        """What is shown."""
        return self._bar

    def part(self) -> Part | None:
        """The part that is read out."""
        return None if self._at is None else self._bar.parts[self._at]

    def full_words(self) -> str:
        """All its numbers in words."""
        return self._words

    def words_for(self, part: Part) -> str:
        """One part in words and MiB."""
        return self.tr("{name}: {mib} MiB").format(name=self.part_name(part.key), mib=number(part.mib))

    def told(self, part: Part) -> str:
        """One part in words and MiB, and what it is for."""
        return f"{self.words_for(part)}. {self.meaning(part.key)}"

    def meaning(self, key: str) -> str:
        """What a part is, in a sentence for people."""
        return {
            "target-weights": self.tr("What the model knows: about as large as its file."),
            "target-cache": self.tr("What it remembers of the conversation: grows with the context and the slots."),
            "target-compute": self.tr("Working space: grows with the ubatch size and the context."),
            "draft-weights": self.tr("The draft's file, beside the target."),
            "draft-cache": self.tr("The draft remembers the conversation too, in a cache of its own."),
            "draft-compute": self.tr("Working space of the draft."),
            "projector": self.tr("Turns images into tokens: its file and room for the largest image."),
            "overhead": self.tr("What the driver and the engine take beside the models."),
            "other": self.tr("What other programs use now."),
            "free": self.tr("What stays free."),
        }[key]

    def part_name(self, key: str) -> str:
        """A part's name in full."""
        return {
            "target-weights": self.tr("Target weights"),
            "target-cache": self.tr("Target KV cache"),
            "target-compute": self.tr("Target compute buffers"),
            "draft-weights": self.tr("Draft weights"),
            "draft-cache": self.tr("Draft KV cache"),
            "draft-compute": self.tr("Draft compute buffers"),
            "projector": self.tr("Projector for images"),
            "overhead": self.tr("The engine's own use"),
            "other": self.tr("Other programs"),
            "free": self.tr("Free"),
        }[key]

    def sizeHint(self) -> QSize:
        return QSize(200, max(28, round(current().body_px * 2.1)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def _resize(self, theme: Theme) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self.updateGeometry()
        self.update()

    def bar_area(self) -> QRect:
        """Where the parts are painted; around it is room for the focus ring."""
        return self.rect().adjusted(EDGE + 1, EDGE + 1, -EDGE - 1, -EDGE - 1)

    def paintEvent(self, event: object) -> None:
        theme = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self.bar_area()
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(area), ROUND, ROUND)
        painter.save()
        painter.setClipPath(outline)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(area, QColor(theme.surface))
        for part, start, end in spans(self._bar, area.width()):
            self._paint_part(painter, QRect(area.left() + start, area.top(), end - start, area.height()), part, theme)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.danger if self._bar.over_mib else theme.edge), 1))
        painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), ROUND, ROUND)
        if self._bar.over_mib:
            self._paint_limit(painter, area, theme)
        if self._at is not None:
            self._paint_pointed(painter, area, theme)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.focus), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), ROUND + 2, ROUND + 2)

    def _paint_part(self, painter: QPainter, area: QRect, part: Part, theme: Theme) -> None:
        if area.width() <= 0:
            return
        fill(painter, area, part.key, theme)
        if area.right() < self.bar_area().right() and area.width() > 2:
            painter.fillRect(QRect(area.right(), area.top(), 1, area.height()), QColor(theme.surface))
        self._paint_label(painter, area, part, theme)

    def _paint_label(self, painter: QPainter, area: QRect, part: Part, theme: Theme) -> None:
        """The part's name in place, if it fits."""
        painter.setFont(theme.font("small"))
        metrics = painter.fontMetrics()
        label = self._short_name(part.key)
        width = metrics.horizontalAdvance(label)
        if width + 12 > area.width():
            return
        if not is_solid(part.key) and part.key != "free":
            chip = QRectF(0, 0, width + 8, metrics.height())
            chip.moveCenter(QRectF(area).center())
            painter.fillRect(chip, QColor(theme.surface))
        painter.setPen(QColor(ink_on(part.key, theme)))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, label)

    def _short_name(self, key: str) -> str:
        return {
            "target-weights": self.tr("Target"),
            "target-cache": self.tr("Cache"),
            "target-compute": self.tr("Compute"),
            "draft-weights": self.tr("Draft"),
            "draft-cache": self.tr("Cache"),
            "draft-compute": self.tr("Compute"),
            "projector": self.tr("Images"),
            "overhead": self.tr("Engine"),
            "other": self.tr("Others"),
            "free": self.tr("Free"),
        }[key]

    def _paint_limit(self, painter: QPainter, area: QRect, theme: Theme) -> None:
        """Where the device ends, when more is needed."""
        x = area.left() + round((self._bar.total_mib or 0.0) / self._bar.length_mib * area.width())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(QRect(x - 2, 0, 5, self.height()), QColor(theme.surface))
        painter.fillRect(QRect(x - 1, 0, 3, self.height()), QColor(theme.danger))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _paint_pointed(self, painter: QPainter, area: QRect, theme: Theme) -> None:
        _, start, end = spans(self._bar, area.width())[self._at]
        box = QRectF(area.left() + start, area.top(), max(end - start, 2), area.height())
        painter.setPen(QPen(QColor(theme.surface), 4))
        painter.drawRect(box.adjusted(1, 1, -1, -1))
        painter.setPen(QPen(QColor(theme.text), 2))
        painter.drawRect(box.adjusted(1, 1, -1, -1))

    # ---- reading out --------------------------------------------------------------------------------------------

    def _point(self, at: int | None) -> None:
        if at == self._at:
            return
        self._at = at
        self._describe()
        self.update()
        self.pointed.emit(self.part())

    def _describe(self) -> None:
        part = self.part()
        self.setAccessibleDescription(self._words if part is None else self.told(part))

    def _index_at(self, place: QPoint) -> int | None:
        area = self.bar_area()
        x = place.x() - area.left()
        places = enumerate(spans(self._bar, area.width()))
        found = (at for at, (_, start, end) in places if start <= x < max(end, start + 1))
        return next(found, None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._index_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._point(None)
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go over the parts, Home and End to the ends, Esc leaves."""
        last = len(self._bar.parts) - 1
        steps = {
            Qt.Key.Key_Right: 0 if self._at is None else min(self._at + 1, last),
            Qt.Key.Key_Left: last if self._at is None else max(self._at - 1, 0),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if last >= 0 and key in steps:
            self._point(steps[key])
        elif key == Qt.Key.Key_Escape and self._at is not None:
            self._point(None)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tooltips name the part below the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = self._index_at(event.pos())
            if at is not None:
                QToolTip.showText(event.globalPos(), self.told(self._bar.parts[at]), self)
                return True
        return super().event(event)
