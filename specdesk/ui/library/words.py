"""What a row of the library says about its file. Pure: a ModelFile in, words out."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from specdesk.records.model_file import Kind, ModelFile
from specdesk.ui.theme import number

translate = QCoreApplication.translate

ICONS: dict[Kind, str] = {
    "model": "chat", "mtp-model": "chat", "draft-mtp": "bolt", "draft-eagle3": "bolt", "draft-dflash": "bolt",
    "draft-dspark": "bolt", "mmproj": "attach", "embedding": "search", "reranker": "search", "lora": "edit",
    "imatrix": "chart", "vocab": "file", "split-part": "file", "broken": "warning",
}  # fmt: skip

ANSWERS: tuple[Kind, ...] = ("model", "mtp-model")
DRAFTERS: tuple[Kind, ...] = ("draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark")


def kind_words(kind: Kind) -> str:
    """What a file is, in words for people."""
    return {
        "model": translate("LibraryWords", "Chat model"),
        "mtp-model": translate("LibraryWords", "Chat model with its own drafter inside (MTP)"),
        "draft-mtp": translate("LibraryWords", "Drafter for one model (MTP head)"),
        "draft-eagle3": translate("LibraryWords", "Drafter for one model (EAGLE-3)"),
        "draft-dflash": translate("LibraryWords", "Drafter for one model (DFlash)"),
        "draft-dspark": translate("LibraryWords", "Drafter for one model (DSpark)"),
        "mmproj": translate("LibraryWords", "Image or sound projector (mmproj)"),
        "embedding": translate("LibraryWords", "Embedding model, does not chat"),
        "reranker": translate("LibraryWords", "Reranker, does not chat"),
        "lora": translate("LibraryWords", "Adapter (LoRA)"),
        "imatrix": translate("LibraryWords", "Quantisation statistics (imatrix)"),
        "vocab": translate("LibraryWords", "Vocabulary only, no weights"),
        "split-part": translate("LibraryWords", "Later part of a set"),
        "broken": translate("LibraryWords", "Cannot be used"),
    }[kind]


def what_words(row: ModelFile) -> str:
    """The column "What it is": the kind, the parts of a set, and what is wrong."""
    words = kind_words(row.kind)
    if row.error:
        return row.error if row.kind == "broken" else f"{words} · {row.error}"
    if row.split is not None and row.kind != "split-part":
        return translate("LibraryWords", "{what}, {count} parts").format(what=words, count=row.split.count)
    return words


def size_words(mib: float | None) -> str:
    """A size on disk; "" when unknown."""
    if mib is None:
        return ""
    if mib >= 1024:
        return f"{number(mib / 1024, 1)} GiB"
    if mib >= 0.1:
        return f"{number(mib, 0 if mib >= 10 else 1)} MiB"
    return f"{number(mib * 1024)} KiB" if mib * 1024 >= 1 else f"{number(mib * 1024 * 1024)} B"


def parameters_words(count: int | None) -> str:
    """7.2 B, 135 M; "" when unknown."""
    if count is None:
        return ""
    if count >= 1e9:
        return f"{number(count / 1e9, 1 if count < 1e11 else 0)} B"
    return f"{number(count / 1e6)} M" if count >= 1e6 else number(count)


def context_words(tokens: int | None) -> str:
    """Tokens in thousands where they are round ("32k"), else written out; "" when unknown."""
    if tokens is None:
        return ""
    return f"{number(tokens / 1024)}k" if tokens >= 1024 and tokens % 1024 == 0 else number(tokens)


def place_words(row: ModelFile) -> str:
    """Where the file is: the program that it belongs to, or its folder."""
    return row.source if row.source not in ("", "folder") else str(PurePath(row.path).parent)


def can_answer(row: ModelFile) -> bool:
    """True for a file that can be a target."""
    return row.kind in ANSWERS and row.error is None


def can_draft(row: ModelFile) -> bool:
    """True for a file that might draft for another one; the pair itself is judged elsewhere."""
    return row.kind in ANSWERS + DRAFTERS and row.error is None
