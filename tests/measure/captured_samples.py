"""Samples of recorded streams of real engines, as the engine's `timings` told them."""

from __future__ import annotations

import json
from pathlib import Path

from specdesk.records.sample import Sample

CAPTURES = Path(__file__).parents[1] / "captures" / "http"


def captured(name: str) -> list[Sample]:
    """All samples of `http/<name>.chat.sse`; the client's clock is made up: one decode ms after another."""
    samples = []
    for line in (CAPTURES / f"{name}.chat.sse").read_text().splitlines():
        if not line.startswith("data: {"):
            continue
        timings = json.loads(line.removeprefix("data: ")).get("timings")
        if timings:
            samples.append(
                Sample(
                    t=100.0 + timings["predicted_ms"] / 1000.0,
                    tokens=timings["predicted_n"],
                    decode_ms=timings["predicted_ms"],
                    drafted=timings.get("draft_n"),
                    accepted=timings.get("draft_n_accepted"),
                )
            )
    return samples
