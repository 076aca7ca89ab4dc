"""Memory of each device with its numbers, what the GPU says of itself in one line, and the server's own share."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.records.device import MonitorReading
from specdesk.records.fit import Fit
from specdesk.ui.monitor.shares import Share, Use, uses_of
from specdesk.ui.monitor.words import gib, gpu_facts, server_facts
from specdesk.ui.parts import ElidedLabel, IconLabel, Notice, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.patterns import fill
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, M, S, Theme, current

HEIGHT = 10
ROUND = 4


class UseBar(QWidget):
    """One device's memory as a thin stacked bar; the numbers stand below it in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.use: Use | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow_theme(self._resize)

    def set_use(self, use: Use) -> None:
        """Show other figures."""
        if use != self.use:
            self.use = use
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, max(HEIGHT, round(current().body_px * 0.8)))

    def _resize(self, theme: Theme) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def stretches(self) -> list[tuple[Share, QRect]]:
        """Each share and where it is painted, to the pixel."""
        if self.use is None or not self.use.total_mib:
            return []
        found, before, area = [], 0.0, self.rect()
        for share in self.use.shares:
            start = round(before / self.use.total_mib * area.width())
            before += share.mib
            end = round(min(before / self.use.total_mib, 1.0) * area.width())
            found.append((share, QRect(start, 0, end - start, area.height())))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), ROUND, ROUND)
        painter.save()
        painter.setClipPath(outline)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(self.rect(), QColor(theme.surface))
        for share, area in self.stretches():
            if share.key == "used":
                painter.fillRect(area, QColor(theme.edge))
            elif share.key != "free":
                fill(painter, area, share.key, theme)
            painter.fillRect(QRect(area.right(), area.top(), 1, area.height()), QColor(theme.surface))
        painter.restore()
        painter.setPen(QPen(QColor(theme.edge), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), ROUND, ROUND)


class DeviceRow(QWidget):
    """One device: name, bar, numbers, and for a GPU its facts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = ElidedLabel("", "section")
        self.used = Text("")
        self.bar = UseBar()
        self.parts = Text("", "small", wrap=True)
        self.facts = Text("", "small", wrap=True)
        self.throttle = Notice()
        self.throttle.hide()
        set_tip(self, explained("device"))
        set_tip(self.throttle, explained("graphics card"))
        top = QHBoxLayout()
        top.setSpacing(S)
        top.addWidget(self.name, 1)
        top.addWidget(self.used)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(XS)
        column.addLayout(top)
        for widget in (self.bar, self.parts, self.facts, self.throttle):
            column.addWidget(widget)

    def show_use(self, use: Use) -> None:
        """Put a device in."""
        self.name.setText(use.name or self.tr("Memory (RAM)"))
        self.bar.set_use(use)
        known = use.total_mib is not None and bool(use.shares)
        self.bar.setVisible(known)
        self.used.setText(self._used(use))
        self.parts.setText(self._parts(use))
        self.parts.setVisible(bool(self.parts.text()))
        self.bar.setAccessibleName(self.name.text())
        self.bar.setAccessibleDescription(f"{self.used.text()}. {self.parts.text()}")

    def show_facts(self, words: str, tip: str, throttle: str) -> None:
        """One line of facts; tip: what is missing and why; throttle: what slows the device, "" = nothing."""
        self.facts.setText(words)
        set_tip(self.facts, "\n\n".join(part for part in (explained("graphics card"), tip) if part))
        self.facts.setAccessibleDescription(tip)
        self.facts.setVisible(bool(words))
        slowed = self.tr("Slowed down: {reason}.").format(reason=throttle) if throttle else ""
        self.throttle.set_state(slowed, "warn")

    def _used(self, use: Use) -> str:
        if use.used_mib is None and use.total_mib is None:
            return self.tr("memory not told")
        if use.used_mib is None:
            return self.tr("{total} in all").format(total=gib(use.total_mib))
        if use.total_mib is None:
            return self.tr("{used} used").format(used=gib(use.used_mib))
        return self.tr("{used} of {total}").format(used=gib(use.used_mib, unit=False), total=gib(use.total_mib))

    def _parts(self, use: Use) -> str:
        names = {
            "target-weights": self.tr("target {size}"),
            "draft-weights": self.tr("draft {size}"),
            "other": self.tr("others {size}"),
            "free": self.tr("free {size}"),
        }
        told = [(names[share.key], share.mib) for share in use.shares if share.key in names]
        return " · ".join(words.format(size=gib(mib)) for words, mib in told)


class Devices(QWidget):
    """All devices of one reading."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[DeviceRow] = []
        self.problem = Text("", "small", wrap=True)
        self.server = Text("", "small", wrap=True)
        set_tip(self.server, self.tr("100 % is one processor core. RAM: what the server itself holds in memory."))
        self._server_mark = IconLabel("cpu", "neutral", 1.05)
        server_row = QHBoxLayout()
        server_row.setSpacing(S)
        server_row.addWidget(self._server_mark)
        server_row.addWidget(self.server, 1)
        self._list = QVBoxLayout()
        self._list.setSpacing(M)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addLayout(self._list)
        column.addLayout(server_row)
        column.addWidget(self.problem)
        for widget in (self._server_mark, self.server, self.problem):
            widget.hide()

    def show_reading(self, reading: MonitorReading, measured: Fit | None) -> None:
        """measured: the running server's own buffers, where its log told them."""
        uses = uses_of(reading, measured)
        while len(self.rows) < len(uses):
            self.rows.append(DeviceRow())
            self._list.addWidget(self.rows[-1])
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(uses))
            if place < len(uses):
                row.show_use(uses[place])
                if place < len(reading.gpus):
                    told = gpu_facts(reading.gpus[place])
                    row.show_facts(told.words, told.missing, told.throttle)
                else:
                    row.show_facts("", "", "")
        share = server_facts(reading.host)
        self.server.setText(self.tr("Server: {share}").format(share=share) if share else "")
        self.problem.setText(reading.gpu_problem or "")
        for widget, shown in (
            (self.server, share), (self._server_mark, share), (self.problem, reading.gpu_problem),
        ):  # fmt: skip
            widget.setVisible(bool(shown))
