"""Chunks of an OpenAI-compatible answer: text, usage, and what vLLM and LM Studio add to it.

vLLM: `usage` in every chunk with `continuous_usage_stats`, `metrics.speculative_decoding` in the last one where the
server was started with --per-request-spec-decode-metrics (docs/features/speculative_decoding/acceptance_metrics.md).
LM Studio: `stats` in the last chunk of /api/v0 (docs of the REST API v0; `draft_model` since 0.3.10).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from specdesk.chat.attached.arrivals import OwnClock
from specdesk.chat.timings import Delta, count, delta_of, number
from specdesk.records.sample import Sample


class OpenAiReader:
    """Reads one answer. bursts: whether tokens per pass may be estimated from arrivals.

    A server that sends llama.cpp's `timings` after all (llamafile, LocalAI and others) is taken at its word.
    """

    def __init__(self, *, bursts: bool) -> None:
        self.reports_drafts = False
        self._clock = OwnClock(bursts=bursts)
        self._counts = True
        self._told: Sample | None = None

    def read(self, chunk: Mapping[str, Any], t: float) -> Delta:
        """The next chunk, arrived at `t` (s, monotonic)."""
        delta = delta_of(chunk, t, reports_drafts=self.reports_drafts)
        delta = _with_reasoning(delta, chunk)
        if delta.sample is not None:
            self._told = delta.sample
            return delta
        tokens = _completion_tokens(chunk)
        if delta.text or delta.reasoning:
            self._clock.arrived(t, tokens if self._counts else None)
            self._counts = self._counts and tokens is not None
        if _is_last(chunk, delta):
            return msgspec.structs.replace(delta, sample=self._last(chunk, t, tokens))
        told = self._told is None and bool(delta.text or delta.reasoning)
        return msgspec.structs.replace(delta, sample=self._clock.now(t)) if told else delta

    def _last(self, chunk: Mapping[str, Any], t: float, tokens: int | None) -> Sample | None:
        """The figures at the end: the engine's where it has them."""
        sample = self._clock.at_end(t, tokens)
        usage = chunk.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        details = usage.get("prompt_tokens_details")
        if sample is not None:
            sample = msgspec.structs.replace(
                sample,
                prompt_tokens=count(usage.get("prompt_tokens")),
                cached_tokens=count(details.get("cached_tokens")) if isinstance(details, dict) else None,
            )
            sample = _with_speculation(sample, chunk.get("metrics"))
            sample = _with_stats(sample, chunk.get("stats"))
        return sample


def _completion_tokens(chunk: Mapping[str, Any]) -> int | None:
    usage = chunk.get("usage")
    return count(usage.get("completion_tokens")) if isinstance(usage, dict) else None


def _is_last(chunk: Mapping[str, Any], delta: Delta) -> bool:
    """A chunk that ends the answer, or the usage chunk behind it."""
    if delta.finish_reason is not None:
        return True
    return isinstance(chunk.get("usage"), dict) and not chunk.get("choices")


def _with_reasoning(delta: Delta, chunk: Mapping[str, Any]) -> Delta:
    """Newer vLLM calls it `reasoning` instead of `reasoning_content`."""
    choices = chunk.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    part = first.get("delta") or first.get("message")
    text = part.get("reasoning") if isinstance(part, dict) and not delta.reasoning else None
    return msgspec.structs.replace(delta, reasoning=text) if isinstance(text, str) else delta


def _with_speculation(sample: Sample, metrics: object) -> Sample:
    """vLLM's own figures of this request. per_position: from how many steps kept exactly j guesses."""
    told = metrics.get("speculative_decoding") if isinstance(metrics, dict) else None
    if not isinstance(told, dict):
        return sample
    drafted, accepted = count(told.get("num_draft_tokens")), count(told.get("num_accepted_draft_tokens"))
    steps, histogram = count(told.get("num_spec_steps")), told.get("acceptance_histogram")
    if drafted is None or accepted is None:
        return sample
    counts = [count(entry) for entry in histogram] if isinstance(histogram, list) else []
    kept = [entry for entry in counts if entry is not None]
    positions = tuple(sum(kept[place:]) for place in range(1, len(kept))) if len(kept) == len(counts) else ()
    return _own_figures(sample, drafted, accepted, steps or None, positions or None)


def _with_stats(sample: Sample, stats: object) -> Sample:
    """LM Studio's own figures of this request; `generation_time` in s."""
    if not isinstance(stats, dict):
        return sample
    seconds, rate = number(stats.get("generation_time")), number(stats.get("tokens_per_second"))
    if rate is not None:
        sample = msgspec.structs.replace(
            sample,
            rate=rate,
            decode_ms=None if seconds is None else seconds * 1000,
            estimated=tuple(name for name in sample.estimated if name not in ("rate", "decode_ms")),
        )
    drafted, accepted = count(stats.get("total_draft_tokens_count")), count(stats.get("accepted_draft_tokens_count"))
    if drafted is None or accepted is None:
        return sample
    return _own_figures(sample, drafted, accepted, None, None)


def _own_figures(
    sample: Sample, drafted: int, accepted: int, passes: int | None, positions: tuple[int, ...] | None
) -> Sample:
    derived = passes is None and sample.tokens > 1
    return msgspec.structs.replace(
        sample,
        drafted=drafted,
        accepted=accepted,
        passes=max(1, sample.tokens - 1 - accepted) if derived else passes,
        passes_derived=derived,
        per_position=positions,
        estimated=tuple(name for name in sample.estimated if name != "passes"),
    )
