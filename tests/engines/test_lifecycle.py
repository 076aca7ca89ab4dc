"""The whole table of server states: every state with every event."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.engines.diagnosis import EngineEndedError
from specdesk.engines.lifecycle import (
    TABLE,
    BecameReady,
    Checking,
    ChecksPassed,
    Dismissed,
    Event,
    Exited,
    Failed,
    Failure,
    Loading,
    LoadProgressed,
    Ready,
    Spawned,
    Spawning,
    SpeculationSeen,
    StartFailed,
    StartRequested,
    State,
    StopFailed,
    Stopped,
    Stopping,
    StopRequested,
    is_running,
    transition,
)
from specdesk.errors import EngineError

RUN = 5
WRONG = Failure(what="It broke.", why="Rust.", next_step="Oil it.")
TAIL = ("last line",)
URL = "http://127.0.0.1:9000"

LOADING = Loading(run_id=RUN, pid=77, since=1.0, progress=0.5, seconds_left=3.0)
READY = Ready(run_id=RUN, pid=77, url=URL, since=2.0, speculative=True, context=4096, slots=1)
STATES: dict[str, State] = {
    "stopped": Stopped(run_id=RUN),
    "checking": Checking(run_id=RUN),
    "spawning": Spawning(run_id=RUN),
    "loading": LOADING,
    "ready": READY,
    "stopping": Stopping(run_id=RUN, pid=77),
    "stopping, no process": Stopping(run_id=RUN),
    "stopping, next waits": Stopping(run_id=RUN, pid=77, then=6),
    "failed": Failed(run_id=RUN, failure=WRONG),
}
EVENTS: dict[str, Event] = {
    "start": StartRequested(run_id=8),
    "checked": ChecksPassed(run_id=RUN),
    "spawned": Spawned(run_id=RUN, pid=78, since=1.5),
    "progress": LoadProgressed(run_id=RUN, progress=0.9, seconds_left=1.0),
    "ready": BecameReady(run_id=RUN, url=URL, since=2.0, speculative=True, context=4096, slots=1),
    "speculation": SpeculationSeen(run_id=RUN, speculative=False, reason="No draft."),
    "stop": StopRequested(run_id=RUN),
    "exited": Exited(run_id=RUN, failure=WRONG, log_tail=TAIL),
    "start failed": StartFailed(run_id=RUN, failure=WRONG, log_tail=TAIL),
    "stop failed": StopFailed(run_id=RUN, failure=WRONG, log_tail=TAIL),
    "dismissed": Dismissed(run_id=RUN),
}
FAILED = Failed(run_id=RUN, failure=WRONG, log_tail=TAIL)
STOPPED = Stopped(run_id=RUN)
STOPPING = Stopping(run_id=RUN, pid=77)

EXPECTED: dict[tuple[str, str], State] = {
    ("stopped", "start"): Checking(run_id=8),
    ("failed", "start"): Checking(run_id=8),
    ("stopping", "start"): Stopping(run_id=RUN, pid=77, then=8),
    ("stopping, no process", "start"): Stopping(run_id=RUN, then=8),
    ("stopping, next waits", "start"): Stopping(run_id=RUN, pid=77, then=8),
    ("checking", "checked"): Spawning(run_id=RUN),
    ("spawning", "spawned"): Loading(run_id=RUN, pid=78, since=1.5),
    ("stopping", "spawned"): Stopping(run_id=RUN, pid=78),
    ("stopping, no process", "spawned"): Stopping(run_id=RUN, pid=78),
    ("stopping, next waits", "spawned"): Stopping(run_id=RUN, pid=78, then=6),
    ("loading", "progress"): Loading(run_id=RUN, pid=77, since=1.0, progress=0.9, seconds_left=1.0),
    ("loading", "ready"): READY,
    ("ready", "speculation"): Ready(
        run_id=RUN, pid=77, url=URL, since=2.0, speculative=False, reason="No draft.", context=4096, slots=1
    ),
    ("checking", "stop"): Stopping(run_id=RUN),
    ("spawning", "stop"): Stopping(run_id=RUN),
    ("loading", "stop"): STOPPING,
    ("ready", "stop"): STOPPING,
    ("stopping, next waits", "stop"): STOPPING,
    ("spawning", "exited"): FAILED,
    ("loading", "exited"): FAILED,
    ("ready", "exited"): FAILED,
    ("stopping", "exited"): STOPPED,
    ("stopping, no process", "exited"): STOPPED,
    ("stopping, next waits", "exited"): Checking(run_id=6),
    ("checking", "start failed"): FAILED,
    ("spawning", "start failed"): FAILED,
    ("loading", "start failed"): FAILED,
    ("stopping, no process", "start failed"): STOPPED,
    ("stopping", "stop failed"): FAILED,
    ("stopping, no process", "stop failed"): FAILED,
    ("stopping, next waits", "stop failed"): FAILED,
    ("failed", "dismissed"): STOPPED,
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", EVENTS)
def test_every_state_with_every_event(state: str, event: str) -> None:
    before = STATES[state]
    after = transition(before, EVENTS[event])
    if (state, event) in EXPECTED:
        assert after == EXPECTED[state, event]
    else:
        assert after is before


def test_the_expectations_reach_the_whole_table() -> None:
    reached = {(type(STATES[state]), type(EVENTS[event])) for state, event in EXPECTED}
    assert reached == set(TABLE)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("run", [RUN - 1, RUN + 1])
def test_events_of_another_run_change_nothing(state: str, event: str, run: int) -> None:
    before = STATES[state]
    other = msgspec.structs.replace(EVENTS[event], run_id=run)
    if event == "start" and run > RUN:
        return
    assert transition(before, other) is before


def test_a_start_that_waits_is_replaced_by_newer_ones_only() -> None:
    waiting = Stopping(run_id=RUN, pid=77, then=8)
    assert transition(waiting, StartRequested(run_id=7)) is waiting
    assert transition(waiting, StartRequested(run_id=9)) == Stopping(run_id=RUN, pid=77, then=9)


def test_only_stopped_and_failed_do_not_run() -> None:
    assert [name for name, state in STATES.items() if not is_running(state)] == ["stopped", "failed"]


def test_a_failure_takes_over_all_parts_of_an_error() -> None:
    assert Failure.of(EngineError("A.", "B.", "C.")) == Failure(what="A.", why="B.", next_step="C.")
    ended = EngineEndedError("A.", "B.", "C.", offers_without_speculation=True)
    assert Failure.of(ended).offers_without_speculation


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(EVENTS)), st.integers(0, 4))))
def test_any_order_of_events_keeps_the_promises(steps: list[tuple[str, int]]) -> None:
    state: State = Stopped()
    for name, run in steps:
        before = state
        state = transition(state, msgspec.structs.replace(EVENTS[name], run_id=run))
        assert state.run_id >= before.run_id
        if isinstance(before, Stopping) and isinstance(state, Failed):
            assert name == "stop failed"  # an exit that was asked for is never a failure
