"""llama-server that somebody else started: the full set of figures.

The built-in engine is llama.cpp's server inside Python. Over HTTP it is the same, down to its build ("b0-unknown"), so
this is its interface too, and from outside nobody can tell the two apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from specdesk.chat.answers import Props, props_of, slots_of, speculation_armed
from specdesk.chat.attached.engine import Asking, Choice, Options, document_of, no, yes
from specdesk.chat.attached.identity import Capability, EngineName, Identity
from specdesk.chat.client import EngineClient
from specdesk.chat.timings import json_object, json_value
from specdesk.language import mark, translate

_ROUTER = mark("Chat", "A router of llama-server starts a model per request; it tells its figures for each of them.")


class LlamaServer:
    """Recognised by /props, which no other engine has in this form; while it loads or wants a key, by its errors."""

    name: ClassVar[EngineName] = "llama-server"
    forms: ClassVar[tuple[str, ...]] = (
        "llama-server", "preset", "llama-cli", "llama-speculative", "llama-speculative-simple", "llama-lookup",
        "llama-lookahead",
    )  # fmt: skip
    per_request: ClassVar[frozenset[Choice]] = frozenset()
    needs_model: ClassVar[bool] = False

    async def probe(self, asking: Asking) -> Identity | None:
        """Who answers, if it is a llama-server."""
        answered = await asking.get("/props")
        if answered is None:
            return None
        document = json_object(answered.text)
        if answered.status != 200:
            return self._unready(asking.url, answered.status, document)
        if document is None or not ({"default_generation_settings", "total_slots", "role"} & document.keys()):
            return None
        props = props_of(document)
        slots = await asking.get("/slots")
        told = slots_of(json_value(slots.text)) if slots is not None and slots.status == 200 else None
        armed = speculation_armed(told)
        models = await asking.get("/v1/models")
        ids = tuple(model_ids(document_of(models)))
        return Identity(
            engine=self.name, url=asking.url, version=props.build_info, model=_model(props) or next(iter(ids), None),
            models=ids, speculation=armed, speculation_why=_why(armed, props), context=props.context,
            slots=props.total_slots,
        )  # fmt: skip

    def _unready(self, url: str, status: int, document: dict[str, Any] | None) -> Identity | None:
        """Its errors have `code`, `message` and `type`; 503 while it loads, 401 for a key."""
        error = document.get("error") if document is not None else None
        kind = error.get("type") if isinstance(error, dict) else None
        if status == 503 and kind == "unavailable_error":
            return Identity(engine=self.name, url=url, loading=True)
        if status == 401 and kind == "authentication_error" and "code" in (error or {}):
            return Identity(engine=self.name, url=url, needs_key=True)
        return None

    def capabilities(self, identity: Identity) -> tuple[Capability, ...]:
        """What it can tell and do."""
        return (
            yes("rate", translate("Chat", "The engine's own clock, in every chunk.")),
            yes(
                "acceptance",
                translate(
                    "Chat", "The engine's own counts, in every chunk; the first builds of 2025 do not tell them."
                ),
            ),
            yes(
                "per-position",
                translate("Chat", "From /metrics, where the server was started with --metrics and the build has it."),
            ),
            yes("tokens-per-pass", translate("Chat", "From the engine's own counts.")),
            no(
                "memory",
                translate(
                    "Chat", "A llama-server tells its memory in its log only, which belongs to whoever started it."
                ),
            ),
            no(
                "switch",
                translate(
                    "Chat", "llama-server takes no speculation per request; compare by two starts, or by two addresses."
                ),
            ),
            no("start", translate("Chat", "It belongs to whoever started it; SpecDesk neither stops nor changes it.")),
        )

    def client(self, identity: Identity, key: str | None, options: Options) -> EngineClient:
        """The program's usual client; a router has to be told which model is meant."""
        model = options.model or identity.model
        if len(identity.models) > 1 and model is not None:
            return RouterClient(identity.url, key, model)
        return EngineClient(identity.url, key)


class RouterClient(EngineClient):
    """Client of a llama-server that starts a model per request."""

    def __init__(self, url: str, key: str | None, model: str) -> None:
        super().__init__(url, key)
        self._model = model

    def body_for(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The request with the model named."""
        return {**body, "model": self._model}

    async def ask(self, path: str, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """The same for the endpoints of that model. Raises ChatError."""
        return await super().ask(path, self.body_for(body))


def _model(props: Props) -> str | None:
    path = props.model_path.replace("\\", "/").rpartition("/")[2] if props.model_path else None
    return props.model_alias.replace("\\", "/").rpartition("/")[2] if props.model_alias else path


def _why(armed: bool | None, props: Props) -> str:
    if props.router:
        return translate("Chat", _ROUTER)
    if armed is None:
        return translate("Chat", "It was started without /slots, where it would say so.")
    return translate("Chat", "It says so itself, in /slots.")


def model_ids(document: dict[str, Any] | None) -> list[str]:
    """The ids of a /v1/models document."""
    entries = (document or {}).get("data")
    found = [entry.get("id") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return [name for name in found if isinstance(name, str)]
