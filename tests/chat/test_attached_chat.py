"""Chatting with each attached engine: figures, their absence, and every way to break off."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec
import pytest
from attached_servers import Heard, ask, attached

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.identity import Probed
from specdesk.chat.attached.json_lines import JsonLines
from specdesk.chat.attached.vllm_metrics import sample_of_vllm, vllm_speculates
from specdesk.chat.metrics import difference
from specdesk.chat.reply import GrowingReply, footer_words
from specdesk.chat.stream import SseEvent

TEXT = "This reply has exactly eight words in it"
KINDS = ("vllm", "ollama", "lm-studio", "openai")


def heard(url: str, key: str | None = None, options: Options | None = None) -> tuple[Probed, Heard]:
    """Probe and ask."""
    return asyncio.run(ask(url, key, options))


@pytest.mark.parametrize("kind", KINDS)
def test_the_reply_arrives_whole(kind: str) -> None:
    with attached(kind, text=TEXT) as url:
        _, reply = heard(url)
    assert reply.error is None
    assert reply.text == TEXT
    assert [delta.finish_reason for delta in reply.deltas if delta.finish_reason] == ["stop"]
    assert reply.sample is not None
    assert reply.sample.tokens == 8


def test_ollama_s_rate_is_its_own_and_guesses_are_not_known() -> None:
    with attached("ollama", text=TEXT) as url:
        _, reply = heard(url)
    sample = reply.sample
    assert sample is not None
    assert (sample.decode_ms, sample.rate, sample.prompt_tokens, sample.prompt_ms) == (1000.0, 7.0, 7, 50.0)
    assert (sample.drafted, sample.accepted, sample.passes, sample.estimated) == (None, None, None, ())
    on_the_way = [delta.sample for delta in reply.deltas[:-1] if delta.sample is not None]
    assert all("rate" in sample.estimated for sample in on_the_way)


@pytest.mark.parametrize("kind", ["vllm", "openai"])
def test_a_rate_by_our_clock_says_so(kind: str) -> None:
    with attached(kind, text=TEXT, gap_s=0.01) as url:
        _, reply = heard(url)
    sample = reply.sample
    assert sample is not None
    assert sample.rate is not None
    assert set(sample.estimated) == {"decode_ms", "rate"}
    growing = GrowingReply(1, 0.0, follows_guesses=False)
    for delta in reply.deltas:
        growing.feed(delta)
    assert "tokens/s by this computer's clock" in footer_words(growing.footer())


def test_vllm_s_counters_tell_acceptance_and_positions() -> None:
    with attached("vllm", text=TEXT) as url:
        _, reply = heard(url)
    before, after = reply.counters
    assert before is not None
    assert after is not None
    added = difference(after, before)
    assert (added.tokens, added.drafted, added.accepted, added.passes, added.per_position) == (8, 4, 2, 3, (2, 0))


def test_vllm_s_figures_of_one_reply_are_taken_where_they_are_offered() -> None:
    with attached("vllm", text=TEXT, per_request=True) as url:
        _, reply = heard(url)
    sample = reply.sample
    assert sample is not None
    assert (sample.drafted, sample.accepted, sample.passes, sample.per_position) == (4, 2, 3, (2, 1))
    assert not sample.passes_derived


def test_lm_studio_s_stats_win_over_our_clock() -> None:
    stats = {"tokens_per_second": 51.5, "generation_time": 0.14, "total_draft_tokens_count": 6,
             "accepted_draft_tokens_count": 4}  # fmt: skip
    with attached("lm-studio", text=TEXT, details={"stats": stats}) as url:
        _, reply = heard(url)
    told = next(delta.sample for delta in reply.deltas if delta.finish_reason == "stop")
    assert told is not None
    assert (told.rate, told.decode_ms, told.drafted, told.accepted, told.passes) == (51.5, 140.0, 6, 4, 3)
    assert "rate" not in told.estimated


@pytest.mark.parametrize("details", [{"stats": None}, {"stats": {}}, {"stats": {"tokens_per_second": "fast"}}, {}])
def test_lm_studio_without_stats(details: dict[str, object]) -> None:
    with attached("lm-studio", text=TEXT, details=details) as url:
        _, reply = heard(url)
    assert reply.error is None
    assert reply.sample is not None
    assert reply.sample.drafted is None


def test_a_server_that_tells_no_usage_is_counted_by_its_chunks() -> None:
    with attached("openai", text=TEXT, no_usage=True) as url:
        _, reply = heard(url)
    assert reply.sample is not None
    assert reply.sample.tokens == 8
    assert "tokens" in reply.sample.estimated


@pytest.mark.parametrize("field", ["eval_count", "eval_duration", "prompt_eval_count", "done_reason"])
def test_ollama_without_any_one_of_its_figures(field: str) -> None:
    with attached("ollama", text=TEXT, details={field: None}) as url:
        _, reply = heard(url)
    assert reply.error is None
    assert reply.text == TEXT
    sample = reply.sample
    assert sample is not None
    assert sample.tokens == 8
    if field == "eval_duration":
        assert sample.rate is None


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_in_the_middle_keeps_what_came_before(kind: str) -> None:
    with attached(kind, text=TEXT, error_after=3) as url:
        _, reply = heard(url)
    assert reply.text == "This reply has"
    assert reply.error is not None
    words = "llama runner process has terminated" if kind == "ollama" else "CUDA out of memory"
    assert words in reply.error.why


@pytest.mark.parametrize("kind", KINDS)
def test_a_connection_that_closes_in_the_middle(kind: str) -> None:
    with attached(kind, text=TEXT, cut_after=3) as url:
        _, reply = heard(url)
    assert reply.text == "This reply has"
    assert reply.error is not None
    assert "in the middle of the answer" in reply.error.what


@pytest.mark.parametrize(("kind", "body", "words"), [
    ("vllm", '{"error": {"message": "maximum context length is 8192 tokens", "code": 400}}', "maximum context length"),
    ("vllm", '{"object": "error", "message": "top_k must be at least -1", "code": 400}', "top_k must be"),
    ("openai", '{"detail": "model not loaded"}', "model not loaded"),
    ("ollama", '{"error": "model requires more system memory"}', "more system memory"),
    ("lm-studio", '{"error": {"message": "Draft model not compatible"}}', "Draft model not compatible"),
])  # fmt: skip
def test_a_refusal_is_quoted_in_whatever_form_it_comes(kind: str, body: str, words: str) -> None:
    with attached(kind, refuse=[400, body]) as url:
        _, reply = heard(url)
    assert reply.error is not None
    assert words in reply.error.why


def asked(kind: str, path: Path, options: Options, key: str | None = None) -> dict[str, object]:
    """The body of the one chat request."""
    with attached(kind, log=str(path), key=key) as url:
        heard(url, key, options)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return next(line for line in lines if "chat" in line["path"])


def test_each_engine_is_asked_in_its_own_words(tmp_path: Path) -> None:
    vllm = asked("vllm", tmp_path / "a", Options(), "k")
    assert vllm["key"] == "Bearer k"
    body = vllm["body"]
    assert isinstance(body, dict)
    assert (body["model"], body["repetition_penalty"], body["top_k"]) == ("Qwen/Qwen3-8B", 1.1, 20)
    assert not {"timings_per_token", "return_progress", "repeat_penalty"} & body.keys()
    ollama = asked("ollama", tmp_path / "b", Options(guesses=0))["body"]
    assert isinstance(ollama, dict)
    assert ollama["options"] == {
        "temperature": 0.5, "top_k": 20, "repeat_penalty": 1.1, "num_predict": 64, "draft_num_predict": 0,
    }  # fmt: skip
    studio = asked("lm-studio", tmp_path / "c", Options(draft_model="tiny"))
    assert studio["path"] == "/api/v0/chat/completions"
    assert studio["body"]["draft_model"] == "tiny"  # type: ignore[index]
    plain = asked("openai", tmp_path / "d", Options(model="other"))["body"]
    assert isinstance(plain, dict)
    assert plain.keys() == {"messages", "stream", "temperature", "max_tokens", "model", "stream_options"}
    assert plain["model"] == "other"


def test_ollama_s_bursts_become_an_estimate_that_is_named(tmp_path: Path) -> None:
    text = " ".join(f"word{number}" for number in range(60))
    with attached("ollama", text=text, burst=3, gap_s=0.06) as url:
        _, off = heard(url, options=Options(guesses=0))
        for _ in range(5):  # a busy machine may blur the bursts of one reply: then no estimate, never a wrong one
            sample = heard(url)[1].sample
            assert sample is not None
            if sample.passes is not None:
                break
    assert sample.passes is not None
    assert "passes" in sample.estimated
    assert (sample.tokens - 1) / sample.passes == pytest.approx(3.0, rel=0.25)
    assert off.sample is not None
    assert off.sample.passes is None


def test_vllm_s_metrics_of_several_engines_are_added_up() -> None:
    text = (
        'vllm:generation_tokens_total{engine="0"} 10\nvllm:generation_tokens_total{engine="1"} 5\n'
        'vllm:spec_decode_num_drafts_total{engine="0"} 4\nvllm:spec_decode_num_accepted_tokens_per_pos_total'
        '{engine="0",position="0"} 3\n'
    )
    sample = sample_of_vllm(text, 1.0)
    assert sample is not None
    assert (sample.tokens, sample.passes, sample.per_position, sample.drafted) == (15, 4, (3,), None)
    assert vllm_speculates(text) is True


@pytest.mark.parametrize("text", ["", "<html>", "llamacpp:tokens_predicted_total 3\n", "vllm:x{ 1"])
def test_text_of_another_kind_is_no_sample(text: str) -> None:
    assert sample_of_vllm(text, 0.0) is None
    assert vllm_speculates(text) is None


def test_lines_come_whole_whatever_the_chunks() -> None:
    raw = '{"a": "é"}\n\n{"b": 1}\r\n{"c": 2}'.encode()
    for cut in range(len(raw)):
        parser = JsonLines()
        events = [*parser.feed(raw[:cut]), *parser.feed(raw[cut:]), *parser.finish()]
        assert [msgspec.json.decode(event.text) for event in events] == [{"a": "é"}, {"b": 1}, {"c": 2}]


def test_an_endless_line_is_cut() -> None:
    parser = JsonLines(max_event_bytes=100)
    assert [event.kind for event in parser.feed(b"x" * 200)] == ["cut"]
    assert parser.feed(b'{"a": 1}\n') == []
    assert parser.finish() == []
    assert isinstance(SseEvent("data", ""), SseEvent)
