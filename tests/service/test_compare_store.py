"""Compares on disk."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import cast

import msgspec
import pytest

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import FILE_NAME, History
from specdesk.chat.schema import MIGRATIONS
from specdesk.engines.engine_info import EngineInfo
from specdesk.measure.compare import ArmFacts
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace, Schedule, schedule
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.compare_arms import names_of
from specdesk.service.compare_run import CompareRun
from specdesk.service.compare_session import Comparing
from specdesk.service.compare_store import CompareSetup, CompareStore, StoredCompare, pair_words
from specdesk.service.measured_server import Stage
from specdesk.service.results_file import ResultsError
from specdesk.service.server import Server

PLAN = LaunchPlan(target="/models/Big Model.gguf", draft="/models/small.gguf", methods=("draft-simple",), draft_max=4)


def planned() -> Schedule:
    return schedule([ComparePrompt(id=f"p{n}", kind="k", text=f"Ask {n}.") for n in range(4)], 60.0, Pace(rate=50.0))


def setup(build: str = "b1", plan: LaunchPlan = PLAN) -> CompareSetup:
    return CompareSetup(plans=(plan, plan), engine="/e", build=build, minutes=1.0)


def reply(place: int, arm: str = "A") -> Measured:
    sample = Sample(t=1.0, tokens=50, decode_ms=980.0, drafted=40, accepted=30, per_position=(9, 7))
    return Measured(
        prompt=f"p{place}",
        kind="k",
        arm=arm,
        block=0,
        visit=1,
        sample=sample,
        text="Grüße",
        typed=((1.5, 2),),  # type: ignore[arg-type]
    )


def test_everything_comes_back(history: History) -> None:
    store = CompareStore(history, clock=lambda: 1000.0)
    stored = store.begin(setup(), planned())
    assert (stored.id, stored.made) == (1, 1000.0)
    for place in range(3):
        store.add(stored.id, place, reply(place))
    facts = (ArmFacts(argv=("x",), build="b1", memory_mib=9.0), ArmFacts(length=4))
    stored = msgspec.structs.replace(
        stored, measured=tuple(reply(place) for place in range(3)), arms=facts, differences={"p1": "tie"},
        notes=("Something.",), seconds=12.0, ended="complete",
    )  # fmt: skip
    store.keep(stored)
    assert store.load(stored.id) == stored
    shorter = msgspec.structs.replace(stored, measured=(reply(2),))
    store.replace_replies(shorter)
    store.add(stored.id, 1, reply(0))
    assert [measured.prompt for measured in store.load(stored.id).measured] == ["p2", "p0"]


def test_two_profiles_that_both_guess_still_do_when_their_compare_goes_on(history: History) -> None:
    store = CompareStore(history)
    engine = EngineInfo(kind="llama-server", path="/e", usable=True, version="b1")
    longer = msgspec.structs.replace(PLAN, draft_max=8)
    both = CompareSetup(
        plans=(PLAN, longer), engine="/e", build="b1", minutes=1.0, names=names_of(longer, PLAN, ("Short", "Long"))
    )
    stored = store.begin(both, msgspec.structs.replace(planned(), speculates=(True, True)))
    store.add(stored.id, 0, msgspec.structs.replace(reply(0), sample=None, error="It broke off."))

    async def resumed() -> Comparing:
        measured_on = Stage(server=cast(Server, None), engine=engine)
        return await Comparing.resume(measured_on, stored.id, None, store, print, print)

    again = asyncio.run(resumed())
    assert again.stored.measured == ()
    run = again._run
    assert isinstance(run, CompareRun)
    assert run._plan(Pace(rate=50.0), True).speculates == (True, True)


def test_a_reply_is_on_disk_at_once(history: History, tmp_path: Path) -> None:
    store = CompareStore(history)
    stored = store.begin(setup(), planned())
    store.add(stored.id, 0, reply(0))
    other = History(tmp_path / FILE_NAME)
    assert CompareStore(other).load(stored.id).measured == (reply(0),)
    other.close()


def test_results_of_one_pair_and_build_stand_together(history: History) -> None:
    now = iter(range(1, 100))
    store = CompareStore(history, clock=lambda: float(next(now)))
    ngram = LaunchPlan(target="/models/Big Model.gguf", methods=("ngram-mod",))
    made = [store.begin(setup(build, plan), planned()).id for build, plan in
            (("b1", PLAN), ("b1", ngram), ("b2", PLAN), ("b1", PLAN))]  # fmt: skip
    for number in made:
        store.add(number, 0, reply(0))
    rows = store.rows()
    assert [row.id for row in rows] == [made[3], made[0], made[2], made[1]]
    assert [(row.pair, row.build) for row in rows] == [
        ("Big Model + small", "b1"), ("Big Model + small", "b1"), ("Big Model + small", "b2"),
        ("Big Model + ngram-mod", "b1"),
    ]  # fmt: skip
    assert all((row.partial, row.verdict) == (True, "too-little") for row in rows)
    assert pair_words(LaunchPlan(target="/m/T.gguf")) == "T"


def test_what_cannot_be_read_costs_itself(history: History) -> None:
    store = CompareStore(history)
    good, bad = (store.begin(setup(), planned()) for _ in range(2))
    with history.changing() as cursor:
        cursor.execute("UPDATE results SET schedule = '{}' WHERE id = ?", (bad.id,))
        cursor.execute("UPDATE results SET summary = '[]' WHERE id = ?", (good.id,))
    store.add(good.id, 0, reply(0))
    store.add(bad.id, 0, reply(0))
    assert [row.id for row in store.rows()] == [good.id]
    with pytest.raises(ResultsError, match="cannot be read"):
        store.load(bad.id)
    with pytest.raises(ResultsError, match="not there any more"):
        store.load(99)


def test_a_disk_that_fails_is_told_in_sentences(history: History) -> None:
    store = CompareStore(history)
    history.close()
    with pytest.raises(ResultsError, match="could not be saved") as told:
        store.begin(setup(), planned())
    assert told.value.why.startswith("The program's own database refuses it; the log says more. This concerns ")
    with pytest.raises(ResultsError, match="could not be read"):
        store.rows()


def test_a_compare_without_any_reply_is_not_listed(history: History) -> None:
    store = CompareStore(history)
    nothing, something = (store.begin(setup(), planned()) for _ in range(2))
    store.keep(msgspec.structs.replace(nothing, ended="cancelled"))
    store.add(something.id, 0, reply(0))
    assert [row.id for row in store.rows()] == [something.id]


def test_a_part_stands_behind_its_whole_and_goes_with_it(history: History) -> None:
    now = iter(range(1, 100))
    store = CompareStore(history, clock=lambda: float(next(now)))
    whole = store.begin(setup(), planned())
    part = store.begin(msgspec.structs.replace(setup(), part_of=whole.id, temperature=0.7), planned())
    later = store.begin(setup(), planned())
    for stored in (whole, part, later):
        store.add(stored.id, 0, reply(0))
    assert [(row.id, row.part_of, row.temperature) for row in store.rows()] == [
        (later.id, None, 0.0), (whole.id, None, 0.0), (part.id, whole.id, 0.7),
    ]  # fmt: skip
    assert (store.part_of(whole.id), store.part_of(later.id)) == (part.id, None)
    store.delete(whole.id)
    assert [row.id for row in store.rows()] == [later.id]
    store.restore(whole.id)
    assert len(store.rows()) == 3


def test_a_full_disk_is_told_in_sentences_and_what_was_there_stays(history: History) -> None:
    store = CompareStore(history)
    stored = store.begin(setup(), planned())
    (pages,) = history.rows("PRAGMA page_count", ())[0]
    history.rows(f"PRAGMA max_page_count = {pages}", ())
    long = msgspec.structs.replace(reply(0), text="word " * 20_000)
    with pytest.raises(ResultsError, match="could not be saved") as told:
        store.add(stored.id, 0, long)
    assert "full" in told.value.why
    assert "Free some space" in told.value.next_step
    assert store.load(stored.id) == stored


def test_a_file_from_before_there_were_results(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connection = sqlite3.connect(path)
    for migration in MIGRATIONS[:2]:
        for statement in migration:
            connection.execute(statement)
    connection.execute("PRAGMA user_version = 2")
    connection.execute("INSERT INTO baselines VALUES ('k', 1.0, 2.0, '{\"t\":0,\"tokens\":1}')")
    connection.commit()
    connection.close()
    opened = History(path)
    assert opened.problem is None
    assert opened.baseline("k") is not None
    store = CompareStore(opened)
    stored = store.begin(setup(), planned())
    assert store.load(stored.id) == StoredCompare(id=1, made=stored.made, setup=setup(), schedule=planned())
    opened.close()
