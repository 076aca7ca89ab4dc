"""Both answers to one prompt typed again with the timing that they were recorded with. The clock is another's."""

from __future__ import annotations

import bisect
from collections.abc import Sequence

import msgspec

from specdesk.measure.measured import Arm, Measured, left_out


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """One answer. typed: (ms since the question was sent, characters there by then), as recorded."""

    text: str
    typed: tuple[tuple[float, int], ...]

    @property
    def first_ms(self) -> float:
        """When the first word came."""
        return self.typed[0][0]

    @property
    def duration_ms(self) -> float:
        """When the last one came."""
        return self.typed[-1][0]

    def shown_at(self, ms: float) -> int:
        """Characters of `text` that were there `ms` after the question was sent; 0 before the first word."""
        place = bisect.bisect_right(self.typed, ms, key=lambda moment: moment[0])
        return min(self.typed[place - 1][1], len(self.text)) if place else 0


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The same question to both arms. duration_ms: until the slower one has ended."""

    prompt: str
    a: Track
    b: Track

    @property
    def duration_ms(self) -> float:
        """Until both have ended."""
        return max(self.a.duration_ms, self.b.duration_ms)


def replays(measured: Sequence[Measured]) -> tuple[Replay, ...]:
    """One per prompt that both arms have answered with their timing recorded, in the order of asking; first visits."""
    found = []
    for prompt in dict.fromkeys(reply.prompt for reply in measured):
        a, b = _track(measured, prompt, "A"), _track(measured, prompt, "B")
        if a is not None and b is not None:
            found.append(Replay(prompt=prompt, a=a, b=b))
    return tuple(found)


def _track(measured: Sequence[Measured], prompt: str, arm: Arm) -> Track | None:
    visits = [
        reply
        for reply in measured
        if reply.prompt == prompt and reply.arm == arm and left_out(reply) != "failed" and reply.typed and reply.text
    ]
    first = min(visits, key=lambda reply: reply.visit, default=None)
    return None if first is None else Track(text=first.text, typed=first.typed)
