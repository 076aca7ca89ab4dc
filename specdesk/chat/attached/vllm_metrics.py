"""vLLM's `/metrics` to a Sample.

Names: vllm/v1/metrics and vllm/v1/spec_decode/metrics.py ("vllm:spec_decode_num_drafts_total", ..._draft_tokens_total,
..._accepted_tokens_total, ..._accepted_tokens_per_pos_total{position}); the spec_decode series exist only while
speculation is on. Several engines behind one address (data parallel) are added up.
"""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from specdesk.chat.timings import number
from specdesk.records.sample import Sample

PREFIX = "vllm:"
PER_POSITION = "spec_decode_num_accepted_tokens_per_pos"
DRAFTS = "spec_decode_num_drafts"


def sample_of_vllm(text: str, t: float) -> Sample | None:
    """The counters at client time `t` (s); None when `text` is not vLLM's. `passes` verified a draft."""
    series = _series(text)
    tokens = _whole(series, "generation_tokens")
    if tokens is None:
        return None
    return Sample(
        t=t,
        tokens=tokens,
        prompt_tokens=_whole(series, "prompt_tokens"),
        drafted=_whole(series, "spec_decode_num_draft_tokens"),
        accepted=_whole(series, "spec_decode_num_accepted_tokens"),
        passes=_whole(series, DRAFTS),
        per_position=_positions(series),
    )


def vllm_speculates(text: str) -> bool | None:
    """Whether speculation is on: its series exist then. None when this is not vLLM's text."""
    series = _series(text)
    return DRAFTS in series if series else None


_Series = dict[str, dict[int | None, float]]


def _series(text: str) -> _Series:
    """Name without prefix and `_total` -> position (None where it has none) -> sum over all engines."""
    found: _Series = {}
    try:
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if not sample.name.startswith(PREFIX) or number(sample.value) is None:
                    continue
                position = sample.labels.get("position")
                if position is not None and not position.isdecimal():
                    continue
                values = found.setdefault(sample.name.removeprefix(PREFIX).removesuffix("_total"), {})
                key = None if position is None else int(position)
                values[key] = values.get(key, 0.0) + float(sample.value)
    except (ValueError, IndexError, KeyError, OverflowError):  # what the parser raises on text of another kind
        return {}
    return found


def _whole(series: _Series, name: str) -> int | None:
    value = series.get(name, {}).get(None)
    return None if value is None else round(value)


def _positions(series: _Series) -> tuple[int, ...] | None:
    values = series.get(PER_POSITION, {})
    counts: list[int] = []
    while (value := values.get(len(counts))) is not None:
        counts.append(round(value))
    return tuple(counts) or None
