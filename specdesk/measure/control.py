"""The control arm: the draft guesses and the target checks as ever, but no guess is taken. Pure.

Builds from about b11434 on can do that (`--spec-synth-rates 0,0,...`). The text is the target's own, verified at the
same width as with the draft. So where it equals the speculative answer and not the plain one, the kernels of that width
made the difference, and no guess did. And since nothing is accepted, its speed tells the cost of a guess whatever the
text is: h = (M R0 - passes) / drafted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from specdesk.language import number, translate
from specdesk.measure.evidence import PromptPair
from specdesk.measure.later_arm import guess_counts, later_cost
from specdesk.measure.measured import Arm, Measured, left_out
from specdesk.measure.same_text import Control, control
from specdesk.measure.stats import Interval


class ControlResult(msgspec.Struct, frozen=True, kw_only=True):
    """How many answers tell what (see `same_text.Control`). h: cost of a guess by this arm, None = it cannot tell;
    h_interval: how well, where several prompts tell. h_real, h_real_interval: the same by real guesses, over all
    prompts; apart: h over it - 1, None where one of the two is not known."""

    same: int = 0
    kernels: int = 0
    speculation: int = 0
    inconclusive: int = 0
    h: float | None = None
    h_interval: Interval | None = None
    h_real: float | None = None
    h_real_interval: Interval | None = None

    @property
    def apart(self) -> float | None:
        """How far the two ways to the cost of a guess are from each other; 0.05 = 5 %."""
        return None if self.h is None or not self.h_real else self.h / self.h_real - 1.0

    @property
    def may_be_one(self) -> bool:
        """The two ways are no further apart than either of them may be off. An interval that is not known is no width;
        False where neither is."""
        if self.h is None or self.h_real is None or (self.h_interval is None and self.h_real_interval is None):
            return False
        by_real, by_none = _around(self.h_real, self.h_real_interval), _around(self.h, self.h_interval)
        return by_none.low <= by_real.high and by_real.low <= by_none.high

    @property
    def words(self) -> str:
        """What it says of the answers."""
        rows = (
            (
                self.same,
                translate("Measure", "1 answer is the same with no guess taken, with guesses and without."),
                translate("Measure", "{count} answers are the same with no guess taken, with guesses and without."),
            ),
            (
                self.kernels,
                translate("Measure", "1 answer differs by rounding alone: also with no guess taken."),
                translate("Measure", "{count} answers differ by rounding alone: also with no guess taken."),
            ),
            (
                self.speculation,
                translate("Measure", "1 answer differs only where guesses are taken: please report it."),
                translate("Measure", "{count} answers differ only where guesses are taken: please report it."),
            ),
            (
                self.inconclusive,
                translate("Measure", "1 answer could not be explained."),
                translate("Measure", "{count} answers could not be explained."),
            ),
        )
        return " ".join((one if count == 1 else many).format(count=count) for count, one, many in rows if count)

    @property
    def costs(self) -> str:
        """The cost of a guess by both ways, and how far they are apart. Empty where this arm does not tell it."""
        if self.h is None:
            return ""
        apart, synthetic = self.apart, _percent(self.h, self.h_interval)
        if apart is None or self.h_real is None:
            words = translate("Measure", "With no guess taken, a guess costs {synthetic} of a step.")
            return words.format(synthetic=synthetic)
        if self.may_be_one:
            words = translate(
                "Measure",
                "The cost of a guess in two ways: {real} of a step by real guesses, {synthetic} with no guess taken: "
                "{apart} % apart, which is within what so few questions can tell.",
            )
        else:
            words = translate(
                "Measure",
                "The cost of a guess in two ways: {real} of a step by real guesses, {synthetic} with no guess taken: "
                "{apart} % apart.",
            )
        real = _percent(self.h_real, self.h_real_interval)
        return words.format(real=real, synthetic=synthetic, apart=number(100 * abs(apart), 1))


def control_document(found: ControlResult) -> dict[str, Any]:
    """As JSON has it."""
    told: dict[str, Any] = msgspec.to_builtins(found)
    return told | {"apart": found.apart}


def control_result(
    measured: Sequence[Measured],
    controlled: Sequence[Measured],
    pairs: Sequence[PromptPair],
    real: Interval | None = None,
) -> ControlResult | None:
    """controlled: the control arm's replies. pairs: for the plain speed of each prompt. real: h by real guesses. None
    without any reply."""
    found: list[Control] = []
    for reply in controlled:
        plain, speculative = (_first(measured, reply.prompt, arm) for arm in ("A", "B"))
        if plain is not None and speculative is not None and left_out(reply) != "failed":
            found.append(control(plain, speculative, reply))
    if not controlled:
        return None
    counts = guess_counts(controlled, pairs)
    drafted = sum(one.drafted for one in counts)
    return ControlResult(
        same=found.count("same"), kernels=found.count("kernels"), speculation=found.count("speculation"),
        inconclusive=found.count("inconclusive"), h_interval=later_cost(counts, pairs, measured),
        h=max(0.0, math.fsum(one.cost for one in counts) / drafted) if drafted else None,
        h_real=None if real is None else max(0.0, real.estimate), h_real_interval=real,
    )  # fmt: skip


def _around(cost: float, interval: Interval | None) -> Interval:
    return interval or Interval(estimate=cost, low=cost, high=cost)


def _percent(cost: float, interval: Interval | None) -> str:
    """ "20.0 % (18.1 to 21.9)"; a cost is never told to be below 0."""
    share = number(100 * cost, 1)
    if interval is None:
        return translate("Measure", "{share} %").format(share=share)
    low, high = (number(100 * max(0.0, end), 1) for end in (interval.low, interval.high))
    return translate("Measure", "{share} % ({low} to {high})").format(share=share, low=low, high=high)


def _first(measured: Sequence[Measured], prompt: str, arm: Arm | str) -> Measured | None:
    replies = [r for r in measured if r.prompt == prompt and r.arm == arm and left_out(r) != "failed" and r.text]
    return min(replies, key=lambda reply: reply.visit, default=None)
