"""What earlier compares tell about a set-up: its cost of a guess at every length that was run, its later first word."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from simulated_pairs import KINDS, QUICK, DraftPair, run

from specdesk.chat.compare_prompts import own_prompts
from specdesk.chat.history import FILE_NAME, History
from specdesk.cli.planned import planned
from specdesk.engines.engine_info import EngineInfo
from specdesk.measure.advice import untold
from specdesk.measure.baseline import plain_plan
from specdesk.measure.compare import ArmFacts
from specdesk.measure.protocol import Pace, expected_s, schedule
from specdesk.measure.sweep import PLAIN, Setting, Trial, costs_of
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.records.sample import Sample
from specdesk.service.baselines import files_of, key_of
from specdesk.service.busy_processor import Crowd
from specdesk.service.compare_known import KnownByCompares, runs_the_same
from specdesk.service.compare_store import CompareSetup, CompareStore, StoredCompare
from specdesk.service.others import Others
from specdesk.service.sweep_run import expected_s as sweep_s

ENGINE = EngineInfo(kind="llama-server", path="/e", usable=True, build=11434)
COSTS = {2: 0.2, 4: 0.12, 8: 0.1}


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    opened = History(tmp_path / FILE_NAME)
    yield opened
    opened.close()


@pytest.fixture
def plan(tmp_path: Path) -> LaunchPlan:
    """Of files that are older than every compare."""
    for name in ("Big.gguf", "Small.gguf"):
        (tmp_path / name).write_bytes(b"GGUF")
        os.utime(tmp_path / name, (1.0, 1.0))
    return LaunchPlan(
        target=str(tmp_path / "Big.gguf"), draft=str(tmp_path / "Small.gguf"), methods=("draft-simple",), draft_max=4,
        place=ModelPlacement(layers="all"), slots=1, context=4096,
    )  # fmt: skip


def kept(store: CompareStore, plan: LaunchPlan, *, build: str = "b11434", **changes: object) -> StoredCompare:
    """A whole compare of a pair whose guesses cost as in COSTS."""
    length = plan.draft_max or 3
    alphas = dict.fromkeys(KINDS, 0.75)
    measured, stop = run(QUICK, DraftPair(np.random.default_rng(length), COSTS[length], alphas, length))
    setup = CompareSetup(plans=(plain_plan(plan), plan), engine="/e", build=build, minutes=1.0)
    stored = msgspec.structs.replace(
        store.begin(setup, QUICK),
        **{"measured": tuple(measured), "arms": (ArmFacts(), ArmFacts(length=length)), "ended": stop.reason} | changes,
    )
    store.keep(stored)
    store.replace_replies(stored)
    return stored


def of_length(plan: LaunchPlan, length: int) -> LaunchPlan:
    return msgspec.structs.replace(plan, draft_max=length)


def test_the_cost_of_every_length_that_was_run_is_known(history: History, plan: LaunchPlan) -> None:
    store = CompareStore(history)
    known = KnownByCompares(store)
    assert known.costs(plan, ENGINE) == {}
    for length in COSTS:
        kept(store, of_length(plan, length))
    found = known.costs(of_length(plan, 5), ENGINE)
    assert {length: told.estimate for length, told in found.items()} == pytest.approx(COSTS, rel=0.05)
    assert all(told.low < COSTS[length] < told.high for length, told in found.items()), "with the doubt of each"
    assert known.costs(msgspec.structs.replace(plan, p_min=0.6), ENGINE) == {}, "drafts that stop early are others"
    assert known.costs(plan, msgspec.structs.replace(ENGINE, build=11500)) == {}, "another build"


def test_costs_of_other_lengths_move_the_best_one(history: History, plan: LaunchPlan) -> None:
    """Alone, a run at 4 takes its own h for all lengths; beside a dear one at 8 it stops earlier."""
    store = CompareStore(history)
    alone = kept(store, plan).result()
    told = kept(store, plan, costs={8: untold(0.4)}).result()
    assert alone.best is not None
    assert told.best is not None
    assert told.best.k < alone.best.k
    assert told.costs == pytest.approx({8: 0.4, 4: 0.12}, rel=0.05)
    at_8 = [one.lengths[8].speedup.estimate for one in (alone, told)]
    tokens = at_8[0] * (1 + 8 * (alone.h or 0))
    assert at_8[1] == pytest.approx(tokens / (1 + 8 * 0.4), rel=0.03), "the measured h is used there"


def test_the_doubt_of_a_cost_is_carried_along(history: History, plan: LaunchPlan) -> None:
    """From the run that measured it, through the file, into the interval of what is predicted there."""
    store = CompareStore(history)
    measured = kept(store, of_length(plan, 8)).result().cost_intervals[8]
    costs = dict(KnownByCompares(store).costs(plan, ENGINE))
    assert costs == {8: measured}
    vague = {8: msgspec.structs.replace(measured, low=0.05, high=0.15)}
    results = [store.load(kept(store, plan, costs=one).id).result() for one in (costs, vague)]
    assert results[0].cost_intervals[8] == measured
    assert results[0].cost_intervals[4] == results[0].h_interval
    widths = [result.lengths[8].speedup.high / result.lengths[8].speedup.low for result in results]
    assert widths[1] > 1.3 * widths[0]
    assert results[0].lengths[4] == results[1].lengths[4]


def test_a_cost_that_an_older_version_kept_is_read_with_a_doubt(history: History, plan: LaunchPlan) -> None:
    store = CompareStore(history)
    made = kept(store, plan, costs={8: untold(0.4)})
    with history.changing() as cursor:
        (text,) = cursor.execute("SELECT arms FROM results WHERE id = ?", (made.id,)).fetchone()
        old = json.loads(text) | {"costs": {"8": 0.4}}
        cursor.execute("UPDATE results SET arms = ? WHERE id = ?", (json.dumps(old), made.id))
    assert store.load(made.id).costs == {8: untold(0.4)}


def test_the_newest_compare_of_a_set_up_tells_its_figures(history: History, plan: LaunchPlan) -> None:
    store, known = CompareStore(history), KnownByCompares(CompareStore(history))
    assert known.of(plan, ENGINE) is None
    stored = kept(store, plan)
    kept(store, of_length(plan, 8))
    found, result = known.of(plan, ENGINE), stored.result()
    assert found is not None
    assert (found.compare, found.h, found.extra_first_ms) == (stored.id, result.h, result.extra_first_ms)
    assert (found.plain, found.rate) == (result.arms[0].rate, result.arms[1].rate)
    assert found.extra_first_ms == pytest.approx(50.0)
    assert found.break_even_tokens == result.break_even_tokens


def test_the_speeds_of_half_a_compare_and_of_a_crowd_are_told_nowhere(history: History, plan: LaunchPlan) -> None:
    """As the plain check refuses them: neither plain speed nor break-even nor pace; the plain check tells instead."""
    store, known = CompareStore(history), KnownByCompares(CompareStore(history))
    history.put_baseline(key_of(plan, ENGINE), 12.0, Sample(t=0.0, tokens=9))
    whole = kept(store, plan)
    crowd = Others(processor=Crowd(everybody=0.95, others=0.3, cores=8))
    quiet = Others(processor=Crowd(everybody=0.95, others=0.05, cores=8))
    for ended, others, holds in (
        ("complete", quiet, True), ("certain", Others(), True), ("complete", crowd, False), ("certain", crowd, False),
        ("cancelled", quiet, False), ("failed", quiet, False), ("failing", quiet, False), (None, quiet, False),
    ):  # fmt: skip
        store.keep(msgspec.structs.replace(whole, others=others, ended=ended))
        found = known.of(plan, ENGINE)
        assert (found is not None) is holds, (ended, others)
        assert (known.pace(plan, ENGINE) != Pace(rate=12.0)) is holds, (ended, others)
        assert list(known.costs(plan, ENGINE)) == [4], "a ratio, with its doubt"


def test_a_compare_with_replies_to_come_tells_no_speed(history: History, plan: LaunchPlan) -> None:
    """Whatever is written of its end; the one before it does."""
    store, known = CompareStore(history), KnownByCompares(CompareStore(history))
    whole = kept(store, plan)
    half = kept(store, plan, measured=tuple(own for own in whole.measured if own.block < 3)[:20])
    assert half.result().partial
    found = known.of(plan, ENGINE)
    assert found is not None
    assert found.compare == whole.id


def test_a_delay_of_the_first_word_that_may_be_chance_is_not_told(history: History, plan: LaunchPlan) -> None:
    """Nor from which length it pays, which rests on it."""
    store = CompareStore(history)
    whole = kept(store, plan)
    rng = np.random.default_rng(3)
    slow = tuple(msgspec.structs.replace(own, ttft_ms=float(rng.lognormal(7.0, 1.0))) for own in whole.measured)
    store.replace_replies(msgspec.structs.replace(whole, measured=slow))
    result, found = store.load(whole.id).result(), KnownByCompares(store).of(plan, ENGINE)
    assert (result.extra_first_ms is None, result.break_even_tokens is None) == (False, False)
    assert found is not None
    assert (found.extra_first_ms, found.break_even_tokens) == (None, None)
    assert found.plain == result.arms[0].rate


def test_what_a_compare_takes_is_foretold_by_an_earlier_one_or_the_check(history: History, plan: LaunchPlan) -> None:
    store = CompareStore(history)
    known = KnownByCompares(store)
    assert known.pace(plan, ENGINE) is None
    history.put_baseline(key_of(plan, ENGINE), 12.0, Sample(t=0.0, tokens=9))
    assert known.pace(plan, ENGINE) == Pace(rate=12.0)
    result = kept(store, plan).result()
    found = known.pace(of_length(plan, 8), ENGINE)
    assert found == msgspec.structs.replace(QUICK.pace, rate_b=result.arms[1].rate), "at any length"


@pytest.mark.parametrize("rate", [1.7, 20.0, 200.0])
def test_the_duration_that_is_said_is_that_of_the_schedule(rate: float) -> None:
    """Before the start, by figures alone; behind it, by the prompts themselves."""
    pace = Pace(rate=rate, load_s=2.0)
    for minutes, quick in ((2.0, True), (3.0, False), (10.0, False)):
        planned = schedule(own_prompts(), 60.0 * minutes, pace, quick=quick)
        assert expected_s(60.0 * minutes, pace, quick=quick) == pytest.approx(planned.seconds)
    assert expected_s(180.0, Pace(rate=1.7)) > 1200, "more than its budget: the fewest replies that tell anything"


def test_a_sweep_says_what_a_slow_machine_takes() -> None:
    assert sweep_s(600.0, Pace(rate=50.0)) == 600.0
    fewest_tokens = (2 + 2) * 6 * 48 * 2 + 12 * 4 * 48
    assert sweep_s(600.0, Pace(rate=1.0)) == pytest.approx(fewest_tokens, rel=0.1)


def test_a_file_that_was_written_since_is_another_model(history: History, plan: LaunchPlan) -> None:
    store = CompareStore(history)
    kept(store, plan)
    os.utime(plan.draft or "", (4e9, 4e9))
    assert KnownByCompares(store).of(plan, ENGINE) is None
    assert KnownByCompares(store).costs(plan, ENGINE) == {}


def test_a_file_that_an_older_one_replaced_is_another_model(history: History, plan: LaunchPlan) -> None:
    store = CompareStore(history)
    measured = kept(store, plan)
    store.keep(msgspec.structs.replace(measured, setup=msgspec.structs.replace(measured.setup, files=files_of(plan))))
    assert KnownByCompares(store).of(plan, ENGINE) is not None
    os.utime(plan.draft or "", (0.5, 0.5))
    assert KnownByCompares(store).of(plan, ENGINE) is None


def test_a_path_that_depends_on_the_folder_names_no_model(
    history: History, plan: LaunchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = CompareStore(history)
    monkeypatch.chdir(Path(plan.target or "").parent)
    relative = msgspec.structs.replace(plan, target="Big.gguf", draft="Small.gguf")
    kept(store, relative)
    assert KnownByCompares(store).of(relative, ENGINE) is None, "it may have been made in another folder"
    args = ["-m", "Big.gguf", "-md", "Small.gguf", "--mmproj", "sees.gguf", "-c", "4096"]
    made = planned(args, None).plan
    folder = Path(plan.target or "").parent
    assert (made.target, made.draft, made.mmproj) == (plan.target, plan.draft, str(folder / "sees.gguf"))


def test_what_a_plan_leaves_to_the_engine_fits_what_was_written_out(plan: LaunchPlan) -> None:
    open_plan = msgspec.structs.replace(plan, place=ModelPlacement(), context=None, slots=4, port=8080, fit=True)
    assert runs_the_same(plan, open_plan)
    assert not runs_the_same(plan, msgspec.structs.replace(plan, place=ModelPlacement(layers=12)))
    assert not runs_the_same(plan, of_length(plan, 5))
    assert runs_the_same(plan, of_length(plan, 5), any_length=True)
    assert not runs_the_same(plan, msgspec.structs.replace(plan, draft=None, methods=("ngram-mod",)), any_length=True)


def test_a_sweep_tells_the_cost_of_the_lengths_it_tried() -> None:
    trials = []
    alphas = dict.fromkeys(KINDS, 0.75)
    for length in (0, *COSTS):
        pair = DraftPair(np.random.default_rng(1), COSTS.get(length, 0.0), alphas, max(1, length), noise=0.0)
        measured, _ = run(QUICK, pair)
        setting = PLAIN if not length else Setting(values=(("draft_max", length), ("p_min", 0.0)))
        trials += [Trial(setting=setting, measured=one) for one in measured if one.arm == ("B" if length else "A")]
    stopping = Setting(values=(("draft_max", 4), ("p_min", 0.6)))
    found = costs_of(trials, Setting(values=(("draft_max", 3), ("p_min", 0.0))))
    assert {length: told.estimate for length, told in found.items()} == pytest.approx(COSTS, rel=1e-6)
    assert all(told.low <= told.estimate <= told.high for told in found.values())
    assert costs_of(trials, stopping) == {}, "another p-min is another draft"
