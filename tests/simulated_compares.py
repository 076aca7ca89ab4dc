"""How often a compare is right: many compares of simulated pairs, through the whole protocol, counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np
from simulated_pairs import FULL, KINDS, DraftPair, RatioPair, TwinPair, prompts, run

from specdesk.measure.answered import answered
from specdesk.measure.compare import ArmFacts, result_of
from specdesk.measure.lead import NONE, Lead
from specdesk.measure.measured import Measured
from specdesk.measure.outcome import MARGIN
from specdesk.measure.protocol import Schedule, extended
from specdesk.measure.stats import Interval

ARMS = (ArmFacts(), ArmFacts())


@dataclass
class Tally:
    """Counts over many compares. holds: the interval held the truth; wrong: the verdict was; asked: replies; certain:
    replies at the first certain look, or at the end without one."""

    draws: int
    holds: int = 0
    wrong: int = 0
    asked: int = 0
    certain: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)

    def add(self, planned: Schedule, measured: Sequence[Measured], truth: float) -> None:
        """One compare more."""
        result = result_of(planned, measured, ARMS)
        self.verdicts[result.verdict] += 1
        self.asked += len(measured)
        self.certain += certain_at(planned, measured)
        assert result.speedup is not None
        self.holds += result.speedup.low <= truth <= result.speedup.high
        self.wrong += is_wrong(result.verdict, truth)

    @property
    def coverage(self) -> float:
        """Share of intervals that hold the truth."""
        return self.holds / self.draws


def is_wrong(verdict: str, truth: float) -> bool:
    """A verdict that the truth contradicts."""
    return {
        "faster": truth <= 1 + MARGIN,
        "slower": truth >= 1 - MARGIN,
        "no-difference": not 1 - MARGIN <= truth <= 1 + MARGIN,
    }.get(verdict, False)


def ratios(planned: Schedule, truth: float, spread: float, draws: int, seed: int = 1, drift: float = 0.0) -> Tally:
    """Compares of arms with this true speed-up and this spread of the log ratio."""
    tally = Tally(draws)
    rng = random.Random(seed)
    for _ in range(draws):
        measured, _ = run(planned, RatioPair(rng, truth, spread, drift=drift))
        tally.add(planned, measured, truth)
    return tally


def twins(
    planned: Schedule, truth: float, task: float, own: float, draws: int, *, seed: int = 1, language: float = 0.0
) -> Tally:
    """Compares over the program's own list, in which a task moves the log ratio by `task` and its language by `own`."""
    tally = Tally(draws)
    rng = random.Random(seed)
    for _ in range(draws):
        measured, _ = run(planned, TwinPair(rng, truth, task, own, language))
        tally.add(planned, measured, truth)
    return tally


def gone_on(truth: float, spread: float, draws: int, seed: int = 1) -> Tally:
    """Full compares that were asked to go on with more prompts whenever the answer was not sure."""
    tally = Tally(draws)
    rng = random.Random(seed)
    longer = extended(msgspec.structs.replace(FULL, spare=tuple(prompts(8)[len(FULL.prompts) :])), 360.0)
    assert longer is not None
    for _ in range(draws):
        pair = RatioPair(rng, truth, spread)
        measured, _ = run(FULL, pair)
        planned = FULL
        if result_of(FULL, measured, ARMS).verdict == "not-sure":
            measured, _ = run(longer, pair, measured)
            planned = longer
        tally.add(planned, measured, truth)
    return tally


def certain_at(planned: Schedule, measured: Sequence[Measured]) -> int:
    """Replies up to the first certain look; all of them where none was."""
    answer = answered(planned, measured)
    return len(measured if answer is None else answer.replies)


@dataclass
class Found:
    """What compares of a draft found. h: relative errors, h_held: its interval held the truth; best: the length was the
    best or within 1 % of its speed; sure: the interval at that length held the truth; actions; gains: true speed over
    the current, where it was changed. asked, certain: replies on average, in all and up to the first certain look.
    """

    truth: float
    best_k: int
    coverage: float
    h: np.ndarray
    h_held: float
    best: float
    sure: float
    actions: Counter[str]
    gains: list[float]
    asked: float
    certain: float


def drafts(
    planned: Schedule, cost: float, alpha: float, draws: int, *, k: int = 4, counted: bool = True, spread: float = 0.15,
    lead: float = 0.0, goes_on: float = 1.0, expected: Lead = NONE,
) -> Found:  # fmt: skip
    """Compares of a pair with this h and acceptance, kinds between alpha - .08 and alpha + .08. lead, goes_on: as in
    DraftPair; h is then that of long replies. expected: what the compare is told of the lead."""
    rng = np.random.default_rng(7)
    alphas = dict(zip(KINDS, alpha + np.linspace(-0.08, 0.08, len(KINDS)), strict=True))
    more = {"lead": lead, "goes_on": goes_on}
    ideal = DraftPair(rng, cost, alphas, k, spread, **more)
    truth = [ideal.true_speedup(length, planned.cap) for length in range(17)]
    fastest = max(truth)
    holds = best = sure = held = asked = certain = 0
    errors, actions, gains = [], Counter[str](), []
    for _ in range(draws):
        measured, _ = run(planned, DraftPair(rng, cost, alphas, k, spread, counts_positions=counted, **more))
        facts = ArmFacts(length=k, lead=expected, stops_early=goes_on < 1.0)
        result = result_of(planned, measured, (ArmFacts(), facts))
        asked += len(measured)
        certain += certain_at(planned, measured)
        assert result.speedup is not None
        assert result.h is not None
        assert result.best is not None
        holds += result.speedup.low <= truth[k] <= result.speedup.high
        assert result.h_interval is not None
        errors.append(result.h / cost - 1)
        held += result.h_interval.low <= cost <= result.h_interval.high
        chosen = result.best
        best += truth[chosen.k] >= 0.99 * fastest
        sure += chosen.speedup.low <= truth[chosen.k] <= chosen.speedup.high
        actions[chosen.action] += 1
        if chosen.action != "stay":
            gains.append(truth[chosen.k] / truth[k])
    return Found(
        truth[k],
        truth.index(fastest),
        holds / draws,
        np.array(errors),
        held / draws,
        best / draws,
        sure / draws,
        actions,
        gains,
        asked / draws,
        certain / draws,
    )


def told(planned: Schedule, cost: float, alpha: float, draws: int, *, at: int = 8, off: float = 0.1) -> float:
    """How often the interval at length `at` holds the truth where an earlier run at that length has told h, with a
    standard error of this share of it."""
    rng = np.random.default_rng(7)
    alphas = dict(zip(KINDS, alpha + np.linspace(-0.08, 0.08, len(KINDS)), strict=True))
    truth = DraftPair(rng, cost, alphas, 4, 0.15).true_speedup(at, planned.cap)
    held = 0
    for _ in range(draws):
        measured, _ = run(planned, DraftPair(rng, cost, alphas, 4, 0.15))
        known, half = cost * (1 + off * rng.standard_normal()), 1.96 * off * cost
        costs = {at: Interval(estimate=known, low=known - half, high=known + half)}
        found = result_of(planned, measured, (ArmFacts(), ArmFacts(length=4)), costs=costs).lengths[at].speedup
        held += found.low <= truth <= found.high
    return held / draws
