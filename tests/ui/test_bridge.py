"""Events on their way to the window: order, joining, what is out of date, errors, other threads."""

from __future__ import annotations

import threading
import time

import pytest
from PySide6.QtCore import QTimer
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.guesses import Span
from specdesk.engines.lifecycle import Checking, Failed, Failure, Loading, Ready, Stopped, Stopping
from specdesk.records.device import HostReading, MonitorReading
from specdesk.records.model_file import ModelFile
from specdesk.records.sample import Sample
from specdesk.service.events import (
    ChatOpened,
    CheckDone,
    CheckProgress,
    FitReady,
    LibraryDone,
    LibraryRow,
    LogLines,
    OtherTraffic,
    Problem,
    Reading,
    ReplyDone,
    ReplySample,
    ReplyStarted,
    ReplyText,
    StartRefused,
    StateChanged,
)
from specdesk.ui.bridge import ACTIVE_MS, FAST_MS, IDLE_MS, MANY, Bridge, RowsRead
from specdesk.ui.portions import SPANS_AT_ONCE

KINDS = (
    ChatOpened, FitReady, LibraryDone, LogLines, OtherTraffic, Problem, Reading, ReplyDone, ReplySample, ReplyStarted,
    ReplyText, RowsRead, StateChanged,
)  # fmt: skip

LOADING = StateChanged(state=Loading(run_id=1, pid=1, since=0.0))
READY = StateChanged(state=Ready(run_id=1, pid=1, url="", since=0.0))


@pytest.fixture
def heard(qapp: object) -> tuple[Bridge, list[object]]:
    """A bridge and everything that it hands out, in order."""
    bridge, events = Bridge(), []
    for kind in KINDS:
        bridge.on(kind, events.append)
    return bridge, events


def text(reply: int, words: str, guessed: bool | None = None) -> ReplyText:
    return ReplyText(reply=reply, spans=(Span(words, guessed),))


def row(path: str) -> ModelFile:
    return ModelFile(path=path, kind="model", name=path)


def started(reply: int) -> ReplyStarted:
    return ReplyStarted(reply=reply, chat=1, message=2)


def done(reply: int) -> ReplyDone:
    return ReplyDone(reply=reply, message=Message(id=2, role="assistant", text=""), words="", stopped=False)


def reading(t: float) -> Reading:
    return Reading(reading=MonitorReading(t=t, gpus=(), host=HostReading(t=t, total_mib=1, available_mib=1)))


def post_all(bridge: Bridge, *events: object) -> None:
    for event in events:
        bridge.post(event)
    bridge.drain()


def test_text_of_one_reply_arrives_as_one_event(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    sample = ReplySample(reply=7, sample=Sample(t=0.0, tokens=1))
    post_all(bridge, started(7), text(7, "The "), sample, text(7, "old ", True), text(7, "lamp"))
    assert events == [
        started(7),
        ReplyText(reply=7, spans=(Span("The ", None), Span("old ", True), Span("lamp", None))),
        sample,
    ]


def figures(tokens: int, reply: int = 7) -> ReplySample:
    return ReplySample(reply=reply, sample=Sample(t=tokens / 100, tokens=tokens))


def test_of_figures_that_come_together_the_first_of_a_reply_and_the_newest_count(
    heard: tuple[Bridge, list[object]],
) -> None:
    bridge, events = heard
    post_all(bridge, started(7), *(figures(tokens) for tokens in range(1, 9)))
    post_all(bridge, *(figures(tokens) for tokens in range(9, 17)))
    post_all(bridge, done(7), started(8), figures(1, 8), figures(2, 8), figures(3, 8))
    assert [event.sample.tokens for event in events if isinstance(event, ReplySample)] == [1, 8, 16, 1, 3]


def test_a_slow_receiver_hears_the_first_figures_at_once_and_the_newest_before_the_end(qapp: object) -> None:
    bridge, said = Bridge(), []
    bridge.on(ReplySample, lambda event: said.append(event.sample.tokens), every_s=3600.0)
    bridge.on(ReplyDone, lambda event: said.append("done"))
    post_all(bridge, started(7), figures(1))
    for tokens in (2, 3, 4):
        post_all(bridge, figures(tokens))
    assert said == [1]
    post_all(bridge, done(7))
    assert said == [1, 4, "done"]


def test_turns_come_slower_while_more_text_comes_than_anybody_reads(qapp: object) -> None:
    bridge = Bridge()
    post_all(bridge, started(7))
    for many, pace in ((MANY, FAST_MS), (MANY - 1, ACTIVE_MS), (MANY, FAST_MS)):
        for _ in range(many):
            bridge.post(text(7, "a"))
        bridge._turn()
        assert bridge.pace_ms == pace
    post_all(bridge, done(7))
    assert bridge.pace_ms == IDLE_MS


def test_a_flood_of_text_comes_in_pieces(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    letters = [chr(ord("a") + place % 26) for place in range(2 * SPANS_AT_ONCE + 3)]
    post_all(bridge, started(1), *(text(1, letter) for letter in letters))
    pieces = [event for event in events if isinstance(event, ReplyText)]
    assert [len(piece.spans) for piece in pieces] == [SPANS_AT_ONCE, SPANS_AT_ONCE, 3]
    assert [span.text for piece in pieces for span in piece.spans] == letters


def test_text_is_not_moved_across_the_end_of_a_reply(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    post_all(bridge, started(1), text(1, "a"), done(1), started(2), text(2, "b"), text(2, "c"))
    assert [type(event).__name__ for event in events] == [
        "ReplyStarted", "ReplyText", "ReplyDone", "ReplyStarted", "ReplyText",
    ]  # fmt: skip
    assert events[-1] == ReplyText(reply=2, spans=(Span("b", None), Span("c", None)))


def test_text_of_a_reply_that_is_over_or_unknown_is_dropped(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    post_all(bridge, text(1, "nobody asked"), started(2), done(2), text(2, "late"))
    assert events == [started(2), done(2)]


def test_log_lines_and_rows_are_joined_and_only_the_last_reading_counts(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    bridge.expect(scan=3)
    post_all(
        bridge,
        LogLines(run=1, lines=("a",)), reading(1.0), LibraryRow(scan=3, row=row("x")),
        LogLines(run=1, lines=("b", "c")), LibraryRow(scan=3, row=row("y")), reading(2.0),
    )  # fmt: skip
    assert events == [
        LogLines(run=1, lines=("a", "b", "c")), RowsRead(scan=3, rows=(row("x"), row("y"))), reading(2.0),
    ]  # fmt: skip


def test_rows_of_a_scan_that_was_replaced_are_dropped_and_single_files_are_not(
    heard: tuple[Bridge, list[object]],
) -> None:
    bridge, events = heard
    bridge.expect(scan=2)
    post_all(
        bridge,
        LibraryRow(scan=1, row=row("old")), LibraryDone(scan=1, count=1, cancelled=True),
        LibraryRow(scan=0, row=row("dropped")), LibraryRow(scan=2, row=row("new")), LibraryDone(scan=2, count=1),
    )  # fmt: skip
    assert events == [
        RowsRead(scan=0, rows=(row("dropped"),)), RowsRead(scan=2, rows=(row("new"),)), LibraryDone(scan=2, count=1),
    ]  # fmt: skip


def test_only_the_newest_fit_is_shown(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    bridge.expect(request=5)
    post_all(bridge, FitReady(request=4, fit=None, words="old"), FitReady(request=5, fit=None, words="new"))
    assert [event.words for event in events] == ["new"]


def test_lines_of_a_run_that_was_replaced_are_dropped_and_its_states_are_not(
    heard: tuple[Bridge, list[object]],
) -> None:
    bridge, events = heard
    bridge.expect(run=2)
    stopping, checking = StateChanged(state=Stopping(run_id=1, then=2)), StateChanged(state=Checking(run_id=2))
    post_all(
        bridge,
        LogLines(run=1, lines=("bye",)), stopping, OtherTraffic(run=1, busy_slots=1, sample=None), checking,
        StateChanged(state=Stopped(run_id=1)), LogLines(run=2, lines=("hello",)),
    )  # fmt: skip
    assert events == [stopping, checking, LogLines(run=2, lines=("hello",))]


def test_a_refused_start_leaves_the_run_before_it_current(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    bridge.post(READY)
    bridge.drain()
    bridge.expect(run=2)
    bridge.post(StartRefused(run=2))
    bridge.post(LogLines(run=1, lines=("still here",)))
    bridge.drain()
    assert events == [READY, LogLines(run=1, lines=("still here",))]
    bridge.expect(run=4)
    bridge.post(StartRefused(run=3))
    bridge.post(LogLines(run=1, lines=("of the past",)))
    bridge.drain()
    assert len(events) == 2


def test_a_watched_server_is_never_out_of_date(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    bridge.expect(run=4)
    traffic = OtherTraffic(run=0, busy_slots=2, sample=None)
    post_all(bridge, traffic)
    assert events == [traffic]


def test_an_error_in_a_receiver_costs_one_event(heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    boom = [True]

    def fragile(_event: object) -> None:
        if boom.pop():
            boom.append(False)
            raise ValueError("a broken panel")

    bridge.on(Problem, fragile)
    first, second = Problem(topic="a", what="A."), Problem(topic="b", what="B.")
    bridge.post(first)
    bridge.post(second)
    with pytest.raises(ValueError, match="a broken panel"):
        bridge.drain()
    bridge.drain()
    assert events == [first, second]


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        (LOADING, READY),
        (StateChanged(state=Checking(run_id=1)), StateChanged(state=Failed(run_id=1, failure=Failure(what="No.")))),
        (started(1), done(1)),
        (CheckProgress(words="", seconds_left=None), CheckDone(key="", rate=None, h=None, words="")),
        (LibraryRow(scan=1, row=row("a")), LibraryDone(scan=1, count=1)),
    ],
)  # fmt: skip
def test_the_timer_is_fast_only_while_something_goes_on(qapp: object, begin: object, end: object) -> None:
    bridge = Bridge()
    assert bridge.pace_ms == IDLE_MS
    post_all(bridge, begin)
    assert bridge.pace_ms == ACTIVE_MS
    post_all(bridge, end)
    assert bridge.pace_ms == IDLE_MS


def test_a_start_is_fast_from_the_press_of_the_button(qapp: object) -> None:
    bridge = Bridge()
    bridge.expect(run=1)
    assert bridge.pace_ms == ACTIVE_MS
    post_all(bridge, StateChanged(state=Stopped(run_id=0)))
    assert bridge.pace_ms == ACTIVE_MS


def test_events_of_other_threads_arrive_on_this_one_in_order(qtbot: object) -> None:
    bridge, seen = Bridge(), []
    bridge.on(ChatOpened, lambda event: seen.append((event.conversation.id, threading.current_thread())))
    bridge.start()
    worker = threading.Thread(
        target=lambda: [bridge.post(ChatOpened(conversation=Conversation(id=number))) for number in range(200)]
    )
    worker.start()
    qtbot.waitUntil(lambda: len(seen) == 200)
    worker.join()
    bridge.stop()
    assert seen == [(number, threading.main_thread()) for number in range(200)]


def test_the_timer_goes_on_after_an_error(qtbot: object) -> None:
    bridge, seen = Bridge(), []

    def receive(event: Problem) -> None:
        seen.append(event.topic)
        if event.topic == "a":
            raise ValueError("a broken panel")

    bridge.on(Problem, receive)
    bridge.post(Problem(topic="a", what="A."))
    bridge.post(Problem(topic="b", what="B."))
    with capture_exceptions() as caught:
        bridge.start()
        qtbot.waitUntil(lambda: seen == ["a", "b"])
    bridge.stop()
    assert [str(error[1]) for error in caught] == ["a broken panel"]


def test_slow_receivers_leave_room_between_turns_and_lose_nothing(qtbot: object) -> None:
    bridge, seen, between = Bridge(), [], []

    def slow(event: Problem) -> None:
        end = time.perf_counter() + 0.01
        while time.perf_counter() < end:
            pass
        seen.append(event.topic)

    bridge.on(Problem, slow)
    probe = QTimer()
    probe.timeout.connect(lambda: between.append(len(seen)))
    probe.start(0)
    for number in range(8):
        bridge.post(Problem(topic=str(number), what=""))
    bridge.start()
    qtbot.waitUntil(lambda: len(seen) == 8)
    bridge.stop()
    assert seen == [str(number) for number in range(8)]
    assert any(0 < count < 8 for count in between)


def test_an_event_that_arrives_while_the_waiting_ones_are_counted_breaks_nothing(
    heard: tuple[Bridge, list[object]],
) -> None:
    bridge, events = heard

    class Looked:
        """While somebody looks at what it is, another thread posts: here it does so itself."""

        @property
        def __class__(self) -> type:
            bridge.post(text(2, "meanwhile"))
            return Looked

    bridge.post(started(2))
    bridge.post(Looked())
    bridge.post(text(2, "before"))
    bridge._turn()
    bridge._turn()
    told = [span.text for event in events if isinstance(event, ReplyText) for span in event.spans]
    assert told[0] == "before"
    assert "meanwhile" in "".join(told)


def test_what_is_waited_for_does_not_wait_for_the_timer(qtbot: QtBot, heard: tuple[Bridge, list[object]]) -> None:
    bridge, events = heard
    bridge.start()
    bridge._timer.setInterval(3_600_000)
    posting = threading.Thread(target=lambda: [bridge.post(one) for one in (started(2), text(2, "end"), done(2))])
    posting.start()
    posting.join()
    qtbot.waitUntil(lambda: any(isinstance(event, ReplyDone) for event in events), timeout=20_000)
    bridge.stop()
    assert [type(event) for event in events] == [ReplyStarted, ReplyText, ReplyDone]
