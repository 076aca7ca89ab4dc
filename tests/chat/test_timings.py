from __future__ import annotations

import json
import math
from collections.abc import Iterator

import pytest
from chat_streams import capture, chunk, deltas_of
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.chat.timings import Delta, DeltaReader, PromptProgress, count, delta_of, json_object, number, sample_of
from specdesk.records.sample import Sample


def last_sample(name: str) -> Sample:
    samples = [delta.sample for delta in deltas_of(capture(name)) if delta.sample is not None]
    return samples[-1]


def test_text_and_end_of_a_recorded_answer() -> None:
    deltas = deltas_of(capture("b11434.draft.chat.sse"))
    text = "".join(delta.text for delta in deltas)
    assert text.startswith('The words "Eu-Uf-Uf')
    assert [delta.finish_reason for delta in deltas if delta.finish_reason] == ["length"]
    assert [delta.t for delta in deltas] == list(range(len(deltas)))


def test_figures_of_a_build_of_today() -> None:
    sample = last_sample("b11434.draft.chat.sse")
    assert (sample.tokens, sample.decode_ms, sample.rate) == (60, 1090.432, 54.1069961263059)
    assert (sample.prompt_tokens, sample.prompt_ms, sample.cached_tokens) == (53, 311.476, 0)
    assert (sample.drafted, sample.accepted, sample.passes, sample.passes_derived) == (56, 44, 15, True)
    assert sample.acceptance == pytest.approx(44 / 56)
    assert sample.rate == pytest.approx(59 / 1.090432)  # the first token comes out of prompt processing


def test_figures_of_an_old_build() -> None:
    sample = last_sample("b5361.draft.chat.sse")
    assert (sample.tokens, sample.decode_ms) == (60, 1004.277)
    assert sample.rate == pytest.approx(60 / 1.004277)  # it counts the first token
    assert (sample.drafted, sample.accepted, sample.passes, sample.cached_tokens) == (41, 38, 21, None)


def test_first_token_has_no_rate_whatever_the_build_prints() -> None:
    for name, printed in (
        ("b5361.draft.chat.sse", None),
        ("b10068.ngram.chat.sse", 1000000.0),
        ("b11434.draft.chat.sse", 0.0),
    ):
        first = next(
            c for c in map(json_object, _chunks(name)) if c and (c.get("timings") or {}).get("predicted_n") == 1
        )
        assert first["timings"]["predicted_per_second"] == printed
        sample = delta_of(first, 1.0).sample
        assert sample is not None
        assert (sample.tokens, sample.rate, sample.passes) == (1, None, None)


def test_absent_counts_mean_unknown_unless_the_engine_is_known_to_report_them() -> None:
    timings = {"predicted_n": 5, "predicted_ms": 40.0, "predicted_per_second": 100.0}
    assert sample_of(timings, 1.0) == Sample(t=1.0, tokens=5, decode_ms=40.0, rate=100.0)
    known = sample_of(timings, 1.0, reports_drafts=True)
    assert known is not None
    assert (known.drafted, known.accepted, known.passes, known.acceptance) == (0, 0, 4, None)


def test_an_engine_that_once_reported_drafts_is_known_from_then_on() -> None:
    reader = DeltaReader()
    before = reader.read(chunk("a", {"predicted_n": 1}), 1.0).sample
    assert before is not None
    assert before.drafted is None
    assert not reader.reports_drafts
    reader.read(chunk("b", {"predicted_n": 2, "draft_n": 3, "draft_n_accepted": 0}), 2.0)
    assert reader.reports_drafts
    after = reader.read(chunk("c", {"predicted_n": 3}), 3.0).sample
    assert after is not None
    assert after.drafted == 0


def test_builds_that_name_the_cache_are_known_to_report_drafts() -> None:
    sample = last_sample("b10068.ngram.chat.sse")
    assert (sample.tokens, sample.drafted, sample.accepted, sample.passes) == (60, 0, 0, 59)
    assert sample.acceptance is None


def test_passes_are_at_least_one_and_never_go_down() -> None:
    cut = sample_of({"predicted_n": 5, "draft_n": 8, "draft_n_accepted": 6}, 0.0)
    assert cut is not None
    assert cut.passes == 1
    passes = [d.sample.passes for d in deltas_of(capture("b11434.draft.chat.sse")) if d.sample and d.sample.passes]
    assert passes == sorted(passes)
    assert passes[-1] == 15


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20))
def test_a_pass_counts_from_its_first_token_on_wherever_a_reply_is_stopped(kept: list[int]) -> None:
    """As an engine sends it: all guesses of a pass are counted before its first token."""
    reader = DeltaReader()
    tokens, accepted, drafted = 1, 0, 0
    for place, guesses in enumerate(kept, 1):
        accepted += guesses
        drafted += 3
        for _ in range(guesses + 1):
            tokens += 1
            timings = {"predicted_n": tokens, "draft_n": drafted, "draft_n_accepted": accepted}
            sample = reader.read({"timings": timings}, 0.0).sample
            assert sample is not None
            assert sample.passes == sample.steps == place
            assert sample.tokens_per_pass is not None
            assert sample.tokens_per_pass <= 4
    again = reader.read({"timings": timings}, 0.0).sample
    assert again is not None
    assert again.passes == len(kept)


def test_an_engine_that_counts_its_passes_knows_better_than_the_last_cut_one() -> None:
    stopped = Sample(t=0.0, tokens=12, drafted=12, accepted=9, passes=3)
    assert stopped.steps == 3


def test_prompt_progress_carries_no_sample_of_the_answer_before() -> None:
    """b10068 sends the slot's last timings (here 42 tokens of another answer) while it reads the prompt."""
    deltas = deltas_of(capture("b10068.second-answer.chat.sse"))
    raw = json_object(next(_chunks("b10068.second-answer.chat.sse")))
    assert raw is not None
    assert raw["timings"]["predicted_n"] == 42
    assert deltas[0].progress == PromptProgress(total=125, processed=24, cached=24, ms=0.0)
    assert deltas[0].sample is None
    samples = [delta.sample for delta in deltas if delta.sample]
    assert [samples[0].tokens, samples[-1].tokens] == [1, 117]


def test_an_answer_without_streaming() -> None:
    message = {"role": "assistant", "content": "Yes.", "reasoning_content": "Hm."}
    document = {
        "choices": [{"finish_reason": "stop", "index": 0, "message": message}],
        "timings": {"predicted_n": 3, "predicted_ms": 10.0},
    }
    delta = delta_of(document, 2.0)
    assert (delta.text, delta.reasoning, delta.finish_reason) == ("Yes.", "Hm.", "stop")
    assert delta.sample == Sample(t=2.0, tokens=3, decode_ms=10.0)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
field = st.sampled_from(
    ["choices", "timings", "prompt_progress", "delta", "message", "content", "reasoning_content", "finish_reason",
     "predicted_n", "predicted_ms", "draft_n", "draft_n_accepted", "total", "processed", "usage"]
)  # fmt: skip
documents = st.dictionaries(
    field,
    st.recursive(anything, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(field, inner, max_size=4)),
    max_size=6,
)


@given(documents)
@settings(deadline=None)
def test_any_document_gives_a_delta_with_sane_figures(document: dict[str, object]) -> None:
    delta = delta_of(document, 1.0)
    assert isinstance(delta, Delta)
    sample = delta.sample
    if sample is not None:
        assert sample.tokens >= 0
        for value in (sample.decode_ms, sample.rate, sample.drafted, sample.accepted):
            assert value is None or (value >= 0 and math.isfinite(value))


def test_numbers_and_counts() -> None:
    assert [count(v) for v in (0, 3, 3.0, 3.5, -1, True, None, "3", math.nan, math.inf)] == [
        0, 3, 3, None, None, None, None, None, None, None,
    ]  # fmt: skip
    assert [number(v) for v in (0, 2.5, -0.1, True, None, "1", math.nan, math.inf)] == [
        0.0, 2.5, None, None, None, None, None, None,
    ]  # fmt: skip


def test_json_objects() -> None:
    assert json_object('{"a": 1}') == {"a": 1}
    assert json_object('{"a": "\\ud83d"}') == {"a": "\ud83d"}  # half a pair is let through
    for text in ("[1]", "1", "nonsense", "", '{"a":', "[" * 100_000):
        assert json_object(text) is None


def _chunks(name: str) -> Iterator[str]:
    for line in capture(name).decode().splitlines():
        if line.startswith("data: {"):
            yield json.dumps(json.loads(line[6:]))
