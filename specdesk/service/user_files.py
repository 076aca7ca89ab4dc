"""Files that the user asked for (numbers, pictures, cards): written beside their place, then put there in one piece."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from specdesk import jsonfile
from specdesk.service.events import Event
from specdesk.service.report_events import FileWritten


class FileRequests(ABC):
    """All methods return at once and may be called from any thread."""

    _post: Callable[[Event], None]

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def write_file(self, path: str, content: bytes) -> None:
        """Write a file of the user's choice: FileWritten. Where it fails, an older file of that name stays."""

        async def write(_parts: object) -> None:
            problem = ""
            try:
                await asyncio.to_thread(jsonfile.write_for_user, Path(path), content)
            except OSError as error:
                problem = f"{error.strerror or error}."
            self._post(FileWritten(path=path, problem=problem))

        self._do("file", write)
