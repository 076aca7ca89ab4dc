"""Compute: the buffers that a context reserves for its largest graph, per device and on the host.

Each is a sum of a few terms (`compute_terms`); what is here is which of them meet on which device. Measured against
llama.cpp's own figures (b10068, b11434, b11549) over 615 recorded cases of 34 shapes: exact to the MiB for
most full offloads, within a few per cent where part of a model stays on the host, because there the allocator's gaps
decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from specdesk.memory import architectures as arch
from specdesk.memory import compute_terms as terms
from specdesk.memory.cache import Context
from specdesk.memory.compute_terms import Graph, Rules
from specdesk.memory.layout import HOST, Layout
from specdesk.memory.shape import ModelShape

OFFLOAD_FROM: Final = 32
"""Smallest batch for which weights on the host are copied to a device (ggml-cuda offload_op)."""

PIPELINE_COPIES: Final = 4
"""Copies of the inputs when several devices work on consecutive batches (ggml-backend.cpp)."""


def compute_buffers(
    shape: ModelShape, layers: range, layout: Layout, context: Context, devices: int, rules: Rules, rows: bool = False
) -> tuple[list[float], float]:
    """(bytes per device, bytes on the host) of a context's compute buffers (llama-context.cpp, graph_reserve).

    layers: the blocks this context runs. devices: how many the model may use. rows: matrices are cut across devices.
    """
    pipelined = rules.pipelines and is_pipelined(layout, context, devices) and not rows
    graph = Graph(shape, tuple(shape.layers[index] for index in layers), context, rules, pipelined)
    moved = rules.op_offload and context.graph >= OFFLOAD_FROM and devices > 0
    if not devices:
        return [], on_host(graph, layout, moved)
    if pipelined:
        found, host = pipeline(graph, devices)
    else:
        found = [_on_device(graph, layout, layers, index, moved) for index in range(devices)]
        host = on_host(graph, layout, moved)
    if layout.output != HOST:
        found[layout.output] = _with_output(graph, found[layout.output])
    return found, host


def is_pipelined(layout: Layout, context: Context, devices: int) -> bool:
    """Whether several devices work on consecutive batches, so that bytes of inputs count four times: all of the model
    and its cache lies on them, and nothing was moved by hand (llama-context.cpp, pipeline_parallel)."""
    return devices > 1 and layout.complete and context.offload and not layout.overridden


def on_host(graph: Graph, layout: Layout, moved: bool) -> float:
    """Bytes on the host: the whole graph where the host works on blocks itself, and that works on a quantized cache as
    it is; only the feed-forward part where no more than its matrices lie there; else only inputs, masks + e * a, and
    heads_output where attention's output matrix lies there (ggml-backend.cpp, splits; measured)."""
    masks, unit = terms.masks(graph), terms.activation(graph)
    inputs = masks + graph.rules.activations * unit + (terms.heads_output(graph) if layout.heads_on_host else 0)
    if moved or (layout.complete and not layout.split):
        return inputs
    own = replace(graph, rules=replace(graph.rules, scratch=False))
    peak = terms.feed_forward(own) if HOST not in layout.blocks and layout.split else _peak(own)
    return max(inputs, masks + peak + (0 if _works_in_place(graph) else unit), terms.logits(graph))


def _works_in_place(graph: Graph) -> bool:
    """Whether the host keeps no activation (4 * n_embd * T bytes) beside its worst moment: in builds before b11434 with
    a quantized cache, but for graphs that have one input only or whose parts run side by side (measured with b10068
    and b11549)."""
    quantized = graph.context.key not in terms.PLAIN or graph.context.value not in terms.PLAIN
    two_inputs = terms.kept_activations(graph) == graph.rules.activations + 1
    return quantized and graph.context.flash and two_inputs and graph.shape.architecture not in arch.PARALLEL


def pipeline(graph: Graph, devices: int) -> tuple[list[float], float]:
    """(bytes per device, on the host) of a pipelined graph: four copies of the inputs, and activations that wait
    between devices (measured: 12 on the first and 7 on the others from b11434 on, 5 and 9 before)."""
    masks, unit, shift = terms.masks(graph), terms.activation(graph), _pipeline_shift(graph.shape)
    newer = graph.rules.activations > 2
    first, other = (12 + shift, 7 + shift) if newer else (5 + shift, 9 + shift)
    whole = PIPELINE_COPIES * masks + _peak(graph)
    return [whole + (other if index else first) * unit for index in range(devices)], (
        PIPELINE_COPIES * masks + (10 if newer else 2) * unit
    )


def _pipeline_shift(shape: ModelShape) -> int:
    """Activations that a pipelined graph keeps more (or less) than the same graph on one device, as measured."""
    if not shape.experts_used:
        return -1 if shape.gated_query else 0
    sums_decide = 2 * shape.embd > 3 * shape.ff.expert
    return 1 if sums_decide and shape.architecture not in arch.FEW_MOE_INPUTS else 0


def _peak(graph: Graph) -> float:
    """Bytes of the largest moment without masks and logits: feed_forward or attention (ggml-alloc.c)."""
    return max(terms.feed_forward(graph), terms.attention(graph))


def _peak_of(graph: Graph, layout: Layout, blocks: Sequence[int], layers: range, moved: bool) -> float:
    """Bytes of the largest moment of some blocks (ggml-alloc.c). Behind the attention of the last one only the rows
    that are sampled go on. Feed-forward parts that the host works on are not among them."""
    if not moved and blocks and all(block in layout.split for block in blocks):
        return _without_forward(graph, bare=all(block in layout.split_bare for block in blocks))
    last_only = not moved and list(blocks) == [layers.stop - 1] and len(layers) > 1
    return terms.attention(graph) if last_only else _peak(graph)


def _without_forward(graph: Graph, bare: bool) -> float:
    """Bytes of the largest moment of blocks whose feed-forward matrices lie on the host; bare: all of them, else one of
    the plain ones, 2 * a + 4 * T * n_ff, or the shared expert is left (measured with b10068)."""
    found = max(terms.attention(graph), terms.recurrent_step(graph))
    if bare:
        return found
    left = 2 * terms.activation(graph) + terms.per_token(graph, graph.shape.ff.dense)
    return max(found, terms.shared_expert(graph), left if graph.shape.ff.dense else 0.0)


def _second_input(graph: Graph, blocks: Sequence[int], layers: range, moved: bool) -> float:
    """Bytes of the input that a device does not have when the host has worked on the first blocks (measured with
    b10068)."""
    if moved or not blocks or blocks[0] == layers.start or not graph.context.offload:
        return 0.0
    plain = graph.shape.architecture not in arch.PARALLEL
    return terms.activation(graph) if plain and terms.kept_activations(graph) == graph.rules.activations + 1 else 0.0


def _on_device(graph: Graph, layout: Layout, layers: range, index: int, moved: bool) -> float:
    """Bytes of one device, without its logits. The first one works on what lies on the host; the others keep fewer
    activations (half of e, measured)."""
    blocks = [block for block in layers if layout.blocks[block] == index]
    cache = terms.host_cache(graph, layout, layers.start, moved)
    matrix = layout.host_matrix if moved else 0
    if index == 0 and (matrix or blocks or cache):
        peak = _peak_of(graph, layout, blocks, layers, moved) - _second_input(graph, blocks, layers, moved)
        borrowed = peak + terms.borrowed_cache(graph, layout, layers.start, index)
        return terms.masks(graph) + max(borrowed, terms.with_host_parts(graph, peak, matrix, cache))
    if not blocks:
        return 0.0
    fewer = (graph.rules.activations // 2) * terms.activation(graph)
    own = max(_peak_of(graph, layout, blocks, layers, moved) - fewer, 0.0)
    copied = 0.0 if graph.context.offload else cache
    lent = terms.borrowed_cache(graph, layout, layers.start, index)
    borrowed = _peak_of(graph, layout, blocks, layers, moved) + lent if lent else 0.0
    return terms.masks(graph) + max(borrowed, terms.with_host_parts(graph, own, 0, copied))


def _with_output(graph: Graph, found: float) -> float:
    """A device that makes the logits: at least their moment, and its inputs. found: bytes so far, 0 for no block
    (measured)."""
    unit, rows = terms.activation(graph), terms.logits(graph)
    inputs = terms.masks(graph) + graph.rules.activations * unit if found else unit + rows
    return max(found, rows, inputs)
