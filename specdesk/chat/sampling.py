"""How a question is sampled: what the user chose, else what the makers of the model wrote into the file, else our own.

Keys of the file: `general.sampling.*` (llama.cpp, gguf-py/gguf/constants.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from specdesk.records.plan import Sampling

DEFAULT_TEMPERATURE = 0.7

_FIELD_OF_KEY = {
    "temp": "temperature", "top_k": "top_k", "top_p": "top_p", "min_p": "min_p", "penalty_repeat": "repeat_penalty",
}  # fmt: skip
_WHOLE = ("top_k",)


def sampling_for(chosen: Sampling, written: Mapping[str, float]) -> Sampling:
    """What is sent with a question. written: `general.sampling.*` of the model file, keys without that prefix."""
    filled: dict[str, Any] = {"temperature": DEFAULT_TEMPERATURE}
    for key, field in _FIELD_OF_KEY.items():
        if key in written:
            filled[field] = round(written[key]) if field in _WHOLE else written[key]
    filled |= {name: value for name, value in msgspec.structs.asdict(chosen).items() if value is not None}
    return Sampling(**filled)
