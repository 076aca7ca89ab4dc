"""What Automatic picks for a target, and the draft length to begin with. Pure: rows and verdicts in, a Choice out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from specdesk.language import number, translate
from specdesk.models.pairing import judge_built_in
from specdesk.models.priors import ALPHA, predicted_speed
from specdesk.records.build import BuildTraits
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice, PairVerdict
from specdesk.records.plan import NGRAM_METHODS

Candidate = tuple[ModelFile, PairVerdict]

BLOCK_METHODS: Final = ("draft-dflash", "draft-dspark")
"""Drafters that make a whole block of guesses at once."""

# llama.cpp's own order where several drafters lie beside a model (common/download.cpp), MTP before block drafters
_TRAINED: Final = ("draft-mtp", "draft-dspark", "draft-dflash", "draft-eagle3")
_NGRAM: Final = ("ngram-mod", "ngram-simple")
_TRAINED_LENGTH: Final = 3
_DENSE_LENGTH: Final = 4
_COSTLY_LENGTH: Final = 2
P_MIN: Final = 0.6
"""Stop drafting below this probability. The engine's 0.0 made a measured pair slower (0.88x), 0.6 made it 1.14x."""


def default_length(method: str, target: ModelFile, draft: ModelFile | None, on_cpu: bool = False) -> int | None:
    """Draft length to begin with; None leaves it to the engine (n-gram).

    A separate draft: 4, or 2 where checking is dear (a mixture of experts, layers on the CPU). MTP and EAGLE-3: 3. A
    block drafter fills its block; DFlash spends one place of it on the last token, so that its limit is one less.
    """
    if method in NGRAM_METHODS or method == "none":
        return None
    block = draft.draft_block if draft else None
    if method in BLOCK_METHODS and block:
        return longest_length(method, draft)
    if method == "draft-simple":
        return _COSTLY_LENGTH if target.experts or on_cpu else _DENSE_LENGTH
    return min(_TRAINED_LENGTH, block) if block else _TRAINED_LENGTH


def longest_length(method: str | None, draft: ModelFile | None) -> int | None:
    """Most tokens that the drafting file can guess at once (common/speculative.cpp cuts n_max down to it); None where
    it sets no limit. DFlash spends one place of its block on the last token."""
    block = draft.draft_block if draft else None
    if not block or method is None or method == "draft-simple":
        return None
    return max(block - 1, 1) if method == "draft-dflash" else block


def default_p_min(method: str) -> float | None:
    """`--spec-draft-p-min` to begin with: only for a separate draft. DSpark without confidence head refuses one."""
    return P_MIN if method == "draft-simple" else None


def expected_speed(verdict: PairVerdict, length: int) -> float | None:
    """Speed-up to expect of a draft before any measurement; None where its cost is unknown.

    `priors.predicted_speed` (Leviathan et al. 2023, theorem 3.8) at `priors.ALPHA` and the middle of the cost band.
    """
    if verdict.prior_cost is None:
        return None
    return predicted_speed(ALPHA, length, sum(verdict.prior_cost) / 2)


def _made(method: str, target: ModelFile, draft: ModelFile | None, on_cpu: bool, reason: str) -> Choice:
    return Choice(
        methods=(method,),
        draft=draft.path if draft else None,
        draft_max=default_length(method, target, draft, on_cpu),
        p_min=default_p_min(method),
        reason=reason,
    )


def _trained(target: ModelFile, usable: Sequence[Candidate], traits: BuildTraits, on_cpu: bool) -> Choice | None:
    if judge_built_in(target, traits).compatible:
        return _made(
            "draft-mtp", target, None, on_cpu, translate("Models", "The target has its own drafting head (MTP) inside.")
        )
    drafters = [(file, verdict.method) for file, verdict in usable if verdict.method in _TRAINED]
    for method in _TRAINED:
        fitting = [file for file, kind in drafters if kind == method]
        if fitting:
            best = min(fitting, key=lambda file: (file.size_mib or 0.0, file.path))
            return _made(
                method,
                target,
                best,
                on_cpu,
                translate("Models", "{name} was trained to draft for models like this one.").format(name=best.name),
            )
    return None


def _simple(target: ModelFile, usable: Sequence[Candidate], on_cpu: bool) -> Choice | None:
    length = default_length("draft-simple", target, None, on_cpu) or 1
    rated = [
        (speed, file)
        for file, verdict in usable
        if verdict.method == "draft-simple" and file.path != target.path
        if (speed := expected_speed(verdict, length)) is not None and speed > 1
    ]
    if not rated:
        return None
    speed, best = max(rated, key=lambda pair: (pair[0], pair[1].path))
    reason = translate(
        "Models",
        "{name} shares the target's vocabulary and promises the most speed of your files (about {speed} "
        "times, if 70 % of its guesses are right).",
    ).format(name=best.name, speed=number(speed, 1))
    return _made("draft-simple", target, best, on_cpu, reason)


def _without_file(target: ModelFile, any_fits: bool, traits: BuildTraits) -> Choice:
    for method in _NGRAM:
        if method in traits.methods:
            reason = (
                translate(
                    "Models",
                    "None of the drafts that match promises to be faster; n-gram speculation needs no file and pays "
                    "where text repeats.",
                )
                if any_fits
                else translate(
                    "Models",
                    "None of your files matches as a draft; n-gram speculation needs no file and pays where text "
                    "repeats.",
                )
            )
            return _made(method, target, None, False, reason)
    reason = (
        translate(
            "Models",
            "None of the drafts that match promises to be faster, and this build has no n-gram speculation.",
        )
        if any_fits
        else translate("Models", "None of your files matches as a draft, and this build has no n-gram speculation.")
    )
    return _made("none", target, None, False, reason)


def _still_good(remembered: Choice, target: ModelFile, usable: Sequence[Candidate], traits: BuildTraits) -> bool:
    if any(method != "none" and method not in traits.methods for method in remembered.methods):
        return False
    if remembered.draft is not None:
        pairs = {(file.path, verdict.method) for file, verdict in usable}
        return any((remembered.draft, method) in pairs for method in remembered.methods)
    return "draft-mtp" not in remembered.methods or judge_built_in(target, traits).compatible


def choose(
    target: ModelFile,
    candidates: Sequence[Candidate],
    traits: BuildTraits,
    remembered: Choice | None = None,
    fits: Callable[[ModelFile], bool] | None = None,
    on_cpu: bool = False,
) -> Choice:
    """What to use for a target when nobody chose by hand.

    The remembered choice where it still works; else the target's own MTP head or a matching trained drafter; else the
    draft with the best expected speed, if it is above 1; else n-gram; else nothing.
    candidates: (row, verdict) of other files. fits: whether a draft fits into memory beside the target (not asked if
    not given). on_cpu: part of the target runs on the processor, where checking several tokens is dear.
    """
    usable = [
        (file, verdict)
        for file, verdict in candidates
        if verdict.compatible and verdict.method in traits.methods and (fits is None or fits(file))
    ]
    if remembered is not None and _still_good(remembered, target, usable, traits):
        return remembered
    return (
        _trained(target, usable, traits, on_cpu)
        or _simple(target, usable, on_cpu)
        or _without_file(target, bool(usable), traits)
    )
