"""The program's own Dutch, as the verbs read it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from specdesk import language
from specdesk.cli.language import catalogue, signs


@contextmanager
def dutch() -> Iterator[None]:
    """What is said inside is Dutch, with its signs in numbers."""
    texts = catalogue("nl")
    language.speak(lambda context, text: texts.get((context, text), text), *signs(texts))
    try:
        yield
    finally:
        language.speak(None)
