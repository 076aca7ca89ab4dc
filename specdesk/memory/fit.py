"""Fit: what a plan needs on every device and on the host, and whether that is there.

One call reads nothing from disk and takes a few milliseconds, so it may follow a moving slider.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import structs

from specdesk.errors import FileFormatError
from specdesk.language import translate
from specdesk.memory.layout import unclear_patterns
from specdesk.memory.notes import ImageBy, notes_for
from specdesk.memory.projector import has_kernel, image_buffer, projector_of
from specdesk.memory.shape import ModelShape, shape_of
from specdesk.memory.sizing import OLD_DIALECTS, Parts, Sizes, size_plan, usable
from specdesk.models.header import Header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import DeviceFit, Fit, FitVerdict, HostFit, ModelParts
from specdesk.records.plan import LaunchPlan

MIB: Final = 1 << 20
ASSUMED_OVERHEAD_MIB: Final = 300.0
"""The engine's own context and pools per GPU when nothing was measured: 140 to 750 MiB in public reports."""

PROJECTOR_COMPUTE_MIB: Final = 250.0
"""Buffer for the largest picture where a projector's header says nothing of it, per public logs (248 for Qwen3.6)."""

PROMPT_CACHE_MIB: Final = 8192.0
"""`--cache-ram` of current builds when nothing is said: a limit, filled only by use."""

Overhead = float | Mapping[str, float] | None
"""What an engine takes per GPU beside its buffers, MiB: for all, by device id, or not known."""

_ORDER: Final[dict[FitVerdict, int]] = {"fits": 0, "tight": 1, "no": 2}


@dataclass(frozen=True, slots=True)
class Basis:
    """A plan, understood: the shapes of its models and the bytes of all parts.

    image: MiB of the projector with its buffer, 0 for none. image_on: places in `devices` where it goes; () = host.
    image_by: where its buffer comes from.
    """

    shape: ModelShape
    draft: ModelShape | None
    sizes: Sizes
    image: float
    image_on: tuple[int, ...]
    image_by: ImageBy = "header"


@dataclass(frozen=True, slots=True)
class Placed:
    """Where everything lies, MiB: what a fit is assembled from. Tuples have one entry per device."""

    targets: tuple[ModelParts, ...]
    drafts: tuple[ModelParts | None, ...]
    projectors: tuple[float, ...]
    overheads: tuple[float, ...]
    host_target: ModelParts
    host_draft: ModelParts | None


def judge(left_mib: float | None, reserve_mib: float) -> FitVerdict:
    """Verdict for what stays free: `fits` from the reserve on, `tight` from 0, else `no`. Unknown is `tight`."""
    if left_mib is None:
        return "tight"
    return "fits" if left_mib >= reserve_mib else "tight" if left_mib >= 0 else "no"


def worst(verdicts: Iterable[FitVerdict]) -> FitVerdict:
    """The worst of several verdicts; `fits` when there is none."""
    return max(verdicts, key=_ORDER.__getitem__, default="fits")


def overhead_of(device: Device, overhead: Overhead) -> float | None:
    """What is known about the engine's own use of one device (MiB); None when nothing is."""
    return overhead.get(device.id) if isinstance(overhead, Mapping) else overhead


def understand(
    target: Sequence[Header],
    draft: Sequence[Header],
    projector: Header | None,
    plan: LaunchPlan,
    traits: BuildTraits,
    devices: Sequence[Device],
) -> Basis:
    """What every fit starts from. Raises FileFormatError and UsageError as `estimate` does."""
    shape = shape_of(target)
    draft_shape = shape_of(draft) if draft else None
    for one in (shape, draft_shape):
        if one is not None and not one.weights.total:
            raise FileFormatError(
                translate("Memory", "The file lists no weights."),
                translate("Memory", "What the model needs cannot be told."),
                translate("Memory", "Choose a complete model file."),
            )
    sizes = size_plan(shape, draft_shape, plan, traits, devices)
    on = sizes.target_devices[:1] if "--no-mmproj-offload" not in plan.extra else ()
    image, by = _image(projector, plan, traits, bool(on))
    return Basis(shape, draft_shape, sizes, image, on, by)


def _image(projector: Header | None, plan: LaunchPlan, traits: BuildTraits, on_device: bool) -> tuple[float, ImageBy]:
    """(MiB of a projector with its buffer for the largest picture, where that buffer comes from)."""
    if projector is None:
        return 0.0, "header"
    weights, picture = projector_of(projector)
    if picture is None:
        return weights / MIB + PROJECTOR_COMPUTE_MIB, "nothing"
    asked = (plan.flash_attention or traits.default_flash_attention) != "off"
    flash = asked and traits.default_flash_attention != "off" and (not on_device or has_kernel(picture))
    size = (weights + image_buffer(picture, flash)) / MIB
    return size, "header" if picture.known else "bound"


def place(basis: Basis, devices: Sequence[Device], overhead: Overhead) -> Placed:
    """The estimate's parts on their devices."""
    sizes = basis.sizes
    every = range(len(devices))
    used = {*sizes.target_devices, *sizes.draft_devices}
    host = _on_host(sizes.target) or ModelParts()
    if not basis.image_on:
        host = structs.replace(host, weights=host.weights + basis.image)
    return Placed(
        targets=tuple(_on_device(sizes.target, sizes.target_devices, index) or ModelParts() for index in every),
        drafts=tuple(_on_device(sizes.draft, sizes.draft_devices, index) for index in every),
        projectors=tuple(basis.image if index in basis.image_on else 0.0 for index in every),
        overheads=tuple(_own_use(devices[index], overhead) if index in used else 0.0 for index in every),
        host_target=host,
        host_draft=_on_host(sizes.draft),
    )


def assemble(
    placed: Placed, devices: Sequence[Device], host: Device, plan: LaunchPlan, traits: BuildTraits, reserve_mib: float
) -> Fit:
    """Sum everything up and judge what is left. The notes are still to come."""
    rows = zip(devices, placed.targets, placed.drafts, placed.projectors, placed.overheads, strict=True)
    fits = tuple(_device_fit(*row, reserve_mib) for row in rows)
    shared = sum(
        fit.target.total + (fit.draft.total if fit.draft else 0.0) + fit.projector
        for fit, device in zip(fits, devices, strict=True)
        if device.kind == "shared"
    )
    host_fit = _host_fit(placed, host, shared, plan, traits, reserve_mib)
    verdict = worst([host_fit.verdict, *(part.verdict for part in fits)])
    return Fit(verdict=verdict, devices=fits, host=host_fit)


def estimate(
    target: Sequence[Header],
    draft: Sequence[Header],
    projector: Header | None,
    plan: LaunchPlan,
    traits: BuildTraits,
    devices: Sequence[Device],
    host: Device,
    overhead_mib: Overhead = None,
    reserve_mib: float = 1024,
) -> Fit:
    """Whether a plan fits, device by device (MiB).

    target, draft: headers of a model's files, shard 1 first; draft and projector may be empty. devices: what the engine
    can use, with free memory as it is now. overhead_mib: what the engine takes per GPU beside the buffers, when it was
    measured; reserve_mib: what shall stay free. What the arguments ask for is charged as asked, also where the engine's
    own `--fit` would shrink it; a note says so. Raises FileFormatError for a header that cannot be understood and
    UsageError for settings that make no sense.
    """
    basis = understand(target, draft, projector, plan, traits, devices)
    fit = assemble(place(basis, devices, overhead_mib), devices, host, plan, traits, reserve_mib)
    fit = structs.replace(fit, upper_bound=_upper_bound(basis, plan), context=basis.sizes.per_slot)
    assumed = assumed_overhead(fit, devices, overhead_mib)
    notes = notes_for(fit, basis.shape, basis.draft, basis.sizes, plan, traits, assumed, basis.image_by)
    return structs.replace(fit, notes=notes)


def assumed_overhead(fit: Fit, devices: Sequence[Device], overhead: Overhead) -> float | None:
    """What was assumed for the engine's own use of a GPU (MiB); None when all of it is known or no GPU is used."""
    used = (device for device, part in zip(devices, fit.devices, strict=True) if part.overhead)
    return ASSUMED_OVERHEAD_MIB if any(overhead_of(device, overhead) is None for device in used) else None


def uses_gpu(plan: LaunchPlan, devices: Sequence[Device]) -> bool:
    """True when the target may use one of these devices."""
    return bool(usable(plan.place, plan, devices))


def _own_use(device: Device, overhead: Overhead) -> float:
    known = overhead_of(device, overhead)
    return ASSUMED_OVERHEAD_MIB if known is None else known


def _upper_bound(basis: Basis, plan: LaunchPlan) -> bool:
    draft = basis.draft if basis.sizes.draft is not None else None
    if unclear_patterns(plan.place) or (draft is not None and unclear_patterns(plan.draft_place)):
        return True
    return not basis.shape.exact or (draft is not None and not draft.exact) or basis.image_by == "bound"


def _on_device(parts: Parts | None, chosen: Sequence[int], index: int) -> ModelParts | None:
    if parts is None:
        return None
    if index not in chosen:
        return ModelParts()
    at = chosen.index(index)
    return ModelParts(
        weights=parts.weights[at] / MIB, cache=parts.cache[at] / MIB, compute=parts.compute[at] / MIB
    )  # fmt: skip


def _on_host(parts: Parts | None) -> ModelParts | None:
    if parts is None:
        return None
    return ModelParts(
        weights=parts.host_weights / MIB, cache=parts.host_cache / MIB, compute=parts.host_compute / MIB
    )  # fmt: skip


def _others(device: Device) -> float | None:
    if device.total_mib is None or device.free_mib is None:
        return None
    return max(device.total_mib - device.free_mib, 0.0)


def _device_fit(
    device: Device, target: ModelParts, draft: ModelParts | None, projector: float, overhead: float, reserve: float
) -> DeviceFit:
    free = device.total_mib if device.free_mib is None else device.free_mib
    need = target.total + (draft.total if draft else 0.0) + projector + overhead
    left = None if free is None else free - need
    return DeviceFit(
        name=device.name, id=device.id, total_mib=device.total_mib, free_mib=device.free_mib,
        other_programs=_others(device), target=target, draft=draft, projector=projector, overhead=overhead,
        left_mib=left, verdict=judge(left, reserve) if need or left is None else "fits",
    )  # fmt: skip


def _host_fit(
    placed: Placed, host: Device, shared: float, plan: LaunchPlan, traits: BuildTraits, reserve: float
) -> HostFit:
    target, draft = placed.host_target, placed.host_draft
    need = target.total + (draft.total if draft else 0.0) + shared
    free = host.total_mib if host.free_mib is None else host.free_mib
    left = None if free is None else free - need
    default = 0.0 if traits.dialect in OLD_DIALECTS else PROMPT_CACHE_MIB
    limit = default if plan.cache_ram is None else float(plan.cache_ram)
    return HostFit(
        total_mib=host.total_mib, free_mib=host.free_mib, target=target, draft=draft, prompt_cache=max(limit, 0.0),
        left_mib=left, verdict=judge(left, reserve),
    )  # fmt: skip
