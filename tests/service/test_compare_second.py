"""Asked for the exact cost of a guess, a compare tries a second draft length, keeps its replies and reckons with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from compare_stage import FAST, starts

from specdesk import paths
from specdesk.chat.compare_prompts import read_prompt_file
from specdesk.cli.measuring import Carried, carry_out
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.probe import probe
from specdesk.measure.stats import Interval
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_session import CompareOrder, Comparing
from specdesk.service.compare_store import CompareStore
from specdesk.service.measured_server import Stage

Fakes = Callable[..., Path]


def carried(engine: EngineInfo, order: CompareOrder, told: list[str] | None = None) -> Carried[Comparing]:
    async def make(stage: Stage, store: CompareStore) -> Comparing:
        said = [] if told is None else told
        return await Comparing.begin(stage, order, store, lambda moment: said.append(moment.words), pytest.fail)

    return asyncio.run(carry_out(engine, Access(), make))


@pytest.fixture
def asked(plan: LaunchPlan, prompts: str) -> CompareOrder:
    return CompareOrder(plan=plan, prompts=read_prompt_file(Path(prompts)), minutes=1.0, quick=True, exact_cost=True)


def test_a_second_length_is_tried_and_told(fake_llama: Fakes, asked: CompareOrder, tmp_path: Path) -> None:
    argv_log, told = tmp_path / "argv", list[str]()
    engine = probe(fake_llama(argv_log=str(argv_log), **FAST), paths.cache_dir())
    same = Interval(estimate=0.05, low=0.04, high=0.06)
    assert asked.plan.draft_max is not None
    earlier = msgspec.structs.replace(asked, costs={asked.plan.draft_max: same})  # as a compare before it told
    done = carried(engine, earlier, told)
    assert done.error is None
    stored = done.job.stored
    assert stored.second.length is not None
    assert stored.second.length != asked.plan.draft_max
    last = starts(argv_log)[-1]
    assert last[last.index("--spec-draft-n-max") + 1] == str(stored.second.length)
    costs = done.job.result().costs
    assert set(costs) == {asked.plan.draft_max, stored.second.length}
    assert costs[stored.second.length] == pytest.approx(0.05, abs=0.02), "what the fake engine takes for a guess"
    assert f"Trying draft length {stored.second.length}, for the cost of a guess…" in told
    kept = msgspec.json.decode(msgspec.json.encode(stored.second), type=type(stored.second))
    assert kept == stored.second
    assert len(kept.replies) == 5, "every prompt that both have answered"


@pytest.mark.long
@pytest.mark.parametrize("unasked", ["exact", "n-gram", "known"])
def test_it_is_not_tried_where_it_would_tell_nothing(fake_llama: Fakes, asked: CompareOrder, unasked: str) -> None:
    changes: dict[str, dict[str, object]] = {
        "exact": {"exact_cost": False},
        "n-gram": {"plan": msgspec.structs.replace(asked.plan, draft=None, methods=("ngram-mod",))},
        "known": {"costs": {2: Interval(estimate=0.1, low=0.09, high=0.11)}},
    }
    engine = probe(fake_llama(**FAST), paths.cache_dir())
    done = carried(engine, msgspec.structs.replace(asked, **changes[unasked]))
    assert done.error is None
    assert done.job.stored.second.length is None
    assert done.job.stored.second.replies == ()
