"""What a GGUF file is, read from its header and never from its name. Rules: gguf-py/gguf/constants.py (general.type),
src/llama-arch.cpp (architectures), common/speculative.cpp (`common_speculative_types_from_gguf`) of llama.cpp.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from specdesk.language import translate
from specdesk.models.header import Header, TensorInfo
from specdesk.models.shards import split_of
from specdesk.records.model_file import Kind

EMBEDDING_ARCHITECTURES: Final = frozenset(
    {
        "bert", "modern-bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "jina-bert-v3", "neo-bert", "eurobert",
        "gemma-embedding", "llama-embed", "t5encoder",
    }
)  # fmt: skip
# language models that write by diffusion: not causal, and still no embedding models
DIFFUSION_ARCHITECTURES: Final = frozenset({"dream", "llada", "llada-moe", "rnd1", "diffusion-gemma"})
# files of other programs that carry the same format
IMAGE_ARCHITECTURES: Final = frozenset(
    {
        "flux", "sd1", "sd2", "sd3", "sdxl", "aura", "hidream", "cosmos", "ltxv", "hyvid", "wan", "lumina2",
        "qwen_image", "pixart", "z_image",
    }
)  # fmt: skip
# architectures whose graph has an MTP head (src/models of b11434); a head in another file is dead weight
MTP_ARCHITECTURES: Final = frozenset(
    {
        "bailingmoe3", "cohere2moe", "deepseek2", "deepseek32", "deepseek4", "glm-dsa", "glm4-moe", "glm4moe",
        "glm5-next", "hy-v3", "mimo2", "nemotron-h-moe", "nemotron_h_moe", "qwen35", "qwen35moe", "qwen3next",
        "qwen4exp", "step35",
    }
)  # fmt: skip
_RECURRENT_KEYS: Final = (".ssm.", ".wkv.", ".shortconv.", ".kda.", ".token_shift_count")
_RERANK_POOLING: Final = 4
BLOCK: Final = re.compile(r"^blk\.(\d{1,9})\.")


def is_recurrent(header: Header) -> bool:
    """True for a recurrent or hybrid model (mamba, RWKV, gated delta-net, short convolutions)."""
    own = header.architecture
    return any(key.startswith(own) and key[len(own) :].startswith(_RECURRENT_KEYS) for key in header.metadata)


def _holds_only_nextn(header: Header, tensors: Sequence[TensorInfo]) -> bool:
    """True when every block in the file is one of the last `nextn_predict_layers` blocks."""
    blocks = {int(match[1]) for tensor in tensors if (match := BLOCK.match(tensor.name))}
    total = header.integer(header.own("block_count"))
    if not blocks or total is None:
        return False
    heads = header.integer(header.own("nextn_predict_layers")) or 1
    return min(blocks) >= total - heads


def _drafter(header: Header, tensors: Sequence[TensorInfo]) -> Kind | None:
    arch = header.architecture.replace("_", "-")
    if arch.startswith("eagle3"):
        return "draft-eagle3"
    if "dflash" in arch or "dspark" in arch:
        markov = "dspark" in arch or any(tensor.name == "markov_w1.weight" for tensor in tensors)
        return "draft-dspark" if markov else "draft-dflash"
    if arch.endswith("-assistant"):
        return "draft-mtp"
    if any(".nextn." in tensor.name for tensor in tensors):
        if _holds_only_nextn(header, tensors):
            return "draft-mtp"
        if (header.integer(header.own("nextn_predict_layers")) or 0) > 0:
            return "mtp-model"
    return None


def _not_a_language_model(header: Header) -> Kind | None:
    general = header.text("general.type") or ""
    if general == "adapter" or "adapter.type" in header.metadata or header.architecture == "controlvector":
        return "lora"
    if general == "imatrix" or any(key.startswith("imatrix.") for key in header.metadata):
        return "imatrix"
    if general == "mmproj" or header.architecture == "clip":
        return "mmproj"
    return None


def _no_writer(header: Header) -> Kind | None:
    """Embedding models and rerankers: they read text and write none."""
    pooling = header.metadata.get(header.own("pooling_type"))
    if header.own("classifier.output_labels") in header.metadata or pooling == _RERANK_POOLING:
        return "reranker"
    if header.architecture in DIFFUSION_ARCHITECTURES:
        return None
    causal = header.flag(header.own("attention.causal"))
    if header.architecture in EMBEDDING_ARCHITECTURES or pooling is not None or causal is False:
        return "embedding"
    return None


def classify(header: Header, tensors: Sequence[TensorInfo] | None = None) -> Kind:
    """What the file is. `tensors`: the tensor tables of a whole set, where `header` is its first part.

    "broken" stands for a readable GGUF that no language-model engine can use: nothing inside, no architecture, or an
    image model (`unusable` says which).
    """
    found = _not_a_language_model(header)
    if found:
        return found
    split = split_of(header)
    if split and split[0] > 0:
        return "split-part"
    tensors = header.tensors if tensors is None else tensors
    if not tensors and split is None:
        return "vocab" if header.array("tokenizer.ggml.tokens") else "broken"
    if unusable(header):
        return "broken"
    return _drafter(header, tensors) or _no_writer(header) or "model"


def unusable(header: Header) -> str | None:
    """Why a readable GGUF is of no use here, in one sentence; None for a file that is."""
    arch = header.architecture
    if arch in IMAGE_ARCHITECTURES:
        return translate("Models", "This is an image or video model ({arch}); it cannot chat.").format(arch=arch)
    if not header.tensors and split_of(header) is None:
        return translate("Models", "The file holds neither a model nor a vocabulary.")
    if not arch:
        return translate("Models", "The header does not say which architecture the model has.")
    return None
