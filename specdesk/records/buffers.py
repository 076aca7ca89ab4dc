"""Buffer: one allocation of a running engine, as its log names it."""

from __future__ import annotations

from typing import Literal

import msgspec

Which = Literal["target", "draft", "projector"]
BufferKind = Literal["model", "KV", "RS", "compute", "output"]


class Buffer(msgspec.Struct, frozen=True, kw_only=True):
    """One allocation: whose, on which buffer ("CUDA0", "CPU_Mapped"), what for, MiB."""

    model: Which
    device: str
    kind: BufferKind
    mib: float
