"""What the window asks about memory beside the fit. A part of the service's interface, kept apart for its size."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, Final

from specdesk.records.memory_use import Unloader
from specdesk.records.plan import LaunchPlan

TOPIC: Final = "memory"
_REQUESTS: Final = itertools.count(1)


class MemoryRequests(ABC):
    """All methods return at once and may be called from any thread."""

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def memory_choices(self, plan: LaunchPlan) -> int:
        """What else could be chosen in place of `plan`: MemoryChoices with the number that this returns."""
        number = next(_REQUESTS)
        self._do(TOPIC, lambda parts: parts.choosing.choices(number, plan))
        return number

    def memory_users(self) -> None:
        """Who uses the memory: MemoryUsersTold."""
        self._do(TOPIC, lambda parts: parts.choosing.users())

    def unload_models(self, program: Unloader) -> None:
        """Ask another program to give its memory back: ModelsUnloaded, MemoryUsersTold, a new FitReady."""
        self._do(TOPIC, lambda parts: parts.choosing.unload(program))

    def describe_machine(self) -> None:
        """What this computer can run: MachineTold."""
        self._do(TOPIC, lambda parts: parts.choosing.machine())
