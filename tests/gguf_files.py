"""Write small or header-only GGUF files for tests: real metadata and tensor table, the data region is a hole.

A "70B" file takes a few dozen KB on disk. Layout: docs/gguf.md of ggml.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from specdesk.models.tensor_types import TENSOR_TYPES

TYPE_IDS = {kind.name.lower(): number for number, kind in TENSOR_TYPES.items()}


class Tensor(NamedTuple):
    """One tensor: name, ggml type name, dims (dims[0] is the row length)."""

    name: str
    type_name: str
    dims: Sequence[int]


class Typed(NamedTuple):
    """A metadata value written as exactly this GGUF type, e.g. `Typed(12, 0.5)` for a double."""

    kind: int
    value: bool | int | float


_CODES = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}


def text(value: str | bytes) -> bytes:
    """A length-prefixed text."""
    raw = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<Q", len(raw)) + raw


def _kind(value: bool | int | float) -> int:
    if isinstance(value, bool):
        return 7
    if isinstance(value, float):
        return 6
    if value < 0:
        return 5 if value >= -(2**31) else 11
    return 4 if value < 2**32 else 10


def _array(values: Sequence[object]) -> bytes:
    head = values[0] if values else ""
    if isinstance(head, str | bytes):
        return struct.pack("<IIQ", 9, 8, len(values)) + b"".join(text(v) for v in values)  # type: ignore[arg-type]
    kind = 7 if isinstance(head, bool) else 6 if isinstance(head, float) else 5
    return struct.pack(f"<IIQ{len(values)}{_CODES[kind]}", 9, kind, len(values), *values)


def value_bytes(value: object) -> bytes:
    """Type and value of one metadata entry. Integers become u32 (i32 when negative, 64 bits when larger)."""
    if isinstance(value, Typed):
        return struct.pack(f"<I{_CODES[value.kind]}", value.kind, value.value)
    if isinstance(value, str | bytes):
        return struct.pack("<I", 8) + text(value)
    if isinstance(value, list | tuple):
        return _array(value)
    assert isinstance(value, bool | int | float)
    kind = _kind(value)
    return struct.pack(f"<I{_CODES[kind]}", kind, value)


def tensor_bytes(tensor: Tensor | tuple[str, str, Sequence[int]]) -> int:
    """Size of a tensor's data."""
    _, type_name, dims = tensor
    kind = TENSOR_TYPES[TYPE_IDS[type_name.lower()]]
    assert dims[0] % kind.block == 0, tensor
    count = 1
    for dim in dims:
        count *= dim
    return count // kind.block * kind.block_bytes


def header_bytes(
    metadata: Mapping[str, object] | Iterable[tuple[str, object]],
    tensors: Sequence[Tensor | tuple[str, str, Sequence[int]]] = (),
    *,
    version: int = 3,
    alignment: int = 32,
) -> tuple[bytes, int]:
    """A header padded to `alignment`, and the size of the data region that has to follow it."""
    pairs = list(metadata.items() if isinstance(metadata, Mapping) else metadata)
    head = [b"GGUF", struct.pack("<IQQ", version, len(tensors), len(pairs))]
    head += [text(key) + value_bytes(value) for key, value in pairs]
    offset = 0
    for tensor in tensors:
        name, type_name, dims = tensor
        head.append(text(name) + struct.pack(f"<I{len(dims)}Q", len(dims), *dims))
        head.append(struct.pack("<IQ", TYPE_IDS[type_name.lower()], offset))
        offset += -(-tensor_bytes(tensor) // alignment) * alignment
    raw = b"".join(head)
    return raw + bytes(-len(raw) % alignment), offset


def write_gguf(
    path: str | Path,
    metadata: Mapping[str, object] | Iterable[tuple[str, object]],
    tensors: Sequence[Tensor | tuple[str, str, Sequence[int]]] = (),
    *,
    version: int = 3,
    alignment: int = 32,
) -> Path:
    """Write a header and a hole for the data. Returns the path."""
    raw, data = header_bytes(metadata, tensors, version=version, alignment=alignment)
    path = Path(path)
    with path.open("wb") as file:
        file.write(raw)
        file.truncate(len(raw) + data)
    return path
