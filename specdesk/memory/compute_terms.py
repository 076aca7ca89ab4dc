"""Compute terms: every tensor or moment that a compute buffer is made of, each as one small function.

The graph allocator keeps what is alive at the worst moment of one full batch. Those moments are few: inside the
feed-forward part, inside the experts, inside attention, and at the logits. All sizes are bytes. Notation: T tokens of
one batch, e activations that are alive everywhere, one *activation* = 4 * n_embd * T.

Sources: src/llama-graph.cpp (what a graph keeps), ggml/src/ggml-alloc.c (what is alive at once), ggml-backend.cpp
(copies between devices). Where a docstring says "measured", the number comes from llama.cpp's own figures for
header-only files (`tests/goldens`), not from its text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from specdesk.memory import architectures as arch
from specdesk.memory.cache import Context, layer_cache
from specdesk.memory.layers import Layer
from specdesk.memory.layout import HOST, Layout
from specdesk.memory.shape import ModelShape

F32: Final = 4
F16: Final = 2
MOE_INPUTS: Final = 5
"""Activations alive while the outputs of all experts are summed, without a shared expert."""

PLAIN: Final = ("f16", "f32", "bf16")
"""Cache types that attention reads as they are."""


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
class Graph:
    """One model in one context: what all terms are made of. layers: the blocks that this context runs."""

    shape: ModelShape
    layers: tuple[Layer, ...]
    context: Context
    rules: Rules
    pipelined: bool = False


# ---- sizes of single tensors


def per_token(graph: Graph, width: float) -> float:
    """`width` f32 values for each token: 4 * width * T (ggml_new_tensor_2d of type F32)."""
    return F32 * width * graph.context.graph


def activation(graph: Graph) -> float:
    """One activation: 4 * n_embd * T (llama-graph.cpp, build_inp_embd)."""
    return per_token(graph, graph.shape.embd)


def kept_activations(graph: Graph) -> int:
    """e: activations alive at every moment (measured: 4 from b11434 on, before it 2, and one more for a second input
    except in a pipelined graph and in graphs that have none)."""
    two = graph.rules.activations
    return two + (two == 2 and not graph.pipelined and graph.shape.architecture not in arch.NO_THIRD_INPUT)


def query(graph: Graph) -> float:
    """The queries of one layer: 4 * n_head * head_size * T (llama-graph.cpp, build_qkv)."""
    return per_token(graph, graph.shape.heads * graph.shape.head_size)


def heads_output(graph: Graph) -> float:
    """What attention gives to its output matrix: 4 * n_head * head_size * T; with latent attention the part of a head
    that is not rotated (build_attn)."""
    mla = graph.shape.mla
    return query(graph) if mla is None else per_token(graph, graph.shape.heads * (mla.key_length - mla.rope))


def cells_of(graph: Graph, layer: Layer) -> int:
    """Cells per stream of a layer's cache (llama-kv-cache-iswa.cpp)."""
    return graph.context.window_cells(graph.shape.window) if layer.window else graph.context.cells


def mask(graph: Graph, cells: int) -> float:
    """The mask of one kind of cache: cells * T * 2 with flash attention, * 4 without (build_attn_inp_kv)."""
    return cells * graph.context.graph * (graph.rules.mask_bytes if graph.context.flash else F32)


def value_rows(graph: Graph) -> float:
    """Row numbers of transposed values: 8 * T * value width, without flash attention only (build_input_v_idxs)."""
    if graph.context.flash or graph.shape.mla is not None:
        return 0.0
    return 8 * graph.context.graph * max((layer.value for layer in graph.layers), default=0)


def masks(graph: Graph) -> float:
    """Bytes of attention's inputs, one set per kind of cache (whole, sliding window): mask + value_rows
    (build_attn_inp_kv_iswa)."""
    kinds = {layer.window for layer in graph.layers if layer.key}
    windows = graph.context.window_cells(graph.shape.window)
    return sum(mask(graph, windows if kind else graph.context.cells) + value_rows(graph) for kind in kinds)


def f16_copy(graph: Graph) -> float:
    """The f16 copy of the largest quantized layer that flash attention works on: 2 * cells * (K + V widths that are
    quantized); on devices with CUDA's rules only (ggml-cuda/fattn-common.cuh)."""
    if not graph.context.flash or not graph.rules.scratch:
        return 0.0
    key, value = graph.context.key not in PLAIN, graph.context.value not in PLAIN
    widths = ((cells_of(graph, layer), layer.key * key + layer.value * value) for layer in graph.layers)
    return max((F16 * cells * graph.context.streams * width for cells, width in widths), default=0.0)


def scores(graph: Graph) -> float:
    """Attention scores of one layer, written out only without flash attention: 4 * n_head * cells * T
    (llama-graph.cpp, build_attn_mha)."""
    return 0.0 if graph.context.flash else F32 * graph.shape.heads * graph.context.cells * graph.context.graph


# ---- moments: what is alive at once, without masks


def dense_feed_forward(graph: Graph) -> float:
    """e activations and up, gate and their product: e * a + 4 * T * n_ff * 3 (2 without a gate); one activation more
    where layers share caches, and the attention's where both read the same input (llama-graph.cpp, build_ffn)."""
    shape, unit = graph.shape, activation(graph)
    if not shape.ff.dense:
        return 0.0
    found = (kept_activations(graph) + shape.reuses_cache) * unit
    found += per_token(graph, (3 if shape.ff.gated else 2) * shape.ff.dense)
    beside = arch.PARALLEL.get(shape.architecture)
    if beside is not None:
        copy = f16_copy(graph)
        found += beside * unit + (copy + unit if copy else 0)
    return found


def shared_expert(graph: Graph) -> float:
    """Bytes of the expert that every token passes: e * a + 4 * T * 3 * its width (build_ffn on ffn_*_shexp)."""
    if not graph.shape.ff.shared:
        return 0.0
    return kept_activations(graph) * activation(graph) + per_token(graph, 3 * graph.shape.ff.shared)


def inside_experts(graph: Graph) -> float:
    """Bytes of up, gate and product of the used experts: e * a + 4 * T * 3 * n_used * n_ff_exp, and two activations
    more where their input is scaled (build_moe_ffn)."""
    shape = graph.shape
    if not shape.experts_used or not shape.ff.expert:
        return 0.0
    kept = kept_activations(graph) + 2 * (shape.architecture in arch.SCALED_EXPERTS)
    return kept * activation(graph) + per_token(graph, 3 * shape.experts_used * shape.ff.expert)


def sum_of_experts(graph: Graph) -> float:
    """Bytes of all outputs of the used experts while they are added up: (kept + 2 * n_used) * a (build_moe_ffn). kept:
    5 without a shared expert, e with one, e - 2 in architectures that sum earlier (measured)."""
    shape = graph.shape
    if not shape.experts_used or not shape.ff.expert:
        return 0.0
    e = kept_activations(graph)
    kept = e - 2 if shape.architecture in arch.FEW_MOE_INPUTS else e if shape.ff.shared else MOE_INPUTS
    return (kept + 2 * shape.experts_used) * activation(graph)


def recurrent_step(graph: Graph) -> float:
    """Bytes of one step of a state-space or delta-net layer: e * a + 3.25 * 4 * T * its input's width + the state of
    all slots before and behind it, 2 * 4 * state * slots (measured)."""
    if not graph.shape.state_width:
        return 0.0
    width = arch.STATE_TENSORS * graph.shape.state_width
    states = 2 * F32 * max((layer.state for layer in graph.layers), default=0) * graph.context.slots
    return kept_activations(graph) * activation(graph) + per_token(graph, width) + states


def feed_forward(graph: Graph) -> float:
    """Bytes of the largest moment behind attention (ggml-alloc.c)."""
    terms = (dense_feed_forward, shared_expert, inside_experts, sum_of_experts, recurrent_step)
    return max(term(graph) for term in terms)


def plain_attention(graph: Graph) -> float:
    """e * a + queries + f16_copy + scores. Queries count once, twice where they are wider than an activation; with a
    gate in them 4 or 5 times with flash attention, 2 or 3 times without (measured)."""
    wide = query(graph) > activation(graph)
    queries = 2 if wide else 1
    if graph.shape.gated_query:
        queries = (5 if wide else 4) if graph.context.flash else (3 if wide else 2)
    kept = kept_activations(graph) * activation(graph)
    return kept + queries * query(graph) + f16_copy(graph) + scores(graph)


def latent_attention(graph: Graph) -> float:
    """Bytes of multi-head latent attention: e * a + 4 * T * n_head * (key + 2 * latent + 2 * rope) + scores; where the
    latent values and the f16 copy outweigh the keys: e * a + 4 * T * n_head * (key + 3 * latent + rope) + copy
    (src/models/deepseek2.cpp)."""
    mla = graph.shape.mla
    if mla is None:
        return 0.0
    kept, per_head, copy = (
        kept_activations(graph) * activation(graph),
        per_token(graph, graph.shape.heads),
        f16_copy(graph),
    )
    if graph.context.flash and per_head * mla.latent + copy > per_head * (mla.key_length + mla.latent):
        return kept + per_head * (mla.key_length + 3 * mla.latent + mla.rope) + copy
    return kept + per_head * (mla.key_length + 2 * mla.latent + 2 * mla.rope) + scores(graph)


def attention(graph: Graph) -> float:
    """Bytes of the largest moment inside attention; 0 where no layer has any (build_attn)."""
    if not any(layer.key for layer in graph.layers):
        return 0.0
    return plain_attention(graph) if graph.shape.mla is None else latent_attention(graph)


def logits(graph: Graph) -> float:
    """The rows that are sampled: 4 * (n_vocab + n_embd, twice from b11434 on and in drafters) * rows; masks are gone
    by then, so this moment stands for itself (server-context.cpp, n_outputs_max)."""
    wide = 2 if graph.rules.activations > 2 or graph.shape.encoder else 1
    return F32 * (graph.shape.vocab + wide * graph.shape.embd) * graph.context.outputs


# ---- parts of a model on the host, worked on by a device


def host_cache(graph: Graph, layout: Layout, first: int, moved: bool) -> float:
    """Bytes of the largest layer whose keys and values lie on the host and are copied to a device (ggml-backend.cpp,
    splits).

    first: number of the graph's first block. moved: blocks on the host are worked on by the first device; else only the
    device's own blocks read such a cache.
    """
    found = 0.0
    for index, layer in enumerate(graph.layers, first):
        on_host = layout.blocks[index] == HOST
        if layer.key and (moved if on_host else not graph.context.offload):
            found = max(found, layer_cache(layer, graph.context, graph.shape.window, layer.value))
    return found


def borrowed_cache(graph: Graph, layout: Layout, first: int, device: int) -> float:
    """Bytes for blocks on a device that read an earlier layer's cache which lies elsewhere: keys and values of the
    largest such layer twice, and without flash attention its scores once more (measured)."""
    found = 0.0
    if not graph.shape.reuses_cache:
        return found
    for index, layer in enumerate(graph.layers, first):
        if layer.key or layer.conv or layer.state or layout.blocks[index] != device:
            continue
        source = _source(graph.layers[: index - first], layer.window)
        if source is not None and layout.blocks[source + first] != device:
            lent = graph.layers[source]
            found = max(found, 2 * layer_cache(lent, graph.context, graph.shape.window, lent.value))
    return found + (scores(graph) if found else 0.0)


def _source(before: Sequence[Layer], window: bool) -> int | None:
    """The last layer with a cache of the same kind."""
    return next((at for at in reversed(range(len(before))) if before[at].key and before[at].window == window), None)


def copied_weights(graph: Graph, matrix: int) -> float:
    """Bytes of a matrix of the host, copied to work on it, beside what it works on: e * a + matrix + 2 * 4 * T * n_ff;
    for experts the outputs of one or two of their matrices, or one and a half where gate and up are one (measured)."""
    shape, unit = graph.shape, activation(graph)
    kept = kept_activations(graph) * unit
    if not shape.experts_used or not shape.ff.expert:
        return kept + matrix + per_token(graph, 2 * shape.ff.dense)
    expert = per_token(graph, shape.experts_used * shape.ff.expert)
    found = kept + matrix + max(2 * expert, expert + shape.experts_used * unit)
    return max(found, kept + 1.5 * matrix) if shape.ff.fused else found


def copied_cache(graph: Graph, cache: float, matrix: int) -> float:
    """Bytes of a cache of the host, copied for attention: e * a + queries + cache + scores; one and a half times where
    the allocator leaves a gap between it and a copied matrix (measured)."""
    plain = graph.context.streams == 1 and not graph.shape.has_window and not graph.shape.gated_query
    gaps = 1.5 if matrix and (plain or graph.shape.reuses_cache) else 1.0
    return kept_activations(graph) * activation(graph) + query(graph) + cache * gaps + scores(graph)


def with_host_parts(graph: Graph, peak: float, matrix: int, cache: float) -> float:
    """Bytes of the largest moment of a device that also works on weights or a cache of the host: peak, copied_weights
    with up to two activations of the cache, or copied_cache (ggml-backend.cpp, splits; measured)."""
    unit, found = activation(graph), peak
    if matrix:
        found = max(peak + min(cache, unit), copied_weights(graph, matrix) + min(cache, 2 * unit))
    return max(found, copied_cache(graph, cache, matrix)) if cache else found
