"""Getting a draft: one fetch at a time in a process of its own, and folders watched for a file that arrives.

Nothing here connects to anything by itself: a fetch begins with the user's press below a sentence that names host and
size.
"""

from __future__ import annotations

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import platformdirs

from specdesk.engines.environment import child_environment
from specdesk.language import translate
from specdesk.models.hub import FetchEvent, FetchOrder, read_event, worker_argv, worker_input
from specdesk.models.walk import walk
from specdesk.service.events import Event
from specdesk.service.fetch_events import FetchEnded, FetchProgress, FilesArrived

LOOK_EVERY_S = 2.0
"""Between two looks at the watched folders: a file that is as large as two looks ago has arrived."""
END_S = 3.0
TOPIC = "fetch"

Sizes = dict[str, int]


class Fetching:
    """Lives on the loop. look_every_s: as LOOK_EVERY_S."""

    def __init__(self, post: Callable[[Event], None], look_every_s: float = LOOK_EVERY_S) -> None:
        self._post = post
        self._look_every_s = look_every_s
        self._process: asyncio.subprocess.Process | None = None
        self._cancelled = False
        self._watch: asyncio.Task[None] | None = None

    async def fetch(self, number: int, order: FetchOrder) -> None:
        """Fetch a file and tell how it goes; FetchEnded comes for certain."""
        if self._process is not None:
            words = translate("Fetch", "Another file is being fetched.")
            self._post(FetchEnded(number=number, what=words))
            return
        self._cancelled = False
        try:
            process = self._process = await asyncio.create_subprocess_exec(
                *worker_argv(), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL, env=child_environment(os.environ),
            )  # fmt: skip
        except OSError as error:
            words = translate("Fetch", "The program that fetches files did not start.")
            self._post(FetchEnded(number=number, what=words, why=error.strerror or str(error)))
            return
        try:
            ended = await self._follow(number, process, order)
        finally:
            _end(process)
            await process.wait()
            self._process = None
        self._post(ended)

    async def _follow(self, number: int, process: asyncio.subprocess.Process, order: FetchOrder) -> FetchEnded:
        if process.stdin is None or process.stdout is None:
            return FetchEnded(number=number, cancelled=True)
        process.stdin.write(worker_input(order))
        last: FetchEvent | None = None
        async for line in process.stdout:
            event = read_event(line)
            if event is None:
                continue
            last = event
            if event.fetch in ("progress", "checking"):
                self._post(
                    FetchProgress(
                        number=number, done_mib=event.done_mib, total_mib=event.total_mib,
                        checking=event.fetch == "checking",
                    )
                )  # fmt: skip
        return _ended(number, last, self._cancelled)

    async def cancel(self) -> None:
        """Stop the fetch that runs; what has come is kept."""
        self._cancelled = True
        if self._process is not None:
            _end(self._process)

    async def watch(self, folders: tuple[str, ...]) -> None:
        """Tell of model files that arrive in these folders or in that for downloads, until `watch_no_more`."""
        await self.watch_no_more()
        watched = (platformdirs.user_downloads_dir(), *folders)
        before = await asyncio.to_thread(_sizes, watched)
        self._watch = asyncio.get_running_loop().create_task(self._look(watched, set(before)))

    async def watch_no_more(self) -> None:
        """Look no more."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def close(self) -> None:
        """End both."""
        await self.watch_no_more()
        process = self._process
        await self.cancel()
        if process is not None:
            await asyncio.wait_for(process.wait(), END_S)

    async def _look(self, folders: tuple[str, ...], known: set[str]) -> None:
        growing = Sizes()
        while True:
            await asyncio.sleep(self._look_every_s)
            now = await asyncio.to_thread(_sizes, folders)
            known &= now.keys()  # a file that was replaced is a new one
            new = {path: size for path, size in now.items() if path not in known}
            arrived = tuple(path for path, size in new.items() if size and growing.get(path) == size)
            growing = new
            if arrived:
                known.update(arrived)
                self._post(FilesArrived(paths=arrived))


def _sizes(folders: tuple[str, ...]) -> Sizes:
    """Bytes of every model file below folders. Blocks."""
    found: Sizes = {}
    for folder in walk(folders):
        for path in folder.files:
            try:
                found[path] = os.stat(path).st_size
            except OSError:
                continue
    return found


def _end(process: asyncio.subprocess.Process) -> None:
    """The end of its input ends the worker."""
    if process.stdin is not None:
        process.stdin.close()


def _ended(number: int, last: FetchEvent | None, cancelled: bool) -> FetchEnded:
    if last is not None and last.fetch == "done":
        return FetchEnded(number=number, path=last.path)
    if cancelled:
        return FetchEnded(number=number, cancelled=True)
    if last is not None and last.fetch == "resized":
        return FetchEnded(number=number, resized_mib=last.total_mib)
    if last is None or last.fetch != "failed":
        words = translate("Fetch", "The program that fetches files ended without a word.")
        return FetchEnded(number=number, what=words, next_step=translate("Fetch", "Try again."))
    what, why, next_step = (translate("Fetch", text) if text else "" for text in (last.what, last.why, last.next_step))
    return FetchEnded(number=number, what=what, why=why.format(system=last.system), next_step=next_step)


class FetchingParts(Protocol):
    """What of the service is needed here."""

    @property
    def fetching(self) -> Fetching:
        """Fetches and watches."""


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
        """Tell of model files that arrive in the folder for downloads or in these: FilesArrived."""
        self._do(TOPIC, lambda parts: parts.fetching.watch(folders))

    def unwatch_folders(self) -> None:
        """Look no more."""
        self._do(TOPIC, lambda parts: parts.fetching.watch_no_more())
