"""Fit: where the memory of a plan goes, per device, and whether it is enough. All sizes in MiB."""

from __future__ import annotations

from typing import Literal

import msgspec

FitVerdict = Literal["fits", "tight", "no"]
Provenance = Literal["estimate", "dry-run", "measured"]


class ModelParts(msgspec.Struct, frozen=True, kw_only=True):
    """One model's share of one device: weights, cache (KV and recurrent state), compute buffers."""

    weights: float = 0.0
    cache: float = 0.0
    compute: float = 0.0

    @property
    def total(self) -> float:
        """Sum of the three."""
        return self.weights + self.cache + self.compute


class DeviceFit(msgspec.Struct, frozen=True, kw_only=True):
    """One device. other_programs: used before we start; overhead: the engine's own context and pools.

    left_mib = free_mib - everything of ours; None where free memory is unknown. draft is None when none is loaded.
    """

    name: str
    id: str
    total_mib: float | None
    free_mib: float | None
    other_programs: float | None
    target: ModelParts
    draft: ModelParts | None
    projector: float
    overhead: float
    left_mib: float | None
    verdict: FitVerdict


class HostFit(msgspec.Struct, frozen=True, kw_only=True):
    """The computer's own memory: models or parts that stay on the processor, buffers, prompt cache in RAM."""

    total_mib: float | None
    free_mib: float | None
    target: ModelParts
    draft: ModelParts | None
    prompt_cache: float
    left_mib: float | None
    verdict: FitVerdict


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """The whole answer. upper_bound: the architecture is not known exactly, so real use may be lower.

    context: tokens per slot that were assumed. notes: sentences worth saying beside the numbers.
    """

    verdict: FitVerdict
    devices: tuple[DeviceFit, ...]
    host: HostFit
    provenance: Provenance = "estimate"
    upper_bound: bool = False
    context: int | None = None
    notes: tuple[str, ...] = ()
