"""How the graphics card did meanwhile: a clock that fell, or heat, explains a machine that slowed. Pure.

Of each reply the clock and the temperature are kept, where the driver tells them. The first block of plain answers is
set beside the last one: both visits of all rounds together would show a third of a steady change in three rounds.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import msgspec

from specdesk.language import number, translate
from specdesk.measure.measured import Measured

FELL = 0.02
"""Share of its clock that a card has to lose before that is told; single readings differ by less."""

WARMER_C = 5.0
"""Degrees that it has to gain."""


class CardDrift(msgspec.Struct, frozen=True, kw_only=True):
    """Medians over the replies of A: of its first block, and of its last. clock: MHz; warmth: °C. None: not told."""

    clock: tuple[float, float] | None = None
    warmth: tuple[float, float] | None = None

    @property
    def cause(self) -> str:
        """What may have slowed it, in sentences. Empty where neither changed for the worse."""
        found = []
        if self.clock is not None and self.clock[1] < (1.0 - FELL) * self.clock[0]:
            words = translate("Measure", "The graphics card's clock fell from {before} to {after} MHz.")
            found.append(words.format(before=number(self.clock[0]), after=number(self.clock[1])))
        if self.warmth is not None and self.warmth[1] >= self.warmth[0] + WARMER_C:
            words = translate("Measure", "The graphics card's temperature rose from {before} to {after} °C.")
            found.append(words.format(before=number(self.warmth[0]), after=number(self.warmth[1])))
        return " ".join(found)

    @property
    def words(self) -> str:
        """All that is known, for Details."""
        found = []
        if self.clock is not None:
            words = translate("Measure", "Graphics card: {before} MHz at the start, {after} MHz at the end.")
            found.append(words.format(before=number(self.clock[0]), after=number(self.clock[1])))
        if self.warmth is not None:
            words = translate("Measure", "Its temperature: {before} °C at the start, {after} °C at the end.")
            if not found:
                words = translate("Measure", "Graphics card: {before} °C at the start, {after} °C at the end.")
            found.append(words.format(before=number(self.warmth[0]), after=number(self.warmth[1])))
        return " ".join(found)


def card_drift(measured: Sequence[Measured]) -> CardDrift:
    """Of the replies that tell."""
    plain = [reply for reply in measured if reply.arm == "A"]
    return CardDrift(
        clock=_change([(reply.block, reply.clock_mhz) for reply in plain]),
        warmth=_change([(reply.block, reply.temperature_c) for reply in plain]),
    )


def _change(told: Sequence[tuple[int, float | None]]) -> tuple[float, float] | None:
    blocks: dict[int, list[float]] = {}
    for block, value in told:
        if value is not None:
            blocks.setdefault(block, []).append(value)
    if len(blocks) < 2:
        return None
    return statistics.median(blocks[min(blocks)]), statistics.median(blocks[max(blocks)])
