"""Lines of the list of results: what each says in a glance, and in which order they stand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.measure import headlines
from specdesk.measure.compare import STATISTICS
from specdesk.measure.outcome import NUMBERED, Outcome
from specdesk.measure.stats import Interval
from specdesk.service.alike import AskedRatio


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line in the list. made: s since 1970. Results of one pair and one build belong together.

    part_of: the result that this is the part at another temperature of; it stands behind that. driver, hardware: as in
    CompareSetup. facts, names: what the headline says, in no language; None where an older version kept the line.
    attached: measured at addresses that somebody else serves. settings: the same in results that were run alike.
    ratios: of the prompts asked. Without these two, as older versions kept the line, it is not set beside others.
    statistics: which ones worked it out (`measure.compare.STATISTICS`); 0 = those before they had a number.
    """

    id: int
    made: float
    pair: str
    build: str
    headline: str
    verdict: Outcome
    speedup: Interval | None
    prompts: int
    partial: bool
    temperature: float = 0.0
    part_of: int | None = None
    hardware: tuple[str, ...] | None = None
    driver: str | None = None
    facts: headlines.HeadlineFacts | None = None
    names: headlines.Names = headlines.DRAFT
    attached: bool = False
    settings: str = ""
    ratios: tuple[AskedRatio, ...] = ()
    statistics: int = 0


def grouped(rows: Sequence[ResultRow]) -> tuple[ResultRow, ...]:
    """Rows of one pair and build together, in the order of the first of each; parts behind what they are a part of."""
    whole = {row.id for row in rows}
    parts: dict[int, list[ResultRow]] = {}
    groups: dict[tuple[str, str], list[ResultRow]] = {}
    for row in rows:
        if row.part_of is not None and row.part_of in whole:
            parts.setdefault(row.part_of, []).append(row)
        else:
            groups.setdefault((row.pair, row.build), []).append(row)
    return tuple(one for group in groups.values() for row in group for one in (row, *parts.get(row.id, ())))


def known_row(summary: str | None) -> ResultRow | None:
    """The line as it was kept, in the language in use; None where there is none that says what opening it says."""
    if summary is None:
        return None
    try:
        row = msgspec.json.decode(summary, type=ResultRow)
    except (msgspec.MsgspecError, RecursionError):
        return None
    facts = row.facts
    if row.statistics != STATISTICS or facts is None or (facts.speedup is None and facts.verdict in NUMBERED):
        return None
    return msgspec.structs.replace(row, headline=headlines.headline_of(facts, row.names))
