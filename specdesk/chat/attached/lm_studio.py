"""LM Studio: its REST API v0 tells rate and guesses of each reply, and takes a draft model per request.

Source: lmstudio.ai/docs, REST API v0 (/api/v0/models, /api/v0/chat/completions; stats.*), speculative decoding since
0.3.10. Its newer /api/v1 tells no guesses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from specdesk.chat.attached.engine import Asking, Choice, Options, document_of, no, yes
from specdesk.chat.attached.identity import Capability, EngineName, Identity, LoadedModel
from specdesk.chat.attached.openai_compatible import OpenAiClient
from specdesk.chat.client import EngineClient
from specdesk.chat.timings import count
from specdesk.errors import ChatError
from specdesk.language import translate
from specdesk.shown_address import shown_address

_OWN_FIELDS = ("top_k", "min_p", "repeat_penalty")
_WRITING = ("llm", "vlm")


class LmStudioClient(OpenAiClient):
    """Chat completions of the API v0."""

    engine: ClassVar[EngineName] = "lm-studio"
    chat_path: ClassVar[str] = "/api/v0/chat/completions"
    life_path: ClassVar[str] = "/api/v0/models"

    def body_for(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """With a draft model where the user named one."""
        written = {**super().body_for(body), **{name: body[name] for name in _OWN_FIELDS if name in body}}
        return {**written, "draft_model": self.options.draft_model} if self.options.draft_model else written

    @property
    def estimates(self) -> bool:
        """Also where it does not say: a draft that was chosen in its window shows in the arrivals."""
        return self.options.estimates


class LmStudio:
    """Recognised by /api/v0/models, whose entries have a state."""

    name: ClassVar[EngineName] = "lm-studio"
    forms: ClassVar[tuple[str, ...]] = ()
    per_request: ClassVar[frozenset[Choice]] = frozenset({"draft-model"})
    needs_model: ClassVar[bool] = True

    async def probe(self, asking: Asking) -> Identity | None:
        """Who answers, if it is LM Studio. A loaded model counts as the chosen one, else the first."""
        document = document_of(await asking.get("/api/v0/models"))
        entries = (document or {}).get("data")
        if not isinstance(entries, list):
            return None
        models = [entry for entry in entries if isinstance(entry, dict) and isinstance(entry.get("id"), str)]
        if entries and not any("state" in entry for entry in models):
            return None
        writing = [entry for entry in models if entry.get("type") in (None, *_WRITING)]
        loaded = [entry for entry in writing if entry.get("state") == "loaded"]
        chosen = next(iter(loaded or writing), None)
        return Identity(
            engine=self.name, url=asking.url, model=chosen["id"] if chosen else None,
            models=tuple(entry["id"] for entry in writing), context=_context(chosen),
            speculation_why=translate("Chat", "LM Studio tells it with each reply."),
            loaded=tuple(LoadedModel(name=entry["id"], context=_context(entry)) for entry in loaded),
        )  # fmt: skip

    def capabilities(self, identity: Identity) -> tuple[Capability, ...]:
        """What it can tell and do."""
        return (
            yes("rate", translate("Chat", "LM Studio's own figure at the end of a reply; until then by our clock.")),
            yes("acceptance", translate("Chat", "LM Studio's own counts at the end of a reply that used a draft.")),
            no("per-position", translate("Chat", "LM Studio tells totals only.")),
            yes(
                "tokens-per-pass",
                translate("Chat", "From LM Studio's own counts; without them estimated from arrival times."),
            ),
            no("memory", translate("Chat", "LM Studio's interface for programs does not tell it.")),
            yes("switch", translate("Chat", "Each question may name a draft model, or none.")),
            no("start", translate("Chat", "It belongs to whoever started it; SpecDesk neither stops nor changes it.")),
        )

    def client(self, identity: Identity, key: str | None, options: Options) -> EngineClient:
        """For chat. Raises ChatError when it has no model."""
        if identity.model is None and options.model is None:
            raise ChatError(
                translate("Chat", "The LM Studio at {url} has no model.").format(url=shown_address(identity.url)),
                "",
                translate("Chat", "Load one there, then attach."),
            )
        return LmStudioClient(identity, key, options)


def _context(entry: Mapping[str, Any] | None) -> int | None:
    entry = entry or {}
    return count(entry.get("loaded_context_length")) or count(entry.get("max_context_length"))
