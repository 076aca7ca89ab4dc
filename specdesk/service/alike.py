"""Two results beside each other, over what both were asked: another prompt or another setting is no change of build.

Pure. Each prompt gives one ratio (see `measure.stats`), so a speed-up over the common prompts needs no reply again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import PurePath

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.measure.baseline import NO_EFFECT_ON_SPEED
from specdesk.measure.evidence import MIN_PROMPTS, prompt_pairs
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Schedule
from specdesk.measure.stats import MIN_DF, Interval, PromptRatio, pooled
from specdesk.records.plan import LaunchPlan

_DIGITS = 12
"""Of a hash, in hexadecimal: enough to tell a few thousand prompts apart."""


class AskedRatio(msgspec.Struct, frozen=True, array_like=True):
    """ln(B / A) of one prompt. key: of all that was asked; kind: of text; task: which its twins have, too."""

    key: str
    kind: str
    log_ratio: float
    task: str = ""


class OverTheSame(msgspec.Struct, frozen=True, kw_only=True):
    """Two speed-ups over the same `count` prompts."""

    now: Interval
    before: Interval
    count: int


def ratios_of(schedule: Schedule, measured: Sequence[Measured]) -> tuple[AskedRatio, ...]:
    """Those of a result."""
    keys = {prompt.id: _key(prompt) for prompt in schedule.prompts}
    return tuple(
        AskedRatio(key=keys[pair.prompt], kind=pair.kind, log_ratio=pair.log_ratio, task=pair.task)
        for pair in prompt_pairs(measured, schedule.tasks)
        if pair.prompt in keys
    )


def settings_of(plans: Sequence[LaunchPlan]) -> str:
    """The same for plans that do the same, as far as speed goes; files count by their names."""
    relevant = [
        msgspec.structs.replace(
            plan, slots=None, target=_name(plan.target), draft=_name(plan.draft), **NO_EFFECT_ON_SPEED
        )
        for plan in plans
    ]
    return hashlib.sha256(msgspec.json.encode(relevant)).hexdigest()[:_DIGITS]


def over_the_same(now: Sequence[AskedRatio], before: Sequence[AskedRatio]) -> OverTheSame | None:
    """Both speed-ups over the prompts that both were asked; None where those are too few for a number."""
    common = {ratio.key for ratio in now} & {ratio.key for ratio in before}
    found = [_interval([ratio for ratio in one if ratio.key in common]) for one in (now, before)]
    if found[0] is None or found[1] is None:
        return None
    return OverTheSame(now=found[0], before=found[1], count=len(common))


def _name(path: str | None) -> str | None:
    return None if path is None else PurePath(path).name


def _interval(ratios: Sequence[AskedRatio]) -> Interval | None:
    known = pooled([PromptRatio(kind=one.kind, log_ratio=one.log_ratio, task=one.task) for one in ratios])
    if known is None or known.df < MIN_DF or known.count < MIN_PROMPTS:
        return None
    return known.interval()


def _key(prompt: ComparePrompt) -> str:
    asked = (prompt.system, prompt.history, prompt.text)
    return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()[:_DIGITS]
