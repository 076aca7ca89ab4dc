"""More header-only GGUF files: Llama 4, Mistral 3 and 4, Qwen3-Next; `goldens/memory_placed_cases.json` names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from gguf_files import Tensor, write_gguf
from more_shapes import Latent, attention, deepseek2, ends, experts, heads, norms, plain
from shapes import Dense, Hybrid, Metadata, Moe, base, hybrid

from specdesk.models.header import read_header
from specdesk.models.tensor_types import TENSOR_TYPES


def parts(path: Path, name: str) -> tuple[Metadata, list[Tensor]]:
    """Keys and tensors of a file, with the keys of its architecture under another name."""
    found = read_header(path)
    metadata = {key.replace(f"{found.architecture}.", f"{name}.", 1): said for key, said in found.metadata.items()}
    rows = [Tensor(one.name, TENSOR_TYPES[one.type_id].name.lower(), list(one.dims)) for one in found.tensors]
    return {**metadata, "general.architecture": name}, rows


def llama4(path: Path) -> Path:
    """Llama 4 Scout: three of four layers see chunks of 8192 tokens, a shared expert beside sixteen."""
    layers, width, ff, n, kv, head, vocab, count, expert = 48, 5120, 16384, 40, 8, 128, 202048, 16, 8192
    rows = ends(width, vocab)
    for index in range(layers):
        block = f"blk.{index}."
        rows += norms(block, attn_norm=width, ffn_norm=width)
        rows += attention(block, "q4_K", width, n, kv, head)
        rows += experts(block, "q4_K", width, count, expert, expert)
    metadata = base("llama4", layers, width, ff, n, kv, vocab, ctx=10485760, expert_count=count, expert_used_count=1,
                    expert_feed_forward_length=expert, interleave_moe_layer_step=1, rope__dimension_count=head,
                    **heads(head))  # fmt: skip
    return write_gguf(path, metadata, rows)


def mistral4(path: Path) -> Path:
    """Mistral Small 4: latent attention as in DeepSeek's files."""
    shape = Latent(36, 4096, 12288, 32, 131072, 1024, 128, 4, 2048, 1, 0, True, "q4_K")
    return write_gguf(path, *parts(deepseek2(path, shape), "mistral4"))


def qwen3next(path: Path) -> Path:
    """Qwen3-Next 80B-A3B: delta-net layers, full attention in every fourth, 512 small experts."""
    shape = Hybrid(48, 2048, 5120, 16, 2, 256, 151936, 4096, 128, 16, 32, nextn=0, arch="qwen35moe",
                   moe=Moe(512, 512, "q4_K", 10, 512))  # fmt: skip
    metadata, rows = parts(hybrid(path, shape), "qwen3next")
    del metadata["qwen3next.rope.dimension_sections"]
    kept = [row for row in rows if not row.name.endswith(("ssm_beta.weight", "ssm_alpha.weight"))]
    kept += [Tensor(f"blk.{index}.ssm_ba.weight", "q4_K", [2048, 64]) for index in range(48) if (index + 1) % 4]
    return write_gguf(path, metadata, kept)


OTHER: Mapping[str, Callable[[Path], Path]] = {
    "llama4_scout.gguf": llama4,
    "mistral3_14b.gguf": plain("mistral3", Dense("q4_K", 40, 5120, 16384, 32, 8, 128, 131072), 262144,
                               rope__dimension_count=128, **heads(128)),
    "mistral3_3b.gguf": plain("mistral3", Dense("q4_K", 26, 3072, 9216, 32, 8, 128, 131072, tied=True), 262144,
                              rope__dimension_count=128, **heads(128)),
    "mistral4.gguf": mistral4,
    "qwen3next_80b.gguf": qwen3next,
}  # fmt: skip


def build(folder: str | Path) -> dict[str, Path]:
    """Write every file into `folder`; returns file name -> path."""
    return {name: write(Path(folder) / name) for name, write in OTHER.items()}
