"""What went wrong with a request, in sentences: what happened, why, and what to do next."""

from __future__ import annotations

import json
from typing import Any

from specdesk.chat.timings import count, json_object
from specdesk.errors import ChatError

MOST_QUOTED = 300
"""Characters of an engine's own message that are quoted."""


class ContextExceededError(ChatError):
    """The request has more tokens than the context holds. Both in tokens; None where the engine does not say."""

    def __init__(self, what: str, why: str, next_step: str, prompt_tokens: int | None, context: int | None) -> None:
        super().__init__(what, why, next_step)
        self.prompt_tokens = prompt_tokens
        self.context = context


class KeyRefusedError(ChatError):
    """The engine wants another API key."""


class UnreachableError(ChatError):
    """Nothing accepts connections."""


class StillLoadingError(ChatError):
    """The engine has not finished loading its model."""


def unreachable(url: str) -> ChatError:
    """Nothing accepts connections at `url`."""
    return UnreachableError(
        f"No engine answers at {url}.",
        "It is not running, or it listens somewhere else.",
        "Press Start, or look at the log to see why it ended.",
    )


def broke_off() -> ChatError:
    """The connection ended before the answer did."""
    return ChatError(
        "The engine ended in the middle of the answer.",
        "The connection closed before the answer was complete; what had arrived is kept.",
        "Look at the log for the reason, start the engine again and ask again.",
    )


def stalled(seconds: float) -> ChatError:
    """Nothing arrived for `seconds`."""
    return ChatError(
        f"Nothing came from the engine for {seconds:g} seconds.",
        "It may be working on a long prompt, waiting for memory, or hang.",
        "Look at the log; if nothing moves there either, stop the engine and start it again.",
    )


def too_slow(path: str) -> ChatError:
    """A short question (not a chat answer) was not answered in time."""
    return ChatError(
        f"The engine did not answer {path} in time.",
        "It is busy, often with a long prompt.",
        "Wait for the current answer, or stop it.",
    )


def not_llama_server(url: str) -> ChatError:
    """Something answers that does not speak llama-server."""
    return ChatError(
        f"What answers at {url} is not a llama-server.",
        "Its answer has another form.",
        "Check the address and port, or choose another port and start again.",
    )


def compressed(url: str) -> ChatError:
    """The answer is compressed, which was not asked for."""
    return ChatError(
        f"What answers at {url} sends compressed data.",
        "SpecDesk asks for none and unpacks none, since a small answer could then grow without bounds.",
        "Check the address; a proxy in between may be set to compress answers.",
    )


def cut_off(why: str) -> ChatError:
    """SpecDesk stopped reading because the stream grew beyond reason."""
    return ChatError(
        "The answer was cut off.",
        f"The engine sent more than SpecDesk accepts: {why}.",
        "Ask again; if it happens again, use another build of the engine.",
    )


def unwritable_request() -> ChatError:
    """The request holds something that JSON cannot express."""
    return ChatError(
        "The request could not be written.",
        "A setting or text in it cannot be expressed as JSON.",
        "Reset the sampling settings and try again.",
    )


def unreadable(text: str) -> ChatError:
    """An event of the stream is not what llama-server sends."""
    return ChatError(
        "The engine sent something that SpecDesk cannot read.",
        f"It begins with: {_quoted(text[:60])}",
        "Ask again; if it happens again, use another build of the engine.",
    )


def refused(status: int, body: str, url: str) -> ChatError:
    """An HTTP answer with an error status (or, for old builds, an error inside the stream) as an error to raise."""
    error = _error_object(body)
    if error is None:
        if status in (401, 403):
            return refused_key(url)
        if status == 503:
            return still_loading()
        if status in (404, 405):
            return not_llama_server(url)
        return _other(status, " ".join(body.split()))
    return error_of(error, url, status)


def error_of(error: object, url: str, status: int = 0) -> ChatError:
    """The `error` object of llama-server: `{code, message, type[, n_prompt_tokens, n_ctx]}`."""
    fields = error if isinstance(error, dict) else {"message": error}
    message = fields.get("message")
    message = message if isinstance(message, str) else json.dumps(message)
    status = count(fields.get("code")) or status
    kind, lower = fields.get("type"), message.lower()
    if kind == "exceed_context_size_error" or "context size" in lower or "larger than the max context" in lower:
        return _context(fields)
    if status in (401, 403):
        return refused_key(url)
    if status == 503:
        return still_loading()
    if "template" in lower or "jinja" in lower:
        return ChatError(
            "The model's chat template failed.",
            f"The engine says: {_quoted(message)}",
            "Remove the system prompt or the last messages, or start the engine with another chat template.",
        )
    if "speculative batch" in lower:
        return ChatError(
            "The engine could not check the draft's guesses.",
            f"It says: {_quoted(message)} This build fails with this draft.",
            "Ask again; if it happens again, switch the draft off or use another build of the engine.",
        )
    return _other(status, message)


def _context(fields: dict[str, Any]) -> ContextExceededError:
    prompt, context = count(fields.get("n_prompt_tokens")), count(fields.get("n_ctx"))
    why = "The engine does not say by how much."
    if prompt is not None and context is not None:
        why = f"It has {prompt} tokens and the context holds {context}."
    return ContextExceededError(
        "This chat is too long for the context.",
        why,
        "Start a new chat, shorten the last message, or set a larger context and start the engine again.",
        prompt,
        context,
    )


def refused_key(url: str) -> KeyRefusedError:
    """The engine wants another key, or one at all."""
    return KeyRefusedError(
        f"The engine at {url} refuses the key.",
        "It was started with another API key.",
        "Enter the key it was started with, or start it again from here.",
    )


def still_loading() -> StillLoadingError:
    """It answers, and cannot chat yet."""
    return StillLoadingError(
        "The engine is still loading its model.", "It answers when loading is done.", "Wait until it is ready."
    )


def _other(status: int, message: str) -> ChatError:
    number = f" (HTTP {status})" if status else ""
    return ChatError(
        f"The engine refused the request{number}.",
        f"It says: {_quoted(message)}" if message else "It gives no reason.",
        "Look at the log for details, then ask again.",
    )


def _quoted(message: str) -> str:
    text = " ".join(message.split())
    text = text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"
    return text if text.endswith((".", "!", "?", "…")) else text + "."


def _error_object(body: str) -> object | None:
    document = json_object(body)
    return document.get("error") if document else None
