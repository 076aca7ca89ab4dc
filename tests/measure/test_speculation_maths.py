"""The maths of speculation against published runs, tables and recorded streams."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from captured_samples import captured
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.measure import speculation as spec
from specdesk.records.sample import Sample

# Runs that their authors published, each figure rounded as it was.
PUBLISHED = [
    # (draft length, acceptance, speed-up measured, h worked out from them)
    (4, 0.66, 2.64, 0.092),
    (4, 0.89, 3.35, 0.090),
    (4, 0.77, 2.97, 0.092),
    (1, 0.88, 1.20, 0.565),
    (2, 0.82, 1.28, 0.526),
    (3, 0.71, 1.21, 0.530),
    (4, 0.64, 1.14, 0.534),
    (3, 0.59, 1.15, 0.471),
    (3, 0.73, 1.32, 0.474),
    (3, 0.56, 1.11, 0.472),
    (1, 0.77, 1.26, 0.402),
    (2, 0.65, 1.23, 0.439),
    (3, 0.77, 2.36, 0.134),
    (3, 0.49, 1.79, 0.127),
    (3, 0.94, 2.78, 0.124),
    (3, 0.31, 1.22, 0.20),
    (3, 0.11, 0.94, 0.14),
    (3, 0.65, 1.93, 0.18),
    (3, 0.64, 1.18, 0.49),
    (3, 0.74, 1.32, 0.48),
    (2, 0.82, 1.74, 0.26),
]


def reply(length: int, acceptance: float, speed: float, count: int = 1000, baseline: float = 20.0) -> Sample:
    """A reply of `count` passes as an engine would count it, at `speed` times the baseline."""
    drafted = count * length
    accepted = round(drafted * acceptance)
    tokens = 1 + count + accepted
    return Sample(
        t=0.0,
        tokens=tokens,
        decode_ms=1000.0 * (tokens - 1) / (speed * baseline),
        drafted=drafted,
        accepted=accepted,
    )


@pytest.mark.parametrize(("length", "acceptance", "speed", "cost"), PUBLISHED)
def test_extra_cost_of_published_runs(length: int, acceptance: float, speed: float, cost: float) -> None:
    found = spec.extra_cost(reply(length, acceptance, speed), baseline_rate=20.0)
    assert found == pytest.approx(cost, rel=0.025, abs=0.0075)


@pytest.mark.parametrize(("length", "acceptance", "speed", "cost"), PUBLISHED)
def test_speedup_of_published_runs(length: int, acceptance: float, speed: float, cost: float) -> None:
    assert spec.speedup(length, acceptance, cost) == pytest.approx(speed, rel=0.015)


def test_one_length_foretells_the_others() -> None:
    shares = (0.88, 0.75, 0.51, 0.43)
    assert spec.predicted_speedup(shares, 0.526, 3) == pytest.approx(1.217, abs=0.002)
    assert spec.predicted_speedup(shares, 0.526, 4) == pytest.approx(1.149, abs=0.002)


def test_the_best_is_the_measured_best() -> None:
    best = spec.best_length((0.88, 0.75, 0.51, 0.43), 0.53)
    assert (best.length, best.extrapolated) == (2, False)
    assert best.speedup == pytest.approx(1.276, abs=0.001)


ALPHAS = (0.5, 0.6, 0.7, 0.8, 0.9)
BEST = {
    0.05: [(3, 1.63), (4, 1.92), (6, 2.35), (8, 3.09), (13, 4.67)],
    0.10: [(2, 1.46), (3, 1.67), (4, 1.98), (6, 2.47), (10, 3.43)],
    # At alpha .5 and h .2 lengths 1 and 2 tie at 1.25, at h .5 lengths 0 and 1 tie at 1: the shorter one wins.
    0.20: [(1, 1.25), (2, 1.40), (3, 1.58), (4, 1.87), (7, 2.37)],
    0.30: [(1, 1.15), (1, 1.23), (2, 1.37), (3, 1.55), (5, 1.87)],
    0.50: [(0, 1.00), (1, 1.07), (1, 1.13), (2, 1.22), (3, 1.38)],
}


@pytest.mark.parametrize(
    ("cost", "alpha", "length", "speed"),
    [(cost, alpha, *best) for cost, row in BEST.items() for alpha, best in zip(ALPHAS, row, strict=True)],
)
def test_best_length_at_constant_alpha(cost: float, alpha: float, length: int, speed: float) -> None:
    found = spec.best_length(spec.shares_of_alpha(alpha, spec.MAX_LENGTH), cost)
    assert (found.length, round(found.speedup, 2)) == (length, speed)


@pytest.mark.parametrize(
    ("alpha", "expected"),
    [
        (0.5, [0.29, 0.19, 0.12, 0.06]),
        (0.7, [0.51, 0.39, 0.27, 0.15]),
        (0.8, [0.65, 0.54, 0.42, 0.24]),
        (0.9, [0.81, 0.74, 0.64, 0.46]),
    ],
)
def test_acceptance_shrinks_with_length_at_constant_alpha(alpha: float, expected: list[float]) -> None:
    lengths = (3, 5, 8, 16)
    found = [spec.acceptance_at(alpha, length) for length in lengths]
    assert found == pytest.approx(expected, abs=0.0051)
    assert [spec.alpha_of(beta, length) for beta, length in zip(found, lengths, strict=True)] == pytest.approx(
        [alpha] * 4
    )


def test_three_quarters_means_two_things() -> None:
    assert spec.alpha_of(0.75, 8) == pytest.approx(0.94, abs=0.005)
    assert spec.acceptance_at(0.75, 8) == pytest.approx(0.34, abs=0.005)


# Recorded replies ---------------------------------------------------------------------------------------------------


def test_a_recorded_reply_with_a_draft() -> None:
    last = captured("b11434.draft")[-1]
    assert spec.decode_rate(last) == pytest.approx(54.107, abs=0.001)
    assert spec.passes(last) == 15
    assert last.tokens_per_pass == pytest.approx(59 / 15)
    counted = msgspec.structs.replace(last, passes=14, per_position=(12, 11, 11, 10))
    assert counted.tokens_per_pass == pytest.approx(59 / 15), "the pass that verified nothing counts all the same"
    assert spec.position_shares(counted) == pytest.approx((0.857, 0.786, 0.786, 0.714), abs=0.001)
    assert spec.drafted_per_pass(counted) == 4.0


def test_a_recorded_draft_that_costs_speed() -> None:
    plain = spec.decode_rate(captured("b11434.baseline")[-1])
    assert plain == pytest.approx(59_000 / 457.86, rel=0.001)
    last = captured("b11434.draft")[-1]
    cost = spec.extra_cost(last, plain)
    assert cost is not None
    assert cost == pytest.approx((1090.432 * plain / 1000 - 15) / 56)
    assert cost > 1.0
    rate = spec.decode_rate(last)
    assert rate is not None
    # The same statement twice: speed-up from h, and from the two rates.
    assert (59 / (15 + 56 * cost)) == pytest.approx(rate / plain)


def test_an_old_builds_own_figure_counts_the_free_token() -> None:
    last = captured("b10068.ngram")[-1]
    assert spec.decode_rate(last) == pytest.approx(59_000 / 452.139)
    assert spec.decode_rate(last) < 132.70  # n / t, as that build prints it


# Unknown stays unknown ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sample",
    [
        Sample(t=0.0, tokens=0),
        Sample(t=0.0, tokens=1, decode_ms=0.001, drafted=0, accepted=0),
        Sample(t=0.0, tokens=50, drafted=None, accepted=None),
        Sample(t=0.0, tokens=50, decode_ms=0.0),
    ],
)
def test_nothing_is_made_up(sample: Sample) -> None:
    assert spec.decode_rate(sample) is None
    assert spec.passes(sample) is None
    assert sample.tokens_per_pass is None
    assert spec.drafted_per_pass(sample) is None
    assert spec.position_shares(sample) is None
    assert spec.extra_cost(sample, 10.0) is None


def test_no_draft_at_all_is_one_token_per_pass_and_no_cost() -> None:
    plain = Sample(t=0.0, tokens=51, decode_ms=1000.0, drafted=0, accepted=0)
    assert (spec.passes(plain), plain.tokens_per_pass, spec.drafted_per_pass(plain)) == (50, 1.0, 0.0)
    assert spec.extra_cost(plain, 50.0) is None


def test_a_last_pass_cut_short_counts_as_one() -> None:
    assert spec.passes(Sample(t=0.0, tokens=5, drafted=4, accepted=4)) == 1


def test_cost_range_is_the_median_with_its_spread() -> None:
    assert spec.cost_range([]) is None
    assert spec.cost_range([0.2, 0.9, 0.3]) == spec.CostRange(median=0.3, low=0.2, high=0.9, replies=3)


def test_costs_per_length_are_interpolated() -> None:
    costs = {2: 0.4, 4: 0.5, 8: 0.9}
    assert [spec.cost_at(costs, length) for length in (1, 2, 3, 4, 6, 8, 12)] == pytest.approx(
        [0.4, 0.4, (0.8 + 2.0) / 2 / 3, 0.5, (2.0 + 7.2) / 2 / 6, 0.9, 0.9]
    ), "the cost of a pass, k h, grows evenly"
    assert [spec.cost_at(costs, length, 1.0) for length in (1, 2, 4, 16)] == pytest.approx(
        [0.4 * 2 / 3 * 2, 0.4, 0.5, 0.9 * 8 / 9 * 17 / 16]
    ), "outside of what was measured it goes on with the lead"
    assert spec.cost_at(0.3, 7) == 0.3
    with pytest.raises(ValueError, match="no costs given"):
        spec.cost_at({}, 3)


def test_shares_are_extended_with_the_last_ratio() -> None:
    assert spec.extended((0.8, 0.4), 4) == pytest.approx((0.8, 0.4, 0.2, 0.1))
    assert spec.extended((0.6,), 3) == pytest.approx((0.6, 0.36, 0.216))
    assert spec.extended((0.5, 0.0, 0.0), 5) == (0.5, 0.0, 0.0, 0.0, 0.0)
    assert spec.extended((0.9, 0.8, 0.7), 2) == (0.9, 0.8)
    assert spec.extended((), 3) == ()


def test_a_length_beyond_what_was_measured_is_marked() -> None:
    assert spec.best_length((0.9, 0.85), 0.05).extrapolated
    assert not spec.best_length((0.9, 0.05), 0.05).extrapolated
    assert spec.best_length((), 0.05) == spec.BestLength(length=0, speedup=1.0, extrapolated=False)
    assert spec.best_length((1.0,), 0.0).length == spec.MAX_LENGTH


def test_what_a_pass_costs_before_its_first_guess_is_borne_by_all_of_them() -> None:
    costs = spec.costs_by_length(0.3, 4.0, 1.0)
    assert costs[4] == pytest.approx(0.3), "where it was measured"
    assert [k * costs[k] for k in (1, 2, 4, 9)] == pytest.approx([0.48, 0.72, 1.2, 2.4])
    assert len(costs) == spec.MAX_LENGTH
    assert list(spec.costs_by_length(0.3, 2.6, 0.0).values()) == pytest.approx([0.3] * spec.MAX_LENGTH)
    assert set(spec.costs_by_length(-0.1, 4.0, 1.0).values()) == {0.0}


def test_a_block_drafter_may_pay_only_where_it_guesses_much() -> None:
    """The whole block costs as much as three guesses before the first: one guess a pass loses, six gain."""
    costs = spec.costs_by_length(0.15, 6.0, 3.0)
    shares = spec.shares_of_alpha(0.8, 6)
    speeds = [spec.predicted_speedup(shares, costs, k) for k in range(7)]
    assert speeds[1] < 1.3 < speeds[2] < speeds[6]
    dear = spec.costs_by_length(0.35, 6.0, 3.0)
    assert spec.predicted_speedup(shares, dear, 1) < 1.0 < spec.predicted_speedup(shares, dear, 4)
    assert spec.best_length(shares, dear).length == 5


shares = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=12).map(lambda raw: tuple(sorted(raw, reverse=True)))


@settings(deadline=None)
@given(st.integers(1, 16), st.floats(0.0, 1.0), st.floats(0.001, 3.0))
def test_break_even_is_where_acceptance_equals_cost(length: int, acceptance: float, cost: float) -> None:
    speed = spec.speedup(length, acceptance, cost)
    assert (speed > 1.0) == (acceptance > cost) or speed == pytest.approx(1.0)
    assert speed <= (1 + length) / (1 + length * cost) + 1e-12


@settings(deadline=None)
@given(shares, st.floats(0.001, 2.0))
def test_the_best_is_never_below_plain_and_the_next_position_does_not_pay(raw: tuple[float, ...], cost: float) -> None:
    best = spec.best_length(raw, cost)
    assert best.speedup >= 1.0
    if best.length < spec.MAX_LENGTH:
        following = spec.extended(raw, best.length + 1)[best.length]
        assert following <= best.speedup * cost + 1e-9
    assert best.speedup == pytest.approx(spec.predicted_speedup(raw, cost, best.length))


@settings(deadline=None)
@given(shares, st.integers(1, 24))
def test_extended_shares_never_grow(raw: tuple[float, ...], length: int) -> None:
    longer = spec.extended(raw, length)
    assert len(longer) == length
    assert all(left >= right for left, right in itertools.pairwise(longer))


# What cannot be determined ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drafted", "accepted", "faster", "cost"),
    [
        (24, 8, 1.35, None),  # 24 guesses in 400 tokens would have to explain why the whole reply was faster
        (200, 100, 2.5, None),  # more than any guess can save
        (24, 8, 1.0, None),
        (800, 300, 4.05, 0.0),  # within the noise of a draft that costs nothing
        (800, 300, 2.0, 0.125),
    ],
)
def test_a_cost_that_the_reply_cannot_tell_is_unknown(
    drafted: int, accepted: int, faster: float, cost: float | None
) -> None:
    sample = Sample(t=0.0, tokens=401, decode_ms=40_000 / faster, drafted=drafted, accepted=accepted)
    found = spec.extra_cost(sample, baseline_rate=10.0)
    assert found == (None if cost is None else pytest.approx(cost))


def test_tokens_per_pass_never_goes_up_again_when_a_pass_is_shown_in_pieces() -> None:
    """Within a pass the accepted guesses are counted before they are sent; the passes seen so far stay."""
    pieces = Sample(t=0.0, tokens=46, drafted=40, accepted=37, passes=9, passes_derived=True)
    assert pieces.tokens_per_pass == 45 / 9
    counted = Sample(t=0.0, tokens=46, drafted=40, accepted=37, passes=7, passes_derived=False)
    assert counted.tokens_per_pass == 45 / 8, "the engine's own count leaves out passes that verified nothing"
