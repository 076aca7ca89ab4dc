"""The plans of a card that somebody gave away, read as what they are: words of a stranger. Pure.

Only what says how a pair runs is taken over, and only values that an engine could be asked for. Files are names, never
paths. Extra arguments, addresses, devices and tensor rules are left out: they are another machine's, and an argument
can make an engine read or write any file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Annotated, Any, Literal

import msgspec

from specdesk.errors import FileFormatError
from specdesk.language import mark, translate
from specdesk.measure.card import Card, CardArm
from specdesk.records.plan import DRAFT_METHODS, NGRAM_METHODS, LaunchPlan, Layers, ModelPlacement, Ngram

CACHE_TYPES = ("f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl")
METHODS = (*DRAFT_METHODS, *NGRAM_METHODS, "none")

_Count = Annotated[int, msgspec.Meta(ge=0, le=4096)]
_Tokens = Annotated[int, msgspec.Meta(ge=0, le=4_194_304)]
_Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=255)]
_CardLayers = _Count | Literal["auto", "all"]


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    layers: _CardLayers | None = None
    cache_k: _Name | None = None
    cache_v: _Name | None = None
    cpu_moe: bool = False
    n_cpu_moe: _Count | None = None


class _Ngram(msgspec.Struct, frozen=True, kw_only=True):
    size_n: _Count | None = None
    size_m: _Count | None = None
    min_hits: _Count | None = None
    mod_match: _Count | None = None
    mod_min: _Count | None = None
    mod_max: _Count | None = None


class _Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a LaunchPlan that a card may set here."""

    target: _Name
    draft: _Name | None = None
    methods: tuple[_Name, ...] = ()
    draft_max: _Count | None = None
    draft_min: _Count | None = None
    p_min: _Share | None = None
    p_split: _Share | None = None
    draft_sampling: Literal["greedy", "probabilistic"] | None = None
    ngram: _Ngram = _Ngram()
    context: _Tokens | None = None
    place: _Place = _Place()
    draft_place: _Place = _Place()
    flash_attention: Literal["on", "off", "auto"] | None = None
    batch: _Tokens | None = None
    ubatch: _Tokens | None = None
    kv_unified: bool | None = None
    kv_offload: bool | None = None
    swa_full: bool | None = None
    fit: bool | None = None


_KEPT = frozenset(field.name for field in msgspec.structs.fields(_Plan))
_NO_MATTER = frozenset({"slots", "host", "port", "alias", "metrics", "slots_endpoint", "sampling", "reply_limit"})
"""Fields that a compare sets itself, or that do not touch the speed: nothing has to be said about them."""

_OF_PLACE = {
    "device": mark("Card", "the choice of the GPU"),
    "threads": mark("Card", "the number of threads"),
    "threads_batch": mark("Card", "the number of threads"),
    "override_tensor": mark("Card", "rules for single tensors"),
}
_WORDS = {
    "extra": mark("Card", "extra arguments"),
    "mmproj": mark("Card", "the projector for pictures"),
    "main_gpu": mark("Card", "the choice of the GPU"),
    "split_mode": mark("Card", "the split over several GPUs"),
    "tensor_split": mark("Card", "the split over several GPUs"),
    "load_mode": mark("Card", "the way of loading"),
}


class CardPlans(msgspec.Struct, frozen=True, kw_only=True):
    """Plans of A and B with file names in place of paths. dropped: what of the card is not repeated, in sentences."""

    a: LaunchPlan
    b: LaunchPlan
    dropped: tuple[str, ...] = ()


def card_plans(card: Card) -> CardPlans:
    """Raises FileFormatError, in sentences, where a plan cannot be one."""
    a, b = (_plan_of(arm) for arm in card.arms)
    left = dict.fromkeys(word for arm in card.arms for word in _left_out(arm.plan))
    if not left:
        return CardPlans(a=a, b=b)
    words = ", ".join(translate("Card", word) for word in left)
    dropped = translate("Card", "Not repeated from the card: {words}.").format(words=words)
    return CardPlans(a=a, b=b, dropped=(dropped,))


def _plan_of(arm: CardArm) -> LaunchPlan:
    try:
        said = msgspec.convert(arm.plan, type=_Plan)
    except msgspec.ValidationError as error:
        why = translate("Card", "A setting in it is missing, or is none that an engine could be asked for.")
        raise _unusable(why) from error
    for name in (said.target, said.draft):
        if name is not None and not _is_file_name(name):
            raise _unusable(translate("Card", "It names a path where only the name of a model file may stand."))
    unknown = [method for method in said.methods if method not in METHODS]
    types = [one for place in (said.place, said.draft_place) for one in (place.cache_k, place.cache_v)]
    if unknown or any(one is not None and one not in CACHE_TYPES for one in types):
        raise _unusable(translate("Card", "It names a method or a cache type that is not known."))
    plain = {name: getattr(said, name) for name in _KEPT - {"ngram", "place", "draft_place"}}
    return LaunchPlan(
        **plain, ngram=Ngram(**msgspec.structs.asdict(said.ngram)), place=_placed(said.place),
        draft_place=_placed(said.draft_place), slots=1,
    )  # fmt: skip


def _placed(place: _Place) -> ModelPlacement:
    layers: Layers | None = place.layers
    return ModelPlacement(
        layers=layers, cache_k=place.cache_k, cache_v=place.cache_v, cpu_moe=place.cpu_moe, n_cpu_moe=place.n_cpu_moe
    )


def _left_out(plan: Mapping[str, Any]) -> list[str]:
    """In words, once each."""
    found = [
        _WORDS.get(name, mark("Card", "a setting that is not known here"))
        for name, value in plan.items()
        if name not in _KEPT and name not in _NO_MATTER and value not in (None, [], "", False)
    ]
    for place in (plan.get("place"), plan.get("draft_place")):
        if isinstance(place, dict):
            found += [_OF_PLACE[name] for name, value in place.items() if value and name in _OF_PLACE]
    return found


def _is_file_name(name: str) -> bool:
    """One part of a path and nothing else, on any system."""
    if name in (".", "..") or not name.isprintable():
        return False
    return PurePosixPath(name).name == name and PureWindowsPath(name).name == name


def _unusable(why: str) -> FileFormatError:
    what, step = (
        translate("Card", "This card cannot be run."),
        translate("Card", "Ask for a card that SpecDesk has saved."),
    )
    return FileFormatError(what, why, step)
