"""What the two arms really are: the same offload written out in both commands; where the questions come from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from compare_stage import FAST, compared, starts
from service_stage import Stage

from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_arms import FAIR
from specdesk.service.events import CompareDone

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
CARD = "Available devices:\n  CUDA0: Card of a test (24576 MiB, 24000 MiB free)\n"


def value(argv: list[str], *flags: str) -> str:
    """What follows the first of these flags."""
    return next(argv[place + 1] for place, word in enumerate(argv) if word in flags)


def test_a_partial_offload_is_written_out_in_both_commands(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    """The engine chose 20 of 33 layers by itself, with the draft loaded; without it, it might choose more."""
    argv_log = tmp_path / "argv"
    lines = ["load_tensors: offloaded 20/33 layers to GPU"]
    engine = fake_llama(devices=CARD, fit_lines=lines, argv_log=str(argv_log), **FAST)
    table = stage(engine=engine)
    done = compared(table, msgspec.structs.replace(plan, context=None), prompts)
    first, *arms = [argv for argv in starts(argv_log) if "--list-devices" not in argv and "--fit-print" not in argv]
    assert "-ngl" not in first, "the engine decided there"
    assert len(arms) == 4
    assert ["--spec-type" in argv and value(argv, "--spec-type") == "draft-simple" for argv in arms] == [
        False, True, True, False,
    ]  # fmt: skip
    for argv in arms:
        assert value(argv, "-ngl", "--gpu-layers") == "20"
        assert value(argv, "--fit", "-fit") == "off"
        assert value(argv, "-c", "--ctx-size") == "8192"
    assert FAIR in done.words
    told = [value(list(arm.argv), "-ngl", "--gpu-layers") for arm in done.result.arms]
    assert told == ["20", "20"]


@pytest.mark.long
def test_the_questions_of_this_chat(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, tmp_path: Path) -> None:
    requests = tmp_path / "requests"
    table = stage(engine=fake_llama(requests_log=str(requests), **FAST))
    table.start(plan)
    table.service.set_system_prompt("Be brief.")
    for text in ("How are you?", "And your brother?", "What about the dog?"):
        table.ask(text)
    before = len(requests.read_text().splitlines())
    table.service.compare(plan, Access(), 1.0, True, from_chat=True)
    done = table.wait(CompareDone)
    assert (done.result.verdict, done.result.prompts, len(done.stored.measured)) == ("faster", 3, 12)
    assert {row.kind for row in done.result.by_kind} == {"chat"}
    asked = [json.loads(line)["body"]["messages"] for line in requests.read_text().splitlines()[before:]]
    second = [said for said in asked if said[-1]["content"] == "And your brother?"]
    assert len(second) == 4, "twice of each arm"
    for said in second:
        assert [(one["role"], one["content"]) for one in said[:2]] == [
            ("system", "Be brief."), ("user", "How are you?"),
        ]  # fmt: skip
        assert said[2]["role"] == "assistant"
