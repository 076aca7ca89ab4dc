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
from specdesk.service.drives import SilentDrives, is_below, whole_drive
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


def allowed_s(path: str) -> float:
    """How long a path may take before it counts as silent: a model file is read, anything else looked at."""
    return HANGS_S * (READS if is_model(os.path.basename(path)) else 1)


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

    def __init__(self, leaves: Collection[str] = (), stop: threading.Event | None = None) -> None:
        self._leaves = leaves
        self._stop = stop or threading.Event()
        self._left_behind = threading.Event()
        self._at = ("", time.monotonic())

    def may(self, path: str) -> bool:
        """Called right before the disk is touched for a path; "" = with something else now, which may take long."""
        self._at = (path, time.monotonic())
        return not self._left_behind.is_set() and not any(is_below(path, place) for place in self._leaves)

    @property
    def at(self) -> str:
        """The path that is looked at now."""
        return self._at[0]

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
            elif path and not reading.done() and now - since > allowed_s(path):
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
    drives: SilentDrives,
) -> T | None:
    """The result of work on many paths, done anew without the drives that do not answer; None when it was called off.

    on_silent: called with each such drive (or folder), and with what was left behind at it. drives: those that are
    known to be silent are left out from the start. Raises SpecDeskError as the work does.
    """
    left_out = drives.now()
    while not stop.is_set():
        look = Look(left_out, stop)
        task = asyncio.get_running_loop().create_task(work(look))
        path = await look.follow(task)
        if path is None and not task.done() and look.at:
            drives.doubt(await asyncio.to_thread(whole_drive, look.at), task)  # called off while it waited there
        if path is None:
            return task.result() if task.done() else None
        place = await asyncio.to_thread(whole_drive, path)
        left_out |= {place}
        drives.add(place, task)
        on_silent(place, task)
    return None
