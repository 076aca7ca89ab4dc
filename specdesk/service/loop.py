"""One asyncio loop in one thread, for as long as the program runs.

Servers are spawned from this thread only: on Linux their death signal is tied to the thread that made them.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


class LoopThread:
    """Owns the loop. `submit` and `call` are safe from any thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._unhandled)
        self._thread = threading.Thread(target=self._run, name="specdesk-service", daemon=True)
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Run a coroutine on the loop; the future may be waited for, or dropped."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, function: Callable[..., object], *args: object) -> None:
        """Call a plain function on the loop, soon."""
        self._loop.call_soon_threadsafe(function, *args)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """From the loop's own thread: run a coroutine as a task that is kept until it ends."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def close(self, timeout: float) -> None:
        """Stop the loop and wait for the thread, at most `timeout` s. Tasks that still run are cancelled."""
        if not self._thread.is_alive():
            self._loop.close()
            return
        self._loop.call_soon_threadsafe(self._cancel_all)
        self._thread.join(timeout)
        if self._thread.is_alive():
            log.error("the service thread did not end within %.1f s", timeout)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
        finally:
            self._loop.close()

    def _cancel_all(self) -> None:
        waiting = [task for task in asyncio.all_tasks(self._loop) if not task.done()]
        for task in waiting:
            task.cancel()
        gathered = asyncio.gather(*waiting, return_exceptions=True)
        gathered.add_done_callback(lambda _: self._loop.stop())

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task of the service failed", exc_info=task.exception())

    def _unhandled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        log.error("service loop: %s", context.get("message"), exc_info=context.get("exception"))
