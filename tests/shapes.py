"""Header-only GGUF files with the shapes of real models; `goldens/memory_cases.json` names them.

`build(folder)` writes all of them (about 2 MB on disk in sum, sparse); `write_shape(folder, name)` writes one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gguf_files import Tensor, write_gguf

Metadata = dict[str, Any]


class Moe(NamedTuple):
    """Experts, their feed-forward width, their type; used per token; shared expert width (qwen35moe)."""

    count: int
    width: int
    type_name: str
    used: int = 8
    shared: int = 0


def base(arch: str, layers: int, width: int, ff: int, heads: int, kv_heads: int, vocab: int, ctx: int = 131072,
         **extra: Any) -> Metadata:  # fmt: skip
    """Metadata of one model; `extra` keys get the architecture's prefix, `__` stands for a dot."""
    own = {
        "vocab_size": vocab, "block_count": layers, "context_length": ctx, "embedding_length": width,
        "feed_forward_length": ff, "attention.head_count": heads, "attention.head_count_kv": kv_heads,
        "attention.layer_norm_rms_epsilon": 1e-6, **{key.replace("__", "."): value for key, value in extra.items()},
    }  # fmt: skip
    common = {"general.architecture": arch, "general.name": "fake", "tokenizer.ggml.model": "none"}
    return {**common, **{f"{arch}.{key}": value for key, value in own.items()}}


def _experts(block: str, width: int, moe: Moe, bias: bool = False) -> list[Tensor]:
    rows = [
        Tensor(f"{block}ffn_gate_inp.weight", "f32", [width, moe.count]),
        Tensor(f"{block}ffn_gate_exps.weight", moe.type_name, [width, moe.width, moe.count]),
        Tensor(f"{block}ffn_up_exps.weight", moe.type_name, [width, moe.width, moe.count]),
        Tensor(f"{block}ffn_down_exps.weight", moe.type_name, [moe.width, width, moe.count]),
    ]
    if bias:
        rows += [
            Tensor(f"{block}ffn_gate_inp.bias", "f32", [moe.count]),
            Tensor(f"{block}ffn_gate_exps.bias", "f32", [moe.width, moe.count]),
            Tensor(f"{block}ffn_up_exps.bias", "f32", [moe.width, moe.count]),
            Tensor(f"{block}ffn_down_exps.bias", "f32", [width, moe.count]),
        ]
    return rows


def _ffn(block: str, width: int, ff: int, q: str, suffix: str = "") -> list[Tensor]:
    down = q if ff % 256 == 0 or q.endswith("_0") else "q8_0"
    return [
        Tensor(f"{block}ffn_gate{suffix}.weight", q, [width, ff]),
        Tensor(f"{block}ffn_up{suffix}.weight", q, [width, ff]),
        Tensor(f"{block}ffn_down{suffix}.weight", down, [ff, width]),
    ]


def _norms(block: str, **sizes: int) -> list[Tensor]:
    return [Tensor(f"{block}{name}.weight", "f32", [size]) for name, size in sizes.items()]


class Dense(NamedTuple):
    """Shape of a plain transformer: q/oq/eq are the types of blocks, output and token embedding."""

    q: str
    layers: int
    width: int
    ff: int
    heads: int
    kv_heads: int
    head_dim: int
    vocab: int
    oq: str = "q6_K"
    eq: str | None = None
    tied: bool = False
    bias: bool = False
    qk_norm: bool = False
    post_norm: bool = False
    rope: int = 0
    moe: Moe | None = None
    sinks: bool = False


def _attention(block: str, s: Dense) -> list[Tensor]:
    q_width, kv_width = s.heads * s.head_dim, s.kv_heads * s.head_dim
    rows = _norms(block, attn_norm=s.width)
    rows += [
        Tensor(f"{block}attn_q.weight", s.q, [s.width, q_width]),
        Tensor(f"{block}attn_k.weight", s.q, [s.width, kv_width]),
        Tensor(f"{block}attn_v.weight", s.q, [s.width, kv_width]),
        Tensor(f"{block}attn_output.weight", s.q, [q_width, s.width]),
    ]
    if s.bias:
        sizes = (("q", q_width), ("k", kv_width), ("v", kv_width))
        rows += [Tensor(f"{block}attn_{part}.bias", "f32", [size]) for part, size in sizes]
    if s.sinks:
        rows += [Tensor(f"{block}attn_output.bias", "f32", [s.width])]
        rows += _norms(block, post_attention_norm=s.width, attn_sinks=s.heads)
    else:
        rows += _norms(block, ffn_norm=s.width)
    if s.qk_norm:
        rows += _norms(block, attn_q_norm=s.head_dim, attn_k_norm=s.head_dim)
    if s.post_norm:
        rows += _norms(block, post_attention_norm=s.width, post_ffw_norm=s.width)
    return rows


def dense(s: Dense) -> list[Tensor]:
    """The tensor table of a plain (or plain MoE) transformer."""
    rows = [Tensor("token_embd.weight", s.eq or s.q, [s.width, s.vocab]), *_norms("", output_norm=s.width)]
    if not s.tied:
        rows.append(Tensor("output.weight", s.oq, [s.width, s.vocab]))
    if s.rope:
        rows += _norms("", rope_freqs=s.rope)
    for index in range(s.layers):
        block = f"blk.{index}."
        rows += _attention(block, s)
        rows += _experts(block, s.width, s.moe, s.sinks) if s.moe else _ffn(block, s.width, s.ff, s.q)
    return rows


def deepseek2_lite_mla(path: Path) -> Path:
    """DeepSeek-V2-Lite, the MLA layout of 2025 and later."""
    layers, d, heads, vocab, lora, nope, rope, vhd = 27, 2048, 16, 102400, 512, 128, 64, 128
    moe, q = Moe(64, 1408, "q4_0", 6), "q4_0"
    metadata = base(
        "deepseek2", layers, d, 10944, heads, 1, vocab, ctx=163840, attention__kv_lora_rank=lora,
        rope__dimension_count=rope, expert_count=moe.count, expert_used_count=moe.used,
        expert_feed_forward_length=moe.width, expert_shared_count=2, leading_dense_block_count=1,
        expert_weights_scale=1.0, attention__key_length=lora + rope, attention__value_length=lora,
        attention__key_length_mla=nope + rope, attention__value_length_mla=vhd,
    )  # fmt: skip
    rows = [Tensor("token_embd.weight", q, [d, vocab]), *_norms("", output_norm=d)]
    rows.append(Tensor("output.weight", "q6_K", [d, vocab]))
    for index in range(layers):
        block = f"blk.{index}."
        rows += _norms(block, attn_norm=d, attn_kv_a_norm=lora, ffn_norm=d)
        rows += [
            Tensor(f"{block}attn_kv_a_mqa.weight", q, [d, lora + rope]),
            Tensor(f"{block}attn_output.weight", q, [heads * vhd, d]),
            Tensor(f"{block}attn_q.weight", q, [d, heads * (nope + rope)]),
            Tensor(f"{block}attn_k_b.weight", "q8_0", [nope, lora, heads]),
            Tensor(f"{block}attn_v_b.weight", "q8_0", [lora, vhd, heads]),
        ]
        if index < 1:
            rows += [*_ffn(block, d, 10944, q)[:2], Tensor(f"{block}ffn_down.weight", "q8_0", [10944, d])]
        else:
            experts = _experts(block, d, moe)
            experts[3] = Tensor(f"{block}ffn_down_exps.weight", "q8_0", [moe.width, d, moe.count])
            rows += [*experts, *_ffn(block, d, moe.width * 2, q, "_shexp")]
    return write_gguf(path, metadata, rows)


class Hybrid(NamedTuple):
    """Shape of a qwen35 model: gated delta-net blocks, full attention every `interval` blocks, MTP blocks last."""

    layers: int
    width: int
    ff: int
    heads: int
    kv_heads: int
    head_dim: int
    vocab: int
    inner: int
    state: int
    groups: int
    dt_rank: int
    q: str = "q4_K"
    nextn: int = 1
    interval: int = 4
    moe: Moe | None = None
    arch: str = "qwen35"
    tied: bool = False


def _hybrid_block(index: int, s: Hybrid) -> list[Tensor]:
    block, d = f"blk.{index}.", s.width
    values, keys = s.state * s.dt_rank, s.state * s.groups
    rows = _norms(block, attn_norm=d, post_attention_norm=d)
    if index >= s.layers or (index + 1) % s.interval == 0:
        rows += [
            Tensor(f"{block}attn_q.weight", s.q, [d, s.heads * s.head_dim * 2]),
            Tensor(f"{block}attn_k.weight", s.q, [d, s.kv_heads * s.head_dim]),
            Tensor(f"{block}attn_v.weight", s.q, [d, s.kv_heads * s.head_dim]),
            Tensor(f"{block}attn_output.weight", s.q, [s.heads * s.head_dim, d]),
            *_norms(block, attn_q_norm=s.head_dim, attn_k_norm=s.head_dim),
        ]
    else:
        rows += [
            Tensor(f"{block}attn_qkv.weight", s.q, [d, 2 * keys + values]),
            Tensor(f"{block}attn_gate.weight", s.q, [d, values]),
            Tensor(f"{block}ssm_conv1d.weight", "f32", [4, 2 * keys + values]),
            Tensor(f"{block}ssm_dt.bias", "f32", [s.dt_rank]),
            Tensor(f"{block}ssm_a", "f32", [s.dt_rank]),
            Tensor(f"{block}ssm_beta.weight", s.q, [d, s.dt_rank]),
            Tensor(f"{block}ssm_alpha.weight", s.q, [d, s.dt_rank]),
            *_norms(block, ssm_norm=s.state),
            Tensor(f"{block}ssm_out.weight", s.q, [values, d]),
        ]
    if s.moe:
        rows += [*_experts(block, d, s.moe), *_norms(block, ffn_gate_inp_shexp=d)]
        rows += _ffn(block, d, s.moe.shared, s.q, "_shexp")
    else:
        rows += _ffn(block, d, s.ff, s.q)
    if index >= s.layers:
        rows += [
            Tensor(f"{block}nextn.eh_proj.weight", "f16" if s.q == "f16" else "q8_0", [2 * d, d]),
            *(Tensor(f"{block}nextn.{part}.weight", "f32", [d]) for part in ("enorm", "hnorm", "shared_head_norm")),
        ]
    return rows


def hybrid_parts(s: Hybrid, ctx: int, rope_sections: list[int]) -> tuple[Metadata, list[Tensor]]:
    """Metadata and tensors of a qwen35 / qwen35moe file."""
    moe = {} if s.moe is None else {
        "expert_count": s.moe.count, "expert_used_count": s.moe.used, "expert_feed_forward_length": s.moe.width,
        "expert_shared_feed_forward_length": s.moe.shared,
    }  # fmt: skip
    metadata = base(
        s.arch, s.layers + s.nextn, s.width, s.ff, s.heads, s.kv_heads, s.vocab, ctx=ctx,
        attention__key_length=s.head_dim, attention__value_length=s.head_dim, rope__dimension_count=s.head_dim // 4,
        rope__dimension_sections=rope_sections, ssm__conv_kernel=4, ssm__inner_size=s.inner,
        ssm__state_size=s.state, ssm__time_step_rank=s.dt_rank, ssm__group_count=s.groups,
        full_attention_interval=s.interval, nextn_predict_layers=s.nextn, **moe,
    )  # fmt: skip
    rows = [Tensor("token_embd.weight", s.q, [s.width, s.vocab]), *_norms("", output_norm=s.width)]
    if not s.tied:
        rows.append(Tensor("output.weight", "f16" if s.q == "f16" else "q6_K", [s.width, s.vocab]))
    for index in range(s.layers + s.nextn):
        rows += _hybrid_block(index, s)
    return metadata, rows


def hybrid(path: Path, s: Hybrid) -> Path:
    """Write a qwen35 / qwen35moe file."""
    return write_gguf(path, *hybrid_parts(s, 262144, [11, 11, 10, 0]))


def _plain(metadata: Metadata, shape: Dense) -> Callable[[Path], Path]:
    return lambda path: write_gguf(path, metadata, dense(shape))


def _heads(size: int) -> dict[str, int]:
    return {"attention__key_length": size, "attention__value_length": size}


SHAPES: dict[str, Callable[[Path], Path]] = {
    "llama8b.gguf": _plain(
        base("llama", 32, 4096, 14336, 32, 8, 128256, rope__dimension_count=128),
        Dense("q4_K", 32, 4096, 14336, 32, 8, 128, 128256, rope=64),
    ),
    "llama70b.gguf": _plain(
        base("llama", 80, 8192, 28672, 64, 8, 128256, rope__dimension_count=128),
        Dense("q4_K", 80, 8192, 28672, 64, 8, 128, 128256, rope=64),
    ),
    "qwen25_7b.gguf": _plain(
        base("qwen2", 28, 3584, 18944, 28, 4, 152064),
        Dense("q4_K", 28, 3584, 18944, 28, 4, 128, 152064, bias=True),
    ),
    "qwen25_05b.gguf": _plain(
        base("qwen2", 24, 896, 4864, 14, 2, 151936, ctx=32768),
        Dense("q8_0", 24, 896, 4864, 14, 2, 64, 151936, bias=True, tied=True),
    ),
    "qwen3_30b.gguf": _plain(
        base("qwen3moe", 48, 2048, 6144, 32, 4, 151936, ctx=40960, expert_count=128, expert_used_count=8,
             expert_feed_forward_length=768, **_heads(128)),
        Dense("q4_K", 48, 2048, 6144, 32, 4, 128, 151936, qk_norm=True, moe=Moe(128, 768, "q4_K")),
    ),
    "gemma3_27b.gguf": _plain(
        base("gemma3", 62, 5376, 21504, 32, 16, 262208, attention__sliding_window=1024, rope__freq_base=1e6,
             **_heads(128)),
        Dense("q4_0", 62, 5376, 21504, 32, 16, 128, 262208, eq="q6_K", tied=True, qk_norm=True, post_norm=True),
    ),
    "gemma3_270m.gguf": _plain(
        base("gemma3", 18, 640, 2048, 4, 1, 262144, ctx=32768, attention__sliding_window=512, **_heads(256)),
        Dense("q8_0", 18, 640, 2048, 4, 1, 256, 262144, tied=True, qk_norm=True, post_norm=True),
    ),
    "gptoss_20b.gguf": _plain(
        base("gpt-oss", 24, 2880, 2880, 64, 8, 201088, attention__sliding_window=128, expert_count=32,
             expert_used_count=4, expert_feed_forward_length=2880, rope__dimension_count=64,
             rope__freq_base=150000.0, **_heads(64)),
        Dense("q8_0", 24, 2880, 2880, 64, 8, 64, 201088, oq="q8_0", sinks=True, bias=True,
              moe=Moe(32, 2880, "mxfp4", 4)),
    ),
    "dsv2lite_mla.gguf": deepseek2_lite_mla,
    "qwen35_9b.gguf": lambda path: hybrid(
        path, Hybrid(32, 4096, 12288, 16, 4, 256, 248320, inner=4096, state=128, groups=16, dt_rank=32)
    ),
}  # fmt: skip


def write_shape(folder: str | Path, name: str) -> Path:
    """Write one of `SHAPES` into `folder`."""
    return SHAPES[name](Path(folder) / name)


def build(folder: str | Path) -> dict[str, Path]:
    """Write every shape into `folder`; returns file name -> path."""
    return {name: write_shape(folder, name) for name in SHAPES}
