"""What the window will run: settings, what is remembered of a target and Automatic's choice, as one LaunchPlan. Pure.

The window's own defaults live here and in `settings`: all layers on a GPU, one slot, a bounded context, as many threads
as there are physical cores. A pasted command is taken as it was given instead: what it leaves open stays the engine's.
"""

from __future__ import annotations

import os
from typing import TypedDict, Unpack

import msgspec
import psutil

from specdesk.engines.dialect import spelled
from specdesk.engines.dialect_methods import MOD_FLAGS
from specdesk.engines.dialect_table import field_of, with_field
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.flags import plain_name
from specdesk.models.choice import default_length, default_p_min
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice
from specdesk.records.plan import DRAFT_METHODS, NGRAM_METHODS, LaunchPlan, ModelPlacement, Ngram
from specdesk.service.methods import TRAINED_METHODS, ngram_kinds
from specdesk.settings import DEFAULT_PLAN, Method, Settings, TargetMemory

OF_THE_TARGET = (
    "place.layers", "place.device", "place.cache_k", "place.cache_v", "draft_place.layers", "draft_place.device",
    "draft_place.cache_k", "draft_place.cache_v", "place.cpu_moe", "extra",
)  # fmt: skip
"""Settings that suit one model and not the next: changed by hand, they are remembered for the target alone."""

NGRAM_MOD_SHORTEST = 48
"""Fewest tokens that ngram-mod drafts when nothing is said (`--spec-ngram-mod-n-min`)."""

_WINDOW_DEFAULTS = ("offline", "cache_ram", "flash_attention", "slots")
"""Fields that the window fills without being asked: a build that cannot say them is not told about."""


class Lengths(TypedDict, total=False):
    """Tokens per pass at most and at least, and the probability below which drafting stops; None is the default."""

    draft_max: int | None
    draft_min: int | None
    p_min: float | None


def physical_cores() -> int:
    """Cores of this computer without hyper-threads; the logical ones where they are not told apart."""
    return psutil.cpu_count(logical=False) or os.cpu_count() or 1


def compose(
    settings: Settings,
    target: ModelFile,
    memory: TargetMemory,
    choice: Choice | None,
    engine: EngineInfo,
    cores: int,
    *,
    draft: ModelFile | None = None,
    fitted_layers: int | None = None,
) -> LaunchPlan:
    """The plan that Start would run for `target`.

    choice: what Automatic picked, None while that is not known (nothing is speculated then). draft: row of the drafting
    file, which limits the draft length. fitted_layers: how many layers fit, where a fit says that not all do.
    """
    base = settings.plan if memory.plan is None else memory.plan
    base = msgspec.structs.replace(base, target=target.path, host=None, port=None)
    if memory.plan is None:
        base = _with_defaults(base, engine, cores, fitted_layers)
    base = msgspec.structs.replace(base, context=_context(base, target, memory))
    kind, path = drafting(target, memory, choice, engine)
    if kind is None:
        return _tidy(_without_draft(base, ("none",)), engine)
    methods = base.methods if memory.plan is not None and kind in base.methods else (kind,)
    if engine.methods:
        methods = tuple(method for method in methods if method in engine.methods)
    if not methods:
        return _tidy(_without_draft(base, ("none",)), engine)
    on_cpu = not engine.has_gpu or _partly_on_cpu(base, target)
    ngram = base.ngram if any(method in NGRAM_METHODS for method in methods) else Ngram()
    plan = msgspec.structs.replace(base, methods=methods, draft=path, ngram=ngram)
    plan = _with_lengths(plan, kind, target, memory, choice, draft, on_cpu)
    plan = _with_possible_shortest(plan, memory, engine)
    if not plan.loads_draft:
        return _tidy(plan if kind == "draft-mtp" else _without_draft(plan, methods), engine)
    return _tidy(_with_draft_defaults(plan, memory, engine), engine)


def drafting(
    target: ModelFile, memory: TargetMemory, choice: Choice | None, engine: EngineInfo
) -> tuple[str | None, str | None]:
    """(kind of speculation, path of the drafting file); (None, None) for none at all.

    By hand without a file where one is needed counts as none: there is nothing to run yet.
    """
    if memory.method == "automatic":
        if choice is None or choice.methods in ((), ("none",)):
            return None, None
        return choice.methods[0], choice.draft
    if memory.method == "draft":
        return ("draft-simple", memory.draft) if memory.draft else (None, None)
    if memory.method == "trained":
        trained = memory.kind if memory.kind in TRAINED_METHODS else None
        kind = trained or "draft-mtp"
        built_in = kind == "draft-mtp" and target.kind == "mtp-model"
        return (kind, memory.draft) if memory.draft or built_in else (None, None)
    if memory.method == "ngram":
        kinds = ngram_kinds(engine)
        return (memory.kind if memory.kind in NGRAM_METHODS else next(iter(kinds), None)), None
    return None, None


def remember(memory: TargetMemory, method: Method, kind: str | None, draft: str | None = None) -> TargetMemory:
    """`memory` after the user chose a method, its kind and its file.

    Lengths belong to a kind: they stay while the kind does, and while speculation is only switched off or on again.
    draft None keeps the file that was chosen before, except for a head inside the target, which needs none.
    """
    if method == "off":
        return msgspec.structs.replace(memory, method="off")
    kept = memory if memory.kind in (None, kind) else _without_lengths(memory)
    path = draft if draft is not None or method == "trained" else memory.draft
    return msgspec.structs.replace(kept, method=method, kind=kind, draft=path)


def remember_lengths(memory: TargetMemory, kind: str, **lengths: Unpack[Lengths]) -> TargetMemory:
    """`memory` with lengths chosen for `kind`; those that are not named stay as they are."""
    kept = memory if memory.kind in (None, kind) else _without_lengths(memory)
    return msgspec.structs.replace(kept, kind=kind, **lengths)


def change_field(
    settings: Settings, target: str | None, composed: LaunchPlan | None, field: str, value: object
) -> Settings:
    """Settings after one launch setting was changed by hand.

    field: dotted path of a LaunchPlan ("place.layers"). What suits one model only, and everything once a target has
    settings of its own, is remembered for the target; the rest for all. composed: the plan in use, which the target's
    own settings start from.
    """
    memory = settings.memory_of(target) if target else TargetMemory()
    own = memory.plan
    if target is not None and own is None and composed is not None and field in OF_THE_TARGET:
        own = own_settings(composed)
    if target is None or own is None:
        return msgspec.structs.replace(settings, plan=with_field(settings.plan, field, value))
    return settings.remembering(target, msgspec.structs.replace(memory, plan=with_field(own, field, value)))


def _with_defaults(base: LaunchPlan, engine: EngineInfo, cores: int, fitted: int | None) -> LaunchPlan:
    place = base.place
    if place.threads is None:
        place = msgspec.structs.replace(place, threads=cores)
    if place.layers is None and engine.has_gpu:
        place = msgspec.structs.replace(place, layers="all" if fitted is None else fitted)
    return msgspec.structs.replace(base, place=place)


def _context(base: LaunchPlan, target: ModelFile, memory: TargetMemory) -> int | None:
    if memory.context is not None:
        return memory.context
    if memory.plan is not None and base.context is None:
        return None
    wanted = base.context or DEFAULT_PLAN.context or 0
    return min(wanted, target.context_length) if target.context_length else wanted


def _with_lengths(
    plan: LaunchPlan, kind: str, target: ModelFile, memory: TargetMemory, choice: Choice | None,
    draft: ModelFile | None, on_cpu: bool,
) -> LaunchPlan:  # fmt: skip
    mine = memory if memory.kind in (None, kind) else TargetMemory()
    if kind in NGRAM_METHODS:
        plan = msgspec.structs.replace(plan, draft_max=None, draft_min=None, p_min=None)
        for field, number in ((length_field(kind), mine.draft_max), (shortest_field(kind), mine.draft_min)):
            if field is not None and number is not None:
                plan = with_field(plan, field, number)
        return plan
    automatic = choice if memory.method == "automatic" else None
    length = automatic.draft_max if automatic else default_length(kind, target, draft, on_cpu)
    p_min = automatic.p_min if automatic else default_p_min(kind)
    return msgspec.structs.replace(
        plan,
        draft_max=length if mine.draft_max is None else mine.draft_max,
        draft_min=mine.draft_min,
        p_min=p_min if mine.p_min is None else mine.p_min,
    )


def _with_possible_shortest(plan: LaunchPlan, memory: TargetMemory, engine: EngineInfo) -> LaunchPlan:
    """Never a shortest draft above the longest: everything would be thrown away. ngram-mod's own is 48 of 64."""
    if plan.draft_max is not None and plan.draft_min is not None and plan.draft_min > plan.draft_max:
        return msgspec.structs.replace(plan, draft_min=plan.draft_max)
    longest, shortest = plan.ngram.mod_max, plan.ngram.mod_min
    if longest is None or memory.draft_max is None:
        return plan
    own = engine.flags.default(MOD_FLAGS["mod_min"])
    least = shortest if shortest is not None else int(own) if own is not None and own.isdigit() else NGRAM_MOD_SHORTEST
    return plan if least <= longest else with_field(plan, "ngram.mod_min", max(longest * 3 // 4, 1))


def _with_draft_defaults(plan: LaunchPlan, memory: TargetMemory, engine: EngineInfo) -> LaunchPlan:
    """Layers of the draft, and its context where an old build would take the draft's own, which can be huge."""
    if memory.plan is not None and memory.plan.draft_method is not None:
        return plan
    place = plan.draft_place
    if place.layers is None and engine.has_gpu:
        place = msgspec.structs.replace(place, layers="all")
    context = plan.context_draft
    if context is None and engine.traits.dialect != "D0" and not engine.traits.draft_context_follows:
        context = plan.context
    return msgspec.structs.replace(plan, draft_place=place, context_draft=context)


def _without_draft(plan: LaunchPlan, methods: tuple[str, ...]) -> LaunchPlan:
    """The plan without anything that is about a drafting file."""
    ngram = plan.ngram if any(method in NGRAM_METHODS for method in methods) else Ngram()
    return msgspec.structs.replace(
        plan, methods=methods, ngram=ngram, draft=None, draft_max=None, draft_min=None, p_min=None, p_split=None,
        draft_sampling=None, synth_rates=(), context_draft=None, draft_place=ModelPlacement(),
    )  # fmt: skip


def _tidy(plan: LaunchPlan, engine: EngineInfo) -> LaunchPlan:
    """Without window defaults that this build cannot say, and without devices that this engine does not have."""
    for field in _WINDOW_DEFAULTS:
        if field_of(plan, field) == field_of(DEFAULT_PLAN, field) and not _can_say(field, engine):
            plan = with_field(plan, field, None)
    if not engine.usable or any(plain_name(word) == "--rpc" for word in plan.extra):
        return plan
    for field in ("place.device", "draft_place.device"):
        named = str(field_of(plan, field) or "").split(",")
        if named != [""] and not set(named) <= {"none", *(device.id for device in engine.devices)}:
            plan = with_field(plan, field, None)
    return plan


def _can_say(field: str, engine: EngineInfo) -> bool:
    if not engine.flags.options:
        return True
    flag = spelled(field, engine.flags).flag
    return flag is not None and (field != "flash_attention" or engine.flags.takes_value(flag))


def length_field(kind: str | None) -> str | None:
    """The LaunchPlan field that limits how much `kind` drafts at once; None where it has no such limit."""
    if kind is None or kind == "ngram-cache":
        return None
    return "ngram.mod_max" if kind == "ngram-mod" else "ngram.size_m" if kind in NGRAM_METHODS else "draft_max"


def shortest_field(kind: str | None) -> str | None:
    """The LaunchPlan field for the fewest tokens that `kind` drafts; None where it has none."""
    return "draft_min" if kind in DRAFT_METHODS else "ngram.mod_min" if kind == "ngram-mod" else None


def _partly_on_cpu(plan: LaunchPlan, target: ModelFile) -> bool:
    layers, place = plan.place.layers, plan.place
    few = isinstance(layers, int) and target.layers is not None and layers < target.layers
    return few or place.device == "none" or place.cpu_moe or bool(place.n_cpu_moe)


def _without_lengths(memory: TargetMemory) -> TargetMemory:
    return msgspec.structs.replace(memory, draft_max=None, draft_min=None, p_min=None)


def take_over(settings: Settings, target: str, composed: LaunchPlan, wanted: LaunchPlan) -> Settings:
    """Settings under which `compose` gives `wanted` in place of `composed`; for remedies that a fit proposes.

    Fields that differ are taken over one by one, so that later changes by hand go on from there.
    """
    memory = settings.memory_of(target)
    if composed.speculates and not wanted.speculates:
        memory = remember(memory, "off", None)
    if wanted.context != composed.context:
        memory = msgspec.structs.replace(memory, context=wanted.context)
    settings = settings.remembering(target, memory)
    for field in ("place", "draft_place"):
        before, after = getattr(composed, field), getattr(wanted, field)
        for name in before.__struct_fields__:
            if getattr(before, name) != getattr(after, name) and (field == "place" or wanted.loads_draft):
                settings = change_field(settings, target, composed, f"{field}.{name}", getattr(after, name))
    if wanted.slots != composed.slots:
        settings = change_field(settings, target, composed, "slots", wanted.slots)
    return settings


def own_settings(plan: LaunchPlan) -> LaunchPlan:
    """A composed plan as a target's own launch settings: without what is remembered beside it."""
    return msgspec.structs.replace(
        plan, target=None, draft=None, methods=(), draft_max=None, draft_min=None, p_min=None
    )
