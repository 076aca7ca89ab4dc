"""The states of the one server that SpecDesk runs, and how events move between them: a pure, total table.

    Stopped -start-> Checking -ok-> Spawning -pid-> Loading -health 200-> Ready
    Checking, Spawning, Loading, Ready -stop-> Stopping -exit-> Stopped
    any of them -trouble-> Failed -dismiss-> Stopped

"Stopping" is entered before the signal is sent, so an exit is known to be wanted. A start that is asked for while
stopping waits in that state. Every event names its run; those of another run, and those that make no sense in a state,
leave it as it is (the same object comes back).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from specdesk.errors import SpecDeskError


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """An error's parts, frozen so that they can cross threads. See `errors.SpecDeskError` and `diagnosis`."""

    what: str
    why: str = ""
    next_step: str = ""
    offers_without_speculation: bool = False

    @classmethod
    def of(cls, error: SpecDeskError) -> Failure:
        """The parts of an error."""
        return cls(
            what=error.what,
            why=error.why,
            next_step=error.next_step,
            offers_without_speculation=bool(getattr(error, "offers_without_speculation", False)),
        )


# ---- states -------------------------------------------------------------------------------------------------------


class Stopped(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing runs. run_id: the last run, 0 before the first."""

    run_id: int = 0


class Checking(msgspec.Struct, frozen=True, kw_only=True):
    """Files, binary and port are looked at; no process yet."""

    run_id: int


class Spawning(msgspec.Struct, frozen=True, kw_only=True):
    """The process is being started."""

    run_id: int


class Loading(msgspec.Struct, frozen=True, kw_only=True):
    """The process lives and is not ready. since: s, monotonic. progress: 0..1; seconds_left: s; None = not known.

    note: one sentence where the load does not move on; nothing is ended for it.
    """

    run_id: int
    pid: int
    since: float
    progress: float | None = None
    seconds_left: float | None = None
    note: str | None = None


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """It answers. since: s, monotonic, when it became ready.

    speculative: what `/slots` says; None where this build does not tell. reason: why speculation is off (or slow), one
    sentence. context: tokens per slot, as `/props` says. slots: how many.
    """

    run_id: int
    pid: int
    url: str
    since: float
    speculative: bool | None = None
    reason: str | None = None
    context: int | None = None
    slots: int | None = None
    build: str | None = None


class Stopping(msgspec.Struct, frozen=True, kw_only=True):
    """It was asked to end. pid: None while there is no process. then: the run that starts when it is gone."""

    run_id: int
    pid: int | None = None
    then: int | None = None


class Failed(msgspec.Struct, frozen=True, kw_only=True):
    """It did not start, or ended although nobody asked. log_tail: its last lines."""

    run_id: int
    failure: Failure
    log_tail: tuple[str, ...] = ()


State = Stopped | Checking | Spawning | Loading | Ready | Stopping | Failed


# ---- events -------------------------------------------------------------------------------------------------------


class StartRequested(msgspec.Struct, frozen=True, kw_only=True):
    """A new run is wanted; its run_id is higher than any before."""

    run_id: int


class ChecksPassed(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing stands against starting."""

    run_id: int


class Spawned(msgspec.Struct, frozen=True, kw_only=True):
    """The process lives. since: s, monotonic."""

    run_id: int
    pid: int
    since: float


class LoadProgressed(msgspec.Struct, frozen=True, kw_only=True):
    """How far the load is: 0..1, and s left; None = not known. note: as in `Loading`."""

    run_id: int
    progress: float | None
    seconds_left: float | None = None
    note: str | None = None


class BecameReady(msgspec.Struct, frozen=True, kw_only=True):
    """`/health` is 200 and the process is ours. Fields as in `Ready`."""

    run_id: int
    url: str
    since: float
    speculative: bool | None = None
    reason: str | None = None
    context: int | None = None
    slots: int | None = None
    build: str | None = None


class SpeculationSeen(msgspec.Struct, frozen=True, kw_only=True):
    """News about speculation after the server became ready."""

    run_id: int
    speculative: bool | None
    reason: str | None = None


class StopRequested(msgspec.Struct, frozen=True, kw_only=True):
    """This run is to end; a start that waits is forgotten."""

    run_id: int


class Exited(msgspec.Struct, frozen=True, kw_only=True):
    """The process is gone (or, when there was none yet, the start was called off). failure: why, if nobody asked."""

    run_id: int
    failure: Failure
    log_tail: tuple[str, ...] = ()


class StartFailed(msgspec.Struct, frozen=True, kw_only=True):
    """It cannot be started, or never became ready; no process is left."""

    run_id: int
    failure: Failure
    log_tail: tuple[str, ...] = ()


class StopFailed(msgspec.Struct, frozen=True, kw_only=True):
    """It is still there after being killed."""

    run_id: int
    failure: Failure
    log_tail: tuple[str, ...] = ()


class Dismissed(msgspec.Struct, frozen=True, kw_only=True):
    """The user has read about the failure."""

    run_id: int


Event = (
    StartRequested | ChecksPassed | Spawned | LoadProgressed | BecameReady | SpeculationSeen | StopRequested | Exited
    | StartFailed | StopFailed | Dismissed
)  # fmt: skip


# ---- the table ----------------------------------------------------------------------------------------------------


def _check(state: Any, event: Any) -> State:
    return Checking(run_id=event.run_id)


def _queue(state: Stopping, event: StartRequested) -> State:
    return msgspec.structs.replace(state, then=event.run_id)


def _spawn(state: Checking, event: ChecksPassed) -> State:
    return Spawning(run_id=state.run_id)


def _load(state: Spawning, event: Spawned) -> State:
    return Loading(run_id=state.run_id, pid=event.pid, since=event.since)


def _late_process(state: Stopping, event: Spawned) -> State:
    return msgspec.structs.replace(state, pid=event.pid)


def _progress(state: Loading, event: LoadProgressed) -> State:
    return msgspec.structs.replace(state, progress=event.progress, seconds_left=event.seconds_left, note=event.note)


def _ready(state: Loading, event: BecameReady) -> State:
    return Ready(pid=state.pid, **msgspec.structs.asdict(event))


def _speculation(state: Ready, event: SpeculationSeen) -> State:
    return msgspec.structs.replace(state, speculative=event.speculative, reason=event.reason)


def _stop_before_process(state: Checking | Spawning, event: StopRequested) -> State:
    return Stopping(run_id=state.run_id)


def _stop_process(state: Loading | Ready, event: StopRequested) -> State:
    return Stopping(run_id=state.run_id, pid=state.pid)


def _forget_waiting(state: Stopping, event: StopRequested) -> State:
    return state if state.then is None else msgspec.structs.replace(state, then=None)


def _fail(state: Any, event: Exited | StartFailed | StopFailed) -> State:
    return Failed(run_id=state.run_id, failure=event.failure, log_tail=event.log_tail)


def _gone(state: Stopping, event: Exited | StartFailed) -> State:
    return Stopped(run_id=state.run_id) if state.then is None else Checking(run_id=state.then)


def _called_off(state: Stopping, event: StartFailed) -> State:
    """A start that fails while it is being called off: over, as wanted. With a process, only its exit counts."""
    return _gone(state, event) if state.pid is None else state


def _dismiss(state: Failed, event: Dismissed) -> State:
    return Stopped(run_id=state.run_id)


_Move = Callable[[Any, Any], State]

TABLE: Final[dict[tuple[type, type], _Move]] = {
    (Stopped, StartRequested): _check,
    (Failed, StartRequested): _check,
    (Stopping, StartRequested): _queue,
    (Checking, ChecksPassed): _spawn,
    (Spawning, Spawned): _load,
    (Stopping, Spawned): _late_process,
    (Loading, LoadProgressed): _progress,
    (Loading, BecameReady): _ready,
    (Ready, SpeculationSeen): _speculation,
    (Checking, StopRequested): _stop_before_process,
    (Spawning, StopRequested): _stop_before_process,
    (Loading, StopRequested): _stop_process,
    (Ready, StopRequested): _stop_process,
    (Stopping, StopRequested): _forget_waiting,
    (Spawning, Exited): _fail,
    (Loading, Exited): _fail,
    (Ready, Exited): _fail,
    (Stopping, Exited): _gone,
    (Checking, StartFailed): _fail,
    (Spawning, StartFailed): _fail,
    (Loading, StartFailed): _fail,
    (Stopping, StartFailed): _called_off,
    (Stopping, StopFailed): _fail,
    (Failed, Dismissed): _dismiss,
}


def transition(state: State, event: Event) -> State:
    """The state after `event`; the same object where the event belongs to another run or makes no sense here."""
    move = TABLE.get((type(state), type(event)))
    if move is None or not _concerns(state, event):
        return state
    return move(state, event)


def _concerns(state: State, event: Event) -> bool:
    """A start must be of a newer run, everything else of this one."""
    if isinstance(event, StartRequested):
        newest = state.then if isinstance(state, Stopping) and state.then is not None else state.run_id
        return event.run_id > newest
    return event.run_id == state.run_id


def is_running(state: State) -> bool:
    """True from the first check until the process is gone."""
    return not isinstance(state, Stopped | Failed)
