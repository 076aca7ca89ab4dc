"""Words for a model file on its button and in the lists; single words are those of the library."""

from __future__ import annotations

from pathlib import PurePath

import msgspec
from PySide6.QtCore import QCoreApplication

from specdesk.models.library import is_absent
from specdesk.models.pairing import what_it_is
from specdesk.records.model_file import ModelFile
from specdesk.service.events import FitReady
from specdesk.ui.library.words import can_answer, context_words, kind_words, parameters_words, size_words

translate = QCoreApplication.translate
SEPARATOR = " · "


def card_words(row: ModelFile) -> str:
    """The second line of a chosen file: quantisation, size, context."""
    return SEPARATOR.join(part for part in (row.quantization or "", size_words(row.size_mib), _context(row)) if part)


def list_words(row: ModelFile) -> str:
    """The second line in a list: what it is where that is not plain, parameters, quantisation, context."""
    kind = "" if row.kind == "model" else kind_words(row.kind)
    parts = (kind, parameters_words(row.parameters), row.quantization or "", _context(row))
    return SEPARATOR.join(part for part in parts if part)


def why_no_target(row: ModelFile) -> str:
    """Why a file cannot be the target, in one sentence; "" when it can."""
    if can_answer(row):
        return ""
    return row.error or translate("SetupWords", "This file is {what}.").format(what=what_it_is(row.kind))


def advised(event: FitReady, target: ModelFile | None, draft: ModelFile | None) -> FitReady:
    """A fit that cannot be told for a file that cannot be read says what to do; why stands at that file's button."""
    words = ""
    if target is not None and target.error is not None:
        words = translate("SetupWords", "Choose another target to see whether it fits.")
        if is_absent(target):
            words = translate("SetupWords", "Choose the target again, or connect its drive, to see whether it fits.")
    elif draft is not None and draft.error is not None:
        words = translate("SetupWords", "Choose another draft to see whether both fit.")
        if is_absent(draft):
            words = translate("SetupWords", "Choose the draft again, or connect its drive, to see whether both fit.")
    return msgspec.structs.replace(event, problem=words) if event.problem and words else event


def file_name(path: str) -> str:
    """The last part of a path, of either system."""
    return PurePath(path.replace("\\", "/")).name


def _context(row: ModelFile) -> str:
    words = context_words(row.context_length)
    return translate("SetupWords", "{count} context").format(count=words) if words else ""
