"""Compares through the service, with fake engines whose speed, acceptance and cost of drafting are known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import Stage, small_model

from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import CompareDone

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


@pytest.fixture
def prompts(tmp_path: Path) -> str:
    """Two kinds of text, two prompts each."""
    path = tmp_path / "prompts.jsonl"
    rows = [{"prompt": f"Tell me about {kind} number {n}.", "kind": kind} for n in (1, 2) for kind in ("tea", "rain")]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return str(path)


@pytest.fixture
def plan(model: Path, tmp_path: Path) -> LaunchPlan:
    """A target with a draft of four tokens."""
    draft = small_model(tmp_path / "Draft.gguf", rows=32)
    return LaunchPlan(
        target=str(model), draft=str(draft), methods=("draft-simple",), draft_max=4, context=2048, slots=1
    )


def compared(table: Stage, plan: LaunchPlan, prompts: str) -> CompareDone:
    table.service.compare(plan, Access(), 1.0, True, prompts)
    return table.wait(CompareDone)


def test_faster(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(speed=1000, acceptance=0.9, draft_cost=0.05))
    done = compared(table, plan, prompts)
    print(done.words, done.result)
    assert done.result.verdict == "faster"
