"""How the graphics card did meanwhile: a clock that fell, or heat, explains a machine that slowed. Pure.

Of each reply the clock and the temperature are kept, where the driver tells them. The plain answers of the beginning
are set beside those of the end, as for the drift.
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
    """Medians over the replies of A: first visits, and second ones. clock: MHz; warmth: °C. None: not told."""

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
        clock=_change([(reply.visit, reply.clock_mhz) for reply in plain]),
        warmth=_change([(reply.visit, reply.temperature_c) for reply in plain]),
    )


def _change(told: Sequence[tuple[int, float | None]]) -> tuple[float, float] | None:
    first = [value for visit, value in told if visit == 1 and value is not None]
    last = [value for visit, value in told if visit == 2 and value is not None]
    return (statistics.median(first), statistics.median(last)) if first and last else None
