"""Choices: the quantisations of one model and what a draft really costs, the largest draft, context per cache type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

import msgspec
from msgspec import structs

from specdesk.errors import SpecDeskError
from specdesk.language import mark, translate
from specdesk.memory.advice import Question, largest_context, without_draft
from specdesk.models.header import Header
from specdesk.records.fit import FitVerdict
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import PairVerdict

Headers = Callable[[str], Sequence[Header]]
"""Headers of all files of a model, by path of its first. May raise FileFormatError or OSError."""

CACHE_TYPES: Final = ("f16", "q8_0", "q4_0")
_TARGETS: Final = ("model", "mtp-model")
_UNKNOWN: Final = mark("Memory", "unnamed")


class Quantization(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a model. label: "Q4_K_M". alone, with_draft: verdicts; None where they could not be worked out, which
    `problem` explains in a sentence. with_draft is None too where the plan has no draft."""

    path: str
    label: str
    size_mib: float | None
    alone: FitVerdict | None = None
    with_draft: FitVerdict | None = None
    problem: str | None = None


class Quantizations(msgspec.Struct, frozen=True, kw_only=True):
    """One model in all its quantisations, the largest first. best_alone, best_with_draft: the largest that fits.
    words: what that means, in one sentence."""

    name: str
    files: tuple[Quantization, ...]
    best_alone: Quantization | None
    best_with_draft: Quantization | None
    words: str


def same_model(rows: Iterable[ModelFile]) -> tuple[tuple[ModelFile, ...], ...]:
    """Rows that are one model in several quantisations, largest file first; models in the order of their names.

    The same name, architecture, number of layers and vocabulary; parts of a set and files that cannot be used are left
    out.
    """
    groups: dict[tuple[object, ...], list[ModelFile]] = {}
    for row in rows:
        if row.kind in _TARGETS and row.error is None:
            key = (row.name.casefold(), row.architecture or "", row.layers or 0, row.vocab_size or 0, row.kind)
            groups.setdefault(key, []).append(row)
    ordered = sorted(groups.items(), key=lambda item: [str(part) for part in item[0]])
    return tuple(tuple(sorted(group, key=_size, reverse=True)) for _, group in ordered)


def quantizations(rows: Sequence[ModelFile], question: Question, headers: Headers) -> Quantizations:
    """What fits of one model, with the draft of the plan and without.

    rows: one group of `same_model`. question: the plan with any of them as its target. Reads headers; a file that
    cannot be read has no verdict and says why. Raises nothing.
    """
    files = tuple(_judged(row, question, headers) for row in sorted(rows, key=_size, reverse=True))
    alone = next((one for one in files if one.alone == "fits"), None)
    both = next((one for one in files if one.with_draft == "fits"), None)
    drafts = any(one.with_draft is not None for one in files)
    return Quantizations(
        name=rows[0].name if rows else "", files=files, best_alone=alone, best_with_draft=both,
        words=_words(alone, both, drafts),
    )  # fmt: skip


def largest_draft(question: Question, verdicts: Sequence[PairVerdict], headers: Headers) -> PairVerdict | None:
    """The largest of the judged drafts with which the plan fits; None when it fits with none of them.

    Drafts that cannot be read are passed over.
    """
    possible = [one for one in verdicts if one.compatible and one.method is not None]
    for one in sorted(possible, key=lambda one: one.size_ratio or 0.0, reverse=True):
        methods = (one.method,) if one.method is not None else ()
        plan = structs.replace(question.plan, draft=one.path, methods=methods)
        try:
            asked = replace(question, plan=plan, draft=headers(one.path))
            if asked.fit().verdict == "fits":
                return one
        except (SpecDeskError, OSError):
            continue
    return None


def context_per_cache(
    question: Question, types: Sequence[str] = CACHE_TYPES, verdict: str = "fits"
) -> dict[str, int | None]:
    """Cache type of the target -> the largest context (tokens of all slots) that fits; None when none does.

    The draft's cache stays as the plan has it. Quantised types need flash attention and are missing where it is off.
    Raises as `largest_context` does.
    """
    plan = question.plan
    wanted = plan.flash_attention or question.traits.default_flash_attention
    found = {}
    for name in types if wanted != "off" else types[:1]:
        place = structs.replace(plan.place, cache_k=name, cache_v=name)
        found[name] = largest_context(question.with_plan(structs.replace(plan, place=place)), verdict)
    return found


def _size(row: ModelFile) -> float:
    return row.size_mib or 0.0


def _judged(row: ModelFile, question: Question, headers: Headers) -> Quantization:
    found = Quantization(path=row.path, label=row.quantization or translate("Memory", _UNKNOWN), size_mib=row.size_mib)
    try:
        asked = replace(question, plan=structs.replace(question.plan, target=row.path), target=headers(row.path))
        fit = asked.fit()
        if fit.host.draft is None:
            return structs.replace(found, alone=fit.verdict)
        return structs.replace(found, with_draft=fit.verdict, alone=without_draft(asked).fit().verdict)
    except SpecDeskError as error:
        return structs.replace(found, problem=error.what)
    except OSError as error:
        said = translate("Memory", "The file cannot be read: {reason}.").format(reason=error.strerror or error)
        return structs.replace(found, problem=said)


def _words(alone: Quantization | None, both: Quantization | None, drafts: bool) -> str:
    if alone is None:
        return translate("Memory", "None of them fits.")
    if not drafts:
        said = translate("Memory", "{largest} is the largest that fits.")
    elif both is None:
        said = translate("Memory", "With this draft none of them fits, without it {largest}.")
    elif both.path == alone.path:
        said = translate("Memory", "{largest} is the largest that fits, with this draft too.")
    else:
        said = translate("Memory", "With this draft only {smaller} fits, without it {largest}.")
    return said.format(largest=alone.label, smaller="" if both is None else both.label)
