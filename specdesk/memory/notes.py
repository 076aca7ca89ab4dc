"""Notes: what is worth saying beside the numbers of a fit, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, Literal

from specdesk.language import number, translate
from specdesk.memory.cache import Context
from specdesk.memory.layout import unclear_patterns
from specdesk.memory.shape import ModelShape
from specdesk.memory.sizing import OLD_DIALECTS, Sizes, gpu_layers
from specdesk.records.build import BuildTraits
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan

LARGE_DRAFT_CACHE_MIB: Final = 512.0
SHOWN: Final = 60
"""Characters of a pattern that are shown."""

ImageBy = Literal["header", "bound", "nothing"]
"""Where the size of a projector's buffer comes from: its header, which may be of an unknown kind, or nowhere."""


def amount(mib: float) -> str:
    """A size for people: GiB from 0.1 GiB on, else MiB."""
    return f"{number(mib / 1024, 1)} GiB" if abs(mib) >= 102.4 else f"{number(mib)} MiB"


def listed(things: Sequence[str]) -> str:
    """Things as people list them; "" for none."""
    both = translate("Memory", "{first} and {second}")
    return reduce(lambda first, second: both.format(first=first, second=second), things) if things else ""


def _draft_notes(fit: Fit, shape: ModelShape, sizes: Sizes, plan: LaunchPlan) -> Iterator[str]:
    parts = [device.draft for device in fit.devices] + [fit.host.draft]
    cache = sum(part.cache for part in parts if part is not None)
    if cache >= LARGE_DRAFT_CACHE_MIB and sizes.draft_context is not None:
        yield _draft_cache(cache, sizes.draft_context, sizes.draft_contexts, bool(plan.context_draft))
    if sizes.context.copies:
        extra = sum(layer.conv + layer.state for layer in shape.layers) * 4 * sizes.context.slots * sizes.context.copies
        yield translate(
            "Memory", "To take back rejected guesses, {count} more copies of the recurrent state are kept ({size})."
        ).format(count=sizes.context.copies, size=amount(extra / (1 << 20)))
    if sizes.method == "draft-mtp" and plan.draft is not None and plan.draft == plan.target:
        yield translate("Memory", "The target's own file is also given as the draft, so it is loaded twice.")


def _draft_cache(mib: float, context: Context, slots: int, was_set: bool) -> str:
    if was_set and slots > 1:
        said = translate(
            "Memory", "The draft's cache takes {size}: its context was set ({tokens} tokens in each of {slots} slots)."
        )
    elif was_set:
        said = translate("Memory", "The draft's cache takes {size}: its context was set ({tokens} tokens).")
    elif slots > 1:
        said = translate(
            "Memory",
            "The draft's cache takes {size}: the draft's context follows the target's ({tokens} tokens in each of "
            "{slots} slots).",
        )
    else:
        said = translate(
            "Memory", "The draft's cache takes {size}: the draft's context follows the target's ({tokens} tokens)."
        )
    said = said.format(size=amount(mib), tokens=context.tokens, slots=slots)
    if "f16" not in (context.key, context.value):
        return said
    smaller = translate("Memory", "A q8_0 cache for the draft halves it.")
    return f"{said} {smaller}"


def _missing_notes(shape: ModelShape, draft: ModelShape | None, sizes: Sizes, plan: LaunchPlan) -> Iterator[str]:
    if sizes.method is None and draft is not None:
        yield translate("Memory", "The draft is not counted, because no method of this plan uses it.")
    if plan.draft_method == "draft-mtp" and draft is None and not shape.nextn:
        yield translate("Memory", "This model file has no MTP blocks, so nothing is drafted with it.")


def _engine_notes(fit: Fit, sizes: Sizes, plan: LaunchPlan, traits: BuildTraits, shrunk: str | None) -> Iterator[str]:
    if plan.split_mode in ("row", "tensor") and len(fit.devices) > 1:
        yield translate("Memory", "Cutting matrices across GPUs is estimated only; each GPU's share may differ.")
    elif len(fit.devices) > 1 and not plan.tensor_split:
        yield translate("Memory", "How layers are shared between GPUs depends on what is free at the start.")
    free_layers, free_context = gpu_layers(plan.place.layers, traits) is None, plan.context is None
    shrinks = traits.has_fit and plan.fit is not False and bool(fit.devices) and (free_layers or free_context)
    if shrunk is not None:
        yield translate("Memory", "The engine would start with {changes} (--fit).").format(changes=shrunk)
    elif fit.verdict == "no" and shrinks:
        yield _own_choice(free_context, free_layers)
    if shrinks and fit.verdict != "fits" and sizes.method is not None and not traits.fits_draft:
        yield translate(
            "Memory",
            "The figures here count the draft; this build's own choice (--fit) does not, so it may choose too much and "
            "run out of memory at the first answer. Set context and GPU layers by hand.",
        )


def _own_choice(context: bool, layers: bool) -> str:
    """What the engine would make smaller by itself: one of the two at least."""
    if context and layers:
        return translate(
            "Memory",
            "The engine would start all the same, with a smaller context and fewer GPU layers of its own choice "
            "(--fit).",
        )
    if context:
        return translate(
            "Memory", "The engine would start all the same, with a smaller context of its own choice (--fit)."
        )
    return translate("Memory", "The engine would start all the same, with fewer GPU layers of its own choice (--fit).")


def _ram_notes(fit: Fit, plan: LaunchPlan, traits: BuildTraits) -> Iterator[str]:
    """The computer's own memory: what may still come, and what the system may take back."""
    left, limit = fit.host.left_mib, fit.host.prompt_cache
    if left is not None and 0 <= left < limit and traits.dialect not in OLD_DIALECTS:
        yield translate(
            "Memory", "The prompt cache may grow to {limit} of RAM; only {left} stay free for it."
        ).format(limit=amount(limit), left=amount(left))  # fmt: skip
    elif limit and not fit.devices:
        yield translate(
            "Memory", "Not counted: the prompt cache, which may fill up to {limit} more of RAM as you chat."
        ).format(limit=amount(limit))
    if not fit.devices and reads_in_place(plan):
        yield translate(
            "Memory",
            "The weights are read from the file in place (mmap): they count as used, and where RAM runs short the "
            "system drops parts of them and reads them again, which is very slow.",
        )


def reads_in_place(plan: LaunchPlan) -> bool:
    """Whether weights on the host stay in the file (mmap), which engines do unless told otherwise."""
    return plan.load_mode not in ("none", "dio") and "--no-mmap" not in plan.extra


def notes_for(
    fit: Fit, shape: ModelShape, draft: ModelShape | None, sizes: Sizes, plan: LaunchPlan, traits: BuildTraits,
    assumed_overhead: float | None, image_by: ImageBy, shrunk: str | None = None,
) -> tuple[str, ...]:  # fmt: skip
    """Sentences for one fit.

    assumed_overhead: MiB per GPU when it was not measured. image_by: where the projector's buffer comes from, "header"
    also where there is none or it was measured.
    shrunk: what the engine said that it would take instead of what was asked for.
    """
    notes = [*_doubtful(fit, shape, draft), *_unclear(fit, plan)]
    if assumed_overhead is not None:
        assumed = translate("Memory", "{count} MiB per GPU are assumed for the engine's own use until it was measured.")
        notes.append(assumed.format(count=number(assumed_overhead)))
    if image_by == "nothing":
        notes.append(translate("Memory", "The buffer for the largest image is assumed, not measured."))
    elif image_by == "bound":
        notes.append(
            translate("Memory", "SpecDesk does not know this kind of projector exactly; it may need less than this.")
        )
    if _beyond_training(shape, sizes, plan):
        said = translate(
            "Memory", "The model was trained for {count} tokens; more context takes memory without being of use to it."
        )
        notes.append(said.format(count=shape.context))
    notes.extend(_draft_notes(fit, shape, sizes, plan))
    notes.extend(_missing_notes(shape, draft, sizes, plan))
    notes.extend(_engine_notes(fit, sizes, plan, traits, shrunk))
    if any(device.left_mib is None for device in fit.devices) or fit.host.left_mib is None:
        notes.append(
            translate("Memory", "How much memory is free is not known everywhere, so the verdict is cautious.")
        )
    notes.extend(_ram_notes(fit, plan, traits))
    return tuple(notes)


def _beyond_training(shape: ModelShape, sizes: Sizes, plan: LaunchPlan) -> bool:
    """More tokens per slot than the model was trained for, and nothing that stretches it is asked for."""
    stretched = any(word.startswith(("--rope", "--yarn")) for word in plan.extra)
    return bool(plan.context and shape.context and sizes.per_slot > shape.context and not stretched)


def _doubtful(fit: Fit, shape: ModelShape, draft: ModelShape | None) -> Iterator[str]:
    """Why a fit is only an upper bound."""
    unknown = [one.architecture for one in (shape, draft) if one is not None and not one.exact and not one.doubts]
    if fit.upper_bound and unknown:
        yield translate(
            "Memory", "SpecDesk does not know the architecture {names} exactly; it may need less than this."
        ).format(names=listed([*dict.fromkeys(unknown)]))
    for one in (shape, draft):
        if one is not None and one.doubts:
            bound = translate("Memory", "This is an upper bound, because the model's file contradicts itself: {doubts}")
            yield bound.format(doubts=" ".join(one.doubts))


def _unclear(fit: Fit, plan: LaunchPlan) -> Iterator[str]:
    """Rules that the engine may understand, but an estimate does not."""
    places = (plan.place, plan.draft_place) if fit.host.draft is not None else (plan.place,)
    patterns = [pattern for place in places for pattern in unclear_patterns(place)] if fit.upper_bound else []
    for pattern in dict.fromkeys(patterns):
        shown = pattern if len(pattern) <= SHOWN else f"{pattern[:SHOWN]}…"
        yield translate(
            "Memory",
            "SpecDesk cannot tell which tensors the pattern {pattern} moves (--override-tensor); they are counted in "
            "both places.",
        ).format(pattern=shown)
