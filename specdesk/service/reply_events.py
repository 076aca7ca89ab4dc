"""What is told of a reply beside its words and figures."""

from __future__ import annotations

import msgspec

from specdesk.chat.conversation import Message


class ReplyProgress(msgspec.Struct, frozen=True, kw_only=True):
    """Prompt processing: tokens done and in total."""

    reply: int
    processed: int
    total: int


class ReplySilent(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing has come from the engine for so long, s; told again while it lasts. None = something came again.

    begun: words of the reply had come before; else the engine may still be reading the question.
    """

    reply: int
    seconds: int | None
    begun: bool


class Overflow(msgspec.Struct, frozen=True, kw_only=True):
    """A chat that the context does not hold. tokens: that it has, None where the engine does not tell."""

    tokens: int | None


class ReplyFailed(msgspec.Struct, frozen=True, kw_only=True):
    """A reply ended in an error; what had arrived is kept in `message` (None when nothing had). overflow: asked again
    it would fail again, unless less is sent or the context is larger."""

    reply: int
    message: Message | None
    what: str
    why: str
    next_step: str
    overflow: Overflow | None = None
