"""A language that does not exist: every text in brackets and a third longer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from specdesk import language

OPEN, CLOSE = "⟦", "⟧"
NAMES = re.compile(
    r"Qwen[\w.]*|llama[-.]server|llama\.cpp|b\d{4,}|-{1,2}[a-z][\w-]*|\S*/\S+|https?://\S+|Nederlands|English|key"
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
    """What a widget says, by eye and by ear."""
    yield from (widget.accessibleName(), widget.toolTip(), widget.statusTip())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))


def outside(text: str) -> str:
    """The words of a text that stand outside brackets."""
    left = re.sub(r"<[^>]*>", " ", text)
    while OPEN in left and CLOSE in left:
        shorter = re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", left)
        if shorter == left:
            break
        left = shorter
    return " ".join(re.findall(r"[^\W\d_]{3,}", NAMES.sub(" ", left)))


def said(root: QObject) -> dict[str, str]:
    """Every text in sight that has words outside brackets, with who says it."""
    found = {}
    for widget in root.findChildren(QWidget):
        if not widget.isVisible():
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
