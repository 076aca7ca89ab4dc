"""Header-only projectors with the shapes of real ones; `goldens/projector_cases.json` names them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gguf_files import Tensor, write_gguf

Rows = list[Tensor]


class Encoder(NamedTuple):
    """A picture encoder. fused: queries, keys and values are one matrix. plain: no biases. gated: a gate beside up."""

    kind: str
    image: int
    patch: int
    embd: int
    ff: int
    blocks: int
    text: int
    heads: int = 16
    fused: bool = False
    plain: bool = False
    gated: bool = False
    rms: bool = False


def metadata(one: Encoder, **own: Any) -> dict[str, Any]:
    """The keys of a projector; in those of `own` `__` stands for a dot."""
    vision = {
        "image_size": one.image, "patch_size": one.patch, "embedding_length": one.embd, "feed_forward_length": one.ff,
        "projection_dim": one.text, "block_count": one.blocks, "attention.head_count": one.heads,
        "attention.layer_norm_epsilon": 1e-6, "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5],
        **{key.replace("__", "."): value for key, value in own.items()},
    }  # fmt: skip
    return {
        "general.architecture": "clip", "general.name": "fake", "clip.has_vision_encoder": True,
        "clip.projector_type": one.kind, "clip.vision.projector_type": one.kind,
        "clip.use_silu" if one.gated and one.rms else "clip.use_gelu": True,
        **{f"clip.vision.{key}": value for key, value in vision.items()},
    }  # fmt: skip


def linear(name: str, inner: int, outer: int, bias: bool = True) -> Rows:
    """A matrix and, unless told otherwise, its bias."""
    return [Tensor(f"{name}.weight", "f16", [inner, outer])] + ([Tensor(f"{name}.bias", "f32", [outer])] * bias)


def norm(name: str, width: int, bias: bool = True) -> Rows:
    """A norm."""
    return [Tensor(f"{name}.weight", "f32", [width])] + ([Tensor(f"{name}.bias", "f32", [width])] * bias)


def blocks(one: Encoder) -> Rows:
    """The blocks of an encoder."""
    rows: Rows = []
    for index in range(one.blocks):
        block, bias = f"v.blk.{index}.", not one.plain
        rows += norm(f"{block}ln1", one.embd, not one.rms) + norm(f"{block}ln2", one.embd, not one.rms)
        parts = ["attn_qkv"] if one.fused else ["attn_q", "attn_k", "attn_v"]
        for part in parts:
            rows += linear(f"{block}{part}", one.embd, one.embd * 3 // len(parts), bias)
        rows += linear(f"{block}attn_out", one.embd, one.embd, bias)
        rows += linear(f"{block}ffn_up", one.embd, one.ff, bias) + linear(f"{block}ffn_down", one.ff, one.embd, bias)
        rows += linear(f"{block}ffn_gate", one.embd, one.ff, bias) if one.gated else []
    return rows


def patches(one: Encoder, second: bool = False, bias: bool = True) -> Rows:
    """The first matrix, for one picture or for two that follow one another."""
    dims = [one.patch, one.patch, 3, one.embd]
    rows = [Tensor("v.patch_embd.weight", "f16", dims)] + ([Tensor("v.patch_embd.weight.1", "f16", dims)] * second)
    return rows + ([Tensor("v.patch_embd.bias", "f32", [one.embd])] * bias)


def positions(one: Encoder, count: int) -> Rows:
    """What each patch's place adds."""
    return [Tensor("v.position_embd.weight", "f32", [one.embd, count])]


def class_row(one: Encoder) -> Rows:
    """The position before the first patch."""
    return [Tensor("v.class_embd", "f32", [one.embd])]


def squares(one: Encoder) -> int:
    """Patches of the picture that the header names."""
    return (one.image // one.patch) ** 2


def gemma3(path: Path, text: int = 5376, ff: int = 4304) -> Path:
    """Gemma 3: SigLIP, 896 pixels."""
    one = Encoder("gemma3", 896, 14, 1152, ff, 27, text)
    rows = [*patches(one), *positions(one, squares(one)), *norm("v.post_ln", one.embd), *blocks(one)]
    rows += linear("mm.input_projection", text, one.embd, False) + norm("mm.soft_emb_norm", one.embd, False)
    return write_gguf(path, metadata(one), rows)


def qwen3vl(path: Path, text: int = 4096, embd: int = 1152, ff: int = 4304, count: int = 27,
            deep: tuple[int, ...] = (8, 16, 24)) -> Path:  # fmt: skip
    """Qwen3-VL; without `deep` the encoder of Qwen3.5 and 3.6."""
    one = Encoder("qwen3vl_merger", 768, 16, embd, ff, count, text, fused=True)
    rows = [*patches(one, second=True), *positions(one, squares(one)), *norm("v.post_ln", embd), *blocks(one)]
    rows += linear("mm.0", 4 * embd, 4 * embd) + linear("mm.2", 4 * embd, text)
    for index in deep:
        level = f"v.deepstack.{index}."
        rows += norm(f"{level}norm", 4 * embd) + linear(f"{level}fc1", 4 * embd, 4 * embd)
        rows += linear(f"{level}fc2", 4 * embd, text)
    keys = metadata(one, spatial_merge_size=2, is_deepstack_layers=[index in deep for index in range(count)])
    return write_gguf(path, keys, rows)


def qwen2vl(path: Path, ff: int = 5120) -> Path:
    """Qwen2-VL 7B."""
    one = Encoder("qwen2vl_merger", 560, 14, 1280, ff, 32, 3584)
    rows = [*patches(one, second=True, bias=False), *norm("v.post_ln", one.embd), *blocks(one)]
    rows += linear("mm.0", 4 * one.embd, 4 * one.embd) + linear("mm.2", 4 * one.embd, one.text)
    return write_gguf(path, metadata(one, spatial_merge_size=2), rows)


def qwen25vl(path: Path) -> Path:
    """Qwen2.5-VL 7B: most blocks see a window."""
    one = Encoder("qwen2.5vl_merger", 560, 14, 1280, 3420, 32, 3584, gated=True, rms=True)
    rows = [*patches(one, second=True, bias=False), *norm("v.post_ln", one.embd, False), *blocks(one)]
    rows += linear("mm.0", 4 * one.embd, 4 * one.embd) + linear("mm.2", 4 * one.embd, one.text)
    return write_gguf(path, metadata(one, spatial_merge_size=2, n_wa_pattern=8), rows)


def pixtral(path: Path, merge: int = 1) -> Path:
    """Pixtral 12B; with `merge` Mistral Small 3.1."""
    one = Encoder("pixtral", 1540, 14, 1024, 4096, 24, 5120, plain=True, gated=True, rms=True)
    rows = [*patches(one, bias=False), *norm("v.pre_ln", one.embd, False), *blocks(one)]
    rows += linear("mm.1", one.embd, one.text) + linear("mm.2", one.text, one.text)
    rows.append(Tensor("v.token_embd.img_break", "f16", [one.text]))
    if merge == 1:
        return write_gguf(path, metadata(one), rows)
    rows += norm("mm.input_norm", one.embd, False) + linear("mm.patch_merger", one.embd * merge**2, one.embd, False)
    return write_gguf(path, metadata(one, spatial_merge_size=merge), rows)


def llava(path: Path, text: int = 4096, ff: int = 4096) -> Path:
    """LLaVA 1.5: CLIP, 336 pixels."""
    one = Encoder("mlp", 336, 14, 1024, ff, 23, text)
    rows = [*patches(one, bias=False), *class_row(one), *positions(one, squares(one) + 1), *norm("v.pre_ln", one.embd)]
    rows += [*blocks(one), *linear("mm.0", one.embd, text), *linear("mm.2", text, text)]
    return write_gguf(path, metadata(one), rows)


def internvl(path: Path) -> Path:
    """InternVL 3 8B."""
    one = Encoder("internvl", 448, 14, 1024, 4096, 24, 3584)
    rows = [*patches(one), *class_row(one), *positions(one, squares(one) + 1), *blocks(one)]
    rows += [
        row for i in range(one.blocks) for part in ("ls1", "ls2") for row in norm(f"v.blk.{i}.{part}", 1024, False)
    ]
    rows += norm("mm.model.mlp.0", 4 * one.embd) + linear("mm.model.mlp.1", 4 * one.embd, one.text)
    rows += linear("mm.model.mlp.3", one.text, one.text)
    return write_gguf(path, metadata(one, projector__scale_factor=2), rows)


def idefics3(path: Path) -> Path:
    """SmolVLM 2 2.2B."""
    one = Encoder("idefics3", 384, 14, 1152, 4304, 27, 2048)
    rows = [*patches(one), *positions(one, squares(one)), *norm("v.post_ln", one.embd), *blocks(one)]
    rows += linear("mm.model.fc", 9 * one.embd, one.text, False)
    return write_gguf(path, metadata(one, projector__scale_factor=3), rows)


def llama4(path: Path) -> Path:
    """Llama 4 Scout."""
    one = Encoder("llama4", 336, 14, 1408, 5632, 34, 5120)
    rows = [Tensor("v.patch_embd.weight", "f16", [3 * one.patch**2, one.embd]), *class_row(one)]
    rows += [*positions(one, squares(one) + 1), *norm("v.pre_ln", one.embd), *norm("v.post_ln", one.embd), *blocks(one)]
    rows += linear("mm.model.mlp.1", 4 * one.embd, 4096, False) + linear("mm.model.mlp.2", 4096, 4096, False)
    rows += linear("mm.model.fc", 4096, one.text, False)
    return write_gguf(path, metadata(one, projector__scale_factor=2), rows)


def gemma4v(path: Path, ff: int = 4304) -> Path:
    """Gemma 4 12B."""
    one = Encoder("gemma4v", 224, 16, 1152, ff, 27, 3840, plain=True, gated=True)
    rows = [*patches(one, bias=False), Tensor("v.position_embd.weight", "f32", [one.embd, 10240, 2])]
    for row in blocks(one):
        rows += [] if row.name.endswith(".bias") else [row]
    for index in range(one.blocks):
        for part, width in (
            ("attn_post_norm", 1152),
            ("ffn_post_norm", 1152),
            ("attn_q_norm", 72),
            ("attn_k_norm", 72),
        ):
            rows += norm(f"v.blk.{index}.{part}", width, False)
    rows += linear("mm.input_projection", one.embd, one.text, False)
    rows += [Tensor(f"v.std_{part}", "f32", [one.embd]) for part in ("bias", "scale")]
    return write_gguf(path, metadata(one), rows)


SHAPES: dict[str, Callable[[Path], Path]] = {
    "gemma3": gemma3,
    "gemma3-4b": lambda path: gemma3(path, text=2560),
    "gemma3-narrow": lambda path: gemma3(path, ff=1024),
    "gemma3-wide": lambda path: gemma3(path, ff=8192),
    "qwen3vl-8b": qwen3vl,
    "qwen3vl-2b": lambda path: qwen3vl(path, 2048, 1024, 4096, 24, (5, 11, 17)),
    "qwen3vl-4b": lambda path: qwen3vl(path, 2560, 1024, 4096, 24, (5, 11, 17)),
    "qwen3vl-30b": lambda path: qwen3vl(path, 2048),
    "qwen3vl-32b": lambda path: qwen3vl(path, 5120),
    "qwen3vl-one-level": lambda path: qwen3vl(path, deep=(8,)),
    "qwen36": lambda path: qwen3vl(path, deep=()),
    "qwen36-wide": lambda path: qwen3vl(path, ff=8192, deep=()),
    "qwen2vl": qwen2vl,
    "qwen2vl-wide": lambda path: qwen2vl(path, ff=8192),
    "qwen25vl": qwen25vl,
    "pixtral": pixtral,
    "mistral-small": lambda path: pixtral(path, merge=2),
    "llava": llava,
    "llava-wide": lambda path: llava(path, ff=8192),
    "llava-text": lambda path: llava(path, text=16384),
    "internvl": internvl,
    "idefics3": idefics3,
    "llama4": llama4,
    "gemma4v": gemma4v,
    "gemma4v-wide": lambda path: gemma4v(path, ff=8192),
}
"""Name -> what writes it."""
