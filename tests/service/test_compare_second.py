"""Asked for the exact cost of a guess, a compare tries a second draft length, keeps its replies and reckons with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from compare_stage import FAST, starts
from simulated_pairs import EXACT

from specdesk import paths
from specdesk.chat.compare_prompts import ComparePrompt, read_prompt_file
from specdesk.chat.history import FILE_NAME, History
from specdesk.cli.measuring import Carried, carry_out
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.probe import probe
from specdesk.errors import EngineError
from specdesk.measure.compare import ArmFacts
from specdesk.measure.protocol import Pace, schedule
from specdesk.measure.stats import Interval
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_control import control_found
from specdesk.service.compare_further import Further, FurtherAsking, Portion
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_reply import Heard
from specdesk.service.compare_second import PORTION, at_length, tries_second
from specdesk.service.compare_session import CompareOrder, Comparing
from specdesk.service.compare_store import CompareSetup, CompareStore
from specdesk.service.measured_server import MeasuredServer, Stage

Fakes = Callable[..., Path]
ASKED = [ComparePrompt(id=f"p{number}", kind="k", text="x") for number in range(12)]
MINUTE = schedule(ASKED, 120.0, Pace(rate=50.0, load_s=2.0), quick=True)
"""A reply of 84 tokens takes 1.7 s."""


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


def controlled(record: CompareRecord) -> Further:
    """The check with no guess taken, of the built-in engine."""
    wanted = msgspec.structs.replace(record.stored.setup, control=True)
    built_in = EngineInfo(kind=EMBEDDED, build=11549)
    found = control_found(msgspec.structs.replace(record.stored, setup=wanted), built_in)
    assert found is not None
    assert found.plan.synth_rates == ("0",) * 8
    return found


class Dead:
    """A server that dies over a question."""

    engine = EngineInfo(kind="llama-server", path="/e")

    async def give_way(self) -> None:
        """Nobody else talks."""

    async def listen(self, prompt: ComparePrompt, cap: int) -> Heard:
        return Heard(error="The connection broke off.")

    is_alive = staticmethod(lambda: asyncio.sleep(0, False))
    death = staticmethod(lambda: EngineError("The engine crashed."))
    check_outlived = MeasuredServer.check_outlived


def record_with(history: History, **fields: Any) -> CompareRecord:
    store = CompareStore(history)
    plan = LaunchPlan(target="/t.gguf", draft="/d.gguf", methods=("draft-simple",), draft_max=8, draft_min=3)
    begun = store.begin(CompareSetup(plans=(plan, plan), engine="/e", build="b1", minutes=6.0), EXACT)
    return CompareRecord(store, msgspec.structs.replace(begun, **fields), pytest.fail)


def test_a_server_that_dies_over_a_question_at_its_end_is_told_at_once(tmp_path: Path) -> None:
    """Not one question after the other to nobody; what it said is kept."""
    history = History(tmp_path / FILE_NAME)
    record, server = record_with(history), cast("MeasuredServer", Dead())
    asking = FurtherAsking(server, record, lambda words: None)
    for further in (at_length(record.stored, 4, EXACT.prompts[:2]), controlled(record)):
        with pytest.raises(EngineError, match=r"The engine crashed\."):
            asyncio.run(asking.ask(further, EXACT.prompts[0]))
    assert [reply.error for reply in record.stored.second.replies] == ["The connection broke off."]
    assert [reply.error for reply in record.stored.controlled] == ["The connection broke off."]
    history.close()


@pytest.mark.parametrize(("known", "wanted"), [(4, False), (8, True), (16, True)])
def test_lengths_that_the_drafter_cannot_guess_tell_nothing(tmp_path: Path, known: int, wanted: bool) -> None:
    """Its 8 are 6: what 8 or 16 once cost is no second length."""
    history = History(tmp_path / FILE_NAME)
    cost = Interval(estimate=0.1, low=0.09, high=0.11)
    arms = (ArmFacts(), ArmFacts(length=6, most=6))
    record = record_with(history, arms=arms, costs={known: cost})
    assert tries_second(record.stored, Dead.engine) is wanted
    history.close()


def test_a_shortest_draft_above_the_second_length_is_lowered(tmp_path: Path) -> None:
    """All drafts would be thrown away else. What fails is noted, and costs only itself."""
    history, started = History(tmp_path / FILE_NAME), list[LaunchPlan]()

    class Started(Dead):
        async def start(self, plan: LaunchPlan) -> None:
            started.append(plan)
            raise EngineError("It is enough to know what is started.")

    record = record_with(history, arms=(ArmFacts(), ArmFacts(length=8)))
    asking = FurtherAsking(cast("MeasuredServer", Started()), record, lambda words: None)
    asyncio.run(asking.run(at_length(record.stored, 2, EXACT.prompts[:2])))
    assert [(plan.draft_max, plan.draft_min) for plan in started] == [(2, 2)]
    assert record.stored.second.length == 2
    assert asking.rest_s == 0.0
    history.close()


def test_the_time_of_what_is_asked_further_goes_down_with_every_reply(tmp_path: Path) -> None:
    history, rest = History(tmp_path / FILE_NAME), list[float]()

    class Answering(Dead):
        async def start(self, plan: LaunchPlan) -> None:
            """It is up at once."""

        async def warm_up(self) -> None:
            """And warm."""

        async def listen(self, prompt: ComparePrompt, cap: int) -> Heard:
            return Heard(text="An answer.")

    record = record_with(history, arms=(ArmFacts(), ArmFacts(length=8)))
    asking = FurtherAsking(cast("MeasuredServer", Answering()), record, lambda words: rest.append(asking.rest_s))
    asyncio.run(asking.run(at_length(record.stored, 2, EXACT.prompts[:3])))
    reply_s = PORTION.rest_s(EXACT, 1)
    assert rest == pytest.approx([3 * reply_s, 3 * reply_s, 2 * reply_s, reply_s])
    assert asking.rest_s == 0.0
    assert [reply.text for reply in record.stored.second.replies] == ["An answer."] * 3
    history.close()


@pytest.mark.parametrize(("slower", "count"), [(1.0, 12), (4.0, 8), (400.0, 4)])
def test_as_many_prompts_as_fit_a_minute(slower: float, count: int) -> None:
    portion = Portion(slower={"A": slower}, fewest=4, most=12)
    reply_s = slower * MINUTE.pace.reply_s("A", MINUTE.cap)
    assert portion.count(MINUTE) == count
    assert portion.whole_s(MINUTE) == pytest.approx(MINUTE.pace.start_s("B") + count * reply_s)
