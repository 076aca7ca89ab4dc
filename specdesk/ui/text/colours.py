"""Colours of code: Pygments tokens reduced to the few colours of the theme, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

Piece = tuple[int, int, str]
"""Start, length (characters within the line) and a colour of Theme ("code_keyword", ...)."""

ALIASES = {"": "", "text": "", "txt": "", "plaintext": "", "plain": "", "shell": "bash", "sh": "bash", "zsh": "bash"}


@lru_cache(maxsize=64)
def lexer_for(language: str) -> Any:
    """A Pygments lexer, or None for a language that it does not know. Never guesses from the text."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    name = ALIASES.get(language, language)
    if not name:
        return None
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=512)
def colour_of(kind: Any) -> str:
    """The Theme colour of a Pygments token type, "" for plain text."""
    from pygments.token import Token

    table = (
        (Token.Comment, "code_comment"), (Token.Keyword.Type, "code_type"), (Token.Keyword, "code_keyword"),
        (Token.Operator.Word, "code_keyword"), (Token.Literal.String, "code_string"),
        (Token.Literal.Number, "code_number"), (Token.Literal, "code_string"),
        (Token.Name.Function, "code_function"), (Token.Name.Decorator, "code_function"),
        (Token.Name.Attribute, "code_function"), (Token.Name.Class, "code_type"),
        (Token.Name.Namespace, "code_type"), (Token.Name.Exception, "code_type"), (Token.Name.Builtin, "code_type"),
        (Token.Name.Tag, "code_keyword"), (Token.Name.Constant, "code_number"),
        (Token.Generic.Deleted, "danger"), (Token.Generic.Inserted, "good"), (Token.Generic.Heading, "code_keyword"),
        (Token.Generic.Subheading, "code_type"), (Token.Generic.Prompt, "code_comment"),
    )  # fmt: skip
    for known, colour in table:
        if kind in known:
            return colour
    return ""


def coloured_lines(language: str, text: str) -> Iterator[tuple[Piece, ...]]:
    """Pieces of one line after another; lexing goes only as far as it is asked for."""
    lexer = lexer_for(language)
    if lexer is None:
        yield from (() for _ in range(text.count("\n") + 1))
        return
    pieces: list[Piece] = []
    column = 0
    for _, kind, value in lexer.get_tokens_unprocessed(text):
        colour = colour_of(kind)
        for index, part in enumerate(value.split("\n")):
            if index:
                yield tuple(pieces)
                pieces, column = [], 0
            if part and colour and not part.isspace():
                pieces.append((column, len(part), colour))
            column += len(part)
    yield tuple(pieces)
