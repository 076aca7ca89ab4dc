"""Fit: what a plan needs on every device and on the host, and whether that is there.

One call reads nothing from disk and takes a few milliseconds, so it may follow a moving slider.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from specdesk.memory.notes import notes_for
from specdesk.memory.shape import ModelShape, shape_of
from specdesk.memory.sizing import OLD_DIALECTS, Parts, Sizes, size_plan, usable
from specdesk.memory.weights import read_weights
from specdesk.models.header import Header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import DeviceFit, Fit, FitVerdict, HostFit, ModelParts
from specdesk.records.plan import LaunchPlan

MIB: Final = 1 << 20
ASSUMED_OVERHEAD_MIB: Final = 300.0
"""The engine's own context and pools per GPU when nothing was measured: 140 to 750 MiB in public reports."""

PROJECTOR_COMPUTE_MIB: Final = 250.0
"""Buffer for the largest image that a projector reads, per public logs (248 MiB for Qwen3.6)."""

PROMPT_CACHE_MIB: Final = 8192.0
"""`--cache-ram` of current builds when nothing is said: a limit, filled only by use."""

_ORDER: Final[dict[FitVerdict, int]] = {"fits": 0, "tight": 1, "no": 2}


def judge(left_mib: float | None, reserve_mib: float) -> FitVerdict:
    """Verdict for what stays free: `fits` from the reserve on, `tight` from 0, else `no`. Unknown is `tight`."""
    if left_mib is None:
        return "tight"
    return "fits" if left_mib >= reserve_mib else "tight" if left_mib >= 0 else "no"


def worst(verdicts: Iterable[FitVerdict]) -> FitVerdict:
    """The worst of several verdicts; `fits` when there is none."""
    return max(verdicts, key=_ORDER.__getitem__, default="fits")


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


def _device_fits(
    sizes: Sizes, devices: Sequence[Device], projector: Callable[[int], float], overhead: float, reserve: float
) -> tuple[DeviceFit, ...]:
    found = []
    for index, device in enumerate(devices):
        used = index in sizes.target_devices or index in sizes.draft_devices
        target = _on_device(sizes.target, sizes.target_devices, index) or ModelParts()
        draft = _on_device(sizes.draft, sizes.draft_devices, index)
        found.append(_device_fit(device, target, draft, projector(index), overhead if used else 0.0, reserve))
    return tuple(found)


def _host_fit(
    sizes: Sizes, host: Device, shared: float, projector: float, plan: LaunchPlan, traits: BuildTraits, reserve: float
) -> HostFit:
    target, draft = _on_host(sizes.target) or ModelParts(), _on_host(sizes.draft)
    if projector:
        target = ModelParts(weights=target.weights + projector, cache=target.cache, compute=target.compute)
    need = target.total + (draft.total if draft else 0.0) + shared
    free = host.total_mib if host.free_mib is None else host.free_mib
    left = None if free is None else free - need
    default = 0.0 if traits.dialect in OLD_DIALECTS else PROMPT_CACHE_MIB
    limit = default if plan.cache_ram is None else float(plan.cache_ram)
    return HostFit(
        total_mib=host.total_mib, free_mib=host.free_mib, target=target, draft=draft, prompt_cache=max(limit, 0.0),
        left_mib=left, verdict=judge(left, reserve),
    )  # fmt: skip


def _projector_mib(projector: Header | None) -> float:
    return 0.0 if projector is None else read_weights((projector,)).total / MIB + PROJECTOR_COMPUTE_MIB


def estimate(
    target: Sequence[Header],
    draft: Sequence[Header],
    projector: Header | None,
    plan: LaunchPlan,
    traits: BuildTraits,
    devices: Sequence[Device],
    host: Device,
    overhead_mib: float | None = None,
    reserve_mib: float = 1024,
) -> Fit:
    """Whether a plan fits, device by device (MiB).

    target, draft: headers of a model's files, shard 1 first; draft and projector may be empty. devices: what the engine
    can use, with free memory as it is now. overhead_mib: what the engine takes per GPU beside the buffers, when it was
    measured; reserve_mib: what shall stay free. What the arguments ask for is charged as asked, also where the engine's
    own `--fit` would shrink it; a note says so. Raises FileFormatError for a header that cannot be understood and
    UsageError for settings that make no sense.
    """
    shape = shape_of(target)
    draft_shape = shape_of(draft) if draft else None
    sizes = size_plan(shape, draft_shape, plan, traits, devices)
    image = _projector_mib(projector)
    on_device = sizes.target_devices[:1] if "--no-mmproj-offload" not in plan.extra else ()

    def share(index: int) -> float:
        return image if index in on_device else 0.0

    overhead = ASSUMED_OVERHEAD_MIB if overhead_mib is None else overhead_mib
    fits = _device_fits(sizes, devices, share, overhead, reserve_mib)
    shared = sum(
        fit.target.total + (fit.draft.total if fit.draft else 0.0) + fit.projector
        for fit, device in zip(fits, devices, strict=True)
        if device.kind == "shared"
    )
    host_fit = _host_fit(sizes, host, shared, 0.0 if on_device else image, plan, traits, reserve_mib)
    fit = Fit(
        verdict=worst([host_fit.verdict, *(part.verdict for part in fits)]), devices=fits, host=host_fit,
        upper_bound=_upper_bound(shape, draft_shape, sizes), context=sizes.per_slot,
    )  # fmt: skip
    assumed = overhead_mib is None and bool(sizes.target_devices or sizes.draft_devices)
    notes = notes_for(fit, shape, draft_shape, sizes, plan, traits, overhead if assumed else None, image)
    return Fit(
        verdict=fit.verdict, devices=fits, host=host_fit, upper_bound=fit.upper_bound, context=fit.context, notes=notes
    )  # fmt: skip


def _upper_bound(shape: ModelShape, draft: ModelShape | None, sizes: Sizes) -> bool:
    return not shape.exact or (draft is not None and sizes.draft is not None and not draft.exact)


def uses_gpu(plan: LaunchPlan, devices: Sequence[Device]) -> bool:
    """True when the target may use one of these devices."""
    return bool(usable(plan.place, plan, devices))
