"""Doubts: where the keys of a header and its tensor table contradict each other, and the larger of both.

A header that lies must never make a model look small. What the tensor table shows to be larger than the keys say is
taken from the table; what neither tells is bounded from above. Each doubt is a sentence, and makes a fit an upper
bound.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from specdesk.language import translate
from specdesk.memory import architectures as arch
from specdesk.memory.layers import Layer
from specdesk.models.header import Header, TensorInfo

_INDEXER: Final = re.compile(r"blk\.(\d{1,4})\.indexer\.attn_k\.weight$")
_BLOCK: Final = re.compile(r"blk\.(\d{1,4})\.(\w+)\.weight$")


@dataclass(frozen=True, slots=True)
class Table:
    """What a tensor table says. blocks: how many it has. keys, values, joined: block -> columns of `attn_k`, `attn_v`,
    and of `attn_qkv`, where queries are among them. width: rows of the token embedding, experts: how many there are.
    indexers: block -> columns of `indexer.attn_k`."""

    blocks: int
    keys: dict[int, int]
    values: dict[int, int]
    joined: dict[int, int]
    width: int
    experts: int
    indexers: dict[int, int]


def read_table(headers: Sequence[Header]) -> Table:
    """Of all files of a model."""
    keys: dict[int, int] = {}
    values: dict[int, int] = {}
    joined: dict[int, int] = {}
    indexers: dict[int, int] = {}
    where = {"attn_k": keys, "attn_v": values, "attn_qkv": joined}
    blocks = experts = width = 0
    for tensor in _tensors(headers):
        if tensor.name == "token_embd.weight" and tensor.dims:
            width = tensor.dims[0]
        indexer = _INDEXER.match(tensor.name)
        if indexer is not None and len(tensor.dims) > 1:
            indexers[int(indexer[1])] = tensor.dims[1]
        found = _BLOCK.match(tensor.name)
        if found is None:
            continue
        block = int(found[1])
        blocks = max(blocks, block + 1)
        if found[2] in where and len(tensor.dims) > 1:
            where[found[2]][block] = tensor.dims[1]
        elif found[2].endswith("_exps") and len(tensor.dims) > 2:
            experts = max(experts, tensor.dims[2])
    return Table(blocks, keys, values, joined, width, experts, indexers)


def _tensors(headers: Sequence[Header]) -> Iterable[TensorInfo]:
    return (tensor for header in headers for tensor in header.tensors)


def larger_layers(
    layers: Sequence[Layer], table: Table, skipped: Collection[int], most: int, latent: bool
) -> tuple[list[Layer], tuple[str, ...]]:
    """(the attention of each layer, at least as wide as its tensors; sentences). skipped: layers whose tensors of that
    name mean something else. most: widest that is believed. latent: keys and values are one compressed row (MLA), which
    has no value part."""
    found = list(layers)
    for index, layer in enumerate(layers):
        key, value = table.keys.get(index, 0), table.values.get(index, 0)
        if index not in skipped and (key > layer.key or (value > layer.value and not latent)):
            found[index] = replace(layer, key=_bounded(max(key, layer.key), most), value=max(value, layer.value))
    if found == list(layers):
        return found, ()
    return found, (translate("Memory", "Its attention is wider than its header says."),)


def never_nothing(name: str, layers: Sequence[Layer], table: Table, embd: int) -> tuple[list[Layer], tuple[str, ...]]:
    """(the layers, but with attention where there must be some; sentences). embd: width of the model."""
    found = [
        replace(layer, key=min(table.joined[index], embd), value=min(table.joined[index], embd))
        if index in table.joined and not (layer.key or layer.conv or layer.state)
        else layer
        for index, layer in enumerate(layers)
    ]
    if found != list(layers):
        return found, (translate("Memory", "Its header names no attention heads, but it has attention."),)
    if any(layer.key or layer.conv or layer.state for layer in layers) or name in arch.SHARES_CACHE:
        return found, ()
    return (
        [replace(layer, key=embd, value=embd) for layer in layers],
        (translate("Memory", "Its header names no attention heads; as many as its width allows are assumed."),),
    )


def with_indexers(layers: Sequence[Layer], table: Table, most: int) -> list[Layer]:
    """The layers with the keys of their indexers, where sparse attention has one (DSA); most: widest that is
    believed."""
    return [
        replace(layer, indexer=_bounded(table.indexers[index], most)) if index in table.indexers else layer
        for index, layer in enumerate(layers)
    ]


def _bounded(width: int, most: int) -> int:
    return min(width, most)


def more_blocks(count: int, table: Table, most: int) -> tuple[int, tuple[str, ...]]:
    """(number of blocks, sentences): those of the table where it has more than the header says."""
    if table.blocks <= count:
        return count, ()
    said = translate("Memory", "It has {true} layers, not {told} as its header says.")
    return min(table.blocks, most), (said.format(true=table.blocks, told=count),)


def wider(embd: int, table: Table, most: int) -> tuple[int, tuple[str, ...]]:
    """(embedding width, sentences)."""
    if table.width <= embd or table.width > most:
        return embd, ()
    said = translate("Memory", "Its embedding is {true} wide, not {told} as its header says.")
    return table.width, (said.format(true=table.width, told=embd),)


def more_experts(used: int, table: Table) -> tuple[int, tuple[str, ...]]:
    """(experts used per token, sentences): all of them where the header does not say how many."""
    if used or not table.experts:
        return used, ()
    said = translate("Memory", "Its header does not say how many experts work at once; all of them are assumed.")
    return table.experts, (said,)
