"""Who else used the processor during a plain check, and what becomes of a speed that was measured in a crowd."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from service_stage import PATIENCE_S, Stage

from specdesk.measure.baseline import Baseline
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.access import Access
from specdesk.service.busy_processor import Crowd, ProcessorWatch, _Look, crowd_between
from specdesk.service.events import BaselineKnown, CheckDone
from specdesk.service.plain_check import CheckResult, told_of_check

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

MEASURED = Baseline(rate=1.7, low=1.5, high=2.0, replies=4, tokens=200)
SAMPLE = Sample(t=1.0, tokens=50, decode_ms=900.0)


def result(everybody: float, others: float) -> CheckResult:
    return CheckResult(baseline=MEASURED, sample=SAMPLE, crowd=Crowd(everybody=everybody, others=others))


@pytest.mark.parametrize(
    ("everybody", "others", "rate", "words", "note"),
    [
        (1.0, 0.02, 1.7, "Plain speed: 1.7 tokens/s over 4 replies.", ""),
        (0.6, 0.2, 1.7, "Plain speed: 1.7 tokens/s over 4 replies.",
         "Other programs used 20 % of the processor meanwhile."),
        (1.0, 0.45, None,
         "Other programs used 45 % of the processor meanwhile, so the 1.7 tokens/s that were measured say too little. "
         "Close what you do not need, or set fewer threads under More settings, and check again.", ""),
    ],
    ids=["quiet", "room for all", "crowded"],
)  # fmt: skip
def test_what_is_said_and_kept(everybody: float, others: float, rate: float | None, words: str, note: str) -> None:
    assert told_of_check(result(everybody, others)) == (rate, words, note)


@pytest.mark.parametrize(
    ("cores", "others", "disturbs"), [(2, 0.14, False), (2, 0.16, True), (8, 0.11, True), (1, 0.2, False)]
)
def test_what_shows_the_window_is_no_crowd(cores: int, others: float, disturbs: bool) -> None:
    """On two cores the display alone may take a seventh."""
    assert Crowd(everybody=1.0, others=others, cores=cores).disturbs is disturbs


def test_where_the_system_does_not_tell_the_speed_is_kept() -> None:
    told = told_of_check(CheckResult(baseline=MEASURED, sample=SAMPLE))
    assert told == (1.7, "Plain speed: 1.7 tokens/s over 4 replies.", "")


def test_shares_between_two_looks() -> None:
    crowd = crowd_between(_Look(100.0, 40.0, 5.0), _Look(120.0, 58.0, 15.0))
    assert (crowd.everybody, crowd.others, crowd.core_s) == (pytest.approx(0.9), pytest.approx(0.4), 20.0)
    assert crowd_between(_Look(100.0, 40.0, 5.0), _Look(120.0, 41.0, 15.0)).others == 0.0


@pytest.fixture
def spinning() -> Iterator[psutil.Process]:
    """A process that computes without end."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        yield psutil.Process(process.pid)
        process.kill()


def test_the_server_s_own_work_is_not_that_of_others(spinning: psutil.Process) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as idle:
        as_server, as_stranger = ProcessorWatch(spinning.pid), ProcessorWatch(idle.pid)
        worked, until = spinning.cpu_times().user, time.monotonic() + PATIENCE_S
        while spinning.cpu_times().user < worked + 0.4 and time.monotonic() < until:
            time.sleep(0.02)
        ours, theirs = as_server.crowd(), as_stranger.crowd()
        idle.communicate(b"\n")
    assert ours is not None
    assert theirs is not None
    assert theirs.others > ours.others + 0.02
    assert theirs.everybody >= theirs.others


def test_a_server_that_has_gone_tells_nothing(spinning: psutil.Process) -> None:
    watch = ProcessorWatch(spinning.pid)
    spinning.kill()
    spinning.wait()
    assert watch.crowd() is None


def test_a_check_in_a_crowd_leaves_no_plain_speed_behind(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = stage(engine=fake_llama(speed=0))
    monkeypatch.setattr("specdesk.service.busy_processor.CROWDED", -1.0)
    monkeypatch.setattr("specdesk.service.busy_processor.OTHERS", -1.0)  # as if every machine were crowded
    table.engine()
    plan = LaunchPlan(target=str(model), context=2048, methods=("ngram-mod",))
    table.service.quick_check(plan, Access())
    done = table.wait(CheckDone)
    assert done.rate is None
    assert done.words.startswith("Other programs used ")
    step = "Close what you do not need, or set fewer threads under More settings, and check again."
    assert done.words.endswith(f"say too little. {step}")
    table.service.know_baseline(plan)
    assert table.wait(BaselineKnown).rate is None
