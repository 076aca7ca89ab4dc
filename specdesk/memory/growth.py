"""Growth: memory that rises with every reply, noticed while a server runs.

Everything that a server needs is allocated when it starts, but for pools that fill up in the first replies and the
prompt cache in RAM, which is meant to grow up to its limit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final

from specdesk.language import mark, translate
from specdesk.memory.notes import amount

REPLIES: Final = 5
STEP_MIB: Final = 2.0
"""A reply after which less is used than this more counts as one without growth."""
WORTH_SAYING_MIB: Final = 64.0
RAM: Final = "RAM"
NEXT_STEP: Final = mark("Memory", "If it goes on like this, restart the engine before it is full.")


class GrowthWatch:
    """One run of one server. Told after each reply what is used where; says once per place when it only ever rises."""

    def __init__(self, prompt_cache_mib: float = 0.0) -> None:
        """prompt_cache_mib: how far the prompt cache may grow in RAM (`HostFit.prompt_cache`)."""
        self._prompt_cache = prompt_cache_mib
        self._first_ram: float | None = None
        self._used: dict[str, deque[float]] = {}
        self._told: set[str] = set()

    def after_reply(self, used_mib: Mapping[str, float | None]) -> tuple[str, ...]:
        """Sentences that are new. used_mib: name of a GPU -> used on it; "RAM" -> resident memory of the server; None:
        not known this time, which breaks the row."""
        said = []
        for place, used in used_mib.items():
            if used is None:
                self._used.pop(place, None)
                continue
            row = self._used.setdefault(place, deque(maxlen=REPLIES + 1))
            if row and used < row[-1] + STEP_MIB:
                row.clear()
            row.append(used)
            if place == RAM and self._first_ram is None:
                self._first_ram = used
            if place not in self._told and (sentence := self._sentence(place, row)):
                self._told.add(place)
                said.append(sentence)
        return tuple(said)

    def _sentence(self, place: str, row: deque[float]) -> str | None:
        grown = row[-1] - row[0]
        if len(row) <= REPLIES or grown < WORTH_SAYING_MIB:
            return None
        if place == RAM and row[-1] - (self._first_ram or 0.0) <= self._prompt_cache:
            return None
        said = translate(
            "Memory",
            "The memory in use on {place} has grown with each of the last {count} replies, by {size} in all.",
        )
        if place == RAM:
            said = translate(
                "Memory",
                "The memory in use in RAM has grown with each of the last {count} replies, by {size} in all.",
            )
        return said.format(place=place, count=REPLIES, size=amount(grown))
