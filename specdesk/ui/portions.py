"""Text of replies in portions that are drawn in one go: what streams in a flood, and long answers of a saved chat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from specdesk.chat.guesses import Span

SPANS_AT_ONCE, LETTERS_AT_ONCE = 50, 800
"""Spans and characters of a portion: at most a block or two of a reply."""


def portions(spans: Iterable[Span]) -> Iterator[tuple[Span, ...]]:
    """Spans in portions of at most SPANS_AT_ONCE and LETTERS_AT_ONCE; a longer span is cut. At least one portion."""
    portion: list[Span] = []
    letters = 0
    for whole in spans:
        for begin in range(0, max(len(whole.text), 1), LETTERS_AT_ONCE):
            span = whole
            if len(whole.text) > LETTERS_AT_ONCE:
                span = msgspec.structs.replace(whole, text=whole.text[begin : begin + LETTERS_AT_ONCE])
            if portion and (len(portion) >= SPANS_AT_ONCE or letters + len(span.text) > LETTERS_AT_ONCE):
                yield tuple(portion)
                portion, letters = [], 0
            portion.append(span)
            letters += len(span.text)
    yield tuple(portion)
