"""How often a compare is right: many compares of simulated pairs, through the whole protocol, counted."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from simulated_pairs import FULL, KINDS, DraftPair, RatioPair, prompts, run

from specdesk.measure.compare import ArmFacts, CompareResult, result_of
from specdesk.measure.outcome import MARGIN
from specdesk.measure.protocol import Schedule, extended

ARMS = (ArmFacts(), ArmFacts())


@dataclass
class Tally:
    """Counts over many compares. holds: the interval held the truth; wrong: the verdict was; asked: replies."""

    draws: int
    holds: int = 0
    wrong: int = 0
    asked: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)

    def add(self, result: CompareResult, truth: float, asked: int) -> None:
        """One compare more."""
        self.verdicts[result.verdict] += 1
        self.asked += asked
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
        tally.add(result_of(planned, measured, ARMS), truth, len(measured))
    return tally


def gone_on(truth: float, spread: float, draws: int, seed: int = 1) -> Tally:
    """Full compares that were asked to go on with more prompts whenever the answer was not sure."""
    tally = Tally(draws)
    rng = random.Random(seed)
    longer = extended(FULL, prompts(8), 360.0)
    assert longer is not None
    for _ in range(draws):
        pair = RatioPair(rng, truth, spread)
        measured, _ = run(FULL, pair)
        planned = FULL
        if result_of(FULL, measured, ARMS).verdict == "not-sure":
            measured, _ = run(longer, pair, measured)
            planned = longer
        tally.add(result_of(planned, measured, ARMS), truth, len(measured))
    return tally


@dataclass
class Found:
    """What compares of a draft found. h: relative errors, h_held: its interval held the truth; best: the length was the
    best or within 1 % of its speed; sure: the interval at that length held the truth; actions; gains: true speed over
    the current, where it was changed.
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


def drafts(
    planned: Schedule, cost: float, alpha: float, draws: int, *, k: int = 4, counted: bool = True, spread: float = 0.15
) -> Found:
    """Compares of a pair with this h and acceptance, kinds between alpha - .08 and alpha + .08."""
    rng = np.random.default_rng(7)
    alphas = dict(zip(KINDS, alpha + np.linspace(-0.08, 0.08, len(KINDS)), strict=True))
    ideal = DraftPair(rng, cost, alphas, k, spread)
    truth = [ideal.true_speedup(length, planned.cap) for length in range(17)]
    fastest = max(truth)
    holds = best = sure = held = 0
    errors, actions, gains = [], Counter[str](), []
    for _ in range(draws):
        measured, _ = run(planned, DraftPair(rng, cost, alphas, k, spread, counts_positions=counted))
        result = result_of(planned, measured, (ArmFacts(), ArmFacts(length=k)))
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
    )
