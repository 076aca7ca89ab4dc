"""`fit`: is there enough memory for a command, what would help, and how much context there could be."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Sequence
from typing import Any

import msgspec

from specdesk.cli.chosen_engine import traits_for
from specdesk.cli.measuring import no_target
from specdesk.cli.output import mib, print_json, print_table
from specdesk.cli.planned import planned, room
from specdesk.engines.dry_run import RPC, dry_run
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.environment import child_environment
from specdesk.engines.flags import plain_name
from specdesk.language import mark, number, translate
from specdesk.memory.advice import Question, Remedy, easiest, limited_by_model, remedies
from specdesk.memory.choices import context_per_cache
from specdesk.memory.dry_fit import as_told, with_dry_run, without_dry_run
from specdesk.memory.words import source_words, words
from specdesk.models.library_cache import LibraryCache
from specdesk.records.fit import Fit, ModelParts
from specdesk.service.catalog import Catalog
from specdesk.service.learned import Learned

NOTHING = "0 MiB"
TIERS = ("estimate", "dry-run")
_GIVEN = mark(
    "CommandLine",
    "The sizes of --device-mib are not those that an engine would see, so none is asked; the figures are estimated.",
)
_NOBODY = mark("CommandLine", "With --build there is no engine that could be asked; the figures are estimated.")
_NO_GPU = mark(
    "CommandLine",
    "This engine sees no GPU, so layers for one (-ngl) change nothing: all of the model stays in RAM.",
)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The fit; single changes that would free memory, where it is short; the largest context per cache type that fits
    (tokens of all slots; None: none does). question: the plan, against what is free."""

    fit: Fit
    question: Question
    suggestions: tuple[Remedy, ...] = ()
    max_context: dict[str, int | None] = {}


def run(options: argparse.Namespace) -> int:
    """The verdict; 1 only for "no"."""
    traits, engine = traits_for(options)
    plan = planned(options.arguments, engine).plan
    if plan.target is None:
        raise no_target()
    memory = room(engine, options.device_mib)
    learned = Learned().overheads(engine, () if options.device_mib else memory.devices)
    question = Catalog(LibraryCache()).question(plan, traits, memory, learned or None)
    answer = answered(question, engine, options.tier, given=options.device_mib is not None)
    if options.json:
        print_json(document(answer))
    else:
        _print(answer)
    return 1 if answer.fit.verdict == "no" else 0


def answered(question: Question, engine: EngineInfo | None, tier: str | None, *, given: bool = False) -> Answer:
    """The estimate, or what the engine itself says it would allocate: asked unless `tier` is "estimate", where it can
    be. given: the devices are not the real ones. A tier that was asked for and cannot be had is noted in the fit, and
    so is an engine that refuses the plan.
    """
    estimate = question.fit()
    fit = estimate
    if tier != "estimate":
        fit, refused = _dry(question, estimate, engine, given)
        if tier is None and fit.provenance == "estimate" and not refused:
            fit = estimate  # nobody asked for more than can be had
    if _asks_for_a_gpu_in_vain(question, engine, given):
        fit = msgspec.structs.replace(fit, notes=(*fit.notes, translate("CommandLine", _NO_GPU)))
    told = question if fit.provenance == "estimate" else as_told(question, estimate, fit)
    return Answer(
        fit=fit,
        question=told,
        suggestions=remedies(told) if fit.verdict != "fits" else (),
        max_context=context_per_cache(told),
    )


def _asks_for_a_gpu_in_vain(question: Question, engine: EngineInfo | None, given: bool) -> bool:
    """Layers for a GPU, on an engine that sees none."""
    plan = question.plan
    wanted = plan.place.layers not in (None, 0, "auto")
    remote = any(plain_name(word) == RPC for word in plan.extra)
    return wanted and engine is not None and not engine.has_gpu and not given and not remote


def _dry(question: Question, estimate: Fit, engine: EngineInfo | None, given: bool) -> tuple[Fit, bool]:
    """What the engine says, or the estimate with the reason why it says nothing; whether it ended with an error."""
    if given:
        return without_dry_run(estimate, translate("CommandLine", _GIVEN)), False
    if engine is None:
        return without_dry_run(estimate, translate("CommandLine", _NOBODY)), False
    answer = asyncio.run(dry_run(engine, question.plan, child_environment(os.environ)))
    if answer.dry is None:
        return without_dry_run(estimate, answer.reason), answer.refused
    return with_dry_run(estimate, answer.dry, question), False


def document(answer: Answer) -> dict[str, Any]:
    """The documented fields."""
    fit = answer.fit
    return {
        "verdict": fit.verdict,
        "devices": [msgspec.to_builtins(device) for device in fit.devices],
        "host": msgspec.to_builtins(fit.host),
        "provenance": fit.provenance,
        "upper_bound": fit.upper_bound,
        "context": fit.context,
        "suggestions": [
            {"change": one.words, "saves_mib": one.gain_mib, "costs": one.costs} for one in answer.suggestions
        ],
        "max_context": answer.max_context,
        "notes": list(fit.notes),
    }


def _print(answer: Answer) -> None:
    fit = answer.fit
    titles = ("", *(device.name for device in fit.devices), "RAM")
    print_table(titles, [row for row in _rows(fit) if any(row[1:])])
    print()
    print(words(fit, easiest(answer.question) if fit.verdict == "no" else ()), source_words(fit))
    if answer.suggestions:
        print(translate("CommandLine", "What would free memory, each by itself:"))
        for one in answer.suggestions:
            costs = f"; {one.costs}" if one.costs else ""
            print(f"  {one.words}: {mib(one.gain_mib)}{costs}")
    print(_context_words(answer.question, answer.max_context))
    for note in fit.notes:
        print(note)


def _rows(fit: Fit) -> list[tuple[str, ...]]:
    """One row per part and one per total, with a column for each device and one for the RAM; empty where nothing is."""
    places: Sequence[Any] = (*fit.devices, fit.host)

    def row(title: str, sizes: Sequence[float | None], zero: str = "") -> tuple[str, ...]:
        return (title, *(zero if size == 0 else mib(size) for size in sizes))

    rows = []
    for (role, part), title in _PARTS.items():
        parts = [getattr(place, role) or ModelParts() for place in places]
        rows.append(row(translate("CommandLine", title), [getattr(one, part) for one in parts]))
    of_devices = [
        (translate("CommandLine", "Projector"), [device.projector for device in fit.devices]),
        (translate("CommandLine", "Engine"), [device.overhead for device in fit.devices]),
    ]
    rows += [row(title, [*sizes, 0.0]) for title, sizes in of_devices]
    rows.append(row(translate("CommandLine", "Needed"), [_needed(place) for place in places], zero=NOTHING))
    rows.append(row(translate("CommandLine", "Total"), [place.total_mib for place in places]))
    others = [*(device.other_programs for device in fit.devices), _used(fit.host.total_mib, fit.host.free_mib)]
    rows.append(row(translate("CommandLine", "Other programs"), others, zero=NOTHING))
    rows.append(row(translate("CommandLine", "Free"), [place.free_mib for place in places], zero=NOTHING))
    rows.append(row(translate("CommandLine", "Left"), [place.left_mib for place in places], zero=NOTHING))
    return rows


_PARTS = {
    ("target", "weights"): mark("CommandLine", "Target weights"),
    ("target", "cache"): mark("CommandLine", "Target cache"),
    ("target", "compute"): mark("CommandLine", "Target compute"),
    ("draft", "weights"): mark("CommandLine", "Draft weights"),
    ("draft", "cache"): mark("CommandLine", "Draft cache"),
    ("draft", "compute"): mark("CommandLine", "Draft compute"),
}


def _needed(place: Any) -> float:
    """All that is ours in one place, MiB."""
    models = sum(parts.total for parts in (place.target, place.draft) if parts is not None)
    return float(models + getattr(place, "projector", 0.0) + getattr(place, "overhead", 0.0))


def _used(total: float | None, free: float | None) -> float | None:
    return None if total is None or free is None else total - free


def _context_words(question: Question, found: dict[str, int | None]) -> str:
    """The largest context per cache type; once, where it is the model's own limit with all of them."""
    known = {name: size for name, size in found.items() if size is not None}
    if not known:
        return translate("CommandLine", "No context fits.")
    own = [name for name, size in known.items() if limited_by_model(question, size)]
    if len(own) == len(found):
        words = translate("CommandLine", "Largest context: {size} tokens, the model's own limit.")
        return words.format(size=number(max(known.values()), grouped=True))
    most = translate("CommandLine", "{size} tokens with {cache} (the model's own limit)")
    less = translate("CommandLine", "{size} tokens with {cache}")
    said = [
        (most if name in own else less).format(size=number(size, grouped=True), cache=name)
        for name, size in known.items()
    ]
    return translate("CommandLine", "Largest context that fits: {sizes}.").format(sizes=", ".join(said))
