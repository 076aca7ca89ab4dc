"""Models that are known to go together as target and draft, one row per family: hints, never a verdict.

What a hub holds may have changed since this was written, so a size is called "about", and a fetch that finds another
size asks again. Where no file is known for certain, the hub's search is opened with words that find it, and nothing is
fetched.
"""

from __future__ import annotations

from typing import Final

import msgspec

from specdesk.language import mark


class DraftSource(msgspec.Struct, frozen=True, kw_only=True):
    """One file on the hub. repository: "owner/name". size_mib: about, None = not known. note: what to think about.

    file: its name there; "" where only the page is known, and the user chooses on it. search: words for the hub's
    search where no page is known either; `{target}` is the target's name. makers: who has made some, as the hub
    calls them. only_for: what the target's name holds; "" = any.
    """

    name: str
    repository: str = ""
    file: str = ""
    size_mib: float | None = None
    note: str = ""
    search: str = ""
    makers: tuple[str, ...] = ()
    only_for: str = ""

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


_HEAD: Final = mark(
    "Models",
    "A drafting head made for this one target. It needs a llama.cpp that knows EAGLE-3, and a GGUF file of it.",
)
_BLOCK: Final = mark(
    "Models",
    "A drafter made for this one target. It needs a llama.cpp that knows DFlash or DSpark, and a GGUF file of it.",
)
_MATCHING_SIZE: Final = mark(
    "Models",
    "Made for one target: it must be for the same size and version, and a QAT target takes a QAT assistant.",
)
_SHORT: Final = mark(
    "Models",
    "Made for one target: it must be for the same size and version, and a QAT target takes a QAT assistant. With this "
    "mixture of experts a draft length of 1 may be the best.",
)
_TEXT_SPLIT: Final = mark(
    "Models",
    "The makers have no small draft for it, and old and new models of this family split text differently; n-gram needs "
    "no file.",
)

QWEN: Final = (
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
            DraftSource(name="Qwen2.5 Coder 1.5B", search="Qwen2.5-Coder-1.5B-Instruct GGUF", only_for=r"(?:32|72)b"),
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
            DraftSource(name="Qwen2.5 1.5B", search="Qwen2.5-1.5B-Instruct GGUF", only_for=r"(?:32|72)b"),
        ),
    ),
    Family(
        key="qwen3", architectures=("qwen3", "qwen3moe"), named=r"qwen[ ._-]?3(?!\.)", vocabularies=(151936,),
        sources=(
            DraftSource(
                name="Qwen3 0.6B", repository="Qwen/Qwen3-0.6B-GGUF", file="Qwen3-0.6B-Q8_0.gguf", size_mib=610.0
            ),
            DraftSource(name="Qwen3 1.7B", search="Qwen3-1.7B GGUF", only_for=r"(?:32|235)b"),
            DraftSource(name="EAGLE-3", search="{target} EAGLE3", makers=("AngelSlim", "Tengyunw"), note=_HEAD),
            DraftSource(
                name="DFlash / DSpark", search="{target} DFlash", note=_BLOCK, only_for=r"(?<![\d.])(?:4|8|14)b"
            ),
        ),
    ),
    Family(
        key="qwen3.5", architectures=("qwen35", "qwen35moe", "qwen3next"), named=r"qwen[ ._-]?3\.[5-9]",
        sources=(
            DraftSource(name="Qwen3.5 0.8B", repository="unsloth/Qwen3.5-0.8B-GGUF"),
            DraftSource(name="MTP", search="{target} MTP GGUF"),
        ),
        note=mark("Models", "Files of this family with “MTP” in their name hold a drafting head: no second file."),
    ),
)  # fmt: skip

LLAMA: Final = (
    Family(
        key="deepseek-r1-llama", architectures=("llama",), named=r"deepseek.*distill.*llama|r1.*distill.*llama",
        vocabularies=(128256,),
        sources=(
            DraftSource(
                name="DeepSeek R1 Distill Llama 8B", search="DeepSeek-R1-Distill-Llama-8B GGUF", only_for=r"70b"
            ),
        ),
    ),
    Family(
        key="llama3", architectures=("llama",), named=r"llama[ ._-]?3", vocabularies=(128256,),
        sources=(
            DraftSource(
                name="Llama 3.2 1B", repository="bartowski/Llama-3.2-1B-Instruct-GGUF",
                file="Llama-3.2-1B-Instruct-Q4_K_M.gguf", size_mib=770.0,
            ),
            DraftSource(name="Llama 3.2 3B", search="Llama-3.2-3B-Instruct GGUF", only_for=r"70b"),
            DraftSource(
                name="Llama 3.1 8B", search="Llama-3.1-8B-Instruct GGUF", only_for=r"70b",
                note=mark("Models", "A guess of it costs about four times one of the 1B, which is usually better."),
            ),
            DraftSource(name="EAGLE-3", search="{target} EAGLE3", note=_HEAD, only_for=r"3\.1.*8b|3\.3.*70b"),
        ),
    ),
    Family(
        key="smollm2", architectures=("llama",), named=r"smollm[ ._-]?2", vocabularies=(49152,),
        sources=(
            DraftSource(
                name="SmolLM2 135M", repository="bartowski/SmolLM2-135M-Instruct-GGUF",
                file="SmolLM2-135M-Instruct-Q8_0.gguf", size_mib=138.0,
            ),
            DraftSource(name="SmolLM2 360M", search="SmolLM2-360M-Instruct GGUF", only_for=r"1\.7b"),
        ),
    ),
)  # fmt: skip

GEMMA: Final = (
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
        sources=(
            DraftSource(
                name="-it-assistant", search="{target} assistant", note=_MATCHING_SIZE, only_for=r"^(?!.*26b.*a4b)"
            ),
            DraftSource(name="-it-assistant", search="{target} assistant", note=_SHORT, only_for=r"26b.*a4b"),
            DraftSource(
                name="Gemma 4 E2B", repository="unsloth/gemma-4-E2B-it-GGUF", only_for=r"31b",
                note=mark("Models", "A whole model as draft, which failed in some builds: try the assistant first."),
            ),
        ),
    ),
)  # fmt: skip

OTHERS: Final = (
    Family(
        key="gpt-oss", architectures=("gpt-oss",), named=r"gpt[ ._-]?oss",
        sources=(
            DraftSource(
                name="EAGLE-3", search="{target} EAGLE3", makers=("RedHatAI",), note=_HEAD, only_for=r"(?<!\d)20b"
            ),
            DraftSource(
                name="EAGLE-3", search="{target} EAGLE3", makers=("lmsys", "nvidia"), note=_HEAD, only_for=r"120b"
            ),
            DraftSource(name="gpt-oss 20B", search="gpt-oss-20b GGUF", only_for=r"120b"),
        ),
    ),
    Family(
        key="glm4", architectures=("glm4", "glm4moe", "deepseek2"), named=r"glm[ ._-]?4\.[5-7]",
        sources=(
            DraftSource(name="GLM 4.5 Draft 0.6B", repository="jukofyork/GLM-4.5-DRAFT-0.6B-v3.0-GGUF"),
            DraftSource(name="EAGLE-3", search="{target} EAGLE3", note=_HEAD, only_for=r"4\.7.*flash"),
        ),
        note=mark("Models", "Files of this family may hold a drafting head (MTP) themselves: no second file then."),
    ),
    Family(
        key="deepseek-v3", architectures=("deepseek2", "deepseek32"), named=r"deepseek[ ._-]?(?:v3|v4|r1)(?!.*distill)",
        sources=(DraftSource(name="DRAFT 0.6B", search="{target} DRAFT 0.6B GGUF"),),
        note=mark("Models", "Its own drafting head (MTP) is for other engines; few desktops hold this model at all."),
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
        key="mistral-tekken", architectures=("llama", "mistral3", "mistral"), vocabularies=(131072,),
        named=r"mistral|devstral|ministral|magistral",
        sources=(
            DraftSource(name="Ministral 3B", search="Ministral 3B GGUF", only_for=r"(?<!\d)(?:[2-9]\d|\d{3})b"),
            DraftSource(
                name="DRAFT 0.5B", search="{target} DRAFT 0.5B GGUF", only_for=r"(?<!\d)(?:[2-9]\d|\d{3})b",
                note=mark("Models", "Made by others out of a small model of another family; the file decides."),
            ),
        ),
        note=_TEXT_SPLIT,
    ),
    Family(
        key="mistral", architectures=("llama", "mistral3", "mistral"), named=r"mistral|devstral|ministral|magistral",
        note=_TEXT_SPLIT,
    ),
)  # fmt: skip

FAMILIES: Final[tuple[Family, ...]] = (*QWEN, *LLAMA, *GEMMA, *OTHERS)
"""More special names before those that they contain."""
