"""Sweeps: what is tried, and whole ones through the command line with fake engines."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sweep_stage import SweepVerb, running_until

from specdesk.chat.history import History
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.traits import traits_of_build
from specdesk.errors import UsageError
from specdesk.measure.sweep import PLAIN
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan, Ngram
from specdesk.service.compare_store import CompareStore
from specdesk.service.methods import other_quantisations
from specdesk.service.sweep_grid import Grid

Fakes = Callable[..., Path]
ENGINE = EngineInfo(kind="llama-server", path="/e", usable=True, traits=traits_of_build(11434))
DRAFT = LaunchPlan(target="/m/T.gguf", draft="/m/D.gguf", methods=("draft-simple",))


# ---- what is tried ----


def test_lengths_of_a_draft() -> None:
    grid = Grid(DRAFT, ENGINE)
    assert grid.current.document() == {"draft_max": 3, "p_min": 0.0}
    line = grid.first_line()
    assert line[0] == grid.current
    assert [one.document()["draft_max"] for one in line] == [3, 5, 2, 8, 1]
    second = grid.second_line(line[1:2])
    assert [one.document() for one in second] == [{"draft_max": 5, "p_min": value} for value in (0.0, 0.6, 0.85)]
    plan = grid.plan(second[1])
    assert (plan.draft, plan.draft_max, plan.p_min) == ("/m/D.gguf", 5, 0.6)
    assert grid.plan(PLAIN).methods == ("none",)


def test_other_files_of_the_draft_are_tried_with_the_best_length() -> None:
    grid = Grid(DRAFT, ENGINE, ("/m/D-Q4.gguf", "/m/D.gguf", "/m/D-Q4.gguf"))
    line = grid.first_line()
    second = grid.second_line(line[1:3])
    others = [one for one in second if "draft" in one.document()]
    assert [one.document() for one in others] == [{"draft_max": 5, "p_min": 0.0, "draft": "/m/D-Q4.gguf"}]
    assert others[0].words() == "draft_max 5, p_min 0.0, draft D-Q4.gguf"
    plan = grid.plan(others[0])
    assert (plan.draft, plan.draft_max, plan.target) == ("/m/D-Q4.gguf", 5, "/m/T.gguf")
    ngram = LaunchPlan(target="/m/T.gguf", methods=("ngram-simple",))
    assert Grid(ngram, ENGINE, ("/m/D.gguf",)).second_line(line[:1]) == Grid(ngram, ENGINE).second_line(line[:1])


def test_quantisations_of_one_model() -> None:
    def row(path: str, quantization: str, size_mib: float, **more: Any) -> ModelFile:
        shape = {"architecture": "llama", "parameters": 100, "layers": 4, "vocab_size": 40, "name": "Draft"} | more
        return ModelFile(path=path, kind="model", quantization=quantization, size_mib=size_mib, **shape)  # type: ignore[arg-type]

    draft = row("/m/D-Q8_0.gguf", "Q8_0", 80)
    rows = [
        draft,
        row("/m/D-F16.gguf", "F16", 160),
        row("/m/D-Q4_K_M.gguf", "Q4_K_M", 40),
        row("/other/D-Q8_0.gguf", "Q8_0", 80),
        row("/m/E-Q4_K_M.gguf", "Q4_K_M", 40, name="Other"),
        row("/m/D-Q2_K.gguf", "Q2_K", 20, error="The file is cut off."),
        row("/m/F-Q4_K_M.gguf", "Q5_0", 40, vocab_size=41),
    ]
    assert other_quantisations(draft, rows) == ("/m/D-Q4_K_M.gguf", "/m/D-F16.gguf")


def test_what_is_set_is_tried_too() -> None:
    grid = Grid(
        LaunchPlan(
            target="/m/T.gguf", draft="/m/D.gguf", methods=("draft-simple",), draft_max=6, draft_min=4, p_min=0.5
        ),
        ENGINE,
    )
    line = grid.first_line()
    assert [one.document()["draft_max"] for one in line] == [6, 3, 5, 2, 8, 1]
    assert {one.document()["p_min"] for one in line} == {0.5}
    assert grid.plan(line[3]).draft_min == 2


def test_lengths_of_ngram_methods() -> None:
    simple = Grid(LaunchPlan(target="/m/T.gguf", methods=("ngram-simple",), ngram=Ngram(size_n=8)), ENGINE)
    assert simple.current.document() == {"ngram.size_n": 8, "ngram.size_m": 48}
    assert len(simple.first_line()) == 4
    mod = Grid(LaunchPlan(target="/m/T.gguf", methods=("ngram-mod",)), ENGINE)
    shorter = mod.second_line(mod.first_line()[:1])[-1]
    assert shorter.document() == {"ngram.mod_match": 24, "ngram.mod_max": 16}
    assert mod.plan(shorter).ngram == Ngram(mod_match=24, mod_max=16, mod_min=12)
    assert mod.plan(mod.first_line()[0]).ngram.mod_min is None


def test_a_single_model_has_the_ngram_methods_tried() -> None:
    grid = Grid(LaunchPlan(target="/m/T.gguf"), ENGINE)
    assert grid.current == PLAIN
    line = grid.first_line()
    assert line[0].document() == {"methods": "ngram-mod"}
    assert grid.plan(line[0]).methods == ("ngram-mod",)
    lengths = grid.second_line(line[:1])
    assert lengths[0] == line[0]
    assert lengths[2].document() == {"methods": "ngram-mod", "ngram.mod_match": 16}


def test_nothing_to_try() -> None:
    with pytest.raises(UsageError, match="this method has no lengths"):
        Grid(LaunchPlan(target="/m/T.gguf", methods=("ngram-cache",)), ENGINE)
    old = EngineInfo(kind="llama-server", path="/e", usable=True, traits=traits_of_build(5361))
    with pytest.raises(UsageError, match="no n-gram methods"):
        Grid(LaunchPlan(target="/m/T.gguf"), old)


# ---- whole sweeps ----


@pytest.fixture
def verb(tmp_path: Path) -> SweepVerb:
    return SweepVerb(tmp_path)


def test_the_best_length_is_found_and_confirmed(verb: SweepVerb, fake_llama: Fakes) -> None:
    done = verb.run(fake_llama(speed=3000, acceptance=0.8, draft_cost=0.1), "--json", "--quick")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["best"]["setting"]["draft_max"] == 5
    assert (found["best"]["confirmed"], found["fresh"]) == (False, False), "four questions choose and judge alike"
    assert found["notes"][0].startswith("There were too few questions")
    assert found["compare"].keys() >= {"headline", "temperature", "notes", "others", "took_s", "at_temperature"}
    assert found["tried"]["draft_max"] == 2
    assert found["best"]["speedup"]["estimate"] == pytest.approx(2.48, abs=0.02)
    assert (found["verdict"], found["action"], found["partial"]) == ("faster", "apply", False)
    assert found["current"] == {"draft_max": 2, "p_min": 0.0}
    assert found["plan"]["draft_max"] == 5
    rows = {row["setting"]["draft_max"]: row for row in found["settings"] if row["setting"]["p_min"] == 0.0}
    assert rows.keys() == {1, 2, 3, 5, 8}
    assert rows[1]["given_up"] is True
    assert rows[5]["speedup"]["estimate"] > rows[8]["speedup"]["estimate"] > rows[1]["speedup"]["estimate"]
    assert found["compare"]["arms"][1]["argv"]
    history = History()
    (row,) = CompareStore(history).rows()
    setup = CompareStore(history).load(row.id).setup
    history.close()
    assert setup.quick, "as asked for"
    assert setup.predicted is not None, "what few prompts foretold stands beside what was measured"
    assert setup.predicted.estimate == pytest.approx(2.48, abs=0.1)
    assert found["compare"]["costs"].keys() == {"1", "2", "3", "5", "8"}, "every length that was tried told its own"
    assert [found["compare"]["costs"][k] for k in ("2", "3", "5", "8")] == pytest.approx([0.1] * 4, abs=0.03)


def test_no_length_pays(verb: SweepVerb, fake_llama: Fakes) -> None:
    done = verb.run(fake_llama(speed=3000, acceptance=0.1, draft_cost=0.5))
    assert done.returncode == 0, done.stderr
    assert "No setting is faster than none: turn it off." in done.stdout
    assert "Against plain: Turn it off" in done.stdout


def test_settings_that_do_not_start_are_told(verb: SweepVerb, fake_llama: Fakes) -> None:
    crash = {"lines": ["llama_model_load: error loading model: unknown model architecture: 'odd'"], "code": 1}
    done = verb.run(fake_llama(crash_loading=crash, only_speculating=True, speed=3000), "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 3
    assert "None of the settings could be measured." in done.stderr
    assert (found["best"], found["action"], found["verdict"]) == (None, "stay", None)
    assert all(row["problem"] for row in found["settings"])


def test_an_engine_that_fails(verb: SweepVerb, fake_llama: Fakes) -> None:
    crash = {"lines": ["llama_model_load: error loading model: unknown model architecture: 'odd'"], "code": 1}
    done = verb.run(fake_llama(crash_loading=crash), "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["partial"] is True
    assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("options", "minutes"), [((), 10), (("--quick",), 4)])
def test_how_long_it_may_take_is_said_before(
    options: tuple[str, ...], minutes: int, verb: SweepVerb, fake_llama: Fakes
) -> None:
    command = verb.command(fake_llama(speed=1000), *options)
    place = command.index("--minutes")
    with running_until(f"This takes up to about {minutes} minutes", command[:place] + command[place + 2 :]) as running:
        os.kill(running.pid, signal.SIGINT)
        running.communicate(timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_keeps_what_was_measured(verb: SweepVerb, fake_llama: Fakes) -> None:
    engine = fake_llama(speed=1000, acceptance=0.8, draft_cost=0.1)
    with running_until("Starting: draft_max 5", verb.command(engine, "--json")) as running:
        os.kill(running.pid, signal.SIGINT)
        output, errors = running.communicate(timeout=60)
    assert running.returncode == 0, errors
    found = json.loads(output)
    assert found["partial"] is True
    assert found["settings"][0]["setting"]["draft_max"] == 2
    assert found["settings"][0]["prompts"] == 4
    assert found["compare"] is None
