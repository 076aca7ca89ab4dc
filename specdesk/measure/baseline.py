"""The plain check: how fast the target is alone, in about a minute. Pure parts; running it is the service's work.

A baseline belongs to a target file, an engine and everything in the plan that is not speculation: when one of these
changes, it is another baseline.
"""

from __future__ import annotations

import hashlib
import math
import statistics
from collections.abc import Sequence
from typing import Any

import msgspec

from specdesk import jsonfile
from specdesk.measure.speculation import decode_rate
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling
from specdesk.records.sample import Sample

BUDGET_S = 60.0
WARM_UP_TOKENS = 16
"""The first reply pays for graphs and kernels; it is thrown away."""

MIN_TOKENS = 32
"""Shorter replies say too little and are dropped."""

MAX_TOKENS = 256
MIN_PROMPTS = 2
MAX_PROMPTS = 8
GOOD_TOKENS = 64
"""Below this a reply is lengthened before another prompt is added."""

_SPECULATION = {
    "draft": None,
    "methods": ("none",),
    "draft_max": None,
    "draft_min": None,
    "p_min": None,
    "p_split": None,
    "draft_sampling": None,
    "synth_rates": (),
    "ngram": Ngram(),
    "context_draft": None,
    "draft_place": ModelPlacement(),
}
NO_EFFECT_ON_SPEED: dict[str, Any] = {
    "reply_limit": None,
    "cache_ram": None,
    "jinja": None,
    "reasoning_format": None,
    "warmup": None,
    "offline": None,
    "metrics": None,
    "slots_endpoint": None,
    "host": None,
    "port": None,
    "alias": None,
    "sampling": Sampling(),
}
"""Fields of a LaunchPlan that have no part in speed, with the values that say nothing."""

_NO_MATTER = NO_EFFECT_ON_SPEED | {"slots": None}
"""Both arms of a compare have one slot."""


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it was when measured: path, bytes, and modification time in ns (None: built in, no file)."""

    path: str
    size: int | None = None
    mtime_ns: int | None = None


class CheckSize(msgspec.Struct, frozen=True, kw_only=True):
    """How much to generate. seconds: what it should take, loading included; may exceed the budget on a slow machine."""

    prompts: int
    tokens: int
    seconds: float


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """Plain speed, tokens/s: the median over replies with the slowest and the fastest, and what it rests on."""

    rate: float
    low: float
    high: float
    replies: int
    tokens: int

    @property
    def spread(self) -> float:
        """(fastest - slowest) / median."""
        return (self.high - self.low) / self.rate


def plain_plan(plan: LaunchPlan) -> LaunchPlan:
    """The same plan without speculation: no draft is loaded, nothing else changes."""
    return msgspec.structs.replace(plan, **_SPECULATION)


def is_plain(plan: LaunchPlan, speculating: LaunchPlan) -> bool:
    """`plan` is the other one without speculation, and differs in nothing else that has a part in speed."""
    if plan.speculates or not speculating.speculates:
        return False
    ours, theirs = (msgspec.structs.replace(plain_plan(one), **_NO_MATTER) for one in (plan, speculating))
    return ours == theirs


def baseline_key(target: Identity, engine: Identity, plan: LaunchPlan) -> str:
    """The name of a baseline: equal for plans that differ only in speculation or in what has no part in speed."""
    relevant = msgspec.structs.replace(plain_plan(plan), target=None, **NO_EFFECT_ON_SPEED)
    parts = [msgspec.to_builtins(part) for part in (target, engine, relevant)]
    return hashlib.sha256(jsonfile.dump(parts)).hexdigest()


def check_size(rate: float, load_s: float = 0.0, prompt_s: float = 0.0, budget_s: float = BUDGET_S) -> CheckSize:
    """How many prompts of how many tokens fill the budget.

    rate: tokens/s to expect; load_s: starting the engine without draft; prompt_s: reading one prompt. More prompts
    first (they tell more than longer replies), from two of 32 tokens up to eight of 256.
    """
    if rate <= 0:
        raise ValueError("the expected rate must be above 0")
    fixed_s = load_s + prompt_s + WARM_UP_TOKENS / rate
    left_s = max(0.0, budget_s - fixed_s)
    prompts = math.floor(left_s / (prompt_s + GOOD_TOKENS / rate))
    prompts = min(MAX_PROMPTS, max(MIN_PROMPTS, prompts))
    tokens = math.floor((left_s / prompts - prompt_s) * rate)
    tokens = min(MAX_TOKENS, max(MIN_TOKENS, tokens))
    return CheckSize(prompts=prompts, tokens=tokens, seconds=fixed_s + prompts * (prompt_s + tokens / rate))


def combined(samples: Sequence[Sample], min_tokens: int = MIN_TOKENS) -> Baseline | None:
    """One rate from the last sample of each reply (without the warm-up); None when no reply is long enough.

    Replies during which anything was drafted are no baseline and raise ValueError.
    """
    if any(sample.drafted for sample in samples):
        raise ValueError("a reply with drafted tokens is no baseline")
    usable = [(rate, sample.tokens) for sample in samples if (rate := decode_rate(sample)) is not None]
    usable = [(rate, tokens) for rate, tokens in usable if tokens >= min_tokens]
    if not usable:
        return None
    rates = [rate for rate, _ in usable]
    return Baseline(
        rate=statistics.median(rates),
        low=min(rates),
        high=max(rates),
        replies=len(rates),
        tokens=sum(tokens for _, tokens in usable),
    )
