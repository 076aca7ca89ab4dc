"""One run of a server: its process from start to end, listened to, watched while it loads, read back, explained.

Lives on the service's loop. What happens is told through `move` (an event of `lifecycle` in, the state after it out).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from specdesk import paths
from specdesk.chat.client import EngineClient
from specdesk.engines import lifecycle
from specdesk.engines.diagnosis import diagnose
from specdesk.engines.environment import child_environment
from specdesk.engines.failure_rules import RunContext
from specdesk.engines.lifecycle import Failure
from specdesk.engines.log_lines import EngineFacts, LogFacts, is_echo
from specdesk.engines.memory_evidence import LOOK_S, Evidence, MemoryEvidence
from specdesk.engines.orphans import Orphan
from specdesk.engines.process import ServerProcess
from specdesk.engines.process_adopted import AdoptedProcess
from specdesk.engines.run_record import RunRecord
from specdesk.engines.stop_steps import STREAMS_S, WATCH_S
from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.service.access import taken
from specdesk.service.launch import Launch
from specdesk.service.listeners import is_another_listening
from specdesk.service.load_progress import LoadProgress
from specdesk.service.outcome import failure_of
from specdesk.service.read_back import NoAnswerError, ServerReport, read_back, restated_reason
from specdesk.service.restating import retelling
from specdesk.service.said import SaidOfReplies

log = logging.getLogger(__name__)

POLL_S = 0.2
LOG_TAIL = 40
LAST_WORDS_S = 1.5
"""A process that is about to end explains itself better than anything that can be seen from outside."""
CLOSE_S = 1.0
SILENT_S = 120.0
"""How long a server that lives may be busy before it tells what it runs, whoever has started it."""
SAID_AFTER_S = 10.0
"""From when on that is said."""

Move = Callable[[lifecycle.Event], lifecycle.State]
GiveBack = Callable[[Orphan], None]


class Observer(Protocol):
    """Who is told. Called on the service's loop; must not block."""

    def state_changed(self, state: lifecycle.State) -> None:
        """The state after every move."""

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        """New lines of the log."""

    def server_ready(self, run: int, report: ServerReport, client: EngineClient) -> None:
        """It answers; `client` speaks to it until the run ends."""


class Run:
    """client: speaks to the server, from the start to the end of the run. said: what its log says of replies. retell:
    once it has ended, why, in the language of now.

    given_back: told of a server that was to be taken over and could not be; nothing but Stop ends that one.
    Raises ChatError for an impossible key.
    """

    def __init__(
        self, launch: Launch, observer: Observer, move: Move, patience_s: float, given_back: GiveBack | None = None
    ) -> None:
        self.client = EngineClient(launch.url, launch.key)
        self._launch = launch
        self._observer = observer
        self._move = move
        self._patience_s = patience_s
        self._given_back = given_back
        self._note: RunRecord | None = None
        self._facts = LogFacts()
        self.said = SaidOfReplies()
        self._lines = 0
        self._ready = False
        self._asked = False
        self._process: ServerProcess | AdoptedProcess | None = None
        self._ending: asyncio.Task[None] | None = None
        self._given_up = asyncio.Event()
        self._no_more = asyncio.Event()
        self._memory = MemoryEvidence()
        self.retell: Callable[[], Failure] | None = None

    async def live(self, log_path: Path) -> None:
        """Start the process and stay with it to its end. Raises EngineError when it cannot be started."""
        process = self._process = await self._begun(log_path)
        try:
            await self._attend(process)
        finally:
            if process.returncode is None and not self._given_up.is_set():
                await self._left(process)
            if isinstance(process, AdoptedProcess):
                process.let_go()
            await self.client.aclose()

    async def _begun(self, log_path: Path) -> ServerProcess | AdoptedProcess:
        launch = self._launch
        if launch.adopted is not None:
            return await AdoptedProcess.take(launch.adopted)
        return await ServerProcess.spawn(
            launch.command, child_environment(os.environ) | launch.env, launch.folder, self._heard,
            on_partial=self._facts.feed_partial, stdin=launch.stdin, log_path=log_path, skip=is_echo,
            outlives=launch.outlives,
        )  # fmt: skip

    async def _left(self, process: ServerProcess | AdoptedProcess) -> None:
        """Nobody looks after it any more: what we have started ends, what we have only found stays as it was."""
        if self._asked or self._launch.adopted is None:
            await process.stop()
        elif self._given_back is not None:
            orphan = self._launch.adopted
            record = orphan.record if self._note is None else str(self._note.path)
            self._given_back(msgspec.structs.replace(orphan, record=record))

    def stop(self) -> None:
        """Ask for the end; `live` returns when it has come."""
        self._asked = True
        self._no_more.set()
        if self._process is not None and self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(self._end(self._process))

    async def _end(self, process: ServerProcess | AdoptedProcess) -> None:
        """Close our streams first: a server with an open one takes 30 s to end."""
        closing = asyncio.get_running_loop().create_task(self.client.end_streams())
        await asyncio.wait([closing], timeout=STREAMS_S)
        result = await process.stop()
        log.info("run %d was ended %s", self._launch.run, result.how)
        if result.returncode is None:
            told = functools.partial(_not_ended, process.pid)
            self._fail(lifecycle.StopFailed(run_id=self._launch.run, failure=told(), log_tail=_tail(process)), told)
            self._given_up.set()

    def _fail(
        self, event: lifecycle.StartFailed | lifecycle.StopFailed, told: Callable[[], Failure] | None = None
    ) -> None:
        """What the engine has not said. told: makes it again; None where nobody can."""
        state = self._move(event)
        if isinstance(state, lifecycle.Failed) and state.failure == event.failure:
            self.retell = told or retelling(event.failure)

    def _heard(self, lines: list[str]) -> None:
        self._lines += len(lines)
        self._facts.feed(lines)
        self.said.heard(self._facts.acceptance)
        self._observer.log_lines(self._launch.run, lines)

    async def _attend(self, process: ServerProcess | AdoptedProcess) -> None:
        """From the start of the process to its end, or until it turned out that it cannot be ended."""
        record = self._note = await self._record(process)
        self._move(lifecycle.Spawned(run_id=self._launch.run, pid=process.pid, since=time.monotonic()))
        loop = asyncio.get_running_loop()
        over = loop.create_task(process.wait())
        given_up = loop.create_task(self._given_up.wait())
        watching = loop.create_task(self._watch(process, over))
        looking = loop.create_task(self._keep_looking())
        if self._asked:
            self.stop()
        try:
            await asyncio.wait({over, given_up}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._no_more.set()
            patience = WATCH_S if self._asked else CLOSE_S
            await asyncio.wait([watching], timeout=patience)  # its questions fail at once now
            tasks = (watching, looking, given_up, over)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        await asyncio.to_thread(self._launch.forget_key)
        if process.returncode is None:
            return  # the record stays, so that the next start finds what is left
        if record is not None:
            await asyncio.to_thread(record.remove)
        self._explain(process, process.returncode, *await asyncio.to_thread(self._memory.found))

    async def _record(self, process: ServerProcess | AdoptedProcess) -> RunRecord | None:
        """The note by which the next start finds this process if we are killed. A full disk is no reason to stop."""
        if process.birth is None:
            return None  # it has ended already
        launch = self._launch
        note = (process.pid, process.birth, process.program, launch.port, launch.kept, launch.key_file)
        earlier = None if launch.adopted is None else RunRecord(Path(launch.adopted.record))
        try:
            return await asyncio.to_thread(RunRecord.write_instead, earlier, paths.state_dir(), *note)
        except OSError as error:
            log.warning("run %d: no record: %s", self._launch.run, error)
            return earlier

    async def _keep_looking(self) -> None:
        """How much memory is free, for an end without a word."""
        await asyncio.to_thread(self._memory.look)
        while not await self._is_over_within(LOOK_S):
            await asyncio.to_thread(self._memory.look)

    def _explain(
        self, process: ServerProcess | AdoptedProcess, code: int, memory: Evidence, free_mib: float | None
    ) -> None:
        plan = self._launch.plan
        context = RunContext(
            target=plan.target, draft=plan.draft, methods=plan.methods, phase="ready" if self._ready else "loading",
            asked=self._asked, files=tuple(path for path in (plan.mmproj, self._launch.engine.path) if path),
            extra=plan.extra, memory=memory, free_mib=free_mib,
        )  # fmt: skip
        said, adopted = list(process.tail), self._launch.adopted is not None

        def told() -> Failure:
            return _adopted_ended() if adopted else Failure.of(diagnose(code, said, self._facts.facts(), context))

        failure = told()
        log.info("run %d ended with code %s", self._launch.run, code)
        state = self._move(lifecycle.Exited(run_id=self._launch.run, failure=failure, log_tail=_tail(process)))
        if isinstance(state, lifecycle.Failed) and state.failure == failure:  # else it is another that is told
            self.retell = told

    def reason_now(self, reason: str | None) -> str | None:
        """Why speculation is off or slow, as it was told, in the language of now."""
        return None if reason is None else restated_reason(self._facts.facts())

    async def _watch(self, process: ServerProcess | AdoptedProcess, over: asyncio.Task[int]) -> None:
        """Until it is ready. What goes wrong then ends the process, unless that ends by itself and says why, or is not
        of our making."""
        error = await failure_of(self._until_ready(process))
        if error is None or self._asked:
            return
        await asyncio.wait([over], timeout=LAST_WORDS_S)
        if over.done():
            return
        log.warning("run %d: %s", self._launch.run, error)
        await asyncio.to_thread(self._launch.forget_key)
        failure = Failure.of(error) if self._launch.adopted is None else _not_adopted(error)
        self._fail(lifecycle.StartFailed(run_id=self._launch.run, failure=failure, log_tail=_tail(process)))
        if self._launch.adopted is None:
            self.stop()
        else:
            self._given_up.set()
            await self._left(process)

    async def _until_ready(self, process: ServerProcess | AdoptedProcess) -> None:
        launch = self._launch
        if launch.adopted is not None and await self._another_listens(process):
            raise taken(launch.port)  # before it is sent the key
        progress = LoadProgress(process.pid, launch.size_mib, time.monotonic(), self._patience_s)
        while await self.client.health() != "ready":
            told = self._facts.facts().progress
            seen = await asyncio.to_thread(progress.read, time.monotonic(), told, self._lines)
            self._move(
                lifecycle.LoadProgressed(
                    run_id=launch.run, progress=seen.share, seconds_left=seen.seconds_left, note=seen.note
                )
            )
            if await self._is_over_within(POLL_S):
                return
        if await self._another_listens(process):
            raise taken(launch.port)
        report = await self._read_back(process)
        if report is None:
            return
        await asyncio.to_thread(launch.forget_key)
        state = self._move(
            lifecycle.BecameReady(
                run_id=launch.run,
                url=launch.url,
                since=time.monotonic(),
                speculative=report.speculative,
                reason=report.reason,
                context=report.context,
                slots=report.slots,
                build=report.build,
            )
        )
        if isinstance(state, lifecycle.Ready):
            self._ready = True
            self._observer.server_ready(launch.run, report, self.client)

    async def _another_listens(self, process: ServerProcess | AdoptedProcess) -> bool:
        return await asyncio.to_thread(is_another_listening, self._launch.port, process.pid)

    async def _read_back(self, process: ServerProcess | AdoptedProcess) -> ServerReport | None:
        """None when it is over. A server may have much to do, for others or for itself: it is asked again. Raises
        EngineError."""
        began = time.monotonic()
        while True:
            try:
                return await read_back(self._launch, process.pid, self.client, self._facts_now)
            except NoAnswerError:
                silent_s = time.monotonic() - began
                if silent_s >= SILENT_S:
                    raise
            if silent_s >= SAID_AFTER_S:
                note = translate("Service", "The engine has not said yet what it runs. It is asked again.")
                self._move(lifecycle.LoadProgressed(run_id=self._launch.run, progress=None, note=note))
            if await self._is_over_within(POLL_S):
                return None

    async def _is_over_within(self, seconds: float) -> bool:
        """Wait a moment; True when there is nothing more to wait for."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._no_more.wait()
        return self._no_more.is_set()

    def _facts_now(self) -> EngineFacts:
        """What the log has said, the lines of the last moment included."""
        if self._process is not None:
            self._process.hand_on()
        return self._facts.facts()


def _not_ended(pid: int) -> Failure:
    return Failure(
        what=translate("Service", "The engine could not be ended."),
        why=translate("Service", "Process {pid} does not react, not even to being killed.").format(pid=pid),
        next_step=translate("Service", "End it with the system's own tools, or restart the computer."),
    )


def _adopted_ended() -> Failure:
    return Failure(
        what=translate("Service", "The server has ended."),
        why=translate("Service", "An earlier SpecDesk had started it, so why it ended cannot be told."),
        next_step=translate("Service", "Start it again."),
    )


def _not_adopted(error: SpecDeskError) -> Failure:
    return Failure(
        what=translate("Service", "The server that went on serving could not be taken over."),
        why=f"{error.what} {error.why}".strip(),
        next_step=translate("Service", "It still runs. End it, or start another."),
    )


def _tail(process: ServerProcess | AdoptedProcess) -> tuple[str, ...]:
    return tuple(process.tail)[-LOG_TAIL:]
