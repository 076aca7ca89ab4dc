"""Where a result, or two files that were never measured together, stand in the break-even picture."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from PySide6.QtCore import QCoreApplication

from specdesk.language import number
from specdesk.measure.break_even import picture_words
from specdesk.measure.compare import CompareResult
from specdesk.measure.guesses_per_pass import GuessesPerPass
from specdesk.measure.speculation import Costs, cost_at, speedup
from specdesk.measure.stats import Interval
from specdesk.measure.what_if import WhatIf
from specdesk.ui.compare.shown import Shown

translate = QCoreApplication.translate


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """k: draft length. cost: h, with its interval where measured. acceptance: now, None = nothing guessed yet.

    set_to: the length that was set, where drafts are shorter. prior: nothing was measured yet; cost and interval are
    what the two files let expect. tried: another length or temperature that the user asks about. costs: h at other
    lengths, where that was measured; lead: how it goes on beyond them (`measure.lead`). Every length here is what is
    really drafted; guesses: what that is at a length that is set, None = just that. most: that the drafter can guess
    at once.
    """

    k: int
    set_to: int | None = None
    cost: float
    interval: Interval | None = None
    acceptance: float | None = None
    prior: bool = False
    tried: WhatIf | None = None
    costs: Mapping[int, float] = {}
    lead: float = 0.0
    guesses: GuessesPerPass | None = None
    most: int | None = None

    @property
    def words(self) -> str:
        """The picture for those who do not see it."""
        if self.prior and self.interval is not None:
            return _prior_words(self.k, self.interval)
        said = picture_words(self.k, self.cost, self.acceptance, self.interval)
        if self.set_to is None or self.set_to == self.k:
            return said
        early = translate("Compare", "Drafts may have {most} tokens here, but mostly end after {k}.")
        return f"{said} {early.format(most=self.set_to, k=self.k)}"

    @property
    def now(self) -> float | None:
        """Speed-up at the acceptance of now."""
        return None if self.acceptance is None else speedup(self.k, self.acceptance, max(0.0, self.cost))

    @property
    def drawn_k(self) -> int:
        """Length of the curve: the one that is asked about, else the one that runs."""
        if self.tried is None:
            return self.k
        return self.tried.length if self.guesses is None else self.guesses.whole(self.tried.length)

    @property
    def tried_at(self) -> float | None:
        """Acceptance that goes with the speed-up that is foretold."""
        if self.tried is None or self.tried.length < 1:
            return None
        length = self.drawn_k
        cost = max(0.0, cost_at(self.all_costs, length, self.lead))
        return (self.tried.speedup.estimate * (1.0 + length * cost) - 1.0) / length

    @property
    def all_costs(self) -> Costs:
        """h per length that was measured, the one of now among them."""
        return dict(self.costs) | {self.k: self.cost}


def _prior_words(k: int, band: Interval) -> str:
    """Before anything was measured."""
    if band.low >= 1.0:
        return translate(
            "Compare",
            "Not measured yet. By the sizes of the files alone, a guess costs as much as a word: expect no gain.",
        )
    ceiling = [speedup(k, 1.0, max(0.0, cost)) for cost in (band.high, band.low)]
    words = translate(
        "Compare",
        "Not measured yet. By the sizes of the files alone, the draft should pay once {low} to {high} % of its "
        "guesses are used, and can give at most {least} to {most} times the plain speed.",
    )
    return words.format(
        low=round(100 * max(0.0, band.low)), high=round(100 * min(1.0, band.high)), least=number(ceiling[0], 1),
        most=number(ceiling[1], 1),
    )  # fmt: skip


def prior_standing(k: int, band: tuple[float, float]) -> Standing:
    """Of two files that nobody has measured together. band: of h (`PairVerdict.prior_cost`)."""
    middle = sum(band) / 2
    return Standing(k=k, cost=middle, interval=Interval(estimate=middle, low=band[0], high=band[1]), prior=True)


def standing_of(shown: Shown, live: float | None) -> Standing | None:
    """Where a result stands. live: acceptance in the chat now, in place of the measured one.

    The length is what was really drafted per pass: p-min ends drafts early. None for methods without a length to set.
    """
    result, facts = shown.result, shown.stored.arms[1]
    length = facts.length
    if length is None or result.h is None or not result.acceptance or result.tokens_per_pass is None:
        return None
    drafted = (result.tokens_per_pass - 1.0) / result.acceptance
    acceptance = result.acceptance if live is None else live
    k = min(max(round(drafted), 1), length)
    guesses = None if k == length else _guesses(result, drafted, length, stops_early=facts.stops_early)
    others = result.costs if guesses is None else _by_drafted(result.costs, guesses)
    others = {tokens: cost for tokens, cost in others.items() if tokens != k}
    return Standing(
        k=k,
        set_to=length,
        cost=result.h,
        interval=result.h_interval,
        acceptance=acceptance,
        costs=others,
        lead=result.lead,
        guesses=guesses,
        most=facts.most,
    )


def _guesses(result: CompareResult, drafted: float, length: int, *, stops_early: bool) -> GuessesPerPass:
    """What a pass drafts at other lengths, by what it drafted at this one."""
    replies = sum(1 for reply in result.arms[1].samples if reply.counts and reply.sample is not None)
    reply = result.arms[1].tokens / max(1, replies)
    return GuessesPerPass.of(drafted, length, reply, stops_early=stops_early)


def _by_drafted(costs: Mapping[int, float], guesses: GuessesPerPass) -> dict[int, float]:
    """h by what is really drafted; of lengths that come to the same, that of the longest."""
    return {guesses.whole(length): costs[length] for length in sorted(costs)}
