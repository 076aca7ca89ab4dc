"""Layer: what one block of a model keeps in memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layer:
    """One block. key, value: width (elements per token) of its KV cache, 0 where it keeps none.

    window: it sees a sliding window only. conv, state: elements of recurrent state per sequence (llama.cpp's R and S).
    indexer: width of the keys that choose what sparse attention looks at (DSA), in a cache of their own.
    """

    key: int
    value: int
    window: bool = False
    conv: int = 0
    state: int = 0
    indexer: int = 0
