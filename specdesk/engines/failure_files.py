"""Trouble with a model file: missing, not a model, incomplete, too new, the wrong kind.

Sources: ggml/src/gguf.cpp, src/llama-model-loader.cpp, src/llama-model.cpp and src/llama-vocab.cpp of b4295 to b11434.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

import msgspec

from specdesk.engines.failure_rules import Maker, RunContext, Told, rule, sentence


class FileWords(msgspec.Struct, frozen=True):
    """How a sentence names the file in trouble ("the draft tiny.gguf"), and whether that is the draft."""

    words: str
    is_draft: bool


def file_of(text: str, context: RunContext, path: str | None = None) -> FileWords:
    """Which file the trouble is about, in words, and whether it is the draft."""
    if path is None:
        named = re.search(r"failed to load (?:draft )?model,? '([^'\n]+)'|failed to load model from (.+)$", text, re.M)
        path = (named[1] or named[2]) if named else None
    is_draft = "failed to load draft model" in text or (path is not None and path == context.draft)
    name = PurePath(path).name if path else None
    role = "draft" if is_draft else "model"
    return FileWords(f"The {role} file {name}" if name else f"The {role} file", is_draft)


def _about_file(what: str, why: str, next_step: str) -> Maker:
    """A sentence that begins with the file: `what` continues it."""

    def tell(match: re.Match[str], text: str, context: RunContext) -> Told:
        file = file_of(text, context)
        groups = match.groups(default="")
        return Told(
            f"{file.words} {what.format(*groups)}", why.format(*groups), next_step.format(*groups), file.is_draft
        )

    return tell


def _cannot_open(match: re.Match[str], text: str, context: RunContext) -> Told:
    path, words = match[1], match[2] or ""
    file = file_of(text, context, path)
    if "No such file" in words:
        return Told(
            f"{file.words} is not there.",
            f"Nothing was found at {path}.",
            "Choose the file again, or connect the drive that it is on.",
            file.is_draft,
            path_suspect=True,
        )
    if "ermission" in words:
        return Told(
            f"{file.words} may not be read.",
            f"Reading {path} is not permitted.",
            "Change its permissions.",
            file.is_draft,
        )
    return Told(
        f"{file.words} cannot be opened.", sentence(words), "Check the file and its drive.", file.is_draft, True
    )


def _architecture(match: re.Match[str], text: str, context: RunContext) -> Told:
    file = file_of(text, context)
    if match[1] == "clip":
        return _projector(file)
    return Told(
        f"{file.words} is of an architecture that this engine does not know: {match[1]}.",
        "The engine is older than the model, or the model is not meant for llama.cpp.",
        "Update llama.cpp and choose the new build.",
        file.is_draft,
    )


def _projector(file: FileWords) -> Told:
    return Told(
        f"{file.words} is a vision projector, not a language model.",
        "A projector only adds sight to a language model.",
        "Choose the model that it belongs to.",
        file.is_draft,
    )


_AGAIN: Final = "Download it again, and compare its size with the source."
_UPDATE: Final = "Update llama.cpp and choose the new build."

FILE_RULES: Final = (
    rule(r"failed to open GGUF file '(.*?)' \((.*)\)", _cannot_open),
    rule(
        r"GGUF file is version (\d+) but this software only supports up to version (\d+)",
        _about_file(
            "is in a newer format than this engine reads.", "It is GGUF version {}; this build ends at {}.", _UPDATE
        ),
    ),
    rule(
        r"invalid magic characters:? '?(.*?)'?(?:, expected.*)?$",
        _about_file("is not a GGUF model.", "Its first bytes are not those of a GGUF file.", "Choose another file."),
    ),
    rule(
        r"failed to read magic",
        _about_file("is empty or not a file.", "Not even its first four bytes can be read.", _AGAIN),
    ),
    rule(
        r"data is not within the file bounds|model is corrupted or incomplete",
        _about_file("is incomplete.", "Its data ends before its table of contents does.", _AGAIN),
    ),
    rule(r"unknown (?:model )?architecture: '(.*?)'", _architecture),
    rule(r"CLIP cannot be used as main model", lambda match, text, context: _projector(file_of(text, context))),
    rule(
        r"unknown pre-tokenizer type: '(.*?)'",
        _about_file(
            "uses a tokenizer that this engine does not know: {}.", "The engine is older than the model.", _UPDATE
        ),
    ),
    rule(
        r"' has invalid ggml type (\d+)",
        _about_file("uses a quantisation that this engine does not know.", "Its tensors are of type {}.", _UPDATE),
    ),
    rule(
        r"illegal split file idx: (\d+)",
        _about_file(
            "is a later part of a split model.", "The engine starts from the first part.", "Choose the part 00001."
        ),
    ),
    rule(
        r"failed to load GGUF split from (.+)$",
        _about_file("lacks a part.", "{} cannot be read.", "Put all parts in one folder, or download the missing one."),
    ),
    rule(
        r"invalid split file name|invalid split count",
        _about_file(
            "belongs to a split set that does not fit together.",
            "Names or numbers of its parts do not match.",
            "Keep the original names of all parts, in one folder.",
        ),
    ),
    rule(
        r"tensor 'token_embd\.weight' not found",
        _about_file("holds no weights.", "It has a vocabulary only, or is an adapter.", "Choose a whole model."),
    ),
    rule(
        r"missing tensor '|wrong number of tensors; expected|tensor '[^'\n]*' not found",
        _about_file(
            "does not hold what its architecture needs.",
            "Tensors are missing, or there are some that this engine does not know.",
            "Download it again, or update llama.cpp if the model is newer than the engine.",
        ),
    ),
    rule(
        r"key not found in model: (\S+)",
        _about_file("lacks a setting that this engine needs.", "It does not say {}.", _AGAIN),
    ),
)
