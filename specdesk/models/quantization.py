"""The name of a file's quantisation, as people write it ("Q4_K_M")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from specdesk.models.header import Header, TensorInfo

# enum llama_ftype of include/llama.h
FILE_TYPES: Final = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
    12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS",
    20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M",
    28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4_MOE",
    39: "NVFP4", 40: "Q1_0",
}  # fmt: skip
_GUESSED: Final = 1024
# where the name of a mixture is not its main type
_MAIN_TYPES: Final = {
    "IQ3_XS": ("iq3_xxs", "iq3_s"),
    "IQ3_M": ("iq3_s",),
    "IQ2_M": ("iq2_s", "iq2_xs"),
    "MXFP4_MOE": ("mxfp4",),
}
# what llama-quant.cpp takes where a row is no multiple of 256
_FALLBACK: Final = {"q4_K": "q5_0", "q5_K": "q5_1", "q6_K": "q8_0", "tq1_0": "q4_0", "tq2_0": "q4_0"}
_ENOUGH: Final = 0.1


def _shares(tensors: Iterable[TensorInfo]) -> dict[str, float]:
    """Share of the values of all matrices, per type name."""
    counts: dict[str, int] = {}
    for tensor in tensors:
        if len(tensor.dims) > 1:
            counts[tensor.type_name] = counts.get(tensor.type_name, 0) + tensor.elements
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items()} if total else {}


def _expected(label: str) -> tuple[str, ...]:
    base = label.removesuffix("_S").removesuffix("_M").removesuffix("_L") if "_K_" in label else label
    lower = base.lower()
    main = _MAIN_TYPES.get(label, (lower[:-1] + "K" if lower.endswith("_k") else lower,))
    return main + tuple(_FALLBACK.get(name, "iq4_nl") for name in main if name.startswith(("q", "iq", "tq")))


def quantization(header: Header, tensors: Iterable[TensorInfo]) -> str | None:
    """The label by `general.file_type` where the tensors agree with it, else the type of most values.

    None for a file without matrices, or one whose main type this program does not know. Converters leave file_type at
    its old value surprisingly often; K-quants of narrow models consist of fallback types and keep their name.
    """
    shares = _shares(tensors)
    if not shares:
        return None
    file_type = header.integer("general.file_type")
    label = FILE_TYPES.get(file_type % _GUESSED) if file_type is not None and file_type >= 0 else None
    if label and sum(shares.get(name, 0.0) for name in _expected(label)) >= _ENOUGH:
        return label
    main = max(shares, key=lambda name: shares[name])
    return None if main.startswith("type ") else main.upper()
