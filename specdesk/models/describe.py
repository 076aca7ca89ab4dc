"""From a header to the row of the library: sizes, quantisation, what one generated token reads."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from specdesk.language import number, translate
from specdesk.models.header import Header, TensorInfo, truncation
from specdesk.models.kinds import BLOCK, classify, is_recurrent, unusable
from specdesk.models.naming import friendly_name
from specdesk.models.quantization import quantization
from specdesk.models.shards import SplitSet, split_of
from specdesk.records.model_file import Kind, ModelFile, Split

MIB: Final = 2**20
_SAMPLING: Final = "general.sampling."
_THINKS: Final = re.compile(r"think|reasoning", re.IGNORECASE)
# one row of these is read per token, or none at all
_LOOKED_UP: Final = ("token_embd.weight", "position_embd.weight", "token_types.weight", "per_layer_token_embd.weight")
_EXPERT: Final = re.compile(r"\.ffn_(gate|up|down|gate_up)(_ch)?_exps\.|\.ffn_(gate|up|down)\.\d+\.")
_DEFAULT_BLOCK: Final = 16
_LARGEST_BLOCK: Final = 1024


def active_bytes(header: Header, tensors: Sequence[TensorInfo], kind: Kind) -> float | None:
    """Bytes of weights read to generate one token; None where a tensor has an unknown type or there are none.

    A mixture of experts reads `expert_used_count` of `expert_count` experts. The token table is looked up, not read,
    unless it doubles as the output (no `output.weight`). MTP blocks of a whole model are not run in a plain step.
    """
    if not tensors:
        return None
    experts, used = header.integer(header.own("expert_count")), header.integer(header.own("expert_used_count"))
    share = used / experts if experts and used and used <= experts else 1.0
    tied = not any(tensor.name == "output.weight" for tensor in tensors)
    blocks, heads = header.integer(header.own("block_count")), header.integer(header.own("nextn_predict_layers"))
    first_head = blocks - heads if kind == "mtp-model" and blocks and heads else None
    total = 0.0
    for tensor in tensors:
        if tensor.nbytes is None:
            return None
        if tensor.name in _LOOKED_UP and not (tied and tensor.name == "token_embd.weight"):
            continue
        block = BLOCK.match(tensor.name)
        if first_head is not None and block and int(block[1]) >= first_head:
            continue
        total += tensor.nbytes * (share if _EXPERT.search(tensor.name) else 1.0)
    return total


def vocabulary_size(header: Header) -> int | None:
    """Tokens in the file's own list, else `vocab_size` as written."""
    tokens = header.array("tokenizer.ggml.tokens")
    return tokens.count if tokens else header.integer(header.own("vocab_size"))


def _sampling(header: Header) -> dict[str, float]:
    numbers = ((key, header.number(key)) for key in header.metadata if key.startswith(_SAMPLING))
    return {
        key.removeprefix(_SAMPLING): number for key, number in numbers if number is not None and math.isfinite(number)
    }


def _draft_block(header: Header, kind: Kind) -> int | None:
    if kind not in ("draft-dflash", "draft-dspark"):
        return None
    written = header.integer(header.own("block_size"))
    return written if written and 0 < written <= _LARGEST_BLOCK else _DEFAULT_BLOCK


def missing_data(header: Header) -> str | None:
    """One sentence for a file whose tensor data is cut off; None for a complete one."""
    missing = truncation(header)
    if missing is None:
        return None
    whole = header.size + missing
    return translate(
        "Models",
        "The download is incomplete: {missing} of {whole} are missing; continue it or download the file again.",
    ).format(missing=_amount(missing), whole=_amount(whole))


def _amount(size: int) -> str:
    if size < MIB:
        return translate("Models", "{count} bytes").format(count=number(size, grouped=True))
    if size < 10 * 1024 * MIB:
        return f"{number(size / MIB, grouped=True)} MiB"
    return f"{number(size / 1024 / MIB, 1, grouped=True)} GiB"


def describe(header: Header, whole: SplitSet | None = None, missing: tuple[str, ...] = ()) -> ModelFile:
    """The row of one file, or of a whole set when `header` is its first part and `whole` the set.

    missing: names of absent parts, for a later part of a set whose set was not read.
    """
    tensors = whole.tensors if whole else header.tensors
    kind = classify(header, tensors)
    error = missing_data(header)
    if error:
        kind = "broken"
    elif kind == "broken":
        error = unusable(header)
    elif whole:
        error = whole.problem
    active = active_bytes(header, tensors, kind)
    template = header.text("tokenizer.chat_template") or ""
    split = split_of(header)
    return ModelFile(
        path=header.path,
        kind=kind,
        name=friendly_name(header),
        architecture=header.architecture or None,
        quantization=quantization(header, tensors),
        size_mib=(whole.size if whole else header.size) / MIB,
        parameters=sum(tensor.elements for tensor in tensors) or None,
        context_length=header.integer(header.own("context_length")),
        vocab_size=vocabulary_size(header),
        layers=header.integer(header.own("block_count")),
        split=Split(index=split[0], count=split[1], missing=whole.missing if whole else missing) if split else None,
        error=error,
        identity=(header.size, header.mtime_ns),
        active_mib=None if active is None else active / MIB,
        experts=header.integer(header.own("expert_count")) or None,
        recurrent=is_recurrent(header),
        sampling=_sampling(header),
        has_template=bool(template),
        thinking=bool(_THINKS.search(template)),
        draft_block=_draft_block(header, kind),
    )
