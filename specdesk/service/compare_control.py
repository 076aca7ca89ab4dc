"""The arm that takes no guess, behind a compare: whether it is possible, and what is asked. Pure.

See `measure.control` for what it tells.
"""

from __future__ import annotations

from typing import Any

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.language import mark
from specdesk.measure.measured import Measured
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_arms import draft_length
from specdesk.service.compare_further import Further, FurtherKind, Portion
from specdesk.service.compare_store import StoredCompare

SYNTHETIC_FROM = 11434
"""The first build that was seen to have synthetic acceptance; b10434 has not."""

UNEXPLAINED = 4
"""At most so many prompts are asked to explain why answers differ; so many also where the check was asked for, however
slow the pair is."""

PORTION = Portion(slower={"A": 2.0}, fewest=UNEXPLAINED, most=12)
"""Prompts where it was asked for: each kind of the project's own twice. A reply with no guess taken lasts about twice a
plain one."""

WORDS = mark("Service", "Checking with no guess taken…")
FAILED = mark("Service", "The check with no guess taken did not work: {why}")
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
        most = PORTION.count(stored.schedule)
    return [stored.schedule.prompt(name) for name in names[:most]]


def is_asked_for(stored: StoredCompare) -> bool:
    """The check was wanted in any case, and is still to be done."""
    is_kind = not stored.setup.temperature and bool(stored.setup.names.thing)
    return stored.setup.control and is_kind and not stored.controlled


def why_not_asked_for(stored: StoredCompare, engine: EngineInfo) -> str:
    """As `why_no_control`, where it was wanted in any case."""
    return why_no_control(stored.setup.plans[1], engine) if is_asked_for(stored) else ""


def is_expected(stored: StoredCompare, engine: EngineInfo) -> bool:
    """It was wanted in any case, and is possible."""
    return is_asked_for(stored) and not why_no_control(stored.setup.plans[1], engine)


def control_found(stored: StoredCompare, engine: EngineInfo) -> Further | None:
    """The same guessing with no guess taken, where answers differ for a reason that is not found, or where that was
    asked for; its replies are kept as `StoredCompare.controlled`."""
    plan = stored.setup.plans[1]
    possible = not why_no_control(plan, engine) and bool(stored.setup.names.thing) and not stored.controlled
    prompts = prompts_to_control(stored) if possible else []
    if not prompts:
        return None
    plan = msgspec.structs.replace(plan, synth_rates=control_rates(plan, engine, stored.arms[1].most))
    return Further(plan=plan, prompts=tuple(prompts), portion=PORTION, words=WORDS, failed=FAILED, kept=_kept)


def _kept(stored: StoredCompare, reply: Measured) -> dict[str, Any]:
    return {"controlled": (*stored.controlled, reply)}


def _is_synthetic(engine: EngineInfo) -> bool:
    return engine.flags.has("--spec-synth-rates") or (engine.kind == EMBEDDED and (engine.build or 0) >= SYNTHETIC_FROM)


CONTROL = FurtherKind(portion=PORTION, expected=is_expected, found=control_found, why_not=why_not_asked_for)
