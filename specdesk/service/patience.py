"""Drives that do not answer: work on files is waited for, but nobody waits in the dark, and never for ever.

A system call on a network drive that is gone, or a disk that sleeps, blocks its thread for as long as the system likes
and cannot be called off. Such a thread is left behind (`threads`); what it comes back with is then no longer wanted.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any, Final, TypeVar

from specdesk.language import translate
from specdesk.models.walk import is_model
from specdesk.service.events import Event, Problem, ProblemOver
from specdesk.service.outcome import failure_in

T = TypeVar("T")

HANGS_S = 15.0
"""A disk that was asleep turns within 10 s."""
READS: Final = 4
"""Times as long for a model file: its vocabulary alone may be 20 MB, and a network slow."""
LOOK_S: Final = 0.1
CANCEL_S: Final = 0.5
"""A scan that is called off may end by itself for so long, before it is left behind."""
TOPIC: Final = "drive"


def silent_words(path: str) -> str:
    """ "The folder … does not answer." """
    folder = os.path.dirname(path) if is_model(os.path.basename(path)) else path
    return translate("Service", "The folder {folder} does not answer.").format(folder=folder)


def silent(path: str, next_step: str) -> Problem:
    """What is said of a path that does not answer."""
    why = translate("Service", "Its drive may be asleep, disconnected, or behind a network that is gone.")
    return Problem(topic=TOPIC, what=silent_words(path), why=why, next_step=next_step)


async def told_if_silent(work: Awaitable[T], path: str, post: Callable[[Event], None]) -> T:
    """The result of work on a path, however long that takes; when it takes long, that is said until it is over."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task], timeout=HANGS_S)
        if not task.done():
            said = silent(path, translate("Service", "Nothing else waits for it; it goes on when the drive answers."))
            post(said)
            try:
                await asyncio.wait([task])
            finally:
                post(ProblemOver(topic=TOPIC, what=said.what))
    except asyncio.CancelledError:
        task.cancel()
        raise
    return task.result()


class Look:
    """Where a scan looks now. leaves: paths that are not looked at. Made on the loop, told from the scan's thread."""

    def __init__(self, leaves: Collection[str], stop: threading.Event) -> None:
        self._leaves = leaves
        self._stop = stop
        self._left_behind = threading.Event()
        self._at = ("", time.monotonic())

    def may(self, path: str) -> bool:
        """Called right before the disk is touched for a path; "" = with something else now, which may take long."""
        self._at = (path, time.monotonic())
        return path not in self._leaves and not self._left_behind.is_set()

    def is_over(self) -> bool:
        """Nobody wants more of it."""
        return self._stop.is_set() or self._left_behind.is_set()

    async def follow(self, reading: asyncio.Task[Any]) -> str | None:
        """Wait for the end of the scan: None when it ended, or was called off and left behind; else the path that
        does not answer, with the scan left behind. Raises SpecDeskError when the scan failed."""
        called_off: float | None = None
        while not reading.done():
            await asyncio.wait([reading], timeout=LOOK_S)
            now, (path, since) = time.monotonic(), self._at
            if self._stop.is_set():
                called_off = called_off or now
                if now - called_off > CANCEL_S:
                    self._left_behind.set()
                    return None
            elif path and not reading.done() and now - since > HANGS_S * (READS if is_model(path) else 1):
                self._left_behind.set()
                return path
        error = failure_in(reading)
        if error is not None:
            raise error
        return None


async def around(
    work: Callable[[Look], Coroutine[Any, Any, T]],
    stop: threading.Event,
    on_silent: Callable[[str, asyncio.Task[T]], None],
) -> T | None:
    """The result of work on many paths, done anew without those that do not answer; None when it was called off.

    on_silent: called with each such path, and with what was left behind at it. Raises SpecDeskError as the work does.
    """
    left_out: frozenset[str] = frozenset()
    while not stop.is_set():
        look = Look(left_out, stop)
        task = asyncio.get_running_loop().create_task(work(look))
        path = await look.follow(task)
        if path is None:
            return task.result() if task.done() else None
        left_out |= {path}
        on_silent(path, task)
    return None
