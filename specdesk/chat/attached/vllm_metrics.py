"""vLLM's `/metrics` to a Sample.

Names: vllm/v1/metrics and vllm/v1/spec_decode/metrics.py ("vllm:spec_decode_num_drafts_total", ..._draft_tokens_total,
..._accepted_tokens_total, ..._accepted_tokens_per_pos_total{position}); the spec_decode series exist only while
speculation is on. Several engines behind one address (data parallel) are added up.
"""

from __future__ import annotations

from specdesk.chat.metrics import positions, series_of, whole
from specdesk.records.sample import Sample

PREFIX = "vllm:"
PER_POSITION = "spec_decode_num_accepted_tokens_per_pos"
DRAFTS = "spec_decode_num_drafts"


def sample_of_vllm(text: str, t: float) -> Sample | None:
    """The counters at client time `t` (s); None when `text` is not vLLM's. `passes` verified a draft."""
    series = series_of(text, PREFIX)
    tokens = whole(series, "generation_tokens")
    if tokens is None:
        return None
    return Sample(
        t=t,
        tokens=tokens,
        prompt_tokens=whole(series, "prompt_tokens"),
        drafted=whole(series, "spec_decode_num_draft_tokens"),
        accepted=whole(series, "spec_decode_num_accepted_tokens"),
        passes=whole(series, DRAFTS),
        per_position=positions(series, PER_POSITION),
    )


def vllm_speculates(text: str) -> bool | None:
    """Whether speculation is on: its series exist then. None when this is not vLLM's text."""
    series = series_of(text, PREFIX)
    return DRAFTS in series if series else None
