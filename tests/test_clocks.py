"""Rates, plots and waits never look at the clock on the wall, which jumps: a laptop wakes up, a time zone changes."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "specdesk"

DATES = {
    "ui/access/footprint.py": "when ports were looked at, as people read it",
    "service/footprint.py": "since when connections are looked for, as people read it",
    "chat/history.py": "dates of chats",
    "service/compare_store.py": "dates of compares",
    "service/compare_record.py": "dates of compares",
    "service/sweep_store.py": "dates of searches for the best setting",
    "ui/compare/words.py": "“yesterday” beside a compare",
    "cli/serve.py": "when a sample was printed, for programs that read it",
}
"""Files that may ask for the date, and what for."""

WALL = {"time", "time_ns", "now", "today", "utcnow"}


def asks_for_the_date(source: str) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in WALL
        and isinstance(node.value, ast.Name)
        and node.value.id in ("time", "datetime", "date")
        for node in ast.walk(ast.parse(source))
    )


def test_only_dates_come_from_the_clock_on_the_wall() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if asks_for_the_date(path.read_text("utf-8"))
    }
    assert found == DATES.keys()


def test_the_look_sees_every_spelling() -> None:
    for source in ("import time\nx = time.time()", "f = time.time", "datetime.now()", "date.today()"):
        assert asks_for_the_date(source)
    assert not asks_for_the_date("import time\nx = time.monotonic()\nloop.time()")
