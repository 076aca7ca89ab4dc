"""One spacing unit: every distance that the window sets between things has its name in `ui/theme.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parent.parent
UI = TOP / "specdesk" / "ui"
NAMES = ("HAIRLINE", "XS", "S", "M", "L", "XL", "XXL")
SETTERS = ("setSpacing", "setContentsMargins", "setHorizontalSpacing", "setVerticalSpacing", "addSpacing")


def bare(node: ast.AST) -> Iterator[int]:
    """Numbers in an expression; no distance at all is none."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, int | float) and part.value not in (0, False):
            yield part.lineno


def constants(tree: ast.Module) -> dict[str, ast.expr]:
    """The module's own names for numbers, and what they stand for."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
                if len(names) == len(values):
                    found |= {name.id: value for name, value in zip(names, values, strict=True) if hasattr(name, "id")}
    return found


def distances(tree: ast.Module) -> Iterator[ast.expr]:
    """What is handed to layouts: margins and spacings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SETTERS:
            yield from node.args
        if isinstance(node, ast.Call):
            yield from (word.value for word in node.keywords if word.arg == "spacing")
        if isinstance(node, ast.FunctionDef):
            named = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            yield from (value for word, value in named if word.arg == "spacing" and value is not None)


def unnamed(source: str) -> set[int]:
    """Lines with a distance that is a bare number, also behind a name of the module's own."""
    tree = ast.parse(source)
    known, found = constants(tree), set[int]()
    for value in distances(tree):
        found |= set(bare(value))
        for part in ast.walk(value):
            if isinstance(part, ast.Name) and part.id in known:
                found |= set(bare(known[part.id]))
    return found


def test_all_distances_have_names() -> None:
    modules = {path.relative_to(TOP).as_posix(): path.read_text("utf-8") for path in UI.rglob("*.py")}
    assert len(modules) > 150
    assert {name: lines for name, source in modules.items() if (lines := unnamed(source))} == {}


def test_the_names_are_multiples_of_one_unit_and_are_used() -> None:
    theme = constants(ast.parse((UI / "theme.py").read_text("utf-8")))
    sizes = [ast.literal_eval(theme[name]) for name in NAMES]
    assert sizes == sorted(set(sizes))
    assert [size for size in sizes if size % 4] == [2]
    used = {
        alias.name
        for path in UI.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "specdesk.ui.theme"
        for alias in node.names
    }
    assert set(NAMES) <= used


def test_the_rule_sees_bare_numbers() -> None:
    assert unnamed("row.setSpacing(6)") == {1}
    assert unnamed("SIDE, GAP = 14, M\nrow.setContentsMargins(SIDE, 0, GAP, 0)") == {1}
    assert unnamed("row = WrappingRow(buttons, spacing=8)\ndef make(*, spacing: int = 8): ...") == {1, 2}
    assert unnamed("row.setSpacing(M if wide else 0)\nrow.setContentsMargins(0, 0, 0, side - bar)") == set()
