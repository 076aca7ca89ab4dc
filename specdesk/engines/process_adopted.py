"""A server that an earlier SpecDesk started and that is taken over: watched and stopped like one of our own.

It is no child of this process: its output goes nowhere, and the system tells nobody but its parent how it ended.
"""

from __future__ import annotations

import asyncio
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

LOOK_S: Final = 0.25
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

    @classmethod
    async def take(cls, orphan: Orphan) -> AdoptedProcess:
        """Raises EngineError when it has ended meanwhile."""
        process = await asyncio.to_thread(server_of, orphan)
        if process is None:
            what = translate("Engines", "The server that was to be taken over has ended meanwhile.")
            raise EngineError(what, "", translate("Engines", "Press Start."))
        return cls(orphan, process)

    async def wait(self) -> int:
        """Waits for the end, its own or on request, and ends what it leaves in its session."""
        while self.returncode is None:
            await self._gone_within(LOOK_S)
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

    async def _gone_within(self, seconds: float) -> bool:
        _, alive = await asyncio.to_thread(psutil.wait_procs, [self._process], seconds)
        if self.returncode is None and not (alive and is_alive(self._process)):
            await asyncio.to_thread(process_session.end_rest, self.pid, self._patience_s)
            self.returncode = UNKNOWN_CODE
        return self.returncode is not None
