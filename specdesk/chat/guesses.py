"""Which words of a streamed answer the draft guessed.

With `timings_per_token`, `draft_n` and `draft_n_accepted` step once per pass of the target. A pass that kept `a`
guesses yields `a` guessed tokens and then one of the target's own. All chunks of a pass carry the same
(`predicted_ms`, `draft_n`, `draft_n_accepted`). Two kinds of builds:

- running: `predicted_n` counts the chunk's own token (b10068, b11434), so a chunk says how many tokens it holds;
- shared: `predicted_n` already counts the whole pass (b5361), so each chunk is taken for one token.
"""

from __future__ import annotations

from collections import deque

import msgspec

from specdesk.chat.timings import Delta
from specdesk.records.sample import Sample

MOST_TOKENS_AT_ONCE = 4096
"""More than any pass drafts; larger steps are nonsense and must not cost memory."""


class Span(msgspec.Struct, frozen=True):
    """A stretch of new text. guessed: all its tokens came from the draft; None = the stream does not show it (yet)."""

    text: str
    guessed: bool | None
    reasoning: bool = False


class GuessTracker:
    """Marks the text of one reply, chunk by chunk.

    guessed: tokens so far that the draft guessed, counted by token and not by span. cut: guesses that the engine
    counts as accepted and never sent, because the reply ended within a pass; known after `finish`. guessed + cut is
    the engine's own `draft_n_accepted`.
    """

    def __init__(self, *, reports_drafts: bool = False, follows: bool = True) -> None:
        """follows: False for an engine whose chunks do not tell passes apart; nothing is marked then."""
        self._follows = follows
        self.guessed = 0
        self.cut = 0
        self._told = reports_drafts
        self._consistent = True
        self._shared: bool | None = None
        self._pass: tuple[float | None, int | None, int | None] | None = None
        self._kept = 0
        self._tokens = 0
        self._coming: deque[bool] = deque()
        self._last_kind: bool | None = None

    @property
    def exact(self) -> bool:
        """True while every mark is certain: the engine tells its guesses, and every pass added up."""
        return self._follows and self._told and self._consistent

    def feed(self, delta: Delta) -> list[Span]:
        """The spans of this chunk's reasoning and text, in that order."""
        mark = self._mark(delta) if self._follows else None
        spans = [Span(delta.reasoning, mark, True)] if delta.reasoning else []
        return [*spans, Span(delta.text, mark)] if delta.text else spans

    def finish(self) -> None:
        """The reply ended: guesses still expected were cut off."""
        self.cut += sum(self._coming)
        self._coming.clear()

    def _mark(self, delta: Delta) -> bool | None:
        has_text = bool(delta.text or delta.reasoning)
        if delta.sample is None:
            if has_text:
                self._consistent = False
                return None
            return self._last_kind
        if not has_text and delta.sample.tokens == self._tokens:
            return self._last_kind
        kept = self._begin_pass(delta.sample)
        number = self._tokens_in_chunk(delta.sample, kept, has_text)
        if number == 0:  # one token sent in two chunks
            return self._last_kind
        kinds = [self._next_kind(kept) for _ in range(number)]
        self.guessed += sum(kinds)
        self._last_kind = all(kinds) if self._told else None
        return self._last_kind

    def _begin_pass(self, sample: Sample) -> int | None:
        """Guesses that a pass beginning with this chunk kept; None when the chunk continues the pass before."""
        key = (sample.decode_ms, sample.drafted, sample.accepted)
        if key == self._pass:
            return None
        self._pass = key
        self._told = self._told or sample.drafted is not None
        kept = (sample.accepted or 0) - self._kept
        self._kept += kept
        if not 0 <= kept <= MOST_TOKENS_AT_ONCE:
            self._consistent = False
            kept = 0
        if self._shared and self._coming:  # a chunk of the pass before held more than one token
            self._consistent = False
            self.guessed += sum(self._coming)
            self._coming.clear()
        if len(self._coming) > MOST_TOKENS_AT_ONCE:
            self._consistent = False
            self._coming.clear()
        self._coming.extend([True] * kept + [False])
        return kept

    def _tokens_in_chunk(self, sample: Sample, kept: int | None, has_text: bool) -> int:
        step = sample.tokens - self._tokens
        self._tokens = sample.tokens
        if not 0 <= step <= MOST_TOKENS_AT_ONCE:
            self._consistent = False
            return 0
        if kept is None:
            if step:
                self._shared = False
            elif self._shared is None and self._coming:
                self._shared = True
        elif kept and self._shared is None:
            self._shared = step == kept + 1
        if not self._shared:
            waiting = len(self._coming) - (0 if kept is None else kept + 1)
            if kept and step - waiting > 1:  # a whole pass may have been held back before this one: which one is it?
                self._consistent = False
            return step
        return 1 if has_text and (kept is not None or self._coming) else 0

    def _next_kind(self, kept: int | None) -> bool:
        if self._coming:
            return self._coming.popleft()
        if kept != 0:  # more tokens than this pass can have: several passes were sent together
            self._consistent = False
        return False
