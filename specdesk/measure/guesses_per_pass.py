"""How many guesses a pass makes at a draft length that was not run: ends of replies and p-min leave some out. Pure."""

from __future__ import annotations

import math

import msgspec


class GuessesPerPass(msgspec.Struct, frozen=True, kw_only=True):
    """How many guesses a pass makes. reply: its tokens. going_on: chance that a draft goes on for one more token. cut:
    share of what the ends of replies may leave out that they do. stops_early: p-min ends drafts, from the first guess.
    """

    reply: float
    going_on: float
    cut: float
    stops_early: bool

    @classmethod
    def of(cls, per_pass: float, current: int, reply: float, *, stops_early: bool) -> GuessesPerPass:
        """What fits so many guesses per pass at length `current`."""
        if stops_early:
            return cls(reply=reply, going_on=_going_on(per_pass, current, first=1), cut=0.0, stops_early=True)
        missing = _cut_off(current, reply)
        short = min(missing, max(0.0, current - per_pass))
        going_on = _going_on(per_pass + short, current, first=0)
        return cls(reply=reply, going_on=going_on, cut=short / missing, stops_early=False)

    def drafted(self, k: int) -> float:
        """Tokens per pass at length k."""
        first = 1 if self.stops_early else 0
        return math.fsum(self.going_on**place for place in range(first, first + k)) - self.cut * _cut_off(k, self.reply)

    def whole(self, k: int) -> int:
        """The same in whole tokens, at least one."""
        return min(max(round(self.drafted(k)), 1), k)

    def worked_on(self, k: int) -> float:
        """The same with the guess that p-min throws away."""
        return self.drafted(k) + (1.0 - self.going_on**k if self.stops_early else 0.0)


def _cut_off(length: int, reply: float) -> float:
    """Guesses per pass that a reply of so many tokens has no room for at its end."""
    return length * (length + 1) / 2.0 / reply


def _going_on(per_pass: float, current: int, *, first: int) -> float:
    """q with q^first + ... (k terms) = tokens drafted per pass: the chance that a draft goes on for one more token."""
    if current == 1 and first == 0:
        return 1.0  # the one guess is always made, which tells nothing of a second
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if math.fsum(middle**place for place in range(first, first + current)) < per_pass:
            low = middle
        else:
            high = middle
    return (low + high) / 2
