"""Drives that do not answer: what is left out with them, and how many wait for one."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from gguf_files import write_gguf

from specdesk.errors import EngineError
from specdesk.models.library_cache import LibraryCache
from specdesk.models.stores import find_stores
from specdesk.models.walk import walk
from specdesk.service.catalog import Catalog
from specdesk.service.drives import Flights, SilentDrives, is_below, place_of
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, PairsJudged
from specdesk.service.library import Library
from specdesk.service.patience import Look, around

MOUNTS = ["/", "/home", "/mnt/nas", "/mnt/nas/deep"]


@pytest.mark.skipif(sys.platform == "win32", reason="paths of Linux")
@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/mnt/nas/models/a.gguf", "/mnt/nas"),
        ("/mnt/nas/deep/x", "/mnt/nas/deep"),
        ("/mnt/nas2/models", "/mnt/nas2/models"),
        ("/home/me/models/a.gguf", "/home/me/models"),
        ("/srv/models", "/srv/models"),
    ],
)
def test_all_of_a_drive_is_left_out_but_never_that_of_the_home_folder(path: str, place: str) -> None:
    assert place_of(path, MOUNTS, "/home/me") == place


def test_links_are_looked_at_by_where_they_lead(tmp_path: Path) -> None:
    """Links to a drive that is gone cost one look there, and the folder that they are in stays."""
    near, far = tmp_path / "near", tmp_path / "far"
    for folder in (near, far):
        folder.mkdir()
        write_gguf(folder / f"{folder.name}.gguf", {})
    for name in ("a.gguf", "b.gguf"):
        (near / name).symlink_to(os.path.join("..", "far", "far.gguf"))
    (near / "folder").symlink_to(far)
    asked: list[str] = []

    def may(path: str) -> bool:
        asked.append(path)
        return not is_below(path, str(far))

    found = list(walk([near], may=may))
    assert [folder.files for folder in found] == [(str(near / "near.gguf"),)]
    assert asked == [str(near), *[str(far)] * 3]


def test_a_silent_drive_is_left_out_after_one_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two paths of one drive: the second is never waited for, now and in the next search."""
    monkeypatch.setattr("specdesk.service.patience.HANGS_S", 0.2)
    drive = str(tmp_path / "drive")
    monkeypatch.setattr("specdesk.service.patience.whole_drive", lambda _: drive)
    wakes = threading.Event()
    looked: list[str] = []

    def look_at(may: Callable[[str], bool]) -> list[str]:
        answered = []
        for path in (f"{drive}/one", f"{drive}/two", str(tmp_path / "near")):
            if may(path):
                looked.append(path)
                if path.startswith(drive):
                    wakes.wait()
                answered.append(path)
        return answered

    async def search_in(look: Look) -> list[str]:
        return await asyncio.to_thread(look_at, look.may)

    async def search() -> None:
        drives, said = SilentDrives(), list[str]()
        for _ in range(2):
            stop = threading.Event()
            found = await around(search_in, stop, lambda place, _: said.append(place), drives)
            assert found == [str(tmp_path / "near")]
        assert said == [drive]
        assert looked.count(f"{drive}/one") == 1
        assert f"{drive}/two" not in looked
        waits = drives.waits_for(f"{drive}/two")
        assert waits is not None
        wakes.set()
        await asyncio.wait([waits])
        assert drives.now() == frozenset()

    asyncio.run(search())


def test_of_fifty_requests_one_waits_and_the_newest_follows() -> None:
    done: list[int] = []

    async def asked() -> None:
        flights, wakes, begun = Flights(), asyncio.Event(), asyncio.Event()

        async def work(number: int) -> None:
            done.append(number)
            if number == 50:
                begun.set()
            await wakes.wait()
            if number == 0:
                raise EngineError("The first failed.")

        first = asyncio.create_task(flights.take("/far/a", "", lambda: work(0)))
        await asyncio.sleep(0)
        for number in range(1, 50):
            await flights.take("/far/b", "", lambda number=number: work(number))  # type: ignore[misc]
        other = asyncio.create_task(flights.take("/near/c", "", lambda: work(50)))
        await asyncio.sleep(0)
        await begun.wait()
        assert done == [0, 50]
        wakes.set()
        await other
        with pytest.raises(EngineError, match="The first failed"):
            await first

    asyncio.run(asked())
    assert done == [0, 50, 49]


def test_pairs_are_judged_although_the_graphics_driver_hangs(tmp_path: Path) -> None:
    async def no_room() -> None:
        raise EngineError("The driver does not answer.")

    told: list[Event] = []
    catalog = Catalog(LibraryCache(on_disk=False))
    target = tmp_path / "none.gguf"
    library = Library(told.append, catalog, EngineList(told.append, None), no_room)  # type: ignore[arg-type]
    asyncio.run(library.judge(str(target)))
    assert [event.target for event in told if isinstance(event, PairsJudged)] == [str(target)]


def test_each_store_is_asked_for_by_its_own_folder(tmp_path: Path) -> None:
    home, far = tmp_path / "home", tmp_path / "far"
    for folder in (home / ".cache" / "llama.cpp", far):
        folder.mkdir(parents=True)
        write_gguf(folder / "a.gguf", {})
    asked: list[str] = []

    def may(path: str) -> bool:
        asked.append(path)
        return not is_below(path, str(far))

    found = find_stores({"LLAMA_CACHE": str(far)}, home, tmp_path / "root", may)
    assert [store.folder for store in found] == [str(home / ".cache" / "llama.cpp")]
    assert str(far) in asked


def test_a_cache_that_grew_too_large_is_no_broken_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "library.msgpack"
    file.write_bytes(b"x" * 100)
    assert LibraryCache(tmp_path).problem is not None
    file.write_bytes(b"x" * 100)
    monkeypatch.setattr("specdesk.models.library_cache.MAX_FILE", 99)
    assert LibraryCache(tmp_path).problem is None
    assert file.exists()
