"""Which draft to get for a target that has none: families that are known to go together, as hints only.

Names and sizes here rank what to look at. Whether a file may draft is decided by the file itself once it is there
(`pairing`): by its token table, never by its name. What a hub holds may have changed since this was written, so a size
is called "about", and a fetch that finds another size asks again.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from specdesk.language import mark
from specdesk.records.model_file import ModelFile

LARGEST_SHARE: Final = 1 / 3
"""A draft that is larger than this share of what the target reads per token rarely pays (c above .3)."""


class DraftSource(msgspec.Struct, frozen=True, kw_only=True):
    """One file on the hub. repository: "owner/name". size_mib: about, None = not known. note: what to think about.

    file: its name there; "" where only the page is known, and the user chooses on it.
    """

    name: str
    repository: str
    file: str = ""
    size_mib: float | None = None
    note: str = ""

    @property
    def can_be_fetched(self) -> bool:
        """True where both file and size can be named before anything is fetched."""
        return bool(self.file) and self.size_mib is not None


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """Models that share a vocabulary. architectures: as in `general.architecture`. named: what the target's name holds.

    vocabularies: sizes of the token table that fit; () = any. sources: the most promising first. note: about all.
    """

    key: str
    architectures: tuple[str, ...]
    named: str
    vocabularies: tuple[int, ...] = ()
    sources: tuple[DraftSource, ...] = ()
    note: str = ""


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
_MATCHING_SIZE: Final = mark("Models", "The assistant must be made for the target's own size and version.")

FAMILIES: Final[tuple[Family, ...]] = (
    Family(
        key="deepseek-r1-qwen", architectures=("qwen2",), named=r"deepseek.*distill.*qwen|r1.*distill.*qwen",
        vocabularies=(151936, 152064),
        sources=(
            DraftSource(
                name="DeepSeek R1 Distill Qwen 1.5B", repository="bartowski/DeepSeek-R1-Distill-Qwen-1.5B-GGUF",
                file="DeepSeek-R1-Distill-Qwen-1.5B-Q4_K_M.gguf", size_mib=1066.0,
            ),
        ),
    ),
    Family(
        key="qwen2.5-coder", architectures=("qwen2",), named=r"qwen[ ._-]?2\.?5.*coder", vocabularies=(151936, 152064),
        sources=(
            DraftSource(
                name="Qwen2.5 Coder 0.5B", repository="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
                file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf", size_mib=469.0,
            ),
        ),
    ),
    Family(
        key="qwen2.5", architectures=("qwen2", "qwen2moe"), named=r"qwen[ ._-]?2\.?5|qwq",
        vocabularies=(151936, 152064),
        sources=(
            DraftSource(
                name="Qwen2.5 0.5B", repository="Qwen/Qwen2.5-0.5B-Instruct-GGUF",
                file="qwen2.5-0.5b-instruct-q4_k_m.gguf", size_mib=469.0,
            ),
        ),
    ),
    Family(
        key="qwen3", architectures=("qwen3", "qwen3moe"), named=r"qwen[ ._-]?3(?!\.)", vocabularies=(151936,),
        sources=(
            DraftSource(
                name="Qwen3 0.6B", repository="Qwen/Qwen3-0.6B-GGUF", file="Qwen3-0.6B-Q8_0.gguf", size_mib=610.0
            ),
        ),
    ),
    Family(
        key="qwen3.5", architectures=("qwen35", "qwen35moe", "qwen3next"), named=r"qwen[ ._-]?3\.[5-9]",
        sources=(DraftSource(name="Qwen3.5 0.8B", repository="unsloth/Qwen3.5-0.8B-GGUF"),),
        note=mark("Models", "Files of this family with “MTP” in their name hold a drafting head: no second file."),
    ),
    Family(
        key="llama3", architectures=("llama",), named=r"llama[ ._-]?3", vocabularies=(128256,),
        sources=(
            DraftSource(
                name="Llama 3.2 1B", repository="bartowski/Llama-3.2-1B-Instruct-GGUF",
                file="Llama-3.2-1B-Instruct-Q4_K_M.gguf", size_mib=770.0,
            ),
        ),
    ),
    Family(
        key="gemma3", architectures=("gemma3",), named=r"gemma[ ._-]?3", vocabularies=(262144,),
        sources=(
            DraftSource(
                name="Gemma 3 270M", repository="ggml-org/gemma-3-270m-it-GGUF", file="gemma-3-270m-it-Q8_0.gguf",
                size_mib=278.0,
            ),
            DraftSource(
                name="Gemma 3 1B", repository="ggml-org/gemma-3-1b-it-GGUF", file="gemma-3-1b-it-Q4_K_M.gguf",
                size_mib=769.0,
            ),
        ),
    ),
    Family(
        key="gemma4", architectures=("gemma4",), named=r"gemma[ ._-]?4",
        sources=(DraftSource(name="Gemma 4 E2B", repository="unsloth/gemma-4-E2B-it-GGUF"),), note=_MATCHING_SIZE,
    ),
    Family(
        key="glm4", architectures=("glm4", "glm4moe"), named=r"glm[ ._-]?4\.[5-7]",
        sources=(DraftSource(name="GLM 4.5 Draft 0.6B", repository="jukofyork/GLM-4.5-DRAFT-0.6B-v3.0-GGUF"),),
    ),
    Family(
        key="phi3", architectures=("phi3",), named=r"phi[ ._-]?3", vocabularies=(32064,),
        sources=(
            DraftSource(
                name="Phi 3 mini", repository="microsoft/Phi-3-mini-4k-instruct-gguf",
                file="Phi-3-mini-4k-instruct-q4.gguf", size_mib=2282.0,
                note=mark("Models", "Only about four times smaller than the medium model: rarely worth it."),
            ),
        ),
    ),
    Family(
        key="smollm2", architectures=("llama",), named=r"smollm[ ._-]?2", vocabularies=(49152,),
        sources=(
            DraftSource(
                name="SmolLM2 135M", repository="bartowski/SmolLM2-135M-Instruct-GGUF",
                file="SmolLM2-135M-Instruct-Q8_0.gguf", size_mib=138.0,
            ),
        ),
    ),
    Family(
        key="mistral", architectures=("llama", "mistral3", "mistral"), named=r"mistral|devstral|ministral|magistral",
        note=mark(
            "Models",
            "The makers have no small draft for it, and old and new models of this family split text differently; "
            "n-gram needs no file.",
        ),
    ),
)  # fmt: skip
"""More special names before those that they contain."""


def family_of(target: ModelFile) -> Family | None:
    """The family of a target, by architecture, token table and name; None for one that is not known."""
    return next((family for family in FAMILIES if _belongs(target, family)), None)


def advised(target: ModelFile) -> Advised:
    """What to get for a target, the most promising first; files that are too large beside it are left out."""
    family = family_of(target)
    if family is None:
        return Advised(family=None, note=_UNKNOWN)
    reads = target.active_mib or target.size_mib
    small = tuple(one for one in family.sources if _is_small(one, reads))
    if family.sources and not small:
        return Advised(family=family, note=_NOTHING_SMALLER)
    return Advised(family=family, sources=small, note=family.note or (_MOE if target.experts else ""))


def _belongs(target: ModelFile, family: Family) -> bool:
    if target.architecture not in family.architectures:
        return False
    if family.vocabularies and target.vocab_size is not None and target.vocab_size not in family.vocabularies:
        return False
    return re.search(family.named, f"{target.name} {target.path.rsplit('/', 1)[-1]}", re.IGNORECASE) is not None


def _is_small(source: DraftSource, reads_mib: float | None) -> bool:
    return source.size_mib is None or reads_mib is None or source.size_mib <= LARGEST_SHARE * reads_mib
