"""Patterns of `--override-tensor`, matched in time that grows with the text and no faster, whatever the pattern.

The engine uses std::regex_search (ECMAScript; common/arg.cpp, parse_tensor_buffer_overrides). Python's `re` tries one
way after the other and may take years for a short name, with all other threads waiting. Here all ways are followed at
once (Thompson), and what was found is kept as a table of states. Known: literals, `.`, classes, groups, `|`, `* + ?`
and `{n,m}`, `^` and `$`. Of anything else (`\\b`, look-ahead, back references) it is not told what it matches.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

MOST_STATES: Final = 2000
"""Of one pattern, before it counts as one that cannot be told: `((a{99}){99}){99}` would be a million."""
KEPT: Final = 4000
"""Rows of the table; it is begun anew behind that, so that memory stays bounded."""
MOST_DEPTH: Final = 40

Tells = Callable[[str], bool]

_DIGITS: Final = frozenset(string.digits)
_WORD: Final = frozenset(string.ascii_letters + string.digits + "_")
_SPACE: Final = frozenset(" \t\n\r\f\v")
_KINDS: Final = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_CONTROLS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}


class UnknownPatternError(ValueError):
    """A pattern of which nothing can be told here; the engine may know it, or refuse it."""


class _Net:
    """Nodes by number: `ways` go on without a character; `steps` with one that they take; `only`: at the start (^) or
    the end ($)."""

    def __init__(self) -> None:
        self.ways: list[list[int]] = []
        self.steps: list[tuple[Tells, int] | None] = []
        self.only: list[str] = []

    def node(self) -> int:
        """A new one. Raises UnknownPatternError when there are too many."""
        if len(self.ways) >= MOST_STATES:
            raise UnknownPatternError("too long")
        self.ways.append([])
        self.steps.append(None)
        self.only.append("")
        return len(self.ways) - 1


@dataclass(frozen=True, slots=True)
class _Part:
    """What may be repeated: a character (`tells`), a place (`only`), or alternatives."""

    least: int
    most: int | None
    tells: Tells | None = None
    only: str = ""
    rows: tuple[tuple[_Part, ...], ...] = ()

    def build(self, net: _Net, start: int, goal: int) -> None:
        """Put it into a net, from one node to another."""
        here = start
        for _ in range(self.least):
            here = self._once(net, here, net.node())
        if self.most is None:
            loop = net.node()
            net.ways[here].append(loop)
            self._once(net, loop, loop)
            here = loop
        for _ in range((self.most or 0) - self.least):
            net.ways[here].append(goal)
            here = self._once(net, here, net.node())
        net.ways[here].append(goal)

    def _once(self, net: _Net, start: int, goal: int) -> int:
        if self.rows:
            build(self.rows, net, start, goal)
            return goal
        here = net.node()
        net.ways[start].append(here)
        if self.tells is not None:
            net.steps[here] = (self.tells, goal)
        else:
            net.only[here] = self.only
            net.ways[here].append(goal)
        return goal


def build(rows: tuple[tuple[_Part, ...], ...], net: _Net, start: int, goal: int) -> None:
    """Put alternatives into a net."""
    for row in rows:
        here = net.node()
        net.ways[start].append(here)
        for part in row:
            after = net.node()
            part.build(net, here, after)
            here = after
        net.ways[here].append(goal)


class _Parser:
    """Recursive descent over a pattern. Raises UnknownPatternError."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.rows = self._either()
        if self.at < len(text):
            raise UnknownPatternError("a bracket too many")

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _take(self) -> str:
        if self.at >= len(self.text):
            raise UnknownPatternError("it ends too early")
        self.at += 1
        return self.text[self.at - 1]

    def _either(self) -> tuple[tuple[_Part, ...], ...]:
        """Alternatives."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise UnknownPatternError("too deep")
        rows = [self._row()]
        while self._peek() == "|":
            self.at += 1
            rows.append(self._row())
        self.depth -= 1
        return tuple(rows)

    def _row(self) -> tuple[_Part, ...]:
        """One after the other."""
        found = []
        while self._peek() not in ("", "|", ")"):
            part = self._part()
            least, most = self._count()
            if part.only and (least, most) != (1, 1):
                raise UnknownPatternError("nothing to repeat")
            found.append(replace(part, least=least, most=most))
        return tuple(found)

    def _part(self) -> _Part:
        sign = self._take()
        if sign in "*+?{":
            raise UnknownPatternError("nothing to repeat")
        if sign in "^$":
            return _Part(1, 1, only=sign)
        if sign != "(":
            return _Part(1, 1, tells=self._taking(sign))
        if self._peek() == "?":
            if self.text[self.at : self.at + 2] != "?:":
                raise UnknownPatternError("it looks ahead")
            self.at += 2
        rows = self._either()
        if self._take() != ")":
            raise UnknownPatternError("a bracket too few")
        return _Part(1, 1, rows=rows)

    def _count(self) -> tuple[int, int | None]:
        """(least, most) times; most None = as often as it likes. A `?` behind it only asks for the shortest match."""
        sign = self._peek()
        if sign and sign in "*+?":
            self.at += 1
            least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        elif sign == "{":
            least, most = self._braces()
        else:
            return 1, 1
        if self._peek() == "?":
            self.at += 1
        if self._peek() and self._peek() in "*+?{":
            raise UnknownPatternError("nothing to repeat")
        return least, most

    def _braces(self) -> tuple[int, int | None]:
        end = self.text.find("}", self.at)
        parts = self.text[self.at + 1 : end].split(",") if end > 0 else []
        self.at = end + 1
        if len(parts) not in (1, 2) or not all(_is_number(part) for part in parts[:1]):
            raise UnknownPatternError("no count")
        least = int(parts[0])
        if len(parts) == 1:
            return least, least
        if not parts[1]:
            return least, None
        if not _is_number(parts[1]) or int(parts[1]) < least:
            raise UnknownPatternError("no count")
        return least, int(parts[1])

    def _taking(self, sign: str) -> Tells:
        if sign == ".":
            return lambda one: one not in "\n\r"
        if sign == "[":
            return self._class()
        if sign == "\\":
            found = self._escaped()
            return found if callable(found) else found.__eq__
        return sign.__eq__

    def _escaped(self) -> str | Tells:
        sign = self._take()
        kind = _KINDS.get(sign.lower())
        if kind is not None:
            return kind.__contains__ if sign.islower() else lambda one: one not in kind
        if sign in _CONTROLS:
            return _CONTROLS[sign]
        if sign.isalnum():
            raise UnknownPatternError("an escape")
        return sign

    def _class(self) -> Tells:
        turned = self._peek() == "^"
        self.at += turned
        signs: set[str] = set()
        kinds: list[Tells] = []
        while (sign := self._take()) != "]":
            if sign == "[" and self._peek() in (":", ".", "="):
                raise UnknownPatternError("a class by its name")
            first = self._escaped() if sign == "\\" else sign
            if callable(first):
                kinds.append(first)
                continue
            if self._peek() != "-" or self.text[self.at + 1 : self.at + 2] in ("]", ""):
                signs.add(first)
                continue
            self.at += 1
            last = self._take()
            if last in "\\[" or last < first:
                raise UnknownPatternError("a range")
            signs.update(chr(code) for code in range(ord(first), min(ord(last), 0x10FF) + 1))
        return lambda one: turned != (one in signs or any(kind(one) for kind in kinds))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


class Pattern:
    """A pattern that was understood. Raises UnknownPatternError."""

    def __init__(self, text: str) -> None:
        rows, self._net = _Parser(text).rows, _Net()
        self._start, self._goal = self._net.node(), self._net.node()
        build(rows, self._net, self._start, self._goal)
        self._table: dict[tuple[frozenset[int], str], frozenset[int]] = {}
        self._fresh = self._reached([self._start], first=False, last=False)
        self._first = self._reached([self._start], first=True, last=False)

    def is_in(self, text: str) -> bool:
        """Whether it matches some part of a text."""
        now, goal = self._first, self._goal
        for sign in text:
            if goal in now:
                return True
            then = self._table.get((now, sign))
            if then is None:
                if len(self._table) >= KEPT:
                    self._table.clear()
                then = self._table[now, sign] = self._after(now, sign)
            now = then
        return goal in now or goal in self._reached([*now, self._start], first=not text, last=True)

    def _after(self, now: frozenset[int], sign: str) -> frozenset[int]:
        steps = (self._net.steps[one] for one in now)
        return self._fresh | self._reached([step[1] for step in steps if step is not None and step[0](sign)])

    def _reached(self, nodes: list[int], first: bool = False, last: bool = False) -> frozenset[int]:
        """All nodes that these come to without a character. Nodes that have to wait for the end stay among them."""
        found: set[int] = set()
        while nodes:
            node = nodes.pop()
            if node in found:
                continue
            only = self._net.only[node]
            if only == "^" and not first:
                continue
            found.add(node)
            if only != "$" or last:
                nodes += self._net.ways[node]
        return frozenset(found)


@lru_cache(maxsize=64)
def pattern_of(text: str) -> Pattern | None:
    """The pattern, with what it learned of texts before; None: what it matches cannot be told."""
    try:
        return Pattern(text)
    except UnknownPatternError:
        return None
