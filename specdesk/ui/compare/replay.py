"""Where a replay of two answers is, and in words. It is moved by whoever has a clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from specdesk.language import number
from specdesk.measure.replay import Replay, Track

translate = QCoreApplication.translate


@dataclass(slots=True)
class Playing:
    """at_ms: the moment in sight, since both were asked. pace: 1 as it was, 2 twice as fast."""

    recorded: Replay
    pace: float = 1.0
    at_ms: float = 0.0

    @property
    def tracks(self) -> tuple[Track, Track]:
        """A and B."""
        return self.recorded.a, self.recorded.b

    @property
    def end_ms(self) -> float:
        """The slower answer is there."""
        return self.recorded.duration_ms

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

    def text(self, which: int) -> str:
        """What of an answer is there: all of it at its end, however it was counted."""
        track = self.tracks[which]
        return track.text if self.at_ms >= track.duration_ms else track.text[: track.shown_at(self.at_ms)]

    def state_words(self, which: int) -> str:
        """ "3.2 s" while it is typed, "finished after 4.1 s" afterwards."""
        took_ms = self.tracks[which].duration_ms
        if self.at_ms >= took_ms:
            return translate("Compare", "finished after {seconds}\u00a0s").format(seconds=number(took_ms / 1000, 1))
        return translate("Compare", "{seconds}\u00a0s").format(seconds=number(self.at_ms / 1000, 1))

    def words(self, names: Sequence[str]) -> str:
        """What there is to see, for those who do not."""
        return ", ".join(f"{name}: {self.state_words(place)}" for place, name in enumerate(names))
