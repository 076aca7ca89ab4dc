"""Tiny models that really run, with every kind of trained drafter: 13 to 30 MB each, made in a second.

The target is a ring: attention and feed-forward do nothing (zeros), so a token's successor depends on that token alone
and is the next one of a fixed ring of ordinary tokens. Drafters are made on the same ring and guess right, but for a
part of what they read that is mixed in wrongly on purpose, so that some guesses are thrown away. The texts are
gibberish; what the engine counts is real. Tensor names: src/models/{qwen35,eagle3,dflash}.cpp.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from gguf_files import Tensor, header_bytes, tensor_bytes
from more_shapes import attention, heads, matrices, norms
from numpy.typing import NDArray
from shapes import Dense, Hybrid, Metadata, base, dense, hybrid_parts

Weights = Mapping[str, NDArray[Any]]
WIDTH, FF, HEAD, CONTEXT = 128, 256, 64, 8192
FIRST_ORDINARY = 300
"""Below stand tokens that steer, such as the end of the text."""
EMBEDDING, OUTPUT = "token_embd.weight", "output.weight"
KINDS = {"f32": np.float32, "f16": np.float16}


class RunningDrafters:
    """Writes the files into `folder`, with the tokenizer of `source`."""

    def __init__(self, folder: Path, source: Path) -> None:
        self.folder = folder
        reader = gguf.GGUFReader(source)
        self.tokenizer: Metadata = {
            field.name: field.contents()
            for field in reader.fields.values()
            if field.name.startswith("tokenizer.") and field.name != "tokenizer.chat_template"
        }
        self.vocab = len(self.tokenizer["tokenizer.ggml.tokens"])
        self.embedding = np.random.default_rng(1).standard_normal((self.vocab, WIDTH), dtype=np.float32)
        self.output = _successors(self.embedding)

    def target(self, length: int | None = None) -> Path:
        """A dense target. length: of its ring, in tokens; None: all ordinary tokens."""
        shape = Dense("f16", 4, WIDTH, FF, 2, 2, HEAD, self.vocab, oq="f16", qk_norm=True)
        metadata = base("qwen3", 4, WIDTH, FF, 2, 2, self.vocab, CONTEXT, rope__dimension_count=HEAD, **heads(HEAD))
        weights = {EMBEDDING: self.embedding, OUTPUT: _successors(self.embedding, length)}
        return self._write(f"ring-{length or 'whole'}.gguf", metadata, dense(shape), weights)

    def mtp(self) -> Path:
        """A target with its own head: it reads the token, and the one before more weakly."""
        shape = Hybrid(4, WIDTH, FF, 2, 1, HEAD, self.vocab, inner=256, state=128, groups=1, dt_rank=2, q="f16")
        metadata, rows = hybrid_parts(shape, CONTEXT, [3, 3, 2, 0])
        head = np.concatenate([_eye(), 0.6 * _eye()], axis=1)
        weights = {EMBEDDING: self.embedding, OUTPUT: self.output, "blk.4.nextn.eh_proj.weight": head}
        return self._write("mtp.gguf", metadata, rows, weights)

    def eagle3(self) -> Path:
        """Attention that looks at the newest token only, beside a quarter of what the target thought before."""
        rows = [*norms("", output_norm=WIDTH), *matrices("", "f16", fc=(3 * WIDTH, WIDTH), output=(WIDTH, self.vocab))]
        rows += norms("blk.0.", attn_norm=WIDTH, attn_norm_2=WIDTH, ffn_norm=WIDTH)
        rows += attention("blk.0.", "f16", WIDTH, 2, 2, HEAD, 2 * WIDTH) + _feed_forward("blk.0.")
        metadata = base("eagle3", 1, WIDTH, FF, 2, 2, self.vocab, CONTEXT, target_layers=[1, 2, 3],
                        target_hidden_size=WIDTH, **heads(HEAD))  # fmt: skip
        newest = np.concatenate([_eye(), 0 * _eye()], axis=1)
        weights = {
            OUTPUT: self.output,
            "fc.weight": np.concatenate([0.25 * _eye(), 0 * _eye(), 0 * _eye()], axis=1),
            "blk.0.attn_q.weight": 2 * newest,
            "blk.0.attn_k.weight": 2 * newest,
            "blk.0.attn_v.weight": newest,
            "blk.0.attn_output.weight": _eye(),
        }
        return self._write("eagle3.gguf", metadata, rows, weights)

    def dflash(self) -> Path:
        """A block drafter; what it guesses is near enough to be kept now and then."""
        return self._block("dflash.gguf", 8, [], {})

    def dspark(self) -> Path:
        """The same with the table of successors that DSpark adds, which here is the ring itself."""
        table = [Tensor(f"markov_w{n}.weight", "f16", [WIDTH, self.vocab]) for n in (1, 2)]
        weights = {"markov_w1.weight": self.embedding, "markov_w2.weight": self.output}
        return self._block("dspark.gguf", 7, table, weights, sample_from_anchor=True)

    def _block(self, name: str, size: int, more: Sequence[Tensor], weights: Weights, **keys: object) -> Path:
        rows = [*norms("", output_norm=WIDTH), Tensor("enc.output_norm.weight", "f32", [WIDTH])]
        rows += matrices("", "f16", fc=(2 * WIDTH, WIDTH))
        for number in range(2):
            block = f"blk.{number}."
            rows += norms(block, attn_norm=WIDTH, ffn_norm=WIDTH, attn_q_norm=HEAD, attn_k_norm=HEAD)
            rows += attention(block, "f16", WIDTH, 2, 2, HEAD) + _feed_forward(block)
        metadata = base("dflash", 2, WIDTH, FF, 2, 2, self.vocab, CONTEXT, target_layers=[1, 3], block_size=size,
                        rope__dimension_count=HEAD, **heads(HEAD), **keys)  # fmt: skip
        metadata["tokenizer.ggml.mask_token_id"] = 16
        return self._write(name, metadata, [*rows, *more], weights)

    def _write(self, name: str, metadata: Metadata, rows: Sequence[Tensor], weights: Weights) -> Path:
        """A whole file: what `weights` names, ones for every other norm, zeros for the rest."""
        head, size = header_bytes({**metadata, **self.tokenizer}, rows)
        path = self.folder / name
        with path.open("wb") as file:
            file.write(head)
            file.truncate(len(head) + size)
            offset = len(head)
            for row in rows:
                values = np.ones(row.dims[0]) if "norm" in row.name else weights.get(row.name)
                if values is not None:
                    raw = values.astype(KINDS[row.type_name]).tobytes()
                    assert len(raw) == tensor_bytes(row), row
                    file.seek(offset)
                    file.write(raw)
                offset += -(-tensor_bytes(row) // 32) * 32
        return path


def _successors(embedding: NDArray[Any], length: int | None = None) -> NDArray[Any]:
    """Output matrix (vocab, WIDTH): the row of i's successor is the embedding of i. Outside the ring rows are zeros."""
    order = np.random.default_rng(2).permutation(np.arange(FIRST_ORDINARY, len(embedding)))[:length]
    output = np.zeros_like(embedding)
    output[np.roll(order, -1)] = embedding[order]
    return output


def _eye() -> NDArray[Any]:
    return np.eye(WIDTH, dtype=np.float32)


def _feed_forward(block: str) -> list[Tensor]:
    return matrices(block, "f16", ffn_gate=(WIDTH, FF), ffn_up=(WIDTH, FF), ffn_down=(FF, WIDTH))
