"""Every term says its unit and its source; those of weights, places and caches by hand, one line each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from test_compute_terms import HALF, T, graph, shape

from specdesk.memory import cache, compute, compute_terms, layout, projector, weights
from specdesk.memory.cache import Context, settle, with_cache
from specdesk.memory.layers import Layer
from specdesk.memory.layout import HOST, Layout, Split, blocks_of
from specdesk.memory.shape import Mla
from specdesk.models.header import TensorInfo
from specdesk.models.tensor_types import TENSOR_TYPES

UNIT = re.compile(r"\b(bytes|tokens|activations?|cells|f32 values|unit of both|numbers of devices)\b|: \d \* ", re.I)
SOURCE = re.compile(r"\b\w[\w-]*\.(?:cpp|cuh|cu|c|h)\b|measured|\b(?:build|ggml|mtmd|set|sched)_\w+|--[a-z-]+")
NOT_TERMS = {"with_cache", "read_weights", "read_picture", "projector_of", "has_kernel", "unclear_patterns"}
"""Public functions that read or choose, and add nothing up."""

ROOMS = (cache, layout, compute_terms, compute, projector)
PRIVATE = (weights._aligned, weights._padded, layout._add_tied, compute._without_forward, compute._with_output)


def terms() -> Iterator[Callable[..., Any]]:
    for room in ROOMS:
        for name, found in vars(room).items():
            public = inspect.isfunction(found) and found.__module__ == room.__name__ and not name.startswith("_")
            if public and name not in NOT_TERMS:
                yield found
    yield from PRIVATE
    yield Context.window_cells


TERMS = tuple(terms())


@pytest.mark.parametrize("term", TERMS, ids=[f"{one.__module__.rpartition('.')[2]}.{one.__name__}" for one in TERMS])
def test_a_term_says_its_unit_and_its_source(term: Callable[..., Any]) -> None:
    said = " ".join((inspect.getdoc(term) or "").split())
    assert UNIT.search(said), f"no unit: {said}"
    assert SOURCE.search(said), f"no source: {said}"


def test_there_are_terms() -> None:
    assert len(TERMS) > 50


def tensor(kind: str, *dims: int) -> tuple[TensorInfo, int]:
    number, found = next((n, one) for n, one in TENSOR_TYPES.items() if one.name.casefold() == kind)
    count = 1
    for dim in dims:
        count *= dim
    size = count // found.block * found.block_bytes
    return TensorInfo("blk.0.attn_q.weight", number, dims, 0, size), size


def context(tokens: int, slots: int = 1, unified: bool = True, kind: str = "f16", **more: Any) -> Context:
    made = with_cache(settle(tokens, slots, unified, 2048, 512), kind, kind)
    return Context(**{**{name: getattr(made, name) for name in Context.__slots__}, **more})


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (cache.pad(1, 256), 256),
        (cache.pad(512, 256), 512),
        (cache.row("f16", 128), 256),
        (cache.row("q8_0", 64), 68),
        (cache.row("q4_0", 64), 36),
        (settle(6000, 1, True).cells, 6144),
        (settle(6000, 4, False).cells, 1536),
        (settle(6000, 4, False).tokens, 6144),
        (settle(100, 4, False).graph, 512),
        (settle(8192, 3, True, ubatch=512).graph, 513),
        (settle(8192, 1, True, outputs=4).outputs, 4),
        (settle(8192, 1, True).outputs, 512),
        (context(8192).window_cells(1024), 1536),
        (context(8192, slots=4).window_cells(1024), 4608),
        (context(8192, slots=4, unified=False).window_cells(1024), 1536),
        (context(8192, swa_full=True).window_cells(1024), 8192),
        (cache.layer_cache(Layer(128, 64), context(1024), 0, 64), 1024 * (256 + 128)),
        (cache.layer_cache(Layer(128, 64), context(1024, kind="q8_0"), 0, 64), 1024 * (136 + 68)),
        (cache.layer_cache(Layer(128, 128, window=True), context(8192), 1024, 128), 1536 * 512),
        (cache.layer_state(Layer(0, 0, conv=100, state=1000), context(1024, slots=2)), 2 * 4 * 1100),
        (cache.layer_state(Layer(0, 0, conv=100, state=1000), context(1024, slots=2, copies=3)), 4 * 2 * 4 * 1100),
        (weights._aligned(129), 256),
        (weights._padded(*tensor("q8_0", 512, 2)), 1152),
        (weights._padded(*tensor("q8_0", 960, 10)), 10240 + 128),
        (weights._padded(*tensor("f16", 960, 10)), 19200),
    ],
)  # fmt: skip
def test_a_term_of_weights_and_caches(found: float, expected: float) -> None:
    assert found == expected


@pytest.mark.parametrize(
    ("split", "blocks", "output"),
    [
        (Split(("A",), (1.0,)), (0, 0, 0, 0), 0),
        (Split(("A",), (1.0,), gpu_layers=0), (HOST,) * 4, HOST),
        (Split(("A",), (1.0,), gpu_layers=3), (HOST, HOST, 0, 0), 0),
        (Split(("A",), (1.0,), gpu_layers=3, output_first=False), (HOST, 0, 0, 0), HOST),
        (Split(("A",), (1.0,), gpu_layers=99, output_first=False), (0, 0, 0, 0), 0),
        (Split(("A", "B"), (1.0, 1.0)), (0, 0, 0, 1), 1),
        (Split(("A", "B"), (3.0, 1.0)), (0, 0, 0, 0), 1),
        (Split(("A", "B"), (0.0, 1.0)), (1, 1, 1, 1), 1),
        (Split(("A", "B"), (1.0, 1.0), rows=True, main=1), (1, 1, 1, 1), 1),
        (Split((), ()), (HOST,) * 4, HOST),
    ],
)  # fmt: skip
def test_where_blocks_go(split: Split, blocks: tuple[int, ...], output: int) -> None:
    assert blocks_of(4, split) == (blocks, output)


OLDER = compute_terms.Rules(activations=2)
A, Q = 4 * 256 * T, 4 * 4 * 64 * T
MASK = 2 * 1024 * T
SPLIT = Layout((0,) * 4, 0, (0,), 0, 5000, True, frozenset(range(4)), frozenset(range(4)))
"""All blocks on the device, all their feed-forward matrices on the host."""

PARTLY = Layout((0,) * 4, 0, (0,), 0, 5000, True, frozenset(range(4)))
HEADS = Layout((0,) * 4, 0, (0,), 0, 5000, True, heads_on_host=True)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (compute_terms.recurrent_step(graph(shape(state_width=100, layers=(Layer(0, 0, conv=3, state=7),)))),
         4 * A + 3.25 * 4 * T * 100 + 2 * 4 * 7),
        (compute_terms.inside_experts(graph(shape("llama4", ff=weights.FeedForward(0, expert=128), experts_used=2))),
         6 * A + 3 * 4 * T * 2 * 128),
        (compute_terms.heads_output(graph()), Q),
        (compute_terms.heads_output(graph(shape("deepseek2", mla=Mla(192, 64, 16)))), 4 * T * 4 * (192 - 16)),
        (compute_terms.mask(graph(), 256), 256 * T * 2),
        (compute_terms.cells_of(graph(), Layer(1, 1)), 1024),
        (compute_terms.per_token(graph(), 3), 4 * 3 * T),
        (compute_terms.feed_forward(graph()), 4 * A + 3 * 4 * T * 768),
        (compute.on_host(graph(), SPLIT, moved=False), MASK + 4 * A + 3 * 4 * T * 768 + A),
        (compute.on_host(graph(flash=False), SPLIT, moved=False),
         2 * MASK + 8 * T * 128 + 4 * A + 3 * 4 * T * 768 + A),
        (compute.on_host(graph(), HEADS, moved=False), MASK + 4 * A + Q),
        (compute.on_host(graph(), HALF, moved=True), MASK + 4 * A),
        (compute._without_forward(graph(), bare=True), 4 * A + Q),
        (compute._without_forward(graph(shape(ff=weights.FeedForward(9000))), bare=False), 2 * A + 4 * T * 9000),
        (compute._with_output(graph(), 0.0), A + compute_terms.logits(graph())),
        (compute._with_output(graph(), 5.0), MASK + 4 * A),
    ],
)  # fmt: skip
def test_a_term_of_parts_placed_by_hand(found: float, expected: float) -> None:
    """Where only the feed-forward part works on the host, no scores of attention are written out there."""
    assert found == expected


def test_a_device_whose_feed_forward_parts_lie_on_the_host() -> None:
    """It needs no room for them, unless large batches copy them there."""
    given = graph()
    blocks = range(4)
    own, _ = compute.compute_buffers(
        given.shape, blocks, SPLIT, given.context, 1, compute_terms.Rules(op_offload=False)
    )
    assert own == [MASK + 4 * A + Q]
    left, _ = compute.compute_buffers(
        given.shape, blocks, PARTLY, given.context, 1, compute_terms.Rules(op_offload=False)
    )
    assert left == [MASK + max(4 * A + Q, 2 * A + 4 * T * 768)]
    moved, _ = compute.compute_buffers(given.shape, blocks, SPLIT, given.context, 1, compute_terms.Rules())
    assert moved == [MASK + 4 * A + 3 * 4 * T * 768]


@pytest.mark.parametrize(
    ("name", "where"), [("CUDA0", 0), ("CUDA1", 1), ("RPC0[10.0.0.2:50052]", 2), ("CPU", HOST), ("CUDA_Host", HOST)]
)
def test_names_of_buffers(name: str, where: int) -> None:
    assert layout._buffer_of(name, ("CUDA0", "CUDA1", "RPC0")) == where
