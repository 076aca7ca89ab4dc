"""One spacing unit: every distance that the window sets, between things and inside, has a name (`ui/spacing.py`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from specdesk.ui.stylesheet import stylesheet
from specdesk.ui.theme import LIGHT

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


def unnamed_in_sheet(source: str) -> list[str]:
    """Distances of the style sheet that are bare numbers; and those whose way into the sheet is none that is known."""
    set_there = re.findall(r"(?<![\w-])(?:padding|margin|spacing)(?:-\w+)?: [^;]*;", source)
    bare_there = [rule for rule in set_there if re.search(r"[1-9]", re.sub(r"\{[^{}]*\}", "", rule))]
    calls = re.findall(r"_pad\((?!down)([^()]*)\)", source)
    named = rf"(?:{'|'.join(NAMES)}), (?:{'|'.join(NAMES)}), [12]"
    return bare_there + [call for call in calls if not re.fullmatch(named, call)]


def test_the_style_sheet_uses_the_same_names() -> None:
    source = (UI / "stylesheet.py").read_text("utf-8")
    assert unnamed_in_sheet(source) == []
    assert source.count("_pad(") > 12
    assert len(re.findall(r"(?:padding|margin|spacing)", source)) > 20


def test_what_the_border_takes_is_made_up_for() -> None:
    """Text does not move when the ring of the focus comes."""
    sheet = stylesheet(LIGHT)
    for at_rest, in_focus in (
        ("QPushButton", "QPushButton:focus"),
        ("QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox", "QLineEdit:focus, QComboBox:focus, QSpinBox:focus, "
         "QDoubleSpinBox:focus"),
        ("QPlainTextEdit, QTextEdit", "QPlainTextEdit:focus, QTextEdit:focus"),
    ):  # fmt: skip
        one, other = (
            re.search(rf"^{selector} \{{[^}}]*border: (\d+)px[^}}]*padding: (\d+)px (\d+)px", sheet, re.MULTILINE)
            for selector in (at_rest, in_focus)
        )
        assert one is not None
        assert other is not None
        inside = [[int(rule[1]) + int(rule[side]) for side in (2, 3)] for rule in (one, other)]
        assert inside[0] == inside[1], at_rest
        assert all(distance in (2, 4, 8, 12, 16) for distance in inside[0])


def test_all_distances_have_names() -> None:
    modules = {path.relative_to(TOP).as_posix(): path.read_text("utf-8") for path in UI.rglob("*.py")}
    assert len(modules) > 150
    assert {name: lines for name, source in modules.items() if (lines := unnamed(source))} == {}


def test_the_names_are_multiples_of_one_unit_and_are_used() -> None:
    named = constants(ast.parse((UI / "spacing.py").read_text("utf-8")))
    sizes = [ast.literal_eval(named[name]) for name in NAMES]
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
    assert unnamed_in_sheet("A {{ padding: 7px {L}px; }} B {{ margin: {XS}px; }}") == ["padding: 7px {L}px;"]
    assert unnamed_in_sheet("{_pad(S, 9, 1)} {_pad(S, M, 2)} {_pad(L - 3, M, 1)}") == ["S, 9, 1", "L - 3, M, 1"]
    assert unnamed("row.setSpacing(M if wide else 0)\nrow.setContentsMargins(0, 0, 0, side - bar)") == set()
