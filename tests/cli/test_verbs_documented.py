"""Whoever reads README or docs/cli.md finds each verb that the program has, and none that it has not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from cli_stage import Said

ROOT = Path(__file__).parents[2]


def test_each_verb_is_in_the_readme_and_has_a_chapter(run: Callable[..., Said]) -> None:
    verbs = set(re.findall(r"^ {4}([a-z-]+)(?: |$)", run("--help").out, re.MULTILINE))
    assert {"fit", "export", "attach", "menu-entry", "remove-data"} <= verbs
    readme = (ROOT / "README.md").read_text("utf-8").partition("## Without a window")[2].partition("\n## ")[0]
    assert set(re.findall(r"^specdesk ([a-z-]+)", readme, re.MULTILINE)) == verbs
    chapters = re.findall(r"^## ([a-z-]+)", (ROOT / "docs" / "cli.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(chapters) == sorted(verbs)
