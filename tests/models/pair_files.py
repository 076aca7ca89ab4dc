"""Small target and draft files for tests of pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gguf_files import Tensor, write_gguf

from specdesk.models.header import Header, read_header
from specdesk.models.pairing import judge
from specdesk.records.build import BuildTraits
from specdesk.records.pair import PairVerdict

METHODS = ("draft-simple", "draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark", "ngram-mod", "ngram-simple")
NEW = BuildTraits(methods=METHODS)
OLD = BuildTraits(dialect="D1", methods=("draft-simple",), bos_rule="ids", mismatch="fatal", max_vocab_difference=128)
BIG = [Tensor("token_embd.weight", "f16", [64, 64]), Tensor("blk.0.attn_q.weight", "f16", [64, 64 * 20])]
SMALL = [Tensor("token_embd.weight", "f16", [64, 8]), Tensor("blk.0.attn_q.weight", "f16", [64, 8])]
TEMPLATE = "{% for m in messages %}<|im_start|>{{ m }}<|im_end|>{% endfor %}"


def tokens(count: int, **changed: str) -> list[str]:
    texts = [f"tok{index}" for index in range(count)]
    for index, text in changed.items():
        texts[int(index[1:])] = text
    return texts


def vocab(count: int = 40, model: str = "gpt2", **more: Any) -> dict[str, Any]:
    changed = {key: more.pop(key) for key in list(more) if key.startswith("t") and key[1:].isdigit()}
    keys = {f"tokenizer.ggml.{key}": value for key, value in more.items()}
    return {"tokenizer.ggml.model": model, "tokenizer.ggml.tokens": tokens(count, **changed), **keys}


def model(
    path: Path, vocabulary: dict[str, Any], tensors: list[Tensor] = BIG, arch: str = "llama", **own: object
) -> Header:
    keys = {f"{arch}.{key.replace('__', '.')}": value for key, value in own.items()}
    metadata = {"general.architecture": arch, f"{arch}.block_count": 1, "tokenizer.chat_template": TEMPLATE}
    return read_header(write_gguf(path, {**metadata, **keys, **vocabulary}, tensors))


def pair(folder: Path, target: dict[str, Any], draft: dict[str, Any], traits: BuildTraits = NEW) -> PairVerdict:
    return judge(model(folder / "t.gguf", target), model(folder / "d.gguf", draft, SMALL), traits)
