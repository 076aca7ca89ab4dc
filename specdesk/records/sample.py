"""Sample: what an engine had done at a moment. Plots, footers, comparisons and advice only ever see samples."""

from __future__ import annotations

import msgspec


class Sample(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Cumulative figures of one reply (or, when watching other programs, of one server) at client time `t`.

    t: s on a monotonic clock. tokens: emitted so far. decode_ms: the engine's own decode time, ms. The first token
    comes out of prompt processing, so a rate is (tokens - 1) / decode time on builds where `first_token_free`.
    prompt_tokens, prompt_ms, cached_tokens: prompt work. drafted, accepted: draft tokens tested and kept.
    passes: passes of the target. passes_derived: they were worked out as tokens - 1 - accepted (every pass after the
    first token, with a draft or without); otherwise the engine counted the ones that verified a draft.
    per_position: for position i, passes in which the first i+1 drafted tokens were all kept.
    estimated: names of the fields that this program measured by its own clock or worked out from arrival times, since
    the engine does not tell them; () = every figure is the engine's own. None = this engine cannot tell.
    """

    t: float
    tokens: int
    decode_ms: float | None = None
    rate: float | None = None
    prompt_tokens: int | None = None
    prompt_ms: float | None = None
    cached_tokens: int | None = None
    drafted: int | None = None
    accepted: int | None = None
    passes: int | None = None
    per_position: tuple[int, ...] | None = None
    passes_derived: bool = False
    estimated: tuple[str, ...] = ()

    @property
    def acceptance(self) -> float | None:
        """accepted / drafted, 0..1; None while nothing was drafted or the engine does not tell."""
        if not self.drafted or self.accepted is None:
            return None
        return self.accepted / self.drafted

    @property
    def steps(self) -> int | None:
        """Passes of the target after the first token, those without a draft included; None where that is not told.

        Every pass yields its accepted guesses and one token more (tools/server/server-context.cpp); the last one may
        be cut by a stop or a limit, hence at least 1, and at least the passes that the engine counted itself.
        """
        if self.tokens >= 2 and "passes" in self.estimated:
            return self.passes
        if self.accepted is None or self.tokens < 2:
            return None
        if self.passes_derived and self.passes:
            return self.passes
        return max(1, self.passes or 0, self.tokens - 1 - self.accepted)

    @property
    def tokens_per_pass(self) -> float | None:
        """Tokens per step of the target: (tokens - 1) / steps. The one figure of that name, wherever it is shown."""
        return (self.tokens - 1) / self.steps if self.steps else None
