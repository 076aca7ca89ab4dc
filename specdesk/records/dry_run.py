"""DryRun: what an engine itself says it will allocate for a plan, before it loads any weights.

Source: `common_memory_breakdown_print` and `common_params_fit_impl` of llama.cpp's common/fit.cpp. The engine builds
each model and its context without memory, so these are its own sizes. Figures are whole MiB, rounded down as printed.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class DryRow(msgspec.Struct, frozen=True, kw_only=True):
    """One place's share of one model: weights, context (KV cache and recurrent state) and compute buffers, MiB.

    kind: "device" has memory of its own; "host" is the computer's; "buffer" is a kind of buffer that belongs to neither
    ("CPU_REPACK": weights rearranged for the processor). name: the engine's own ("CUDA0", "Host"). free_mib: after the
    engine's own context on the device was made.
    """

    kind: Literal["device", "host", "buffer"]
    name: str
    model: int
    context: int
    compute: int
    description: str = ""
    total_mib: int | None = None
    free_mib: int | None = None


class DryRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One model in one context. Builds differ in which model they tell first, and none of them names it."""

    rows: tuple[DryRow, ...]


class DryRun(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was told about the settings as they were asked for.

    draft_skipped: the engine said that it could not measure the draft. projector_mib: its largest use. context: tokens
    that the engine would take instead, when it shrinks the context by itself; layers: device name -> layers it would
    put there, when it chooses them by itself; empty when it changes nothing.
    """

    records: tuple[DryRecord, ...]
    draft_skipped: bool = False
    projector_mib: float | None = None
    context: int | None = None
    layers: dict[str, int] = {}
