"""The interface that every attached engine has: who it is, what it can tell, and a client to chat with it.

An engine is one file beside this one and one line in `table`. The rest of the program sees an `Identity`, deltas and
samples, whatever the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Protocol

import msgspec

from specdesk.chat.answers import Health, Slot
from specdesk.chat.attached import trouble as told
from specdesk.chat.attached.identity import Capability, EngineName, Identity, LoadedModel
from specdesk.chat.chat_stream import Answered
from specdesk.chat.client import EngineClient
from specdesk.chat.timings import json_object
from specdesk.chat.trouble import KeyRefusedError, refused
from specdesk.errors import ChatError
from specdesk.language import translate
from specdesk.records.sample import Sample
from specdesk.shown_address import shown_address

PROBE_S = 4.0
"""Patience with one question of a probe."""


class Asking(Protocol):
    """A probe's way to an address."""

    url: str

    async def get(self, path: str) -> Answered | None:
        """The answer of `path`; None when nothing answers it in time."""

    async def post(self, path: str, body: Mapping[str, Any]) -> Answered | None:
        """The same for a question with a body."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How to ask an engine that lets every request choose. model: None = the one that the probe found.

    guesses: guesses per pass (0 = off), None = as the engine is set. draft_model: its name (LM Studio). estimates:
    whether arrival times may be used, False beyond this computer.
    """

    model: str | None = None
    guesses: int | None = None
    draft_model: str | None = None
    estimates: bool = True


Choice = Literal["guesses", "draft-model"]
"""A field of `Options` that a request may carry."""


class Engine(Protocol):
    """One kind of engine. forms: keys of `engines.adapters.forms`, the texts that a plan becomes for it. per_request:
    what each request may choose beside its model. needs_model: it answers only requests that name a model."""

    name: ClassVar[EngineName]
    forms: ClassVar[tuple[str, ...]]
    per_request: ClassVar[frozenset[Choice]]
    needs_model: ClassVar[bool]

    async def probe(self, asking: Asking) -> Identity | None:
        """Who answers, if it is this kind. Raises ChatError only when going on makes no sense."""

    def capabilities(self, identity: Identity) -> tuple[Capability, ...]:
        """What it can tell and do, with a reason for every no."""

    def client(self, identity: Identity, key: str | None, options: Options) -> EngineClient:
        """A client to chat with it. Raises ChatError."""


class AttachedClient(EngineClient):
    """A client of an engine that is no llama-server: no slots, no counters unless it adds them."""

    engine: ClassVar[EngineName] = "openai"
    follows_guesses: ClassVar[bool] = False
    gathers: ClassVar[bool] = False  # tokens per pass are estimated from when they arrive
    look_every_s: ClassVar[float] = 10.0  # it tells nothing but that it lives
    life_path: ClassVar[str] = "/v1/models"

    def __init__(self, identity: Identity, key: str | None, options: Options) -> None:
        super().__init__(identity.url, key)
        self.identity = identity
        self.options = options

    @property
    def model(self) -> str | None:
        """The model that questions go to."""
        return self.options.model or self.identity.model

    def nobody(self) -> ChatError:
        """Nothing accepts connections."""
        return told.nobody(self.base_url)

    def stranger(self) -> ChatError:
        """Another program answers than before."""
        return told.stranger(self.base_url, self.engine)

    def refusal(self, status: int, text: str) -> ChatError:
        """An answer with an error status; some engines put the reason beside `error` or into `detail`."""
        document = json_object(text)
        if status in (404, 405) and (document is None or "error" not in document):
            return self.stranger()
        if document is not None and "error" not in document:
            reason = document.get("message") or document.get("detail")
            if isinstance(reason, str):
                text = msgspec.json.encode({"error": {"message": reason, "code": status}}).decode()
        elif document is not None and isinstance(document.get("error"), str):
            text = msgspec.json.encode({"error": {"message": document["error"], "code": status}}).decode()
        return refused(status, text, self.base_url)

    async def health(self) -> Health:
        """Whether it still answers."""
        try:
            answered = await self.exchange("GET", self.life_path, read_s=PROBE_S)
        except ChatError:
            return "unreachable"
        return "ready" if answered.status < 400 else "loading" if answered.status == 503 else "unreachable"

    async def slots(self) -> tuple[Slot, ...] | None:
        """None: only llama-server tells. Raises ChatError when nothing answers any more."""
        answered = await self.exchange("GET", self.life_path, read_s=PROBE_S)
        if answered.status in (401, 403):
            raise KeyRefusedError(
                translate("Chat", "The engine at {url} refuses the key.").format(url=shown_address(self.base_url)),
                "",
                translate("Chat", "Attach again with its key."),
            )
        return None

    async def metrics(self) -> Sample | None:
        """None: this engine has no counters."""
        return None

    async def loaded(self) -> tuple[LoadedModel, ...]:
        """What is in its memory; () where it does not say. Raises ChatError."""
        return ()


def document_of(answered: Answered | None) -> dict[str, Any] | None:
    """The JSON object of an answer that went well, else None."""
    return json_object(answered.text) if answered is not None and answered.status == 200 else None


def yes(name: str, why: str) -> Capability:
    """Something that it can tell or do."""
    return msgspec.convert({"name": name, "offered": True, "why": why}, Capability)


def no(name: str, why: str) -> Capability:
    """Something that it cannot, and why."""
    return msgspec.convert({"name": name, "offered": False, "why": why}, Capability)
