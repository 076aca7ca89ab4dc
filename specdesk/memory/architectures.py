"""What the name of an architecture decides: which layers see a window, are recurrent, or keep no cache at all.

Source: src/llama-model.cpp, src/llama-hparams.cpp and src/models/*.cpp of llama.cpp (b11434).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

PATTERN_KEY: Final = "attention.sliding_window_pattern"

DENSE: Final = frozenset({
    "llama", "mistral3", "mistral4", "qwen2", "qwen2moe", "qwen2vl", "qwen3", "qwen3moe", "qwen3vl", "qwen3vlmoe",
    "gemma", "phi2", "phi3", "phimoe", "deepseek", "deepseek2", "glm4", "glm4moe", "chatglm", "command-r", "granite",
    "granitemoe", "smollm3", "starcoder2", "stablelm", "internlm2", "olmo", "olmoe", "minicpm", "minicpm3", "exaone",
    "nemotron", "gpt2", "gptneox", "falcon", "bloom", "mpt", "baichuan", "xverse", "orion", "codeshell", "dbrx", "grok",
    "ernie4_5", "ernie4_5-moe", "hunyuan-moe", "hunyuan-dense", "seed_oss", "dots1", "bailingmoe", "bailingmoe2",
    "arcee", "apertus", "minimax-m2", "deci", "openelm", "refact", "jais", "starcoder", "eagle3",
})  # fmt: skip
"""Every layer keeps the whole context (phi3 ignores its sliding window)."""

WINDOW_PERIOD: Final = {
    "gemma2": 2, "gemma3": 6, "gemma-embedding": 6, "gemma3n": 5, "gpt-oss": 2, "cohere2": 4, "llama4": 4,
    "exaone4": 4, "exaone-moe": 4, "afmoe": 4, "olmo2": 4, "plamo3": 8,
}  # fmt: skip
"""Period p: a layer sees the window unless it is the last of its period."""

WINDOW_PERIOD_DENSE_FIRST: Final = {"cohere2moe": 4, "smallthinker": 4, "laguna": 4, "modern-bert": 3}
"""Period p: a layer sees the window unless it is the first of its period."""

WINDOW_LISTED: Final = frozenset({"gemma4", "gemma4-assistant", "dflash", "granite-swa", "mimo2", "step35"})
"""The file itself lists the layers that see a window."""

WINDOW_DEFAULT: Final = {"gemma2": 4096, "llama4": 8192}
"""Tokens of the window when the file does not say."""

STATE_SPACE: Final = frozenset({"mamba", "mamba2"})
RWKV: Final = frozenset({"rwkv6", "rwkv6qwen2", "rwkv7", "arwkv7"})
INTERVAL: Final = frozenset({"qwen3next", "qwen35", "qwen35moe"})
"""Recurrent but for every n-th layer."""

NO_HEADS: Final = frozenset({"granitehybrid", "jamba", "lfm2", "lfm2moe", "kimi-linear", "plamo2", "bailingmoe3"})
"""Recurrent where a layer has no key/value heads."""

NO_HEADS_NO_FF: Final = frozenset({"nemotron_h", "nemotron_h_moe"})
"""Recurrent where a layer has neither key/value heads nor a feed-forward part."""

BOTH: Final = frozenset({"falcon-h1"})
"""Every layer has attention and recurrent state."""

ROLLBACK: Final = frozenset({
    "qwen35", "qwen35moe", "nemotron_h", "nemotron_h_moe", "lfm2", "lfm2moe", "deepseek4", "bailingmoe3", "kimi-k3",
})  # fmt: skip
"""Recurrent state can be rolled back, so speculation by MTP, EAGLE-3 or DFlash keeps copies of it."""

GATED_QUERY: Final = frozenset({"qwen3next", "qwen35", "qwen35moe"})
ENCODERS: Final = frozenset({"eagle3", "dflash"})
SHARES_CACHE: Final = frozenset({"gemma4-assistant"})

PARALLEL: Final = {"command-r": 0, "cohere2": 1, "cohere2moe": 1}
"""Attention and feed-forward read the same input: activations that stay alive beside the feed-forward part."""

FEW_MOE_INPUTS: Final = frozenset({"qwen35moe", "qwen3next", "gemma4"})
"""The expert sum happens with two activations fewer alive."""

SCALED_EXPERTS: Final = frozenset({"llama4"})
"""Experts read an input that was scaled for them: it and the plain one stay alive beside them
(src/models/llama4.cpp)."""

NO_THIRD_INPUT: Final = GATED_QUERY | {"phi3"}
"""Graphs that keep only two inputs alive where others of their time keep three."""

OLD_NEXTN_LOADED: Final = frozenset({"qwen35", "qwen35moe"})
OLD_NEXTN_CACHED: Final = frozenset({"glm4moe"})
"""Before b11434 these loaded their MTP blocks, or kept a cache for them, although nothing speculated with them."""

OUTPUT_COPIED: Final = frozenset({"gemma4"})
"""A token embedding that is the output too is there twice, also where both lie on the host."""

FLASH_HEADS: Final = (40, 64, 72, 80, 96, 112, 128, 256)
"""Head sizes for which CUDA has a flash-attention kernel whatever the number of heads (ggml-cuda/fattn.cu)."""

STATE_TENSORS: Final = 3.25
"""Tensors as wide as the recurrent step's input that are alive in it (gated delta net, measured upper bound)."""

EXACT: Final = (
    DENSE | frozenset(WINDOW_PERIOD) | frozenset(WINDOW_PERIOD_DENSE_FIRST) | WINDOW_LISTED | STATE_SPACE | INTERVAL
    | NO_HEADS | NO_HEADS_NO_FF | BOTH | RWKV
)  # fmt: skip


def window_layers(name: str, count: int, window: int, pattern: tuple[bool, ...] | int | None) -> tuple[bool, ...]:
    """Which of `count` layers see a window. window: tokens as the file says; pattern: flags, a period or None."""
    none = (False,) * count
    if name in DENSE or name not in EXACT or not (window or name in WINDOW_DEFAULT):
        return none
    if isinstance(pattern, tuple):
        return tuple(pattern[i] if i < len(pattern) else False for i in range(count))
    if name == "exaone4" and count != 64:
        return none
    if name in WINDOW_PERIOD_DENSE_FIRST:
        period = pattern or WINDOW_PERIOD_DENSE_FIRST[name]
        return tuple(i % period != 0 for i in range(count))
    period = pattern or WINDOW_PERIOD.get(name, 0)
    return tuple(i % period < period - 1 for i in range(count)) if period else none


def recurrent_layers(
    name: str,
    count: int,
    interval: int,
    kv_heads: tuple[int, ...],
    ff: tuple[int, ...],
    listed: tuple[bool, ...] | int | None = None,
) -> tuple[bool, ...]:
    """Which of the first `count` layers keep recurrent state. listed: the file's own list, if it has one."""
    if isinstance(listed, tuple) and name in INTERVAL:
        return tuple(listed[i] if i < len(listed) else False for i in range(count))
    if name in STATE_SPACE or name in RWKV or name in BOTH:
        return (True,) * count
    if name in INTERVAL:
        return tuple((i + 1) % max(interval, 1) != 0 for i in range(count))
    if name in NO_HEADS:
        return tuple(kv_heads[i] == 0 for i in range(count))
    if name in NO_HEADS_NO_FF:
        return tuple(kv_heads[i] == 0 and ff[i] == 0 for i in range(count))
    return (False,) * count


def state_sizes(name: str, key: Callable[[str], int], embd: int, heads: int) -> tuple[int, int]:
    """(conv, state): elements of recurrent state of one layer and sequence. `key` reads a count of the file."""
    if name in RWKV:
        return (key("token_shift_count") or 2) * embd, embd * key("wkv.head_size")
    if name in ("lfm2", "lfm2moe"):
        return max(key("shortconv.l_cache") - 1, 0) * embd, 0
    steps = max(key("ssm.conv_kernel") - 1, 0)
    if name == "kimi-linear" and (size := key("kda.head_dim")):
        return 3 * steps * heads * size, heads * size * size
    inner, state = key("ssm.inner_size"), key("ssm.state_size")
    return steps * (inner + 2 * key("ssm.group_count") * state), state * inner


def layers_without_cache(name: str, count: int, shared: int) -> range:
    """Layers that reuse the cache of an earlier one. shared: `attention.shared_kv_layers` of the file."""
    if name == "gemma4":
        return range(max(count - shared, 0), count)
    if name == "gemma3n":
        return range(min(20, count), count)
    return range(0)
