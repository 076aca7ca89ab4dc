from __future__ import annotations

import itertools

import pytest
from chat_streams import RECORDED, events_of
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.chat.stream import SseEvent, SseParser


def fed(pieces: list[bytes], **limits: int) -> list[SseEvent]:
    parser = SseParser(**limits)
    found = [event for piece in pieces for event in parser.feed(piece)]
    return found + parser.finish()


def split(raw: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(raw) + 1) for cut in cuts), len(raw)]
    return [raw[a:b] for a, b in itertools.pairwise(edges)]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
@given(cuts=st.lists(st.integers(min_value=0), max_size=12))
@settings(deadline=None, max_examples=25)
def test_recorded_streams_read_the_same_however_they_are_split(path, cuts: list[int]) -> None:
    raw = path.read_bytes()
    whole = events_of(raw)
    assert whole[-1] == SseEvent("data", "[DONE]")
    assert len(whole) == raw.count(b"data: ")
    assert fed(split(raw, cuts)) == whole


lines = st.sampled_from(
    [
        b"data: a",
        b"data:b",
        b"data",
        b"data:  c",
        b"error: e",
        b":",
        b": note",
        b"event: x",
        b"id: 1",
        b"",
        b"",
        b"junk",
    ]
)
ends = st.sampled_from([b"\n", b"\r", b"\r\n"])
bodies = st.lists(st.tuples(lines | st.text(max_size=3).map(lambda t: b"data: " + t.encode()), ends), max_size=20)


@given(bodies, st.lists(st.integers(min_value=0), max_size=20))
@settings(deadline=None)
def test_any_lines_read_the_same_however_they_are_split(body: list[tuple[bytes, bytes]], cuts: list[int]) -> None:
    raw = b"".join(line + end for line, end in body)
    limits = {"max_event_bytes": 40, "max_events": 6}
    assert fed(split(raw, cuts), **limits) == fed([raw], **limits)
    assert fed([raw[i : i + 1] for i in range(len(raw))], **limits) == fed([raw], **limits)


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"], ids=["LF", "CR", "CRLF"])
def test_line_ends(end: bytes) -> None:
    raw = b"data: a" + end + b"data: b" + end + end + b": comment" + end + end + b"data:c" + end + end
    assert fed([raw]) == [SseEvent("data", "a\nb"), SseEvent("data", "c")]


def test_crlf_cut_in_the_middle_is_one_line_end() -> None:
    assert fed([b"data: a\r", b"", b"\ndata: b\r", b"\n\r", b"\n"]) == [SseEvent("data", "a\nb")]


def test_characters_cut_in_the_middle() -> None:
    raw = "data: é😀ĳ\n\n".encode()
    assert fed([raw[i : i + 1] for i in range(len(raw))]) == [SseEvent("data", "é😀ĳ")]


def test_bytes_that_are_not_utf8_are_replaced() -> None:
    assert fed([b"data: a\xffb\n\n"]) == [SseEvent("data", "a\ufffdb")]


def test_byte_order_mark_at_the_start_only() -> None:
    assert fed([b"\xef\xbb", b"\xbfdata: a\n\n"]) == [SseEvent("data", "a")]


def test_errors_of_old_builds_are_events() -> None:
    raw = b'error: {"code":500,"message":"x"}\n\ndata: [DONE]\n\n'
    assert fed([raw]) == [SseEvent("error", '{"code":500,"message":"x"}'), SseEvent("data", "[DONE]")]


def test_only_one_blank_belongs_to_the_syntax() -> None:
    assert fed([b"data:  a \n\n"]) == [SseEvent("data", " a ")]


def test_end_without_a_blank_line_delivers_what_is_there() -> None:
    parser = SseParser()
    assert parser.feed(b"data: a\n\ndata: b") == [SseEvent("data", "a")]
    assert parser.finish() == [SseEvent("data", "b")]
    assert parser.finish() == []
    assert parser.feed(b"data: c\n\n") == []


def test_a_huge_event_is_cut_with_a_reason_and_nothing_is_kept() -> None:
    parser = SseParser()
    found: list[SseEvent] = []
    block = b"x" * 65536
    found += parser.feed(b"data: fine\n\ndata: ")
    for _ in range(320):  # 20 MB without a line end
        found += parser.feed(block)
    assert found == [SseEvent("data", "fine"), SseEvent("cut", "one event is longer than 4194304 bytes")]
    assert len(parser._line) == 0
    assert parser.feed(b"\n\ndata: more\n\n") == []
    assert parser.finish() == []


def test_a_huge_event_of_tiny_lines_is_cut_too() -> None:
    parser = SseParser()
    found: list[SseEvent] = []
    for _ in range(100):
        found += parser.feed(b"data:\n" * 10_000)  # a million lines of one event
    assert found == [SseEvent("cut", "one event is longer than 4194304 bytes")]
    assert parser._data == []


def test_a_million_tiny_events_are_cut() -> None:
    parser = SseParser()
    count, last = 0, None
    for _ in range(100):
        for event in parser.feed(b"data: x\n\n" * 10_000):
            count, last = count + 1, event
    assert count == 500_001
    assert last == SseEvent("cut", "the stream has more than 500000 events")


def test_a_million_comments_and_blank_lines_cost_nothing() -> None:
    parser = SseParser()
    assert [e for _ in range(100) for e in parser.feed(b":\n\n" * 10_000)] == []
    assert parser.feed(b"data: still here\n\n") == [SseEvent("data", "still here")]
