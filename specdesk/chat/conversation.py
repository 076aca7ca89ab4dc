"""A chat as plain records, the operations on it, and the request that it becomes. Pure; nothing here does I/O."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from specdesk.chat.guesses import Span
from specdesk.chat.made_by import MadeBy
from specdesk.errors import ChatError
from specdesk.language import translate
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample

Role = Literal["user", "assistant"]
TITLE_LENGTH = 60
_SURROGATE = re.compile("[\ud800-\udfff]")


class ReplyFooter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one reply cost. rate: tokens/s of decoding. ttft_ms: from sending to the first word, ms, by our clock.

    tokens: emitted. tokens_per_pass: tokens after the first / passes of the target. acceptance: accepted / drafted,
    0..1. setup: which target, draft and length made it, in words. build: the engine's own name of itself.
    finish_reason: the engine's ("stop", "length", ...), or "cancelled" / "failed". speculating: speculation was armed;
    None = unknown. estimated: as in `Sample`. limit: the most tokens that were asked for, None = no limit or not known.
    made_by: plan and sampling; None in chats of older versions. None elsewhere = not exposed by this build.
    """

    rate: float | None = None
    ttft_ms: float | None = None
    tokens: int | None = None
    tokens_per_pass: float | None = None
    acceptance: float | None = None
    drafted: int | None = None
    accepted: int | None = None
    setup: str = ""
    build: str | None = None
    finish_reason: str | None = None
    speculating: bool | None = None
    guesses_exact: bool | None = None
    estimated: tuple[str, ...] = ()
    limit: int | None = None
    made_by: MadeBy | None = None

    @property
    def never_began(self) -> bool:
        """It was stopped, or failed, before the first word: there is nothing that a build could have told of it."""
        return self.finish_reason in ("cancelled", "failed") and self.tokens is None and self.ttft_ms is None


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One message. id: unique within its conversation, never used twice. complete: False while it streams.

    spans: the text in stretches, each guessed by the draft or not; () where that was not kept. samples: the engine's
    figures over the reply, thinned out.
    """

    id: int
    role: Role
    text: str
    reasoning: str = ""
    footer: ReplyFooter | None = None
    spans: tuple[Span, ...] = ()
    samples: tuple[Sample, ...] = ()
    complete: bool = True


class ChatSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How this chat asks. reply_limit: tokens, None = the engine's own. thinking: None = the model's own.

    sent_from: id of the first message that still goes to the model; trimmed_at: id of the newest message when the
    chat was trimmed. 0 = all of it goes.
    """

    sampling: Sampling = Sampling()
    reply_limit: int | None = None
    thinking: bool | None = None
    sent_from: int = 0
    trimmed_at: int = 0


class Conversation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A chat. id: 0 until it was saved. next_id: the id of the message to come."""

    id: int = 0
    title: str = ""
    system: str = ""
    messages: tuple[Message, ...] = ()
    settings: ChatSettings = ChatSettings()
    next_id: int = 1

    def message(self, message_id: int) -> Message:
        """The message with this id. Raises ChatError when it is not there."""
        return self.messages[_place(self, message_id)]


def append(
    conversation: Conversation, role: Role, text: str, *, reasoning: str = "", complete: bool = True
) -> Conversation:
    """Add a message; the first question names a chat that has no title."""
    message = Message(
        id=conversation.next_id, role=role, text=clean(text), reasoning=clean(reasoning), complete=complete
    )
    title = conversation.title or (title_of(text) if role == "user" else "")
    return msgspec.structs.replace(
        conversation, messages=(*conversation.messages, message), next_id=message.id + 1, title=title
    )


def put(conversation: Conversation, message: Message) -> Conversation:
    """Put `message` in the place of the one with its id, or at the end. Text is cleaned."""
    message = msgspec.structs.replace(message, text=clean(message.text), reasoning=clean(message.reasoning))
    kept = [old if old.id != message.id else message for old in conversation.messages]
    if all(old.id != message.id for old in conversation.messages):
        kept.append(message)
    next_id = max(conversation.next_id, message.id + 1)
    return msgspec.structs.replace(conversation, messages=tuple(kept), next_id=next_id)


def edit(conversation: Conversation, message_id: int, text: str) -> Conversation:
    """Another wording for a question: it and all that followed are replaced by the new question (with a new id).

    Raises ChatError when the message is not there or is not a question.
    """
    place = _place(conversation, message_id)
    if conversation.messages[place].role != "user":
        raise ChatError(
            translate("Chat", "Only questions can be edited."),
            "",
            translate("Chat", "Edit the question above this answer."),
        )
    shortened = msgspec.structs.replace(conversation, messages=conversation.messages[:place])
    return append(shortened, "user", text)


def regenerate(conversation: Conversation, message_id: int) -> Conversation:
    """Drop this answer and all that followed, so that the conversation ends with its question.

    `message_id` may also name the question. Raises ChatError when there is no question to answer again.
    """
    place = _place(conversation, message_id)
    if conversation.messages[place].role == "user":
        place += 1
    kept = conversation.messages[:place]
    if not kept or kept[-1].role != "user":
        raise ChatError(
            translate("Chat", "There is no question to answer again."), "", translate("Chat", "Ask something first.")
        )
    return msgspec.structs.replace(conversation, messages=kept)


def trimmed(conversation: Conversation, share: float) -> Conversation:
    """Send less from now on: the newest exchanges that hold at most `share` (0..1) of what is sent now, in letters.

    It begins with a question, and the newest question always stays. Nothing is removed from the chat.
    """
    sent = sent_messages(conversation)
    room = share * sum(len(message.text) for message in sent)
    start = next((message.id for message in reversed(sent) if message.role == "user"), 0)
    for place in range(len(sent) - 1, -1, -1):
        room -= len(sent[place].text)
        if room < 0:
            break
        if sent[place].role == "user":
            start = sent[place].id
    newest = conversation.messages[-1].id if conversation.messages else 0
    settings = msgspec.structs.replace(conversation.settings, sent_from=start, trimmed_at=newest)
    return msgspec.structs.replace(conversation, settings=settings)


def without_longest(conversation: Conversation) -> Conversation:
    """Send neither the longest question that is sent now nor what stands above it; the newest one goes while it is the
    one to be answered. Nothing is removed from the chat."""
    questions = [message for message in sent_messages(conversation) if message.role == "user"]
    if not questions:
        return conversation
    longest = max(questions, key=lambda message: len(message.text)).id
    after = next((message.id for message in questions if message.id > longest), conversation.next_id)
    newest = conversation.messages[-1].id
    settings = msgspec.structs.replace(conversation.settings, sent_from=after, trimmed_at=newest)
    return msgspec.structs.replace(conversation, settings=settings)


def untrimmed(conversation: Conversation) -> Conversation:
    """Send the whole chat again."""
    settings = msgspec.structs.replace(conversation.settings, sent_from=0, trimmed_at=0)
    return msgspec.structs.replace(conversation, settings=settings)


def sent_messages(conversation: Conversation) -> tuple[Message, ...]:
    """The messages that go to the model with the next question; the newest question always does."""
    newest = next((message.id for message in reversed(conversation.messages) if message.role == "user"), 0)
    first = min(conversation.settings.sent_from, newest)
    return tuple(message for message in conversation.messages if message.id >= first)


def with_system(conversation: Conversation, text: str) -> Conversation:
    """Set the system prompt ("" = none)."""
    return msgspec.structs.replace(conversation, system=clean(text))


def with_title(conversation: Conversation, title: str) -> Conversation:
    """Rename: one line."""
    return msgspec.structs.replace(conversation, title=" ".join(clean(title).split()))


def title_of(text: str) -> str:
    """A title made of the first words of a question."""
    words = " ".join(clean(text).split())
    return words if len(words) <= TITLE_LENGTH else words[: TITLE_LENGTH - 1].rstrip() + "…"


def clean(text: str) -> str:
    """`text` without what UTF-8 or a database cannot hold: half a surrogate pair, or NUL, becomes U+FFFD."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\x00", "\ufffd")


def request_body(
    conversation: Conversation,
    sampling: Sampling,
    reply_limit: int | None = None,
    thinking: bool | None = None,
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The body for /v1/chat/completions. Builds ignore fields that they do not know.

    `timings_per_token` puts the engine's own figures into each chunk; `return_progress` reports prompt work;
    `include_usage` moves the last timings into a chunk of their own on newer builds. reply_limit: tokens, -1 = none.
    thinking: `enable_thinking` of the chat template. Reasoning of earlier answers is not sent back. An empty answer is
    left out and questions in a row become one, since many templates insist on turns. `extra` wins over everything.
    """
    messages = [{"role": "system", "content": clean(conversation.system)}] if conversation.system else []
    for message in sent_messages(conversation):
        if message.role == "assistant" and not message.text:
            continue
        if messages and messages[-1]["role"] == message.role:
            messages[-1]["content"] += "\n\n" + clean(message.text)
        else:
            messages.append({"role": message.role, "content": clean(message.text)})
    body: dict[str, Any] = {
        "messages": messages,
        "stream": True,
        "timings_per_token": True,
        "return_progress": True,
        "stream_options": {"include_usage": True},
    }
    body |= {name: value for name, value in msgspec.to_builtins(sampling).items() if value is not None}
    if reply_limit is not None:
        body["max_tokens"] = reply_limit
    if thinking is not None:
        body["chat_template_kwargs"] = {"enable_thinking": thinking}
    return body | dict(extra or {})


def _place(conversation: Conversation, message_id: int) -> int:
    for place, message in enumerate(conversation.messages):
        if message.id == message_id:
            return place
    raise ChatError(
        translate("Chat", "That message is no longer there."),
        translate("Chat", "The chat was changed meanwhile."),
        translate("Chat", "Choose another message."),
    )
