"""The order in which a compare measures, as data: blocks of prompts per arm, A B B A, sized by minutes. Pure.

One round is four blocks over the same prompts: A, B, B, A, each on a server start of its own, since drafters remember
what was said. So every prompt is asked twice of each arm, and a machine that drifts steadily favours neither. The next
round has new prompts; its first A goes on on the start that the round before ended with. After each round is a look.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.measure.looks import MOST_LOOKS, Look, further_levels, levels, shown_level
from specdesk.measure.measured import Arm

BUDGET_S = 360.0
QUICK_BUDGET_S = 120.0
FIRST_LOOK_S = 90.0
"""Generation before the first verdict, on a pair of ordinary speed."""
PLANNED = 0.92
"""Share of it that is planned for: the first reply, which tells the pace, was up to 6 % faster than all of them."""

FIRST_PROMPTS = 12
FIRST_PER_KIND = 2
OWN_KINDS, OWN_PER_KIND = 6, 6
"""The project's own prompts: four of each kind, and a Dutch twin of two of them."""

MORE_PROMPTS = 6
"""A later round is one of these, or several together."""

MOST_SPARE = 120
"""So many prompts are kept to go on with: more than the looks that may be taken could use."""

MIN_CAP = 48
MAX_CAP = 256
WARM_UP_CAP = 16
LOAD_SHARE = 0.3
"""Later rounds are put together until their loading takes at most this share of their generating."""

ORDER: tuple[tuple[Arm, int], ...] = (("A", 1), ("B", 1), ("B", 2), ("A", 2))


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """What to expect. rate: tokens/s plain; rate_b: of arm B, where known. load_s: one start (load_b_s: of arm B).

    prompt_s: reading one prompt, s.
    """

    rate: float
    rate_b: float | None = None
    load_s: float = 0.0
    load_b_s: float | None = None
    prompt_s: float = 0.0

    def reply_s(self, arm: Arm, cap: int) -> float:
        """One reply that runs into its cap of tokens, s."""
        rate = self.rate if arm == "A" or self.rate_b is None else self.rate_b
        return self.prompt_s + cap / rate

    def start_s(self, arm: Arm) -> float:
        """One start with its warm-up, s."""
        load = self.load_s if arm == "A" or self.load_b_s is None else self.load_b_s
        return load + self.reply_s(arm, WARM_UP_CAP)


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """Prompts (ids, in the order to ask) of one arm. start: which server start; round: counted from 0."""

    number: int
    round: int
    arm: Arm
    visit: int
    start: int
    prompts: tuple[str, ...]


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """A whole compare. cap: tokens per reply. seed: of the shuffling.

    spare: prompts of the same source that are not asked, those wanted most first; what goes on is made of them alone.
    None: an older version did not keep them. exact_cost: behind a certain answer it goes on for the cost of a guess.
    restarts: False where one engine switches speculation per request: then there is one start, number 0, of arm B.
    speculates: whether each arm is meant to draft. against_plain: A is B without speculation; False: two set-ups that
    may differ in more. seconds: what it should take, loading included, if it does not stop early; first_look_s: up to
    the first verdict.
    """

    prompts: tuple[ComparePrompt, ...]
    blocks: tuple[Block, ...]
    looks: tuple[Look, ...]
    cap: int
    pace: Pace
    seconds: float
    first_look_s: float
    seed: int = 0
    restarts: bool = True
    speculates: tuple[bool, bool] = (False, True)
    spare: tuple[ComparePrompt, ...] | None = None
    exact_cost: bool = False
    against_plain: bool = True

    @property
    def level(self) -> float:
        """Of the intervals that are shown."""
        return shown_level(tuple(look.level for look in self.looks))

    @property
    def tasks(self) -> dict[str, str]:
        """Prompt -> what it asks for, the same for twins: the unit of the statistics (`measure.stats`)."""
        return {prompt.id: prompt.task for prompt in self.prompts}

    @property
    def on_trial(self) -> tuple[bool, bool]:
        """Arms whose guesses are what the compare is about: without any there is nothing to judge. Two set-ups are
        compared as they are, and one that never guesses has its speed all the same."""
        return self.speculates if self.against_plain else (False, False)

    def prompt(self, identity: str) -> ComparePrompt:
        """The prompt with this id."""
        return next(prompt for prompt in self.prompts if prompt.id == identity)


def schedule(
    prompts: Sequence[ComparePrompt],
    budget_s: float,
    pace: Pace,
    *,
    quick: bool = False,
    seed: int = 0,
    restarts: bool = True,
    speculates: tuple[bool, bool] = (False, True),
    visits: int = 2,
    cap: int | None = None,
) -> Schedule:
    """Fill the budget, loading included. prompts: those wanted most come first.

    The first round has two prompts per kind (twelve in all, at least), of different tasks where there are as many, and
    a reply cap that generates for about 90 s; further rounds follow while they fit. `quick`: the first round only. A
    slow machine may need more than the budget: `seconds` says so. visits: of each arm, as the reply cap counts on;
    once.py halves the blocks itself. cap: of replies, where another compare is measured again with the same. Raises
    ValueError without prompts.
    """
    if not prompts:
        raise ValueError("a compare needs prompts")
    first, rest = _first_round(prompts)
    if cap is None:
        cap = _cap(len(first), visits / 2 * budget_s, pace, restarts, visits)
    further: list[list[ComparePrompt]] = []
    if not quick:
        left_s = budget_s - _round_s(len(first), cap, pace, _starts(0, restarts))
        further = _affordable(rest, left_s, MOST_LOOKS - 1, cap, pace, restarts)
    rounds = [first, *further]
    blocks = _blocks(rounds, 0, 0, seed, restarts)
    asked = tuple(prompt for part in rounds for prompt in part)
    return Schedule(
        prompts=asked,
        blocks=blocks,
        looks=_looks(blocks, levels(len(rounds))),
        cap=cap,
        pace=pace,
        seconds=sum(_round_s(len(part), cap, pace, _starts(number, restarts)) for number, part in enumerate(rounds)),
        first_look_s=_round_s(len(first), cap, pace, _starts(0, restarts)),
        seed=seed,
        restarts=restarts,
        speculates=speculates,
        spare=_without(prompts, asked)[:MOST_SPARE],
    )


def budget_of(minutes: float | None, *, quick: bool) -> float:
    """The budget in s. minutes: None = the usual, of a quick compare or of another."""
    if minutes is not None:
        return 60.0 * minutes
    return QUICK_BUDGET_S if quick else BUDGET_S


def expected_s(budget_s: float, pace: Pace, *, quick: bool = False) -> float:
    """What a compare over the project's own prompts takes at this pace, s, loading included, if nothing stops it early:
    less than the budget where they are all asked before, more where even the fewest replies take longer."""
    prompts = [
        ComparePrompt(id=f"{kind} {number}", kind=str(kind), text="")
        for number in range(OWN_PER_KIND) for kind in range(OWN_KINDS)
    ]  # fmt: skip
    return schedule(prompts, budget_s, pace, quick=quick).seconds


def is_least(planned: Schedule) -> bool:
    """Nothing could be left out of it: one round of the shortest replies that tell anything."""
    return planned.cap <= MIN_CAP and planned.blocks[-1].round == 0


def may_extend(planned: Schedule) -> bool:
    """Prompts are left, and another look would not give too many wrong verdicts."""
    return bool(planned.spare) and bool(further_levels(tuple(look.level for look in planned.looks), MOST_LOOKS))


def extended(planned: Schedule, budget_s: float) -> Schedule | None:
    """The same compare with more of its own prompts (`spare`), for going on after it gave no sure answer.

    A file of somebody's own is never filled up with the project's prompts, which are other kinds of text. None where
    `may_extend` says no.
    """
    if not may_extend(planned):
        return None
    rest = planned.spare or ()
    made = tuple(look.level for look in planned.looks)
    more = further_levels(made, MOST_LOOKS)
    further = _affordable(rest, budget_s, len(more), planned.cap, planned.pace, planned.restarts)
    further = further or [_slices(rest)[0]]
    last = planned.blocks[-1]
    blocks = _blocks(further, last.round + 1, last.number + 1, planned.seed, planned.restarts, last.start)
    extra_s = sum(_round_s(len(part), planned.cap, planned.pace, _starts(1, planned.restarts)) for part in further)
    added = tuple(prompt for part in further for prompt in part)
    return msgspec.structs.replace(
        planned,
        prompts=planned.prompts + added,
        spare=_without(rest, added),
        blocks=planned.blocks + blocks,
        looks=planned.looks + _looks(blocks, further_levels(made, len(further))),
        seconds=planned.seconds + extra_s,
    )


def _without(prompts: Sequence[ComparePrompt], asked: Sequence[ComparePrompt]) -> tuple[ComparePrompt, ...]:
    """Those that are not asked."""
    known = {prompt.id for prompt in asked}
    return tuple(prompt for prompt in prompts if prompt.id not in known)


def _first_round(prompts: Sequence[ComparePrompt]) -> tuple[list[ComparePrompt], list[ComparePrompt]]:
    """The first prompts of each kind, and all the others. Twins of an earlier one wait: they tell little more."""
    kinds = len({prompt.kind for prompt in prompts})
    first_of_task = {prompt.task: prompt.id for prompt in reversed(prompts)}
    twins_last = sorted(prompts, key=lambda prompt: first_of_task[prompt.task] != prompt.id)
    taken, _ = _taken(twins_last, max(FIRST_PER_KIND, math.ceil(FIRST_PROMPTS / kinds)))
    return taken, list(_without(prompts, taken))


def _taken(prompts: Sequence[ComparePrompt], each: int) -> tuple[list[ComparePrompt], list[ComparePrompt]]:
    taken: list[ComparePrompt] = []
    rest: list[ComparePrompt] = []
    for prompt in prompts:
        enough = sum(other.kind == prompt.kind for other in taken) >= each
        (rest if enough else taken).append(prompt)
    return taken, rest


def _slices(rest: Sequence[ComparePrompt]) -> list[list[ComparePrompt]]:
    """About six prompts each, as many of every kind as there are."""
    slices: list[list[ComparePrompt]] = []
    left = list(rest)
    while left:
        kinds = len({prompt.kind for prompt in left})
        part, left = _taken(left, max(1, MORE_PROMPTS // kinds))
        slices.append(part)
    return slices


def _affordable(
    rest: Sequence[ComparePrompt], left_s: float, most: int, cap: int, pace: Pace, restarts: bool
) -> list[list[ComparePrompt]]:
    """As many further prompts as fit into `left_s`, in at most `most` rounds."""
    slices = _slices(rest)
    starts = _starts(1, restarts)
    for count in range(len(slices), 0, -1):
        prompts = sum(len(part) for part in slices[:count])
        rounds = min(count, most, _sensible_rounds(prompts, cap, pace, starts))
        total_s = _round_s(prompts, cap, pace, {}) + rounds * _round_s(0, cap, pace, starts)
        if total_s <= left_s:
            return _joined(slices[:count], rounds)
    return []


def _sensible_rounds(prompts: int, cap: int, pace: Pace, starts: dict[Arm, int]) -> int:
    loading_s = _round_s(0, cap, pace, starts)
    if loading_s <= 0:
        return prompts
    return max(1, math.floor(LOAD_SHARE * _round_s(prompts, cap, pace, {}) / loading_s))


def _joined(slices: list[list[ComparePrompt]], rounds: int) -> list[list[ComparePrompt]]:
    """The slices in `rounds` runs of nearly equal length, the longer ones last."""
    edges = [len(slices) * number // rounds for number in range(rounds + 1)]
    return [[prompt for part in slices[left:right] for prompt in part] for left, right in itertools.pairwise(edges)]


def _cap(prompts: int, budget_s: float, pace: Pace, restarts: bool, visits: int) -> int:
    """Tokens per reply: about 90 s of generation in the first round, warm-ups included, less where the budget is
    smaller."""
    token_s = prompts * visits * (pace.reply_s("A", 1) + pace.reply_s("B", 1) - 2 * pace.prompt_s)
    reading_s = prompts * 2 * visits * pace.prompt_s
    starts = _starts(0, restarts)
    warming_s = sum(count * pace.reply_s(arm, WARM_UP_CAP) for arm, count in starts.items())
    generating_s = min(PLANNED * FIRST_LOOK_S - warming_s, budget_s - _round_s(0, 0, pace, starts)) - reading_s
    return max(MIN_CAP, min(MAX_CAP, math.floor(generating_s / token_s)))


def _starts(number: int, restarts: bool) -> dict[Arm, int]:
    """Server starts of a round: a later one begins on the start that the one before ended with."""
    if not restarts:
        return {"B": 1} if number == 0 else {}
    return {"A": 2, "B": 2} if number == 0 else {"A": 1, "B": 2}


def _round_s(prompts: int, cap: int, pace: Pace, starts: dict[Arm, int]) -> float:
    replies = sum(prompts * pace.reply_s(arm, cap) for arm, _ in ORDER)
    return replies + sum(count * pace.start_s(arm) for arm, count in starts.items())


def _blocks(
    rounds: Sequence[Sequence[ComparePrompt]],
    first_round: int,
    first_number: int,
    seed: int,
    restarts: bool,
    start: int = -1,
) -> tuple[Block, ...]:
    """start: the one that is up when these blocks begin; -1 = none."""
    blocks: list[Block] = []
    for number, prompts in enumerate(rounds, first_round):
        for place, (arm, visit) in enumerate(ORDER):
            goes_on = start >= 0 and (place == 0 or not restarts)
            start = start if goes_on else start + 1
            identities = [prompt.id for prompt in prompts]
            random.Random(f"{seed} {number} {place}").shuffle(identities)
            blocks.append(
                Block(
                    number=first_number + len(blocks),
                    round=number,
                    arm=arm,
                    visit=visit,
                    start=start,
                    prompts=tuple(identities),
                )
            )
    return tuple(blocks)


def _looks(blocks: Sequence[Block], planned: Sequence[float]) -> tuple[Look, ...]:
    ends = [block.number for block in blocks if (block.arm, block.visit) == ORDER[-1]]
    return tuple(Look(after=end, level=level) for end, level in zip(ends, planned, strict=True))
