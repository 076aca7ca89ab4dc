"""Any server that speaks OpenAI's chat completions: SGLang, TabbyAPI, LocalAI, llamafile and many more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from specdesk.chat.attached.engine import Asking, AttachedClient, Choice, Options, document_of, no, yes
from specdesk.chat.attached.identity import Capability, EngineName, Identity
from specdesk.chat.attached.llama_server import model_ids
from specdesk.chat.attached.openai_reader import OpenAiReader
from specdesk.chat.chat_stream import ChunkReader
from specdesk.chat.client import EngineClient
from specdesk.chat.timings import json_object
from specdesk.errors import ChatError
from specdesk.language import translate
from specdesk.shown_address import shown_address

PLAIN_FIELDS = (
    "messages", "stream", "temperature", "top_p", "presence_penalty", "frequency_penalty", "seed", "max_tokens",
)  # fmt: skip
"""What every such server takes; unknown fields make some of them refuse."""


class OpenAiClient(AttachedClient):
    """Chat completions, with the usage at the end where the server tells it."""

    def body_for(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Only what the standard has, with the model named."""
        kept = {name: body[name] for name in PLAIN_FIELDS if name in body}
        return {**kept, "model": self.model or "default", "stream_options": {"include_usage": True}}

    def reader(self) -> ChunkReader:
        """One that counts by its own clock."""
        return OpenAiReader(bursts=self.estimates)

    @property
    def estimates(self) -> bool:
        """Whether tokens per pass may be estimated: only where nothing delays arrivals, and not when it is off."""
        return self.options.estimates and self.identity.speculation is not False


class OpenAiCompatible:
    """The last in the line: whoever lists models in OpenAI's form and was not recognised before."""

    name: ClassVar[EngineName] = "openai"
    forms: ClassVar[tuple[str, ...]] = ()
    per_request: ClassVar[frozenset[Choice]] = frozenset()
    needs_model: ClassVar[bool] = True

    async def probe(self, asking: Asking) -> Identity | None:
        """Who answers, if it lists models in that form, or asks for a key there."""
        answered = await asking.get("/v1/models")
        if answered is not None and answered.status in (401, 403) and json_object(answered.text) is not None:
            return Identity(engine=self.name, url=asking.url, needs_key=True)
        document = document_of(answered)
        if document is None or not isinstance(document.get("data"), list):
            return None
        ids = model_ids(document)
        version = answered.server.strip() if answered is not None else ""
        return Identity(
            engine=self.name, url=asking.url, version=version or None, model=next(iter(ids), None), models=tuple(ids),
            speculation_why=translate("Chat", "This kind of server does not tell."),
        )  # fmt: skip

    def capabilities(self, identity: Identity) -> tuple[Capability, ...]:
        """Little is certain of an unknown server."""
        return (
            yes(
                "rate",
                translate(
                    "Chat", "By this computer's clock, from first to last token; tokens as the server counts them."
                ),
            ),
            no(
                "acceptance",
                translate(
                    "Chat", "The standard has no field for guesses; a server that sends llama.cpp's timings is read."
                ),
            ),
            no("per-position", translate("Chat", "The standard has no field for it.")),
            yes(
                "tokens-per-pass",
                translate("Chat", "Estimated from arrival times, on this computer only, and named as an estimate."),
            ),
            no("memory", translate("Chat", "The standard has no field for it.")),
            no(
                "switch",
                translate(
                    "Chat", "The standard has no field for it; compare two addresses, one of them without speculation."
                ),
            ),
            no("start", translate("Chat", "It belongs to whoever started it; SpecDesk neither stops nor changes it.")),
        )

    def client(self, identity: Identity, key: str | None, options: Options) -> EngineClient:
        """For chat completions. Raises ChatError when it offers no model."""
        if identity.model is None and options.model is None and not identity.needs_key:
            raise ChatError(
                translate("Chat", "The server at {url} offers no model.").format(url=shown_address(identity.url)),
                "",
                translate("Chat", "Load a model there, then attach."),
            )
        return OpenAiClient(identity, key, options)
