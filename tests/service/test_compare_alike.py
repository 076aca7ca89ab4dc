"""Two results are set beside each other over what both were asked, and only where they were run alike."""

from __future__ import annotations

import random

import msgspec
import pytest
from simulated_pairs import FULL, ORDINARY, RatioPair, prompts

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.measure.protocol import Schedule, schedule
from specdesk.measure.steps import Ask
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.alike import over_the_same, ratios_of, settings_of
from specdesk.service.result_rows import ResultRow
from specdesk.ui.compare.words import was

PLAN = LaunchPlan(target="/m/t.gguf", draft="/m/d.gguf", methods=("draft-simple",), draft_max=4)
SHORT = schedule(prompts(2), 120.0, ORDINARY, quick=True)


def row(number: int, build: str, planned: Schedule = FULL, plan: LaunchPlan = PLAN, truth: float = 1.5) -> ResultRow:
    pair = RatioPair(random.Random(number), truth, 0.05)
    measured = [  # all of it, however certain
        pair(Ask(start=b.start, block=b.number, visit=b.visit, arm=b.arm, prompt=name, cap=planned.cap))
        for b in planned.blocks for name in b.prompts
    ]  # fmt: skip
    return ResultRow(
        id=number, made=float(number), pair="T + D", build=build, headline="", verdict="faster", speedup=None,
        prompts=12, partial=False, settings=settings_of((PLAN, plan)), ratios=ratios_of(planned, measured),
    )  # fmt: skip


def test_only_common_prompts_count() -> None:
    whole, few = row(1, "b1"), row(2, "b2", SHORT, truth=1.8)
    same = over_the_same(few.ratios, whole.ratios)
    assert same is not None
    assert (same.count, len(whole.ratios)) == (12, 24)
    common = {one.key for one in few.ratios}
    alone = over_the_same(whole.ratios, [one for one in whole.ratios if one.key in common])
    assert alone is not None
    assert same.before == alone.before
    assert was((whole, few), few) == "1.8x, was 1.5x with b1, over the same 12 prompts."


def test_the_same_name_with_another_text_is_another_prompt() -> None:
    others = [msgspec.structs.replace(one, text=f"other {one.text}") for one in SHORT.prompts]
    other = row(2, "b2", msgspec.structs.replace(SHORT, prompts=tuple(others)))
    assert over_the_same(other.ratios, row(1, "b1").ratios) is None
    assert was((row(1, "b1"), other), other) == ""
    assert ComparePrompt(id="a", kind="b", text="c") not in others


@pytest.mark.parametrize(
    "change",
    [{"draft_max": 8}, {"place": ModelPlacement(cache_k="q8_0")}, {"draft": "/m/e.gguf"}, {"context": 4096}],
    ids=str,
)
def test_another_setting_is_no_change_of_build(change: dict[str, object]) -> None:
    old, new = row(1, "b1"), row(2, "b2", plan=msgspec.structs.replace(PLAN, **change))
    assert was((old, new), new) == ""


def test_what_has_no_effect_and_where_files_lie_is_no_setting() -> None:
    moved = msgspec.structs.replace(PLAN, target="/n/t.gguf", draft="/n/d.gguf", metrics=True, slots=1)
    assert settings_of((PLAN, moved)) == settings_of((PLAN, PLAN))
    assert was((row(1, "b1"), row(2, "b2", plan=moved)), row(2, "b2", plan=moved)) != ""


def test_a_line_of_an_older_version_is_not_set_beside_others() -> None:
    old = msgspec.structs.replace(row(1, "b1"), settings="", ratios=())
    assert was((old, row(2, "b2")), row(2, "b2")) == ""
