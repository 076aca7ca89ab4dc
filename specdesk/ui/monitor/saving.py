"""Saving what the plots show: asks for a place and hands the finished bytes on. Writes nothing itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QIODevice, QObject, QPoint, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from specdesk.ui.parts import FileDialog
from specdesk.ui.theme import current

MARGIN = 16


class Saving(QObject):
    """chosen(str, bytes): the path that the user chose, and what belongs there."""

    chosen = Signal(str, bytes)

    def ask(self, title: str, suggested: str, kind: str, make: Callable[[], bytes]) -> FileDialog:
        """Open a dialog for one file and return at once; `make` is called when a place was chosen.

        suggested: file name with its ending. kind: as the dialog's filter says it ("Picture (*.png)").
        """
        dialog = FileDialog(self.parent(), title, "saved")
        dialog.setAcceptMode(FileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(kind)
        dialog.setDefaultSuffix(suggested.rpartition(".")[2])
        dialog.selectFile(suggested)
        dialog.fileSelected.connect(lambda path: self.chosen.emit(path, make()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog


def picture_of(plots: QWidget, headline: str) -> bytes:
    """What `plots` shows, below one line of words, as PNG in the resolution of the screen."""
    theme = current()
    font = theme.font("title")
    ratio = plots.devicePixelRatioF()
    top = MARGIN + (theme.px("title") * 2 if headline else 0)
    size = QSize(plots.width() + 2 * MARGIN, plots.height() + top + MARGIN)
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(theme.surface))
    painter = QPainter(picture)
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    painter.drawText(QPoint(MARGIN, MARGIN + theme.px("title")), headline)
    plots.render(painter, QPoint(MARGIN, top), renderFlags=QWidget.RenderFlag.DrawChildren)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(buffer.data().data())
