"""What a compare or a sweep found, as settings: the best length, the best setting of a sweep. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.measure.sweep import Value
from specdesk.records.plan import LaunchPlan
from specdesk.service.planning import change_field, length_field, remember, remember_lengths
from specdesk.service.sweep_grid import METHODS
from specdesk.settings import Settings, TargetMemory

OF_A_DRAFT = ("draft_max", "draft_min", "p_min")


def kind_of(plan: LaunchPlan) -> str:
    """The exact speculation type of a plan that speculates."""
    return plan.draft_method or plan.methods[0]


def with_length(settings: Settings, plan: LaunchPlan, tokens: int) -> Settings:
    """This draft length for the plan's target from now on."""
    return with_setting(settings, plan, [("draft_max", tokens)])


def with_setting(settings: Settings, plan: LaunchPlan, values: Sequence[tuple[str, Value]]) -> Settings:
    """Fields of a LaunchPlan and their values, for the plan's target from now on. plan: what is set now."""
    target = plan.target
    assert target is not None, "something was measured"
    memory = settings.memory_of(target)
    kind = kind_of(plan) if plan.speculates else ""
    others: list[tuple[str, Value]] = []
    for field, value in values:
        if field == METHODS:
            kind = str(value)
            memory = remember(memory, "ngram", kind)
        elif field == "draft":
            memory = msgspec.structs.replace(memory, draft=str(value))
        elif field in OF_A_DRAFT:
            memory = _remembered(memory, kind, field, value)
        elif field == length_field(kind):
            memory = _remembered(memory, kind, "draft_max", value)
        else:
            others.append((field, value))
    settings = settings.remembering(target, memory)
    for field, value in others:
        settings = change_field(settings, target, plan, field, value)
    return settings


def _remembered(memory: TargetMemory, kind: str, field: str, value: Value) -> TargetMemory:
    if field == "p_min":
        return remember_lengths(memory, kind, p_min=float(value))
    tokens = int(value)
    return remember_lengths(memory, kind, draft_max=tokens) if field == "draft_max" else remember_lengths(
        memory, kind, draft_min=tokens
    )  # fmt: skip
