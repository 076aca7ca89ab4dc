"""Each term of a compute buffer by itself: the numbers of a small graph in, bytes out, worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from specdesk.memory import compute, compute_terms
from specdesk.memory.cache import settle, with_cache
from specdesk.memory.compute_terms import Graph, Rules
from specdesk.memory.layout import HOST, Layout
from specdesk.memory.shape import Layer, Mla, ModelShape, read_shape
from specdesk.memory.weights import FeedForward
from specdesk.models.header import Header

T, CELLS, EMBD, HEADS, SIZE = 512, 1024, 256, 4, 64
A = 4 * EMBD * T
Q = 4 * HEADS * SIZE * T
Term = Callable[..., float]


def shape(name: str = "llama", ff: FeedForward = FeedForward(768), **own: Any) -> ModelShape:  # noqa: B008
    keys = {"block_count": 4, "embedding_length": EMBD, "attention.head_count": HEADS, "attention.head_count_kv": 2,
            "attention.key_length": SIZE, "attention.value_length": SIZE, "vocab_size": 1000}  # fmt: skip
    metadata: dict[str, Any] = {"general.architecture": name, **{f"{name}.{key}": value for key, value in keys.items()}}
    return replace(read_shape([Header("", 0, 3, metadata, (), 0)]), ff=ff, **own)


def graph(
    model: ModelShape | None = None, *, flash: bool = True, kind: str = "f16", rules: Rules = Rules(), **more: Any  # noqa: B008
) -> Graph:  # fmt: skip
    model = model or shape()
    context = replace(with_cache(settle(CELLS, 1, True, 2048, T, 1), kind, kind), flash=flash)
    return Graph(model, model.layers, context, rules, **more)


OLDER = Rules(activations=2)
MOE = {"ff": FeedForward(0, expert=128), "experts_used": 2}
HALF = Layout(blocks=(HOST, HOST, 0, 0), output=0, weights=(0,), host=0, host_matrix=5000, overridden=False)
WHOLE = Layout(blocks=(0, 0, 0, 0), output=0, weights=(0,), host=0, host_matrix=0, overridden=False)
LAYER = CELLS * (2 * 128 + 2 * 128)
"""Keys and values of one layer: two heads of 64 each, f16."""


@pytest.mark.parametrize(
    ("term", "given", "bytes_"),
    [
        (compute_terms.activation, graph(), A),
        (compute_terms.query, graph(), Q),
        (compute_terms.kept_activations, graph(), 4),
        (compute_terms.kept_activations, graph(rules=OLDER), 3),
        (compute_terms.kept_activations, graph(rules=OLDER, pipelined=True), 2),
        (compute_terms.kept_activations, graph(shape("phi3"), rules=OLDER), 2),
        (compute_terms.masks, graph(), 2 * CELLS * T),
        (compute_terms.masks, graph(flash=False), 4 * CELLS * T + 8 * T * 128),
        (compute_terms.value_rows, graph(), 0),
        (compute_terms.f16_copy, graph(), 0),
        (compute_terms.f16_copy, graph(kind="q8_0"), 2 * CELLS * 256),
        (compute_terms.f16_copy, graph(kind="q8_0", rules=Rules(scratch=False)), 0),
        (compute_terms.scores, graph(), 0),
        (compute_terms.scores, graph(flash=False), 4 * HEADS * CELLS * T),
        (compute_terms.dense_feed_forward, graph(), 4 * A + 3 * 4 * T * 768),
        (compute_terms.dense_feed_forward, graph(shape(ff=FeedForward(768, gated=False))), 4 * A + 2 * 4 * T * 768),
        (compute_terms.dense_feed_forward, graph(shape("cohere2")), 5 * A + 3 * 4 * T * 768),
        (compute_terms.dense_feed_forward, graph(shape(**MOE)), 0),
        (compute_terms.shared_expert, graph(shape(ff=FeedForward(0, shared=64))), 4 * A + 3 * 4 * T * 64),
        (compute_terms.inside_experts, graph(shape(**MOE)), 4 * A + 3 * 4 * T * 2 * 128),
        (compute_terms.inside_experts, graph(), 0),
        (compute_terms.sum_of_experts, graph(shape(**MOE)), (5 + 2 * 2) * A),
        (compute_terms.sum_of_experts, graph(shape("gemma4", **MOE)), (2 + 2 * 2) * A),
        (compute_terms.recurrent_step, graph(shape(state_width=100)), 4 * A + 3.25 * 4 * T * 100),
        (compute_terms.plain_attention, graph(), 4 * A + Q),
        (compute_terms.plain_attention, graph(shape(head_size=128)), 4 * A + 2 * 2 * Q),
        (compute_terms.plain_attention, graph(shape(gated_query=True)), 4 * A + 4 * Q),
        (compute_terms.plain_attention, graph(flash=False), 4 * A + Q + 4 * HEADS * CELLS * T),
        (compute_terms.attention, graph(shape(layers=(Layer(0, 0, conv=3),))), 0),
        (compute_terms.logits, graph(), 4 * (1000 + 2 * EMBD)),
        (compute_terms.logits, graph(rules=OLDER), 4 * (1000 + EMBD)),
    ],
)  # fmt: skip
def test_a_term(term: Term, given: Graph, bytes_: float) -> None:
    assert term(given) == bytes_


def test_latent_attention() -> None:
    """Two ways, by what is larger: keys, or latent values with the f16 copy of a quantized cache."""
    model = shape("deepseek2", mla=Mla(192, 64, 16))
    head = 4 * T * HEADS
    assert compute_terms.latent_attention(graph(model)) == 4 * A + head * (192 + 2 * 64 + 2 * 16)
    copied = graph(model, kind="q8_0", flash=True)
    copy = compute_terms.f16_copy(copied)
    assert copy == 2 * CELLS * 256
    assert compute_terms.latent_attention(copied) == 4 * A + head * (192 + 2 * 64 + 2 * 16)
    wide = graph(shape("deepseek2", mla=Mla(8, 64, 16)), kind="q8_0")
    assert compute_terms.latent_attention(wide) == 4 * A + head * (8 + 3 * 64 + 16) + copy
    assert compute_terms.latent_attention(graph()) == 0


@pytest.mark.parametrize(
    ("given", "layout", "moved", "bytes_"),
    [
        (graph(), HALF, True, LAYER),
        (graph(), HALF, False, 0),
        (graph(), WHOLE, True, 0),
        (replace(graph(), context=replace(graph().context, offload=False)), WHOLE, True, LAYER),
        (replace(graph(), context=replace(graph().context, offload=False)), HALF, False, LAYER),
    ],
)
def test_a_cache_on_the_host(given: Graph, layout: Layout, moved: bool, bytes_: float) -> None:
    """Copied where the device works on it: host blocks only where such work is moved, its own blocks with -nkvo."""
    assert compute_terms.host_cache(given, layout, 0, moved) == bytes_


def test_a_borrowed_cache() -> None:
    own, none = Layer(128, 128), Layer(0, 0)
    model = shape("gemma4", layers=(own, own, none, none))
    assert compute_terms.borrowed_cache(graph(model), HALF, 0, 0) == 2 * LAYER
    assert compute_terms.borrowed_cache(graph(model, flash=False), HALF, 0, 0) == 2 * LAYER + 4 * HEADS * CELLS * T
    assert compute_terms.borrowed_cache(graph(model), WHOLE, 0, 0) == 0
    assert compute_terms.borrowed_cache(graph(), HALF, 0, 0) == 0
    apart = replace(WHOLE, blocks=(0, 0, 1, 1), output=1)
    assert compute_terms.borrowed_cache(graph(model), apart, 0, 1) == 2 * LAYER
    assert compute_terms.borrowed_cache(graph(model), apart, 0, 0) == 0


def test_weights_and_caches_that_are_copied() -> None:
    assert compute_terms.copied_weights(graph(), 5000) == 4 * A + 5000 + 2 * 4 * T * 768
    assert compute_terms.copied_weights(graph(shape(**MOE)), 5000) == 4 * A + 5000 + 2 * 4 * T * 2 * 128 + 2 * A - (
        4 * T * 2 * 128
    )
    fused = shape(**{**MOE, "ff": FeedForward(0, expert=128, fused=True)})
    assert compute_terms.copied_weights(graph(fused), 10_000_000) == 4 * A + 15_000_000
    assert compute_terms.copied_cache(graph(), 1000, 0) == 4 * A + Q + 1000
    assert compute_terms.copied_cache(graph(), 1000, 5000) == 4 * A + Q + 1500
    assert compute_terms.with_host_parts(graph(), 7.0, 0, 0) == 7.0
    assert compute_terms.with_host_parts(graph(), 7.0, 5000, 0) == compute_terms.copied_weights(graph(), 5000)


def test_a_pipeline_keeps_four_copies_of_its_inputs() -> None:
    peak = compute_terms.dense_feed_forward(graph())
    first, second = compute.pipeline(graph(), 2)[0]
    assert first == 4 * 2 * CELLS * T + peak + 12 * A
    assert second == 4 * 2 * CELLS * T + peak + 7 * A
    assert compute.pipeline(graph(), 2)[1] == 4 * 2 * CELLS * T + 10 * A
    assert compute.is_pipelined(WHOLE, graph().context, 2)
    assert not compute.is_pipelined(HALF, graph().context, 2)
    assert not compute.is_pipelined(WHOLE, graph().context, 1)


def test_the_host_works_on_a_quantized_cache_as_it_is() -> None:
    given = graph(kind="q8_0")
    assert compute.on_host(given, WHOLE, moved=False) == 2 * CELLS * T + 4 * A
    whole = compute.on_host(given, HALF, moved=False)
    assert whole == 2 * CELLS * T + compute_terms.dense_feed_forward(given) + A
    older = graph(kind="q8_0", rules=OLDER)
    assert compute.on_host(older, HALF, moved=False) == 2 * CELLS * T + compute_terms.dense_feed_forward(older)
    assert compute.on_host(given, HALF, moved=True) == 2 * CELLS * T + 4 * A
