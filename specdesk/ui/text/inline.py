"""What a paragraph says, as runs of plain text with a style, each tied to its place in the reply.

The place lets a mark on the source (a word that the draft guessed) be shown in the rendered text. It is found by
walking the markup beside the tokens; where a run cannot be found again its place is `None` and it stays unmarked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markdown_it.token import Token

from specdesk.ui.text.parser import inline_tokens, link_end

BOLD, ITALIC, STRIKE, CODE, MUTED = 1, 2, 4, 8, 16
SCHEMES = ("http://", "https://", "mailto:")

_STYLES = {"strong": BOLD, "em": ITALIC, "s": STRIKE}
_BARE_LINK = re.compile(r"https?://[^\s<>\"'`]+[^\s<>\"'`.,:;!?)\]}*_~]")


_MARKUP = re.compile(r"\\.|`+|\*{1,3}|_{1,3}|~~")


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one style; "\\n" is a line break. href: an allowed target or "".

    at: place of the first character in the reply; the others follow one by one. None = not known.
    """

    text: str
    style: int = 0
    href: str = ""
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The content of an inline token and where each of its lines stands in the reply (None = not found)."""

    content: str
    starts: tuple[int | None, ...]

    def place(self, position: int) -> int | None:
        """Place in the reply of a position in the content."""
        before = self.content.count("\n", 0, position)
        start = self.starts[before] if before < len(self.starts) else None
        return None if start is None else start + position - (self.content.rfind("\n", 0, position) + 1)


def allowed(href: str) -> bool:
    """True for a target that may be opened after a click: http, https, mailto."""
    return href.lower().startswith(SCHEMES)


def completed(content: str) -> str:
    """Content that is still being written, with the emphasis and code closed that it has opened.

    So bold words are bold from their first letter on, and no asterisks flash by.
    """
    content = content.rstrip("*_~`")
    opened: list[str] = []
    position = 0
    while match := _MARKUP.search(content, position):
        mark, position = match.group(), match.end()
        if mark[0] == "\\":
            continue
        if mark[0] == "`":
            end = re.search(rf"(?<!`){mark}(?!`)", content[position:])
            if end is None:
                opened.append(mark)
                break
            position += end.end()
        elif opened and opened[-1] == mark and not content[match.start() - 1].isspace():
            opened.pop()
        elif not content[position : position + 1].isspace() and not _inside_word(
            content, match.start(), position, mark
        ):
            opened.append(mark)
    return content.rstrip() + "".join(reversed(opened)) if opened else content


def _inside_word(content: str, start: int, end: int, mark: str) -> bool:
    return mark[0] == "_" and content[start - 1 : start].isalnum() and content[end : end + 1].isalnum()


def runs_of(source: Source) -> tuple[Run, ...]:
    """The runs of a paragraph, heading or table cell.

    Short ones are remembered, because the unfinished end of a list or table is looked at again and again.
    """
    return _remembered_runs(source) if len(source.content) <= 300 else _fresh_runs(source)


def _fresh_runs(source: Source) -> tuple[Run, ...]:
    walk = _Walk(source)
    for token in inline_tokens(source.content):
        walk.take(token)
    return _joined(_linked(walk.runs))


_remembered_runs = lru_cache(maxsize=1024)(_fresh_runs)


class _Walk:
    """Goes over tokens and content side by side."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._content = source.content
        self._position = 0
        self._styles: list[int] = [0]
        self._links: list[tuple[str, bool, str]] = []
        self.runs: list[Run] = []

    def take(self, token: Token) -> None:
        """One token of the inline parser."""
        kind = token.type
        if kind == "text":
            self._text(token.content)
        elif kind == "text_special":
            self._special(token)
        elif kind in ("softbreak", "hardbreak"):
            self._line_break()
        elif kind == "code_inline":
            self._code(token)
        elif kind == "image":
            self._image(token)
        elif kind == "link_open":
            self._open_link(token)
        elif kind == "link_close":
            self._close_link()
        elif token.nesting > 0:
            self._styles.append(self._styles[-1] | _STYLES.get(kind.removesuffix("_open"), 0))
            self._skip(token.markup)
        elif token.nesting < 0:
            self._styles.pop()
            self._skip(token.markup)

    def _add(self, text: str, position: int | None, style: int = 0) -> None:
        if text:
            href = self._links[-1][0] if self._links else ""
            place = None if position is None else self._source.place(position)
            self.runs.append(Run(text, self._styles[-1] | style, href, place))

    def _skip(self, markup: str) -> None:
        if self._content.startswith(markup, self._position):
            self._position += len(markup)

    def _text(self, text: str) -> None:
        found = self._content.find(text, self._position)
        if found < 0:
            self._add(text, None)
        else:
            self._add(text, found)
            self._position = found + len(text)

    def _special(self, token: Token) -> None:
        found = self._content.startswith(token.markup, self._position)
        last = self._position + len(token.markup) - 1
        self._add(token.content, last if found and len(token.content) == 1 else None)
        if found:
            self._position += len(token.markup)

    def _line_break(self) -> None:
        end = self._content.find("\n", self._position)
        if end >= 0:
            self._add("\n", end)
            self._position = end + 1
            while self._position < len(self._content) and self._content[self._position] in " \t":
                self._position += 1

    def _code(self, token: Token) -> None:
        self._skip(token.markup)
        flat = self._content.replace("\n", " ")
        found = flat.find(token.content, self._position)
        end = flat.find(token.markup, found + len(token.content)) if found >= 0 else -1
        one_line = end >= 0 and "\n" not in self._content[found:end]
        self._add(token.content, found if one_line else None, CODE)
        if end >= 0:
            self._position = end + len(token.markup)

    def _image(self, token: Token) -> None:
        """Never loaded: its description and target stand in for it."""
        target = str(token.attrGet("src") or "")
        words = token.content or target
        self._push_link(target, False)
        self._add(f"[{words}]", None, MUTED)
        self._links.pop()
        close = self._content.find("](", self._position)
        if close >= 0:
            self._position = link_end(self._content, close)

    def _open_link(self, token: Token) -> None:
        target = str(token.attrGet("href") or "")
        automatic = token.markup == "autolink"
        self._push_link(target, automatic)
        self._skip("<" if automatic else "[")

    def _push_link(self, target: str, automatic: bool) -> None:
        """A target that may not be opened is shown beside its words instead."""
        self._links.append((target, automatic, "") if allowed(target) else ("", automatic, target))

    def _close_link(self) -> None:
        _, automatic, refused = self._links.pop()
        if refused and not automatic:
            self._add(f" ({refused})", None, MUTED)
        if automatic:
            self._skip(">")
        elif self._content.startswith("]", self._position):
            self._position = link_end(self._content, self._position)


def _linked(runs: Sequence[Run]) -> list[Run]:
    """Bare web addresses become links."""
    made: list[Run] = []
    for run in runs:
        position = 0
        if not run.href and not run.style & CODE:
            for match in _BARE_LINK.finditer(run.text):
                made += [_part(run, position, match.start()), _part(run, match.start(), match.end(), match.group())]
                position = match.end()
        made.append(_part(run, position, len(run.text)) if position else run)
    return [run for run in made if run.text]


def _part(run: Run, start: int, end: int, href: str = "") -> Run:
    return replace(run, text=run.text[start:end], href=href or run.href, at=None if run.at is None else run.at + start)


def _joined(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Neighbours that differ in nothing become one run."""
    made: list[Run] = []
    for run in runs:
        last = made[-1] if made else None
        follows = last is not None and (
            last.at + len(last.text) == run.at if last.at is not None and run.at is not None else last.at is run.at
        )
        if last is not None and follows and (last.style, last.href) == (run.style, run.href):
            made[-1] = replace(last, text=last.text + run.text)
        else:
            made.append(run)
    return tuple(made)
