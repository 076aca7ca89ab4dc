"""How a piece of work ended, in sentences: nothing that fails may be lost in a task that nobody asks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from specdesk.errors import SpecDeskError
from specdesk.language import translate
from specdesk.logs import log_path

T = TypeVar("T")

log = logging.getLogger(__name__)


class UnexpectedError(SpecDeskError):
    """A fault of the program itself; its traceback is in the log."""


async def failure_of(work: Coroutine[Any, Any, object]) -> SpecDeskError | None:
    """Run `work` to its end; None when it went well, else what happened.

    An error that nobody expected is logged with its traceback and comes back as UnexpectedError. Cancelling the caller
    cancels the work and waits for its end.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait([task])
        raise
    return failure_in(task)


async def result_of(work: Coroutine[Any, Any, T]) -> T | None:
    """What `work` comes to; None where it fails: that costs only itself. Cancelling is as in `failure_of`."""
    found: list[T] = []

    async def kept() -> None:
        found.append(await work)

    await failure_of(kept())
    return found[0] if found else None


def failure_in(task: asyncio.Task[Any]) -> SpecDeskError | None:
    """What happened in a task that is done. Raises CancelledError when it was cancelled."""
    error = task.exception()
    if error is None or isinstance(error, SpecDeskError):
        return error
    log.error("SpecDesk itself failed", exc_info=error)
    return unexpected(error)


def unexpected(error: BaseException) -> UnexpectedError:
    """What is said of an error that nobody expected."""
    return UnexpectedError(
        translate("Service", "Something failed inside SpecDesk ({error}).").format(error=type(error).__name__),
        translate("Service", "The details are in {path}.").format(path=log_path()),
        translate("Service", "Try again; if it happens again, report it with that file."),
    )


def ended_inside() -> SpecDeskError:
    """The thread is over that does everything for the window."""
    return SpecDeskError(
        translate("Service", "A part of SpecDesk has ended that everything else needs."),
        translate("Service", "The details are in {path}.").format(path=log_path()),
        translate("Service", "Close SpecDesk and start it again."),
    )


def not_opened() -> SpecDeskError:
    """Nothing can be done without what could not be set up at the start."""
    return SpecDeskError(
        translate("Service", "SpecDesk cannot do that now."),
        translate("Service", "Its own parts could not be set up."),
        translate("Service", "Close SpecDesk and start it again."),
    )
