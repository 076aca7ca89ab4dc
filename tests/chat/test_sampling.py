"""Sampling of a question: the user first, then the model file, then the program."""

from __future__ import annotations

import pytest

from specdesk.chat.sampling import sampling_for
from specdesk.records.plan import Sampling

GEMMA = {"temp": 1.0, "top_k": 64.0, "top_p": 0.95, "xtc_probability": 0.5}


@pytest.mark.parametrize(
    ("chosen", "written", "sent"),
    [
        (Sampling(), {}, Sampling(temperature=0.7)),
        (Sampling(), GEMMA, Sampling(temperature=1.0, top_k=64, top_p=0.95)),
        (Sampling(temperature=0.0), GEMMA, Sampling(temperature=0.0, top_k=64, top_p=0.95)),
        (Sampling(top_p=0.5, seed=3), {"top_p": 0.9}, Sampling(temperature=0.7, top_p=0.5, seed=3)),
        (Sampling(), {"penalty_repeat": 1.1, "min_p": 0.05},
         Sampling(temperature=0.7, repeat_penalty=1.1, min_p=0.05)),
    ],
)  # fmt: skip
def test_sampling_for(chosen: Sampling, written: dict[str, float], sent: Sampling) -> None:
    assert sampling_for(chosen, written) == sent
    assert sampling_for(chosen, written).top_k is None or isinstance(sampling_for(chosen, written).top_k, int)
