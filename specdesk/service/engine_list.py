"""Engines found on this computer and the one in use. Lives on the service's loop; probing happens in threads."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from specdesk import paths
from specdesk.engines.discover import choose_engine, embedded_engine, find_engines
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.probe import probe
from specdesk.errors import EngineError
from specdesk.records.build import BuildTraits
from specdesk.service.events import EnginesFound, Event

NONE_FOUND = EngineError(
    "No engine was found.",
    "There is no llama-server on this computer, and the built-in engine is not installed.",
    "Choose a llama-server under More, or install SpecDesk with its extra “engine”.",
)


class EngineList:
    """saved: the remembered choice (a path or "embedded"), None = whatever is best."""

    def __init__(self, post: Callable[[Event], None], saved: str | None) -> None:
        self._post = post
        self._saved = saved
        self._engines: tuple[EngineInfo, ...] = ()
        self.chosen: EngineInfo | None = None

    @property
    def traits(self) -> BuildTraits:
        """Of the engine in use; of a current build while there is none."""
        return self.chosen.traits if self.chosen else BuildTraits()

    def required(self) -> EngineInfo:
        """The engine in use. Raises EngineError when there is none."""
        if self.chosen is None:
            raise NONE_FOUND
        return self.chosen

    async def find(self) -> None:
        """Look for engines, probe them and post them."""
        saved = self._saved
        extra = [Path(saved)] if saved and saved != EMBEDDED else []
        found = await asyncio.to_thread(find_engines, os.environ, Path.home(), self._cache(), extra)
        self._take(found)

    async def choose(self, path: str) -> None:
        """Use one by its path, or "embedded". Raises EngineError when it cannot be used; the old one stays."""
        if path == EMBEDDED:
            info = await asyncio.to_thread(embedded_engine)
        else:
            info = await asyncio.to_thread(probe, Path(path), self._cache())
        others = tuple(engine for engine in self._engines if engine.path != info.path)
        if not info.usable:
            self._take((*others, info))
            name = "The built-in engine" if path == EMBEDDED else Path(path).name
            raise EngineError(f"{name} cannot be used as engine.", info.problem or "", "Choose another one.")
        self._saved = info.path or EMBEDDED
        self._take((info, *others))

    def _take(self, engines: tuple[EngineInfo, ...]) -> None:
        self._engines = engines
        self.chosen = choose_engine(engines, self._saved)
        self._post(EnginesFound(engines=engines, chosen=self.chosen))

    def _cache(self) -> Path:
        return paths.cache_dir() / "engines"
