"""What the service tells of memory beside the fit: other choices, who uses the rest, what the computer can run."""

from __future__ import annotations

import msgspec

from specdesk.memory.advice import Remedy
from specdesk.memory.choices import Quantizations
from specdesk.records.memory_use import MemoryUsers, Unloader
from specdesk.records.plan import LaunchPlan


class ContextChoice(msgspec.Struct, frozen=True, kw_only=True):
    """The largest context (tokens of all slots) with one cache type of the target; None when none fits.

    plan: with that context and that type.
    """

    cache: str
    tokens: int | None
    plan: LaunchPlan | None = None


class DraftChoice(msgspec.Struct, frozen=True, kw_only=True):
    """The largest draft that fits beside the target. plan: with it."""

    path: str
    name: str
    size_mib: float | None
    plan: LaunchPlan


class MemoryChoices(msgspec.Struct, frozen=True, kw_only=True):
    """What else could be chosen in place of `plan`, with the memory that is free now.

    remedies: single changes, the most helpful first. draft: None where no known file fits. quantizations: None where
    only one file of this model is known.
    """

    request: int
    plan: LaunchPlan
    remedies: tuple[Remedy, ...]
    contexts: tuple[ContextChoice, ...]
    draft: DraftChoice | None = None
    quantizations: Quantizations | None = None


class MemoryUsersTold(msgspec.Struct, frozen=True, kw_only=True):
    """Who uses the memory."""

    found: MemoryUsers


class ModelsUnloaded(msgspec.Struct, frozen=True, kw_only=True):
    """Another program was asked to unload its models. words: what came of it. freed_mib: None = not known."""

    program: Unloader
    words: str
    freed_mib: float | None = None


class MachineTold(msgspec.Struct, frozen=True, kw_only=True):
    """What this computer can run with the engine in use, in sentences."""

    sentences: tuple[str, ...]
