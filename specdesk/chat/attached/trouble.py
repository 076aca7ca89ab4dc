"""What goes wrong with an engine that somebody else started, in sentences."""

from __future__ import annotations

from specdesk.chat.attached.identity import ENGINE_WORDS, EngineName
from specdesk.chat.trouble import MOST_QUOTED, UnreachableError
from specdesk.errors import ChatError


def nobody(url: str) -> ChatError:
    """Nothing accepts connections."""
    return UnreachableError(
        f"No engine answers at {url}.",
        "It is not running, or it listens somewhere else.",
        "Check the address and the port, and start the engine where it belongs.",
    )


def stranger(url: str, engine: EngineName) -> ChatError:
    """Another program answers than before."""
    return ChatError(
        f"What answers at {url} is not {ENGINE_WORDS[engine]} any more.",
        "Its answer has another form.",
        "Attach again to find out what runs there now.",
    )


def unknown(url: str, said: str) -> ChatError:
    """A program answers that is no engine. said: the beginning of its answer."""
    seen = " ".join(said.split())[: MOST_QUOTED // 3]
    why = f"Its answer begins with: {seen}" if seen else "It gave no answer that could be read."
    return ChatError(
        f"What answers at {url} is no engine that SpecDesk knows.", why,
        "Check the port: llama-server uses 8080, vLLM 8000, Ollama 11434, LM Studio 1234.",
    )  # fmt: skip


def moved(url: str, target: str) -> ChatError:
    """The address sends elsewhere. A key must not follow, so nothing does."""
    return ChatError(
        f"{url} sends on to another address.",
        f"It points to {target}. SpecDesk does not follow, since your key and your text would go there.",
        "If you trust that address, enter it.",
    )
