"""Figures of a reply by this program's own clock, for engines that tell few or none."""

from __future__ import annotations

from specdesk.chat.bursts import Arrival, estimate
from specdesk.records.sample import Sample

MOST_ARRIVALS = 20_000


class OwnClock:
    """Follows the arrivals of one reply. bursts: whether arrivals may be used to estimate tokens per pass."""

    def __init__(self, *, bursts: bool) -> None:
        self._bursts = bursts
        self._arrivals: list[Arrival] = []
        self._tokens = 0
        self._exact = True
        self._first: float | None = None
        self._last = 0.0

    def arrived(self, t: float, tokens: int | None) -> None:
        """Text came in at `t` (s). tokens: of the whole reply so far by the engine; None = it does not say."""
        if tokens is None:
            self._exact = False
            step = 1
        else:
            step = max(tokens - self._tokens, 0)
        self._tokens += step
        if self._first is None:
            self._first = t
        self._last = t
        if step and len(self._arrivals) < MOST_ARRIVALS:
            self._arrivals.append(Arrival(t, step))

    def now(self, t: float) -> Sample | None:
        """The figures so far; None before the first word."""
        return None if self._first is None else self._sample(t, self._tokens, exact=self._exact)

    def at_end(self, t: float, tokens: int | None) -> Sample | None:
        """The figures of the whole reply. tokens: by the engine."""
        if self._first is None:
            return None if tokens is None else Sample(t=t, tokens=tokens)
        sample = self._sample(t, self._tokens if tokens is None else tokens, exact=tokens is not None or self._exact)
        return with_bursts(sample, self._arrivals) if self._bursts else sample

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """What arrived, and when."""
        return tuple(self._arrivals)

    def _sample(self, t: float, tokens: int, *, exact: bool) -> Sample:
        first = self._first or 0.0
        ms = (self._last - first) * 1000
        rate = (tokens - 1) / ms * 1000 if ms > 0 and tokens > 1 else None
        named = ("decode_ms", "rate") if exact else ("decode_ms", "rate", "tokens")
        return Sample(t=t, tokens=tokens, decode_ms=ms, rate=rate, estimated=named)


def with_bursts(sample: Sample, arrivals: list[Arrival] | tuple[Arrival, ...]) -> Sample:
    """`sample` with passes that were estimated from arrivals, where it has none and they are clear."""
    found = estimate(arrivals) if sample.passes is None else None
    if found is None or sample.tokens < 2:
        return sample
    return Sample(
        t=sample.t, tokens=sample.tokens, decode_ms=sample.decode_ms, rate=sample.rate,
        prompt_tokens=sample.prompt_tokens, prompt_ms=sample.prompt_ms, cached_tokens=sample.cached_tokens,
        drafted=sample.drafted, accepted=sample.accepted,
        passes=max(1, round((sample.tokens - 1) / found.tokens_per_pass)), passes_derived=True,
        estimated=(*sample.estimated, "passes"),
    )  # fmt: skip
