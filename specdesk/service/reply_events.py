"""What is told of a reply beside its words and figures."""

from __future__ import annotations

import msgspec


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
