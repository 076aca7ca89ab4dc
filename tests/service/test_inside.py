"""Errors of the program itself on the thread that does everything: logged, said, and no server is left."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import Stage

from specdesk.records.plan import LaunchPlan
from specdesk.service.loop import LoopThread

TESTS = Path(__file__).resolve().parents[1]


def raising(error: BaseException) -> Callable[[], None]:
    """A callback that fails."""

    def fail() -> None:
        raise error

    return fail


def test_an_error_in_a_callback_is_logged_and_said_and_all_goes_on(
    stage: Callable[..., Stage], fake_llama: Callable[..., Path], model: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = stage(engine=fake_llama())
    table.start(LaunchPlan(target=str(model)))
    with caplog.at_level(logging.ERROR, "specdesk"):
        table.service._loop._loop.call_soon_threadsafe(raising(ZeroDivisionError("no")))
        said = table.problem("inside")
    assert said.what == "Something failed inside SpecDesk (ZeroDivisionError)."
    assert "specdesk.log" in said.why
    assert any(record.exc_info and record.exc_info[0] is ZeroDivisionError for record in caplog.records)
    assert table.ask(limit=4).message.text
    table.stop()


ENDED = """
import sys
import psutil
from service_stage import Stage
from specdesk.engines.lifecycle import Ready
from specdesk.records.plan import LaunchPlan
from specdesk.settings import Settings

def fail():
    raise SystemExit(3)

table = Stage(Settings(engine=sys.argv[1]))
table.engine()
table.start(LaunchPlan(target=sys.argv[2]))
server = psutil.Process(table.last(Ready).pid)
table.service._loop._loop.call_soon_threadsafe(fail)
said = table.problem("inside")
print(said.what, said.next_step, sep="|")
print("server left:", bool(psutil.wait_procs([server], timeout=20)[1]))
table.close()
print("closed")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the death signal of Linux")
def test_when_the_thread_itself_ends_that_is_said_and_its_server_ends_with_it(
    fake_llama: Callable[..., Path], model: Path
) -> None:
    """In a program of its own: the threads of such a service are never waited for."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (TESTS, TESTS.parent)))}
    command = [sys.executable, "-c", ENDED, str(fake_llama()), str(model)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines() == [
        "A part of SpecDesk has ended that everything else needs.|Close SpecDesk and start it again.",
        "server left: False",
        "closed",
    ], done.stderr


def test_what_begins_while_tasks_are_called_off_is_called_off_too() -> None:
    begun, ended = threading.Event(), []

    async def late() -> None:
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            ended.append("late")
            raise

    async def early() -> None:
        begun.set()
        try:
            await asyncio.sleep(600)
        finally:
            kept.append(asyncio.ensure_future(late()))
            ended.append("early")

    kept: list[asyncio.Future[None]] = []
    loop = LoopThread()
    loop.start()
    loop.submit(early())
    assert begun.wait(20)
    assert loop.close(20.0)
    assert ended == ["early", "late"]
    assert [one.cancelled() for one in kept] == [True]
