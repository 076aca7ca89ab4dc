"""More header-only model files: architectures and drafters beyond `shapes`, in the sizes of real models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gguf_files import Tensor, write_gguf
from shapes import Dense, Hybrid, Metadata, Moe, base, dense, hybrid

Rows = list[Tensor]
SMALL_BLOCKS = ("f16", "f32", "q8_0", "q4_0")


def heads(size: int) -> dict[str, int]:
    """Keys for a head size of its own."""
    return {"attention__key_length": size, "attention__value_length": size}


def norms(block: str, **sizes: int) -> Rows:
    """One-dimensional tensors."""
    return [Tensor(f"{block}{name}.weight", "f32", [size]) for name, size in sizes.items()]


def matrices(block: str, kind: str, **dims: tuple[int, ...]) -> Rows:
    """Weight matrices of one type; where the row length is no multiple of the block, q8_0 instead."""
    return [
        Tensor(f"{block}{name}.weight", kind if size[0] % 256 == 0 or kind in SMALL_BLOCKS else "q8_0",
               list(size))
        for name, size in dims.items()
    ]  # fmt: skip


def ends(width: int, vocab: int, kind: str = "q4_K", output: str | None = "q6_K") -> Rows:
    """Token embedding, last norm and output matrix (None: tied)."""
    rows = [Tensor("token_embd.weight", kind, [width, vocab]), *norms("", output_norm=width)]
    return [*rows, Tensor("output.weight", output, [width, vocab])] if output else rows


def attention(block: str, kind: str, width: int, n: int, kv: int, head: int, rows_in: int | None = None) -> Rows:
    """Query, key, value and output matrices."""
    read = rows_in or width
    return matrices(block, kind, attn_q=(read, n * head), attn_k=(read, kv * head), attn_v=(read, kv * head),
                    attn_output=(n * head, width))  # fmt: skip


def experts(block: str, kind: str, width: int, count: int, ff: int, shared: int = 0) -> Rows:
    """A mixture of experts, with a shared one of width `shared`."""
    rows = matrices(block, "f32", ffn_gate_inp=(width, count))
    rows += matrices(block, kind, ffn_gate_exps=(width, ff, count), ffn_up_exps=(width, ff, count),
                     ffn_down_exps=(ff, width, count))  # fmt: skip
    if shared:
        rows += matrices(block, kind, ffn_gate_shexp=(width, shared), ffn_up_shexp=(width, shared),
                         ffn_down_shexp=(shared, width))  # fmt: skip
    return rows


def phi3(path: Path) -> Path:
    """Phi-4 14B: query, key and value in one matrix, gate and up in another."""
    layers, width, ff, n, kv, head, vocab = 40, 5120, 17920, 40, 10, 128, 100352
    rows = ends(width, vocab)
    for index in range(layers):
        block = f"blk.{index}."
        rows += norms(block, attn_norm=width, ffn_norm=width)
        rows += matrices(block, "q4_K", attn_qkv=(width, (n + 2 * kv) * head), attn_output=(n * head, width),
                         ffn_up=(width, 2 * ff), ffn_down=(ff, width))  # fmt: skip
    metadata = base("phi3", layers, width, ff, n, kv, vocab, ctx=16384, attention__sliding_window=2048,
                    rope__dimension_count=head, rope__scaling__original_context_length=4096)  # fmt: skip
    return write_gguf(path, metadata, rows)


def glm4(path: Path) -> Path:
    """GLM-4 9B: gate and up in one matrix."""
    layers, width, ff, n, kv, head, vocab = 40, 4096, 13696, 32, 2, 128, 151552
    rows = ends(width, vocab)
    for index in range(layers):
        block = f"blk.{index}."
        rows += norms(block, attn_norm=width, ffn_norm=width, post_attention_norm=width, post_ffw_norm=width)
        rows += attention(block, "q4_K", width, n, kv, head)
        rows += [Tensor(f"{block}ffn_up.weight", "q4_K", [width, 2 * ff]),
                 Tensor(f"{block}ffn_down.weight", "q5_0", [ff, width])]  # fmt: skip
    metadata = base("glm4", layers, width, ff, n, kv, vocab, rope__dimension_count=64, **heads(head))
    return write_gguf(path, metadata, rows)


def glm4_moe(path: Path) -> Path:
    """GLM-4.5-Air: 46 blocks and an MTP block that only speculation loads."""
    layers, width, ff, n, kv, head, vocab, count, expert = 46, 4096, 10944, 96, 8, 128, 151552, 128, 1408
    rows = ends(width, vocab)
    for index in range(layers + 1):
        block = f"blk.{index}."
        rows += norms(block, attn_norm=width, post_attention_norm=width)
        rows += attention(block, "q4_K", width, n, kv, head)
        rows += [
            Tensor(f"{block}attn_{part}.bias", "f32", [size * head])
            for part, size in zip("qkv", (n, kv, kv), strict=True)
        ]
        if index == 0:
            rows += matrices(block, "q4_K", ffn_gate=(width, ff), ffn_up=(width, ff), ffn_down=(ff, width))
        else:
            rows += experts(block, "q4_K", width, count, expert, expert)
            rows.append(Tensor(f"{block}exp_probs_b.bias", "f32", [count]))
        if index == layers:
            rows.append(Tensor(f"{block}nextn.eh_proj.weight", "q8_0", [2 * width, width]))
            rows += norms(f"{block}nextn.", enorm=width, hnorm=width, shared_head_norm=width)
    metadata = base("glm4moe", layers + 1, width, ff, n, kv, vocab, rope__dimension_count=64, expert_count=count,
                    expert_used_count=8, expert_feed_forward_length=expert, expert_shared_count=1,
                    leading_dense_block_count=1, nextn_predict_layers=1, expert_gating_func=2,
                    expert_weights_scale=1.0, **heads(head))  # fmt: skip
    return write_gguf(path, metadata, rows)


def qwen2_moe(path: Path) -> Path:
    """Qwen1.5-MoE-A2.7B: a wide shared expert."""
    layers, width, n, vocab, count, expert, shared = 24, 2048, 16, 151936, 60, 1408, 5632
    rows = ends(width, vocab)
    for index in range(layers):
        block = f"blk.{index}."
        rows += norms(block, attn_norm=width, ffn_norm=width, ffn_gate_inp_shexp=width)
        rows += attention(block, "q4_K", width, n, n, width // n)
        rows += [Tensor(f"{block}attn_{part}.bias", "f32", [width]) for part in "qkv"]
        rows += experts(block, "q4_K", width, count, expert, shared)
    metadata = base("qwen2moe", layers, width, 5632, n, n, vocab, ctx=32768, expert_count=count, expert_used_count=4,
                    expert_feed_forward_length=expert, expert_shared_feed_forward_length=shared)  # fmt: skip
    return write_gguf(path, metadata, rows)


class Latent(NamedTuple):
    """A deepseek2 model. mla: the compressed cache of current files, or full heads as in old ones."""

    layers: int
    width: int
    ff: int
    heads: int
    vocab: int
    query_rank: int
    count: int
    used: int
    expert: int
    shared: int
    dense_first: int
    mla: bool
    kind: str


def deepseek2(path: Path, s: Latent) -> Path:
    """Write a deepseek2 file."""
    rank, nope, rope, value = 512, 128, 64, 128
    lengths = {"attention__key_length": nope + rope, "attention__value_length": value}
    if s.mla:
        lengths = {"attention__key_length": rank + rope, "attention__value_length": rank,
                   "attention__key_length_mla": nope + rope, "attention__value_length_mla": value}  # fmt: skip
    if s.query_rank:
        lengths["attention__q_lora_rank"] = s.query_rank
    rows = ends(s.width, s.vocab, s.kind)
    for index in range(s.layers):
        rows += _latent_block(f"blk.{index}.", s, rank, nope, rope, value, index < s.dense_first)
    metadata = base("deepseek2", s.layers, s.width, s.ff, s.heads, 1 if s.mla else s.heads, s.vocab, ctx=163840,
                    attention__kv_lora_rank=rank, rope__dimension_count=rope, expert_count=s.count,
                    expert_used_count=s.used, expert_feed_forward_length=s.expert, expert_shared_count=s.shared,
                    leading_dense_block_count=s.dense_first, expert_weights_scale=1.0, **lengths)  # fmt: skip
    return write_gguf(path, metadata, rows)


def _latent_block(block: str, s: Latent, rank: int, nope: int, rope: int, value: int, plain: bool) -> Rows:
    rows = norms(block, attn_norm=s.width, attn_kv_a_norm=rank, ffn_norm=s.width)
    rows += matrices(block, s.kind, attn_kv_a_mqa=(s.width, rank + rope), attn_output=(s.heads * value, s.width))
    queries = s.heads * (nope + rope)
    if s.query_rank:
        rows += norms(block, attn_q_a_norm=s.query_rank)
        rows += matrices(block, s.kind, attn_q_a=(s.width, s.query_rank), attn_q_b=(s.query_rank, queries))
    else:
        rows += matrices(block, s.kind, attn_q=(s.width, queries))
    if s.mla:
        rows += matrices(block, "q8_0", attn_k_b=(nope, rank, s.heads), attn_v_b=(rank, value, s.heads))
    else:
        rows += matrices(block, s.kind, attn_kv_b=(rank, s.heads * (nope + value)))
    if plain:
        return [*rows, *matrices(block, s.kind, ffn_gate=(s.width, s.ff), ffn_up=(s.width, s.ff),
                                 ffn_down=(s.ff, s.width))]  # fmt: skip
    return [*rows, *experts(block, s.kind, s.width, s.count, s.expert, s.expert * s.shared)]


class Gemma4(NamedTuple):
    """A gemma4 model: full layers have other heads than windowed ones; the last `shared` layers keep no cache."""

    layers: int
    width: int
    ff: int
    heads: int
    kv_full: int
    kv_window: int
    window: int
    shared: int = 0
    moe: Moe | None = None


def gemma4(path: Path, s: Gemma4) -> Path:
    """Write a gemma4 file (full attention every sixth layer, head sizes 512 and 256)."""
    pattern = [(index + 1) % 6 != 0 for index in range(s.layers)]
    metadata: Metadata = base(
        "gemma4", s.layers, s.width, s.ff, s.heads, 0, 262144, ctx=262144, attention__sliding_window=s.window,
        attention__sliding_window_pattern=pattern, attention__key_length_swa=256, attention__value_length_swa=256,
        attention__shared_kv_layers=s.shared, rope__dimension_count=512, rope__dimension_count_swa=256,
        rope__freq_base=1e6, rope__freq_base_swa=1e4, final_logit_softcapping=30.0,
        embedding_length_per_layer_input=0, **heads(512),
    )  # fmt: skip
    metadata["gemma4.attention.head_count_kv"] = [s.kv_window if windowed else s.kv_full for windowed in pattern]
    if s.moe:
        keys = {"count": s.moe.count, "used_count": s.moe.used, "feed_forward_length": s.moe.width}
        metadata.update({f"gemma4.expert_{key}": value for key, value in keys.items()})
    rows = [*ends(s.width, 262144, "q6_K", None), *norms("", rope_freqs=256)]
    for index, windowed in enumerate(pattern):
        block, head, kv = f"blk.{index}.", 256 if windowed else 512, s.kv_window if windowed else s.kv_full
        rows += norms(block, attn_norm=s.width, ffn_norm=s.width, post_attention_norm=s.width, post_ffw_norm=s.width,
                      attn_q_norm=head, attn_k_norm=head, layer_output_scale=1)  # fmt: skip
        rows += attention(block, "q4_0", s.width, s.heads, kv, head)
        rows += matrices(block, "q4_0", ffn_gate=(s.width, s.ff), ffn_up=(s.width, s.ff), ffn_down=(s.ff, s.width))
        if s.moe:
            rows += matrices(block, "f32", ffn_gate_inp=(s.width, s.moe.count))
            rows += matrices(block, "q4_0", ffn_gate_up_exps=(s.width, 2 * s.moe.width, s.moe.count),
                             ffn_down_exps=(s.moe.width, s.width, s.moe.count))  # fmt: skip
            rows += norms(block, pre_ffw_norm_2=s.width, post_ffw_norm_1=s.width, post_ffw_norm_2=s.width)
            rows += [Tensor(f"{block}ffn_gate_inp.scale", "f32", [s.width]),
                     Tensor(f"{block}ffn_down_exps.scale", "f32", [s.moe.count])]  # fmt: skip
    return write_gguf(path, metadata, rows)


def eagle3(path: Path, width: int, ff: int, n: int, kv: int, head: int, vocab: int, own_vocab: int) -> Path:
    """An EAGLE-3 drafter: one block that reads hidden states of three layers of the target; no embedding of its own."""
    rows = [*norms("", output_norm=width), *matrices("", "f16", fc=(3 * width, width), output=(width, own_vocab))]
    if own_vocab != vocab:
        rows.append(Tensor("d2t", "i64", [own_vocab]))
    rows += norms("blk.0.", attn_norm=width, attn_norm_2=width, ffn_norm=width)
    rows += attention("blk.0.", "f16", width, n, kv, head, 2 * width)
    rows += matrices("blk.0.", "f16", ffn_gate=(width, ff), ffn_up=(width, ff), ffn_down=(ff, width))
    metadata = base("eagle3", 1, width, ff, n, kv, vocab, target_layers=[2, 8, 14], target_hidden_size=width,
                    **heads(head))  # fmt: skip
    return write_gguf(path, metadata, rows)


def dflash(path: Path) -> Path:
    """A DFlash drafter for Qwen3-8B: five windowed blocks, embedding and output are the target's."""
    layers, width, ff, n, kv, head, vocab = 5, 4096, 12288, 32, 8, 128, 151936
    rows = [*norms("", output_norm=width), Tensor("enc.output_norm.weight", "f32", [width])]
    rows += matrices("", "f16", fc=(5 * width, width))
    for index in range(layers):
        block = f"blk.{index}."
        rows += norms(block, attn_norm=width, ffn_norm=width, attn_q_norm=head, attn_k_norm=head)
        rows += attention(block, "f16", width, n, kv, head)
        rows += matrices(block, "f16", ffn_gate=(width, ff), ffn_up=(width, ff), ffn_down=(ff, width))
    metadata = base("dflash", layers, width, ff, n, kv, vocab, target_layers=[1, 8, 16, 24, 32], block_size=16,
                    attention__sliding_window=2048, attention__sliding_window_pattern=[True] * layers,
                    **heads(head))  # fmt: skip
    return write_gguf(path, metadata, rows)


def plain(name: str, s: Dense, ctx: int = 131072, without: str = "", **extra: Any) -> Callable[[Path], Path]:
    """A transformer as `shapes.dense` writes it, less the tensors whose name holds `without`."""
    metadata = base(name, s.layers, s.width, s.ff, s.heads, s.kv_heads, s.vocab, ctx=ctx, **extra)
    rows = [tensor for tensor in dense(s) if not without or without not in tensor.name]
    return lambda path: write_gguf(path, metadata, rows)


def _hybrid(s: Hybrid) -> Callable[[Path], Path]:
    return lambda path: hybrid(path, s)


MORE: Mapping[str, Callable[[Path], Path]] = {
    "smol360.gguf": plain("llama", Dense("q8_0", 32, 960, 2560, 15, 5, 64, 49152, tied=True), 8192,
                          rope__dimension_count=64),
    "mistral24b.gguf": plain("llama", Dense("q4_K", 40, 5120, 32768, 32, 8, 128, 131072), rope__dimension_count=128,
                             **heads(128)),
    "mixtral.gguf": plain("llama", Dense("q4_K", 32, 4096, 14336, 32, 8, 128, 32000, moe=Moe(8, 14336, "q4_K", 2)),
                          32768, rope__dimension_count=128, expert_count=8, expert_used_count=2),
    "qwen3_8b.gguf": plain("qwen3", Dense("q4_K", 36, 4096, 12288, 32, 8, 128, 151936, qk_norm=True), 40960,
                           **heads(128)),
    "qwen3_06b.gguf": plain("qwen3", Dense("q8_0", 28, 1024, 3072, 16, 8, 128, 151936, qk_norm=True, tied=True),
                            40960, **heads(128)),
    "gemma2_9b.gguf": plain("gemma2", Dense("q4_K", 42, 3584, 14336, 16, 8, 256, 256000, tied=True, post_norm=True),
                            8192, attention__sliding_window=4096, attn_logit_softcapping=50.0,
                            final_logit_softcapping=30.0, **heads(256)),
    "commandr.gguf": plain("command-r", Dense("q4_K", 40, 8192, 22528, 64, 64, 128, 256000, tied=True),
                           without="ffn_norm", logit_scale=0.0625, attention__layer_norm_epsilon=1e-5),
    "cohere2.gguf": plain("cohere2", Dense("q4_K", 32, 4096, 14336, 32, 8, 128, 256000, tied=True),
                          without="ffn_norm", logit_scale=0.25, attention__layer_norm_epsilon=1e-5,
                          attention__sliding_window=4096, rope__dimension_count=128, **heads(128)),
    "phi3_14b.gguf": phi3,
    "glm4_9b.gguf": glm4,
    "glm45air.gguf": glm4_moe,
    "qwen15moe.gguf": qwen2_moe,
    "dsv2lite_old.gguf": lambda path: deepseek2(
        path, Latent(27, 2048, 10944, 16, 102400, 0, 64, 6, 1408, 2, 1, False, "q4_0")),
    "dsv3.gguf": lambda path: deepseek2(
        path, Latent(61, 7168, 18432, 128, 129280, 1536, 256, 8, 2048, 1, 3, True, "q4_K")),
    "qwen36_35b.gguf": _hybrid(Hybrid(40, 2048, 8192, 16, 2, 256, 248320, 4096, 128, 16, 32, arch="qwen35moe",
                                      moe=Moe(256, 512, "q4_K", 8, 512))),
    "qwen36_27b.gguf": _hybrid(Hybrid(64, 5120, 17408, 24, 4, 256, 248320, 6144, 128, 16, 48)),
    "qwen35_4b.gguf": _hybrid(Hybrid(32, 2560, 9216, 16, 4, 256, 248320, 4096, 128, 16, 32, tied=True)),
    "gemma4_12b.gguf": lambda path: gemma4(path, Gemma4(48, 3840, 15360, 16, 2, 8, 1024)),
    "gemma4_31b.gguf": lambda path: gemma4(path, Gemma4(60, 5376, 21504, 32, 4, 16, 1024)),
    "gemma4_26b.gguf": lambda path: gemma4(path, Gemma4(30, 2816, 2112, 16, 2, 8, 1024, moe=Moe(128, 704, "q4_0", 8))),
    "gemma4_e4x.gguf": lambda path: gemma4(path, Gemma4(42, 2560, 10240, 8, 2, 2, 512, shared=18)),
    "eagle_llama8b.gguf": lambda path: eagle3(path, 4096, 14336, 32, 8, 128, 128256, 32000),
    "eagle_smol360.gguf": lambda path: eagle3(path, 960, 2560, 15, 5, 64, 49152, 49152),
    "dflash_qwen3_8b.gguf": dflash,
}  # fmt: skip


def build(folder: str | Path) -> dict[str, Path]:
    """Write every file into `folder`; returns file name -> path."""
    return {name: write(Path(folder) / name) for name, write in MORE.items()}
