"""Work that other programs give to our server, told apart from our own replies.

/metrics counts everything since the start of the server, so what is not ours is theirs. It moves when a request ends;
/slots says meanwhile whether somebody is being answered.
"""

from __future__ import annotations

import msgspec

from specdesk.chat.answers import Slot
from specdesk.chat.metrics import difference
from specdesk.records.sample import Sample


class OthersSeen(msgspec.Struct, frozen=True, kw_only=True):
    """busy: slots that answer somebody else now. sample: their figures since Ready; None = this build does not tell."""

    busy: int
    sample: Sample | None


class Traffic:
    """Follows one run. Feed it scrapes and the end of every own reply."""

    def __init__(self) -> None:
        self._first: Sample | None = None
        self._own_tokens = 0
        self._own_prompt = 0
        self._own_drafted = 0
        self._own_accepted = 0
        self._theirs = 0

    def own_reply(self, sample: Sample | None) -> None:
        """One of our replies ended with these figures."""
        if sample is None:
            return
        self._own_tokens += sample.tokens
        self._own_prompt += sample.prompt_tokens or 0
        self._own_drafted += sample.drafted or 0
        self._own_accepted += sample.accepted or 0

    def seen(self, slots: tuple[Slot, ...] | None, metrics: Sample | None, *, answering: bool) -> OthersSeen:
        """One look at the server. answering: a reply of ours streams now and holds one slot."""
        busy = sum(1 for slot in slots or () if slot.is_processing)
        busy = max(0, busy - int(answering))
        if metrics is None:
            return OthersSeen(busy=busy, sample=None)
        if self._first is None:
            self._first = metrics
        total = difference(metrics, self._first)
        self._theirs = max(self._theirs, total.tokens - self._own_tokens)
        return OthersSeen(busy=busy, sample=self._their_sample(total) if self._theirs else None)

    def _their_sample(self, total: Sample) -> Sample:
        return Sample(
            t=total.t,
            tokens=self._theirs,
            rate=total.rate if not self._own_tokens else None,
            prompt_tokens=_rest(total.prompt_tokens, self._own_prompt),
            drafted=_rest(total.drafted, self._own_drafted),
            accepted=_rest(total.accepted, self._own_accepted),
        )


def _rest(total: int | None, own: int) -> int | None:
    return None if total is None else max(0, total - own)
