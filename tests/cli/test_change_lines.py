"""`command` and `export` say what they changed; nothing is said to have become something out of nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stage import Said

from specdesk.cli.output import change_line

Run = Callable[..., Said]
Fakes = Callable[..., Path]


def test_what_a_command_never_said_is_added_and_not_changed(run: Run, fake_llama: Fakes) -> None:
    out = run("command", "--engine", fake_llama(), "--", "-m", "a", "-md", "b").out
    assert "\n  added    --spec-type draft-simple: A draft file alone is loaded but not used " in out
    assert "changed  " not in out


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("-a", "-b", "changed  -a → -b: So."), ("-a", "", "changed  -a → nothing needed: So."),
        ("", "-b", "added    -b: So."), ("", "", "note     So."),
    ],
)  # fmt: skip
def test_no_change_has_an_empty_side(before: str, after: str, line: str) -> None:
    assert change_line(before, after, "So.") == line
