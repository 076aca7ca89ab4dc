"""`specdesk compare` and `sweep` as programs on the built-in engine: tiny runs, every documented field."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from running_drafters import RunningDrafters

from specdesk.chat.compare_prompts import own_prompts

pytestmark = [pytest.mark.real_engine, pytest.mark.long, pytest.mark.timeout(1500)]

VERDICTS = {"faster", "slower", "no-difference", "not-sure", "no-drafts", "drifted", "too-little"}


def run(verb: str, options: list[str], args: list[str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "specdesk", verb, "--engine", "embedded", "--json", *options, "--", *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1400, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def asked(tmp_path: Path) -> str:
    path = tmp_path / "prompts.jsonl"
    rewriting = [prompt for prompt in own_prompts(("en",)) if prompt.kind == "rewrite"]
    path.write_text("\n".join(json.dumps({"prompt": one.text, "kind": one.kind}) for one in rewriting[:3]))
    return str(path)


def test_compare(smollm2: Path, asked: str) -> None:
    found = run(
        "compare", ["--quick", "--minutes", "0.1", "--prompts", asked, "--temperature", "0.7", "--people"],
        ["-m", str(smollm2), "--spec-type", "ngram-simple", "-c", "1024", "-t", "1"],
    )  # fmt: skip
    for part in (found, found["at_temperature"]):
        assert part["verdict"] in VERDICTS
        assert part["speedup"] is None or part["speedup"].keys() == {"estimate", "low", "high"}
        assert all({"kind", "language", "n", "estimate", "low", "high"} <= row.keys() for row in part["by_kind"])
        assert all(0.0 <= share <= 1.0 for share in part["per_position"])
        for name in ("acceptance", "tokens_per_pass", "h", "break_even", "break_even_tokens", "best", "drift"):
            assert name in part
        assert {"identical", "tie", "unexpected", "compared"} <= part["same_text"].keys()
        assert part["partial"] is False
        a, b = part["arms"]
        assert {"argv", "build", "tokens", "seconds", "samples"} <= a.keys()
        assert (a["argv"][0], b["argv"][0]) == ("llama-server", "llama-server"), "what somebody else can run"
        assert "ngram-simple" in b["argv"]
        assert "ngram-simple" not in a["argv"]
        assert (len(a["samples"]), len(b["samples"])) == (6, 6)
        assert a["tokens"] == sum(reply["sample"]["tokens"] for reply in a["samples"] if reply["counts"])
        assert not any(reply["sample"].get("drafted") for reply in a["samples"])
        assert any(reply["sample"].get("drafted") for reply in b["samples"])
    assert found["at_temperature"]["temperature"] == 0.7
    assert [row["users"] for row in found["crowd"]["points"]] == [1, 4, 16]
    assert all(total > 0 for row in found["crowd"]["points"] for total in row["total"])


@pytest.mark.parametrize("made", ["mtp", "eagle3", "dflash", "dspark"])
def test_compare_of_trained_drafters(made: str, smollm2: Path, asked: str, tmp_path: Path) -> None:
    drafters = RunningDrafters(tmp_path, smollm2)
    file = str(getattr(drafters, made)())
    target = drafters.target(4 if made == "dflash" else None)
    models = ["-m", file] if made == "mtp" else ["-m", str(target), "-md", file]
    method = ["--spec-type", f"draft-{made}", "--spec-draft-n-max", "3"]
    found = run("compare", ["--quick", "--minutes", "0.1", "--prompts", asked], [*models, *method, "-c", "2048"])
    assert found["verdict"] in VERDICTS - {"no-drafts"}
    a, b = found["arms"]
    assert any(reply["sample"].get("accepted") for reply in b["samples"])
    assert not any(reply["sample"].get("drafted") for reply in a["samples"])
    assert found["tokens_per_pass"] is None or found["tokens_per_pass"] > 1


def test_sweep(smollm2: Path, asked: str) -> None:
    found = run(
        "sweep", ["--minutes", "0.2", "--prompts", asked],
        ["-m", str(smollm2), "--spec-type", "ngram-simple", "-c", "1024", "-t", "1"],
    )  # fmt: skip
    assert found["best"].keys() == {"setting", "speedup", "confirmed"}
    assert found["action"] in ("apply", "stay", "off")
    assert found["settings"][0]["setting"].keys() == {"ngram.size_n", "ngram.size_m"}
    assert found["compare"]["verdict"] in VERDICTS
    assert found["plan"]["target"] == str(smollm2)
