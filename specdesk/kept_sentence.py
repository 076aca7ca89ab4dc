"""Sentences as they are kept with what was measured: in no language, said in the one in use whenever they are read.

One of ours is kept as its template and its values. One that somebody else has made, an error say, comes as words
already; it is recognised by what was looked up meanwhile (`language.remembering`). What is not recognised, an engine's
own words or the name of a file, is kept as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from string import Formatter

import msgspec

from specdesk.language import figure_in, looked_up, translate, written

FIGURE = "figure"
"""In place of a context: a number, with the signs of English."""

JOINED = ""
"""Likewise: a template that says nothing by itself."""

MOST = 1000
"""Characters: what is longer is no sentence of ours."""

LONGEST = 8
"""Sentences: a template of ours that has something behind its last value says no more of them."""

DEEPEST = 8
"""Values in values: ours are in each other three or four deep."""

_BOUNDARY = re.compile(r"(?<=[.!?…]) ")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAG = re.compile(r"-\S+|[+−]?\d\S*( \S{1,3})?")
"""An option, or a number with its unit."""
_LIST = re.compile(r"[^\s,]+(, [^\s,]+)*")


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
    return said if len(said) > MOST else _Reading(said).kept(said)


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


class _Template:
    """Words with something in braces: literals[0] {names[0]} literals[1] … literals[-1]."""

    def __init__(self, words: str, literals: list[str], names: list[str]) -> None:
        self.words, self._literals, self._names = words, literals, names
        self.length = sum(map(len, literals))
        said = " ".join(literals)
        framed = bool(literals[0].strip() and literals[-1].strip())
        self.is_firm = len(_WORD.findall(said)) + (":" in said) + framed >= 2
        """Enough to know it by. "{count} failed" has not: it counts where its values are ours, too."""
        self.joins = not literals[0] and not literals[-1] and len(names) > 1
        """As "{names} and {last}" does."""

    def may_be_in(self, said: str) -> bool:
        """Whether looking closer is worth it."""
        return self.length <= len(said) and all(literal in said for literal in self._literals)

    def values_in(self, said: str) -> dict[str, str] | None:
        """What stands in the braces; the first ones as short as can be. None where it says something else: what it
        begins with, and anything in it where it has few words of its own, is no more than one sentence."""
        if not (said.startswith(self._literals[0]) and said.endswith(self._literals[-1])):
            return None
        at, end = len(self._literals[0]), len(said) - len(self._literals[-1])
        values: dict[str, str] = {}
        for place, name in enumerate(self._names):
            behind = self._literals[place + 1]
            stop = end if place + 1 == len(self._names) else said.find(behind, at, end)
            if stop < at or values.setdefault(name, said[at:stop]) != said[at:stop]:
                return None
            begins = not place and not self._literals[0]
            if (begins or not self.is_firm) and _BOUNDARY.search(said, at, stop):
                return None
            at = stop + len(behind)
        return values


@lru_cache(maxsize=4096)
def _template(words: str) -> _Template | None:
    """None where nothing could be recognised by it, or told again."""
    literals, names = [""], []
    try:
        for literal, name, form, how in Formatter().parse(words):
            literals[-1] += literal
            if name is not None:
                if form or how or not name.isidentifier():
                    return None
                names.append(name)
                literals.append("")
    except ValueError:
        return None
    return _Template(words, literals, names) if names and any(map(_LETTER.search, literals)) else None


class _Reading:
    """One text is compared with what was looked up. Each part of it is read once, and a template is looked for in it
    where all of its own words stand there: this happens where other work waits."""

    def __init__(self, said: str) -> None:
        self._known = looked_up()
        made = (_template(words) for words in self._known if "{" in words)
        possible = (one for one in made if one is not None and one.may_be_in(said))
        self._templates = sorted(possible, key=lambda one: -one.length)
        self._read: dict[tuple[str, bool], Kept] = {}

    def kept(self, said: str, depth: int = 0) -> Kept:
        """depth: values that it stands in."""
        if depth > DEEPEST:
            return said
        key = said, depth > 0
        if key not in self._read:
            *before, last = self._pieces(said, depth)
            for piece in reversed(before):
                last = sentence(JOINED, "{first} {then}", first=piece, then=last)
            self._read[key] = last
        return self._read[key]

    def _pieces(self, said: str, depth: int) -> list[Kept]:
        """Cut where sentences end: what is recognised, and between that what is not."""
        cuts = [found.start() for found in _BOUNDARY.finditer(said)]
        starts, ends = [0, *(cut + 1 for cut in cuts)], [*cuts, len(said)]
        pieces: list[Kept] = []
        at = foreign = 0
        while at < len(starts):
            found = None
            for last in chain((len(ends) - 1,), range(min(len(ends) - 1, at + LONGEST) - 1, at - 1, -1)):
                alone = depth > 0 and not at and last == len(ends) - 1
                found = self._recognised(said[starts[at] : ends[last]], depth, alone=alone)
                if found is not None:
                    break
            if found is None:
                at += 1
                continue
            if foreign < at:
                pieces.append(said[starts[foreign] : ends[at - 1]])
            pieces.append(found)
            at = foreign = last + 1
        return [*pieces, said[starts[foreign] :]] if foreign < len(starts) else pieces

    def _recognised(self, said: str, depth: int, *, alone: bool) -> KeptSentence | None:
        """One sentence, or one value. alone: it is all that stands in the braces of one of ours."""
        figure = figure_in(said)
        if figure is not None:
            return KeptSentence(context=FIGURE, text=figure)
        if said in self._known:
            context, text = self._known[said]
            return KeptSentence(context=context, text=text)
        for template in self._templates:
            found = template.values_in(said)
            if found is None:
                continue
            values = {name: self.kept(value, depth + 1) for name, value in found.items()}
            lists = alone and template.joins
            if template.is_firm or all(_is_ours(value, lists=lists) for value in values.values()):
                context, text = self._known[template.words]
                return sentence(context, text, **values)
        return None


def _is_ours(value: Kept, *, lists: bool) -> bool:
    """Nothing that an engine would say. lists: names may stand there, of methods say."""
    if isinstance(value, KeptSentence):
        return True
    return _TAG.fullmatch(value) is not None or (lists and _LIST.fullmatch(value) is not None)
