"""Engines found on this computer and the one in use. Lives on the service's loop; probing happens in threads."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from specdesk import paths
from specdesk.engines.discover import choose_engine, embedded_engine, find_engines
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.probe import probe
from specdesk.errors import EngineError
from specdesk.language import mark, translate
from specdesk.records.build import BuildTraits
from specdesk.service import patience
from specdesk.service.drives import SilentDrives, is_below
from specdesk.service.events import EnginesFound, Event, ProblemOver
from specdesk.service.patience import Look, around, silent, told_if_silent

SOON_S = 1.0
"""A folder that answers later than this holds nobody up who waits for an engine."""

NOBODY = (
    mark("Service", "No engine was found."),
    mark("Service", "There is no llama-server on this computer, and the built-in engine is not installed."),
    mark("Service", "Choose a llama-server under More settings, or install SpecDesk with its extra “engine”."),
)


class EngineList:
    """saved: the remembered choice (a path or "embedded"), None = whatever is best. chosen: the engine in use.
    drives: what is silent now."""

    def __init__(self, post: Callable[[Event], None], saved: str | None) -> None:
        self.chosen: EngineInfo | None = None
        self._post = post
        self._saved = saved
        self._engines: tuple[EngineInfo, ...] = ()
        self._by_hand: dict[str, EngineInfo] = {}
        self._looked = asyncio.Event()
        self.drives = SilentDrives()

    @property
    def traits(self) -> BuildTraits:
        """Of the engine in use; of a current build while there is none."""
        return self.chosen.traits if self.chosen else BuildTraits()

    def required(self) -> EngineInfo:
        """The engine in use. Raises EngineError when there is none."""
        if self.chosen is not None:
            return self.chosen
        problems = [engine.problem for engine in self._engines if engine.problem]
        if problems:
            what = translate("Service", "No engine can be used.")
            raise EngineError(what, problems[0], translate("Service", NOBODY[2]))
        raise EngineError(*(translate("Service", sentence) for sentence in NOBODY))

    async def ready(self) -> EngineInfo:
        """The engine in use, once the first search is over. Raises EngineError when there is none."""
        if self.chosen is None:
            await self._looked.wait()
        return self.required()

    async def named(self, path: str | None) -> EngineInfo:
        """The engine at that path (None = built in), once the first search is over; no more than its name if gone."""
        await self._looked.wait()
        wanted = _name_of(path or EMBEDDED)
        for one in self._engines:
            if _name(one) == wanted:
                return one
        return EngineInfo(kind="llama-server" if path else EMBEDDED, path=path)

    async def find(self) -> None:
        """Look for engines, probe them and post them. Raises EngineError when the remembered one cannot be used.

        Who waits for an engine waits for folders that answer soon; the others are looked at again when they do.
        """
        saved = self._saved
        extra = [Path(saved)] if saved and saved != EMBEDDED else []
        try:
            late = await self._late(extra)
            await self._search(extra)
        finally:
            self._looked.set()
        if late and await self._came_back(late):
            await self._search(extra)
        if saved is not None and saved == self._saved:
            self._check_saved(saved)

    async def _search(self, extra: list[Path]) -> None:
        """Those in folders that answer."""
        work = around(lambda look: self._found(extra, look), threading.Event(), self._silent, self.drives)
        found = await work or ()
        listed = {_name(engine) for engine in found}
        self._take((*(one for name, one in self._by_hand.items() if name not in listed), *found))

    async def _late(self, extra: list[Path]) -> dict[str, asyncio.Task[bool]]:
        """Folders of PATH, and of the remembered engine, that do not answer soon; nobody looks at them meanwhile."""
        folders = {folder for folder in os.environ.get("PATH", "").split(os.pathsep) if folder}
        folders |= {str(path.parent) for path in extra}
        silent_now = self.drives.now()
        asked = {
            folder: asyncio.create_task(asyncio.to_thread(os.path.isdir, folder))
            for folder in folders if not any(is_below(folder, place) for place in silent_now)
        }  # fmt: skip
        if asked:
            await asyncio.wait(asked.values(), timeout=min(SOON_S, patience.HANGS_S))
        late = {folder: task for folder, task in asked.items() if not task.done()}
        for folder, task in late.items():
            self.drives.add(folder, task)
        return late

    async def _came_back(self, late: dict[str, asyncio.Task[bool]]) -> bool:
        """Whether some of them answer after all; of the others that is said."""
        await asyncio.wait(late.values(), timeout=max(patience.HANGS_S - SOON_S, 0.0))
        for folder, task in late.items():
            if not task.done():
                self._silent(folder, task)
        return any(task.done() for task in late.values())

    async def _found(self, extra: list[Path], look: Look) -> tuple[EngineInfo, ...]:
        where = (os.environ, Path.home(), paths.cache_dir(), extra)
        return await asyncio.to_thread(find_engines, *where, may=look.may)

    def _silent(self, path: str, finding: asyncio.Task[Any]) -> None:
        said = silent(path, translate("Service", "Engines are looked for in all other folders."))
        self._post(said)
        finding.add_done_callback(lambda _: self._post(ProblemOver(topic=said.topic, what=said.what)))

    async def choose(self, path: str) -> None:
        """Use one by its path, or "embedded". Raises EngineError when it cannot be used; the old one stays."""
        if path == EMBEDDED:
            info = await asyncio.to_thread(embedded_engine)
        else:
            looking = asyncio.to_thread(os.path.exists, path)  # apart from the engine itself, which has its own time
            await told_if_silent(looking, str(Path(path).parent), self._post)
            info = await asyncio.to_thread(_probed, path, paths.cache_dir())
        others = tuple(engine for engine in self._engines if _name(engine) != _name(info))
        if not info.usable:
            self._take((*others, info))
            name = translate("Service", "The built-in engine") if path == EMBEDDED else Path(path).name
            what = translate("Service", "{name} cannot be used as engine.").format(name=name)
            raise EngineError(what, info.problem or "", translate("Service", "Choose another one."))
        self._saved = info.path or EMBEDDED
        self._by_hand[_name(info)] = info
        self._take((info, *others))

    def _take(self, engines: tuple[EngineInfo, ...]) -> None:
        self._engines = engines
        self.chosen = choose_engine(engines, self._saved)
        self._post(EnginesFound(engines=engines, chosen=self.chosen))

    def _check_saved(self, saved: str) -> None:
        """Another engine in place of the remembered one must not go unnoticed."""
        chosen = self.chosen
        if chosen is not None and _name(chosen) == _name_of(saved):
            return
        known = next((one for one in self._engines if _name(one) == _name_of(saved)), None)
        gone = translate("Service", "It is not there any more.")
        why = known.problem if known is not None and known.problem else gone
        if chosen is not None:
            instead = translate("Service", "{name} is used instead.")
            why += " " + instead.format(name=chosen.path or translate("Service", "The built-in engine"))
        what = translate("Service", "The engine that you chose before cannot be used.")
        raise EngineError(what, why, translate("Service", "Choose one under More settings."))


def _probed(path: str, cache: Path) -> EngineInfo:
    return probe(Path(path).expanduser(), cache)


def _name(engine: EngineInfo) -> str:
    return _name_of(engine.path or EMBEDDED)


def _name_of(saved: str) -> str:
    return saved if saved == EMBEDDED else os.path.realpath(saved)
