"""What a file is, by its header only."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapes
from gguf_files import Tensor, Typed, write_gguf

from specdesk.models.header import Header, read_header
from specdesk.models.kinds import classify, is_recurrent, unusable

EMBD = Tensor("token_embd.weight", "f32", [32, 8])
NORM = Tensor("blk.0.attn_norm.weight", "f32", [32])
NEXTN = Tensor("blk.2.nextn.eh_proj.weight", "f32", [64, 32])
TOKENS = {"tokenizer.ggml.model": "gpt2", "tokenizer.ggml.tokens": ["a", "b"]}


def arch(name: str, **own: object) -> dict[str, object]:
    keys = {f"{name}.{key.replace('__', '.')}": value for key, value in own.items()}
    return {"general.architecture": name, **keys}


def made(folder: Path, metadata: dict[str, object], tensors: list[Tensor], name: str = "model.gguf") -> Header:
    return read_header(write_gguf(folder / name, metadata, tensors))


@pytest.mark.parametrize(
    ("kind", "metadata", "tensors"),
    [
        ("model", arch("llama", block_count=1), [EMBD, NORM]),
        ("model", {**arch("llama", block_count=1), "general.type": "model"}, [EMBD]),
        ("model", arch("qwen3", attention__causal=True), [EMBD]),
        ("model", arch("dream", attention__causal=False), [EMBD]),
        ("mtp-model", arch("qwen35", block_count=3, nextn_predict_layers=1), [EMBD, NORM, NEXTN]),
        # a quantisation that dropped the head's tensors cannot predict with it
        ("model", arch("qwen35", block_count=3, nextn_predict_layers=1), [EMBD, NORM]),
        ("draft-mtp", arch("qwen35", block_count=3, nextn_predict_layers=1), [EMBD, NEXTN]),
        ("draft-mtp", arch("gemma4-assistant", block_count=4, nextn_predict_layers=4), [EMBD, NORM]),
        ("draft-eagle3", arch("eagle3", block_count=1, target_layers=[1, 2, 3]), [EMBD]),
        ("draft-dflash", arch("dflash", block_count=1, attention__causal=False), [EMBD]),
        ("draft-dspark", arch("dflash", block_count=1), [EMBD, Tensor("markov_w1.weight", "f32", [8, 8])]),
        ("mmproj", arch("clip"), [EMBD]),
        ("mmproj", {"general.type": "mmproj", "general.architecture": "clip"}, [EMBD]),
        ("embedding", arch("bert", block_count=1), [EMBD]),
        ("embedding", arch("qwen3", pooling_type=3), [EMBD]),
        ("embedding", arch("llama", attention__causal=False), [EMBD]),
        ("reranker", arch("qwen3", pooling_type=4), [EMBD]),
        ("reranker", arch("bert", classifier__output_labels=["yes", "no"]), [EMBD]),
        ("lora", {"general.type": "adapter", "general.architecture": "llama"}, [EMBD]),
        ("lora", {"adapter.type": "lora", "general.architecture": "llama"}, [EMBD]),
        ("imatrix", {"general.type": "imatrix"}, [EMBD]),
        ("imatrix", {"imatrix.chunk_count": 5}, [EMBD]),
        ("vocab", {**arch("llama"), **TOKENS}, []),
        ("broken", arch("llama"), []),
        ("broken", {"general.name": "x"}, [EMBD]),
        ("broken", arch("flux"), [EMBD]),
        ("split-part", {"split.no": Typed(2, 1), "split.count": Typed(2, 3)}, [EMBD]),
        ("model", {**arch("llama"), "split.no": Typed(2, 0), "split.count": Typed(2, 3)}, []),
        ("model", {**arch("llama"), "split.no": Typed(2, 0), "split.count": Typed(2, 1)}, [EMBD]),
    ],
)
def test_kind(tmp_path: Path, kind: str, metadata: dict[str, object], tensors: list[Tensor]) -> None:
    header = made(tmp_path, metadata, tensors)
    assert classify(header) == kind
    if kind == "broken":
        assert str(unusable(header)).endswith(".")


def test_the_name_of_a_file_does_not_decide(tmp_path: Path) -> None:
    projector = made(tmp_path, arch("clip"), [EMBD], "Qwen2.5-7B-Instruct-Q4_K_M.gguf")
    assert classify(projector) == "mmproj"
    model = made(tmp_path, arch("llama", block_count=1), [EMBD], "mmproj-mtp-draft-lora.gguf")
    assert classify(model) == "model"


def test_tensors_of_other_parts_count(tmp_path: Path) -> None:
    split = {"split.no": Typed(2, 0), "split.count": Typed(2, 2)}
    header = made(tmp_path, {**arch("qwen35", block_count=3, nextn_predict_layers=1), **split}, [])
    assert classify(header) == "model"
    assert classify(header, [NORM, NEXTN]) == "mtp-model"


@pytest.mark.parametrize(
    ("name", "key", "recurrent"),
    [
        ("mamba", "ssm__conv_kernel", True), ("rwkv7", "wkv__head_size", True), ("lfm2", "shortconv__l_cache", True),
        ("llama", "rope__dimension_count", False), ("llama", "ssmx", False),
    ],
)  # fmt: skip
def test_recurrent(tmp_path: Path, name: str, key: str, recurrent: bool) -> None:
    assert is_recurrent(made(tmp_path, arch(name, **{key: 4}), [EMBD])) is recurrent


def test_shapes_of_real_models(tmp_path: Path) -> None:
    kinds = {name: classify(read_header(path)) for name, path in shapes.build(tmp_path).items()}
    assert kinds.pop("qwen35_9b.gguf") == "mtp-model"
    assert set(kinds.values()) == {"model"}
