"""A lookup that puts every sentence between « and », so that one that no lookup ever saw is found."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from specdesk import language

_INNERMOST = re.compile(r"«[^«»]*»")
_SENTENCE = re.compile(r"(^|.*\W)[A-Za-z]\S* .*[.!?]", re.DOTALL)
_NOT_FOR_PEOPLE = (
    "compile", "search", "match", "findall", "sub", "mark", "translate", "warning", "info", "debug", "error", "rule",
    "execute", "tr",
)  # fmt: skip


@contextmanager
def wrapping() -> Iterator[None]:
    language.speak(lambda _context, text: f"«{text}»")
    try:
        yield
    finally:
        language.speak(None)


def unwrapped(text: str) -> str:
    """What of a text stands outside « and »; "" = all of it was looked up."""
    before = None
    while before != text:
        before, text = text, _INNERMOST.sub("", text)
    return text.strip()


def _said(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _sentences(node: ast.AST) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue  # a docstring
        if isinstance(child, ast.Call) and _called(child) in _NOT_FOR_PEOPLE:
            if _called(child) == "rule":  # the pattern, then the sentences that it stands for
                for argument in child.args[1:]:
                    yield from _sentences(argument)
            continue
        said = _said(child)
        if said is None:
            yield from _sentences(child)
        elif _SENTENCE.fullmatch(said):
            yield child.lineno, said  # type: ignore[attr-defined]


def inside_f_strings(source: Path) -> list[str]:
    """Texts of lookups inside an f-string, with their lines: lupdate does not read those, so no catalogue has them."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    calls = [call for string in strings for call in ast.walk(string) if isinstance(call, ast.Call)]
    looked_up = [call for call in calls if _called(call) in ("translate", "tr") and call.args]
    return [
        f"{source.name}:{call.lineno}: {call.args[-1].value}"
        for call in looked_up if isinstance(call.args[-1], ast.Constant)
    ]  # fmt: skip


def untranslatable(source: Path) -> list[str]:
    """Sentences of a module that neither `translate` nor `mark` sees, with their lines."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return [f"{source.name}:{line}: {said}" for line, said in _sentences(tree)]
