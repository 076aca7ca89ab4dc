"""Trouble with a model file: missing, not a model, incomplete, too new, the wrong kind.

Sources: ggml/src/gguf.cpp, src/llama-model-loader.cpp, src/llama-model.cpp and src/llama-vocab.cpp of b4295 to b11434.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

import msgspec

from specdesk.engines.failure_rules import Maker, RunContext, Told, rule, sentence
from specdesk.language import mark, translate


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
    if name is None:
        words = translate("Engines", "The draft file") if is_draft else translate("Engines", "The model file")
    elif is_draft:
        words = translate("Engines", "The draft file {name}").format(name=name)
    else:
        words = translate("Engines", "The model file {name}").format(name=name)
    return FileWords(words, is_draft)


def _about_file(what: str, why: str, next_step: str) -> Maker:
    """Sentences marked for translation, with the file and what the pattern found."""

    def tell(match: re.Match[str], text: str, context: RunContext) -> Told:
        file = file_of(text, context)
        found, limit = (*match.groups(default=""), "", "")[:2]

        def said(sentence: str) -> str:
            return translate("Engines", sentence).format(file=file.words, found=found, limit=limit)

        return Told(said(what), said(why), said(next_step), file.is_draft)

    return tell


def _cannot_open(match: re.Match[str], text: str, context: RunContext) -> Told:
    path, words = match[1], match[2] or ""
    file = file_of(text, context, path)
    if "No such file" in words:
        return Told(
            translate("Engines", "{file} is not there.").format(file=file.words),
            translate("Engines", "Nothing was found at {path}.").format(path=path),
            translate("Engines", "Choose the file again, or connect the drive that it is on."),
            file.is_draft,
            path_suspect=True,
        )
    if "ermission" in words:
        return Told(
            translate("Engines", "{file} may not be read.").format(file=file.words),
            translate("Engines", "Reading {path} is not permitted.").format(path=path),
            translate("Engines", "Change its permissions."),
            file.is_draft,
        )
    return Told(
        translate("Engines", "{file} cannot be opened.").format(file=file.words),
        sentence(words),
        translate("Engines", "Check the file and its drive."),
        file.is_draft,
        True,
    )


def _architecture(match: re.Match[str], text: str, context: RunContext) -> Told:
    file = file_of(text, context)
    if match[1] == "clip":
        return _projector(file)
    return Told(
        translate("Engines", "{file} is of an architecture that this engine does not know: {found}.").format(
            file=file.words, found=match[1]
        ),
        translate("Engines", "The engine is older than the model, or the model is not meant for llama.cpp."),
        translate("Engines", "Update llama.cpp and choose the new build."),
        file.is_draft,
    )


def _projector(file: FileWords) -> Told:
    return Told(
        translate("Engines", "{file} is a vision projector, not a language model.").format(file=file.words),
        translate("Engines", "A projector only adds sight to a language model."),
        translate("Engines", "Choose the model that it belongs to."),
        file.is_draft,
    )


_AGAIN: Final = mark("Engines", "Download it again, and compare its size with the source.")
_UPDATE: Final = mark("Engines", "Update llama.cpp and choose the new build.")

FILE_RULES: Final = (
    rule(r"failed to open GGUF file '(.*?)' \((.*)\)", _cannot_open),
    rule(
        r"GGUF file is version (\d+) but this software only supports up to version (\d+)",
        _about_file(
            mark("Engines", "{file} is in a newer format than this engine reads."),
            mark("Engines", "It is GGUF version {found}; this build ends at {limit}."),
            _UPDATE,
        ),
    ),
    rule(
        r"invalid magic characters:? '?(.*?)'?(?:, expected.*)?$",
        _about_file(
            mark("Engines", "{file} is not a GGUF model."),
            mark("Engines", "Its first bytes are not those of a GGUF file."),
            mark("Engines", "Choose another file."),
        ),
    ),
    rule(
        r"failed to read magic",
        _about_file(
            mark("Engines", "{file} is empty or not a file."),
            mark("Engines", "Not even its first four bytes can be read."),
            _AGAIN,
        ),
    ),
    rule(
        r"data is not within the file bounds|model is corrupted or incomplete",
        _about_file(
            mark("Engines", "{file} is incomplete."),
            mark("Engines", "Its data ends before its table of contents does."),
            _AGAIN,
        ),
    ),
    rule(r"unknown (?:model )?architecture: '(.*?)'", _architecture),
    rule(r"CLIP cannot be used as main model", lambda match, text, context: _projector(file_of(text, context))),
    rule(
        r"unknown pre-tokenizer type: '(.*?)'",
        _about_file(
            mark("Engines", "{file} uses a tokenizer that this engine does not know: {found}."),
            mark("Engines", "The engine is older than the model."),
            _UPDATE,
        ),
    ),
    rule(
        r"' has invalid ggml type (\d+)",
        _about_file(
            mark("Engines", "{file} uses a quantisation that this engine does not know."),
            mark("Engines", "Its tensors are of type {found}."),
            _UPDATE,
        ),
    ),
    rule(
        r"illegal split file idx: (\d+)",
        _about_file(
            mark("Engines", "{file} is a later part of a split model."),
            mark("Engines", "The engine starts from the first part."),
            mark("Engines", "Choose the part 00001."),
        ),
    ),
    rule(
        r"failed to load GGUF split from (.+)$",
        _about_file(
            mark("Engines", "{file} lacks a part."),
            mark("Engines", "{found} cannot be read."),
            mark("Engines", "Put all parts in one folder, or download the missing one."),
        ),
    ),
    rule(
        r"invalid split file name|invalid split count",
        _about_file(
            mark("Engines", "{file} belongs to a split set that does not fit together."),
            mark("Engines", "Names or numbers of its parts do not match."),
            mark("Engines", "Keep the original names of all parts, in one folder."),
        ),
    ),
    rule(
        r"tensor 'token_embd\.weight' not found",
        _about_file(
            mark("Engines", "{file} holds no weights."),
            mark("Engines", "It has a vocabulary only, or is an adapter."),
            mark("Engines", "Choose a whole model."),
        ),
    ),
    rule(
        r"missing tensor '|wrong number of tensors; expected|tensor '[^'\n]*' not found",
        _about_file(
            mark("Engines", "{file} does not hold what its architecture needs."),
            mark("Engines", "Tensors are missing, or there are some that this engine does not know."),
            mark("Engines", "Download it again, or update llama.cpp if the model is newer than the engine."),
        ),
    ),
    rule(
        r"key not found in model: (\S+)",
        _about_file(
            mark("Engines", "{file} lacks a setting that this engine needs."),
            mark("Engines", "It does not say {found}."),
            _AGAIN,
        ),
    ),
)
