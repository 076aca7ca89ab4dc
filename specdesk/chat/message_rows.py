"""Messages as rows of the history file, and which of them are in it already."""

from __future__ import annotations

from typing import Any

import msgspec

from specdesk.chat.conversation import Message, ReplyFooter, clean
from specdesk.chat.guesses import Span
from specdesk.records.sample import Sample

PUT = (
    "INSERT OR REPLACE INTO messages (chat, id, place, role, text, reasoning, footer, spans, samples, complete)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
TAKE = "SELECT id, role, text, reasoning, footer, spans, samples, complete, place FROM messages"
"""What `message_of` reads."""

Known = dict[int, tuple[int, Message]]
"""Place and message by id."""


class InFile:
    """The messages of one chat as they are in the file, so that only others are written: a question in a chat of a
    thousand answers would write all of them again otherwise, some 16 MB.

    version: SQLite's `data_version`, which changes when somebody else wrote to the file; nothing is known then.
    """

    def __init__(self) -> None:
        self._chat = 0
        self._version = 0
        self._known: Known = {}

    def of(self, chat: int, version: int) -> Known:
        """What is known of this chat; empty = write everything."""
        return self._known if (self._chat, self._version) == (chat, version) else {}

    def note(self, chat: int, version: int, known: Known) -> None:
        """This is what the file has."""
        self._chat, self._version, self._known = chat, version, known

    def note_one(self, chat: int, place: int, message: Message) -> None:
        """One message was written."""
        if chat == self._chat:
            self._known[message.id] = (place, message)

    def forget(self) -> None:
        """It is not certain any more."""
        self._chat, self._known = 0, {}


def row_of(chat: int, place: int, message: Message) -> tuple[Any, ...]:
    """A message as `PUT` takes it."""
    return (
        chat, message.id, place, message.role, clean(message.text), clean(message.reasoning),
        None if message.footer is None else written(message.footer),
        written(message.spans), written(message.samples), int(message.complete),
    )  # fmt: skip


def message_of(row: tuple[Any, ...]) -> Message:
    """A message as `TAKE` finds it."""
    number, role, text, reasoning, footer, spans, samples, complete, _place = row
    return Message(
        id=number,
        role="user" if role == "user" else "assistant",
        text=text,
        reasoning=reasoning,
        footer=None if footer is None else read(footer, ReplyFooter, None),
        spans=read(spans, tuple[Span, ...], ()),
        samples=read(samples, tuple[Sample, ...], ()),
        complete=bool(complete),
    )


def written(value: object) -> str:
    """A JSON column."""
    return msgspec.json.encode(value).decode("utf-8")


def read(text: str, kind: Any, otherwise: Any) -> Any:
    """A JSON column; a value that this version cannot read costs that value, not the chat."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (ValueError, TypeError, RecursionError):
        return otherwise
