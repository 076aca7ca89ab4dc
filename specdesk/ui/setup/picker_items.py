"""The entries of the model lists: files as target, or as draft for a target, with the reason where one cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from specdesk.models.choice import expected_speed
from specdesk.models.told_apart import names_of
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import PairVerdict
from specdesk.service.methods import TRAINED_METHODS
from specdesk.ui.library.words import size_words
from specdesk.ui.setup.model_words import SEPARATOR, list_words, why_no_target
from specdesk.ui.theme import number

translate = QCoreApplication.translate
BUILT_IN = "built-in"
"""Key of the head inside the target."""

_LENGTH = 4
SMALL_COST, SAME_STEP, WHOLE_STEP = 0.095, 0.95, 1.05
"""Below the first a cost has two decimals; from the last on it is told in steps."""


@dataclass(frozen=True, slots=True)
class PickerItem:
    """key: path of the file. size: at the right. detail: second line. reason: third line, why or why not.

    usable: may be chosen. mark: icon in front, "" for none; "warning" marks a reason to think about.
    """

    key: str
    title: str
    size: str = ""
    detail: str = ""
    reason: str = ""
    usable: bool = True
    mark: str = ""

    def matches(self, words: Sequence[str]) -> bool:
        """True when each of the searched words occurs in it."""
        text = " ".join((self.title, self.key, self.detail)).casefold()
        return all(word in text for word in words)

    def spoken(self) -> str:
        """Everything, for screen readers."""
        return ". ".join(part for part in (self.title, self.size, self.detail, self.reason) if part)


def target_items(rows: Sequence[ModelFile]) -> list[PickerItem]:
    """Every file as target: the usable ones first, by name."""
    items, names = [], names_of(rows)
    for row in rows:
        why, name = why_no_target(row), names[row.path]
        mark = "cross" if why else ""
        items.append(PickerItem(row.path, name, size_words(row.size_mib), list_words(row), why, not why, mark))
    return sorted(items, key=lambda item: (not item.usable, item.title.casefold(), item.key))


def draft_items(
    rows: Sequence[ModelFile], verdicts: Mapping[str, PairVerdict], target: str | None, trained: bool
) -> list[PickerItem]:
    """Every other file as draft, or as trained drafter: compatible first, the most promising on top."""
    found, names = [(row, verdicts.get(row.path)) for row in rows if row.path != target], names_of(rows)
    ordered = sorted(found, key=lambda pair: _rank(pair[1], trained))
    return [_draft_item(row, names[row.path], verdict, trained) for row, verdict in ordered]


def _suits(verdict: PairVerdict | None, trained: bool) -> bool:
    return verdict is not None and verdict.compatible and (verdict.method in TRAINED_METHODS) == trained


def _rank(verdict: PairVerdict | None, trained: bool) -> tuple[int, float]:
    if verdict is None:
        return 2, 0.0
    if _suits(verdict, trained):
        return 0, -(expected_speed(verdict, _LENGTH) or 0.0)
    near = verdict.method is not None and (verdict.method in TRAINED_METHODS) == trained
    return (1 if near else 3), verdict.size_ratio or 0.0


def _draft_item(row: ModelFile, name: str, verdict: PairVerdict | None, trained: bool) -> PickerItem:
    reason = translate("PickerItems", "Not compared with the target yet.")
    mark = "info"
    if verdict is not None:
        reason, mark = verdict.reason, "cross"
        if verdict.compatible and not _suits(verdict, trained):
            reason = translate("PickerItems", "An ordinary model; choose the method “Draft model” for it.")
            if not trained:
                reason = translate("PickerItems", "A trained drafter; choose that method for it.")
        elif verdict.compatible:
            mark = "warning" if verdict.warnings else "check"
            reason = " ".join(part for part in (reason, cost_words(verdict), *verdict.warnings) if part)
    detail = SEPARATOR.join(part for part in (list_words(row), _share(verdict)) if part)
    usable = _suits(verdict, trained)
    return PickerItem(row.path, name, size_words(row.size_mib), detail, reason, usable, mark)


def _share(verdict: PairVerdict | None) -> str:
    if verdict is None or not verdict.compatible or verdict.size_ratio is None:
        return ""
    percent = number(100 * verdict.size_ratio, 1 if verdict.size_ratio < 0.1 else 0)
    return translate("PickerItems", "{percent} % of the target").format(percent=percent)


def cost_words(verdict: PairVerdict) -> str:
    """What one guess is expected to cost, from the sizes of the two files: the middle of `PairVerdict.prior_cost`."""
    if verdict.prior_cost is None:
        return ""
    cost = sum(verdict.prior_cost) / 2
    shown = number(cost, 2 if cost < SMALL_COST else 1)
    if SAME_STEP <= cost < WHOLE_STEP:
        return translate("PickerItems", "Each guess should cost as much as a step of the target.")
    if cost >= WHOLE_STEP:
        return translate("PickerItems", "Each guess should cost about {cost} steps of the target.").format(cost=shown)
    return translate("PickerItems", "Each guess should cost about {cost} of a step of the target.").format(cost=shown)


def built_in_item(verdict: PairVerdict) -> PickerItem:
    """The drafting head inside the target."""
    reason = " ".join(part for part in (verdict.reason, cost_words(verdict)) if part)
    title = translate("PickerItems", "Built into the target (MTP)")
    return PickerItem(BUILT_IN, title, "", translate("PickerItems", "no file, little memory"), reason, mark="check")
