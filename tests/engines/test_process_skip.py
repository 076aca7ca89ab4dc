"""Lines that nobody wants are dropped before they reach the log, the tail or anybody."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from specdesk.engines.log_lines import is_echo
from specdesk.engines.process import ServerProcess

SAYS = "print('one'); print('0.00.230.596 I srv  update_slots: all slots are idle'); print('two')"


def test_the_echo_of_our_own_questions_is_dropped(tmp_path: Path) -> None:
    heard: list[str] = []

    async def live() -> ServerProcess:
        argv = [sys.executable, "-S", "-E", "-c", SAYS]
        log = tmp_path / "server.log"
        process = await ServerProcess.spawn(argv, os.environ, None, heard.extend, log_path=log, skip=is_echo)
        await process.wait()
        return process

    process = asyncio.run(live())
    assert heard == ["one", "two"]
    assert list(process.tail) == ["one", "two"]


def test_a_line_that_says_more_is_kept() -> None:
    assert is_echo("0.01.239.863 I srv  update_slots: all slots are idle")
    assert not is_echo("srv update_slots: all slots are idle, and something is wrong")
