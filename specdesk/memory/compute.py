"""Compute: the buffers that a context reserves for its largest graph, per device and on the host.

The graph allocator keeps what is alive at the worst moment of one full batch. Those moments are few: inside the
feed-forward part, inside the experts, inside attention, and at the logits. Each is a sum of a few tensors; the buffer
is the largest sum. Formulas: measured against llama.cpp b11434's own figures over 89 recorded and 390 further cases
(31 shapes of 17 architectures): exact to the MiB for most full offloads, within a few per cent where part of a model
stays on the host, because there the allocator's gaps decide.

Notation: T tokens of one batch, one *activation* = 4 bytes * n_embd * T.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from specdesk.memory import architectures as arch
from specdesk.memory.cache import Context, layer_cache
from specdesk.memory.layout import HOST, Layout
from specdesk.memory.shape import Layer, ModelShape

F32: Final = 4
OFFLOAD_FROM: Final = 32
"""Smallest batch for which weights on the host are copied to a device (ggml-cuda offload_op)."""

MOE_INPUTS: Final = 5
"""Activations alive while the outputs of all experts are summed, without a shared expert."""

PIPELINE_COPIES: Final = 4
"""Copies of the inputs when several devices work on consecutive batches (ggml-backend.cpp)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What differs between builds and backends.

    activations: inputs and residuals alive everywhere ("e"). mask_bytes: per cell and token with flash attention.
    scratch: a quantized cache is copied to f16 inside the compute buffer. op_offload: weights on the host are copied to
    the first device for large batches. pipelines: several devices may work on consecutive batches.
    """

    activations: int = 4
    mask_bytes: int = 2
    scratch: bool = True
    op_offload: bool = True
    pipelines: bool = True


@dataclass(frozen=True, slots=True)
class _Graph:
    """One model in one context: the sizes (bytes) that all moments are made of."""

    shape: ModelShape
    layers: tuple[Layer, ...]
    context: Context
    rules: Rules
    pipelined: bool = False

    @property
    def kept(self) -> int:
        """Activations alive everywhere. Builds with two inputs keep one more, but not in a pipelined graph."""
        two = self.rules.activations
        return two + (two == 2 and not self.pipelined and self.shape.architecture not in arch.NO_THIRD_INPUT)

    @property
    def activation(self) -> int:
        return F32 * self.shape.embd * self.context.graph

    @property
    def query(self) -> int:
        return F32 * self.shape.heads * self.shape.head_size * self.context.graph

    def tokens(self, width: float) -> float:
        """Bytes of `width` f32 values per token."""
        return F32 * width * self.context.graph

    def cells(self, layer: Layer) -> int:
        return self.context.window_cells(self.shape.window) if layer.window else self.context.cells

    def masks(self) -> int:
        """Attention masks, one per cache kind, and without flash attention the row numbers of the values."""
        per_cell = self.rules.mask_bytes if self.context.flash else F32
        kinds = {layer.window for layer in self.layers if layer.key}
        cells = sum(self.context.window_cells(self.shape.window) if kind else self.context.cells for kind in kinds)
        total = cells * self.context.graph * per_cell
        if not self.context.flash and self.shape.mla is None:
            total += 8 * self.context.graph * max((layer.value for layer in self.layers), default=0) * len(kinds)
        return total

    def f16_copy(self) -> int:
        """The f16 copy of the largest quantized layer that flash attention works on."""
        if not self.context.flash or not self.rules.scratch:
            return 0
        key, value = self.context.key not in _PLAIN, self.context.value not in _PLAIN
        return max(
            (
                2 * self.cells(layer) * self.context.streams * (layer.key * key + layer.value * value)
                for layer in self.layers
            ),
            default=0,
        )

    def scores(self) -> int:
        """Attention scores of one layer, written out only without flash attention."""
        return 0 if self.context.flash else F32 * self.shape.heads * self.context.cells * self.context.graph


_PLAIN: Final = ("f16", "f32", "bf16")


def _feed_forward(graph: _Graph) -> float:
    shape, unit, e = graph.shape, graph.activation, graph.kept
    found = 0.0
    ff = shape.ff
    if ff.dense:
        found = (e + shape.reuses_cache) * unit + graph.tokens((3 if ff.gated else 2) * ff.dense)
        extra = arch.PARALLEL.get(shape.architecture)
        if extra is not None:
            copy = graph.f16_copy()
            found += extra * unit + (copy + unit if copy else 0)
    if ff.shared:
        found = max(found, e * unit + graph.tokens(3 * ff.shared))
    if shape.experts_used and ff.expert:
        kept = e - 2 if shape.architecture in arch.FEW_MOE_INPUTS else e if ff.shared else MOE_INPUTS
        through = e * unit + graph.tokens(3 * shape.experts_used * ff.expert)
        found = max(found, through, (kept + 2 * shape.experts_used) * unit)
    if shape.state_width:
        found = max(found, e * unit + graph.tokens(arch.STATE_TENSORS * shape.state_width))
    return found


def _attention(graph: _Graph) -> float:
    if not any(layer.key for layer in graph.layers):
        return 0.0
    shape, unit = graph.shape, graph.kept * graph.activation
    if shape.mla is not None:
        return _latent_attention(graph)
    wide = graph.query > graph.activation
    queries = 2 if wide else 1
    if shape.gated_query:
        queries = (5 if wide else 4) if graph.context.flash else (3 if wide else 2)
    return unit + queries * graph.query + graph.f16_copy() + graph.scores()


def _latent_attention(graph: _Graph) -> float:
    mla, unit = graph.shape.mla, graph.kept * graph.activation
    assert mla is not None
    per_head = graph.tokens(graph.shape.heads)
    copy = graph.f16_copy()
    if graph.context.flash and per_head * mla.latent + copy > per_head * (mla.key_length + mla.latent):
        return unit + per_head * (mla.key_length + 3 * mla.latent + mla.rope) + copy
    return unit + per_head * (mla.key_length + 2 * mla.latent + 2 * mla.rope) + graph.scores()


def _logits(graph: _Graph) -> float:
    """Masks are gone by then, so this moment stands for itself."""
    wide = 2 if graph.rules.activations > 2 or graph.shape.encoder else 1
    return F32 * (graph.shape.vocab + wide * graph.shape.embd) * graph.context.outputs


def _peak(graph: _Graph) -> float:
    """The largest moment without masks and logits."""
    return max(_feed_forward(graph), _attention(graph))


def _host_cache(graph: _Graph, layout: Layout, first: int) -> float:
    """Bytes of the largest layer whose keys and values lie on the host and are copied to a device."""
    found = 0.0
    for index, layer in enumerate(graph.layers, first):
        if layer.key and (not graph.context.offload or layout.blocks[index] == HOST):
            found = max(found, layer_cache(layer, graph.context, graph.shape.window, layer.value))
    return found


def _with_host_parts(graph: _Graph, peak: float, matrix: int, cache: float) -> float:
    """The first device's largest moment when it works on weights or a cache that lie on the host."""
    shape, e, unit = graph.shape, graph.kept, graph.activation
    found = peak
    if matrix:
        if shape.experts_used and shape.ff.expert:
            expert = graph.tokens(shape.experts_used * shape.ff.expert)
            weights = e * unit + matrix + max(2 * expert, expert + shape.experts_used * unit)
            if shape.ff.fused:
                weights = max(weights, e * unit + 1.5 * matrix)
        else:
            weights = e * unit + matrix + graph.tokens(2 * shape.ff.dense)
        found = max(peak + min(cache, unit), weights + min(cache, 2 * unit))
    if cache:
        plain = graph.context.streams == 1 and not shape.has_window and not shape.gated_query
        gaps = 1.5 if matrix and (plain or shape.reuses_cache) else 1.0
        found = max(found, e * unit + graph.query + cache * gaps + graph.scores())
    return found


def _pipelined(layout: Layout, context: Context, devices: int) -> bool:
    return devices > 1 and layout.complete and context.offload and not layout.overridden


def _pipeline_shift(shape: ModelShape) -> int:
    """Activations that a pipelined graph keeps more (or less) than the same graph on one device, as measured."""
    if not shape.experts_used:
        return -1 if shape.gated_query else 0
    sums_decide = 2 * shape.embd > 3 * shape.ff.expert
    return 1 if sums_decide and shape.architecture not in arch.FEW_MOE_INPUTS else 0


def compute_buffers(
    shape: ModelShape, layers: range, layout: Layout, context: Context, devices: int, rules: Rules, rows: bool = False
) -> tuple[list[float], float]:
    """(bytes per device, bytes on the host) of a context's compute buffers.

    layers: the blocks this context runs. devices: how many the model may use. rows: matrices are cut across devices.
    """
    pipelined = rules.pipelines and _pipelined(layout, context, devices) and not rows
    graph = _Graph(shape, tuple(shape.layers[index] for index in layers), context, rules, pipelined)
    masks, unit = graph.masks(), graph.activation
    moved = rules.op_offload and context.graph >= OFFLOAD_FROM and devices > 0
    if not moved and (layout.host_matrix or not layout.complete):
        host = max(masks + _peak(_on_host(graph)) + unit, _logits(graph))
    else:
        host = masks + rules.activations * unit
    found = [0.0] * devices
    if not devices:
        return found, host
    peak, logits = _peak(graph), _logits(graph)
    if pipelined:
        shift = _pipeline_shift(shape)
        first, other = (12 + shift, 7 + shift) if rules.activations > 2 else (5 + shift, 9 + shift)
        again = (PIPELINE_COPIES - 1) * masks
        found = [masks + peak + again + (other if index else first) * unit for index in range(devices)]
        host = PIPELINE_COPIES * masks + (10 if rules.activations > 2 else 2) * unit
    else:
        matrix = layout.host_matrix if moved else 0
        cache = _host_cache(graph, layout, layers.start)
        for index in range(devices):
            used = index in [layout.blocks[i] for i in layers]
            if index == 0 and (matrix or used or layout.output == 0):
                found[0] = masks + _with_host_parts(graph, peak, matrix, cache)
            elif used:
                found[index] = masks + max(peak - (rules.activations // 2) * unit, 0)
    if layout.output != HOST:
        found[layout.output] = max(found[layout.output], logits, masks + rules.activations * unit)
    return found, host


def _on_host(graph: _Graph) -> _Graph:
    """The same graph on the processor, which works on a quantized cache as it is."""
    return replace(graph, rules=replace(graph.rules, scratch=False))
