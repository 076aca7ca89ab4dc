"""A model's vocabulary as llama.cpp sees it after loading, and how two of them are compared.

Sources: src/llama-vocab.cpp (`llama_vocab::impl::load`) for types, defaults and special tokens;
common/speculative.cpp (`common_speculative_are_compatible`) for the comparison.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from specdesk.models.describe import vocabulary_size
from specdesk.models.header import Header, read_region, split_texts
from specdesk.records.pair import TokenDifference

CHECK_FROM: Final = 5
"""SPEC_VOCAB_CHECK_START_TOKEN_ID: token ids below are not compared."""


class _Defaults(NamedTuple):
    """What holds when the file has no key: vocabulary type, BOS and EOS ids, whether they are added."""

    kind: str
    bos: int | None
    eos: int | None
    add_bos: bool
    add_eos: bool


_NONE: Final = _Defaults("none", None, None, False, False)
_MODELS: Final = {
    "none": _NONE,
    "no_vocab": _NONE,
    "llama": _Defaults("SPM", 1, 2, True, False),
    "gpt2": _Defaults("BPE", 11, 11, False, False),
    "gemma4": _Defaults("BPE", None, None, True, False),
    "bert": _Defaults("WPM", 101, None, True, False),
    "t5": _Defaults("UGM", None, 1, False, True),
    "rwkv": _Defaults("RWKV", None, None, False, False),
    "plamo2": _Defaults("PLAMO2", 1, 2, False, False),
}
# pre-tokenizers of BPE vocabularies that switch add_bos on
_PRE_ADDS_BOS: Final = frozenset(
    {
        "llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano",
        "tekken", "chameleon",
    }
)  # fmt: skip
_PRE_WITHOUT_BOS: Final = frozenset({"chatglm-bpe", "glm4"})


@dataclass(slots=True)
class Vocabulary:
    """One file's vocabulary. kind: SPM, BPE, WPM, ... or "none"; size: tokens, None if nothing says it.

    bos, eos: token ids (None: there is none). The texts stay in the file until `texts` is asked for.
    """

    header: Header
    kind: str
    size: int | None
    add_bos: bool
    add_eos: bool
    bos: int | None
    eos: int | None
    _raw: bytes | None = field(default=None, repr=False)

    @property
    def raw(self) -> bytes:
        """The bytes of the token list, read once. Raises OSError, FileFormatError."""
        if self._raw is None:
            tokens = self.header.array("tokenizer.ggml.tokens")
            self._raw = read_region(self.header, tokens) if tokens and tokens.is_strings else b""
        return self._raw


def _defaults(header: Header) -> _Defaults:
    model = header.text("tokenizer.ggml.model") or "none"
    known = _MODELS.get(model, _Defaults(model, None, None, False, False))
    if known.kind != "BPE":
        return known
    pre = header.text("tokenizer.ggml.pre") or ""
    if pre in _PRE_ADDS_BOS:
        known = known._replace(add_bos=True)
    return known._replace(bos=None) if pre in _PRE_WITHOUT_BOS else known


def _special(header: Header, key: str, default: int | None, size: int | None) -> int | None:
    """A special token's id: the key where it lies inside the vocabulary, else the default where that does."""
    count = size or 0
    found = header.integer(key)
    if found is not None and 0 <= found < count:
        return found
    return default if default is not None and default < count else None


def read_vocabulary(header: Header) -> Vocabulary:
    """The vocabulary by a header alone: every key or its default."""
    default = _defaults(header)
    size = vocabulary_size(header)
    if default.kind == "none":
        return Vocabulary(header, "none", header.integer(header.own("vocab_size")), False, False, None, None)
    add_bos = header.flag("tokenizer.ggml.add_bos_token")
    add_eos = header.flag("tokenizer.ggml.add_eos_token")
    if header.text("tokenizer.ggml.model") == "gemma4":  # the loader overrides the key for this tokenizer
        add_bos = True
    return Vocabulary(
        header=header,
        kind=default.kind,
        size=size,
        add_bos=default.add_bos if add_bos is None else add_bos,
        add_eos=default.add_eos if add_eos is None else add_eos,
        bos=_special(header, "tokenizer.ggml.bos_token_id", default.bos, size),
        eos=_special(header, "tokenizer.ggml.eos_token_id", default.eos, size),
    )


def _offset_of(raw: bytes, token: int) -> int:
    """Where a token's entry begins in the bytes of a token list that has at least that many."""
    return sum(8 + len(text) for text in split_texts(raw, token))


def _seen(text: bytes, token: int) -> bytes:
    """A token's text as the comparison sees it: C strings end at NUL, the loader names empty ones."""
    return text.partition(b"\0")[0] or (b"[EMPTY_%d]" % token if not text else b"")


def first_difference(target: Vocabulary, draft: Vocabulary) -> TokenDifference | None:
    """The first token from id `CHECK_FROM` on whose text differs, among those that both have; None if there is none.

    Equal byte regions are compared as such, so that equal vocabularies cost a memory comparison. Raises OSError,
    FileFormatError if a file changed.
    """
    count = min(target.size or 0, draft.size or 0)
    if count <= CHECK_FROM or "none" in (target.kind, draft.kind):
        return None
    ours, theirs = target.raw, draft.raw
    start, other_start = _offset_of(ours, CHECK_FROM), _offset_of(theirs, CHECK_FROM)
    shorter = min(len(ours) - start, len(theirs) - other_start)
    if memoryview(ours)[start : start + shorter] == memoryview(theirs)[other_start : other_start + shorter]:
        return None
    pairs = zip(split_texts(ours, count), split_texts(theirs, count), strict=True)
    for token, (left, right) in enumerate(pairs):
        if token < CHECK_FROM or left == right or _seen(left, token) == _seen(right, token):
            continue
        return TokenDifference(id=token, target=left.decode("utf-8", "replace"), draft=right.decode("utf-8", "replace"))
    return None
