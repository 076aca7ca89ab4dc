"""Tables for people, JSON for programs."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Sequence

import msgspec

from specdesk.chat.trouble import KeyRefusedError
from specdesk.language import mark, number, translate

MOST_WIDTH = 60
"""A column wider than this, but for the last, is cut when output goes to a terminal."""
LEAST_LAST = 30
KEY_STEP = mark(
    "CommandLine",
    "Put the key into a file and name the file with --key-file, or --against-key-file for the other address.",
)
"""What the window asks for in a field of its own."""


def print_json(document: object) -> None:
    """One JSON document on standard output; `None` becomes null."""
    _write(_encoded(document, indent=2))


def print_json_line(document: object) -> None:
    """One line, at once."""
    _write(_encoded(document, indent=0))
    sys.stdout.flush()


def _encoded(document: object, indent: int) -> bytes:
    """UTF-8, whatever the terminal's encoding is: JSON has no other. A file name that is no text is escaped."""
    try:
        line = msgspec.json.encode(document)
        return msgspec.json.format(line, indent=indent) if indent else line
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(document), indent=indent or None).encode("ascii")


def _write(line: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(line + b"\n")


def print_table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as their widest cell. On a terminal wide ones are cut, and the last one, where sentences stand,
    goes on in further lines."""
    cells = [[plain(cell) for cell in row] for row in (titles, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(titles))]
    terminal = sys.stdout.isatty()
    if terminal:
        widths = [min(width, MOST_WIDTH) for width in widths[:-1]] + widths[-1:]
        left = shutil.get_terminal_size().columns - sum(widths[:-1]) - 2 * (len(widths) - 1)
        widths[-1] = min(widths[-1], max(LEAST_LAST, left))
    for row in cells:
        wrapped = textwrap.wrap(row[-1], widths[-1], break_on_hyphens=False) if terminal else []
        first, *more = wrapped or [row[-1]]
        front = [_cut(cell, width).ljust(width) for cell, width in zip(row, widths[:-1], strict=False)]
        print("  ".join([*front, first]).rstrip())
        for words in more:
            print(" " * (sum(widths[:-1]) + 2 * len(front)) + words)


def tell(text: object) -> None:
    """A sentence on standard error. Some hold names and tokens out of files, so what a terminal obeys is taken out."""
    if isinstance(text, KeyRefusedError):
        why = translate("CommandLine", "It wants another key, or one at all.")
        text = KeyRefusedError(text.what, why, translate("CommandLine", KEY_STEP))
    print(plain(str(text)), file=sys.stderr, flush=True)


def change_line(before: str, after: str, why: str) -> str:
    """What a command says differently than it was given, in a line. before: "" where it said nothing of it. after: ""
    where nothing needs saying."""
    if not before and not after:
        return translate("CommandLine", "note     {note}").format(note=why)
    if not before:
        return translate("CommandLine", "added    {what}: {why}").format(what=after, why=why)
    nothing = translate("CommandLine", "nothing needed")
    return translate("CommandLine", "changed  {what}: {why}").format(what=f"{before} → {after or nothing}", why=why)


def mib(size: float | None) -> str:
    """A size in words: MiB below 1 GiB, GiB above; "?" when unknown."""
    if size is None:
        return "?"
    return f"{number(size)} MiB" if abs(size) < 1024 else f"{number(size / 1024, 1)} GiB"


def yes_or_no(is_so: bool) -> str:
    """For a cell of a table."""
    return translate("CommandLine", "yes") if is_so else translate("CommandLine", "no")


def plain(text: str) -> str:
    """Without what a terminal would take for a command, lines and tabs included."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
