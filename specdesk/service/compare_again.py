"""Which results are worth measuring again since the engine's build or the graphics driver changed. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.language import translate
from specdesk.measure.outcome import NUMBERED
from specdesk.service.result_rows import ResultRow


class RecheckOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A result worth measuring again. compare: its number; words: why."""

    compare: int
    pair: str
    words: str


def offers(rows: Sequence[ResultRow], build: str, driver: str | None) -> tuple[RecheckOffer, ...]:
    """One per pair whose newest number comes from another engine build, or from another driver, than those of now.

    build: of the engine in use, in words. driver: of the GPUs it uses, None = unknown or none: never a reason then.
    """
    found = []
    for pair in dict.fromkeys(row.pair for row in rows):
        numbers = [row for row in rows if row.pair == pair and _is_ours(row)]
        if not numbers:
            continue
        newest = max(numbers, key=lambda row: (row.made, row.id))
        words = _why(newest, build, driver)
        if words and not any(not _why(row, build, driver) for row in numbers):
            found.append(RecheckOffer(compare=newest.id, pair=pair, words=words))
    return tuple(found)


def _is_ours(row: ResultRow) -> bool:
    """A number of an engine of ours, and no part of another result."""
    return row.part_of is None and not row.attached and row.verdict in NUMBERED


def _why(row: ResultRow, build: str, driver: str | None) -> str:
    """ "" where nothing has changed."""
    if row.build != build:
        words = translate("Service", "Measured with {before}; the engine is {now} now. Check again?")
        return words.format(before=row.build, now=build)
    if driver is not None and row.driver is not None and row.driver != driver:
        words = translate("Service", "Measured with graphics driver {before}; it is {now} now. Check again?")
        return words.format(before=row.driver, now=driver)
    return ""
