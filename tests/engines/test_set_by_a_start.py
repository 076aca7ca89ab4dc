"""What a start says itself cannot be said again by further arguments, whose word would be the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from specdesk.engines.dialect import launch_args, without_ours
from specdesk.engines.flags import parse_help
from specdesk.records.plan import LaunchPlan

HELPS = sorted((Path(__file__).parent.parent / "captures" / "help").glob("*.txt"))


@pytest.mark.parametrize("help_file", HELPS, ids=lambda path: path.stem)
@pytest.mark.parametrize("words", [("--host", "0.0.0.0"), ("--port", "1"), ("--api-key", "x"), ("-m", "other.gguf")])
def test_a_private_server_stays_private(help_file: Path, words: tuple[str, str]) -> None:
    flags = parse_help(help_file.read_text(encoding="utf-8"))
    plan = LaunchPlan(target="/a.gguf", extra=("--no-warmup", *words))
    argv = launch_args(plan, flags, "127.0.0.1", 4711)
    assert argv.args[argv.args.index("--host") + 1] == "127.0.0.1"
    assert argv.args.count("--host") == argv.args.count("--port") == argv.args.count("-m") == 1
    assert words[1] not in argv.args
    assert "--no-warmup" in argv.args
    assert [drop.flag for drop in argv.dropped] == [words[0]]


def test_underscores_and_other_spellings_are_no_way_around() -> None:
    kept, refused = without_ours(("--api_key", "x", "--spec-draft-model", "d.gguf", "--top-k", "5"))
    assert kept == ("--top-k", "5")
    assert [drop.flag for drop in refused] == ["--api_key", "--spec-draft-model"]
