"""The rules of the house, read from the source by `ast`: who may import whom, sizes, names, docstrings.

Each rule is a function from a module to complaints; each has a test over the whole source and one that shows the rule
catching a bad example.
"""

from __future__ import annotations

import ast
import gc
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Each line may import itself and the lines above it.
ROOMS: tuple[tuple[str, ...], ...] = (
    (
        "errors", "paths", "logs", "jsonfile", "secret_arguments", "shown_address", "language", "catalogues",
        "kept_sentence",
    ),
    ("records",),
    ("settings", "profiles"),
    ("models",),
    ("memory",),
    ("engines",),
    ("chat",),
    ("measure",),
    ("service",),
    ("ui",),
)  # fmt: skip
RANK = {name: rank for rank, names in enumerate(ROOMS) for name in names}
ENTRANCES = ("cli", "__main__")
"""They may import every room; `ui` only inside a function, so that no verb of the command line loads Qt."""

OF_ONE_SYSTEM = ("fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "termios", "tty", "winreg")
ON_LINUX = "tests/faults/"
"""Run by hand, and on Linux alone."""

ONLY_IN: dict[str, str | tuple[str, ...]] = {
    "PySide6": "specdesk/ui/",
    "shiboken6": "specdesk/ui/",
    "pyqtgraph": "specdesk/ui/",
    "httpx": ("specdesk/chat/client.py", "specdesk/chat/transport.py"),
    "httpcore": "specdesk/chat/transport.py",
    "pynvml": "specdesk/engines/nvml.py",
    "xllamacpp": "specdesk/engines/embedded_worker.py",
    "huggingface_hub": "specdesk/models/hub_worker.py",
    "httpx2": "specdesk/models/hub_worker.py",
}
FILE_LINES = 400
FUNCTION_LINES = 60
VAGUE = re.compile("manager|helper|utils", re.IGNORECASE)
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|\bNotImplementedError\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Module:
    """One source file. path: below the top of the checkout, with forward slashes."""

    path: str
    source: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """The package of specdesk, or the module that lies directly in it; "" for `specdesk/__init__.py`."""
        name = self.path.split("/")[1].removesuffix(".py")
        return "" if name == "__init__" else name


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name, in full ("specdesk.records.plan.LaunchPlan"). lazy: inside a function."""

    name: str
    line: int
    lazy: bool


Rule = Callable[[Module], Iterator[str]]


@pytest.fixture(scope="module", autouse=True)
def no_search_for_garbage() -> Iterator[None]:
    """The trees of all files hold none; to look through them takes longer than to make them, for later tests too."""
    gc.disable()
    yield
    modules.cache_clear()
    gc.enable()


def parsed(path: str, source: str) -> Module:
    """A module from its text."""
    return Module(path, source, ast.parse(source))


@cache
def modules(folder: str) -> tuple[Module, ...]:
    """All Python files below `folder` of the checkout."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    return tuple(parsed(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in paths)


def imports(module: Module) -> Iterator[Import]:
    """Everything that `module` imports, with relative imports spelled out."""
    return _imports_below(module.tree, module.path.removesuffix(".py").split("/")[:-1], lazy=False)


def _imports_below(tree: ast.AST, package: list[str], lazy: bool) -> Iterator[Import]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.expr):
            continue
        yield from _imports_below(node, package, lazy or isinstance(node, Function))
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            origin = ".".join(part for part in (start, node.module) if part)
            names = [f"{origin}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (Import(name, node.lineno, lazy) for name in names)


def functions(tree: ast.AST) -> Iterator[Function]:
    """All functions and methods."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def upward_imports(module: Module) -> Iterator[str]:
    """A package imports only itself and what stands above it."""
    if module.room and module.room not in RANK and module.room not in ENTRANCES:
        yield f"{module.path}: belongs to no room; give {module.room} its place in ROOMS"
        return
    for found in imports(module):
        parts = found.name.split(".")
        if parts[0] != "specdesk" or len(parts) == 1 or parts[1] == "__version__":
            continue
        if parts[1] in ENTRANCES:
            allowed = module.room in ENTRANCES
        elif module.room in ENTRANCES:
            allowed = parts[1] != "ui" or found.lazy
        else:
            allowed = bool(module.room) and RANK.get(parts[1], len(ROOMS)) <= RANK[module.room]
        if not allowed:
            yield f"{module.path}:{found.line} imports {found.name}"


def foreign_imports(module: Module) -> Iterator[str]:
    """Qt, httpx, pynvml and xllamacpp each have one place."""
    for found in imports(module):
        place = ONLY_IN.get(found.name.split(".")[0])
        if place is not None and not module.path.startswith(place):
            yield f"{module.path}:{found.line} imports {found.name}, which only {place} may"


def long_files(module: Module) -> Iterator[str]:
    """A file stays under 400 lines."""
    lines = module.source.count("\n")
    if lines >= FILE_LINES:
        yield f"{module.path}: {lines} lines"


def long_functions(module: Module) -> Iterator[str]:
    """A function stays under 60 lines; aim at 50."""
    for node in functions(module.tree):
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if lines >= FUNCTION_LINES:
            yield f"{module.path}:{node.lineno} {node.name}: {lines} lines"


def missing_docstrings(module: Module) -> Iterator[str]:
    """Modules, public classes, and their public functions say what they are.

    Names in mixed case are Qt's (`paintEvent`): Qt documents them.
    """
    if module.source.strip() and ast.get_docstring(module.tree) is None:
        yield f"{module.path}: no module docstring"
    for node in public_definitions(module.tree):
        is_qt_override = isinstance(node, Function) and node.name != node.name.lower()
        if ast.get_docstring(node) is None and not is_qt_override:
            yield f"{module.path}:{node.lineno} {node.name}: no docstring"


def public_definitions(tree: ast.Module | ast.ClassDef) -> Iterator[Definition]:
    """Public functions and classes of a module, and what is public in those classes; setters and overloads aside."""
    for node in tree.body:
        if not isinstance(node, Definition) or node.name.startswith("_"):
            continue
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        if any(name.endswith((".setter", "overload")) for name in decorators):
            continue
        yield node
        if isinstance(node, ast.ClassDef):
            yield from public_definitions(node)


def vague_names(module: Module) -> Iterator[str]:
    """No module or class is a manager, a helper or utils: the name says nothing of what it holds."""
    if VAGUE.search(module.path):
        yield f"{module.path}: says nothing of what it holds"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef) and VAGUE.search(node.name):
            yield f"{module.path}:{node.lineno} {node.name}: says nothing of what it does"


def broad_excepts(module: Module) -> Iterator[str]:
    """An except names the errors that it expects; one that tidies up and raises again may catch everything."""
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.ExceptHandler) or ast.unparse(node.body[-1]) == "raise":
            continue
        caught = ["everything"] if node.type is None else re.findall(r"\w+", ast.unparse(node.type))
        if {"everything", "Exception", "BaseException"} & set(caught):
            yield f"{module.path}:{node.lineno} catches {', '.join(caught)}"


def unfinished_parts(module: Module) -> Iterator[str]:
    """Nothing is left for later."""
    for number, line in enumerate(module.source.splitlines(), 1):
        if UNFINISHED.search(line):
            yield f"{module.path}:{number} {line.strip()}"


def sleeps(module: Module) -> Iterator[str]:
    """`time.sleep` waits for a time, not for what it should wait for."""
    for found in imports(module):
        if found.name == "time.sleep":
            yield f"{module.path}:{found.line} imports time.sleep"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and node.attr == "sleep" and ast.unparse(node) == "time.sleep":
            yield f"{module.path}:{node.lineno} calls time.sleep"


def imports_of_one_system(module: Module) -> Iterator[str]:
    """What Python has on some systems only is imported where it is used, or below a look at the system: elsewhere the
    whole file could not be read."""
    always = {node.lineno for node in module.tree.body}
    for found in imports(module):
        if found.name.split(".")[0] in OF_ONE_SYSTEM and found.line in always and not module.path.startswith(ON_LINUX):
            yield f"{module.path}:{found.line} imports {found.name}"


EVERYWHERE = ("specdesk", "tests", "installers", "scripts")
"""Folders of Python."""
PROGRAM_RULES: tuple[Rule, ...] = (
    upward_imports, foreign_imports, missing_docstrings, vague_names, broad_excepts, unfinished_parts, sleeps,
)  # fmt: skip
EVERYWHERE_RULES: tuple[Rule, ...] = (long_files, long_functions, imports_of_one_system)
SCRIPT_RULES: tuple[Rule, ...] = (missing_docstrings, vague_names, broad_excepts, unfinished_parts, sleeps)
TAKEN_ALONG = "resources/scripts/measure_endpoint.py"
"""The script to take away is one file on purpose: it is copied to computers that have nothing but Python. Its questions
are text, not code: without them it keeps every rule, the length of a file among them."""


def rule_name(rule: Rule) -> str:
    """Test id."""
    return rule.__name__


@pytest.mark.parametrize("rule", PROGRAM_RULES, ids=rule_name)
def test_program_keeps(rule: Rule) -> None:
    found = modules("specdesk")
    assert len(found) > 10, "the source was not found"
    complaints = [complaint for module in found for complaint in rule(module)]
    assert not complaints, f"{rule.__doc__}\n" + "\n".join(complaints)


@pytest.mark.parametrize("rule", EVERYWHERE_RULES, ids=rule_name)
def test_program_tests_and_scripts_keep(rule: Rule) -> None:
    complaints = [complaint for folder in EVERYWHERE for module in modules(folder) for complaint in rule(module)]
    assert not complaints, f"{rule.__doc__}\n" + "\n".join(complaints)


@pytest.mark.parametrize("rule", SCRIPT_RULES, ids=rule_name)
def test_scripts_keep(rule: Rule) -> None:
    found = modules("scripts")
    assert found, "the scripts were not found"
    complaints = [complaint for module in found for complaint in rule(module)]
    assert not complaints, f"{rule.__doc__}\n" + "\n".join(complaints)


@pytest.mark.parametrize("rule", [*EVERYWHERE_RULES, *SCRIPT_RULES], ids=rule_name)
def test_the_script_to_take_away_keeps(rule: Rule) -> None:
    whole = next(module for module in modules("resources") if module.path == TAKEN_ALONG)
    questions = next(node for node in whole.tree.body if "PROMPTS" in ast.unparse(node)[:7])
    assert questions.end_lineno is not None
    lines = whole.source.splitlines(keepends=True)
    code = parsed(TAKEN_ALONG, "".join(lines[: questions.lineno] + lines[questions.end_lineno - 1 :]))
    complaints = list(rule(code))
    assert not complaints, f"{rule.__doc__}\n" + "\n".join(complaints)


def test_nothing_else_that_is_shipped_is_python() -> None:
    assert [module.path for module in modules("resources")] == [TAKEN_ALONG]


BAD: tuple[tuple[Rule, str, str], ...] = (
    (upward_imports, "specdesk/models/a.py", "from specdesk.memory.fit import fit"),
    (upward_imports, "specdesk/models/a.py", "from ..service import loop"),
    (upward_imports, "specdesk/chat/a.py", "def f():\n    import specdesk.ui.window"),
    (upward_imports, "specdesk/errors.py", "from specdesk import records"),
    (upward_imports, "specdesk/service/a.py", "from specdesk import cli"),
    (upward_imports, "specdesk/cli.py", "from specdesk.ui.window import open_window"),
    (upward_imports, "specdesk/records/a.py", "from specdesk.attic import thing"),
    (upward_imports, "specdesk/attic/a.py", ""),
    (foreign_imports, "specdesk/service/a.py", "from PySide6.QtCore import QObject"),
    (foreign_imports, "specdesk/cli.py", "def f():\n    import pyqtgraph as pg"),
    (foreign_imports, "specdesk/engines/a.py", "import httpx"),
    (foreign_imports, "specdesk/chat/stream.py", "import httpx"),
    (foreign_imports, "specdesk/chat/client.py", "import httpcore"),
    (foreign_imports, "specdesk/engines/devices.py", "import pynvml"),
    (foreign_imports, "specdesk/engines/embedded.py", "import xllamacpp"),
    (long_files, "specdesk/a.py", "pass\n" * FILE_LINES),
    (long_functions, "specdesk/a.py", "async def f():\n" + "    pass\n" * (FUNCTION_LINES - 1)),
    (imports_of_one_system, "tests/cli/test_a.py", "import pty"),
    (imports_of_one_system, "specdesk/engines/a.py", "from fcntl import flock"),
    (missing_docstrings, "specdesk/a.py", "x = 1"),
    (missing_docstrings, "specdesk/a.py", '"""A."""\ndef f():\n    pass'),
    (missing_docstrings, "specdesk/a.py", '"""A."""\nclass A:\n    """A."""\n    async def f(self):\n        pass'),
    (vague_names, "specdesk/chat/utils.py", ""),
    (vague_names, "specdesk/a.py", "class ChatManager: ..."),
    (broad_excepts, "specdesk/a.py", "try:\n    pass\nexcept:\n    pass"),
    (broad_excepts, "specdesk/a.py", "try:\n    pass\nexcept (OSError, Exception) as error:\n    pass"),
    (unfinished_parts, "specdesk/a.py", "x = 1  # TODO" + ": more"),
    (unfinished_parts, "specdesk/a.py", "raise NotImplemented" + "Error"),
    (sleeps, "specdesk/a.py", "import time\ntime.sleep(1)"),
    (sleeps, "specdesk/a.py", "from time import sleep"),
)

GOOD: tuple[tuple[Rule, str, str], ...] = (
    (upward_imports, "specdesk/memory/a.py", "from specdesk.models.header import Header\nfrom . import layout"),
    (
        upward_imports,
        "specdesk/cli.py",
        "from specdesk.service import loop\ndef f():\n    from specdesk.ui import window",
    ),
    (
        upward_imports,
        "specdesk/ui/setup/a.py",
        "from ...records.plan import LaunchPlan\nfrom specdesk import __version__",
    ),
    (foreign_imports, "specdesk/ui/chat/a.py", "from PySide6 import QtWidgets"),
    (foreign_imports, "specdesk/chat/client.py", "import httpx"),
    (foreign_imports, "specdesk/chat/transport.py", "import httpcore\nimport httpx"),
    (long_files, "specdesk/a.py", "pass\n" * (FILE_LINES - 1)),
    (long_functions, "specdesk/a.py", "def f():\n" + "    pass\n" * (FUNCTION_LINES - 2)),
    (missing_docstrings, "specdesk/ui/a.py", '"""A."""\ndef paintEvent(event):\n    pass\ndef _f():\n    pass'),
    (broad_excepts, "specdesk/a.py", "try:\n    pass\nexcept (OSError, ValueError):\n    pass"),
    (broad_excepts, "specdesk/a.py", "try:\n    pass\nexcept BaseException:\n    x.close()\n    raise"),
    (
        imports_of_one_system,
        "specdesk/a.py",
        "if sys.platform == 'win32':\n    import winreg\ndef f():\n    import pty",
    ),
    (sleeps, "specdesk/a.py", "import asyncio\nasync def f():\n    await asyncio.sleep(1)"),
)


@pytest.mark.parametrize(("rule", "path", "source"), BAD)
def test_rule_catches(rule: Rule, path: str, source: str) -> None:
    assert len(list(rule(parsed(path, source)))) == 1


@pytest.mark.parametrize(("rule", "path", "source"), GOOD)
def test_rule_allows(rule: Rule, path: str, source: str) -> None:
    assert list(rule(parsed(path, source))) == []


def test_the_page_on_architecture_shows_the_same_line() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rows = re.findall(r"^\| (`[^|]+`) \|", page, re.MULTILINE)
    shown = tuple(tuple(re.findall(r"`(\w+)/?`", row)) for row in rows)
    assert shown == (*ROOMS, ENTRANCES)


@pytest.mark.parametrize("module", ["specdesk.service", "specdesk.__main__"])
def test_qt_is_not_loaded_by(module: str) -> None:
    code = (
        f"import sys, pkgutil, importlib, {module} as top\n"
        "names = [m.name for m in pkgutil.walk_packages(getattr(top, '__path__', []), top.__name__ + '.')]\n"
        "[importlib.import_module(name) for name in names]\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules} & {'PySide6', 'shiboken6', 'pyqtgraph'}))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == ""
