"""A chat as a file for people (Markdown) or programs (JSON). Pure: text in, text out."""

from __future__ import annotations

import re

import msgspec

from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.made_by import shareable
from specdesk.chat.reply import footer_words
from specdesk.language import translate

JSON_FORM = "specdesk-chat"
JSON_VERSION = 1


class ChatDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The JSON form: `form` and `version` say what it is, `chat` is the whole conversation."""

    form: str
    version: int
    chat: Conversation


def markdown(conversation: Conversation) -> str:
    """The chat as Markdown: questions and answers under their own headings, figures below each answer; both in the
    language in use, as they stand in the window."""
    parts = ["# " + (conversation.title or translate("Chat", "Chat"))]
    if conversation.system:
        parts += ["## " + translate("Chat", "System prompt"), conversation.system]
    for message in conversation.messages:
        parts += _message(message)
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def document(conversation: Conversation) -> str:
    """The chat as one JSON document with every figure that was kept, and the plan and sampling of each answer: models
    by their file names, without keys."""
    messages = tuple(_shared(message) for message in conversation.messages)
    chat = msgspec.structs.replace(conversation, messages=messages)
    record = ChatDocument(form=JSON_FORM, version=JSON_VERSION, chat=chat)
    return msgspec.json.format(msgspec.json.encode(record), indent=2).decode("utf-8") + "\n"


def file_name(conversation: Conversation) -> str:
    """A file name without ending, made of the title; safe on every system."""
    words = re.sub(r"[^\w.-]+", "-", conversation.title, flags=re.UNICODE).strip("-.")[:60]
    return words or "chat"


def _shared(message: Message) -> Message:
    footer = message.footer
    if footer is None or footer.made_by is None:
        return message
    return msgspec.structs.replace(message, footer=msgspec.structs.replace(footer, made_by=shareable(footer.made_by)))


def _message(message: Message) -> list[str]:
    if message.role == "user":
        return ["## " + translate("Chat", "Question"), message.text]
    parts = ["## " + translate("Chat", "Answer")]
    if message.reasoning:
        parts.append("\n".join(f"> {line}".rstrip() for line in message.reasoning.strip().splitlines()))
    parts.append(message.text if message.complete else message.text + " …")
    words = footer_words(message.footer) if message.footer is not None else ""
    return [*parts, f"*{words}*"] if words else parts
