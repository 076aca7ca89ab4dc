"""`specdesk compare --against`: what is measured against a plan that differs in more than speculation."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from compare_verb import FAST, Verb

from specdesk.profiles import write_plan
from specdesk.records.plan import LaunchPlan

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("context", "known"), [(2048, True), (1024, False)])
def test_a_guess_has_a_cost_against_the_plain_twin_alone(
    context: int, known: bool, fake_llama: Callable[..., Path], tmp_path: Path
) -> None:
    path, verb = tmp_path / "other plan.json", Verb(tmp_path)
    write_plan(path, LaunchPlan(target=None, methods=("none",), context=context), "Alone")
    done = verb.run(fake_llama(**FAST), "--against", str(path), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["headline"].startswith("This command is ")
    assert (found["verdict"], found["acceptance"] is not None) == ("faster", True)
    assert [found[name] is not None for name in ("h", "break_even", "best")] == [known] * 3
    assert bool(found["lengths"]) is known
    assert found["computer"]["ram_mib"] > 0


def test_a_set_up_that_finds_nothing_to_guess_from_is_compared_all_the_same(
    fake_llama: Callable[..., Path], tmp_path: Path
) -> None:
    path, verb = tmp_path / "look-up.json", Verb(tmp_path)
    write_plan(path, LaunchPlan(target=None, methods=("ngram-mod",), context=2048), "Look-up")
    done = verb.run(fake_llama(**FAST, draft=0), "--against", str(path), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["verdict"] not in ("no-drafts", "too-little")
    assert all(arm["samples"] for arm in found["arms"]), "both were asked"
    said = "“{}” never guessed here, so its speed is that of the model alone."
    assert found["notes"][-2:] == [said.format("Look-up"), said.format("this command")]
