"""Notes: what is worth saying beside the numbers of a fit, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from specdesk.memory.shape import ModelShape
from specdesk.memory.sizing import OLD_DIALECTS, Sizes, gpu_layers
from specdesk.records.build import BuildTraits
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan

LARGE_DRAFT_CACHE_MIB: Final = 512.0


def amount(mib: float) -> str:
    """A size for people: GiB from 0.1 GiB on, else MiB."""
    return f"{mib / 1024:.1f} GiB" if abs(mib) >= 102.4 else f"{mib:.0f} MiB"


def _draft_notes(fit: Fit, shape: ModelShape, sizes: Sizes, plan: LaunchPlan) -> Iterator[str]:
    parts = [device.draft for device in fit.devices] + [fit.host.draft]
    cache = sum(part.cache for part in parts if part is not None)
    if cache >= LARGE_DRAFT_CACHE_MIB and sizes.draft_context is not None:
        context = sizes.draft_context
        whose = "the draft's context follows the target's" if not plan.context_draft else "its context was set"
        times = f" in each of {sizes.draft_contexts} slots" if sizes.draft_contexts > 1 else ""
        smaller = " A q8_0 cache for the draft halves it." if "f16" in (context.key, context.value) else ""
        yield f"The draft's cache takes {amount(cache)}: {whose} ({context.tokens} tokens{times}).{smaller}"
    if sizes.context.copies:
        extra = sum(layer.conv + layer.state for layer in shape.layers) * 4 * sizes.context.slots * sizes.context.copies
        yield (
            f"To take back rejected guesses, {sizes.context.copies} more copies of the recurrent state are kept "
            f"({amount(extra / (1 << 20))})."
        )
    if sizes.method == "draft-mtp" and plan.draft is not None and plan.draft == plan.target:
        yield "The target's own file is also given as the draft, so it is loaded twice."


def _missing_notes(shape: ModelShape, draft: ModelShape | None, sizes: Sizes, plan: LaunchPlan) -> Iterator[str]:
    if sizes.method is None and draft is not None:
        yield "The draft is not counted, because no method of this plan uses it."
    if plan.draft_method == "draft-mtp" and draft is None and not shape.nextn:
        yield "This model file has no MTP blocks, so nothing is drafted with it."


def _engine_notes(fit: Fit, plan: LaunchPlan, traits: BuildTraits, shrunk: str | None) -> Iterator[str]:
    if plan.split_mode in ("row", "tensor") and len(fit.devices) > 1:
        yield "Cutting matrices across GPUs is estimated only; each GPU's share may differ."
    elif len(fit.devices) > 1 and not plan.tensor_split:
        yield "How layers are shared between GPUs depends on what is free at the start."
    shrinks = traits.dialect not in ("D0", "D1") and plan.fit is not False
    free_layers, free_context = gpu_layers(plan.place.layers, traits) is None, plan.context is None
    if shrunk is not None:
        yield f"The engine would start with {shrunk} (--fit)."
    elif fit.verdict == "no" and shrinks and fit.devices and (free_layers or free_context):
        what = " and ".join(
            words for words, free in (("a smaller context", free_context), ("fewer GPU layers", free_layers)) if free
        )
        yield f"The engine would start all the same, with {what} of its own choice (--fit)."


def _ram_notes(fit: Fit, plan: LaunchPlan, traits: BuildTraits) -> Iterator[str]:
    """The computer's own memory: what may still come, and what the system may take back."""
    left, limit = fit.host.left_mib, fit.host.prompt_cache
    if left is not None and 0 <= left < limit and traits.dialect not in OLD_DIALECTS:
        yield f"The prompt cache may grow to {amount(limit)} of RAM; only {amount(left)} stay free for it."
    elif limit and not fit.devices:
        yield f"Not counted: the prompt cache, which may fill up to {amount(limit)} more of RAM as you chat."
    if not fit.devices and reads_in_place(plan):
        yield (
            "The weights are read from the file in place (mmap): they count as used, and where RAM runs short the "
            "system drops parts of them and reads them again, which is very slow."
        )


def reads_in_place(plan: LaunchPlan) -> bool:
    """Whether weights on the host stay in the file (mmap), which engines do unless told otherwise."""
    return plan.load_mode not in ("none", "dio") and "--no-mmap" not in plan.extra


def notes_for(
    fit: Fit, shape: ModelShape, draft: ModelShape | None, sizes: Sizes, plan: LaunchPlan, traits: BuildTraits,
    assumed_overhead: float | None, projector_mib: float, shrunk: str | None = None,
) -> tuple[str, ...]:  # fmt: skip
    """Sentences for one fit.

    assumed_overhead: MiB per GPU when it was not measured; projector_mib: as assumed, 0 for none or when it is known.
    shrunk: what the engine said that it would take instead of what was asked for.
    """
    notes: list[str] = []
    unknown = [one.architecture for one in (shape, draft) if one is not None and not one.exact and not one.doubts]
    if fit.upper_bound and unknown:
        names = " and ".join(dict.fromkeys(unknown))
        notes.append(f"SpecDesk does not know the architecture {names} exactly; it may need less than this.")
    for one in (shape, draft):
        if one is not None and one.doubts:
            notes.append(f"This is an upper bound, because the model's file contradicts itself: {' '.join(one.doubts)}")
    if assumed_overhead is not None:
        notes.append(f"{assumed_overhead:.0f} MiB per GPU are assumed for the engine's own use until it was measured.")
    if projector_mib:
        notes.append("The buffer for the largest image is assumed, not measured.")
    notes.extend(_draft_notes(fit, shape, sizes, plan))
    notes.extend(_missing_notes(shape, draft, sizes, plan))
    notes.extend(_engine_notes(fit, plan, traits, shrunk))
    if any(device.left_mib is None for device in fit.devices) or fit.host.left_mib is None:
        notes.append("How much memory is free is not known everywhere, so the verdict is cautious.")
    notes.extend(_ram_notes(fit, plan, traits))
    return tuple(notes)
