"""Sizing: from a plan and the rules of one build to bytes per device, for the target and for the draft.

Source: tools/server/server.cpp, common/common.cpp, common/speculative.cpp of llama.cpp; what differs between builds is
in BuildTraits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from specdesk.errors import UsageError
from specdesk.language import translate
from specdesk.memory import architectures as arch
from specdesk.memory.cache import Context, cache_per_device, settle, with_cache
from specdesk.memory.compute import compute_buffers
from specdesk.memory.compute_terms import F32, Rules
from specdesk.memory.layout import HOST, Layout, Split, place_weights
from specdesk.memory.shape import ModelShape
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.plan import NGRAM_METHODS, LaunchPlan, Layers, ModelPlacement

OLD_DIALECTS: Final = ("D0", "D1", "D2", "D3")
DEFAULT_CONTEXT: Final = 4096
NGRAM_DRAFT: Final = 64
ROLLBACK_METHODS: Final = ("draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark")
BLOCK_METHODS: Final = ("draft-dflash", "draft-dspark")
UNPADDED: Final = ("vulkan", "metal", "mtl", "sycl", "opencl", "rpc", "cpu", "cann")
"""Devices that do not pad quantized rows nor copy a quantized cache, as CUDA does."""

REMOTE: Final = ("rpc",)
"""Devices behind a connection: several do not work on consecutive batches (no events in ggml_backend_dev_caps), and
weights on the host are not copied to them for large batches (no offload_op)."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Bytes of one model on each device and on the host: weights, cache, compute."""

    weights: tuple[float, ...]
    cache: tuple[float, ...]
    compute: tuple[float, ...]
    host_weights: float
    host_cache: float
    host_compute: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """The whole plan. devices: those each model may use, by index into the devices that were given.

    method: how the draft drafts, None when nothing is drafted by a model. per_slot: tokens that one request may use.
    rereserved: part of the target's compute (bytes per device) that it takes only at its first decoding.
    """

    target: Parts
    target_devices: tuple[int, ...]
    context: Context
    per_slot: int
    method: str | None
    draft: Parts | None = None
    draft_devices: tuple[int, ...] = ()
    draft_context: Context | None = None
    draft_shape: ModelShape | None = None
    draft_contexts: int = 1
    rereserved: tuple[float, ...] = ()


def usable(place: ModelPlacement, plan: LaunchPlan, devices: Sequence[Device]) -> tuple[int, ...]:
    """Indices of the devices that a model may use, in the order of `--device`.

    A name that no device has is left out; when none is left, all are used.
    """
    found = tuple(range(len(devices)))
    if place.device is not None:
        wanted = [name.strip().casefold() for name in place.device.split(",")]
        if wanted == ["none"]:
            return ()
        ids = [device.id.casefold() for device in devices]
        found = tuple(ids.index(name) for name in wanted if name in ids) or found
    if plan.split_mode == "none" and found:
        main = plan.main_gpu or 0
        return (found[main if 0 <= main < len(found) else 0],)
    return found


def _shares(plan: LaunchPlan, devices: Sequence[Device]) -> tuple[float, ...]:
    if plan.tensor_split:
        try:
            given = [max(float(part), 0.0) for part in plan.tensor_split.replace("/", ",").split(",")]
        except ValueError:
            raise UsageError(
                translate("Memory", "The tensor split {text} is not a list of numbers.").format(text=plan.tensor_split),
                "",
                translate("Memory", "Write it like 3,1."),
            ) from None
        given = [*given, *[0.0] * len(devices)][: len(devices)]
        if sum(given) > 0:
            return tuple(given)
    return tuple(float(device.free_mib or device.total_mib or 1.0) for device in devices)


def gpu_layers(layers: Layers | None, traits: BuildTraits) -> int | None:
    """Layers on the GPU, None for all of them."""
    wanted = traits.default_gpu_layers if layers is None else layers
    return wanted if isinstance(wanted, int) and wanted >= 0 else None


def _split(
    place: ModelPlacement, plan: LaunchPlan, traits: BuildTraits, devices: Sequence[Device], chosen: Sequence[int]
) -> Split:
    used = [devices[index] for index in chosen]
    return Split(
        names=tuple(device.id for device in used),
        shares=_shares(plan, used),
        gpu_layers=gpu_layers(place.layers, traits),
        output_first=traits.output_first,
        rows=plan.split_mode in ("row", "tensor") and len(used) > 1,
        main=min(max(plan.main_gpu or 0, 0), max(len(used) - 1, 0)),
        pads=not all(device.id.casefold().startswith(UNPADDED) for device in used),
    )


def flash_kernel(shape: ModelShape) -> bool:
    """Whether a GPU has a flash-attention kernel for this shape (ggml-cuda/fattn.cu); `auto` turns it off otherwise."""
    group = shape.heads // max(shape.kv_heads, 1)
    if shape.mla is not None:
        return shape.heads >= 2
    key, value = shape.head_size, shape.value_size
    if (key, value) == (192, 128):
        return group % 8 == 0
    if (key, value) == (320, 256):
        return group % 32 == 0
    if (key, value) == (512, 512):
        return group >= 2
    return key == value and key in arch.FLASH_HEADS


def _flash(plan: LaunchPlan, traits: BuildTraits, shape: ModelShape, devices: int) -> bool:
    wanted = plan.flash_attention or traits.default_flash_attention
    return wanted == "on" or (wanted == "auto" and (not devices or flash_kernel(shape)))


def drafted(plan: LaunchPlan, traits: BuildTraits, target: ModelShape, draft: ModelShape | None) -> str | None:
    """The method by which a model drafts in this plan, None when none does.

    Old builds draft whenever a draft file is given. In current ones the method says so; where nothing was said, the
    file's own kind decides, because the missing `--spec-type` is added.
    """
    method = plan.draft_method
    if draft is None:
        return method if method == "draft-mtp" and target.nextn else None
    if traits.dialect in OLD_DIALECTS:
        return None if traits.dialect == "D0" else "draft-simple"
    if method is not None:
        return method if plan.speculates else None
    if plan.methods:
        return None
    if draft.encoder:
        return "draft-dflash" if draft.architecture == "dflash" else "draft-eagle3"
    return "draft-mtp" if draft.shares_cache else "draft-simple"


def _drafted_tokens(plan: LaunchPlan, traits: BuildTraits, method: str | None) -> int:
    if method is not None:
        return traits.default_draft_max if plan.draft_max is None else max(plan.draft_max, 0)
    if any(name in NGRAM_METHODS for name in plan.methods):
        return max(plan.ngram.mod_max or 0, plan.ngram.size_m or 0) or NGRAM_DRAFT
    return 0


def _slots(plan: LaunchPlan, traits: BuildTraits) -> tuple[int, bool]:
    """Slots, and whether they share one cache. Automatic slots share it; so do all slots of builds that start with one
    slot and know nothing else."""
    given = plan.slots is not None and plan.slots > 0
    slots = plan.slots if given and plan.slots is not None else traits.default_slots
    if plan.kv_unified is not None:
        return slots, plan.kv_unified
    return slots, traits.default_kv_unified and (not given or traits.default_slots == 1)


def _tokens(plan: LaunchPlan, traits: BuildTraits, shape: ModelShape, slots: int, unified: bool) -> int:
    """Tokens of all slots. Without a context it is the model's own; since b11434's time each of several slots with
    caches of their own gets that much."""
    wanted = traits.default_context if plan.context is None else plan.context
    if wanted > 0:
        return wanted
    own = shape.context or DEFAULT_CONTEXT
    each = not unified and plan.fit is not False and not _before_b11434(traits)
    return own * slots if each else own


def _before_b11434(traits: BuildTraits) -> bool:
    """The number of kept inputs is what tells these builds apart in BuildTraits."""
    return traits.activation_copies <= 2


def target_context(
    plan: LaunchPlan, traits: BuildTraits, shape: ModelShape, method: str | None, devices: int
) -> tuple[Context, int]:
    """The target's context, and the tokens that one slot may use."""
    slots, unified = _slots(plan, traits)
    tokens = _tokens(plan, traits, shape, slots, unified)
    count = _drafted_tokens(plan, traits, method)
    outputs = slots * (1 + count) if traits.output_limit else None
    context = settle(tokens, slots, unified, plan.batch, plan.ubatch, outputs)
    context = with_cache(context, plan.place.cache_k, plan.place.cache_v)
    copies = count if shape.rollback and method in ROLLBACK_METHODS else 0
    context = replace(
        context, flash=_flash(plan, traits, shape, devices), offload=plan.kv_offload is not False,
        swa_full=bool(plan.swa_full), copies=copies,
    )  # fmt: skip
    old_share = unified and slots > 1 and traits.default_slots == 1
    return context, context.tokens // slots if old_share else context.cells


def _draft_context(plan: LaunchPlan, traits: BuildTraits, sizes: Sizes, shape: ModelShape, devices: int) -> Context:
    target, slots = sizes.context, sizes.context.slots
    if traits.dialect in OLD_DIALECTS:
        tokens = plan.context_draft or (target.tokens if traits.draft_context_follows else target.tokens // slots)
        context = settle(tokens, 1, True, plan.batch, plan.ubatch, 1 if traits.output_limit else None)
    else:
        count = _drafted_tokens(plan, traits, sizes.method)
        outputs = slots * (count + 1) if sizes.method in BLOCK_METHODS else slots
        kept = None if shape.encoder or not traits.output_limit else outputs
        unified = target.streams == 1
        context = settle(target.tokens, slots, unified, plan.batch, plan.ubatch, kept)
    context = with_cache(context, plan.draft_place.cache_k, plan.draft_place.cache_v)
    flash = _flash(plan, traits, shape, devices)
    return replace(context, flash=flash, offload=target.offload, swa_full=target.swa_full)


def _parts(
    shape: ModelShape, layers: range, layout: Layout, context: Context, rules: Rules, split: Split, loads: bool = True
) -> Parts:
    devices = len(split.names)
    cache, host_cache = cache_per_device(shape, layers, layout.blocks, devices, context)
    compute, host_compute = compute_buffers(shape, layers, layout, context, devices, rules, split.rows)
    weights = layout.weights if loads else (0,) * devices
    return Parts(weights, tuple(cache), tuple(compute), layout.host if loads else 0, host_cache, host_compute)


def _rules(plan: LaunchPlan, traits: BuildTraits, split: Split) -> Rules:
    remote = any(name.casefold().startswith(REMOTE) for name in split.names)
    return Rules(
        activations=traits.activation_copies,
        mask_bytes=traits.mask_bytes,
        scratch=traits.fa_scratch and split.pads,
        op_offload=not remote and not {"--no-op-offload", "-nopo"}.intersection(plan.extra),
        pipelines=not remote,
    )


def _rearranges(plan: LaunchPlan) -> bool:
    return not {"--no-repack", "-nr"}.intersection(plan.extra)


def _times(parts: Parts, count: int) -> Parts:
    """Cache and compute for `count` contexts of one model."""
    return replace(
        parts, cache=tuple(x * count for x in parts.cache), compute=tuple(x * count for x in parts.compute),
        host_cache=parts.host_cache * count, host_compute=parts.host_compute * count,
    )  # fmt: skip


def _with_encoder(parts: Parts, draft: ModelShape, target: ModelShape, context: Context, layout: Layout,
                  plan: LaunchPlan) -> Parts:  # fmt: skip
    """An EAGLE-3, DFlash or DSpark drafter: sampling where its output lies reserves the logits twice, a smaller
    vocabulary of its own comes beside them, and the target's hidden states are kept on the host; bytes
    (common/speculative.cpp; measured with b11549 on devices and on the processor)."""
    host = parts.host_compute + F32 * draft.embd * context.batch * draft.extracted
    compute = list(parts.compute)
    sampled = "--no-spec-draft-backend-sampling" not in plan.extra
    beside = (
        F32 * context.outputs * (target.vocab if sampled else draft.weights.vocabulary if draft.weights.mapped else 0)
    )
    if layout.output == HOST:
        host += beside
    else:
        compute[layout.output] += beside
    return replace(parts, compute=tuple(compute), host_compute=host)


def _rereserved(
    target: ModelShape, draft: ModelShape | None, context: Context, layout: Layout, devices: int
) -> tuple[float, ...]:
    """Bytes per device: a target whose hidden states a drafter reads reserves two activations more when it first
    decodes (llama-context.cpp, sched_reserve)."""
    found = [0.0] * devices
    if draft is not None and draft.encoder and layout.output != HOST:
        found[layout.output] = 2.0 * F32 * target.embd * context.graph
    return tuple(found)


def _own_layers(shape: ModelShape, method: str) -> range:
    """The blocks that a drafting context runs: the MTP blocks where the file has them."""
    if method == "draft-mtp" and shape.nextn:
        return range(shape.main_layers, len(shape.layers))
    return range(shape.main_layers)


def size_plan(
    target: ModelShape, draft: ModelShape | None, plan: LaunchPlan, traits: BuildTraits, devices: Sequence[Device]
) -> Sizes:
    """Bytes per device of everything that the plan loads. Raises UsageError for settings that make no sense."""
    method = drafted(plan, traits, target, draft)
    inside = method == "draft-mtp" and draft is None
    chosen = usable(plan.place, plan, devices)
    split = _split(plan.place, plan, traits, devices, chosen)
    context, per_slot = target_context(plan, traits, target, method, len(chosen))
    older = _before_b11434(traits)
    idle = older and target.architecture in arch.OLD_NEXTN_LOADED
    layout = place_weights(target, plan.place, split, inside or idle, _rearranges(plan))
    rules = _rules(plan, traits, split)
    cached = older and target.architecture in arch.OLD_NEXTN_CACHED
    run = range(len(target.layers) if cached else target.main_layers)
    parts = _parts(target, run, layout, context, rules, split)
    again = _rereserved(target, draft if method is not None else None, context, layout, len(chosen))
    parts = replace(parts, compute=tuple(a + b for a, b in zip(parts.compute, again, strict=True)))
    sizes = Sizes(parts, chosen, context, per_slot, method, rereserved=again)
    if method is None:
        return sizes
    if inside:
        own = replace(_draft_context(plan, traits, sizes, target, len(chosen)), copies=0)
        less = replace(rules, activations=min(rules.activations, 2))
        nextn = _parts(target, _own_layers(target, method), layout, own, less, split, loads=False)
        return replace(sizes, draft=nextn, draft_devices=chosen, draft_context=own, draft_shape=target)
    assert draft is not None
    return _with_draft(sizes, target, draft, plan, traits, devices)


def _with_draft(
    sizes: Sizes,
    target: ModelShape,
    draft: ModelShape,
    plan: LaunchPlan,
    traits: BuildTraits,
    devices: Sequence[Device],
) -> Sizes:
    assert sizes.method is not None
    place = plan.draft_place if plan.draft_place.device else structs.replace(plan.draft_place, device=plan.place.device)
    chosen = usable(place, plan, devices)
    split = _split(place, plan, traits, devices, chosen)
    layers = _own_layers(draft, sizes.method)
    mtp = layers.start > 0
    rules = _rules(plan, traits, split)
    if draft.encoder:
        draft = replace(draft, vocab=target.vocab)
        rules = replace(rules, activations=min(rules.activations, 2))
    idle = _before_b11434(traits) and draft.architecture in arch.OLD_NEXTN_LOADED
    layout = place_weights(draft, place, split, mtp or idle, _rearranges(plan))
    context = _draft_context(plan, traits, sizes, draft, len(chosen))
    parts = _parts(draft, layers, layout, context, rules, split)
    if draft.encoder:
        parts = _with_encoder(parts, draft, target, context, layout, plan)
    count = sizes.context.slots if traits.draft_context_per_slot else 1
    return replace(
        sizes, draft=_times(parts, count), draft_devices=chosen, draft_context=context, draft_shape=draft,
        draft_contexts=count,
    )  # fmt: skip
