"""What is said under the pointer, for those who use the keyboard: about the part that has the focus."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolTip, QWidget

from specdesk.ui.parts.tips import in_lines
from specdesk.ui.shell.announce import announce


def show_focused_tip() -> None:
    """Show and announce the tip of what has the focus in the window in front; what has no words shows nothing."""
    widget = QApplication.focusWidget()
    words = "" if widget is None else words_of(widget)
    if widget is None or not words:
        return
    QToolTip.showText(_place(widget), in_lines(words), widget)
    announce(widget, words)


def words_of(widget: QWidget) -> str:
    """Its tip (of the chosen entry in a list; else of the nearest thing around that has one), then what it shows."""
    entry = _entry(widget)
    told = "" if entry is None else str(entry.data(Qt.ItemDataRole.ToolTipRole) or "")
    around: QWidget | None = widget
    while not told and around is not None:
        told = around.toolTip()
        around = None if around.isWindow() else around.parentWidget()
    shown = widget.accessibleDescription()
    return "\n\n".join(part for part in dict.fromkeys((told, shown)) if part) or widget.accessibleName()


def _entry(widget: QWidget) -> QModelIndex | None:
    """The chosen entry of a list."""
    index = widget.currentIndex() if isinstance(widget, QAbstractItemView) else QModelIndex()
    return index if index.isValid() else None


def _place(widget: QWidget) -> QPoint:
    """Below it, on the screen."""
    entry = _entry(widget)
    if entry is not None and isinstance(widget, QAbstractItemView):
        return widget.viewport().mapToGlobal(widget.visualRect(entry).bottomLeft())
    return widget.mapToGlobal(QPoint(0, widget.height()))
