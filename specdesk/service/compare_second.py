"""A second draft length, behind a compare that was asked for the exact cost of a guess: whether it is tried, and how.
Pure.

See `measure.second_length` for why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.engines.engine_info import EngineInfo
from specdesk.language import mark
from specdesk.measure.evidence import prompt_pairs
from specdesk.measure.lead import expected_lead
from specdesk.measure.measured import Measured
from specdesk.measure.second_length import SecondTried, second_length
from specdesk.service.compare_arms import draft_length
from specdesk.service.compare_further import Further, FurtherKind, Portion
from specdesk.service.compare_store import StoredCompare
from specdesk.service.sweep_grid import with_possible_shortest

PORTION = Portion(slower={"A": 1.0, "B": 1.0}, fewest=6, most=12)
WORDS = mark("Service", "Trying draft length {length}, for the cost of a guess…")
FAILED = mark("Service", "Trying draft length {length} did not work: {why}")


def tries_second(stored: StoredCompare, engine: EngineInfo) -> bool:
    """It was asked for, the method has a cost that grows in a way not known, and no other length has told it."""
    plan, is_twin = stored.setup.plans[1], bool(stored.setup.names.thing)
    asked = stored.schedule.exact_cost and is_twin and not stored.setup.temperature
    most = stored.arms[1].most
    current = draft_length(plan, engine, most)
    known = any(length != current and (most is None or length <= most) for length in stored.costs)
    return asked and stored.second.length is None and not known and bool(expected_lead(plan.methods).doubt)


def second_found(stored: StoredCompare, engine: EngineInfo) -> Further | None:
    """The length to try, on prompts that both arms have answered, in the order in which they were asked."""
    if not tries_second(stored, engine):
        return None
    length = _length(stored)
    answered = {pair.prompt for pair in prompt_pairs(stored.measured)}
    prompts = [prompt for prompt in stored.schedule.prompts if prompt.id in answered]
    prompts = prompts[: PORTION.count(stored.schedule)]
    return None if length is None or len(prompts) < 2 else at_length(stored, length, prompts)


def at_length(stored: StoredCompare, length: int, prompts: Sequence[ComparePrompt]) -> Further:
    """These prompts at that length; its replies are kept as `StoredCompare.second`."""
    plan = msgspec.structs.replace(stored.setup.plans[1], draft_max=length)
    return Further(
        plan=with_possible_shortest(plan), prompts=tuple(prompts), portion=PORTION, words=WORDS, failed=FAILED,
        kept=_kept, values={"length": length}, begins={"second": SecondTried(length=length)},
    )  # fmt: skip


def _length(stored: StoredCompare) -> int | None:
    result, facts = stored.result(), stored.arms[1]
    if not facts.length or result.h is None or not result.lengths:
        return None
    best = max(result.lengths, key=lambda length: length.speedup.estimate)
    return second_length(facts.length, best.k, facts.most)


def _kept(stored: StoredCompare, reply: Measured) -> dict[str, Any]:
    return {"second": msgspec.structs.replace(stored.second, replies=(*stored.second.replies, reply))}


SECOND = FurtherKind(portion=PORTION, expected=tries_second, found=second_found)
