"""Sentences as they are kept with what was measured: in no language, said in the one in use whenever they are read.

One of ours is kept as its template and its values. One that somebody else has made, an error say, comes as words
already; it is recognised by what was looked up meanwhile (`language.remembering`). What is not recognised, an engine's
own words or the name of a file, is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from string import Formatter

import msgspec

from specdesk.language import figure_in, looked_up, translate, written

FIGURE = "figure"
"""In place of a context: a number, with the signs of English."""

JOINED = ""
"""Likewise: a template that says nothing by itself."""

MOST = 1000
"""Characters: what is longer is no sentence of ours."""

_BOUNDARY = re.compile(r"(?<=[.!?…]) ")
_LETTER = re.compile(r"[^\W\d_]")


class KeptSentence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """context, text: as `language.translate` takes them. values: what stands in the braces; a text is told as it is."""

    context: str
    text: str
    values: dict[str, str | int | float | KeptSentence] = {}


Kept = str | KeptSentence
"""A text alone: its words, in the language that they were said in."""


def sentence(context: str, text: str, /, **values: int | float | Kept) -> KeptSentence:
    """One of ours. text: marked for translation."""
    return KeptSentence(context=context, text=text, values=dict(values))


def kept(said: str) -> Kept:
    """What was said, in no language, as far as it is recognised."""
    if len(said) > MOST:
        return said
    whole = _recognised(said)
    if whole is not None:
        return whole
    cuts = [found.start() for found in _BOUNDARY.finditer(said)]
    for cut in reversed(cuts):
        head = _recognised(said[:cut])
        if head is not None:
            return _joined(head, kept(said[cut + 1 :]))
    tail = kept(said[cuts[0] + 1 :]) if cuts else ""
    return _joined(said[: cuts[0]], tail) if isinstance(tail, KeptSentence) else said


def told(one: Kept, context: str = JOINED) -> str:
    """In the language in use. context: of a text alone that is marked for translation."""
    if isinstance(one, str):
        return translate(context, one) if context != JOINED else one
    if one.context == FIGURE:
        return written(one.text)
    words = one.text if one.context == JOINED else translate(one.context, one.text)
    values = {name: value if isinstance(value, int | float) else told(value) for name, value in one.values.items()}
    return words.format(**values) if values else words


def _joined(first: Kept, then: Kept) -> KeptSentence:
    return sentence(JOINED, "{first} {then}", first=first, then=then)


def _recognised(said: str) -> KeptSentence | None:
    """One sentence, or one value."""
    figure = figure_in(said)
    if figure is not None:
        return KeptSentence(context=FIGURE, text=figure)
    known = looked_up()
    if said in known:
        context, text = known[said]
        return KeptSentence(context=context, text=text)
    for words, pattern in _templates(tuple(known)):
        found = pattern.fullmatch(said)
        if found is not None:
            context, text = known[words]
            return sentence(context, text, **{name: kept(value) for name, value in found.groupdict().items()})
    return None


@lru_cache(maxsize=8)
def _templates(looked: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Those with something in braces, the most telling ones first."""
    found = [(words, parts) for words in looked if "{" in words and (parts := _parts(words)) is not None]
    found.sort(key=lambda one: -sum(len(literal) for literal, _ in one[1]))
    return tuple((words, re.compile("".join(_patterns(parts)), re.DOTALL)) for words, parts in found)


def _parts(words: str) -> list[tuple[str, str | None]] | None:
    """(literal, the name in the braces behind it); None where nothing could be recognised by it, or told again."""
    try:
        parts = list(Formatter().parse(words))
    except ValueError:
        return None
    plain = all(name is None or (name.isidentifier() and not form and not how) for _, name, form, how in parts)
    speaks = any(_LETTER.search(literal) for literal, *_ in parts)
    return [(literal, name) for literal, name, *_ in parts] if plain and speaks else None


def _patterns(parts: list[tuple[str, str | None]]) -> Iterator[str]:
    seen = set()
    for literal, name in parts:
        yield re.escape(literal)
        if name is not None:
            yield f"(?P={name})" if name in seen else f"(?P<{name}>.*?)"
            seen.add(name)
