"""vLLM: usage in every chunk, acceptance and positions from /metrics, per reply where the server offers it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar

from specdesk.chat.attached.engine import Asking, Choice, Options, document_of, no, yes
from specdesk.chat.attached.identity import Capability, EngineName, Identity
from specdesk.chat.attached.llama_server import model_ids
from specdesk.chat.attached.openai_compatible import OpenAiClient
from specdesk.chat.attached.vllm_metrics import PREFIX, sample_of_vllm, vllm_speculates
from specdesk.chat.client import EngineClient
from specdesk.chat.timings import count, json_object
from specdesk.language import translate
from specdesk.records.sample import Sample

_RENAMED = {"repeat_penalty": "repetition_penalty"}
_OWN_FIELDS = ("top_k", "min_p", "chat_template_kwargs")
"""Beyond the standard, as vLLM documents them."""


class VllmClient(OpenAiClient):
    """Chat completions with vLLM's own fields, and its counters."""

    engine: ClassVar[EngineName] = "vllm"
    look_every_s: ClassVar[float] = 1.0
    life_path: ClassVar[str] = "/version"

    def body_for(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Sampling by vLLM's names, and token counts in every chunk."""
        written = {**super().body_for(body), **{name: body[name] for name in _OWN_FIELDS if name in body}}
        written |= {new: body[old] for old, new in _RENAMED.items() if old in body}
        return {**written, "stream_options": {"include_usage": True, "continuous_usage_stats": True}}

    async def metrics(self) -> Sample | None:
        """The server's counters; None where they are not offered. Raises ChatError."""
        answered = await self.exchange("GET", "/metrics")
        return sample_of_vllm(answered.text, time.monotonic()) if answered.status == 200 else None

    @property
    def estimates(self) -> bool:
        """Never: its counters say it exactly."""
        return False


class Vllm:
    """Recognised by /version beside /metrics with vLLM's series, or by models that vLLM owns."""

    name: ClassVar[EngineName] = "vllm"
    forms: ClassVar[tuple[str, ...]] = ("vllm",)
    per_request: ClassVar[frozenset[Choice]] = frozenset()
    needs_model: ClassVar[bool] = True

    async def probe(self, asking: Asking) -> Identity | None:
        """Who answers, if it is vLLM. /version needs no key, so it is known even where the key is wrong."""
        told = await asking.get("/version")
        version = (document_of(told) or {}).get("version")
        if not isinstance(version, str):
            return None
        metrics = await asking.get("/metrics")
        text = metrics.text if metrics is not None and metrics.status == 200 else ""
        listed = await asking.get("/v1/models")
        document = document_of(listed)
        entries = (document or {}).get("data")
        entries = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        owned = any(entry.get("owned_by") == "vllm" for entry in entries)
        if PREFIX not in text and not owned:
            return None
        refused = listed is not None and listed.status in (401, 403) and json_object(listed.text) is not None
        armed = vllm_speculates(text)
        ids = model_ids(document)
        return Identity(
            engine=self.name, url=asking.url, version=version, model=next(iter(ids), None), models=tuple(ids),
            speculation=armed, speculation_why=_why(armed), needs_key=refused,
            context=next((count(entry.get("max_model_len")) for entry in entries), None),
        )  # fmt: skip

    def capabilities(self, identity: Identity) -> tuple[Capability, ...]:
        """What it can tell and do."""
        by_metrics = translate(
            "Chat", "From vLLM's own counters (/metrics) before and behind a reply, when nobody else was answered."
        )
        counted = yes if identity.speculation else no
        off = (
            translate("Chat", "Speculation is off there.")
            if identity.speculation is False
            else translate("Chat", "It was started without /metrics.")
        )
        return (
            yes(
                "rate",
                translate("Chat", "Tokens by vLLM's own count, by this computer's clock: vLLM tells no decode time."),
            ),
            counted("acceptance", by_metrics if identity.speculation else off),
            counted("per-position", by_metrics if identity.speculation else off),
            counted("tokens-per-pass", by_metrics if identity.speculation else off),
            no(
                "memory",
                translate(
                    "Chat", "vLLM takes a fixed share of the graphics memory and does not say how much of it is in use."
                ),
            ),
            no(
                "switch",
                translate(
                    "Chat",
                    "vLLM takes no speculation per request; compare two addresses, or the two exported commands.",
                ),
            ),
            no(
                "start",
                translate("Chat", "It belongs to whoever started it; SpecDesk writes commands for it, no more."),
            ),
        )

    def client(self, identity: Identity, key: str | None, options: Options) -> EngineClient:
        """For chat and counters. Raises ChatError."""
        return VllmClient(identity, key, options)


def _why(armed: bool | None) -> str:
    if armed is None:
        return translate("Chat", "It was started without /metrics, where it would show.")
    return (
        translate("Chat", "Its /metrics count guesses.")
        if armed
        else translate("Chat", "Its /metrics count no guesses.")
    )
