"""The control arm: the draft guesses and the target checks as ever, but no guess is taken. Pure.

Builds from about b11434 on can do that (`--spec-synth-rates 0,0,...`). The text is the target's own, verified at the
same width as with the draft. So where it equals the speculative answer and not the plain one, the kernels of that width
made the difference, and no guess did. And since nothing is accepted, its speed tells the cost of a guess whatever the
text is: h = (M R0 - passes) / drafted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from specdesk.language import translate
from specdesk.measure.evidence import PromptPair
from specdesk.measure.measured import Arm, Measured, left_out
from specdesk.measure.same_text import Control, control
from specdesk.measure.speculation import extra_cost


class ControlResult(msgspec.Struct, frozen=True, kw_only=True):
    """How many answers tell what (see `same_text.Control`). h: cost of a guess by this arm, None = it cannot tell."""

    same: int = 0
    kernels: int = 0
    speculation: int = 0
    inconclusive: int = 0
    h: float | None = None

    @property
    def words(self) -> str:
        """For Details."""
        rows = (
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


def control_result(
    measured: Sequence[Measured], controlled: Sequence[Measured], pairs: Sequence[PromptPair]
) -> ControlResult | None:
    """controlled: the control arm's replies. pairs: for the plain speed of each prompt. None without any reply."""
    found: list[Control] = []
    for reply in controlled:
        plain, speculative = (_first(measured, reply.prompt, arm) for arm in ("A", "B"))
        if plain is not None and speculative is not None and left_out(reply) != "failed":
            found.append(control(plain, speculative, reply))
    if not controlled:
        return None
    return ControlResult(
        same=found.count("same"), kernels=found.count("kernels"), speculation=found.count("speculation"),
        inconclusive=found.count("inconclusive"), h=_cost(controlled, {pair.prompt: pair.rate_a for pair in pairs}),
    )  # fmt: skip


def _cost(controlled: Sequence[Measured], plain: Mapping[str, float]) -> float | None:
    """Over all replies, weighted by what they drafted."""
    costs = [
        (cost * reply.sample.drafted, reply.sample.drafted)
        for reply in controlled
        if reply.sample is not None and reply.sample.drafted and reply.prompt in plain
        if left_out(reply) is None and (cost := extra_cost(reply.sample, plain[reply.prompt])) is not None
    ]
    drafted = sum(count for _, count in costs)
    return math.fsum(cost for cost, _ in costs) / drafted if drafted else None


def _first(measured: Sequence[Measured], prompt: str, arm: Arm | str) -> Measured | None:
    replies = [r for r in measured if r.prompt == prompt and r.arm == arm and left_out(r) != "failed" and r.text]
    return min(replies, key=lambda reply: reply.visit, default=None)
