"""Lengths that were not run, where a pass costs something before its first guess and where p-min ends drafts early."""

from __future__ import annotations

import math

import msgspec
import pytest
from simulated_compares import drafts
from simulated_pairs import QUICK

from specdesk.measure.advice import PromptCounts, best_setting
from specdesk.measure.lead import NONE, OWN_MODEL, WHOLE_BLOCK, Lead
from specdesk.measure.speculation import MAX_LENGTH
from specdesk.measure.stats import Interval

PASSES = 1_000_000
LENGTHS = (1, 2, 4, 8, 16)


class Engine:
    """unit: cost of a guess in plain passes; lead: in guesses; goes_on: chance that p-min lets one more be made."""

    def __init__(self, unit: float, alpha: float, lead: float, goes_on: float = 1.0) -> None:
        self.unit, self.alpha, self.lead, self.goes_on = unit, alpha, lead, goes_on

    def drafted(self, k: int) -> float:
        return math.fsum(self.goes_on**place for place in range(1, k + 1))

    def cost(self, k: int) -> float:
        """Of a pass."""
        return self.unit * (self.drafted(k) + self.lead + 1 - self.goes_on**k)

    def shares(self, k: int) -> list[float]:
        return [(self.alpha * self.goes_on) ** place for place in range(1, k + 1)]

    def speedup(self, k: int) -> float:
        return (1 + math.fsum(self.shares(k))) / (1 + self.cost(k)) if k else 1.0

    def counts(self, k: int) -> list[PromptCounts]:
        """Eight prompts of two kinds at length k, with replies so long that their ends do not count."""
        one = {
            "passes": PASSES, "plain_passes": PASSES * (1 + self.cost(k)), "drafted": round(PASSES * self.drafted(k)),
            "accepted": round(PASSES * math.fsum(self.shares(k))),
            "positions": tuple(round(PASSES * share) for share in self.shares(k)),
        }  # fmt: skip
        return [PromptCounts(kind=kind, **one) for kind in ("code", "prose") * 4]


@pytest.mark.parametrize("run_at", [4, 8])
@pytest.mark.parametrize("goes_on", [1.0, 0.8, 0.6])
def test_other_lengths_are_foretold_exactly_where_the_lead_is_known(run_at: int, goes_on: float) -> None:
    engine = Engine(0.1, 0.8, lead=1.0, goes_on=goes_on)
    known = Lead(guesses=1.0, doubt=0.0)
    found = best_setting(engine.counts(run_at), run_at, lead=known, stops_early=goes_on < 1.0)
    assert found is not None
    foretold = [found.lengths[k].speedup.estimate for k in LENGTHS]
    assert foretold == pytest.approx([engine.speedup(k) for k in LENGTHS], rel=2e-3)
    assert found.k == max(range(MAX_LENGTH + 1), key=engine.speedup)


def test_the_guess_that_p_min_throws_away_is_paid_for() -> None:
    """Without it longer drafts look cheaper than they are: they would be recommended and turn out slower."""
    engine = Engine(0.3, 0.7, lead=0.0, goes_on=0.8)
    aware, unaware = (best_setting(engine.counts(4), 4, stops_early=early) for early in (True, False))
    assert aware is not None
    assert unaware is not None
    assert aware.lengths[16].speedup.estimate == pytest.approx(engine.speedup(16), rel=2e-3)
    assert unaware.lengths[16].speedup.estimate > 1.03 * engine.speedup(16)


def test_a_length_that_pays_behind_one_that_does_not_is_found() -> None:
    """A drafter that makes its whole block at once: one guess costs as much as eight."""
    engine = Engine(0.08, 0.9, lead=12.0)
    found = best_setting(engine.counts(8), 8, lead=Lead(guesses=12.0, doubt=0.0))
    assert engine.speedup(1) < 1 < engine.speedup(8)
    assert found is not None
    assert found.k == max(range(MAX_LENGTH + 1), key=engine.speedup) > 8


def test_what_is_not_known_of_the_lead_widens_what_is_foretold() -> None:
    prompts = Engine(0.1, 0.8, lead=1.0).counts(8)
    sure, unsure = (best_setting(prompts, 8, lead=lead) for lead in (Lead(guesses=1.0, doubt=0.0), OWN_MODEL))
    assert sure is not None
    assert unsure is not None
    for k, share in ((8, 0.0), (4, 4 / 9.0**2), (1, 7 / 9.0**2)):
        half = math.log(unsure.lengths[k].speedup.high / unsure.lengths[k].speedup.low) / 2
        cost = 0.1 * (k + 1.0)
        assert half == pytest.approx(2.447 * 0.5 * 0.1 * 9.0 * share / (1 + cost), rel=1e-3), k
    assert math.log(sure.lengths[1].speedup.high / sure.lengths[1].speedup.low) == pytest.approx(0.0, abs=1e-9)


def test_a_block_drafter_is_not_cut_short_on_a_guess() -> None:
    """True at 5 is slower than at 15, which one h for all lengths would deny."""
    engine = Engine(0.02, 0.75, lead=12.0)
    one_h = best_setting(engine.counts(15), 15, lead=NONE)
    found = best_setting(engine.counts(15), 15, lead=WHOLE_BLOCK)
    assert one_h is not None
    assert found is not None
    assert one_h.action == "apply"
    assert engine.speedup(one_h.k) < engine.speedup(15) * 1.02
    assert found.action == "stay"
    assert found.lengths[5].speedup.low < engine.speedup(5) < found.lengths[5].speedup.high


def test_costs_at_two_lengths_tell_the_lead() -> None:
    engine = Engine(0.5, 0.8, lead=1.5)
    told = engine.cost(8) / 8
    found = best_setting(
        engine.counts(2), 2, {8: Interval(estimate=told, low=0.99 * told, high=1.01 * told)}, lead=OWN_MODEL
    )
    assert found is not None
    assert found.lead == pytest.approx(1.5, abs=0.2)
    assert found.lengths[1].speedup.estimate == pytest.approx(engine.speedup(1), rel=0.02)


@pytest.mark.parametrize(
    ("lead", "goes_on", "k"), [(1.0, 1.0, 4), (1.0, 0.8, 16), (0.5, 0.6, 8)], ids=["lead", "p-min", "both"]
)
def test_simulated_compares_find_the_best_length(lead: float, goes_on: float, k: int) -> None:
    found = drafts(QUICK, 0.1, 0.75, 40, k=k, lead=lead, goes_on=goes_on, expected=OWN_MODEL)
    assert found.best >= 0.9
    assert found.sure >= 0.85
    assert all(gain > 1.0 for gain in found.gains)


def test_a_length_that_only_ties_with_none_is_not_recommended() -> None:
    """It is slower than plain as it runs, and the best length hardly faster than plain: the advice is off."""
    found = best_setting(Engine(0.48, 0.5, lead=0.0).counts(8), 8)
    assert found is not None
    assert (found.k, found.action, found.speedup.estimate) == (0, "off", 1.0)
    assert found.lengths[1].speedup.estimate == pytest.approx(1.5 / 1.48, rel=1e-3)


def test_beyond_sixteen_the_speed_that_runs_is_that_which_was_measured() -> None:
    engine = Engine(0.02, 0.97, lead=0.0)
    silent = [msgspec.structs.replace(prompt, positions=()) for prompt in engine.counts(20)]
    found = best_setting(silent, 20)
    assert found is not None
    assert found.current.estimate == pytest.approx(engine.speedup(20), rel=0.01)


def test_one_guess_at_a_time_has_a_best_length_too() -> None:
    """The end of each reply has no room for a guess, so that there are fewer than passes."""
    prompts = [
        msgspec.structs.replace(prompt, drafted=round(0.98 * prompt.drafted), replies=PASSES // 50)
        for prompt in Engine(0.1, 0.8, lead=0.0).counts(1)
    ]
    found = best_setting(prompts, 1)
    assert found is not None
    assert found.k > 1


def test_a_cost_told_for_no_length_is_not_looked_at() -> None:
    told = Interval(estimate=0.1, low=0.1, high=0.1)
    prompts = Engine(0.1, 0.8, lead=0.0).counts(4)
    assert best_setting(prompts, 4, {0: told}, lead=OWN_MODEL) == best_setting(prompts, 4, lead=OWN_MODEL)


def test_a_dear_guess_at_length_one_is_no_reason_for_long_drafts() -> None:
    """One guess per pass tells nothing of how a draft would go on: it is taken to be as long as it may be."""
    prompts = [
        msgspec.structs.replace(prompt, drafted=round(0.97 * prompt.drafted), replies=PASSES // 40)
        for prompt in Engine(0.5, 0.13, lead=0.0).counts(1)
    ]
    found = best_setting(prompts, 1)
    assert found is not None
    assert (found.k, found.action) == (0, "off")
    assert found.lengths[11].speedup.high < 0.4
