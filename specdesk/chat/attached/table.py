"""All engines that can be attached to, in the order in which an address is asked. Another engine is a line here."""

from __future__ import annotations

from typing import Final

from specdesk.chat.attached.engine import Engine
from specdesk.chat.attached.identity import EngineName
from specdesk.chat.attached.llama_server import LlamaServer
from specdesk.chat.attached.lm_studio import LmStudio
from specdesk.chat.attached.ollama import Ollama
from specdesk.chat.attached.openai_compatible import OpenAiCompatible
from specdesk.chat.attached.vllm import Vllm

ENGINES: Final[tuple[Engine, ...]] = (LlamaServer(), Vllm(), Ollama(), LmStudio(), OpenAiCompatible())


def engine_named(name: EngineName) -> Engine:
    """The engine of that name."""
    return next(engine for engine in ENGINES if engine.name == name)
