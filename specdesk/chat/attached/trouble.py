"""What goes wrong with an engine that somebody else started, in sentences."""

from __future__ import annotations

from specdesk.chat.attached.identity import EngineName, engine_words
from specdesk.chat.trouble import MOST_QUOTED, UnreachableError
from specdesk.errors import ChatError
from specdesk.language import short, translate
from specdesk.secret_arguments import redacted
from specdesk.shown_address import shown_address


def nobody(url: str) -> ChatError:
    """Nothing accepts connections."""
    return UnreachableError(
        translate("Chat", "No engine answers at {url}.").format(url=shown_address(url)),
        translate("Chat", "It is not running, or it listens somewhere else."),
        translate("Chat", "Check the address and the port, and start the engine where it belongs."),
    )


def silent(url: str, seconds: float) -> ChatError:
    """It accepts connections and does not say who it is."""
    return UnreachableError(
        translate("Chat", "{url} does not say who it is within {count} seconds.").format(
            url=shown_address(url), count=short(seconds)
        ),
        translate("Chat", "It is very busy, or no engine."),
        translate("Chat", "Check the address and the port, and try again."),
    )


def stranger(url: str, engine: EngineName) -> ChatError:
    """Another program answers than before."""
    return ChatError(
        translate("Chat", "What answers at {url} is not {engine} any more.").format(
            url=shown_address(url), engine=engine_words(engine)
        ),
        translate("Chat", "Its answer has another form."),
        translate("Chat", "Attach again to find out what runs there now."),
    )


def unknown(url: str, said: str) -> ChatError:
    """A program answers that is no engine. said: the beginning of its answer."""
    seen = redacted(" ".join(said.split()))[: MOST_QUOTED // 3]
    what = translate("Chat", "What answers at {url} is no engine that SpecDesk knows.")
    why = (
        translate("Chat", "Its answer begins with: {text}").format(text=seen)
        if seen
        else translate("Chat", "It gave no answer that could be read.")
    )
    return ChatError(
        what.format(url=shown_address(url)), why,
        translate("Chat", "Check the port: llama-server uses 8080, vLLM 8000, Ollama 11434, LM Studio 1234."),
    )  # fmt: skip


def moved(url: str, target: str) -> ChatError:
    """The address sends elsewhere. A key must not follow, so nothing does."""
    return ChatError(
        translate("Chat", "{url} sends on to another address.").format(url=shown_address(url)),
        translate(
            "Chat", "It points to {target}. SpecDesk does not follow, since your key and your text would go there."
        ).format(target=shown_address(target)),
        translate("Chat", "If you trust that address, enter it."),
    )
