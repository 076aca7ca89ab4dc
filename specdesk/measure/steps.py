"""What a compare does next: from the schedule, what was measured and which server is up. Pure; resumes from anywhere.

Nothing is remembered besides the stored replies: a compare that was killed goes on where it was, on a fresh start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from specdesk.measure.answered import answered, is_cost_open
from specdesk.measure.evidence import silence
from specdesk.measure.looks import Look
from specdesk.measure.measured import Arm, Measured, left_out
from specdesk.measure.protocol import WARM_UP_CAP, Block, Schedule

FAILURES = 4
"""This many replies in a row without one that worked end a compare."""


GROWN = 0.25
"""Share by which a time left has to grow before that is shown."""


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """The server of ours that is up: which start of the schedule it is, and whether it was warmed up."""

    start: int
    warm: bool = False


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Start this arm's server (end the one that is up, first)."""

    start: int
    arm: Arm


class WarmUp(msgspec.Struct, frozen=True, kw_only=True):
    """Ask `compare_prompts.WARM_UP_TEXT` with this cap and throw the reply away."""

    start: int
    arm: Arm
    cap: int


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """Ask this prompt (its id) with this cap; what comes is a Measured with this block and visit."""

    start: int
    block: int
    visit: int
    arm: Arm
    prompt: str
    cap: int


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing more to do. complete: all is measured; certain: a look gave an answer, and the cost of a guess is known;
    no-drafts: an arm never drafts; failing: the last replies all failed.
    """

    reason: Literal["complete", "certain", "no-drafts", "failing"]


Step = Start | WarmUp | Ask | Stop


class TimeLeft(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds to the next verdict, and to the end if no look stops it before."""

    next_look_s: float
    whole_s: float


def next_step(
    schedule: Schedule, measured: Sequence[Measured], running: Running | None = None, *, go_on: bool = False
) -> Step:
    """The next step. go_on: do not stop when an answer is certain (more prompts were asked for)."""
    remaining = next(_remaining(schedule, measured), None)
    if _is_failing(measured):
        return Stop(reason="failing")
    if remaining is None:
        return Stop(reason="complete")
    block, prompt = remaining
    if _never_drafts(schedule, measured, block):
        return Stop(reason="no-drafts")
    if not go_on and _is_enough(schedule, measured, block):
        return Stop(reason="certain")
    if running is None or running.start != block.start:
        return Start(start=block.start, arm=_arm_of_start(schedule, block))
    if not running.warm:
        return WarmUp(start=block.start, arm=_arm_of_start(schedule, block), cap=WARM_UP_CAP)
    return Ask(start=block.start, block=block.number, visit=block.visit, arm=block.arm, prompt=prompt, cap=schedule.cap)


def time_left(schedule: Schedule, measured: Sequence[Measured], running: Running | None = None) -> TimeLeft:
    """How long it will still take, by the speeds seen so far where there are any."""
    reply_s = {arm: _reply_s(schedule, measured, arm) for arm in ("A", "B")}
    total_s, look_s = 0.0, None
    look = _next_look(schedule, measured)
    start = None if running is None else running.start
    for block, _ in _remaining(schedule, measured):
        if look_s is None and look is not None and block.number > look.after:
            look_s = total_s
        if block.start != start:
            start = block.start
            total_s += schedule.pace.start_s(_arm_of_start(schedule, block))
        total_s += reply_s[block.arm]
    return TimeLeft(next_look_s=total_s if look_s is None else look_s, whole_s=total_s)


def steadied(shown_s: float | None, told_s: float) -> float:
    """The time left to show, s, where `shown_s` is shown (None: nothing yet) and `told_s` is worked out now.

    On a busy computer what is worked out goes up and down with every reply, which tells nobody anything: it goes down
    with it, and up only where it has grown by more than GROWN. For one stage: the next one begins with None.
    """
    return told_s if shown_s is None or told_s <= shown_s or told_s > (1.0 + GROWN) * shown_s else shown_s


def to_ask_again(measured: Sequence[Measured]) -> tuple[Measured, ...]:
    """What counts as measured when a compare is taken up again: failed replies are asked once more."""
    return tuple(reply for reply in measured if left_out(reply) != "failed")


def progress(schedule: Schedule, measured: Sequence[Measured]) -> float:
    """Share of all replies that is in, 0..1."""
    whole = sum(len(block.prompts) for block in schedule.blocks)
    return (whole - sum(1 for _ in _remaining(schedule, measured))) / whole


def _remaining(schedule: Schedule, measured: Sequence[Measured]) -> Iterator[tuple[Block, str]]:
    done = {(reply.block, reply.prompt) for reply in measured}
    return (
        (block, prompt) for block in schedule.blocks for prompt in block.prompts if (block.number, prompt) not in done
    )


def _is_failing(measured: Sequence[Measured]) -> bool:
    last = measured[-FAILURES:]
    return len(last) == FAILURES and all(reply.error is not None for reply in last)


def _never_drafts(schedule: Schedule, measured: Sequence[Measured], block: Block) -> bool:
    """After the first block of an arm: one that should draft and drafted nothing at all need not go on."""
    arms: tuple[Arm, Arm] = ("A", "B")
    for arm, speculates in zip(arms, schedule.on_trial, strict=True):
        first = next(other for other in schedule.blocks if other.arm == arm)
        if speculates and block.number > first.number and silence(measured, arm) == "nothing":
            return True
    return False


def _is_enough(schedule: Schedule, measured: Sequence[Measured], block: Block) -> bool:
    """A look is taken between its last block and the next; once the next has begun, going on was decided."""
    look = next((look for look in schedule.looks if look.after == block.number - 1), None)
    if look is None or any(reply.block >= block.number for reply in measured):
        return False
    return answered(schedule, measured) is not None and not is_cost_open(schedule, measured)


def _next_look(schedule: Schedule, measured: Sequence[Measured]) -> Look | None:
    remaining = next(_remaining(schedule, measured), None)
    if remaining is None:
        return None
    return next(look for look in schedule.looks if look.after >= remaining[0].number)


def _arm_of_start(schedule: Schedule, block: Block) -> Arm:
    return block.arm if schedule.restarts else "B"


def _reply_s(schedule: Schedule, measured: Sequence[Measured], arm: str) -> float:
    seen = [reply.seconds for reply in measured if reply.arm == arm and reply.seconds is not None]
    if len(seen) >= 3:
        return sum(seen) / len(seen)
    return schedule.pace.reply_s("A" if arm == "A" else "B", schedule.cap)
