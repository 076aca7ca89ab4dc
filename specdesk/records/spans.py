"""Stretches of a text between a beginning and the first end behind it, found in one look at any text. Pure.

A pattern that says all of it at once ("/[^<]*?\\.gguf") looks from each beginning to the end of the text where no end
comes: for a line of a megabyte that takes hours.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator


def spans(text: str, begin: re.Pattern[str], end: re.Pattern[str], wall: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """(from, to) of each: from a `begin` to the first `end` behind it, with no `wall` in between, none in another."""
    ends = [found.span() for found in end.finditer(text)]
    begins_of_ends = [start for start, _ in ends]
    walls = [found.start() for found in wall.finditer(text)]
    found = begin.search(text)
    while found is not None:
        place = bisect_left(begins_of_ends, found.end())
        if place == len(ends):
            return
        nearest = bisect_left(walls, found.end())
        if nearest < len(walls) and walls[nearest] < ends[place][0]:
            found = begin.search(text, found.start() + 1)
        else:
            yield found.start(), ends[place][1]
            found = begin.search(text, ends[place][1])


def with_spans(text: str, found: Iterator[tuple[int, int]], instead: str | None = None) -> str:
    """The text with each stretch replaced; instead None: by the last part of the path that it is."""
    kept, at = [], 0
    for start, stop in found:
        kept += [text[at:start], last_part(text[start:stop]) if instead is None else instead]
        at = stop
    return "".join((*kept, text[at:]))


def last_part(path: str) -> str:
    """The last part of a path of any system."""
    return re.split(r"[\\/]", path.rstrip("\\/"))[-1]
