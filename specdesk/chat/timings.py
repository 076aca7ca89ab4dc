"""One chunk of a chat answer, as parsed JSON, to a typed Delta; the engine's `timings` to a Sample.

Reads llama-server from late 2024 on. Fields that are missing, `null` or of another type mean "not told", never 0.
Where the same figure is sent by several chunks, the last one that has it counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from specdesk.records.sample import Sample

MOST = 2**53
"""Larger figures are no figures: nothing that is counted or timed here gets there, and a float would round them."""


class PromptProgress(msgspec.Struct, frozen=True, kw_only=True):
    """Prompt work so far, tokens: `processed` of `total`, of which `cached` were reused; `ms` spent."""

    total: int
    processed: int
    cached: int | None = None
    ms: float | None = None


class Delta(msgspec.Struct, frozen=True, kw_only=True):
    """What one chunk adds. t: arrival, s, monotonic. finish_reason: "stop", "length", ... on the last content chunk."""

    t: float
    text: str = ""
    reasoning: str = ""
    finish_reason: str | None = None
    sample: Sample | None = None
    progress: PromptProgress | None = None


def delta_of(chunk: Mapping[str, Any], t: float, *, reports_drafts: bool = False) -> Delta:
    """A streamed chunk, or a whole answer that was not streamed (`message` in place of `delta`).

    A chunk that reports prompt work gives no sample: its timings are still those of the slot's answer before (b10068).
    """
    choices = chunk.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    part = choice.get("delta")
    if not isinstance(part, dict):
        part = choice.get("message")
    if not isinstance(part, dict):
        part = {}
    progress = _progress(chunk.get("prompt_progress"))
    timings = chunk.get("timings") if progress is None else None
    return Delta(
        t=t,
        text=_text(part.get("content")),
        reasoning=_text(part.get("reasoning_content")),
        finish_reason=_text(choice.get("finish_reason")) or None,
        sample=sample_of(timings, t, reports_drafts=reports_drafts) if isinstance(timings, dict) else None,
        progress=progress,
    )


class DeltaReader:
    """Reads the chunks of one answer in order.

    reports_drafts: this engine is known to report drafts (it leaves the counts out while they are 0). A chunk that
    carries them makes it known, and so does `cache_n`: `draft_n` came with about b4980, `cache_n` half a year later.
    Within a pass the engine has counted its accepted guesses before it has sent them, so that tokens - 1 - accepted is
    too small until the last token of the pass is here. Until then, and for ever where a reply is stopped there, the
    pass counts as one more than those that are complete.
    """

    def __init__(self, *, reports_drafts: bool = False) -> None:
        self.reports_drafts = reports_drafts
        self._complete = 0
        self._passes = 0
        self._tokens = 0

    def read(self, chunk: Mapping[str, Any], t: float) -> Delta:
        """The next chunk, arrived at `t` (s, monotonic)."""
        timings = chunk.get("timings")
        if isinstance(timings, dict) and (timings.keys() & {"draft_n", "cache_n"}):
            self.reports_drafts = True
        delta = delta_of(chunk, t, reports_drafts=self.reports_drafts)
        sample = delta.sample
        if sample is None or sample.passes is None or sample.accepted is None:
            return delta
        complete = sample.tokens - 1 - sample.accepted
        if complete > self._complete:
            self._complete = self._passes = complete
        elif sample.tokens > self._tokens:
            self._passes = self._complete + 1
        self._tokens = sample.tokens
        return msgspec.structs.replace(delta, sample=msgspec.structs.replace(sample, passes=self._passes))


def sample_of(timings: Mapping[str, Any], t: float, *, reports_drafts: bool = False) -> Sample | None:
    """The `timings` object of a reply; None when it does not even say how many tokens there are.

    t: client time, s. reports_drafts: this engine is known to report drafts, so absent counts mean 0 so far; without
    that knowledge they mean "not told" (builds before about b4980 never tell, later ones only when above 0).

    rate is the engine's own figure: n / t up to about b9093, (n - 1) / t later, since the first token comes out of
    prompt processing; both are dropped for a first token, where builds print null, 0 or a million.
    passes: see `derived_passes`.
    """
    tokens = count(timings.get("predicted_n"))
    if tokens is None:
        return None
    drafted, accepted = count(timings.get("draft_n")), count(timings.get("draft_n_accepted"))
    if drafted is None and accepted is None and reports_drafts:
        drafted = accepted = 0
    passes = derived_passes(tokens, accepted)
    return Sample(
        t=t,
        tokens=tokens,
        decode_ms=number(timings.get("predicted_ms")),
        rate=number(timings.get("predicted_per_second")) if tokens > 1 else None,
        prompt_tokens=count(timings.get("prompt_n")),
        prompt_ms=number(timings.get("prompt_ms")),
        cached_tokens=count(timings.get("cache_n")),
        drafted=drafted,
        accepted=accepted,
        passes=passes,
        passes_derived=passes is not None,
    )


def derived_passes(tokens: int, accepted: int | None) -> int | None:
    """Passes of the target after the first token: n - 1 - accepted, at least 1; None where that cannot be told.

    Every pass yields its accepted guesses and one token more (tools/server/server-context.cpp; the last pass may be cut
    by a stop or a limit, hence "at least").
    """
    return max(1, tokens - 1 - accepted) if accepted is not None and tokens > 1 else None


def json_object(text: str | bytes) -> dict[str, Any] | None:
    """`text` as a JSON object; None when it is anything else."""
    document = json_value(text)
    return document if isinstance(document, dict) else None


def json_value(text: str | bytes) -> Any:
    """`text` as JSON, None when it is none or nests without end. Half a surrogate pair in it is let through."""
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None


def count(value: object) -> int | None:
    """A whole number of things from 0 to `MOST`; None for anything else."""
    if type(value) is int:  # nearly always, and there are five of them in every chunk
        return value if 0 <= value <= MOST else None
    told = number(value)
    return None if told is None or told != int(told) else int(told)


def number(value: object) -> float | None:
    """A figure from 0 to `MOST`; None for anything else, not-a-number included."""
    if type(value) is not float and type(value) is not int:  # a truth is an int, but no figure
        return None
    return float(value) if 0 <= value <= MOST else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _progress(value: object) -> PromptProgress | None:
    if not isinstance(value, dict):
        return None
    total, processed = count(value.get("total")), count(value.get("processed"))
    if total is None or processed is None:
        return None
    return PromptProgress(
        total=total, processed=processed, cached=count(value.get("cache")), ms=number(value.get("time_ms"))
    )
