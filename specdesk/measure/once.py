"""The order for servers that nobody restarts in between: each prompt once of each arm, still A B B A. Pure.

A server that has answered a prompt may remember it (n-gram pools, suffix trees, prompt caches) and would guess its own
answer when asked again. So the prompts of a round are halved, as many of every kind on each side: A asks the first
half, B both, A the second. A machine that drifts steadily slows B against A in one half and A against B in the other;
that widens the interval in place of moving it. How much it drifted cannot be told: no prompt is asked twice of A.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.measure.measured import Arm
from specdesk.measure.protocol import Block, Pace, Schedule, schedule

ORDER: tuple[tuple[Arm, int], ...] = (("A", 0), ("B", 0), ("B", 1), ("A", 1))
"""Arm and half, block by block."""


def schedule_once(
    prompts: Sequence[ComparePrompt],
    budget_s: float,
    pace: Pace,
    *,
    quick: bool = False,
    seed: int = 0,
    speculates: tuple[bool, bool] = (False, True),
) -> Schedule:
    """As `protocol.schedule`, with half the replies per prompt, so that each may be about twice as long.

    Raises ValueError without prompts.
    """
    planned = schedule(prompts, 2 * budget_s, pace, quick=quick, seed=seed, speculates=speculates, visits=1)
    blocks: list[Block] = []
    start = 0
    for number in range(1 + planned.blocks[-1].round):
        order = next(block.prompts for block in planned.blocks if block.round == number)
        halves = _halves([planned.prompt(name) for name in order])
        for arm, half in ORDER:
            start += bool(blocks) and blocks[-1].arm != arm
            blocks.append(Block(number=len(blocks), round=number, arm=arm, visit=1, start=start, prompts=halves[half]))
    return msgspec.structs.replace(
        planned, blocks=tuple(blocks), seconds=_seconds(blocks, pace, planned.cap),
        first_look_s=_seconds(blocks[: len(ORDER)], pace, planned.cap),
    )  # fmt: skip


def _halves(prompts: Sequence[ComparePrompt]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every other prompt of a kind; where kinds have odd numbers, the extra ones go to either side in turn."""
    sides: tuple[list[str], list[str]] = ([], [])
    extra = 0
    for kind in dict.fromkeys(prompt.kind for prompt in prompts):
        of_kind = [prompt.id for prompt in prompts if prompt.kind == kind]
        for place, name in enumerate(of_kind):
            sides[(place + extra) % 2].append(name)
        extra += len(of_kind) % 2
    return tuple(sides[0]), tuple(sides[1])


def _seconds(blocks: Sequence[Block], pace: Pace, cap: int) -> float:
    """What they take, the warm-up of each turn included."""
    turns = {block.start: block.arm for block in blocks}
    replies = sum(len(block.prompts) * pace.reply_s(block.arm, cap) for block in blocks)
    return replies + sum(pace.start_s(arm) for arm in turns.values())
