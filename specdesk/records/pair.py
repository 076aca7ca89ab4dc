"""PairVerdict: may this file draft for that target, by which method, and why not; Choice: what Automatic picked."""

from __future__ import annotations

import msgspec


class TokenDifference(msgspec.Struct, frozen=True, kw_only=True):
    """The first token id whose text differs, with both texts."""

    id: int
    target: str
    draft: str


class PairVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """One file judged as draft for one target.

    method: speculation type it would run as (None when it cannot be a draft at all). reason: one sentence.
    size_ratio: draft bytes / target bytes. prior_cost: band for h (extra cost of one drafted token in plain target
    steps), before anything was measured. warnings: legal but worth knowing.
    """

    path: str
    compatible: bool
    method: str | None
    reason: str
    first_difference: TokenDifference | None = None
    size_ratio: float | None = None
    prior_cost: tuple[float, float] | None = None
    warnings: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What Automatic picked for a target: methods as in LaunchPlan, the draft file if one is needed, and why."""

    methods: tuple[str, ...]
    draft: str | None
    draft_max: int | None
    p_min: float | None
    reason: str
