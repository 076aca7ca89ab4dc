"""One asyncio loop in one thread, for as long as the program runs.

Servers are spawned from this thread only: on Linux their death signal is tied to the thread that made them.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import logging
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from specdesk.errors import SpecDeskError
from specdesk.service.events import Event, Problem
from specdesk.service.outcome import ended_inside, unexpected
from specdesk.service.threads import DaemonThreads

log = logging.getLogger(__name__)
T = TypeVar("T")

TOPIC = "inside"
LAST_S = 1.0
"""How long the thread may take once its loop was told to stop."""


class LoopThread:
    """Owns the loop. `submit` is safe from any thread. post: who is told of errors that nobody waits for."""

    def __init__(self, post: Callable[[Event], None] | None = None) -> None:
        self._post = post
        self._ends = False
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._unhandled)
        self._loop.set_default_executor(DaemonThreads())
        self._thread = threading.Thread(target=self._run, name="specdesk-service", daemon=True)
        self._started = False

    def start(self) -> None:
        """Start the thread."""
        self._started = True
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T] | None:
        """Run a coroutine on the loop; the future may be dropped. None before the start and after the end."""
        if not self._started:
            work.close()
            return None
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop)
        except RuntimeError:
            work.close()
            return None

    def close(self, timeout: float) -> bool:
        """End the loop and its thread: tasks that still run are cancelled, and left behind after `timeout` s.

        Blocks. False when the thread did not end, which takes work that blocks the loop itself. May be called again.
        """
        self._ends = True
        if not self._started:
            self._loop.close()
            return True
        with contextlib.suppress(RuntimeError):  # it has ended already
            self._loop.call_soon_threadsafe(self._cancel_all)
            self._thread.join(timeout)
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LAST_S)
        if self._thread.is_alive():
            log.error("the service thread did not end")
        return not self._thread.is_alive()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            with contextlib.suppress(TimeoutError, RuntimeError):
                self._loop.run_until_complete(asyncio.wait_for(self._loop.shutdown_asyncgens(), LAST_S))
        finally:
            self._loop.close()
            if not self._ends:
                self._tell(ended_inside())  # Linux ends a server with the thread that started it

    def _cancel_all(self) -> None:
        """Cancel every task, and stop once they have ended: one that ends may have begun others meanwhile."""
        waiting = asyncio.all_tasks(self._loop)
        if not waiting:
            self._loop.stop()
            return
        for task in waiting:
            task.cancel()
        gathered = asyncio.gather(*waiting, return_exceptions=True)
        gathered.add_done_callback(lambda _: self._cancel_all())

    def _unhandled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        log.error("service loop: %s", context.get("message"), exc_info=error)
        if isinstance(error, Exception):
            self._tell(unexpected(error))

    def _tell(self, error: SpecDeskError) -> None:
        if self._post is not None:
            self._post(Problem(topic=TOPIC, what=error.what, why=error.why, next_step=error.next_step))
