"""A server process: started, listened to for its whole life, stopped for certain.

Everything here belongs to the asyncio loop of the service thread, which lives as long as SpecDesk does: on Linux the
death signal of a child is tied to the thread that started it (see `process_guard`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import psutil

from specdesk.engines import process_guard, process_session, windows_job
from specdesk.engines.death_watch import DeathWatch
from specdesk.engines.process_birth import Birth, birth_of
from specdesk.engines.process_lines import LineCutter
from specdesk.engines.process_log import LogFile
from specdesk.engines.stop_steps import (
    LAST_LINES_S,
    REAP_S,
    REQUESTS,
    REQUESTS_BY_INPUT,
    REST_S,
    Ask,
    Ending,
    ended_by,
)

TAIL_LINES: Final = 2000
BATCH_LINES: Final = 1000
BATCH_S: Final = 0.03
"""Lines are handed on together after this time, or earlier when there are many."""

OnLines = Callable[[list[str]], None]
OnPartial = Callable[[str], None]


class StopResult(msgspec.Struct, frozen=True):
    """How a stop went, and the exit code (negative: signal). None: it is not even gone after being killed."""

    how: Ending
    returncode: int | None


class _Pipes(asyncio.SubprocessProtocol):
    """Callbacks of the loop, handed to the process object."""

    def __init__(self) -> None:
        self.on_data: Callable[[bytes], None] = lambda data: None
        self.on_closed: Callable[[], None] = lambda: None
        self.on_exited: Callable[[], None] = lambda: None
        self.transport: asyncio.SubprocessTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.on_data(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.on_closed()

    def process_exited(self) -> None:
        self.on_exited()


class ServerProcess:
    """One running child. Made by `spawn`.

    pid, birth (None where it was gone at once), program (absolute path), tail (last lines), returncode (None while it
    runs; negative: ended by that signal).
    """

    def __init__(self, program: Path, pipes: _Pipes, on_lines: OnLines, on_partial: OnPartial | None) -> None:
        self.program = program
        self.pid = 0
        self.birth: Birth | None = None
        self.tail: deque[str] = deque(maxlen=TAIL_LINES)
        self.log_file: LogFile | None = None
        self._loop = asyncio.get_running_loop()
        self._on_lines, self._on_partial = on_lines, on_partial
        self._skip: Callable[[str], bool] | None = None
        self._cutter = LineCutter()
        self._pending: list[str] = []
        self._flush_at: asyncio.TimerHandle | None = None
        self._exited = asyncio.Event()
        self._over = asyncio.Event()
        self._stopping: asyncio.Task[StopResult] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._swept = self._pipe_over = False
        self._handle: psutil.Process | None = None
        self._watch: DeathWatch | None = None
        self._pipes = pipes
        pipes.on_data, pipes.on_closed, pipes.on_exited = self._feed, self._pipe_closed, self._process_exited

    @classmethod
    async def spawn(
        cls,
        argv: Sequence[str],
        env: Mapping[str, str],
        cwd: Path | None,
        on_lines: OnLines,
        *,
        on_partial: OnPartial | None = None,
        stdin: bytes | None = None,
        log_path: Path | None = None,
        skip: Callable[[str], bool] | None = None,
        outlives: bool = False,
    ) -> ServerProcess:
        """Starts argv[0] with output and errors in one stream, in a session of its own.

        on_lines gets whole lines in batches, in the loop; on_partial the beginning of a line that has not ended.
        stdin: first bytes for the child, whose input then stays open until `stop`, which says "exit" there; None: no
        input. log_path: file that gets every line. skip: lines that nobody wants, dropped before anything else.
        outlives: it goes on when SpecDesk is killed; llama-server does not mind that nobody reads what it prints.
        Raises EngineError when it cannot be started.
        """
        program = await asyncio.to_thread(process_guard.checked_program, argv[0], env.get("PATH"))
        prefix = () if outlives else await asyncio.to_thread(process_guard.guard_prefix, program)
        pipes = _Pipes()
        process = cls(program, pipes, on_lines, on_partial)
        process._skip = skip
        pipe, none = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        try:
            transport, _ = await process._loop.subprocess_exec(
                lambda: pipes, *prefix, str(program), *argv[1:],
                stdin=none if stdin is None else pipe, stdout=pipe, stderr=asyncio.subprocess.STDOUT,
                env=dict(env), cwd=cwd, **process_guard.platform_options(),
            )  # fmt: skip
        except OSError as error:
            raise process_guard.spawn_error(program, error) from error
        process.pid = transport.get_pid()
        if not outlives:
            windows_job.end_with_us(process.pid)
            process._watch = await asyncio.to_thread(DeathWatch.begin, process.pid)
        process.log_file = LogFile(log_path) if log_path is not None else None
        process._write(stdin)
        process._handle = await asyncio.to_thread(_handle, process.pid)
        process.birth = await asyncio.to_thread(birth_of, process.pid)
        return process

    @property
    def returncode(self) -> int | None:
        """Exit code, negative for a signal; None while it runs."""
        return self._pipes.transport.get_returncode() if self._pipes.transport is not None else None

    async def wait(self) -> int:
        """Waits for the end and for the last of its output; returns the exit code."""
        await self._over.wait()
        code = self.returncode
        assert code is not None
        return code

    async def stop(self) -> StopResult:
        """Ends the process and all below it by the steps of `stop_steps`. May be called at any time.

        A child with an open input is first told "exit" there. Close streams of replies before: a llama-server waits
        for them. Lines that it prints meanwhile are still handed on.
        """
        if self._stopping is None:
            self._stopping = self._loop.create_task(self._stop())
        return await asyncio.shield(self._stopping)

    async def _stop(self) -> StopResult:
        family = await asyncio.to_thread(family_of, self._handle)

        async def ask(what: Ask) -> None:
            if what == "exit line":
                self._write(b"exit\n")
                self._close_input()
            else:
                await asyncio.to_thread(send_all, family, psutil.Process.terminate)

        steps = REQUESTS if self._input() is None else REQUESTS_BY_INPUT
        how = await ended_by(steps, ask, self._gone_within)
        await asyncio.to_thread(send_all, family, psutil.Process.kill)
        await self._gone_within(REAP_S)
        await asyncio.to_thread(psutil.wait_procs, family[1:], REAP_S)
        if self._exited.is_set():
            await self._over.wait()
        return StopResult(how, self.returncode)

    async def _gone_within(self, seconds: float) -> bool:
        if self._exited.is_set():
            return True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._exited.wait(), seconds)
        return self._exited.is_set()

    def _input(self) -> asyncio.WriteTransport | None:
        pipe = self._pipes.transport.get_pipe_transport(0) if self._pipes.transport is not None else None
        return pipe if isinstance(pipe, asyncio.WriteTransport) and not pipe.is_closing() else None

    def _write(self, data: bytes | None) -> None:
        pipe = self._input()
        if data and pipe is not None:
            pipe.write(data)

    def _close_input(self) -> None:
        pipe = self._input()
        if pipe is not None:
            pipe.close()

    def _feed(self, data: bytes) -> None:
        lines = self._cutter.feed(data)
        if self._skip is not None:
            lines = [line for line in lines if not self._skip(line)]
        self.tail.extend(lines)
        self._pending += lines
        if len(self._pending) >= BATCH_LINES:
            self.hand_on()
        elif self._flush_at is None:
            self._flush_at = self._loop.call_later(BATCH_S, self.hand_on)

    def hand_on(self) -> None:
        """Hand on the lines that wait for their batch, now."""
        if self._flush_at is not None:
            self._flush_at.cancel()
            self._flush_at = None
        lines, self._pending = self._pending, []
        if lines:
            if self.log_file is not None:
                self.log_file.write(lines)
            self._on_lines(lines)
        if self._on_partial is not None and (partial := self._cutter.partial):
            self._on_partial(partial)

    def _pipe_closed(self) -> None:
        self._pipe_over = True
        last = self._cutter.end()
        self.tail.extend(last)
        self._pending += last
        self.hand_on()
        if self._swept:
            self._finish()

    def _process_exited(self) -> None:
        self._exited.set()
        self._sweeping = self._loop.create_task(self._sweep())

    async def _sweep(self) -> None:
        """Nothing that it has started may outlive it; then the end of its output is waited for, but not for ever."""
        patience = process_session.PATIENCE_S if self._stopping is None else REST_S
        await asyncio.to_thread(process_session.end_rest, self.pid, patience)
        self._swept = True
        if self._pipe_over:
            self._finish()
        else:
            self._loop.call_later(LAST_LINES_S, self._finish)

    def _finish(self) -> None:
        """The end: called when the pipe has closed or its time is up, whichever is first."""
        if self._over.is_set():
            return
        self._over.set()
        self.hand_on()
        if self._pipes.transport is not None:
            self._pipes.transport.close()
        if self.log_file is not None:
            self._loop.run_in_executor(None, self.log_file.close)
        if self._watch is not None:
            self._watch.let_go()
            self._loop.run_in_executor(None, self._watch.reap)


def _handle(pid: int) -> psutil.Process | None:
    """The child as psutil knows it, which never signals another process that got the same pid later."""
    try:
        return psutil.Process(pid)
    except psutil.Error:
        return None


def family_of(first: psutil.Process | None) -> list[psutil.Process]:
    """The process itself, then all below it."""
    if first is None:
        return []
    try:
        return [first, *first.children(recursive=True)]
    except psutil.Error:
        return [first]


def send_all(family: list[psutil.Process], request: Callable[[psutil.Process], None]) -> None:
    """Asks or kills each that still lives. Not through asyncio, whose own way may take the exit code away."""
    for one in family:
        with contextlib.suppress(psutil.Error):
            request(one)
