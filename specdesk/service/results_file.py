"""What compares and sweeps keep in the file of the chats: reading and writing with trouble told in sentences."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from specdesk.chat.history import History, HistoryError
from specdesk.errors import SpecDeskError
from specdesk.language import translate


class ResultsError(SpecDeskError):
    """Results could not be read or written."""


class ResultsFile:
    """Blocking and thread-safe. history: whose file it is."""

    def __init__(self, history: History) -> None:
        self.history = history

    def rows(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """What a SELECT finds. Raises ResultsError."""
        try:
            return self.history.rows(statement, values)
        except HistoryError as error:
            raise ResultsError(
                translate("Service", "Results could not be read."),
                error.trouble,
                error.next_step,
            ) from error

    @contextlib.contextmanager
    def changing(self) -> Iterator[Any]:
        """A cursor whose changes are kept whole or not at all. Raises ResultsError."""
        try:
            with self.history.changing() as cursor:
                yield cursor
        except HistoryError as error:
            raise ResultsError(
                translate("Service", "The result could not be saved."),
                translate("Service", "{trouble} This concerns {path}. It is kept until SpecDesk ends.").format(
                    trouble=error.trouble, path=self.history.path
                ),
                translate("Service", "Free some space or make the folder writable, and export the result."),
            ) from error


class Writer:
    """Writes from threads while something is measured on the loop. A disk that fails is told once, and no more is
    written; the measuring goes on. keeps: there is something on disk to add to."""

    def __init__(self, keeps: bool, on_trouble: Callable[[SpecDeskError], None]) -> None:
        self._keeps = keeps
        self._on_trouble = on_trouble

    async def write(self, write: Callable[..., None], *values: object) -> None:
        """Call it with these values; on disk when this returns."""
        if not self._keeps:
            return
        try:
            await asyncio.to_thread(write, *values)
        except ResultsError as error:
            self._keeps = False
            self._on_trouble(error)


def not_there() -> ResultsError:
    """It was deleted meanwhile."""
    return ResultsError(
        translate("Service", "That result is not there any more."),
        translate("Service", "It was deleted."),
        translate("Service", "Choose another one."),
    )


def unreadable() -> ResultsError:
    """Another version wrote it."""
    return ResultsError(
        translate("Service", "That result cannot be read."),
        translate("Service", "It was saved by another version of SpecDesk."),
        translate("Service", "Measure again."),
    )
