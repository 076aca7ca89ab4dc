"""What made a reply: the plan of the engine and the sampling of the question; kept with it, in words, to be shared."""

from __future__ import annotations

from pathlib import PureWindowsPath

import msgspec

from specdesk.language import number, short, translate
from specdesk.records.plan import LaunchPlan, ModelPlacement, Sampling
from specdesk.records.shared_plan import given_away


class MadeBy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """plan: as it was launched; None where the engine is not ours. engine: its file, or "embedded". sampling,
    thinking: of the question; None in them = the model's or the engine's own."""

    plan: LaunchPlan | None = None
    engine: str | None = None
    sampling: Sampling = Sampling()
    thinking: bool | None = None


def made_by_words(made_by: MadeBy) -> str:
    """ "Context 8,192 · draft length 4 · p-min 0.6 · temperature 0.7 · seed 42": what was set, nothing that was left to
    the engine. Empty where nothing was."""
    words = [] if made_by.plan is None else _of_plan(made_by.plan)
    return " · ".join(words + _of_sampling(made_by.sampling))


def shareable(made_by: MadeBy) -> MadeBy:
    """For a file that may be given away: models, engine and files in arguments by their names, no keys, no address."""
    plan = None if made_by.plan is None else given_away(made_by.plan)
    return msgspec.structs.replace(made_by, plan=plan, engine=_file_name(made_by.engine))


def _of_plan(plan: LaunchPlan) -> list[str]:
    told: list[tuple[str, object]] = [
        (translate("Chat", "context {value}"), plan.context and number(plan.context, grouped=True)),
        (translate("Chat", "draft length {value}"), plan.draft_max if plan.speculates else None),
        (translate("Chat", "p-min {value}"), short(plan.p_min) if plan.p_min is not None and plan.speculates else None),
        (translate("Chat", "layers {value}"), plan.place.layers),
        (translate("Chat", "KV cache {value}"), _cache(plan.place)),
        (translate("Chat", "draft's layers {value}"), plan.draft_place.layers if plan.loads_draft else None),
        (translate("Chat", "draft's KV cache {value}"), _cache(plan.draft_place) if plan.loads_draft else None),
        (translate("Chat", "slots {value}"), plan.slots),
    ]
    return [words.format(value=value) for words, value in told if value not in (None, 0)]


def _of_sampling(sampling: Sampling) -> list[str]:
    named = {"temperature": translate("Chat", "temperature {value}"), "seed": translate("Chat", "seed {value}")}
    values = msgspec.to_builtins(sampling)
    return [
        named.get(name, f"{name.replace('_', '-')} {{value}}").format(
            value=value if isinstance(value, int) else short(value)
        )
        for name, value in values.items()
        if value is not None
    ]


def _cache(place: ModelPlacement) -> str | None:
    if place.cache_k is None and place.cache_v is None:
        return None
    return f"{place.cache_k or 'f16'}/{place.cache_v or 'f16'}"


def _file_name(path: str | None) -> str | None:
    """The name alone, of a path of any system."""
    return None if path is None else PureWindowsPath(path).name
