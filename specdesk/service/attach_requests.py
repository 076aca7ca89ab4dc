"""What the window asks of engines that somebody else started. A part of the service's interface, kept apart for its
size."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from specdesk.chat.attached.engine import Options
from specdesk.chat.attached.probing import probe
from specdesk.errors import ChatError, FileFormatError
from specdesk.models.header import read_header
from specdesk.models.repositories import Repository, repositories_of
from specdesk.service.attached_events import EngineProbed, RepositoriesRead


class WatchingDesk(Protocol):
    """Attaches and lets go."""

    async def watch(self, url: str, key: str | None, options: Options) -> None:
        """Attach. Raises ChatError."""

    async def watch_no_more(self) -> None:
        """Let go."""


class AttachingParts(Protocol):
    """What of the service is needed here."""

    @property
    def desk(self) -> WatchingDesk:
        """Watches servers."""


class AttachRequests(ABC):
    """All methods return at once and may be called from any thread."""

    _post: Callable[[Any], None]

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def probe_engine(self, number: int, address: str, key: str | None = None) -> None:
        """Ask who answers at an address; EngineProbed with that number. The key is kept nowhere."""

        async def ask(parts: AttachingParts) -> None:
            try:
                probed = await probe(address, key)
            except ChatError as error:
                failed = EngineProbed(
                    number=number, probed=None, what=error.what, why=error.why, next_step=error.next_step
                )
                self._post(failed)
            else:
                self._post(EngineProbed(number=number, probed=probed))

        self._do("server", ask)

    def watch_server(self, url: str, key: str | None = None, options: Options | None = None) -> None:
        """Attach to an engine that somebody else started: ServerWatched. The key is kept until it is let go."""

        async def watch(parts: AttachingParts) -> None:
            await parts.desk.watch(url, key, options or Options())

        self._do("server", watch)

    def unwatch_server(self) -> None:
        """Let go of a server that somebody else started."""

        async def let_go(parts: AttachingParts) -> None:
            await parts.desk.watch_no_more()

        self._do("server", let_go)

    def read_repositories(self, path: str) -> None:
        """Which repositories the header of a file names: RepositoriesRead."""

        async def read(parts: AttachingParts) -> None:
            found = await asyncio.to_thread(_repositories, path)
            self._post(RepositoriesRead(path=path, repositories=found))

        self._do("library", read)


def _repositories(path: str) -> tuple[Repository, ...]:
    """Blocks. A file that cannot be read names none."""
    try:
        return repositories_of(read_header(path))
    except (FileFormatError, OSError):
        return ()
