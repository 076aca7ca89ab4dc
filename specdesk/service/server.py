"""The one server that SpecDesk runs: checked, spawned, watched while it loads, read back, stopped.

Lives on the service's loop. Every change of state goes through `lifecycle.transition` and is told to the observer.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import time
from collections.abc import Sequence
from typing import Literal, Protocol

from specdesk import paths
from specdesk.chat.client import EngineClient
from specdesk.engines import lifecycle
from specdesk.engines.diagnosis import diagnose
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.environment import child_environment
from specdesk.engines.failure_rules import RunContext
from specdesk.engines.lifecycle import Failure
from specdesk.engines.log_lines import EngineFacts, LogFacts
from specdesk.engines.orphans import RunRecord
from specdesk.engines.process import ServerProcess
from specdesk.errors import ChatError, EngineError, SpecDeskError
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.launch import Launch, prepare
from specdesk.service.load_progress import LoadProgress
from specdesk.service.read_back import ServerReport, read_back

log = logging.getLogger(__name__)

POLL_S = 0.2
LOG_TAIL = 40


class Observer(Protocol):
    """Who is told. Called on the service's loop; must not block."""

    def state_changed(self, state: lifecycle.State) -> None:
        """The state after every move."""

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        """New lines of the log."""

    def server_ready(self, run: int, report: ServerReport, client: EngineClient) -> None:
        """It answers; `client` speaks to it until the run ends."""


class Server:
    """Starts and stops runs, one at a time."""

    def __init__(self, observer: Observer, numbers: itertools.count[int] | None = None) -> None:
        self.state: lifecycle.State = lifecycle.Stopped()
        self.client: EngineClient | None = None
        self._observer = observer
        self._numbers = numbers or itertools.count(1)
        self._life: asyncio.Task[None] | None = None
        self._process: ServerProcess | None = None
        self._changed = asyncio.Event()

    def next_run(self) -> int:
        """A number for a run; safe from any thread."""
        return next(self._numbers)

    def start(self, run: int, plan: LaunchPlan, engine: EngineInfo, access: Access) -> None:
        """Begin a run; a running server is stopped first."""
        previous = self._life
        if lifecycle.is_running(self.state):
            self._request_stop()
        self._move(lifecycle.StartRequested(run_id=run))
        self._life = asyncio.get_running_loop().create_task(self._live(run, plan, engine, access, previous))

    def fail_start(self, run: int, error: SpecDeskError) -> None:
        """A run that cannot even begin (no engine is chosen, say)."""
        self._move(lifecycle.StartRequested(run_id=run))
        self._move(lifecycle.StartFailed(run_id=run, failure=Failure.of(error)))

    async def stop(self) -> None:
        """Stop whatever runs and wait until it is gone."""
        life = self._life
        if life is None or life.done():
            return
        self._request_stop()
        await asyncio.wait([life])

    async def wait(self) -> None:
        """Wait until the current run has ended by itself."""
        if self._life is not None:
            await asyncio.wait([self._life])

    async def settled(self, run: int) -> lifecycle.State:
        """Wait until run number `run` is ready, has failed, or is over; the state then."""
        while True:
            state = self.state
            if state.run_id > run or isinstance(state, lifecycle.Ready | lifecycle.Failed | lifecycle.Stopped):
                return state
            self._changed.clear()
            await self._changed.wait()

    def dismiss(self) -> None:
        """The user has read about a failure."""
        self._move(lifecycle.Dismissed(run_id=self.state.run_id))

    def _move(self, event: lifecycle.Event) -> None:
        after = lifecycle.transition(self.state, event)
        if after is not self.state:
            self.state = after
            self._changed.set()
            self._observer.state_changed(after)

    def _request_stop(self) -> None:
        run = self.state.run_id
        self._move(lifecycle.StopRequested(run_id=run))
        if self._process is not None:
            task = asyncio.get_running_loop().create_task(self._end(self._process, self.client))
            task.add_done_callback(_report)

    async def _end(self, process: ServerProcess, client: EngineClient | None) -> None:
        """Close our streams first: a server with an open one takes 30 s to end."""
        if client is not None:
            await client.aclose()
        result = await process.stop()
        if result.returncode is None:
            failure = Failure(
                what="The engine could not be ended.",
                why=f"Process {process.pid} does not react, not even to being killed.",
                next_step="End it with the system's own tools, or restart the computer.",
            )
            self._move(lifecycle.StopFailed(run_id=self.state.run_id, failure=failure))

    def _called_off(self, run: int) -> bool:
        return not isinstance(self.state, lifecycle.Checking | lifecycle.Spawning) or self.state.run_id != run

    async def _live(
        self, run: int, plan: LaunchPlan, engine: EngineInfo, access: Access, previous: asyncio.Task[None] | None
    ) -> None:
        if previous is not None and not previous.done():
            await asyncio.wait([previous])
        if self._called_off(run):
            return
        launch: Launch | None = None
        try:
            launch = await asyncio.to_thread(prepare, run, plan, engine, access)
            if self._called_off(run):
                raise EngineError("The start was called off.")
            self._move(lifecycle.ChecksPassed(run_id=run))
            await self._run(run, launch)
        except SpecDeskError as error:
            self._move(lifecycle.StartFailed(run_id=run, failure=Failure.of(error)))
        finally:
            self._process = None
            if launch is not None:
                await asyncio.to_thread(launch.forget_key)

    async def _run(self, run: int, launch: Launch) -> None:
        facts = LogFacts()

        def on_lines(lines: list[str]) -> None:
            facts.feed(lines)
            self._observer.log_lines(run, lines)

        process = await ServerProcess.spawn(
            launch.command, child_environment(os.environ), launch.folder, on_lines,
            on_partial=facts.feed_partial, stdin=launch.stdin,
            log_path=paths.state_dir() / "server.log",
        )  # fmt: skip
        self._process = process
        record = await asyncio.to_thread(
            RunRecord.write, paths.state_dir(), process.pid, process.create_time, process.program, launch.port
        )
        client = EngineClient(launch.url, launch.key)
        self.client = client
        self._move(lifecycle.Spawned(run_id=run, pid=process.pid, since=time.monotonic()))
        if isinstance(self.state, lifecycle.Stopping):
            await self._end(process, client)
        ready = asyncio.get_running_loop().create_task(self._until_ready(run, launch, process, client, facts))
        ready.add_done_callback(_report)
        try:
            code = await process.wait()
        finally:
            ready.cancel()
            await asyncio.wait([ready])
            await client.aclose()
            self.client = None
            await asyncio.to_thread(record.remove)
        phase: Literal["loading", "ready"] = "ready" if isinstance(self.state, lifecycle.Ready) else "loading"
        context = RunContext(
            target=launch.plan.target, draft=launch.plan.draft, methods=launch.plan.methods,
            phase=phase, asked=isinstance(self.state, lifecycle.Stopping),
        )  # fmt: skip
        failure = Failure.of(diagnose(code, list(process.tail), facts.facts(), context))
        tail = tuple(process.tail)[-LOG_TAIL:]
        log.info("run %d ended with code %s", run, code)
        self._move(lifecycle.Exited(run_id=run, failure=failure, log_tail=tail))

    async def _until_ready(
        self, run: int, launch: Launch, process: ServerProcess, client: EngineClient, facts: LogFacts
    ) -> None:
        progress = LoadProgress(process.pid, launch.size_mib, time.monotonic())
        while await client.health() != "ready":
            told = facts.facts().progress
            share, left = await asyncio.to_thread(progress.read, time.monotonic(), told)
            self._move(lifecycle.LoadProgressed(run_id=run, progress=share, seconds_left=left))
            await asyncio.sleep(POLL_S)
        try:
            report = await self._read_back(launch, process.pid, client, facts.facts())
        except SpecDeskError as error:
            log.warning("run %d: %s", run, error)
            self._move(lifecycle.StartFailed(run_id=run, failure=Failure.of(error)))
            await process.stop()
            return
        await asyncio.to_thread(launch.forget_key)
        self._move(
            lifecycle.BecameReady(
                run_id=run,
                url=launch.url,
                since=time.monotonic(),
                speculative=report.speculative,
                reason=report.reason,
                context=report.context,
                slots=report.slots,
                build=report.build,
            )
        )
        if isinstance(self.state, lifecycle.Ready):
            self._observer.server_ready(run, report, client)

    async def _read_back(self, launch: Launch, pid: int, client: EngineClient, facts: EngineFacts) -> ServerReport:
        try:
            return await read_back(launch, pid, client, facts)
        except ChatError as error:
            raise EngineError(
                "The server answers, but not as a llama-server does.", str(error), "Choose another engine or port."
            ) from error


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a task of the server failed", exc_info=task.exception())
