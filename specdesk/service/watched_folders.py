"""Folders that are looked at for a model file that arrives, each by itself: one drive that hangs silences no other."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable

from specdesk.models.walk import is_model

DEPTH = 4
"""Levels below a watched folder: owner, model and kind of file, and one more."""
MOST_FOLDERS = 2_000
"""Looked into at a time below each watched folder, those nearest first."""

Stamps = dict[str, tuple[int, int]]
"""Bytes and time of the last change (ns) of files, by path."""
Walk = tuple[Stamps, set[str]]
"""The model files that were seen, and the folders that could not be looked into."""


class WatchedFolders:
    """Lives on the loop. tell: gets the paths of what has arrived. look_every_s: between two looks at a folder; a file
    that is as it was two looks ago has arrived."""

    def __init__(self, tell: Callable[[tuple[str, ...]], None], look_every_s: float) -> None:
        self._tell = tell
        self._look_every_s = look_every_s
        self._looks: list[asyncio.Task[None]] = []
        self._walks: dict[str, asyncio.Task[Walk]] = {}

    async def watch(self, folders: Iterable[str]) -> None:
        """Look at these instead of others from now on. Returns once every one of them has been seen a first time, or is
        watched no more."""
        self.end()
        known = Stamps()
        seen = [(folder, asyncio.Event()) for folder in dict.fromkeys(folders)]
        # before the first await: whoever ends it meanwhile ends it all
        self._looks = [asyncio.ensure_future(self._look(folder, known, first)) for folder, first in seen]
        for task, (_, first) in zip(tuple(self._looks), seen, strict=True):
            task.add_done_callback(lambda _task, first=first: first.set())  # type: ignore[misc]
        for _, first in seen:
            await first.wait()

    def end(self) -> None:
        """Look no more."""
        for task in self._looks:
            task.cancel()
        self._looks = []

    async def _look(self, folder: str, known: Stamps, first: asyncio.Event) -> None:
        """known: of all folders, which may lie in one another. What has been seen once stays known while its folder
        cannot be read. first: set when the folder has been looked at."""
        now, unseen = await self._walk(folder)
        known |= now
        first.set()
        before = Stamps()
        while True:
            await asyncio.sleep(self._look_every_s)
            now, closed = await self._walk(folder)
            known |= _below(now, unseen - closed)  # what is on a drive that was not there before has not arrived
            unseen = unseen & closed
            others = {path: stamp for path, stamp in now.items() if known.get(path) != stamp}
            arrived = {path: stamp for path, stamp in others.items() if stamp[0] and before.get(path) == stamp}
            before = others
            if arrived:
                known |= arrived
                self._tell(tuple(arrived))

    async def _walk(self, folder: str) -> Walk:
        """As `_walked`; on a drive that hangs one walk waits, however often it is asked for."""
        walk = self._walks.get(folder)
        if walk is None:
            walk = self._walks[folder] = asyncio.ensure_future(asyncio.to_thread(_walked, folder))
            walk.add_done_callback(lambda _: self._walks.pop(folder, None))
        return await asyncio.shield(walk)


def _walked(top: str) -> Walk:
    """This folder and up to `DEPTH` below; links to folders are not followed, and hidden folders not looked into.
    Blocks."""
    found = Stamps()
    closed: set[str] = set()
    waiting = deque([(top, 0)])
    left = MOST_FOLDERS
    while waiting and left:
        folder, depth = waiting.popleft()
        left -= 1
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    with contextlib.suppress(OSError):
                        if is_model(entry.name) and entry.is_file():
                            state = entry.stat()
                            found[entry.path] = (state.st_size, state.st_mtime_ns)
                        elif depth < DEPTH and entry.name[0] != "." and entry.is_dir(follow_symlinks=False):
                            waiting.append((entry.path, depth + 1))
        except OSError:
            closed.add(folder)
    return found, closed | {folder for folder, _ in waiting}


def _below(stamps: Stamps, folders: set[str]) -> Stamps:
    """Those of files in these folders or below."""
    tops = tuple(os.path.join(folder, "") for folder in folders)
    return {path: stamp for path, stamp in stamps.items() if path.startswith(tops)}
