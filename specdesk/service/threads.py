"""Threads for blocking work that may never end (a hung drive, a hung driver): the program can end all the same."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class DaemonThreads(ThreadPoolExecutor):
    """Each piece of work gets a daemon thread of its own; nobody waits for it at the end.

    A `ThreadPoolExecutor` by name only: asyncio takes nothing else as default executor, and the real one makes Python
    wait for its threads at exit.
    """

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start `function` in a thread."""
        future: Future[T] = Future()

        def work() -> None:
            if future.set_running_or_notify_cancel():
                with _Failure(future):
                    future.set_result(function(*args, **kwargs))

        threading.Thread(target=work, name="specdesk-work", daemon=True).start()
        return future


class _Failure:
    """Hands whatever is raised inside to a future, as an executor has to."""

    def __init__(self, future: Future[T]) -> None:
        self._future = future

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if error is not None:
            self._future.set_exception(error)
        return True
