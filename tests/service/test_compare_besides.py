"""What a compare does besides: a second temperature, several people, a build that switches per request, a re-check."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from compare_stage import FAST, compared, starts
from fakes.fake_settings import CAPTURES
from service_stage import Stage

from specdesk.chat.compare_prompts import own_prompts
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.traits import traits_of_build
from specdesk.kept_sentence import told
from specdesk.measure.crowd import CrowdRun
from specdesk.measure.headlines import Names
from specdesk.measure.stats import Interval
from specdesk.records.fit import Fit, FitVerdict, HostFit, ModelParts
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_arms import may_switch
from specdesk.service.crowd_run import Crowding
from specdesk.service.events import CompareDone, CompareProgress, ResultOpened, ResultsKnown
from specdesk.service.measured_server import Stage as MeasuredOn
from specdesk.service.server import Server

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


def test_a_second_temperature_and_several_people(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    argv_log, requests = tmp_path / "argv", tmp_path / "requests"
    table = stage(engine=fake_llama(argv_log=str(argv_log), requests_log=str(requests), **FAST))
    table.service.compare(
        plan, Access(), 1.0, True, prompts, second_temperature=0.7, crowd=True,
        predicted=Interval(estimate=3.0, low=2.5, high=3.5),
    )  # fmt: skip
    done = table.wait(CompareDone)
    assert (done.result.verdict, len(done.stored.measured), done.result.partial) == ("faster", 20, False)
    assert done.beside.second is not None
    assert done.beside.second.stored.setup.part_of == done.stored.id
    assert done.beside.second.result.verdict == "faster"
    asked = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    assert [body["temperature"] for body in asked].count(0.7) == 20 + 4 + 1  # its warm-ups are as warm
    found = done.result.crowd
    assert found is not None
    assert [point.users for point in found.points] == [1, 4, 16]
    assert all(point.total_a > 0 and point.total_b > 0 for point in found.points)
    assert len(done.stored.crowd) == 4 * 3
    assert sum(run.tokens for run in done.stored.crowd) == 4 * 64 * (1 + 4 + 16)
    people = starts(argv_log)[-4:]
    assert [argv[argv.index("-np") + 1] for argv in people] == ["16"] * 4
    assert [argv[argv.index("-c") + 1] for argv in people] == [str(16 * 2048)] * 4
    assert done.beside.sentences[0].startswith("Predicted 3.00 (2.50 to 3.50) times the plain speed, measured 3.3")
    assert done.beside.sentences[1].startswith("At temperature 0.7: Keep the draft on: answers come 3.3 times as fast.")
    assert done.beside.sentences[2] == found.words
    own_too = "Several people were asked SpecDesk's own questions, too: 5 are too few for up to 16 at once."
    assert [told(note) for note in done.stored.notes].count(own_too) == 1
    assert {event.part for event in table.all(CompareProgress)} == {"main", "second", "crowd"}
    rows = table.wait(ResultsKnown).rows
    assert [(row.id, row.part_of) for row in rows] == [(1, None), (2, 1)]
    table.service.open_result(1)
    opened = table.wait(ResultOpened)
    assert (opened.beside, opened.result) == (done.beside, done.result)


def crowding(verdicts: dict[int, FitVerdict]) -> Crowding:
    """What would be tried where that many people fit so well; no server is started."""
    host = HostFit(
        total_mib=None, free_mib=None, target=ModelParts(), draft=None, prompt_cache=0.0, left_mib=None, verdict="fits"
    )

    async def fit(plan: LaunchPlan) -> Fit | None:
        return Fit(verdict=verdicts.get(plan.slots or 0, "fits"), devices=(), host=host)

    place = MeasuredOn(server=Server(None), engine=EngineInfo(kind="llama-server"), fit=fit)  # type: ignore[arg-type]
    one = LaunchPlan(target="t.gguf", slots=1, context=2048)

    async def keep(runs: tuple[CrowdRun, ...]) -> None:
        raise AssertionError("nothing runs here")

    return Crowding(place, (one, one), Names(), own_prompts(), lambda words: None, keep)


def test_people_that_find_no_place_are_not_tried() -> None:
    """The slots are counted before anything is started."""
    full = crowding({1: "tight", 4: "no", 16: "no"})
    asyncio.run(full.run())
    assert full.runs == ()
    assert full.notes == ["Several people at once do not fit in memory here."]
    some = crowding({16: "no"})
    assert asyncio.run(some.levels()) == (1, 4)
    assert [told(note) for note in some.notes] == [
        "16 people at once do not fit in memory here, so up to 4 were tried."
    ]


@pytest.mark.parametrize("obeys", [True, False])
def test_a_build_that_switches_per_request_needs_no_restart(
    obeys: bool, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    """Found out by trying: one that ignores the request is restarted for each arm."""
    argv_log, requests = tmp_path / "argv", tmp_path / "requests"
    help_file = CAPTURES / "help" / "b5361.txt"
    table = stage(
        engine=fake_llama(
            old=True, help_file=help_file, metrics_names="none", argv_log=str(argv_log), requests_log=str(requests),
            switches=obeys, **FAST,
        )
    )  # fmt: skip
    done = compared(table, plan, prompts)
    assert (done.result.verdict, len(done.stored.measured)) == ("faster", 20)
    assert done.result.speedup is not None
    assert done.result.speedup.estimate == pytest.approx(3.307, abs=0.05)
    assert len(starts(argv_log)) == (1 if obeys else 5)
    asked = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    plain = [body for body in asked if body.get("speculative.n_max") == 0]
    assert len(plain) == (1 + 2 + 10 if obeys else 1)
    a, b = done.result.arms
    if obeys:
        assert (a.memory_source, b.memory_source) == ("fit", "fit")
        assert a.memory_mib is not None
        assert b.memory_mib is not None
        assert 0 < a.memory_mib < b.memory_mib
        assert any("lets a request switch the draft off" in note for note in done.stored.notes)
    else:
        assert a.memory_source == "measured"
        assert not any("One server answered both" in note for note in done.stored.notes)


@pytest.mark.parametrize(
    ("methods", "build", "may"),
    [
        (("draft-simple",), 5361, True),
        (("draft-simple",), 8500, True),
        (("draft-simple",), 11434, False),  # compiled out
        (("ngram-mod", "draft-simple"), 8500, False),  # its pool remembers what was asked before
        (("ngram-simple",), 8500, False),
        (("draft-mtp",), 8500, False),
    ],
)
def test_requests_switch_only_what_does_not_remember(methods: tuple[str, ...], build: int, may: bool) -> None:
    """Without restarts each prompt is asked four times of one server."""
    engine = EngineInfo(kind="llama-server", path="/e", usable=True, traits=traits_of_build(build))
    assert may_switch(LaunchPlan(target="/m/T.gguf", draft="/m/D.gguf", methods=methods), engine) is may


def test_a_new_build_measures_again_and_says_what_changed(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(version="version: 10068 (abc)", **FAST))
    before = compared(table, plan, prompts)
    assert table.wait(ResultsKnown).offers == ()
    table.close()
    slower = stage(engine=fake_llama(version="version: 10100 (def)", **FAST | {"draft_cost": 0.3}))
    slower.engine()
    slower.service.list_results()
    (offer,) = slower.wait(ResultsKnown).offers
    assert (offer.compare, offer.pair) == (before.stored.id, "Small Model + Draft")
    assert offer.words == "Measured with b10068; the engine is b10100 now. Check again?"
    slower.service.recheck(offer.compare, Access(), 1.0)
    done = slower.wait(CompareDone)
    assert done.stored.setup.repeats == before.stored.id
    assert done.stored.schedule.prompts == before.stored.schedule.prompts
    assert done.beside.before is not None
    assert done.beside.before.result == before.result
    again = "1.8x, was 3.3x, over the same 5 prompts. Made by different engine builds"
    assert done.beside.sentences[0].startswith(again)
    known = slower.wait(ResultsKnown)
    assert [(row.build, row.id) for row in known.rows] == [("b10100", done.stored.id), ("b10068", before.stored.id)]
    assert known.offers == ()
