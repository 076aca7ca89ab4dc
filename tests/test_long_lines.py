"""A line of a megabyte, as an engine may print one, is gone over once: a look that begins anew at each letter would
take hours, and its test would never end."""

from __future__ import annotations

from pathlib import Path

import pytest

from specdesk.engines.log_lines import LogFacts
from specdesk.records.shared_plan import without_paths
from specdesk.records.spans import last_part
from specdesk.service.redaction import Redaction

TIMES = 100_000
FILE = "/home/annabel/models/small.gguf"


@pytest.mark.parametrize(
    ("piece", "becomes"),
    [("x", "x"), ("x/", "x/"), ("/x ", "x "), ("-", "-")],
)
def test_a_plan_that_is_given_away(piece: str, becomes: str) -> None:
    shown = without_paths(f"say {piece * TIMES}\n{FILE}")
    assert shown == f"say {becomes * TIMES}\nsmall.gguf"


def test_files_named_one_after_the_other_keep_their_names() -> None:
    assert without_paths(f"say {'<a/b.txt>' * TIMES}") == f"say {'<b.txt>' * TIMES}"
    assert without_paths("in /a b/c and <d>") == "in a b/c and <d>"
    assert without_paths("from a/b.txt/c d") == "from b.txt/c d"
    assert last_part(r"C:\models\small.gguf") == "small.gguf"


@pytest.mark.parametrize("piece", ["x", "/x ", "a b/"])
def test_a_report(piece: str) -> None:
    redaction = Redaction(Path("/home/annabel"), ["annabel"], host="box-7")
    shown = redaction.text(f"say {piece * TIMES}|{FILE}")
    assert shown.endswith("…/small.gguf")
    assert "annabel" not in shown


def test_a_log_is_read_behind_it() -> None:
    facts = LogFacts()
    facts.feed(["x/" * TIMES, f"{'x' * TIMES} model buffer size = 5 MiB", "load: CUDA0 model buffer size = 12.50 MiB"])
    assert [(one.device, one.mib) for one in facts.facts().buffers] == [("CUDA0", 12.5)]
