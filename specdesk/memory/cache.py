"""Cache: context parameters as the server settles them, KV cache and recurrent state per device.

Source: common/common.cpp, tools/server/server.cpp (slots, unified cache), src/llama-kv-cache.cpp,
src/llama-kv-cache-iswa.cpp, src/llama-memory-recurrent.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from specdesk.errors import UsageError
from specdesk.language import translate
from specdesk.memory.layers import Layer
from specdesk.memory.layout import HOST
from specdesk.memory.shape import ModelShape
from specdesk.models.tensor_types import TYPE_BY_NAME

CELL_PADDING: Final = 256
STATE_BYTES: Final = 4
DEFAULT_BATCH: Final = 2048
DEFAULT_UBATCH: Final = 512


@dataclass(frozen=True, slots=True)
class Context:
    """One context as allocated. tokens: all slots together; cells: per stream; streams: 1 when unified.

    slots, batch, ubatch: as given; graph: tokens in one computed batch. outputs: rows of logits kept per batch.
    key, value: cache types. flash: flash attention; offload: the cache lies on the devices; swa_full: windows keep
    every cell. copies: recurrent states kept per slot beyond the first.
    """

    tokens: int
    cells: int
    streams: int
    slots: int
    batch: int
    ubatch: int
    graph: int
    outputs: int
    key: str = "f16"
    value: str = "f16"
    flash: bool = True
    offload: bool = True
    swa_full: bool = False
    copies: int = 0

    def window_cells(self, window: int) -> int:
        """Cells per stream of a sliding-window cache: min(cells, window * sequences + ubatch rounded up to 256), all
        cells with `--swa-full` (llama-kv-cache-iswa.cpp)."""
        if self.swa_full:
            return self.cells
        sequences = self.slots if self.streams == 1 else 1
        return min(self.cells, pad(window * sequences + self.ubatch, CELL_PADDING))


def pad(value: int, step: int) -> int:
    """`value` rounded up to a multiple of `step`, in the unit of both (GGML_PAD, ggml.h)."""
    return -(-value // step) * step


def settle(
    tokens: int,
    slots: int,
    unified: bool,
    batch: int | None = None,
    ubatch: int | None = None,
    outputs: int | None = None,
) -> Context:
    """The context that the server makes of what was asked for. tokens: all slots together, rounded up to 256; without
    a unified cache each slot gets its share, rounded up too. Counts are tokens and cells (llama-context.cpp, cparams).

    outputs: rows of logits that are kept; None = all tokens of a batch.
    """
    slots = max(slots, 1)
    tokens = pad(max(tokens, 1), CELL_PADDING)
    cells, streams = tokens, 1
    if not unified and slots > 1:
        cells, streams = pad(-(-tokens // slots), CELL_PADDING), slots
        tokens = cells * slots
    n_batch = max(min(tokens, DEFAULT_BATCH if batch is None else batch), 1)
    n_ubatch = max(min(n_batch, DEFAULT_UBATCH if ubatch is None else ubatch), 1)
    graph = pad(min(tokens, n_ubatch), slots)
    return Context(tokens, cells, streams, slots, n_batch, n_ubatch, graph, min(graph, outputs or graph))


def with_cache(context: Context, key: str | None, value: str | None) -> Context:
    """The same context with other cache types (None: f16). Raises UsageError for a type that does not exist."""
    for name in (key, value):
        if name is not None and name.lower() not in TYPE_BY_NAME:
            raise UsageError(
                translate("Memory", "There is no cache type called {name}.").format(name=name),
                "",
                translate("Memory", "Use f16, bf16, f32, q8_0, q5_1, q5_0, q4_1, q4_0 or iq4_nl."),
            )
    return replace(context, key=(key or "f16").lower(), value=(value or "f16").lower())


def row(kind: str, width: int) -> float:
    """Bytes of `width` elements of a cache type: width / block * bytes of a block (ggml_row_size)."""
    found = TYPE_BY_NAME[kind]
    return width / found.block * found.block_bytes


def layer_cache(layer: Layer, context: Context, window: int, value_width: int) -> float:
    """Bytes of one layer's keys and values: cells * streams * (row of keys + row of values + row of indexer keys, which
    have the keys' type). value_width: as stored, which without flash attention is the widest of all layers
    (llama-kv-cache.cpp; the indexer's as measured with b10068)."""
    cells = (context.window_cells(window) if layer.window else context.cells) * context.streams
    return cells * (row(context.key, layer.key + layer.indexer) + row(context.value, value_width))


def layer_state(layer: Layer, context: Context) -> float:
    """Bytes of one layer's recurrent state: slots * (1 + rollback copies) * 4 * (conv + state); always f32, whatever
    the context (llama-memory-recurrent.cpp)."""
    return context.slots * (1 + context.copies) * STATE_BYTES * (layer.conv + layer.state)


def cache_per_device(
    shape: ModelShape, layers: range, blocks: Sequence[int], devices: int, context: Context
) -> tuple[list[float], float]:
    """(bytes per device, bytes on the host) of the caches of `layers`, each on its block's device; all on the host with
    `--no-kv-offload` (llama-kv-cache.cpp)."""
    found, host = [0.0] * devices, 0.0
    members = [shape.layers[index] for index in layers]
    widest = 0 if context.flash else max((layer.value for layer in members), default=0)
    for index, layer in zip(layers, members, strict=True):
        value = max(layer.value, widest) if layer.value else 0
        size = layer_cache(layer, context, shape.window, value) if layer.key else 0.0
        size += layer_state(layer, context)
        where = blocks[index] if context.offload else HOST
        if where == HOST:
            host += size
        else:
            found[where] += size
    return found, host
