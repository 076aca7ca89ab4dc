"""A language that does not exist: every text in brackets and a third longer."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QBuffer, QObject, QPoint, Qt, QTranslator
from PySide6.QtGui import QFontMetrics, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QTextEdit,
    QWidget,
)

from specdesk import language

OPEN, CLOSE = "⟦", "⟧"
NAMES = re.compile(
    r"Qwen[\w.]*|llama[-.]server|llama\.cpp|b\d{4,}|-{1,2}[a-z][\w-]*|(?<!\S)~?/\S+|\b\w+\.gguf|https?://\S+|Nederlands|English|key"
    r"|vLLM|Ollama|LM Studio|Windows PowerShell|RTX|\d+ May \d{4}|\((?:[a-z]+-)+[a-z]+(?:\.nl)?\)"
    r"|Q\d\w+|[KMGT]iB|ngram-\w+|draft-\w+|Ctrl|Shift|Enter|Esc|SpecDesk|tokens/s|LOCAL|f16|bf16|auto|GGUF|RAM|CPU|GPU"
)
"""What is the same in every language: names, flags, paths, units, keys, values that the engine reads."""


LONGER = "ééééé " * 500


def pseudo(text: str) -> str:
    """The text in the language that does not exist."""
    return f"{OPEN}{text}{LONGER[: len(text) // 3]}{CLOSE}"


class Pseudo(QTranslator):
    """Knows every text."""

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return pseudo(text)

    def isEmpty(self) -> bool:
        return False


@contextmanager
def speaking(app: QApplication) -> Iterator[None]:
    """The whole program speaks it, as far as it is made inside."""
    translator = Pseudo(app)
    app.installTranslator(translator)
    language.speak(lambda _context, text: pseudo(text))
    try:
        yield
    finally:
        language.speak(None)
        app.removeTranslator(translator)


def texts(widget: QWidget) -> Iterator[str]:
    """What a widget says, by eye and by ear: also its menu, its tabs, the heads of its columns, and what it paints."""
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.statusTip())
    if widget.isWindow():
        yield widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
        yield widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))
    if isinstance(widget, QGroupBox):
        yield widget.title()
    if isinstance(widget, QTabBar):
        for tab in range(widget.count()):
            yield from (widget.tabText(tab), widget.tabToolTip(tab), widget.accessibleTabName(tab))
    if isinstance(widget, QTableView):
        yield from heads(widget)
    for action in QWidget.actions(widget):  # some have a row of buttons by that name
        if action.isVisible():
            yield from (action.text(), action.toolTip())
    if paints(widget):
        yield painted(widget)


def heads(table: QTableView) -> Iterator[str]:
    """What stands above the columns, is told under the pointer, and is read out."""
    for column in range(table.model().columnCount()):
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            yield str(table.model().headerData(column, Qt.Orientation.Horizontal, role) or "")


def paints(widget: QWidget) -> bool:
    """Its words are drawn by the program itself."""
    ours = (kind for kind in type(widget).__mro__ if kind.__module__.startswith("specdesk."))
    return any("paintEvent" in vars(kind) for kind in ours) and not isinstance(widget, QAbstractScrollArea)


def painted(widget: QWidget) -> str:
    """What a widget writes, in the order in which it does. Letters of another font come as a text of their own."""
    into = QBuffer()
    into.open(QBuffer.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(into)
    drawing.setSize(widget.size())
    widget.render(drawing, QPoint(), QRegion(), QWidget.RenderFlag.IgnoreMask)
    written = re.findall(r"<text[^>]*>([^<]*)</text>", bytes(into.data().data()).decode())
    return html.unescape("".join(written))


def outside(text: str) -> str:
    """The words of a text that stand outside brackets."""
    left = re.sub(r"<[^>]*>", " ", text).replace("&", "")
    while OPEN in left and CLOSE in left:
        shorter = re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", left)
        if shorter == left:
            break
        left = shorter
    left = re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*…", " ", left)  # shortened where it was painted
    return " ".join(re.findall(r"[^\W\d_]{3,}", NAMES.sub(" ", left)))


def said(root: QObject) -> dict[str, str]:
    """Every text in sight that has words outside brackets, with who says it."""
    found = {}
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() and not isinstance(widget, QMenu):
            continue
        for text in texts(widget):
            if outside(text):
                found[text] = type(widget).__name__
    return found


def cut(root: QObject) -> list[str]:
    """Labels and buttons of one line in sight that are narrower than their words and do not shorten them with dots."""
    found = []
    for widget in root.findChildren(QWidget):
        if not isinstance(widget, QAbstractButton) or not widget.isVisible() or not widget.text():
            continue
        room = widget.width() - QFontMetrics(widget.font()).horizontalAdvance(widget.text().replace("&", ""))
        if room < 0:
            found.append(f"{widget.text()!r} by {-room} px")
    return found
