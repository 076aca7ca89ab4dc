"""Layer: what one block of a model keeps in memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layer:
    """One block. key, value: width (elements per token) of its KV cache, 0 where it keeps none.

    window: it sees a sliding window only. conv, state: elements of recurrent state per sequence (llama.cpp's R and S).
    """

    key: int
    value: int
    window: bool = False
    conv: int = 0
    state: int = 0
