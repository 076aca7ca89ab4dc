"""Folders that are watched for a file: ended at any moment, away for a while, and on a drive that hangs."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from specdesk.service import watched_folders as ground
from specdesk.service.fetching import Fetching
from specdesk.service.watched_folders import WatchedFolders

WAIT_S = 60.0
AGAIN_S = 0.3
OFTEN_S = 0.01


class Told:
    """The names of what has arrived, as told by either."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def paths(self, paths: tuple[str, ...]) -> None:
        self.names += [Path(path).name for path in paths]

    def event(self, event: Any) -> None:
        self.paths(event.paths)

    async def arrives(self, path: Path) -> None:
        """Until a file is told that comes, and changes as long as nobody has seen it."""
        change(path)
        while path.name not in self.names:
            change(path)
            for _ in range(int(AGAIN_S / OFTEN_S)):
                await asyncio.sleep(OFTEN_S)
                if path.name in self.names:
                    break


def change(path: Path) -> None:
    """Make it, or make it another one."""
    if path.exists():
        os.utime(path, ns=(0, path.stat().st_mtime_ns + 1_000_000_000))
    else:
        path.write_bytes(b"x")


def carried_out(work: Coroutine[Any, Any, None]) -> None:
    """Afterwards nothing goes on by itself any more."""

    async def run() -> None:
        await asyncio.wait_for(work, WAIT_S)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            _, still = await asyncio.wait(others, timeout=20.0)
            assert not still

    asyncio.run(run())


def test_an_end_while_a_folder_is_first_looked_at_counts(tmp_path: Path) -> None:
    async def work() -> None:
        fetching = Fetching(Told().event, OFTEN_S)
        watching = asyncio.ensure_future(fetching.watch((str(tmp_path),)))
        await asyncio.sleep(0)
        await fetching.watch_no_more()
        await watching

    carried_out(work())


def test_of_two_watches_at_once_the_later_one_counts(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    told = Told()

    async def work() -> None:
        fetching = Fetching(told.event, OFTEN_S)
        watching = [asyncio.ensure_future(fetching.watch((str(one),))) for one in (first, second)]
        await asyncio.gather(*watching)
        (first / "not-watched.gguf").write_bytes(b"x")
        await told.arrives(second / "new.gguf")
        await fetching.close()

    carried_out(work())
    assert set(told.names) == {"new.gguf"}


def test_what_was_there_before_its_folder_was_away_has_not_arrived(tmp_path: Path) -> None:
    models, away = tmp_path / "models", tmp_path / ".away"
    models.mkdir()
    for number in range(3):
        (models / f"old-{number}.gguf").write_bytes(b"x")
    told = Told()

    async def work() -> None:
        fetching = Fetching(told.event, OFTEN_S)
        await fetching.watch((str(tmp_path),))
        models.rename(away)
        await told.arrives(tmp_path / "one.gguf")
        away.rename(models)
        await told.arrives(tmp_path / "two.gguf")
        await told.arrives(models / "three.gguf")
        (models / "old-1.gguf").unlink()
        await told.arrives(models / "four.gguf")
        await told.arrives(models / "old-1.gguf")  # another one of this name
        await fetching.close()

    carried_out(work())
    assert sorted(set(told.names)) == ["four.gguf", "old-1.gguf", "one.gguf", "three.gguf", "two.gguf"]


@pytest.mark.parametrize("below", ["", "owner/model"])
def test_what_is_on_a_drive_that_comes_later_has_not_arrived(tmp_path: Path, below: str) -> None:
    drive = tmp_path / "drive"
    folder = tmp_path / "waiting" / below
    folder.mkdir(parents=True)
    (folder / "old.gguf").write_bytes(b"x")
    told = Told()

    async def work() -> None:
        watched = WatchedFolders(told.paths, OFTEN_S)
        await watched.watch((str(drive), str(drive)))
        (tmp_path / "waiting").rename(drive)
        await told.arrives(drive / below / "new.gguf")
        watched.end()

    carried_out(work())
    assert set(told.names) == {"new.gguf"}


def test_a_drive_that_hangs_silences_no_other_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs, works = tmp_path / "hangs", tmp_path / "works"
    hangs.mkdir()
    works.mkdir()
    released = threading.Event()
    begun = threading.Event()
    walks: list[str] = []
    walked = ground._walked

    def slow(folder: str) -> ground.Walk:
        walks.append(folder)
        if folder == str(hangs):
            begun.set()
            released.wait(WAIT_S)
        return walked(folder)

    monkeypatch.setattr(ground, "_walked", slow)
    told = Told()

    async def work() -> None:
        watched = WatchedFolders(told.paths, OFTEN_S)
        try:
            watching = [asyncio.ensure_future(watched.watch((str(hangs), str(works))))]
            assert await asyncio.to_thread(begun.wait, WAIT_S)
            watching.append(asyncio.ensure_future(watched.watch((str(hangs), str(works)))))
            await told.arrives(works / "new.gguf")
            watched.end()
            await asyncio.gather(*watching)
        finally:
            released.set()

    carried_out(work())
    assert set(told.names) == {"new.gguf"}
    assert walks.count(str(hangs)) == 1, "one thread waits for it"
