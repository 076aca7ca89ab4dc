"""The best draft length from counts, its interval, and when a change is recommended."""

from __future__ import annotations

import math

import msgspec
import pytest

from specdesk.measure.advice import (
    PromptCounts,
    best_setting,
    break_even_tokens,
    cost_of,
    counts_of,
    summed,
    untold,
)
from specdesk.measure.evidence import PromptPair
from specdesk.measure.stats import Interval, PromptRatio, pooled
from specdesk.records.sample import Sample

KINDS = ("code", "prose")


def counts(
    shares: tuple[float, ...],
    cost: float,
    *,
    passes: int = 1000,
    drafted: int | None = None,
    counted: bool = True,
    apart: float = 0.02,
) -> list[PromptCounts]:
    """Eight prompts, four of each kind, that differ a little: half of them keep 2 % more, half 2 % less."""
    found = []
    for number in range(8):
        wobble = 1 + apart if number % 4 < 2 else 1 - apart
        positions = tuple(round(share * wobble * passes) for share in shares)
        tested = len(shares) * passes if drafted is None else drafted
        found.append(
            PromptCounts(
                kind=KINDS[number % 2],
                passes=passes,
                plain_passes=passes + cost * tested,
                drafted=tested,
                accepted=sum(positions),
                positions=positions if counted else (),
            )
        )
    return found


def exactly(cost: float) -> Interval:
    return Interval(estimate=cost, low=cost, high=cost)


def half(found: Interval) -> float:
    """Of the interval, on the logarithm."""
    return math.log(found.high / found.low) / 2


def of_alpha(alpha: float, length: int) -> tuple[float, ...]:
    return tuple(alpha**place for place in range(1, length + 1))


def test_the_measured_best_of_a_public_report() -> None:
    """Qwen3.6-35B-A3B with MTP on a 6 GB 3060 (llama.cpp #22673): h .53, k = 2 was the fastest of 1 to 4."""
    found = best_setting(counts((0.88, 0.75, 0.51, 0.43), 0.53), 4)
    assert found is not None
    assert found.k == 2
    assert found.speedup.estimate == pytest.approx(2.63 / 2.06, abs=0.01)
    assert found.current.estimate == pytest.approx(3.57 / 3.12, abs=0.01)
    assert found.action == "apply"
    assert not found.extrapolated


@pytest.mark.parametrize(
    ("cost", "alpha", "best", "speedup"),
    [(0.05, 0.6, 4, 1.92), (0.05, 0.8, 8, 3.09), (0.1, 0.9, 10, 3.43), (0.2, 0.7, 3, 1.58), (0.3, 0.9, 5, 1.87)],
)
@pytest.mark.parametrize("counted", [True, False])
def test_the_table_of_best_lengths_from_a_run_at_length_four(
    cost: float, alpha: float, best: int, speedup: float, counted: bool
) -> None:
    found = best_setting(counts(of_alpha(alpha, 4), cost, passes=100_000, counted=counted), 4)
    assert found is not None
    assert found.k == best
    assert found.speedup.estimate == pytest.approx(speedup, abs=0.02)
    assert found.extrapolated == (best > 4)
    assert [speed.k for speed in found.lengths] == list(range(17))
    assert found.lengths[0].speedup.low == found.lengths[0].speedup.high == 1.0


def test_no_length_pays_where_guessing_is_dear() -> None:
    found = best_setting(counts(of_alpha(0.4, 4), 0.6), 4)
    assert found is not None
    assert (found.k, found.action) == (0, "off")
    assert found.speedup.estimate == 1.0
    assert found.current.high < 1 / 1.02


def test_a_gain_that_is_not_sure_is_not_recommended() -> None:
    shares = of_alpha(0.6, 3)
    sure = best_setting(counts(shares, 0.02), 3)
    assert sure is not None
    assert (sure.k, sure.action) == (6, "apply")
    wild = [
        PromptCounts(
            kind=prompt.kind,
            passes=prompt.passes,
            plain_passes=prompt.plain_passes,
            drafted=prompt.drafted,
            accepted=prompt.accepted,
            positions=tuple(round(count * (0.4 if number % 4 < 2 else 1.6)) for count in prompt.positions),
        )
        for number, prompt in enumerate(counts(shares, 0.02))
    ]
    unsure = best_setting(wild, 3)
    assert unsure is not None
    assert unsure.action == "stay"
    assert unsure.speedup.low < 1.02 * unsure.current.estimate


def test_the_gain_has_to_be_two_percent() -> None:
    """k = 5 is surely the best, k = 4 hardly slower."""
    found = best_setting(counts(of_alpha(0.75, 4), 0.1, passes=100_000, apart=0.0), 4)
    assert found is not None
    assert (found.k, found.action) == (5, "stay")
    assert found.speedup.low > found.current.high


def test_the_current_length_has_the_interval_that_was_measured() -> None:
    """All prompts accept the same; the time that it took differs, and with it the speed of each."""
    prompts = counts((0.8, 0.6), 0.1, apart=0.0)
    uneven = [
        msgspec.structs.replace(prompt, plain_passes=prompt.plain_passes * (1.03 if number % 4 < 2 else 0.97))
        for number, prompt in enumerate(prompts)
    ]
    found = best_setting(uneven, 2)
    measured = pooled(
        [PromptRatio(kind=p.kind, log_ratio=math.log((p.passes + p.accepted) / p.plain_passes)) for p in uneven]
    )
    assert found is not None
    assert measured is not None
    assert found.current.low == pytest.approx(measured.interval().low, rel=1e-3)
    assert found.current.high == pytest.approx(measured.interval().high, rel=1e-3)
    assert found.current.high > 1.02 * found.current.low


def test_costs_of_other_lengths_are_used_where_they_are_known() -> None:
    """A step where a kernel switches: beyond four tokens each guess costs three times as much."""
    plain = best_setting(counts(of_alpha(0.8, 4), 0.08), 4)
    stepped = best_setting(counts(of_alpha(0.8, 4), 0.08), 4, {5: exactly(0.24), 8: exactly(0.24)})
    assert plain is not None
    assert stepped is not None
    assert plain.k > 4
    assert stepped.k == 4
    assert stepped.lengths[4] == plain.lengths[4]


def test_the_doubt_of_a_cost_that_was_told_is_added() -> None:
    """In quadrature to that of the prompts; between two lengths each counts by its share of the cost of a pass."""
    prompts = counts(of_alpha(0.8, 4), 0.1)
    told = Interval(estimate=0.1, low=0.08, high=0.12)
    exact = best_setting(prompts, 4, {8: exactly(0.1)})
    found = best_setting(prompts, 4, {8: told})
    assert exact is not None
    assert found is not None
    for k, weight in ((4, 0.0), (6, 0.5 * 8 / 6), (8, 1.0), (12, 1.0)):
        alone, both = exact.lengths[k].speedup, found.lengths[k].speedup
        assert both.estimate == pytest.approx(alone.estimate)
        extra = weight * 0.02 * k / (1 + k * 0.1)
        assert half(both) == pytest.approx(math.hypot(half(alone), extra)), k
    assert half(found.lengths[8].speedup) > 0.08


def test_the_doubt_of_the_own_cost_counts_where_it_is_used_alone() -> None:
    """Prompts that agree in all but what drafting cost: at a length whose h was told, that doubt has no part."""
    cheap, dear = counts((0.8, 0.6), 0.1, apart=0.0), counts((0.8, 0.6), 0.2, apart=0.0)
    uneven = [*cheap[:4], *dear[4:]]
    alone, told = best_setting(uneven, 2), best_setting(uneven, 2, {8: exactly(0.15)})
    assert alone is not None
    assert told is not None
    assert half(alone.lengths[8].speedup) > 0.1
    assert half(told.lengths[8].speedup) == pytest.approx(0.0, abs=1e-9)
    assert half(told.lengths[2].speedup) == pytest.approx(half(alone.lengths[2].speedup))


def test_a_cost_without_an_interval_is_not_taken_for_exact() -> None:
    assert untold(0.4) == Interval(estimate=0.4, low=pytest.approx(0.36), high=pytest.approx(0.44))


def test_kinds_that_accept_more_go_on_by_their_own_ratio() -> None:
    """Half the prompts keep 95 % of guesses, half 70 %: one ratio for both would be 7 % off at 14."""
    each = {kind: of_alpha(alpha, 4) for kind, alpha in zip(KINDS, (0.95, 0.7), strict=True)}
    prompts = [
        counts(each[KINDS[number % 2]], 0.1, passes=1_000_000, apart=0.0)[number] for number in range(8)
    ]  # fmt: skip
    found = best_setting(prompts, 4)
    assert found is not None
    at_14 = [(1 + sum(of_alpha(alpha, 14))) / (1 + 14 * 0.1) for alpha in (0.95, 0.7)]
    assert found.lengths[14].speedup.estimate == pytest.approx(math.sqrt(at_14[0] * at_14[1]), rel=1e-3)


@pytest.mark.parametrize(("is_cut", "drafted_at_1"), [(True, 1 - 2 / 2 / 99.33), (False, 1.0)])
def test_a_reply_has_no_room_for_guesses_at_its_end(is_cut: bool, drafted_at_1: float) -> None:
    """Replies of 99.3 tokens, two guesses at a time: every third guess of the last two places is not made."""
    replies, tokens_per_pass, cost = 1000, 1.96, 0.3
    passes = round(replies * 100 / tokens_per_pass)
    starved = replies / tokens_per_pass
    positions = (round(0.6 * (passes - starved)), round(0.36 * (passes - 2 * starved)))
    drafted = 2 * passes - (round(3 * starved) if is_cut else 0)
    one = PromptCounts(
        kind="code", passes=passes, plain_passes=passes + cost * drafted, drafted=drafted, accepted=sum(positions),
        positions=positions, replies=replies,
    )  # fmt: skip
    found = best_setting([one, one], 2)
    assert found is not None
    expected = (1 + positions[0] / passes) / (1 + cost * drafted_at_1)
    assert found.lengths[1].speedup.estimate == pytest.approx(expected, rel=2e-4)
    assert found.current.estimate == pytest.approx((passes + sum(positions)) / (passes + cost * drafted), rel=1e-6)


def test_drafts_that_stop_early_cost_less() -> None:
    """p-min: at length 8 only four tokens are drafted per pass."""
    short = counts(of_alpha(0.7, 8), 0.1, drafted=4000)
    found = best_setting(short, 8)
    assert found is not None
    tau = 1 + sum(of_alpha(0.7, 8))
    assert found.current.estimate == pytest.approx(tau / 1.4, abs=0.01)
    assert found.k > 5, "stopping early makes long drafts affordable"


def test_a_drafter_that_mostly_finds_nothing_has_no_best_length() -> None:
    assert best_setting(counts((0.1, 0.1), 0.02, drafted=300), 2) is None
    assert best_setting([], 4) is None
    assert best_setting(counts((0.5,), 0.1)[:1], 1) is None
    one_each = [counts((0.5,), 0.1)[number] for number in (0, 1)]
    assert best_setting(one_each, 1) is None, "one prompt of each kind shows no spread"


def test_the_cost_of_a_guess() -> None:
    found = cost_of(counts((0.8, 0.6), 0.12))
    assert found is not None
    assert found.estimate == pytest.approx(0.12)
    assert found.low == pytest.approx(0.12)
    assert cost_of([]) is None
    assert cost_of(counts((0.8, 0.6), 0.12)[:2]) is None


def test_the_doubt_about_the_cost_grows_with_what_prompts_say() -> None:
    cheap, dear = counts((0.8, 0.6), 0.1), counts((0.8, 0.6), 0.2)
    found = cost_of([*cheap[:4], *dear[4:]])
    assert found is not None
    assert found.estimate == pytest.approx(0.15)
    half = 2.44691185 * 0.05 * (8 / 6) ** 0.5 / 8**0.5
    assert found.high - found.estimate == pytest.approx(half, rel=1e-3)


@pytest.mark.parametrize(
    ("rate_a", "rate_b", "extra_ms", "tokens"),
    [(31.0, 56.0, 200.0, 14), (50.0, 100.0, 0.0, 1), (50.0, 100.0, -80.0, 1), (50.0, 40.0, 100.0, None)],
)
def test_a_later_first_word_is_earned_back(rate_a: float, rate_b: float, extra_ms: float, tokens: int | None) -> None:
    assert break_even_tokens(rate_a, rate_b, extra_ms) == tokens


def test_counts_come_from_the_samples_of_a_prompt() -> None:
    sample = Sample(t=0, tokens=101, decode_ms=1200.0, drafted=120, accepted=60, per_position=(35, 25), passes=30)
    other = Sample(t=0, tokens=51, decode_ms=600.0, drafted=60, accepted=30, per_position=(20, 10), passes=15)
    untold = Sample(t=0, tokens=51, decode_ms=600.0)
    pair = PromptPair(
        prompt="p",
        kind="code",
        language="en",
        rate_a=50.0,
        rate_b=90.0,
        log_ratio=0.5,
        log_drift=None,
        extra_first_ms=None,
        samples_b=(sample, other, untold),
    )
    (found,) = counts_of([pair])
    assert found == PromptCounts(
        kind="code", passes=60, plain_passes=90.0, drafted=180, accepted=90, positions=(55, 35), replies=2
    )
    assert found.cost == 30.0


def test_rows_of_unequal_length_are_added_place_by_place() -> None:
    assert summed([(3, 2, 1), (1,), ()]) == (4, 2, 1)
    assert summed([]) == ()
