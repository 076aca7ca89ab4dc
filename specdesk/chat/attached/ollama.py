"""Ollama: exact rates, memory, and speculation per request; it keeps its acceptance to itself.

Source: docs/api.md of ollama/ollama (/api/version, /api/tags, /api/ps, /api/show, /api/chat); `draft_num_predict` is a
request option since 0.30 (api/types.go, Runner). Its server drops draft_n of the llama-server that it runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from specdesk.chat.attached.arrivals import OwnClock, with_bursts
from specdesk.chat.attached.engine import Asking, AttachedClient, Choice, Options, document_of, no, yes
from specdesk.chat.attached.identity import Capability, EngineName, Identity, LoadedModel
from specdesk.chat.attached.json_lines import JsonLines
from specdesk.chat.chat_stream import ChunkReader, EventParser
from specdesk.chat.client import EngineClient
from specdesk.chat.timings import Delta, count, number
from specdesk.errors import ChatError
from specdesk.language import translate
from specdesk.records.sample import Sample
from specdesk.shown_address import shown_address

MIB = 2**20
_OPTIONS = {
    "temperature": "temperature", "top_k": "top_k", "top_p": "top_p", "min_p": "min_p",
    "repeat_penalty": "repeat_penalty", "presence_penalty": "presence_penalty",
    "frequency_penalty": "frequency_penalty", "seed": "seed", "max_tokens": "num_predict",
}  # fmt: skip
_DRAFT = re.compile(r"^\s*DRAFT\s+\S", re.IGNORECASE | re.MULTILINE)
_GUESSES = re.compile(r"^\s*(?:PARAMETER\s+)?draft_num_predict\s+(\d+)\s*$", re.IGNORECASE | re.MULTILINE)


class OllamaReader:
    """Lines of one answer. bursts: whether tokens per pass may be estimated from arrivals."""

    def __init__(self, *, bursts: bool) -> None:
        self.reports_drafts = False
        self._bursts = bursts
        self._clock = OwnClock(bursts=False)

    def read(self, chunk: Mapping[str, Any], t: float) -> Delta:
        """The next line, arrived at `t` (s, monotonic)."""
        message = chunk.get("message")
        message = message if isinstance(message, dict) else {}
        text, reasoning = _text(message.get("content")), _text(message.get("thinking"))
        if text or reasoning:
            self._clock.arrived(t, None)
        if chunk.get("done") is not True:
            sample = self._clock.now(t) if text or reasoning else None
            return Delta(t=t, text=text, reasoning=reasoning, sample=sample)
        reason = _text(chunk.get("done_reason")) or "stop"
        return Delta(t=t, text=text, reasoning=reasoning, finish_reason=reason, sample=self._last(chunk, t))

    def _last(self, chunk: Mapping[str, Any], t: float) -> Sample | None:
        """Ollama's own figures; durations in ns. The first token comes out of reading, as in llama-server."""
        tokens, ns = count(chunk.get("eval_count")), number(chunk.get("eval_duration"))
        if tokens is None:
            return self._clock.at_end(t, None)
        ms = None if ns is None else ns / 1e6
        prompt_ns = number(chunk.get("prompt_eval_duration"))
        sample = Sample(
            t=t, tokens=tokens, decode_ms=ms, rate=(tokens - 1) / ms * 1000 if ms and tokens > 1 else None,
            prompt_tokens=count(chunk.get("prompt_eval_count")),
            prompt_ms=None if prompt_ns is None else prompt_ns / 1e6,
        )  # fmt: skip
        return with_bursts(sample, self._clock.arrivals) if self._bursts else sample


class OllamaClient(AttachedClient):
    """Chat by Ollama's own API, since its OpenAI form leaves its figures out."""

    engine: ClassVar[EngineName] = "ollama"
    chat_path: ClassVar[str] = "/api/chat"
    stream_type: ClassVar[str] = "ndjson"
    life_path: ClassVar[str] = "/api/version"

    def body_for(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Sampling as options; the draft length too, where the user chose one."""
        options = {new: body[old] for old, new in _OPTIONS.items() if old in body}
        if self.options.guesses is not None:
            options["draft_num_predict"] = self.options.guesses
        written: dict[str, Any] = {"model": self.model, "messages": body.get("messages", []), "options": options}
        thinking = body.get("chat_template_kwargs")
        if isinstance(thinking, dict) and isinstance(thinking.get("enable_thinking"), bool):
            written["think"] = thinking["enable_thinking"]
        return written

    def parser(self) -> EventParser:
        """A line is an object."""
        return JsonLines()

    def reader(self) -> ChunkReader:
        """One that estimates passes, unless nothing is guessed."""
        off = self.options.guesses == 0 or (self.identity.speculation is False and not self.options.guesses)
        return OllamaReader(bursts=self.options.estimates and not off)

    async def loaded(self) -> tuple[LoadedModel, ...]:
        """/api/ps. Raises ChatError."""
        answered = await self.exchange("GET", "/api/ps")
        return loaded_models(document_of(answered))


class Ollama:
    """Recognised by /api/version beside /api/tags."""

    name: ClassVar[EngineName] = "ollama"
    forms: ClassVar[tuple[str, ...]] = ("ollama",)
    per_request: ClassVar[frozenset[Choice]] = frozenset({"guesses"})
    needs_model: ClassVar[bool] = True

    async def probe(self, asking: Asking) -> Identity | None:
        """Who answers, if it is Ollama. Its loaded model counts as the chosen one, else the first that it has."""
        version = (document_of(await asking.get("/api/version")) or {}).get("version")
        tags = document_of(await asking.get("/api/tags"))
        entries = (tags or {}).get("models")
        if not isinstance(version, str) or not isinstance(entries, list):
            return None
        models = [entry for entry in entries if isinstance(entry, dict)]
        names = tuple(name for entry in models if isinstance(name := entry.get("model") or entry.get("name"), str))
        loaded = loaded_models(document_of(await asking.get("/api/ps")))
        model = loaded[0].name if loaded else next(iter(names), None)
        shown = document_of(await asking.post("/api/show", {"model": model})) if model else None
        armed, why = _armed(shown)
        entry = next((one for one in models if model in (one.get("model"), one.get("name"))), {})
        return Identity(
            engine=self.name, url=asking.url, version=version, model=model, models=names, speculation=armed,
            speculation_why=why, loaded=loaded, remote_model=_is_remote(model or "", entry, shown or {}),
            context=loaded[0].context if loaded else None,
        )  # fmt: skip

    def capabilities(self, identity: Identity) -> tuple[Capability, ...]:
        """What it can tell and do."""
        hidden = translate("Chat", "Not exposed by Ollama: it runs a llama-server and drops its counts of guesses.")
        return (
            yes(
                "rate",
                translate(
                    "Chat", "Ollama's own count and decode time, at the end of a reply; until then by our clock."
                ),
            ),
            no("acceptance", hidden),
            no("per-position", hidden),
            yes(
                "tokens-per-pass",
                translate("Chat", "Estimated from arrival times, on this computer only, and named as an estimate."),
            ),
            yes("memory", translate("Chat", "Ollama's own figures, from /api/ps.")),
            yes(
                "switch", translate("Chat", "Each question may say how many tokens are guessed per pass, 0 being off.")
            ),
            no(
                "start",
                translate(
                    "Chat",
                    "It belongs to whoever started it; SpecDesk writes a Modelfile and neither starts nor stops.",
                ),
            ),
        )

    def client(self, identity: Identity, key: str | None, options: Options) -> EngineClient:
        """For chat. Raises ChatError when Ollama has no model."""
        if identity.model is None and options.model is None:
            raise ChatError(
                translate("Chat", "The Ollama at {url} has no model.").format(url=shown_address(identity.url)),
                "",
                translate("Chat", "Create one there, then attach."),
            )
        return OllamaClient(identity, key, options)


def loaded_models(document: Mapping[str, Any] | None) -> tuple[LoadedModel, ...]:
    """The models of an /api/ps document, sizes in MiB."""
    entries = (document or {}).get("models")
    found = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return tuple(
        LoadedModel(
            name=name, size_mib=_mib(entry.get("size")), gpu_mib=_mib(entry.get("size_vram")),
            context=count(entry.get("context_length")),
        )
        for entry in found
        if isinstance(name := entry.get("model") or entry.get("name"), str)
    )  # fmt: skip


def _armed(shown: Mapping[str, Any] | None) -> tuple[bool | None, str]:
    """Whether the model drafts, from its Modelfile and parameters (/api/show)."""
    if shown is None:
        return None, translate("Chat", "Ollama does not show how the model is set.")
    texts = [text for name in ("modelfile", "parameters") if isinstance(text := shown.get(name), str)]
    told = [int(found) for text in texts for found in _GUESSES.findall(text)]
    if told:
        return told[-1] > 0, translate("Chat", "Its Modelfile sets draft_num_predict {count}.").format(count=told[-1])
    if any(_DRAFT.search(text) for text in texts):
        return True, translate("Chat", "Its Modelfile has a DRAFT line.")
    details = shown.get("details")
    if isinstance(details, dict) and details.get("format") == "gguf" and texts:
        return False, translate("Chat", "Its Modelfile has neither a DRAFT line nor draft_num_predict.")
    return None, translate("Chat", "Ollama does not say it for this kind of model.")


def _is_remote(model: str, *sources: Mapping[str, Any]) -> bool:
    """Ollama's cloud models are answered by another computer, whatever the address is."""
    named = model.endswith((":cloud", "-cloud"))
    return named or any(source.get("remote_host") or source.get("remote_model") for source in sources)


def _mib(value: object) -> float | None:
    size = number(value)
    return None if size is None else size / MIB


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
