"""Answers made to do harm: figures beyond reason, endless nesting, compression that was not asked for, redirects."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from servers import BODY, answer, collected, playing, text_of

from specdesk.chat.answers import models_of, props_of, slots_of
from specdesk.chat.attached.llama_server import LlamaServer
from specdesk.chat.attached.vllm_metrics import sample_of_vllm, vllm_speculates
from specdesk.chat.chat_stream import Answered
from specdesk.chat.client import EngineClient
from specdesk.chat.metrics import difference, sample_of_metrics
from specdesk.chat.stream import SseParser
from specdesk.chat.timings import MOST, DeltaReader, json_object, json_value
from specdesk.errors import ChatError
from specdesk.records.sample import Sample

HUGE = "9" * 400
FIGURES = (HUGE, f"-{HUGE}", "9" * 5000, "1e400", "-1", "NaN", "Infinity", "null", '"5"', "[]", "{}", "true", "5.5")
MIB = 1 << 20


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_beyond_reason_is_not_told(figure: str) -> None:
    names = ("predicted_n", "predicted_ms", "predicted_per_second", "prompt_n", "draft_n", "draft_n_accepted")
    for name in names:
        timings = {"predicted_n": 5, name: 0}
        text = json.dumps({"choices": [], "timings": timings}).replace(f'"{name}": 0', f'"{name}": {figure}')
        document = json_object(text)
        delta = DeltaReader().read(document or {}, 1.0)
        if name == "predicted_n" or document is None:
            assert delta.sample is None
        else:
            sample = delta.sample
            assert sample is not None
            told = (sample.decode_ms, sample.rate, sample.prompt_tokens, sample.drafted, sample.accepted, sample.passes)
            assert all(one is None or 0 <= one <= 5.5 for one in told)


@pytest.mark.parametrize("figure", ["9" * 400, "1e400", "-5", "NaN", "+Inf", "9" * 5000, "0x5", ""])
def test_counters_beyond_reason_are_not_told(figure: str) -> None:
    text = f"llamacpp:tokens_predicted_total 7\nllamacpp:prompt_tokens_total {figure}\n"
    sample = sample_of_metrics(text, 1.0)
    assert sample is None or (sample.tokens, sample.prompt_tokens) == (7, None)
    assert vllm_speculates(f"vllm:prompt_tokens_total {figure}\n") in (None, False)


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "", "nul", "\ud800", "9" * 10_000])
def test_what_is_no_json_is_nothing(text: str) -> None:
    assert json_value(text.encode("utf-8", "surrogatepass")) is None


def test_of_two_values_of_one_name_the_last_counts() -> None:
    assert json_object('{"error": 1, "error": 2}') == {"error": 2}


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(int(HUGE))
NAMES = st.sampled_from(
    [
        "choices", "delta", "message", "content", "finish_reason", "timings", "predicted_n", "predicted_ms", "draft_n",
        "draft_n_accepted", "prompt_progress", "total", "processed", "id", "n_ctx", "next_token", "n_decoded", "data",
        "is_processing", "id_task", "default_generation_settings", "total_slots", "chat_template", "error",
    ]
)  # fmt: skip
DOCUMENTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=6), max_leaves=12
)


@settings(deadline=None, max_examples=60)
@given(DOCUMENTS)
def test_no_document_makes_a_reader_fail(document: Any) -> None:
    whole = document if isinstance(document, dict) else {"choices": document, "timings": document, "data": document}
    delta = DeltaReader().read(whole, 1.0)
    sample = delta.sample
    assert sample is None or (0 <= sample.tokens <= MOST and (sample.passes or 0) <= MOST)
    props = props_of(whole)
    assert props.context is None or 0 <= props.context <= MOST
    assert all(0 <= slot.id <= MOST for slot in slots_of(document) or ())
    assert all(isinstance(name, str) for name in models_of(whole))


LINES = st.lists(
    st.sampled_from(["llamacpp:tokens_predicted_total", "llamacpp:prompt_tokens_total", "# TYPE", "x{", "}", "a=\"b"])
    | st.text(max_size=8)
    | st.just(HUGE),
    max_size=8,
)  # fmt: skip


@settings(deadline=None, max_examples=100)
@given(LINES, st.sampled_from([" ", "\n", "{", '"']))
def test_no_text_makes_the_reader_of_counters_fail(words: list[str], between: str) -> None:
    sample = sample_of_metrics(between.join(words), 1.0)
    assert sample is None or 0 <= sample.tokens <= MOST


def test_a_time_beyond_every_float_costs_the_counters_only() -> None:
    line = f"llamacpp:tokens_predicted_total 5 {'9' * 400}\n"
    assert sample_of_metrics(line, 1.0) is None
    assert sample_of_vllm(line.replace("llamacpp", "vllm"), 1.0) is None


@settings(deadline=None, max_examples=60)
@given(st.lists(st.binary(max_size=40) | st.sampled_from([b"data: ", b"\n\n", b"\r", b"error: {}", b"\xff\xfe"])))
def test_no_bytes_make_the_parser_fail(pieces: list[bytes]) -> None:
    parser = SseParser(max_event_bytes=200, max_events=5)
    events = [event for piece in pieces for event in parser.feed(piece)] + parser.finish()
    assert sum(event.kind != "cut" for event in events) <= 5


def test_counters_that_go_down_start_anew() -> None:
    """A server that was restarted, or one that lies: nothing negative comes out."""
    before, after = Sample(t=9.0, tokens=100, decode_ms=50.0), Sample(t=3.0, tokens=10, decode_ms=5.0)
    step = difference(after, before)
    assert (step.tokens, step.decode_ms, step.rate) == (10, 5.0, 2000.0)


# ---- compression, redirects -----------------------------------------------------------------------------------------


def compressed(body: bytes, kind: str, encoding: str) -> list[bytes]:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Encoding: {encoding}\r\nConnection: close\r\n\r\n"
    return [head.encode(), body]


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "GZIP, gzip"])
def test_compression_that_was_not_asked_for_is_refused(encoding: str) -> None:
    bomb = gzip.compress(b"data: " + bytes(40 * MIB), 9)

    async def ask() -> None:
        for kind in ("text/event-stream", "application/json"):
            async with playing(compressed(bomb, kind, encoding)) as play:
                client = EngineClient(play.url)
                deltas, error = await collected(client.stream_chat(BODY))
                assert text_of(deltas) == ""
                assert error is not None
                assert error.what == f"What answers at {play.url} sends compressed data."
                assert error.next_step
                with pytest.raises(ChatError, match="compressed"):
                    await client.props()
                await client.aclose()

    asyncio.run(ask())


def test_a_redirect_is_not_followed() -> None:
    async def ask() -> None:
        async with playing(answer(200, b'{"status":"ok"}')) as elsewhere:
            moved = f"HTTP/1.1 307 X\r\nLocation: {elsewhere.url}/health\r\nContent-Length: 0\r\n\r\n".encode()
            async with playing([moved]) as play:
                client = EngineClient(play.url, "secret")
                assert await client.health() == "unreachable"
                with pytest.raises(ChatError, match="HTTP 307"):
                    await client.props()
                _, error = await collected(client.stream_chat(BODY))
                assert error is not None
                await client.aclose()
            assert elsewhere.requests == []

    asyncio.run(ask())


@pytest.mark.parametrize("text", ["[" * 100_000, "<html>", "nul"])
def test_slots_that_are_no_json_leave_the_probe_standing(text: str) -> None:
    class Asking:
        url = "http://127.0.0.1:1"

        async def get(self, path: str) -> Answered | None:
            return Answered(status=200, text='{"total_slots": 1}' if path == "/props" else text)

    found = asyncio.run(LlamaServer().probe(Asking()))  # type: ignore[arg-type]
    assert found is not None
    assert (found.slots, found.speculation) == (1, None)
