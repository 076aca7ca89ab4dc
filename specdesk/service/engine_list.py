"""Engines found on this computer and the one in use. Lives on the service's loop; probing happens in threads."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path

from specdesk import paths
from specdesk.engines.discover import choose_engine, embedded_engine, find_engines
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.probe import probe
from specdesk.errors import EngineError
from specdesk.language import mark, translate
from specdesk.records.build import BuildTraits
from specdesk.service.events import EnginesFound, Event
from specdesk.service.patience import Look, around, silent

NOBODY = (
    mark("Service", "No engine was found."),
    mark("Service", "There is no llama-server on this computer, and the built-in engine is not installed."),
    mark("Service", "Choose a llama-server under More, or install SpecDesk with its extra “engine”."),
)


class EngineList:
    """saved: the remembered choice (a path or "embedded"), None = whatever is best. chosen: the engine in use."""

    def __init__(self, post: Callable[[Event], None], saved: str | None) -> None:
        self.chosen: EngineInfo | None = None
        self._post = post
        self._saved = saved
        self._engines: tuple[EngineInfo, ...] = ()
        self._by_hand: dict[str, EngineInfo] = {}
        self._looked = asyncio.Event()

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
        """Look for engines, probe them and post them. Raises EngineError when the remembered one cannot be used."""
        saved = self._saved
        extra = [Path(saved)] if saved and saved != EMBEDDED else []
        try:
            found = await around(lambda look: self._found(extra, look), threading.Event(), self._silent) or ()
            listed = {_name(engine) for engine in found}
            self._take((*(one for name, one in self._by_hand.items() if name not in listed), *found))
        finally:
            self._looked.set()
        if saved is not None and saved == self._saved:
            self._check_saved(saved)

    async def _found(self, extra: list[Path], look: Look) -> tuple[EngineInfo, ...]:
        where = (os.environ, Path.home(), paths.cache_dir(), extra)
        return await asyncio.to_thread(find_engines, *where, may=look.may)

    def _silent(self, path: str, _finding: object) -> None:
        self._post(silent(path, translate("Service", "Engines are looked for in all other folders.")))

    async def choose(self, path: str) -> None:
        """Use one by its path, or "embedded". Raises EngineError when it cannot be used; the old one stays."""
        if path == EMBEDDED:
            info = await asyncio.to_thread(embedded_engine)
        else:
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
        raise EngineError(what, why, translate("Service", "Choose one under More."))


def _probed(path: str, cache: Path) -> EngineInfo:
    return probe(Path(path).expanduser(), cache)


def _name(engine: EngineInfo) -> str:
    return _name_of(engine.path or EMBEDDED)


def _name_of(saved: str) -> str:
    return saved if saved == EMBEDDED else os.path.realpath(saved)
