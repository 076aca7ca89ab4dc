"""Replies of real engines, from the first byte to the message, with the marks of what was guessed."""

from __future__ import annotations

import time

from specdesk.chat.answers import speculation_armed
from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Conversation, Message, request_body
from specdesk.chat.reply import GrowingReply
from specdesk.records.plan import Sampling

GREEDY = Sampling(temperature=0.0, seed=1)


async def answered(client: EngineClient, conversation: Conversation, limit: int) -> tuple[GrowingReply, Message]:
    """One reply, from the first byte to its message."""
    reply = GrowingReply(
        conversation.next_id,
        time.monotonic(),
        speculating=speculation_armed(await client.slots()),
        reports_drafts=client.reports_drafts,
    )
    async with client.stream_chat(request_body(conversation, GREEDY, limit)) as stream:
        async for delta in stream:
            reply.feed(delta)
    return reply, reply.message()
