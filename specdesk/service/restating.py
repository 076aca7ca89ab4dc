"""Another language is spoken from now on: what the service has told as sentences, and still stands, is told again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from specdesk.engines.lifecycle import Failure
from specdesk.kept_sentence import kept, told


class RestatingRequests(ABC):
    """All methods return at once and may be called from any thread. A part of the service's interface."""

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def restate(self) -> None:
        """Why the server failed or does not speculate, what is watched, what this computer can run and what is wrong
        with its engines, in the language of now. Anything else a new window asks for itself."""

        async def server(parts: Any) -> None:
            parts.desk.restate()

        self._do("server", server)
        self._do("memory", lambda parts: parts.choosing.machine())
        self._do("engine", lambda parts: parts.engines.find())


def retelling(failure: Failure) -> Callable[[], Failure]:
    """Tells a failure in the language of then. To be called where what was looked up is remembered
    (`language.remembering`)."""
    what, why, step = kept(failure.what), kept(failure.why), kept(failure.next_step)
    return lambda: msgspec.structs.replace(failure, what=told(what), why=told(why), next_step=told(step))
