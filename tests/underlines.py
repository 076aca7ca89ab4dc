"""What of a shown reply is underlined as guessed."""

from __future__ import annotations

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument

from specdesk.ui.text.code import CodeView
from specdesk.ui.text.view import MarkdownView

DOTTED = QTextCharFormat.UnderlineStyle.DotLine


def underlined(view: MarkdownView) -> str:
    """All underlined text, in order; a line break where another block begins."""
    return "\n".join(_of_code(one) if isinstance(one, CodeView) else _of(one.document()) for one in view.pieces())


def _of(document: QTextDocument) -> str:
    lines, block = [], document.begin()
    while block.isValid():
        lines.append(_of_block(block))
        block = block.next()
    return "\n".join(lines)


def _of_block(block: QTextBlock) -> str:
    found, iterator = [], block.begin()
    while not iterator.atEnd():
        if iterator.fragment().charFormat().underlineStyle() == DOTTED:
            found.append(iterator.fragment().text())
        iterator += 1
    return "".join(found)


def _of_code(code: CodeView) -> str:
    """Code is coloured, and underlined, in the layout and not in the text."""
    lines, block = [], code.body.document().begin()
    while block.isValid():
        parts = [part for part in block.layout().formats() if part.format.underlineStyle() == DOTTED]
        lines.append("".join(block.text()[part.start : part.start + part.length] for part in parts))
        block = block.next()
    return "\n".join(lines)
