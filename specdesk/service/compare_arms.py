"""The two plans of a compare: the same but for speculation, with what the engine would decide for itself written out.

Where the engine chooses layers or context by itself (`--fit`), a draft takes memory and pushes layers of the target to
the processor or shrinks the context: the plain arm would then be measured with another offload. So one start of the
speculating arm tells what it came to, and both arms are told to do just that.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.errors import UsageError
from specdesk.language import mark, translate
from specdesk.measure.baseline import plain_plan
from specdesk.measure.headlines import HEAD, NGRAM, TWO_PLANS, Names
from specdesk.records.buffers import Buffer
from specdesk.records.fit import Fit
from specdesk.records.plan import NGRAM_METHODS, LaunchPlan
from specdesk.service.read_back import ServerReport

SWITCHING_DIALECTS = ("D1", "D2", "D3")
"""Builds from b4174 on took `speculative.n_max` from a request, for draft models; it was compiled out with D4."""

MOST_ON_HOST = 0.25
"""Of the target's weights, with all layers on a GPU: embeddings stay on the processor, but more means that the engine
has put parts of layers (experts) there, which a number of layers does not say."""

FAIR = mark("Service", "The plain model was measured with the same offload as with the draft, written out.")
NOT_WRITTEN_OUT = mark(
    "Service",
    "The engine chooses by itself what goes on the GPU, in a way that cannot be written out; it may have chosen "
    "differently with and without the draft.",
)
"""Kept in English with a result, and looked up where they are shown."""


def arms_of(plan: LaunchPlan, against: LaunchPlan | None) -> tuple[LaunchPlan, LaunchPlan]:
    """A and B, with one slot each. against: A, where it is not the plain twin of `plan`.

    Raises UsageError when there is nothing to compare.
    """
    if against is None and not plan.speculates:
        raise UsageError(
            translate("Service", "There is nothing to compare: this plan does not speculate."),
            translate("Service", "A compare measures it against the same plan without speculation."),
            translate("Service", "Choose a draft or another method, or name another plan to compare with."),
        )
    if plan.target is None:
        what = translate("Service", "There is nothing to compare: no target model is chosen.")
        raise UsageError(what, next_step=translate("Service", "Choose a model file."))
    arm = msgspec.structs.replace(plan, slots=1)
    return msgspec.structs.replace(against or plain_plan(plan), slots=1), arm


def names_of(plan: LaunchPlan, against: LaunchPlan | None, names: tuple[str, str] | None = None) -> Names:
    """How the arms are called. names: of two profiles."""
    if against is not None:
        return TWO_PLANS if names is None else Names(thing="", a=names[0], b=names[1])
    if plan.loads_draft:
        return Names()
    if any(method in NGRAM_METHODS for method in plan.methods):
        return NGRAM
    return HEAD


def draft_length(plan: LaunchPlan, engine: EngineInfo, most: int | None = None) -> int | None:
    """Tokens drafted per pass at most, where a model drafts; None for n-gram look-up, whose lengths are no setting to
    predict for. most: what the drafter can guess at once."""
    if not plan.speculates or plan.draft_method is None or plan.remembers:
        return None
    set_to = engine.traits.default_draft_max if plan.draft_max is None else plan.draft_max
    return set_to if most is None else min(set_to, most)


def may_switch(plan: LaunchPlan, engine: EngineInfo) -> bool:
    """A request may be able to switch speculation off, so that no restart is needed; newer builds ignore it.

    Only where a draft model alone guesses: n-gram pools remember what was said, so that a prompt may be asked once per
    server start only, and without restarts each is asked four times.
    """
    return plan.draft_method == "draft-simple" and not plan.remembers and engine.traits.dialect in SWITCHING_DIALECTS


def decides_itself(plan: LaunchPlan, engine: EngineInfo) -> bool:
    """The engine would choose layers or context by what is free when it starts."""
    fits = engine.kind == EMBEDDED or engine.flags.has("--fit")
    if not fits or plan.fit is False:
        return False
    layers_open = engine.has_gpu and plan.place.layers in (None, "auto")
    return layers_open or (plan.context is None and engine.has_gpu)


def written_out(plans: Sequence[LaunchPlan], report: ServerReport) -> tuple[list[LaunchPlan], str]:
    """The plans with the offload and context of a server that ran one of them, and the sentence about it."""
    layers = report.layers
    if layers is None or (layers[0] == layers[1] and _on_host(report.buffers) > MOST_ON_HOST):
        return list(plans), NOT_WRITTEN_OUT
    changed = []
    for plan in plans:
        place = msgspec.structs.replace(plan.place, layers="all" if layers[0] == layers[1] else layers[0])
        fields: dict[str, Any] = {"place": place, "fit": False}
        if plan.context is None and report.context is not None:
            fields["context"] = report.context
        if plan.loads_draft and report.draft_layers is not None and plan.draft_place.layers in (None, "auto"):
            put, of = report.draft_layers
            fields["draft_place"] = msgspec.structs.replace(plan.draft_place, layers="all" if put == of else put)
        changed.append(msgspec.structs.replace(plan, **fields))
    return changed, FAIR


def build_words(engine: EngineInfo) -> str:
    """The engine's build as people call it: "b10068", else what it prints, else its file."""
    if engine.build:
        return f"b{engine.build}"
    return engine.version or Path(engine.path or EMBEDDED).name


def hardware_of(plan: LaunchPlan, engine: EngineInfo) -> tuple[str, ...]:
    """Names of the GPUs that `plan` uses; () = the processor only."""
    chosen = plan.place.device
    if chosen == "none" or plan.place.layers == 0:
        return ()
    wanted = chosen.split(",") if chosen else None
    return tuple(
        device.name for device in engine.devices if device.kind != "cpu" and (wanted is None or device.id in wanted)
    )


def memory_of(buffers: Sequence[Buffer]) -> float | None:
    """MiB of everything that the engine said it has allocated; None when it said nothing."""
    return sum(buffer.mib for buffer in buffers) if buffers else None


def memory_in(fit: Fit | None) -> float | None:
    """MiB of everything of ours in a fit."""
    if fit is None:
        return None
    parts = [part for one in fit.devices for part in (one.target, one.draft)] + [fit.host.target, fit.host.draft]
    return sum(part.total for part in parts if part is not None) + sum(one.projector for one in fit.devices)


def _on_host(buffers: Sequence[Buffer]) -> float:
    """Share of the target's weights in the computer's own memory."""
    weights = [buffer for buffer in buffers if buffer.model == "target" and buffer.kind == "model"]
    whole = sum(buffer.mib for buffer in weights)
    host = sum(buffer.mib for buffer in weights if buffer.device.upper().startswith("CPU"))
    return host / whole if whole else 0.0
