"""Which draft to get for a target that has none, by the families of `draft_families`: as hints only.

Names and sizes rank what to look at. Whether a file may draft is decided by the file itself once it is there
(`pairing`): by its token table, never by its name.
"""

from __future__ import annotations

import re
from pathlib import PureWindowsPath
from typing import Final

import msgspec

from specdesk.language import mark
from specdesk.models.draft_families import FAMILIES, DraftSource, Family
from specdesk.records.model_file import ModelFile

LARGEST_SHARE: Final = 1 / 3
"""A draft that is larger than this share of what the target reads per token rarely pays (c above .3)."""


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """What to get for one target. family None: not a known one. note: marked for translation, "" for none."""

    family: Family | None
    sources: tuple[DraftSource, ...] = ()
    note: str = ""


_MOE: Final = mark("Models", "The target is a mixture of experts: checking guesses costs more there, so gain less.")
_NOTHING_SMALLER: Final = mark(
    "Models", "The target is so small itself that no known draft is small enough beside it; n-gram needs no file."
)
_UNKNOWN: Final = mark(
    "Models",
    "No pair is known for this model. A draft is a much smaller model of the same family and generation: look on "
    "the page of the target's makers.",
)


def family_of(target: ModelFile) -> Family | None:
    """The family of a target, by architecture, token table and name; None for one that is not known."""
    return next((family for family in FAMILIES if _belongs(target, family)), None)


def advised(target: ModelFile) -> Advised:
    """What to get for a target, the most promising first; files that are too large beside it are left out."""
    family = family_of(target)
    if family is None:
        return Advised(family=None, note=_UNKNOWN)
    reads = target.active_mib or target.size_mib
    suiting = (one for one in family.sources if re.search(one.only_for, names_of(target), re.IGNORECASE))
    small = tuple(_for_target(one, target) for one in suiting if _is_small(one, reads))
    if family.sources and not small:
        return Advised(family=family, note=_NOTHING_SMALLER)
    return Advised(family=family, sources=small, note=family.note or (_MOE if target.experts else ""))


def _belongs(target: ModelFile, family: Family) -> bool:
    if target.architecture not in family.architectures:
        return False
    if family.vocabularies and target.vocab_size is not None and target.vocab_size not in family.vocabularies:
        return False
    return re.search(family.named, names_of(target), re.IGNORECASE) is not None


def names_of(target: ModelFile) -> str:
    """What a target is called, in its header and by its file."""
    return f"{target.name} {PureWindowsPath(target.path).name}"


def _for_target(source: DraftSource, target: ModelFile) -> DraftSource:
    return msgspec.structs.replace(source, search=source.search.format(target=target.name))


def _is_small(source: DraftSource, reads_mib: float | None) -> bool:
    return source.size_mib is None or reads_mib is None or source.size_mib <= LARGEST_SHARE * reads_mib
