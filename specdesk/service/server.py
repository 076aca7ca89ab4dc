"""The one server that SpecDesk runs: checked, started, stopped, replaced. What happens while it runs is `run`.

Lives on the service's loop. Every change of state goes through `lifecycle.transition` and is told to the observer.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from specdesk import paths
from specdesk.chat.client import EngineClient
from specdesk.engines import lifecycle
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.lifecycle import Failure
from specdesk.engines.orphans import Orphan
from specdesk.engines.run_record import Kept
from specdesk.errors import EngineError
from specdesk.language import remembering, translate
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import Event
from specdesk.service.launch import Launch, adoption, armed, prepare
from specdesk.service.load_progress import PATIENCE_S
from specdesk.service.outcome import failure_of
from specdesk.service.patience import told_if_silent
from specdesk.service.restating import retelling
from specdesk.service.run import Observer, Run
from specdesk.service.said import SaidOfReplies

__all__ = ["Observer", "Server", "ServerEndedError", "Wanted", "as_it_runs"]

LOG_NAME = "server.log"

FindEngine = Callable[[], Awaitable[EngineInfo]]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to run. engine: the engine, or how to find it. before: awaited before anything takes memory.

    adopts: the server that is taken over, in place of a start, with what that takes. post: who is told when the files
    do not answer. given_back: told of the one that was to be taken over and could not be. beside:
    as `before`, of a server that is taken over; told its process. measured: for a measurement alone, not the user's.
    """

    plan: LaunchPlan
    access: Access
    engine: EngineInfo | FindEngine
    before: Callable[[], Awaitable[None]] | None = None
    beside: Callable[[int], Awaitable[None]] | None = None
    adopts: tuple[Orphan, Kept] | None = None
    post: Callable[[Event], None] | None = None
    given_back: Callable[[Orphan], None] | None = None
    measured: bool = False


def as_it_runs(wanted: Wanted, launch: Launch) -> Wanted:
    """What has become ready, so that it can be started again with the same engine, address and key."""
    access = Access(port=launch.port, key=launch.key or "", host=launch.host, outlives=launch.outlives)
    return msgspec.structs.replace(wanted, engine=launch.engine, access=access)


class ServerEndedError(EngineError):
    """A server failed; what is said of it, and to start it again, holds until one is started."""


class Server:
    """Starts and stops runs, one at a time. numbers: where run numbers come from. patience_s: see `load_progress`.

    users_run: the newest that is not for a measurement; 0 before the first.
    """

    def __init__(
        self,
        observer: Observer,
        numbers: itertools.count[int] | None = None,
        *,
        log_name: str = LOG_NAME,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.state: lifecycle.State = lifecycle.Stopped()
        self.users_run = 0
        self._observer = observer
        self._numbers = numbers or itertools.count(1)
        self._log_name = log_name
        self._patience_s = patience_s
        self._life: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[Launch] | None = None
        self._run: Run | None = None
        self._retell: Callable[[], Failure] | None = None
        self._changed = asyncio.Event()

    @property
    def client(self) -> EngineClient | None:
        """Speaks to the server that is ready; None while none is."""
        return self._run.client if self._run is not None and isinstance(self.state, lifecycle.Ready) else None

    @property
    def said(self) -> SaidOfReplies | None:
        """What the log of the server that is ready says of its replies."""
        return self._run.said if self._run is not None and isinstance(self.state, lifecycle.Ready) else None

    def next_run(self) -> int:
        """A number for a run; safe from any thread."""
        return next(self._numbers)

    def newest(self, run: int) -> int:
        """That number, or a new one where a later run has begun since it was taken."""
        state = self.state
        begun = state.then if isinstance(state, lifecycle.Stopping) and state.then is not None else state.run_id
        return run if run > begun else self.next_run()

    def start(self, run: int, wanted: Wanted) -> None:
        """Begin a run; a running server is stopped first. `run` is higher than any before."""
        previous = self._life
        if lifecycle.is_running(self.state):
            self.request_stop()
        if not wanted.measured:
            self.users_run = run
        self._move(lifecycle.StartRequested(run_id=run))
        self._life = asyncio.get_running_loop().create_task(self._live(run, wanted, previous))

    def request_stop(self) -> None:
        """Stop whatever runs; `gone` waits for its end."""
        self._move(lifecycle.StopRequested(run_id=self.state.run_id))
        if self._run is not None:
            self._run.stop()
        elif self._preparing is not None:
            self._preparing.cancel()

    async def stop(self) -> None:
        """Stop whatever runs and wait until it is gone."""
        if lifecycle.is_running(self.state):
            self.request_stop()
        await self.gone()

    async def gone(self, timeout: float | None = None) -> None:
        """Wait until the newest run has ended, by itself or on request; at most `timeout` s."""
        if self._life is not None:
            await asyncio.wait([self._life], timeout=timeout)

    async def settled(self, run: int) -> lifecycle.State:
        """Wait until run number `run` is ready, has failed, or is over; the state then."""
        while True:
            state = self.state
            if state.run_id > run or isinstance(state, lifecycle.Ready | lifecycle.Failed | lifecycle.Stopped):
                return state
            self._changed.clear()
            await self._changed.wait()

    async def at_rest(self) -> None:
        """Wait until nothing starts or stops."""
        while lifecycle.is_running(self.state) and not isinstance(self.state, lifecycle.Ready):
            self._changed.clear()
            await self._changed.wait()

    def dismiss(self) -> None:
        """The user has read about a failure."""
        self._move(lifecycle.Dismissed(run_id=self.state.run_id))

    def restates(self) -> bool:
        """The sentences of the state are those of the language of now, where they can be made again. True where that
        has changed any."""
        before = state = self.state
        retell = self._retell if self._run is None else self._run.retell
        if isinstance(state, lifecycle.Failed) and retell is not None:
            state = msgspec.structs.replace(state, failure=retell())
        elif isinstance(state, lifecycle.Ready) and self._run is not None:
            state = msgspec.structs.replace(state, reason=self._run.reason_now(state.reason))
        self.state = state
        return state != before

    def _move(self, event: lifecycle.Event) -> lifecycle.State:
        after = lifecycle.transition(self.state, event)
        if after != self.state:
            self.state = after
            self._changed.set()
            self._observer.state_changed(after)
        return self.state

    def _is_wanted(self, run: int) -> bool:
        """False once the start was called off or replaced."""
        return isinstance(self.state, lifecycle.Checking | lifecycle.Spawning) and self.state.run_id == run

    async def _live(self, run: int, wanted: Wanted, previous: asyncio.Task[None] | None) -> None:
        """One run in the order of its states. However it fails, the state says so."""
        if previous is not None and not previous.done():
            await asyncio.wait([previous])
        with remembering():
            error = await failure_of(self._start_and_attend(run, wanted))
            if error is None:
                return
            failure = Failure.of(error)
            self._move(lifecycle.StartFailed(run_id=run, failure=failure))
            state = self._move(lifecycle.Exited(run_id=run, failure=failure))
            if isinstance(state, lifecycle.Failed) and state.failure == failure:  # else it is another that is told
                self._retell = retelling(failure)

    async def _start_and_attend(self, run: int, wanted: Wanted) -> None:
        """Raises SpecDeskError when it cannot be started, or is no longer wanted."""
        self._retell = None
        if not self._is_wanted(run):
            raise _called_off()
        launch = await self._prepared(run, wanted)
        self._move(lifecycle.ChecksPassed(run_id=run))
        launch = await asyncio.to_thread(armed, launch)
        try:
            self._run = Run(launch, self._observer, self._move, self._patience_s, wanted.given_back)
            if not self._is_wanted(run):
                raise _called_off()
            await self._run.live(self._log_path())
        finally:
            self._retell = None if self._run is None else self._run.retell
            self._run = None
            await asyncio.to_thread(launch.forget_key)

    async def _prepared(self, run: int, wanted: Wanted) -> Launch:
        """The checks. They may take long (a sleeping drive) and end at once when the start is called off."""
        self._preparing = asyncio.get_running_loop().create_task(_prepare(run, wanted))
        try:
            await asyncio.wait([self._preparing])
            if self._preparing.cancelled():
                raise _called_off()
            launch = self._preparing.result()
            if not self._is_wanted(run):
                raise _called_off()
            return launch
        finally:
            self._preparing.cancel()
            self._preparing = None

    def _log_path(self) -> Path:
        return paths.state_dir() / self._log_name


async def _prepare(run: int, wanted: Wanted) -> Launch:
    engine = wanted.engine if isinstance(wanted.engine, EngineInfo) else await wanted.engine()
    if wanted.adopts is not None:
        if wanted.beside is not None:
            await wanted.beside(wanted.adopts[0].pid)
        return adoption(run, *wanted.adopts, engine)
    if wanted.before is not None:
        await wanted.before()
    preparing = asyncio.to_thread(prepare, run, wanted.plan, engine, wanted.access)
    return await told_if_silent(preparing, wanted.plan.target or "", wanted.post or _nobody)


def _nobody(_event: Event) -> None:
    """There is no window to tell."""


def _called_off() -> EngineError:
    return EngineError(translate("Service", "The start was called off."))
