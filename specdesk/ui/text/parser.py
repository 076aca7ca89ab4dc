"""The Markdown dialect: CommonMark with tables and strike-through, without HTML, by markdown-it-py.

Reference definitions are off: `[1]: https://...` stays readable text, and a block never depends on a later one.
"""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

DEEPEST = 60
"""Nesting beyond this is dropped by the parser; blocks that come near it are shown as they were written."""
MOST_BRACKETS = 200
"""Unclosed brackets cost the square of their number; a paragraph with more is shown as it was written."""


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST})
    return markdown.enable(["table", "strikethrough"]).disable(["html_block", "html_inline", "reference"])


def block_tokens(source: str) -> list[Token]:
    """Block structure of a source; inline tokens have no children yet."""
    tokens: list[Token] = []
    markdown = _markdown()
    markdown.block.parse(source, markdown, {}, tokens)
    return tokens


def inline_tokens(content: str) -> list[Token]:
    """What one paragraph, heading or cell says. Escapes and entities stay tokens of their own."""
    tokens: list[Token] = []
    if content.count("[") > MOST_BRACKETS:
        return [Token("text", "", 0, content=content)]
    markdown = _markdown()
    markdown.inline.parse(content, markdown, {}, tokens)
    return tokens


def link_end(content: str, position: int) -> int:
    """Position after `](destination "title")` whose `]` stands at `position`."""
    position += 1
    if position >= len(content) or content[position] != "(":
        return position
    helpers, end = _markdown().helpers, len(content)
    position = _past_space(content, position + 1)
    found = helpers.parseLinkDestination(content, position, end)
    if found.ok:
        after = _past_space(content, found.pos)
        title = helpers.parseLinkTitle(content, after, end)
        position = _past_space(content, title.pos) if after > found.pos and title.ok else after
    return position + 1


def _past_space(content: str, position: int) -> int:
    while position < len(content) and content[position] in " \t\n":
        position += 1
    return position
