"""Threads for blocking work that may never end (a hung drive, a hung driver): the program can end all the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


NAME = "specdesk-work"


def let_work_end(patience_s: float) -> bool:
    """Wait for work that has begun, at most `patience_s`; whether it has ended. For an end that has to come last."""
    until = time.monotonic() + patience_s
    working = [thread for thread in threading.enumerate() if thread.name == NAME]
    for thread in working:
        thread.join(max(0.0, until - time.monotonic()))
    return not any(thread.is_alive() for thread in working)


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

        threading.Thread(target=work, name=NAME, daemon=True).start()
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
