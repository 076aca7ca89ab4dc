"""Two answers typed again with the timing that was recorded: what of each is there at a moment. Pure; no clock."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from specdesk.measure.measured import Measured

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Typed:
    """One answer. moments: ms since it was asked for, growing; lengths: characters that were there then."""

    text: str
    moments: tuple[float, ...]
    lengths: tuple[int, ...]

    @property
    def took_ms(self) -> float:
        """Until its last character."""
        return self.moments[-1] if self.moments else 0.0

    def shown_at(self, ms: float) -> int:
        """Characters that were there at this moment."""
        place = bisect_right(self.moments, ms)
        if place == len(self.moments):
            return len(self.text)
        return min(self.lengths[place - 1], len(self.text)) if place else 0


def typed_of(reply: Measured) -> Typed | None:
    """None where no timing was recorded. Text that was cleaned may be shorter than what was counted."""
    if not reply.typed or not reply.text:
        return None
    moments, lengths = zip(*reply.typed, strict=True)
    return Typed(reply.text, tuple(moments), tuple(lengths))


@dataclass(slots=True)
class Replay:
    """Both answers beside each other. at_ms: the moment in sight. pace: 1 as it was, 2 twice as fast.

    It is moved by whoever has a clock.
    """

    answers: Sequence[Typed]
    pace: float = 1.0
    at_ms: float = field(default=0.0)

    @property
    def end_ms(self) -> float:
        """The slower answer is there."""
        return max(answer.took_ms for answer in self.answers)

    @property
    def is_over(self) -> bool:
        """Nothing more will appear."""
        return self.at_ms >= self.end_ms

    def pass_by(self, ms: float) -> None:
        """So much time of the person who looks on has passed."""
        self.go_to(self.at_ms + ms * self.pace)

    def go_to(self, ms: float) -> None:
        """Show another moment."""
        self.at_ms = min(max(ms, 0.0), self.end_ms)

    def state_words(self, which: int) -> str:
        """ "3.2 s" while it is typed, "finished after 4.1 s" afterwards."""
        answer = self.answers[which]
        if self.at_ms >= answer.took_ms:
            return translate("Compare", "finished after {seconds:.1f}\u00a0s").format(seconds=answer.took_ms / 1000)
        return translate("Compare", "{seconds:.1f}\u00a0s").format(seconds=self.at_ms / 1000)

    def words(self, names: Sequence[str]) -> str:
        """What there is to see, for those who do not."""
        told = translate("Compare", "{name}: {state}")
        return ", ".join(told.format(name=name, state=self.state_words(place)) for place, name in enumerate(names))
