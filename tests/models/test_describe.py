"""Rows: names, quantisation, sizes, what one token reads."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import gguf
import msgspec
import pytest
import shapes
from gguf_files import Tensor, Typed, write_gguf
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.models.describe import describe
from specdesk.models.header import read_header
from specdesk.models.naming import file_title
from specdesk.models.pairing import judge, judge_built_in
from specdesk.models.quantization import FILE_TYPES
from specdesk.records.build import BuildTraits
from specdesk.records.model_file import ModelFile

MATRIX = Tensor("blk.0.attn_q.weight", "q4_K", [256, 256])
MIB = 2**20


def row(folder: Path, metadata: dict[str, Any], tensors: list[Tensor], name: str = "file.gguf") -> ModelFile:
    return describe(read_header(write_gguf(folder / name, {"general.architecture": "llama", **metadata}, tensors)))


def test_file_types_are_those_of_llama_cpp() -> None:
    theirs = {
        int(kind): kind.name.removeprefix("MOSTLY_").removeprefix("ALL_")
        for kind in gguf.LlamaFileType
        if kind.name != "GUESSED"
    }
    assert theirs == FILE_TYPES


@pytest.mark.parametrize(
    ("file_type", "types", "label"),
    [
        (15, ["q4_K", "q6_K"], "Q4_K_M"),
        (14, ["q4_K"], "Q4_K_S"),
        (15, ["q5_0", "q8_0"], "Q4_K_M"),  # rows too narrow for K-quants
        (15 + 1024, ["q4_K"], "Q4_K_M"),
        (1, ["q4_0"], "Q4_0"),  # a converter that forgot to change the label
        (None, ["q4_0", "q6_K"], "Q4_0"),
        (0, ["f32"], "F32"),
        (1, ["f16"], "F16"),
        (32, ["bf16"], "BF16"),
        (7, ["q8_0"], "Q8_0"),
        (10, ["q2_K", "q3_K"], "Q2_K"),
        (22, ["iq3_s"], "IQ3_XS"),
        (27, ["iq3_s", "q4_K"], "IQ3_M"),
        (29, ["iq2_s"], "IQ2_M"),
        (30, ["iq4_xs"], "IQ4_XS"),
        (38, ["mxfp4", "q8_0"], "MXFP4_MOE"),
        (99, ["q6_K"], "Q6_K"),
        (-1, ["q6_K"], "Q6_K"),
        (15, [], None),
    ],
)
def test_quantization(tmp_path: Path, file_type: int | None, types: list[str], label: str | None) -> None:
    weights = {0: 1024, 1: 256}
    tensors = [Tensor(f"blk.{i}.w.weight", kind, [512, weights[i]]) for i, kind in enumerate(types)]
    norms = [Tensor("output_norm.weight", "f32", [512])]
    metadata = {} if file_type is None else {"general.file_type": file_type}
    assert row(tmp_path, metadata, tensors + norms).quantization == label


@pytest.mark.parametrize(
    ("name", "label", "file", "expected"),
    [
        ("Qwen2.5 7B Instruct", "7B", "a.gguf", "Qwen2.5 7B Instruct"),
        ("Qwen2.5-7b-Instruct", "7B", "a.gguf", "Qwen2.5 7B Instruct"),
        ("Mistral Small", "24B", "a.gguf", "Mistral Small 24B"),
        ("Mixtral", "8x7B", "a.gguf", "Mixtral 8x7B"),
        ("Deepseek R1 Distill Qwen 32B", "32B", "DeepSeek-R1-Distill-Qwen-32B-Q4_K_M.gguf",
         "DeepSeek R1 Distill Qwen 32B"),
        ("Smollm2 135M 8k Lc100K Mix1 Ep2", "135M", "SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2 135M Instruct"),
        ("Smollm2 135M 8k Lc100K Mix1 Ep2", "135M", "x.gguf", "Smollm2 135M 8k"),
        ("models/meta-llama/Llama-3.2-1B", "1B", "a.gguf", "Llama 3.2 1B"),
        ("C:\\work\\Phi-3-mini", "3.8B", "a.gguf", "Phi 3 mini 3.8B"),
        ("workspace", "7B", "tiny-7b-q8_0.gguf", "tiny 7B"),
        ("0123456789abcdef0123", None, "Gemma-2-2b-it-IQ4_XS.gguf", "Gemma 2 2B it"),
        (None, None, "Big-MoE-Q4_K_M-00001-of-00003.gguf", "Big MoE"),
        (None, None, "Q4_K_M.gguf", "Q4 K M"),
        (".", None, "x-UD-Q4_K_XL.gguf", "x"),
        ("Evil\n\u202ename\x00", None, "a.gguf", "Evil name"),
        ("w" * 500, None, "a.gguf", "w" * 79 + "…"),
        ("Llama 3 8B.Q4_K_M.gguf", None, "a.gguf", "Llama 3 8B"),
    ],
)  # fmt: skip
def test_friendly_name(tmp_path: Path, name: str | None, label: str | None, file: str, expected: str) -> None:
    metadata = {"general.name": name, "general.size_label": label}
    given = {key: value for key, value in metadata.items() if value is not None}
    assert row(tmp_path, given, [MATRIX], file).name == expected


def test_name_from_parts(tmp_path: Path) -> None:
    parts = {"general.name": "hf", "general.basename": "Qwen3", "general.finetune": "Coder", "general.size_label": "4B"}
    assert row(tmp_path, parts, [MATRIX]).name == "Qwen3 Coder 4B"


def test_file_title_never_ends_empty() -> None:
    assert file_title("/a/.gguf") == ".gguf"
    assert file_title("/a/sha256-1234") == "sha256 1234"


def test_everything_in_a_row(tmp_path: Path) -> None:
    metadata = {
        "general.name": "Demo", "general.file_type": 15, "llama.context_length": 4096, "llama.block_count": 2,
        "llama.vocab_size": 99, "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.tokens": ["a", "b", "c"],
        "general.sampling.temp": 0.25, "general.sampling.top_k": 20, "general.sampling.sequence": "kt",
        "general.sampling.min_p": Typed(6, math.nan), "tokenizer.chat_template": "{% if enable_thinking %}",
    }  # fmt: skip
    found = row(tmp_path, metadata, [MATRIX])
    assert found.kind == "model"
    assert (found.architecture, found.quantization, found.parameters) == ("llama", "Q4_K_M", 65536)
    assert (found.context_length, found.vocab_size, found.layers) == (4096, 3, 2)
    assert found.sampling == {"temp": 0.25, "top_k": 20.0}
    assert (found.has_template, found.thinking, found.recurrent, found.experts) == (True, True, False, None)
    assert (found.split, found.error, found.draft_block) == (None, None, None)
    file = tmp_path / "file.gguf"
    assert found.size_mib == file.stat().st_size / MIB
    assert found.identity == (file.stat().st_size, file.stat().st_mtime_ns)


def test_unknown_is_none(tmp_path: Path) -> None:
    found = row(tmp_path, {}, [Tensor("a.weight", "f32", [4])])
    assert (found.context_length, found.vocab_size, found.layers, found.quantization) == (None, None, None, None)
    assert (found.has_template, found.thinking) == (False, False)
    assert row(tmp_path, {"llama.vocab_size": 99}, [MATRIX]).vocab_size == 99


@pytest.mark.parametrize(
    ("arch", "tensor", "block", "kind", "expected"),
    [
        ("dflash", "x", 8, "draft-dflash", 8), ("dflash", "x", None, "draft-dflash", 16),
        ("dflash", "markov_w1.weight", 7, "draft-dspark", 7), ("eagle3", "x", 5, "draft-eagle3", None),
    ],
)  # fmt: skip
def test_draft_block(tmp_path: Path, arch: str, tensor: str, block: int | None, kind: str, expected: int) -> None:
    metadata = {"general.architecture": arch, **({f"{arch}.block_size": block} if block else {})}
    found = row(tmp_path, metadata, [Tensor(tensor, "f32", [4, 4])])
    assert (found.kind, found.draft_block) == (kind, expected)


def test_active_bytes_of_a_dense_model(tmp_path: Path) -> None:
    table, block, output = (
        Tensor(n, "f16", [64, 64]) for n in ("token_embd.weight", "blk.0.w.weight", "output.weight")
    )
    size = 64 * 64 * 2 / MIB
    assert row(tmp_path, {}, [table, block, output]).active_mib == 2 * size  # the table is looked up
    assert row(tmp_path, {}, [table, block]).active_mib == 2 * size  # the table is the output, too
    per_layer = Tensor("per_layer_token_embd.weight", "f16", [64, 640])
    assert row(tmp_path, {}, [table, block, output, per_layer]).active_mib == 2 * size


@pytest.mark.parametrize(
    "name", ["blk.0.ffn_up_exps.weight", "blk.0.ffn_gate_up_exps.weight", "blk.0.ffn_down.3.weight"]
)
def test_active_bytes_of_a_mixture(tmp_path: Path, name: str) -> None:
    metadata = {"llama.expert_count": 8, "llama.expert_used_count": 2}
    tensors = [Tensor("blk.0.ffn_up_shexp.weight", "f16", [64, 64]), Tensor(name, "f16", [64, 64, 8])]
    found = row(tmp_path, metadata, tensors)
    assert found.experts == 8
    assert found.active_mib == 64 * 64 * 2 * (1 + 8 * 2 / 8) / MIB


def test_active_bytes_leave_out_the_mtp_head(tmp_path: Path) -> None:
    metadata = {"llama.block_count": 2, "llama.nextn_predict_layers": 1}
    tensors = [Tensor("blk.0.w.weight", "f16", [64, 64]), Tensor("blk.1.nextn.eh_proj.weight", "f16", [128, 64])]
    found = row(tmp_path, metadata, tensors)
    assert found.kind == "mtp-model"
    assert found.active_mib == 64 * 64 * 2 / MIB


def test_active_bytes_of_real_shapes(tmp_path: Path) -> None:
    """gpt-oss 20B reads about 3.6 billion parameters per token, Qwen3 30B-A3B about 3.3 billion."""
    moe = describe(read_header(shapes.write_shape(tmp_path, "qwen3_30b.gguf")))
    assert moe.parameters == pytest.approx(30.5e9, rel=0.01)
    assert moe.active_mib == pytest.approx(1750, rel=0.01)
    assert moe.size_mib is not None
    assert moe.size_mib > 16000
    dense = describe(read_header(shapes.write_shape(tmp_path, "llama70b.gguf")))
    assert dense.active_mib == pytest.approx(dense.size_mib, rel=0.02)


KEYS = [
    "general.architecture", "general.name", "general.size_label", "general.file_type", "general.type",
    "general.sampling.temp", "tokenizer.ggml.model", "tokenizer.ggml.tokens", "tokenizer.ggml.pre",
    "tokenizer.ggml.bos_token_id", "tokenizer.ggml.add_bos_token", "tokenizer.chat_template", "split.count",
    "split.no", *(f"{arch}.{key}" for arch in ("llama", "dflash") for key in (
        "block_count", "nextn_predict_layers", "expert_count", "expert_used_count", "block_size", "pooling_type",
        "embedding_length", "target_layers", "target_hidden_size", "vocab_size", "context_length",
        "attention.causal", "classifier.output_labels")),
]  # fmt: skip
HOSTILE = st.one_of(
    st.sampled_from([0, 1, -1, 2**32 - 1, 2**63, True, False, math.nan, math.inf, "", "none", "llama", "dflash", []]),
    st.text(max_size=5),
    st.sampled_from(["Q4_" * 100_000, "a-" * 100_000, "<|" * 100_000]),
    st.lists(st.integers(-3, 3), min_size=1, max_size=3),
    st.lists(st.text(max_size=3), min_size=1, max_size=8),
)


@settings(deadline=None, max_examples=150)
@given(metadata=st.dictionaries(st.sampled_from(KEYS), HOSTILE, max_size=12), arch=st.sampled_from(["llama", "dflash"]))
def test_any_value_under_any_key(tmp_path_factory: pytest.TempPathFactory, metadata: dict[str, Any], arch: str) -> None:
    """Whatever a header says, a row and a verdict come out, and both can be written as JSON."""
    tensors = [MATRIX, Tensor("blk.1.nextn.eh_proj.weight", "f32", [4, 4]), Tensor("token_embd.weight", "f32", [4])]
    folder = tmp_path_factory.mktemp("any")
    header = read_header(write_gguf(folder / "a.gguf", {"general.architecture": arch, **metadata}, tensors))
    found = describe(header)
    assert msgspec.json.decode(msgspec.json.encode(found), type=ModelFile) == found
    traits = BuildTraits(methods=("draft-simple", "draft-dflash", "draft-mtp"))
    for verdict in (judge(header, header, traits), judge_built_in(found, traits)):
        assert verdict.reason.endswith(".")


def test_truncated_file_is_broken_and_keeps_its_facts(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "a.gguf", {"general.architecture": "llama"}, [Tensor("a", "f16", [1024, 4096])])
    with path.open("r+b") as file:
        file.truncate(3 * MIB)
    found = describe(read_header(path))
    assert found.kind == "broken"
    assert found.error == (
        "The download is incomplete: 5 MiB of 8 MiB are missing; continue it or download the file again."
    )
    assert (found.architecture, found.quantization) == ("llama", "F16")
