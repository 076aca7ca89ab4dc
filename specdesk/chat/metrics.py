"""`/metrics` of llama-server to a Sample, and the difference of two.

The counters belong to the whole server since its start and move when a request ends: right for a finished reply or
for other programs' traffic, too slow for a live plot. Builds before about b10400 have no `spec_decode_*` series.
"""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client.parser import text_string_to_metric_families

from specdesk.chat.timings import number
from specdesk.records.sample import Sample

PREFIX = "llamacpp:"
PER_POSITION = "spec_decode_num_accepted_tokens_per_pos"


def sample_of_metrics(text: str, t: float) -> Sample | None:
    """The server's counters at client time `t` (s); None when `text` is not llama-server's metrics.

    A series may be named with or without `_total`; one that is missing is None, not 0. `passes` are the passes that
    verified a draft. `rate` stays empty: the gauge of that name is bucketed between scrapes.
    """
    series = series_of(text, PREFIX)
    tokens = whole(series, "tokens_predicted")
    if tokens is None:
        return None
    return Sample(
        t=t,
        tokens=tokens,
        decode_ms=_ms(series, "tokens_predicted_seconds"),
        prompt_tokens=whole(series, "prompt_tokens"),
        prompt_ms=_ms(series, "prompt_seconds"),
        cached_tokens=whole(series, "prompt_tokens_cached"),
        drafted=whole(series, "spec_decode_num_draft_tokens"),
        accepted=whole(series, "spec_decode_num_accepted_tokens"),
        passes=whole(series, "spec_decode_num_drafts"),
        per_position=positions(series, PER_POSITION),
    )


def difference(after: Sample, before: Sample) -> Sample:
    """What happened between two samples of the same server; a figure that either lacks is None.

    rate = tokens / decode time of the span, tokens/s. Counters that went down mean that the server was started anew
    meanwhile: then everything in `after` is new.
    """
    if after.tokens < before.tokens:
        before = Sample(
            t=before.t, tokens=0, decode_ms=0.0, prompt_tokens=0, prompt_ms=0.0, cached_tokens=0, drafted=0, accepted=0,
            passes=0,
        )  # fmt: skip
    tokens, decode_ms = after.tokens - before.tokens, _less(after.decode_ms, before.decode_ms)
    return Sample(
        t=after.t,
        tokens=tokens,
        decode_ms=decode_ms,
        rate=tokens / decode_ms * 1000 if decode_ms and tokens else None,
        prompt_tokens=_less_whole(after.prompt_tokens, before.prompt_tokens),
        prompt_ms=_less(after.prompt_ms, before.prompt_ms),
        cached_tokens=_less_whole(after.cached_tokens, before.cached_tokens),
        drafted=_less_whole(after.drafted, before.drafted),
        accepted=_less_whole(after.accepted, before.accepted),
        passes=_less_whole(after.passes, before.passes),
        per_position=_less_positions(after, before),
        passes_derived=after.passes_derived,
    )


Series = Mapping[str, Mapping[int | None, float]]
"""Name without prefix and `_total` -> position (None where the series has none) -> value."""


def series_of(text: str, prefix: str) -> Series:
    """What `text` tells below `prefix`, series of several engines added up; empty when it is no such text."""
    found: dict[str, dict[int | None, float]] = {}
    try:
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if not sample.name.startswith(prefix) or number(sample.value) is None:
                    continue
                position = sample.labels.get("position")
                if position is not None and not position.isdecimal():
                    continue
                values = found.setdefault(sample.name.removeprefix(prefix).removesuffix("_total"), {})
                key = None if position is None else int(position)
                values[key] = values.get(key, 0.0) + float(sample.value)
    except (ValueError, IndexError, KeyError, OverflowError):  # what the parser raises on text of another kind
        return {}
    return found


def whole(series: Series, name: str) -> int | None:
    """A count without a position; None when the series does not exist."""
    value = series.get(name, {}).get(None)
    return None if value is None else round(value)


def _ms(series: Series, name: str) -> float | None:
    value = series.get(name, {}).get(None)
    return None if value is None else value * 1000


def positions(series: Series, name: str) -> tuple[int, ...] | None:
    """Counts of position 0, 1, ... up to the first that is missing; None when the series does not exist."""
    values = series.get(name, {})
    counts: list[int] = []
    while (value := values.get(len(counts))) is not None:
        counts.append(round(value))
    return tuple(counts) or None


def _less(after: float | None, before: float | None) -> float | None:
    return None if after is None or before is None else max(0.0, after - before)


def _less_whole(after: int | None, before: int | None) -> int | None:
    return None if after is None or before is None else max(0, after - before)


def _less_positions(after: Sample, before: Sample) -> tuple[int, ...] | None:
    """A position that the earlier sample lacks had not happened yet: the series appears with its first count."""
    if after.per_position is None:
        return None
    earlier = before.per_position or ()
    padded = earlier + (0,) * (len(after.per_position) - len(earlier))
    return tuple(max(0, now - then) for now, then in zip(after.per_position, padded, strict=False))
