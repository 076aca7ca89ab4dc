"""ModelFile: one row of the library, as read from a header. Small enough to cache and to hand across threads."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal[
    "model", "mtp-model", "draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark", "mmproj", "embedding",
    "reranker", "lora", "imatrix", "vocab", "split-part", "broken",
]  # fmt: skip


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a split set. index from 0; missing: file names of absent parts."""

    index: int
    count: int
    missing: tuple[str, ...] = ()


class ModelFile(msgspec.Struct, frozen=True, kw_only=True):
    """What one file is. size_mib is on disk (a set: all its parts); None = unknown.

    name: friendly name from the header (falls back to the file name). error: one sentence when the file cannot be used:
    kind "broken", or a set with missing or damaged parts, which keeps the kind that its first part gives it.
    identity: (size in bytes, mtime in ns) that a cached row is valid for.
    layers: block_count as written, MTP blocks included.
    active_mib: read per generated token (a MoE reads only the experts it uses).
    sampling: `general.sampling.*` of the header, as written.
    """

    path: str
    kind: Kind
    name: str
    architecture: str | None = None
    quantization: str | None = None
    size_mib: float | None = None
    parameters: int | None = None
    context_length: int | None = None
    vocab_size: int | None = None
    layers: int | None = None
    split: Split | None = None
    error: str | None = None
    identity: tuple[int, int] | None = None
    active_mib: float | None = None
    experts: int | None = None
    recurrent: bool = False
    sampling: dict[str, float] = {}
    has_template: bool = False
    thinking: bool = False
    draft_block: int | None = None
    source: str = "folder"
