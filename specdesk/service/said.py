"""What an engine's log says of a finished reply, for builds whose counters do not tell acceptance by position.

`slot print_timing` writes "draft acceptance = … ( 44 accepted / 56 generated)" and, a line later, "acc per pos = (…)"
(tools/server/server-context.cpp), before the end of the reply goes out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from specdesk.engines.log_lines import AcceptanceLine
from specdesk.records.sample import Sample

WAIT_S = 0.3
"""How long the end of a reply waits for the line, which goes another way than the reply."""

HALF_DIGIT = 0.0005
"""Shares are printed with three digits behind the point."""


class SaidOfReplies:
    """The newest such line of one run. `heard` and `line_for` belong to the service's loop."""

    def __init__(self) -> None:
        self._line: AcceptanceLine | None = None
        self._changed = asyncio.Event()
        self._is_told = True

    def heard(self, line: AcceptanceLine | None) -> None:
        """The log was read further."""
        if line is not self._line:
            self._line = line
            self._changed.set()

    async def completed(self, sample: Sample) -> Sample:
        """The last sample of a reply with its positions; as it is where the log does not tell them.

        A log that did not tell them once is not waited for again.
        """
        if not self._is_told or not sample.drafted:
            return sample
        try:
            async with asyncio.timeout(WAIT_S):
                shares = await self._shares_of(sample)
        except TimeoutError:
            self._is_told = False
            return sample
        return with_shares(sample, shares)

    async def _shares_of(self, sample: Sample) -> tuple[float, ...]:
        """Wait for the line of a reply with these counts."""
        while True:
            line = self._line
            if line and line.per_position and (line.accepted, line.drafted) == (sample.accepted, sample.drafted):
                self._line = msgspec.structs.replace(line, per_position=None)  # the next reply has a line of its own
                return line.per_position
            self._changed.clear()
            await self._changed.wait()


def with_shares(sample: Sample, shares: Sequence[float]) -> Sample:
    """The sample with the passes that verified a draft, and for each position how many kept it.

    The log has shares a_i of P passes, rounded; all guesses kept are A = P (a_1 + a_2 + ...). The sample is left as it
    is where no whole number of passes gives those shares and that sum.
    """
    kept, whole = sample.accepted, sum(shares)
    if not kept or whole <= 0:
        return sample
    unsure = HALF_DIGIT * len(shares) / whole
    for passes in sorted(_around(kept / whole, unsure), key=lambda count: abs(count - kept / whole)):
        counts = tuple(round(share * passes) for share in shares)
        fit = all(abs(count / passes - share) <= HALF_DIGIT + 1e-9 for count, share in zip(counts, shares, strict=True))
        if fit and sum(counts) == kept:
            return msgspec.structs.replace(sample, passes=passes, passes_derived=False, per_position=counts)
    return sample


def _around(value: float, unsure: float) -> range:
    """The whole numbers that `value` may stand for, given its relative error."""
    return range(max(1, int(value * (1 - unsure))), int(value * (1 + unsure)) + 2)
