"""Trained drafters: which target each one belongs to, by width, layers and family."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gguf_files import Tensor, write_gguf
from pair_files import NEW, OLD, SMALL, model, vocab

from specdesk.models.header import Header, read_header
from specdesk.models.pairing import judge


def drafter(path: Path, arch: str, tensors: list[Tensor] = SMALL, **own: object) -> Header:
    keys = {f"{arch}.{key}": value for key, value in own.items()}
    return read_header(write_gguf(path, {"general.architecture": arch, f"{arch}.block_count": 1, **keys}, tensors))


MARKOV = Tensor("markov_w1.weight", "f16", [8, 8])


@pytest.mark.parametrize(
    ("method", "arch", "own", "tensors", "problem"),
    [
        ("draft-eagle3", "eagle3", {"target_hidden_size": 64, "target_layers": [1, 10, 20]}, SMALL, None),
        ("draft-eagle3", "eagle3", {"target_hidden_size": 32, "target_layers": [1, 10, 20]}, SMALL,
         "The drafter was made for a model of width 32, and the target's width is 64."),
        ("draft-eagle3", "eagle3", {"target_hidden_size": 64, "target_layers": [1, 10, 25]}, SMALL,
         "The drafter reads layer 25 of its target, which has only 24."),
        ("draft-eagle3", "eagle3", {"target_hidden_size": 64, "target_layers": [1, 10]}, SMALL,
         "The drafter reads 2 layers of its target, and EAGLE-3 needs exactly 3."),
        ("draft-eagle3", "eagle3", {"target_hidden_size": 64}, SMALL,
         "The drafter does not say which layers of its target it reads."),
        ("draft-dflash", "dflash", {"embedding_length": 64, "target_layers": [1, 2]}, SMALL, None),
        ("draft-dflash", "dflash", {"embedding_length": 128, "target_layers": [1, 2]}, SMALL,
         "The drafter was made for a model of width 128, and the target's width is 64."),
        ("draft-dspark", "dflash", {"embedding_length": 8, "target_hidden_size": 64, "target_layers": [24]},
         [*SMALL, MARKOV], None),
        ("draft-mtp", "gemma4-assistant", {"embedding_length": 8, "embedding_length_out": 64}, SMALL,
         "The drafter belongs to gemma4 models, and the target is llama."),
        ("draft-mtp", "llama", {"embedding_length": 64, "nextn_predict_layers": 1},
         [Tensor("blk.0.nextn.eh_proj.weight", "f16", [128, 64])], None),
        ("draft-mtp", "llama", {"embedding_length": 32, "nextn_predict_layers": 1},
         [Tensor("blk.0.nextn.eh_proj.weight", "f16", [64, 32])],
         "The drafter was made for a model of width 32, and the target's width is 64."),
    ],
)  # fmt: skip
def test_trained_drafters(
    tmp_path: Path, method: str, arch: str, own: dict[str, Any], tensors: list[Tensor], problem: str | None
) -> None:
    target = model(tmp_path / "t.gguf", vocab(), embedding_length=64, block_count=24)
    draft = drafter(tmp_path / "d.gguf", arch, tensors, **own)
    verdict = judge(target, draft, NEW)
    assert (verdict.method, verdict.compatible) == (method, problem is None)
    assert verdict.reason == (problem or "The drafter was made for a model of this shape.")
    old = judge(target, draft, OLD)
    assert (old.compatible, old.reason) == (False, f"This build does not know the method {method}.")
    swapped = judge(draft, target, NEW)
    assert not swapped.compatible
    assert "which cannot answer on its own" in swapped.reason


def test_gemma4_assistant(tmp_path: Path) -> None:
    target = model(tmp_path / "t.gguf", vocab(model="gemma4"), arch="gemma4", embedding_length=64)
    post = Tensor("nextn.post_projection.weight", "f16", [8, 64])
    good = drafter(tmp_path / "a.gguf", "gemma4-assistant", [*SMALL, post], embedding_length=8)
    assert judge(target, good, NEW).compatible
    bad = drafter(tmp_path / "b.gguf", "gemma4-assistant", embedding_length=8, embedding_length_out=128)
    assert judge(target, bad, NEW).reason == (
        "The drafter was made for a model of width 128, and the target's width is 64."
    )


def test_a_block_drafter_spreads_its_cost(tmp_path: Path) -> None:
    target = model(tmp_path / "t.gguf", vocab(), embedding_length=64, block_count=24)
    costs = []
    for block in (2, 9):
        draft = drafter(tmp_path / "d.gguf", "dflash", embedding_length=64, target_layers=[1], block_size=block)
        cost = judge(target, draft, NEW).prior_cost
        assert cost is not None
        costs.append(cost[0] - 0.02)
    assert costs[1] == pytest.approx(costs[0] / 8)
