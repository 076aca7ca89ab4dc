"""A server that an earlier SpecDesk started and that is taken over: watched and stopped like one of our own.

It is no child of this process: its output goes nowhere, and the system tells nobody but its parent how it ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import deque
from pathlib import Path
from typing import Final

import psutil

from specdesk.engines import process_session
from specdesk.engines.orphans import Orphan, is_alive, server_of
from specdesk.engines.process import StopResult, family_of, send_all
from specdesk.engines.process_birth import Birth
from specdesk.engines.stop_steps import REAP_S, REQUESTS, REST_S, Ask, ended_by
from specdesk.errors import EngineError
from specdesk.language import translate

LOOK_S: Final = 1.0
"""How often a system that tells no stranger of an end is asked; Linux tells (pidfd_open(2))."""
UNKNOWN_CODE: Final = 0
"""Stands for the exit code, which only the process that started it could learn."""


class AdoptedProcess:
    """Made by `take`. pid, birth, program, tail, returncode: as in `ServerProcess`; nothing is ever in `tail`."""

    def __init__(self, orphan: Orphan, process: psutil.Process) -> None:
        self.pid = process.pid
        self.birth: Birth | None = orphan.birth
        self.program = Path(orphan.exe)
        self.tail: deque[str] = deque()
        self.returncode: int | None = None
        self._process = process
        self._patience_s = process_session.PATIENCE_S
        self._ended = asyncio.Event()
        self._told_at: int | None = None

    @classmethod
    async def take(cls, orphan: Orphan) -> AdoptedProcess:
        """Raises EngineError when it has ended meanwhile."""
        process = await asyncio.to_thread(server_of, orphan)
        if process is None:
            what = translate("Engines", "The server that was to be taken over has ended meanwhile.")
            raise EngineError(what, "", translate("Engines", "Press Start."))
        taken = cls(orphan, process)
        taken._ask_to_be_told()
        if not is_alive(process):
            taken._ended.set()
        return taken

    async def wait(self) -> int:
        """Waits for the end, its own or on request, and ends what it leaves in its session."""
        while self.returncode is None:
            await self._gone_within(LOOK_S if self._told_at is None else None)
        return self.returncode

    async def stop(self) -> StopResult:
        """Ends the process and all below it by the steps of `stop_steps`. May be called at any time."""
        self._patience_s = REST_S
        family = await asyncio.to_thread(family_of, self._process)

        async def ask(_what: Ask) -> None:
            await asyncio.to_thread(send_all, family, psutil.Process.terminate)

        how = await ended_by(REQUESTS, ask, self._gone_within)
        await asyncio.to_thread(send_all, family, psutil.Process.kill)
        await self._gone_within(REAP_S)
        return StopResult(how, self.returncode)

    def hand_on(self) -> None:
        """There are no lines to hand on."""

    def let_go(self) -> None:
        """It is not looked after any more. May be called twice."""
        number, self._told_at = self._told_at, None
        if number is not None:
            asyncio.get_running_loop().remove_reader(number)
            os.close(number)

    def _ask_to_be_told(self) -> None:
        """Of its end, by the system; without a thread that waits."""
        if not hasattr(os, "pidfd_open"):
            return
        with contextlib.suppress(OSError):
            self._told_at = os.pidfd_open(self.pid)
            asyncio.get_running_loop().add_reader(self._told_at, self._has_ended)

    def _has_ended(self) -> None:
        self._ended.set()
        self.let_go()

    async def _is_over_within(self, seconds: float | None) -> bool:
        if self._told_at is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), seconds)
            return self._ended.is_set()
        if self._ended.is_set():
            return True
        await asyncio.to_thread(psutil.wait_procs, [self._process], seconds)
        return not await asyncio.to_thread(is_alive, self._process)

    async def _gone_within(self, seconds: float | None) -> bool:
        if await self._is_over_within(seconds) and self.returncode is None:
            await asyncio.to_thread(process_session.end_rest, self.pid, self._patience_s)
            self.returncode = UNKNOWN_CODE
        return self.returncode is not None
