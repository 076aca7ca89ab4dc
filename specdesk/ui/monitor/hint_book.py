"""Which hint is in sight while chatting: one at a time, each cause once per chat, gone when it holds no more. No Qt."""

from __future__ import annotations

import statistics
from collections import defaultdict, deque
from collections.abc import Sequence

import msgspec

from specdesk.measure.hints import ChatReply, Hint, HintKind, Known, hints
from specdesk.measure.speculation import decode_rate

MOST_REPLIES = 50
"""Of one set-up; older ones say little of the text of now."""


class HintBook:
    """current: the hint to show, None = nothing is sure enough to be said, or it was said already."""

    def __init__(self) -> None:
        self.current: Hint | None = None
        self._replies: deque[ChatReply] = deque(maxlen=MOST_REPLIES)
        self._set_up: object = None
        self._chat: int | None = None
        self._told: defaultdict[int | None, set[HintKind]] = defaultdict(set)  # by chat, for as long as the window is

    def begin(self, chat: int, set_up: object) -> None:
        """A reply of this chat was asked for. set_up: what gives it; replies of another one say nothing about it."""
        if (chat, set_up) != (self._chat, self._set_up):  # other text, or other guesses
            self._chat, self._set_up, self.current = chat, set_up, None
            self._replies.clear()

    def end(self, reply: ChatReply, known: Known) -> None:
        """It is over; known: what was measured of its set-up."""
        self._replies.append(reply)
        self._choose(hints(tuple(self._replies), self._with_rate(known)))

    def dismiss(self) -> None:
        """The user has read it; it does not come back in this chat."""
        self.current = None

    def _with_rate(self, known: Known) -> Known:
        """With the speed of the replies themselves, which is newer than that of any compare."""
        rates = [rate for reply in self._replies if (rate := decode_rate(reply.sample)) is not None]
        return msgspec.structs.replace(known, rate=statistics.median(rates)) if rates else known

    def _choose(self, found: Sequence[Hint]) -> None:
        """The one in sight stays, with its newest figures, while it holds; else the most useful that was not said."""
        kinds = {hint.kind: hint for hint in found}
        if self.current is not None and self.current.kind in kinds:
            self.current = kinds[self.current.kind]
            return
        told = self._told[self._chat]
        self.current = next((hint for hint in found if hint.kind not in told), None)
        if self.current is not None:
            told.add(self.current.kind)
