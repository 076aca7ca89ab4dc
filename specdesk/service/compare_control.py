"""The arm that takes no guess, behind a compare: whether it is possible, what is asked, how long that takes. Pure.

See `measure.control` for what it tells.
"""

from __future__ import annotations

import math

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.language import mark
from specdesk.measure.protocol import Schedule
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_arms import draft_length
from specdesk.service.compare_store import StoredCompare

SYNTHETIC_FROM = 11434
"""The first build that was seen to have synthetic acceptance; b10434 has not."""

UNEXPLAINED = 4
"""At most so many prompts are asked to explain why answers differ; so many also where the check was asked for, however
slow the pair is."""

ASKED_FOR = 12
"""Prompts where it was asked for: each kind of the project's own twice."""

CONTROL_S = 60.0
"""What it should take then."""

SLOWER = 2.0
"""Times a plain reply that one with no guess taken lasts, about."""

NO_LENGTH = mark(
    "Service",
    "Checking with no guess taken needs a draft model or a drafting head, with a draft length that is known.",
)
NO_BUILD = mark(
    "Service", "This build of the engine cannot check with no guess taken; llama-server can from b11434 on."
)
"""Kept in English with a result, and looked up where they are shown."""


def control_rates(plan: LaunchPlan, engine: EngineInfo, most: int | None = None) -> tuple[str, ...]:
    """What makes the engine take no guess: one "0" per guess, as many as the draft is long, or it does not start.

    most: what the drafter can guess at once, where that is known; the engine shortens longer drafts to it.
    () where the build cannot do that. The embedded engine has no flags to look at; its build number is known.
    """
    length = draft_length(plan, engine, most)
    return ("0",) * length if length and _is_synthetic(engine) else ()


def why_no_control(plan: LaunchPlan, engine: EngineInfo) -> str:
    """Why that is impossible, in English; "" = it is possible."""
    if not draft_length(plan, engine):
        return NO_LENGTH
    return "" if _is_synthetic(engine) else NO_BUILD


def prompts_to_control(stored: StoredCompare) -> list[ComparePrompt]:
    """Those whose answers differ for a reason that was not found; where the check was asked for, others behind them."""
    if stored.setup.temperature or not stored.schedule.restarts:
        return []
    names = [name for name, kind in stored.differences.items() if kind in ("unexpected", "unclear")]
    most = UNEXPLAINED
    if stored.setup.control:
        names = list(dict.fromkeys([*names, *(prompt.id for prompt in stored.schedule.prompts)]))
        most = _asked_for(stored.schedule)
    return [stored.schedule.prompt(name) for name in names[:most]]


def control_s(schedule: Schedule, replies: int | None = None) -> float:
    """What the check takes where it was asked for, its start included. replies: so many are left, and it runs."""
    if replies is not None:
        return replies * _reply_s(schedule)
    return schedule.pace.start_s("B") + _asked_for(schedule) * _reply_s(schedule)


def _asked_for(schedule: Schedule) -> int:
    """As many as fit the time."""
    fits = math.floor((CONTROL_S - schedule.pace.start_s("B")) / _reply_s(schedule))
    return min(len(schedule.prompts), max(UNEXPLAINED, min(ASKED_FOR, fits)))


def _reply_s(schedule: Schedule) -> float:
    return SLOWER * schedule.pace.reply_s("A", schedule.cap)


def _is_synthetic(engine: EngineInfo) -> bool:
    return engine.flags.has("--spec-synth-rates") or (engine.kind == EMBEDDED and (engine.build or 0) >= SYNTHETIC_FROM)
