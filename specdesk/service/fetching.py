"""Getting a draft: one fetch at a time in a process of its own, and folders watched for a file that arrives.

Nothing here connects to anything by itself: a fetch begins with the user's press below a sentence that names host and
size.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import platformdirs

from specdesk.engines.environment import child_environment
from specdesk.language import translate
from specdesk.models.hub import FetchEvent, FetchOrder, read_event, worker_argv, worker_input
from specdesk.service.events import Event
from specdesk.service.fetch_events import FetchEnded, FetchProgress, FilesArrived
from specdesk.service.watched_folders import WatchedFolders

LOOK_EVERY_S = 5.0
"""Between two looks at the watched folders: a file that is as large as two looks ago has arrived."""
END_S = 2.0
"""For a worker to end by itself."""
TOPIC = "fetch"


class Fetching:
    """Lives on the loop. look_every_s: as LOOK_EVERY_S. worker: the command of the process that fetches."""

    def __init__(
        self, post: Callable[[Event], None], look_every_s: float = LOOK_EVERY_S, worker: Sequence[str] = ()
    ) -> None:
        self._post = post
        self._watched = WatchedFolders(self._arrived, look_every_s)
        self._worker = worker or worker_argv()
        self._process: asyncio.subprocess.Process | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self._cancelled = False

    async def fetch(self, number: int, order: FetchOrder) -> None:
        """Fetch a file and tell how it goes; FetchEnded comes for certain."""
        if not self._idle.is_set():
            words = translate("Fetch", "Another file is being fetched.")
            self._post(FetchEnded(number=number, what=words))
            return
        self._idle.clear()  # before the first await: a second press finds it taken
        self._cancelled = False
        last: list[FetchEvent] = []
        trouble: OSError | None = None
        try:
            await self._run(number, order, last)
        except OSError as error:
            trouble = error
        except asyncio.CancelledError:
            self._cancelled = True
            raise
        finally:
            self._process = None
            self._idle.set()
            self._post(_ended(number, last[-1] if last else None, self._cancelled, trouble))

    async def _run(self, number: int, order: FetchOrder, last: list[FetchEvent]) -> None:
        """One worker from its start to its end, and what it said. Raises OSError when it does not start."""
        process = self._process = await asyncio.create_subprocess_exec(
            *self._worker, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, env=child_environment(os.environ),
        )  # fmt: skip
        try:
            if not self._cancelled:  # a cancel may have come while it was being started
                await self._follow(number, process, order, last)
        finally:
            await _gone(process)

    async def _follow(
        self, number: int, process: asyncio.subprocess.Process, order: FetchOrder, last: list[FetchEvent]
    ) -> None:
        if process.stdin is None or process.stdout is None:
            return
        process.stdin.write(worker_input(order))
        while True:
            try:
                line = await process.stdout.readline()
            except ValueError:  # far too long for one of the worker's own
                continue
            if not line:
                return
            event = read_event(line)
            if event is None:
                continue
            last.append(event)
            if event.fetch in ("progress", "checking"):
                self._post(
                    FetchProgress(
                        number=number, done_mib=event.done_mib, total_mib=event.total_mib,
                        checking=event.fetch == "checking",
                    )
                )  # fmt: skip

    async def cancel(self) -> None:
        """Stop the fetch that runs or is about to; what has come is kept."""
        self._cancelled = True
        if self._process is not None:
            await _gone(self._process)

    async def watch(self, folders: tuple[str, ...]) -> None:
        """Tell of model files that arrive in that for downloads or in these folders, or a few levels below them, until
        `watch_no_more`."""
        await self._watched.watch((platformdirs.user_downloads_dir(), *folders))

    async def watch_no_more(self) -> None:
        """Look no more."""
        self._watched.end()

    def _arrived(self, paths: tuple[str, ...]) -> None:
        self._post(FilesArrived(paths=paths))

    async def close(self) -> None:
        """End both, in some seconds at most: a worker that hangs is killed."""
        await self.watch_no_more()
        await self.cancel()
        with contextlib.suppress(TimeoutError):  # only where the system is still starting the worker
            await asyncio.wait_for(self._idle.wait(), END_S)


async def _gone(process: asyncio.subprocess.Process) -> None:
    """The end of its input ends the worker; one that does not hear it is killed."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), END_S)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _ended(number: int, last: FetchEvent | None, cancelled: bool, trouble: OSError | None) -> FetchEnded:
    if last is not None and last.fetch == "done":
        return FetchEnded(number=number, path=last.path)
    if cancelled:
        return FetchEnded(number=number, cancelled=True)
    if trouble is not None:
        words = translate("Fetch", "The program that fetches files did not start.")
        return FetchEnded(number=number, what=words, why=trouble.strerror or str(trouble))
    if last is not None and last.fetch == "resized":
        return FetchEnded(number=number, resized_mib=last.total_mib)
    if last is None or last.fetch != "failed":
        words = translate("Fetch", "The program that fetches files ended without a word.")
        return FetchEnded(number=number, what=words, next_step=translate("Fetch", "Try again."))
    what, why, next_step = (translate("Fetch", text) if text else "" for text in (last.what, last.why, last.next_step))
    return FetchEnded(number=number, what=what, why=why.format(system=last.system), next_step=next_step)


class FetchRequests(ABC):
    """All methods return at once and may be called from any thread."""

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def fetch_file(self, number: int, order: FetchOrder) -> None:
        """Fetch a file, after the user has agreed to host and size: FetchProgress*, then FetchEnded."""
        self._do(TOPIC, lambda parts: parts.fetching.fetch(number, order))

    def cancel_fetch(self) -> None:
        """Stop fetching; what has come is kept."""
        self._do(TOPIC, lambda parts: parts.fetching.cancel())

    def watch_folders(self, folders: tuple[str, ...]) -> None:
        """Tell of model files that arrive in the folder for downloads, in these, or below: FilesArrived."""
        self._do(TOPIC, lambda parts: parts.fetching.watch(folders))

    def unwatch_folders(self) -> None:
        """Look no more."""
        self._do(TOPIC, lambda parts: parts.fetching.watch_no_more())
