"""A text in the engine's own tokens: `/tokenize` (tools/server/README.md)."""

from __future__ import annotations

from specdesk.chat.client import EngineClient
from specdesk.chat.timings import count

TOKENIZE = "/tokenize"


async def token_ids(client: EngineClient, text: str) -> tuple[int, ...]:
    """The ids of `text`, without anything put in front of it. () where the server does not tell. Raises ChatError."""
    answer = await client.ask(TOKENIZE, {"content": text, "add_special": False})
    told = None if answer is None else answer.get("tokens")
    if not isinstance(told, list):
        return ()
    found = [count(one) for one in told]
    known = [one for one in found if one is not None]
    return tuple(known) if len(known) == len(found) else ()
