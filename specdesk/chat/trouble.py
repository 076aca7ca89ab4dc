"""What went wrong with a request, in sentences: what happened, why, and what to do next."""

from __future__ import annotations

import json
from typing import Any

from specdesk.chat.timings import count, json_object
from specdesk.errors import ChatError
from specdesk.language import number, short, translate
from specdesk.secret_arguments import redacted
from specdesk.shown_address import shown_address

MOST_QUOTED = 300
"""Characters of an engine's own message that are quoted."""

SERVERS_FAULT = 500
"""From this HTTP status on the fault is the server's, and the question may be asked again (RFC 9110, 15.6)."""


class ContextExceededError(ChatError):
    """The request has more tokens than the context holds. Both in tokens; None where the engine does not say."""

    def __init__(self, what: str, why: str, next_step: str, prompt_tokens: int | None, context: int | None) -> None:
        super().__init__(what, why, next_step)
        self.prompt_tokens = prompt_tokens
        self.context = context


class KeyRefusedError(ChatError):
    """The engine wants another API key."""


class UnusableAddressError(ChatError):
    """What was given is no address of a server, whoever is there."""


class PassingError(ChatError):
    """No answer now; the same question may be answered later."""


class UnreachableError(PassingError):
    """Nothing accepts connections."""


class StillLoadingError(PassingError):
    """The engine has not finished loading its model."""


def unreachable(url: str) -> ChatError:
    """Nothing accepts connections at `url`."""
    return UnreachableError(
        translate("Chat", "No engine answers at {url}.").format(url=shown_address(url)),
        translate("Chat", "It is not running, or it listens somewhere else."),
        translate("Chat", "Press Start, or look at the log to see why it ended."),
    )


def broke_off() -> ChatError:
    """The connection ended before the answer did."""
    return PassingError(
        translate("Chat", "The engine ended in the middle of the answer."),
        translate("Chat", "The connection closed before the answer was complete; what had arrived is kept."),
        translate("Chat", "Look at the log for the reason, start the engine again and ask again."),
    )


def stalled(seconds: float) -> ChatError:
    """Nothing arrived for `seconds`."""
    return ChatError(
        translate("Chat", "Nothing came from the engine for {count} seconds.").format(count=short(seconds)),
        translate("Chat", "It may be working on a long prompt, waiting for memory, or hang."),
        translate("Chat", "Look at the log; if nothing moves there either, stop the engine and start it again."),
    )


def too_slow(path: str) -> ChatError:
    """A short question (not a chat answer) was not answered in time."""
    return PassingError(
        translate("Chat", "The engine did not answer {path} in time.").format(path=path),
        translate("Chat", "It is busy, often with a long prompt."),
        translate("Chat", "Wait for the current answer, or stop it."),
    )


def not_llama_server(url: str) -> ChatError:
    """Something answers that does not speak llama-server."""
    return ChatError(
        translate("Chat", "What answers at {url} is not a llama-server.").format(url=shown_address(url)),
        translate("Chat", "Its answer has another form."),
        translate("Chat", "Check the address and port, or choose another port and start again."),
    )


def compressed(url: str) -> ChatError:
    """The answer is compressed, which was not asked for."""
    return ChatError(
        translate("Chat", "What answers at {url} sends compressed data.").format(url=shown_address(url)),
        translate(
            "Chat", "SpecDesk asks for none and unpacks none, since a small answer could then grow without bounds."
        ),
        translate("Chat", "Check the address; a proxy in between may be set to compress answers."),
    )


def cut_off(why: str) -> ChatError:
    """SpecDesk stopped reading because the stream grew beyond reason."""
    return ChatError(
        translate("Chat", "The answer was cut off."),
        translate("Chat", "The engine sent more than SpecDesk accepts: {why}.").format(why=why),
        translate("Chat", "Ask again; if it happens again, use another build of the engine."),
    )


def unwritable_request() -> ChatError:
    """The request holds something that JSON cannot express."""
    return ChatError(
        translate("Chat", "The request could not be written."),
        translate("Chat", "A setting or text in it cannot be expressed as JSON."),
        translate("Chat", "Reset the sampling settings and try again."),
    )


def unreadable(text: str) -> ChatError:
    """An event of the stream is not what llama-server sends."""
    return ChatError(
        translate("Chat", "The engine sent something that SpecDesk cannot read."),
        translate("Chat", "It begins with: {text}").format(text=_quoted(redacted(text)[:60])),
        translate("Chat", "Ask again; if it happens again, use another build of the engine."),
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
            translate("Chat", "The model's chat template failed."),
            translate("Chat", "The engine says: {text}").format(text=_quoted(message)),
            translate(
                "Chat", "Remove the system prompt or the last messages, or start the engine with another chat template."
            ),
        )
    if "speculative batch" in lower:
        return ChatError(
            translate("Chat", "The engine could not check the draft's guesses."),
            translate("Chat", "It says: {text} This build fails with this draft.").format(text=_quoted(message)),
            translate(
                "Chat", "Ask again; if it happens again, switch the draft off or use another build of the engine."
            ),
        )
    return _other(status, message)


def _context(fields: dict[str, Any]) -> ContextExceededError:
    prompt, context = count(fields.get("n_prompt_tokens")), count(fields.get("n_ctx"))
    why = translate("Chat", "The engine does not say by how much.")
    if prompt is not None and context is not None:
        why = translate("Chat", "It has {tokens} tokens and the context holds {context}.").format(
            tokens=number(prompt, grouped=True), context=number(context, grouped=True)
        )
    return ContextExceededError(
        translate("Chat", "This chat is too long for the context."),
        why,
        translate("Chat", "Ask something shorter, or start the server with a larger context."),
        prompt,
        context,
    )


def refused_key(url: str) -> KeyRefusedError:
    """The engine wants another key, or one at all."""
    return KeyRefusedError(
        translate("Chat", "The engine at {url} refuses the key.").format(url=shown_address(url)),
        translate("Chat", "It was started with another API key."),
        translate("Chat", "Enter the key it was started with, or start it again from here."),
    )


def still_loading() -> StillLoadingError:
    """It answers, and cannot chat yet."""
    return StillLoadingError(
        translate("Chat", "The engine is still loading its model."),
        translate("Chat", "It answers when loading is done."),
        translate("Chat", "Wait until it is ready."),
    )


def _other(status: int, message: str) -> ChatError:
    what = translate("Chat", "The engine refused the request.")
    if status:
        what = translate("Chat", "The engine refused the request (HTTP {status}).").format(status=status)
    kind = PassingError if status >= SERVERS_FAULT else ChatError
    return kind(
        what,
        translate("Chat", "It says: {text}").format(text=_quoted(message))
        if message
        else translate("Chat", "It gives no reason."),
        translate("Chat", "Look at the log for details, then ask again."),
    )


def _quoted(message: str) -> str:
    text = redacted(" ".join(message.split()))
    text = text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"
    return text if text.endswith((".", "!", "?", "…")) else text + "."


def _error_object(body: str) -> object | None:
    document = json_object(body)
    return document.get("error") if document else None
