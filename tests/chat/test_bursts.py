"""Tokens per pass from arrivals: right on simulated replies, and silent where arrivals do not show it."""

from __future__ import annotations

import random

import pytest

from specdesk.chat.bursts import Arrival, estimate


def arrivals(
    seed: int, alpha: float, length: int, *, passes: int = 120, step: float = 0.05, jitter: float = 0.0
) -> tuple[list[Arrival], float]:
    """A reply of a speculating engine as it reaches a client, and its true tokens per pass.

    alpha: chance that one guess is kept. jitter: share of `step` by which the network shifts each arrival.
    """
    rng = random.Random(seed)
    t, made, found = 0.0, 0, []
    for _ in range(passes):
        t += step * rng.uniform(0.92, 1.08)
        kept = 0
        while kept < length and rng.random() < alpha:
            kept += 1
        for place in range(kept + 1):
            found.append(Arrival(t + 0.0002 * place + step * jitter * rng.random(), 1))
        made += kept + 1
    return sorted(found, key=lambda arrival: arrival.t), made / passes


@pytest.mark.parametrize("alpha", [0.0, 0.3, 0.6, 0.8, 0.95])
@pytest.mark.parametrize("length", [1, 3, 8, 16])
def test_the_estimate_is_close_on_clear_arrivals(alpha: float, length: int) -> None:
    for seed in range(5):
        found, true = arrivals(seed, alpha, length)
        told = estimate(found)
        assert told is not None, (alpha, length, seed)
        assert told.tokens_per_pass == pytest.approx(true, rel=0.08)
        assert told.pass_ms == pytest.approx(50, rel=0.1)


def test_plain_decoding_is_one_token_per_pass() -> None:
    found, _ = arrivals(1, 0.0, 0)
    told = estimate(found)
    assert told is not None
    assert told.tokens_per_pass == pytest.approx(1.0, abs=0.01)


def test_a_network_that_blurs_arrivals_gives_no_estimate() -> None:
    blurred = [estimate(arrivals(seed, 0.7, 4, jitter=1.0)[0]) for seed in range(20)]
    assert blurred.count(None) >= 18


def test_several_tokens_in_one_chunk_count_as_that_many() -> None:
    found = [Arrival(0.05 * number, 4) for number in range(40)]
    told = estimate(found)
    assert told is not None
    assert told.tokens_per_pass == 4.0


@pytest.mark.parametrize("found", [
    [], [Arrival(0.0, 500)], [Arrival(0.1 * number, 1) for number in range(20)], [Arrival(1.0, 1)] * 200,
])  # fmt: skip
def test_too_little_gives_no_estimate(found: list[Arrival]) -> None:
    assert estimate(found) is None
