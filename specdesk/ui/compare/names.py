"""Models by the names that people know: what the library has read of a file, else the file's own name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from specdesk.records.model_file import ModelFile
from specdesk.records.plan import NGRAM_METHODS, LaunchPlan

translate = QCoreApplication.translate
BETWEEN = " + "


class ModelNames:
    """Knows what it has been told. Files that it does not know keep the names they have on disk."""

    def __init__(self) -> None:
        self._by_path: dict[str, str] = {}
        self._by_stem: dict[str, str] = {}

    def learn(self, rows: Iterable[ModelFile]) -> bool:
        """Rows of the library. True when a name is new."""
        before = dict(self._by_path)
        for row in rows:
            if row.error is None or row.architecture:
                self._by_path[row.path] = named(row)
                self._by_stem[_stem(row.path)] = named(row)
        return before != self._by_path

    def of(self, path: str) -> str:
        """One file."""
        return self._by_path.get(path) or self._by_stem.get(_stem(path)) or _stem(path)

    def pair(self, plan: LaunchPlan) -> str:
        """ "Qwen2.5 32B Instruct Q4_K_M + Qwen2.5 0.5B Instruct Q8_0"; the method where it needs no second file."""
        target = self.of(plan.target) if plan.target else "?"
        if not plan.speculates:
            return target
        if plan.loads_draft and plan.draft:
            return f"{target}{BETWEEN}{self.of(plan.draft)}"
        return BETWEEN.join((target, *map(method_words, plan.methods)))

    def written(self, pair: str) -> str:
        """The same for a pair that is only known as it was written down, by file names."""
        return BETWEEN.join(self._by_stem.get(part) or method_words(part) for part in pair.split(BETWEEN))


def named(row: ModelFile) -> str:
    """ "SmolLM2 135M Instruct Q4_1" """
    size = row.quantization or ""
    return row.name if not size or size.casefold() in row.name.casefold() else f"{row.name} {size}"


def method_words(method: str) -> str:
    """A way of guessing that needs no second file, as people call it; anything else stays as it is."""
    if method in NGRAM_METHODS:
        return translate("Compare", "n-gram look-up ({method})").format(method=method)
    return translate("Compare", "its own drafting head") if method == "draft-mtp" else method


def _stem(path: str) -> str:
    return PurePath(path.replace("\\", "/")).stem
