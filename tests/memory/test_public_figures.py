"""Cache, state and compute against figures from public logs of real machines: numbers of a header in, MiB out."""

from __future__ import annotations

from typing import Any

import pytest
from gguf_files import TYPE_IDS, tensor_bytes
from shapes import Dense, Moe, dense

from specdesk.memory.cache import Context, cache_per_device, settle, with_cache
from specdesk.memory.compute import compute_buffers
from specdesk.memory.compute_terms import Rules
from specdesk.memory.layout import HOST, Layout, Split, place_weights
from specdesk.memory.shape import ModelShape, read_shape
from specdesk.models.header import Header, TensorInfo
from specdesk.records.plan import ModelPlacement

MIB = 1 << 20


def shape(
    name: str,
    layers: int,
    width: int,
    heads: int,
    kv: Any,
    ff: int = 0,
    vocab: int = 0,
    tensors: tuple[TensorInfo, ...] = (),
    **own: Any,
) -> ModelShape:
    """A shape from the numbers of a header alone; `__` in a key stands for a dot."""
    keys = {"block_count": layers, "embedding_length": width, "attention.head_count": heads,
            "attention.head_count_kv": kv, "feed_forward_length": ff, "context_length": 262144,
            **{key.replace("__", "."): value for key, value in own.items()}}  # fmt: skip
    metadata: dict[str, Any] = {"general.architecture": name, **{f"{name}.{key}": value for key, value in keys.items()}}
    output = (TensorInfo("output.weight", 0, (width, vocab), 0, 0),) if vocab else ()
    return read_shape([Header("", 0, 3, metadata, (*output, *tensors), 0)])


def head(size: int) -> dict[str, int]:
    return {"attention__key_length": size, "attention__value_length": size}


def hybrid(layers: int, width: int, heads: int, kv: int, inner: int, ff: int = 0, nextn: int = 0) -> ModelShape:
    return shape("qwen35", layers + nextn, width, heads, kv, ff, 248320, ssm__conv_kernel=4, ssm__inner_size=inner,
                 ssm__state_size=128, ssm__group_count=16, nextn_predict_layers=nextn, **head(256))  # fmt: skip


QWEN_4B = hybrid(32, 2560, 16, 4, 4096)
QWEN_9B = hybrid(32, 4096, 16, 4, 4096)
QWEN_27B = hybrid(64, 5120, 24, 4, 6144, 17408, nextn=1)
QWEN_35B = shape("qwen35moe", 40, 2048, 16, 2, ssm__conv_kernel=4, ssm__inner_size=4096, ssm__state_size=128,
                 ssm__group_count=16, expert_count=256, expert_used_count=8, expert_feed_forward_length=512,
                 **head(256))  # fmt: skip
CODER_NEXT = shape("qwen3next", 48, 2048, 16, 2, ssm__conv_kernel=4, ssm__inner_size=4096, ssm__state_size=128,
                   ssm__group_count=16, **head(256))  # fmt: skip
GPT_OSS_120B = shape("gpt-oss", 36, 2880, 64, 8, attention__sliding_window=128, **head(64))
FULL_EACH_SIXTH = tuple((i + 1) % 6 != 0 for i in range(48))
GEMMA4_12B = shape("gemma4", 48, 3840, 16, tuple(8 if w else 1 for w in FULL_EACH_SIXTH),
                   attention__sliding_window=1024, attention__sliding_window_pattern=FULL_EACH_SIXTH,
                   attention__key_length_swa=256, attention__value_length_swa=256, **head(512))  # fmt: skip
GEMMA4_26B = shape("gemma4", 30, 2816, 16, tuple(8 if (i + 1) % 6 else 2 for i in range(30)),
                   attention__sliding_window=1024, attention__sliding_window_pattern=FULL_EACH_SIXTH[:30],
                   attention__key_length_swa=256, attention__value_length_swa=256, **head(512))  # fmt: skip
GEMMA2_2B = shape("gemma2", 26, 2304, 8, 4, **head(256))
GEMMA3_1B = shape("gemma3", 26, 1152, 4, 1, attention__sliding_window=512, **head(256))
QWEN_32B = shape("qwen2", 64, 5120, 40, 8)
COMMAND_R = shape("command-r", 40, 8192, 64, 64)
QWEN2_05B = shape("qwen2", 24, 896, 14, 2, 4864, 151936)
QWEN2_15B = shape("qwen2", 28, 1536, 12, 2, 8960, 151936)
LLAMA_70B = shape("llama", 80, 8192, 64, 8)
LLAMA_8B = shape("llama", 32, 4096, 32, 8)
QWEN3_4B = shape("qwen3", 36, 2560, 32, 8, 9728, 151936, **head(128))
QWEN3_06B = shape("qwen3", 28, 1024, 16, 8, 3072, 151936, **head(128))
QWEN3_30B = shape("qwen3moe", 48, 2048, 32, 4, **head(128))
SMOLLM2 = shape("llama", 30, 576, 9, 3, 1536, 49152)
V2_LITE_OLD = shape("deepseek2", 27, 2048, 16, 16, attention__key_length=192, attention__value_length=128)
R1 = shape("deepseek2", 61, 7168, 128, 1, attention__key_length=576, attention__value_length=512,
           attention__key_length_mla=192, attention__value_length_mla=128, attention__kv_lora_rank=512)  # fmt: skip
GLM_52 = shape("glm-dsa", 78, 6144, 64, 1, attention__key_length=576, attention__value_length=512,
               attention__key_length_mla=256, attention__value_length_mla=256, attention__kv_lora_rank=512,
               tensors=tuple(TensorInfo(f"blk.{i}.indexer.attn_k.weight", 8, (6144, 128), 0, 0) for i in range(21)),
               )  # fmt: skip
BGE_SMALL = shape("bert", 12, 384, 12, 12)
DFLASH = shape("dflash", 5, 5120, 32, 8, attention__sliding_window=2048,
               attention__sliding_window_pattern=(True,) * 5, **head(128))  # fmt: skip


def context(
    tokens: int, kind: str = "f16", slots: int = 1, unified: bool = True, ub: int = 512, **more: Any
) -> Context:
    made = with_cache(settle(tokens, slots, unified, max(2048, ub), ub), kind, kind)
    return Context(**{**{name: getattr(made, name) for name in Context.__slots__}, **more})


def cache(model: ModelShape, made: Context, layers: range | None = None) -> float:
    wanted = range(model.main_layers) if layers is None else layers
    on_device, on_host = cache_per_device(model, wanted, [0] * len(model.layers), 1, made)
    assert on_host == 0
    return on_device[0] / MIB


ROWS = [
    ("1 Qwen3.5-9B", QWEN_9B, context(262144, "q8_0", slots=2), 4352 + 100.5),
    ("2 Qwen3.5-4B with MTP", QWEN_4B, context(131072, "q8_0", copies=3), 2176 + 201),
    ("3 Qwen3.6-27B", QWEN_27B, context(200192, "q8_0"), 6647 + 149.62),
    ("4 Qwen3.x-27B", QWEN_27B, context(32768), 2048 + 149.62),
    ("5 Qwen3.6-27B four slots", QWEN_27B, context(131072, "q8_0", slots=4), 4352 + 598.5),
    ("7 gemma-2-2B whole window", GEMMA2_2B, context(16384, slots=2, ub=256, flash=False, swa_full=True), 832 + 832),
    ("8 gpt-oss-120b", GPT_OSS_120B, context(65535, slots=4), 2304 + 36),
    ("9 Gemma4-12B four slots", GEMMA4_12B, context(8192, "q8_0", slots=4), 68 + 765),
    ("9 Gemma4-12B one slot", GEMMA4_12B, context(8192, "q8_0"), 323),
    ("11 R1-Distill-Qwen-32B", QWEN_32B, context(16384), 4096),
    ("12 Command-R", COMMAND_R, context(4096), 1536 + 3584),
    ("13 Qwen2.5-0.5B draft", QWEN2_05B, context(512), 6),
    ("14 Qwen2.5-1.5B draft", QWEN2_15B, context(8192), 224),
    ("17 Qwen3-Coder-Next 4k", CODER_NEXT, context(4096, slots=4), 397.5),
    ("17 Qwen3-Coder-Next 100k", CODER_NEXT, context(100096, slots=4), 2346 + 301.5),
    ("18 gpt-oss-120b 262k", GPT_OSS_120B, context(262144, slots=4, ub=2048), 9216 + 90),
    ("20 gemma4-26B", GEMMA4_26B, context(8192, ub=2048), 160 + 600),
    ("23 SmolLM2", SMOLLM2, context(8192), 96 + 84),
    ("24 Qwen3-4B", QWEN3_4B, context(8192, slots=4), 1152),
    ("25 27B 196k", QWEN_27B, context(196608), 12288 + 149.62),
    ("28 DeepSeek-V2-Lite, old file", V2_LITE_OLD, context(32768, flash=False), 27 * 32768 * 5120 * 2 / MIB),
    ("29 GLM-5.2 768k", GLM_52, context(768000), 65812.5 + 3937.5),
    ("29b GLM-5.2 524k", GLM_52, context(524288), 44928 + 2688),
    ("30 DeepSeek-R1", R1, context(32768, "q8_0"), 1166.63),
    ("30b DeepSeek 16k", R1, context(16384), 1098),
    ("31 Qwen3-30B-A3B", QWEN3_30B, context(16384, flash=False), 384 + 1152),
    ("32 Qwen3-0.6B", QWEN3_06B, context(4096), 448),
    ("33 27B target", QWEN_27B, context(32768, "q8_0"), 1088 + 149.62),
    ("33 DFlash drafter", DFLASH, context(32768), 50),
    ("35 bge-small", BGE_SMALL, context(512), 9),
    ("38 27B 260k", QWEN_27B, context(260096), 16256 + 149.62),
    ("40 Qwen3.6-35B-A3B", QWEN_35B, context(4096), 80 + 62.81),
]  # fmt: skip


@pytest.mark.parametrize(("model", "made", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_cache_and_state(model: ModelShape, made: Context, expected: float) -> None:
    assert cache(model, made) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize(
    ("tokens", "kind", "expected"), [(8192, "f16", 32), (32768, "f16", 128), (131072, "q8_0", 272)]
)
def test_mtp_cache(tokens: int, kind: str, expected: float) -> None:
    """Rows 5 and 19: the MTP context has the nextn block only."""
    assert cache(QWEN_27B, context(tokens, kind), range(64, 65)) == expected


def test_windowed_and_full_layers_apart() -> None:
    """Row 27: gemma3-1b, c1536, ub 64, flash attention off: 2 full and 11 windowed layers on the GPU."""
    made = context(1536, ub=64, flash=False)
    blocks = [-1] * 13 + [0] * 13
    on_device, _ = cache_per_device(GEMMA3_1B, range(26), blocks, 1, made)
    assert on_device[0] / MIB == 3.00 + 8.25


def test_cache_follows_its_layer() -> None:
    """Rows 15 and 26: layers on the host keep their cache there."""
    on_device, on_host = cache_per_device(LLAMA_8B, range(32), [-1] * 18 + [0] * 14, 1, context(32768))
    assert (on_host / MIB, on_device[0] / MIB) == (2304, 1792)
    _, on_host = cache_per_device(LLAMA_70B, range(80), [-1] * 49 + [0] * 31, 1, context(20224))
    assert on_host / MIB == 3871


@pytest.mark.parametrize(("kind", "told"), [("f16", 88), ("q8_0", 46)])
def test_keys_of_an_indexer(kind: str, told: int) -> None:
    """b10068's own word on a header-only deepseek32 of eight layers at 8192 tokens, in whole MiB."""
    keys = tuple(TensorInfo(f"blk.{i}.indexer.attn_k.weight", 8, (4096, 128), 0, 0) for i in range(8))
    model = shape("deepseek32", 8, 4096, 32, 1, tensors=keys, attention__key_length=576, attention__value_length=512,
                  attention__key_length_mla=192, attention__value_length_mla=128, attention__kv_lora_rank=512,
                  )  # fmt: skip
    assert int(cache(model, context(8192, kind))) == told


def test_state_on_two_devices() -> None:
    """Row 6: 35B-A3B on two GPUs, 15 and 25 blocks; three and seven of them have attention, the others state."""
    found, _ = cache_per_device(QWEN_35B, range(40), [0] * 15 + [1] * 25, 2, context(131072))
    attention = context(131072).cells * 2 * 2 * 256 * 2
    assert (found[0] - 3 * attention) / MIB == pytest.approx(25.12, abs=0.01)
    assert (found[1] - 7 * attention) / MIB == pytest.approx(37.69, abs=0.01)


def test_cells_of_a_window_beside_a_large_ubatch() -> None:
    """Row 37: DeepSeek-V4, a window of 128 and ubatches of 4096."""
    assert context(64000, ub=4096).window_cells(128) == 4352


def test_old_layers_and_experts_on_the_host() -> None:
    """Row 36: Qwen3-30B in f16, 48 layers on the GPU without the output, experts of 34 on the processor."""
    rows = dense(Dense("f16", 48, 2048, 6144, 32, 4, 128, 151936, oq="f16", qk_norm=True, moe=Moe(128, 768, "f16")))
    listed = tuple(TensorInfo(row.name, TYPE_IDS[row.type_name], tuple(row.dims), 0, tensor_bytes(row)) for row in rows)
    model = shape("qwen3moe", 48, 2048, 32, 4, tensors=listed, **head(128))
    split = Split(("CUDA0",), (1.0,), gpu_layers=48, output_first=False)
    layout = place_weights(model, ModelPlacement(n_cpu_moe=34), split)
    assert layout.weights[0] / MIB == pytest.approx(17904, abs=1)
    assert layout.output == HOST
    on_device, _ = cache_per_device(model, range(48), layout.blocks, 1, context(4096))
    assert on_device[0] / MIB == 384


OLD = Rules(activations=2, scratch=False)
WHOLE = [
    ("4 27B, ub 128", QWEN_27B, context(32768, ub=128, outputs=1), OLD, 38.50, 13.00),
    ("5 27B, all logits", QWEN_27B, context(131072, "q8_0", slots=4), OLD, 495.00, None),
    ("13 Qwen2.5-0.5B, all logits", QWEN2_05B, context(512), OLD, 298.50, None),
    ("24 Qwen3-4B", QWEN3_4B, context(8192, slots=4, outputs=4), Rules(), 85.01, 28.02),
    ("25 27B 196k", QWEN_27B, context(196608, outputs=1), OLD, 314.02, 212.02),
    ("32 Qwen3-0.6B, all logits", QWEN3_06B, context(4096), OLD, 298.75, None),
]  # fmt: skip


@pytest.mark.parametrize(("model", "made", "rules", "device", "host"), [row[1:] for row in WHOLE],
                         ids=[row[0] for row in WHOLE])  # fmt: skip
def test_compute_of_each_age(model: ModelShape, made: Context, rules: Rules, device: float, host: float | None) -> None:
    """Rows that pin what changed between builds: logits for every token before, activations alive since."""
    layout = Layout((0,) * len(model.layers), 0, (0,), 0, 0, False)
    on_device, on_host = compute_buffers(model, range(model.main_layers), layout, made, 1, rules)
    assert on_device[0] / MIB == pytest.approx(device, rel=0.002)
    if host is not None:
        assert on_host / MIB == pytest.approx(host, abs=0.1)
