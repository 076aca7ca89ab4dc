"""Weights: the tensor table, sorted by where llama.cpp may put each tensor.

Source: src/llama-arch.cpp (LLM_TENSOR_INFOS: input, output, repeating), ggml-cuda.cu (padding of quantized rows).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from specdesk.models.header import Header, TensorInfo
from specdesk.models.tensor_types import TENSOR_TYPES

INPUT: Final = -1
OUTPUT: Final = -2
ROW_PADDING: Final = 512
ALIGNMENT: Final = 128

_BLOCK: Final = re.compile(r"blk\.(\d{1,5})\.")
_EXPERT: Final = re.compile(r"\.ffn_(up|down|gate|gate_up)_(ch|)exps")
_INPUTS: Final = ("token_embd.", "position_embd.", "token_types.", "per_layer_token_embd.", "token_embd_norm.")
_NOT_LOADED: Final = ("rope_freqs.", "rope_factors_", "selector_prev.", "selector_next.")
"""Copied to every device in a few hundred bytes (rope), or read from the file by the processor (DFlash selector)."""

_FEED_FORWARD: Final = re.compile(r"\.ffn_(up|gate|down|up_shexp|up_exps|gate_up_exps)\.weight$")


@dataclass(frozen=True, slots=True)
class Weight:
    """One tensor. block: its block, or INPUT / OUTPUT. plain, padded: bytes on the host and on a CUDA device.

    expert: a per-expert matrix. matrix: it is multiplied with (more than one dimension), so a batch may copy it.
    """

    name: str
    block: int
    plain: int
    padded: int
    expert: bool
    matrix: bool
    quantized: bool


@dataclass(frozen=True, slots=True)
class WeightGroup:
    """Sums over the tensors of one block and kind. largest: bytes of its largest matrix."""

    block: int
    expert: bool
    plain: int
    padded: int
    largest: int


@dataclass(frozen=True, slots=True)
class FeedForward:
    """Widest feed-forward parts as the tensors have them: plain, shared expert, one expert; 0 where there is none.

    gated: the plain one has a gate beside it. fused: gate and up of the experts are one tensor.
    """

    dense: int = 0
    gated: bool = True
    shared: int = 0
    expert: int = 0
    fused: bool = False


@dataclass(frozen=True, slots=True)
class Weights:
    """All tensors of a model. tied: the output matrix is the token embedding. embedding: that one tensor, if any.

    rearranged: that one is of a type which the processor keeps rearranged, so its use as output is a copy of its own.
    vocabulary: columns of the output matrix, 0 when the file has none. mapped: the drafter has its own smaller
    vocabulary and a table to the target's.
    """

    tensors: tuple[Weight, ...]
    groups: tuple[WeightGroup, ...]
    tied: Weight | None
    vocabulary: int
    mapped: bool
    feed_forward: FeedForward
    rearranged: bool = False

    @property
    def total(self) -> int:
        """Bytes of all tensors."""
        return sum(group.plain for group in self.groups)


REARRANGED: Final = ("q4_0", "q4_K", "iq4_nl")
"""Types that processors with AVX2 or NEON keep rearranged in a buffer of their own (ggml-cpu/repack.cpp)."""


def _aligned(size: int) -> int:
    """Bytes rounded up to a multiple of 128 (ggml_backend_buft_get_alignment of CUDA)."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def _padded(tensor: TensorInfo, size: int) -> int:
    """Bytes on a CUDA device: a quantized tensor whose rows are no multiple of 512 elements gets the missing elements
    of one row, once (ggml-cuda.cu, get_alloc_size)."""
    kind = TENSOR_TYPES.get(tensor.type_id)
    row = tensor.dims[0] if tensor.dims else 0
    if kind is not None and kind.block > 1 and row % ROW_PADDING:
        size += -(-(ROW_PADDING - row % ROW_PADDING) // kind.block) * kind.block_bytes
    return _aligned(size)


def _sizes(header: Header) -> Iterator[tuple[TensorInfo, int]]:
    """Each tensor with its bytes; one of unknown type is as large as the gap to the next offset."""
    unknown = any(tensor.nbytes is None for tensor in header.tensors)
    ends = sorted({tensor.offset for tensor in header.tensors}) if unknown else []
    following = dict(pairwise([*ends, max(header.size - header.data_start, 0)]))
    for tensor in header.tensors:
        size = tensor.nbytes
        yield tensor, max(following[tensor.offset] - tensor.offset, 0) if size is None else size


def _weight(tensor: TensorInfo, size: int) -> Weight:
    found = _BLOCK.match(tensor.name)
    block = int(found[1]) if found else INPUT if tensor.name.startswith(_INPUTS) else OUTPUT
    kind = TENSOR_TYPES.get(tensor.type_id)
    return Weight(
        tensor.name, block, size, _padded(tensor, size), _EXPERT.search(tensor.name) is not None,
        len(tensor.dims) > 1 and tensor.name.endswith(".weight"), kind is not None and kind.block > 1,
    )  # fmt: skip


def _feed_forward(tensors: Sequence[TensorInfo]) -> FeedForward:
    widest: dict[str, int] = {}
    for tensor in tensors:
        found = _FEED_FORWARD.search(tensor.name)
        if found and len(tensor.dims) > 1:
            width = tensor.dims[0] if found[1] == "down" else tensor.dims[1]
            widest[found[1]] = max(widest.get(found[1], 0), width)
    dense, gated = widest.get("up", 0), "gate" in widest
    if not gated and dense and widest.get("down", 0) * 2 == dense:
        dense, gated = dense // 2, True
    fused = widest.get("gate_up_exps", 0)
    return FeedForward(dense, gated, widest.get("up_shexp", 0), widest.get("up_exps", fused // 2), bool(fused))


def _output(tensors: Sequence[TensorInfo]) -> tuple[int, int]:
    """Columns of the output matrix and of the token embedding, 0 where there is none."""
    columns = {
        tensor.name: tensor.dims[1]
        for tensor in tensors
        if len(tensor.dims) > 1 and tensor.name in ("output.weight", "token_embd.weight")
    }
    return columns.get("output.weight", 0), columns.get("token_embd.weight", 0)


def read_weights(headers: Sequence[Header]) -> Weights:
    """All tensors of a model's files."""
    listed = [tensor for header in headers for tensor in header.tensors]
    weights = [
        _weight(tensor, size)
        for header in headers
        for tensor, size in _sizes(header)
        if not tensor.name.startswith(_NOT_LOADED)
    ]
    output, embedding = _output(listed)
    tied = None if output else next((weight for weight in weights if weight.name == "token_embd.weight"), None)
    mapped = any(tensor.name == "d2t" for tensor in listed)
    kinds = {tensor.name: TENSOR_TYPES.get(tensor.type_id) for tensor in listed}
    kind = None if tied is None else kinds[tied.name]
    return Weights(
        tuple(weights), _grouped(weights), tied, output or embedding, mapped, _feed_forward(listed),
        rearranged=kind is not None and kind.name.casefold() in [name.casefold() for name in REARRANGED],
    )  # fmt: skip


def _grouped(tensors: Sequence[Weight]) -> tuple[WeightGroup, ...]:
    sums: dict[tuple[int, bool], list[int]] = {}
    for weight in tensors:
        row = sums.setdefault((weight.block, weight.expert), [0, 0, 0])
        row[0] += weight.plain
        row[1] += weight.padded
        row[2] = max(row[2], weight.plain if weight.matrix else 0)
    return tuple(WeightGroup(block, expert, *row) for (block, expert), row in sums.items())
