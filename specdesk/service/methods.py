"""The choice of a method by hand: what this engine can do for this target, and why not. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from specdesk.engines.engine_info import EngineInfo
from specdesk.language import translate
from specdesk.models.pairing import judge_built_in
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import PairVerdict
from specdesk.records.plan import NGRAM_METHODS
from specdesk.settings import Method

TRAINED_METHODS = ("draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark")
"""Drafters that were trained for one target (the MTP head may be inside it)."""

_PREFERRED_NGRAM = ("ngram-mod", "ngram-simple")


class MethodChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One choice. kinds: what the binary's own `--spec-type` offers for it, the preferred first.

    why: the reason in one sentence where it is not `enabled`.
    """

    key: Method
    title: str
    kinds: tuple[str, ...] = ()
    enabled: bool = True
    why: str = ""


def family_of(kind: str | None) -> Method:
    """Which choice by hand a kind of speculation belongs to."""
    if kind is None or kind == "none":
        return "off"
    if kind in TRAINED_METHODS:
        return "trained"
    return "ngram" if kind in NGRAM_METHODS else "draft"


def ngram_kinds(engine: EngineInfo) -> tuple[str, ...]:
    """N-gram methods of this engine, the preferred ones first, the rest in its own order."""
    offered = tuple(method for method in engine.methods if method in NGRAM_METHODS)
    first = tuple(method for method in _PREFERRED_NGRAM if method in offered)
    return first + tuple(method for method in offered if method not in first)


def other_quantisations(draft: ModelFile, rows: Sequence[ModelFile]) -> tuple[str, ...]:
    """Paths of the same model quantised otherwise, the smallest first: same kind, shape and vocabulary."""

    def shape(row: ModelFile) -> tuple[object, ...]:
        return (row.kind, row.architecture, row.parameters, row.layers, row.vocab_size, row.name.casefold())

    same = [row for row in rows if row.error is None and shape(row) == shape(draft)]
    found = {row.quantization: row for row in same if row.quantization not in (None, draft.quantization)}
    return tuple(row.path for row in sorted(found.values(), key=lambda row: row.size_mib or 0.0))


def method_choices(
    engine: EngineInfo | None, target: ModelFile | None, verdicts: Sequence[PairVerdict]
) -> tuple[MethodChoice, ...]:
    """Automatic and the four choices by hand, each with what speaks against it here.

    verdicts: the files judged for this target; without any, a trained drafter can only be inside the target itself.
    """
    trained = tuple(method for method in TRAINED_METHODS if engine and method in engine.methods)
    ngrams = ngram_kinds(engine) if engine else ()
    simple = ("draft-simple",) if engine and "draft-simple" in engine.methods else ()
    why = _no_engine(engine)
    no_draft = translate("Service", "This build's server cannot use a draft.")
    no_ngram = translate("Service", "This build has no n-gram speculation.")
    return (
        MethodChoice(key="automatic", title=translate("Service", "Automatic")),
        _choice("draft", translate("Service", "Draft model"), simple, why or ("" if simple else no_draft)),
        _choice(
            "trained", translate("Service", "Trained drafter"), trained,
            why or _no_drafter(engine, target, trained, verdicts),
        ),
        _choice("ngram", translate("Service", "N-gram"), ngrams, why or ("" if ngrams else no_ngram)),
        MethodChoice(key="off", title=translate("Service", "Off"), kinds=("none",)),
    )  # fmt: skip


def _choice(key: Method, title: str, kinds: tuple[str, ...], why: str) -> MethodChoice:
    return MethodChoice(key=key, title=title, kinds=kinds, enabled=not why, why=why)


def _no_engine(engine: EngineInfo | None) -> str:
    if engine is None:
        return translate("Service", "No engine has been found yet.")
    return "" if engine.usable else engine.problem or translate("Service", "This engine cannot be used.")


def _no_drafter(
    engine: EngineInfo | None, target: ModelFile | None, trained: tuple[str, ...], verdicts: Sequence[PairVerdict]
) -> str:
    if engine is None or not trained:
        return translate("Service", "This build knows no trained drafters.")
    if target is None:
        return translate("Service", "Choose a target first.")
    if judge_built_in(target, engine.traits).compatible:
        return ""
    drafters = [verdict for verdict in verdicts if verdict.method in TRAINED_METHODS]
    if any(verdict.compatible for verdict in drafters):
        return ""
    if drafters:
        words = translate("Service", "The target has no drafting head inside. {reason}")
        return words.format(reason=drafters[0].reason)
    return translate(
        "Service", "The target has no drafting head inside, and none of your files was trained to draft for it."
    )
