"""Which target is proposed at the first start. Pure: rows and room in, one row out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from specdesk.records.device import MonitorReading
from specdesk.records.model_file import ModelFile
from specdesk.ui.library.words import can_answer

FILLED: Final = 0.8
"""Share of the free memory that weights may take: the rest is for cache and compute."""
PATIENT_MIB: Final = 6 * 1024
"""Weights that a processor reads per token at a speed that one can read along with."""


def room_mib(reading: MonitorReading | None, has_gpu: bool) -> float | None:
    """Free memory that counts for the engine in use: of the cards, or of the computer. None = not known yet."""
    if reading is None:
        return None
    cards = [gpu.free_mib for gpu in reading.gpus if gpu.free_mib is not None]
    return sum(cards) if has_gpu and cards else reading.host.available_mib


def most_mib(room: float | None, has_gpu: bool) -> float | None:
    """The largest model that is no bad idea here, MiB; None = not known."""
    return None if room is None else FILLED * room if has_gpu else min(FILLED * room, PATIENT_MIB)


def proposed(rows: Iterable[ModelFile], room: float | None, has_gpu: bool) -> ModelFile | None:
    """The largest model that has room; without a card also one that is not too slow there. Else the smallest one.

    The practice model comes last: it is chosen where there is nothing else.
    """
    fitting = [row for row in rows if can_answer(row)]
    if not fitting:
        return None
    most = float("inf") if room is None else FILLED * room

    def good(row: ModelFile) -> bool:
        size = row.size_mib or 0.0
        return size <= most and (has_gpu or (row.active_mib or size) <= PATIENT_MIB)

    able = [row for row in fitting if good(row)]
    if able:
        return max(able, key=lambda row: (row.size_mib or 0.0, row.path))
    return min(fitting, key=lambda row: (row.size_mib or 0.0, row.path))
