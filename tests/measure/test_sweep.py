"""Which setting wins, which is given up, how much of a line fits. Pure."""

from __future__ import annotations

import math
import random

import msgspec
import pytest

from specdesk.measure.measured import Measured
from specdesk.measure.protocol import MAX_CAP, MIN_CAP, Pace
from specdesk.measure.stats import Interval
from specdesk.measure.sweep import (
    PLAIN,
    Setting,
    SettingResult,
    Trial,
    action_for,
    best_of,
    drift_of,
    is_hopeless,
    line_size,
    ratio,
    result_of_setting,
    survivors,
)
from specdesk.records.sample import Sample

TWO, FIVE, EIGHT = (Setting(values=(("draft_max", n),)) for n in (2, 5, 8))


def trial(setting: Setting, prompt: str, rate: float, *, error: str | None = None) -> Trial:
    drafted = None if setting == PLAIN else 100
    sample = Sample(t=0.0, tokens=65, decode_ms=64_000.0 / rate, drafted=drafted, accepted=60 if drafted else None)
    measured = Measured(prompt=prompt, kind="k", arm="B", block=0, visit=1, sample=sample, error=error)
    return Trial(setting=setting, measured=measured)


def tried(speeds: dict[Setting, float], prompts: int = 6, noise: float = 0.02, seed: int = 1) -> list[Trial]:
    """Every setting on the same prompts, which differ in speed by themselves."""
    rng = random.Random(seed)
    base = {f"p{n}": 50.0 * math.exp(0.3 * rng.gauss()) for n in range(prompts)}
    return [
        trial(setting, prompt, rate * speed * math.exp(noise * rng.gauss()))
        for setting, speed in speeds.items()
        for prompt, rate in base.items()
    ]


SPEEDS = {PLAIN: 1.0, TWO: 1.4, FIVE: 1.8, EIGHT: 0.9}


def test_the_fastest_wins_whatever_the_prompts_are_like() -> None:
    trials = tried(SPEEDS)
    assert best_of(trials, [TWO, FIVE, EIGHT]) == FIVE
    found = ratio(trials, FIVE, PLAIN)
    assert found is not None
    interval = found.interval()
    assert interval.estimate == pytest.approx(1.8, rel=0.03)
    assert interval.high - interval.low < 0.12
    assert best_of([], [TWO]) is None


def test_what_is_surely_slower_is_given_up_and_what_is_close_is_not() -> None:
    trials = tried(SPEEDS | {TWO: 1.79})
    assert is_hopeless(trials, EIGHT, [TWO, FIVE, EIGHT])
    assert not is_hopeless(trials, TWO, [TWO, FIVE, EIGHT])
    assert not is_hopeless(trials, FIVE, [TWO, FIVE, EIGHT])
    assert set(survivors(trials, [TWO, FIVE, EIGHT])) == {TWO, FIVE}
    assert len(survivors(trials, [TWO, FIVE, EIGHT], most=1)) == 1
    few = [one for one in trials if one.measured.prompt in ("p0", "p1")]
    assert not is_hopeless(few, EIGHT, [TWO, FIVE, EIGHT])


def test_failed_replies_do_not_count() -> None:
    trials = [*tried(SPEEDS), trial(FIVE, "p9", 1.0, error="It broke."), trial(PLAIN, "p9", 50.0)]
    found = result_of_setting(trials, FIVE, TWO)
    assert found.prompts == 6
    assert found.speedup is not None
    assert found.speedup.estimate == pytest.approx(1.8, rel=0.05)
    assert found.against_current is not None
    assert found.against_current.estimate == pytest.approx(1.8 / 1.4, rel=0.05)
    assert found.acceptance == pytest.approx(0.6)
    assert result_of_setting(trials, TWO, TWO).against_current is None
    assert result_of_setting([], TWO, TWO).rate is None


def row(setting: Setting, low: float = 1.1) -> SettingResult:
    return SettingResult(setting=setting, prompts=6, against_current=Interval(estimate=1.2, low=low, high=1.3))


def test_what_to_do() -> None:
    assert action_for(row(FIVE), TWO, "on") == "apply"
    assert action_for(row(FIVE, low=1.01), TWO, "on") == "stay"
    assert action_for(row(TWO), TWO, "on") == "stay"
    assert action_for(row(FIVE), TWO, "off") == "off"
    assert action_for(row(FIVE), TWO, "open") == "stay", "however much faster than what is set"
    assert action_for(row(FIVE), TWO, None) == "stay"
    assert action_for(row(FIVE), PLAIN, "on") == "apply"
    assert action_for(row(FIVE), PLAIN, "open") == "stay"
    assert action_for(row(FIVE), PLAIN, "off") == "stay"


def test_a_line_fits_its_time() -> None:
    quick = Pace(rate=1000.0)
    assert line_size(6, 6, 200.0, quick).settings == 6
    assert line_size(6, 6, 200.0, quick).cap == MAX_CAP
    slow = line_size(6, 6, 200.0, Pace(rate=10.0, load_s=5.0))
    assert 2 <= slow.settings < 6
    assert slow.cap >= MIN_CAP
    assert line_size(6, 6, 10.0, Pace(rate=1.0)) == line_size(2, 6, 10.0, Pace(rate=1.0))
    assert line_size(1, 6, 100.0, quick).settings == 1


def test_a_machine_that_drifts() -> None:
    first, last = tried({PLAIN: 1.0}), tried({PLAIN: 0.8}, seed=1)
    assert drift_of([first, last]) == pytest.approx(-0.2, abs=0.02)
    assert drift_of([first, tried({PLAIN: 1.01})]) is None
    assert drift_of([[], []]) is None


def test_words_of_a_setting() -> None:
    assert Setting(values=(("ngram.size_n", 12), ("ngram.size_m", 48))).words() == "size_n 12, size_m 48"
    assert PLAIN.words() == "plain"
    assert FIVE.document() == {"draft_max": 5}


def test_the_same_task_in_two_languages_is_one_task_of_a_setting() -> None:
    """The second line asks the tasks of the first once more: half of the interval was made of nothing."""
    trials = tried({PLAIN: 1.0, FIVE: 1.8}, prompts=4, noise=0.1)
    named = [msgspec.structs.replace(one, task=one.measured.prompt) for one in trials]
    dutch = [
        msgspec.structs.replace(one, measured=msgspec.structs.replace(one.measured, prompt=f"{one.task}.nl"))
        for one in named
    ]
    once, twice = ratio(named, FIVE, PLAIN), ratio([*named, *dutch], FIVE, PLAIN)
    as_before = ratio([*trials, *(msgspec.structs.replace(one, task="") for one in dutch)], FIVE, PLAIN)
    assert once == twice
    assert once is not None
    assert as_before is not None
    assert (once.count, as_before.count) == (4, 8)
    assert as_before.error < 0.7 * once.error
