"""How fast a pair is, from its first replies, what of a schedule fits the minutes once that is known, and where in it a
compare is. Pure, but for the program's own prompts."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from specdesk.chat.compare_prompts import WARM_UP_TEXT, ComparePrompt, own_prompts
from specdesk.language import mark, translate
from specdesk.measure.answered import answered
from specdesk.measure.looks import Look, levels
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Schedule
from specdesk.measure.steps import time_left
from specdesk.records.sample import Sample

REPLY = mark("Service", "{name}: reply {number} of {count}")

GUESS = 20.0
"""tokens/s to expect before anything has told."""

CHARACTERS = 4.0
"""Per token, about: for how long reading a prompt takes."""

MORE_THAN_ASKED = 1.15
"""A compare may take this share of its minutes before prompts are left out of it."""


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """rate: tokens/s. token_s: reading one token of a prompt, s. load_s: the start."""

    rate: float = GUESS
    token_s: float = 0.0
    load_s: float = 0.0

    def prompt_s(self, prompts: Sequence[ComparePrompt]) -> float:
        """Reading one of these prompts, s."""
        if not prompts:
            return 0.0
        return self.token_s * sum(len(prompt.text) for prompt in prompts) / len(prompts) / CHARACTERS


def speed_of(sample: Sample | None, load_s: float) -> Speed:
    """From a reply to a short question."""
    if sample is None or not sample.rate:
        return Speed(load_s=load_s)
    read = sample.prompt_tokens or round(len(WARM_UP_TEXT) / CHARACTERS)
    return Speed(rate=sample.rate, token_s=(sample.prompt_ms or 0.0) / 1000.0 / read, load_s=load_s)


def replies_in(schedule: Schedule, rounds: int) -> int:
    """Replies of the first `rounds` rounds."""
    return sum(len(block.prompts) for block in schedule.blocks if block.round < rounds)


def rounds_of(schedule: Schedule) -> int:
    """How many rounds it has."""
    return 1 + schedule.blocks[-1].round


def asking_words(schedule: Schedule, measured: Sequence[Measured], name: str, *, wanted: bool = False) -> str:
    """ "With draft: reply 12 of 48", about the next one. name: of the arm. wanted: somebody asked to go on, so that an
    answer that is certain is no news."""
    words = translate("Service", REPLY).format(
        name=f"{name[:1].upper()}{name[1:]}", number=len(measured) + 1, count=replies_in(schedule, rounds_of(schedule))
    )
    if wanted or answered(schedule, measured) is None:
        return words
    certain = translate("Service", "Certain; measuring the cost of a guess more exactly. {words}")
    return certain.format(words=words)


def arm_asked(words: str) -> str | None:
    """All before "reply 12 of 48" where words tell of one reply, in the language in use: "With draft"; else None."""
    places = {"{name}": "(?P<name>.*?)", "{number}": r"\d+", "{count}": r"\d+"}
    parts = re.split(r"({\w+})", translate("Service", REPLY))
    found = re.match("".join(places.get(part) or re.escape(part) for part in parts), words, re.DOTALL)
    return found["name"] if found else None


def trimmed(schedule: Schedule, measured: Sequence[Measured], spent_s: float, budget_s: float) -> Schedule:
    """Without the later rounds that no longer fit into the budget at the speeds seen; the first one always stays.

    Only time decides, never what was measured, so that the looks keep their meaning.
    """
    for count in range(rounds_of(schedule), 1, -1):
        shorter = _first_rounds(schedule, count)
        if spent_s + time_left(shorter, measured).whole_s <= MORE_THAN_ASKED * budget_s:
            return shorter
    return _first_rounds(schedule, 1)


def _first_rounds(schedule: Schedule, count: int) -> Schedule:
    if count == rounds_of(schedule):
        return schedule
    blocks = tuple(block for block in schedule.blocks if block.round < count)
    kept = {prompt for block in blocks for prompt in block.prompts}
    ends = [look.after for look in schedule.looks[:count]]
    looks = tuple(Look(after=end, level=level) for end, level in zip(ends, levels(count), strict=True))
    prompts = tuple(prompt for prompt in schedule.prompts if prompt.id in kept)
    left_out = tuple(prompt for prompt in schedule.prompts if prompt.id not in kept)
    seconds = schedule.seconds * replies_in(schedule, count) / replies_in(schedule, rounds_of(schedule))
    return msgspec.structs.replace(
        schedule, blocks=blocks, prompts=prompts, looks=looks, seconds=seconds,
        spare=left_out + (schedule.spare or ()),
    )  # fmt: skip


def with_spare(schedule: Schedule) -> Schedule:
    """An older version kept no prompts to go on with: those of the project, where it asked nothing else."""
    if schedule.spare is not None:
        return schedule
    own = own_prompts()
    asked = set(schedule.prompts)
    spare = tuple(prompt for prompt in own if prompt not in asked) if asked <= set(own) else ()
    return msgspec.structs.replace(schedule, spare=spare)
