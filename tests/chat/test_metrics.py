from __future__ import annotations

import pytest
from chat_streams import CAPTURES

from specdesk.chat.metrics import difference, sample_of_metrics
from specdesk.records.sample import Sample


def scraped(name: str, t: float = 1.0) -> Sample:
    sample = sample_of_metrics((CAPTURES / f"{name}.metrics.txt").read_text("utf-8"), t)
    assert sample is not None
    return sample


def test_a_build_with_all_series() -> None:
    assert scraped("b11434.draft") == Sample(
        t=1.0,
        tokens=60,
        decode_ms=1090.43,
        prompt_tokens=53,
        prompt_ms=155.086,
        cached_tokens=0,
        drafted=56,
        accepted=44,
        passes=14,
        per_position=(12, 11, 11, 10),
    )


def test_a_build_without_the_series_says_nothing_rather_than_zero() -> None:
    for name in ("b5361.draft", "b10068.ngram"):
        sample = scraped(name)
        assert sample.tokens == 60
        assert (sample.drafted, sample.accepted, sample.passes, sample.per_position) == (None, None, None, None)
        assert sample.cached_tokens is None


def test_a_build_that_counted_nothing_says_zero() -> None:
    sample = scraped("b11434.baseline")
    assert (sample.drafted, sample.accepted, sample.passes, sample.per_position) == (0, 0, 0, None)
    assert sample.acceptance is None


def test_names_without_total_are_the_same_series() -> None:
    text = (CAPTURES / "b11434.draft.metrics.txt").read_text("utf-8")
    renamed = text.replace("_total", "")
    assert renamed != text
    assert sample_of_metrics(renamed, 1.0) == scraped("b11434.draft")


@pytest.mark.parametrize(
    "text",
    ["", "<html><body>404</body></html>", '{"error":{"code":501,"message":"no"}}', "llamacpp:x{ 1", "a b c d e"],
)
def test_other_text_is_not_metrics(text: str) -> None:
    assert sample_of_metrics(text, 1.0) is None


def test_odd_values_and_positions_are_left_out() -> None:
    text = "\n".join(
        [
            "llamacpp:tokens_predicted_total 5",
            "llamacpp:tokens_predicted_seconds_total NaN",
            "llamacpp:prompt_tokens_total -3",
            'llamacpp:spec_decode_num_accepted_tokens_per_pos_total{position="0"} 4',
            'llamacpp:spec_decode_num_accepted_tokens_per_pos_total{position="2"} 2',
            'llamacpp:spec_decode_num_accepted_tokens_per_pos_total{position="x"} 9',
        ]
    )
    assert sample_of_metrics(text + "\n", 2.0) == Sample(t=2.0, tokens=5, per_position=(4,))


def test_difference_of_two_scrapes() -> None:
    before = Sample(t=1.0, tokens=100, decode_ms=2000.0, drafted=10, accepted=4, passes=5, prompt_tokens=7)
    after = Sample(
        t=9.0, tokens=160, decode_ms=3000.0, drafted=50, accepted=30, passes=15, prompt_tokens=9, per_position=(9, 5)
    )
    assert difference(after, before) == Sample(
        t=9.0,
        tokens=60,
        decode_ms=1000.0,
        rate=60.0,
        prompt_tokens=2,
        drafted=40,
        accepted=26,
        passes=10,
        per_position=(9, 5),
    )


def test_difference_by_position_counts_new_positions_from_zero() -> None:
    before = Sample(t=1.0, tokens=1, per_position=(3, 1))
    after = Sample(t=2.0, tokens=2, per_position=(5, 4, 2))
    assert difference(after, before).per_position == (2, 3, 2)


def test_difference_with_an_unknown_figure_is_unknown() -> None:
    result = difference(Sample(t=2.0, tokens=5, drafted=3), Sample(t=1.0, tokens=5, accepted=1))
    assert (result.tokens, result.rate, result.drafted, result.accepted) == (0, None, None, None)


def test_a_server_that_was_started_anew_counts_from_zero() -> None:
    before = Sample(t=1.0, tokens=500, decode_ms=9000.0, drafted=90, accepted=80, passes=50)
    after = Sample(t=2.0, tokens=20, decode_ms=400.0, drafted=9, accepted=8, passes=5)
    result = difference(after, before)
    assert (result.tokens, result.decode_ms, result.rate) == (20, 400.0, 50.0)
    assert (result.drafted, result.accepted, result.passes) == (9, 8, 5)
