"""What an engine says about itself over HTTP, typed: /props, /slots, /v1/models."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from specdesk.chat.timings import count

Health = Literal["ready", "loading", "unreachable"]


class Props(msgspec.Struct, frozen=True, kw_only=True):
    """/props. context: tokens per slot that were really allocated. None = this build does not say.

    thinking: the chat template knows `enable_thinking`. router: this server has no model of its own and starts others.
    """

    context: int | None = None
    total_slots: int | None = None
    model_path: str | None = None
    model_alias: str | None = None
    build_info: str | None = None
    has_template: bool | None = None
    thinking: bool | None = None
    router: bool = False


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of /slots. context: tokens. speculative: a draft or n-gram is really armed.

    task: number of the request that it answers, decoded: tokens of that answer so far; None while it is idle.
    """

    id: int
    context: int | None = None
    speculative: bool | None = None
    is_processing: bool | None = None
    task: int | None = None
    decoded: int | None = None


def props_of(document: dict[str, Any]) -> Props:
    """Read /props of any build (b4295 lacks build_info; the context is in the default generation settings)."""
    settings = document.get("default_generation_settings")
    template = document.get("chat_template")
    return Props(
        context=count(settings.get("n_ctx")) if isinstance(settings, dict) else None,
        total_slots=count(document.get("total_slots")),
        model_path=_text(document.get("model_path")),
        model_alias=_text(document.get("model_alias")),
        build_info=_text(document.get("build_info")),
        has_template=bool(template) if isinstance(template, str) else None,
        thinking="enable_thinking" in template if isinstance(template, str) else None,
        router=document.get("role") == "router",
    )


def slots_of(document: object) -> tuple[Slot, ...] | None:
    """Read /slots; None when it is not a list of slots."""
    if not isinstance(document, list):
        return None
    return tuple(
        Slot(
            id=count(entry.get("id")) or 0,
            context=count(entry.get("n_ctx")),
            speculative=_flag(entry.get("speculative")),
            is_processing=_flag(entry.get("is_processing")),
            task=count(entry.get("id_task")) if entry.get("is_processing") is True else None,
            decoded=_decoded(entry.get("next_token")) if entry.get("is_processing") is True else None,
        )
        for entry in document
        if isinstance(entry, dict)
    )


def speculation_armed(slots: tuple[Slot, ...] | None) -> bool | None:
    """Whether speculation is armed in any slot; None where the server does not say."""
    told = [slot.speculative for slot in slots or () if slot.speculative is not None]
    return any(told) if told else None


def _decoded(step: object) -> int | None:
    """`n_decoded` of `next_token`: an object in old builds, a list of one object in newer ones."""
    if isinstance(step, list) and step:
        step = step[0]
    return count(step.get("n_decoded")) if isinstance(step, dict) else None


def models_of(document: dict[str, Any]) -> tuple[str, ...]:
    """Ids that /v1/models lists."""
    entries = document.get("data")
    ids = [entry.get("id") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return tuple(i for i in ids if isinstance(i, str))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None
