"""What this computer can run, in words: typical models through the same formulas as every fit.

No file is needed: headers are made up with the tensor tables of well-known models at four bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any, Final

from specdesk.language import mark, translate
from specdesk.memory.fit import estimate
from specdesk.memory.notes import listed
from specdesk.models.header import Header, TensorInfo
from specdesk.models.tensor_types import TENSOR_TYPES, TensorType
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan, Layers, ModelPlacement

CONTEXT: Final = 8192
WEIGHTS: Final = "q4_K"
OUTPUT: Final = "q6_K"


@dataclass(frozen=True, slots=True)
class Typical:
    """The shape of a well-known model. words: its parameters for people, marked; experts: how many, of which width,
    used each."""

    words: str
    layers: int
    width: int
    ff: int
    heads: int
    kv_heads: int
    head: int
    vocab: int
    experts: tuple[int, int, int] | None = None


LADDER: Final = (
    Typical(mark("Memory", "1 billion"), 16, 2048, 8192, 32, 8, 64, 128256),
    Typical(mark("Memory", "4 billion"), 36, 2560, 9728, 32, 8, 128, 151936),
    Typical(mark("Memory", "8 billion"), 36, 4096, 12288, 32, 8, 128, 151936),
    Typical(mark("Memory", "14 billion"), 40, 5120, 17408, 40, 8, 128, 151936),
    Typical(mark("Memory", "32 billion"), 64, 5120, 25600, 64, 8, 128, 151936),
    Typical(mark("Memory", "70 billion"), 80, 8192, 28672, 64, 8, 128, 128256),
)
"""Dense models, each size as its best-known model has it (Llama 3, Qwen3)."""

MIXTURES: Final = (
    Typical(mark("Memory", "30 billion"), 48, 2048, 6144, 32, 4, 128, 151936, (128, 768, 8)),
    Typical(mark("Memory", "120 billion"), 36, 2880, 2880, 64, 8, 64, 201088, (128, 2880, 4)),
    Typical(mark("Memory", "235 billion"), 94, 4096, 12288, 64, 4, 128, 151936, (128, 1536, 8)),
)
"""Mixtures of experts (Qwen3, gpt-oss), whose experts may stay in RAM."""


def can_run(
    devices: Sequence[Device], host: Device, reserve_mib: float = 1024, traits: BuildTraits | None = None
) -> tuple[str, ...]:
    """What this computer can run, in sentences, for the first start and for `doctor`.

    devices: what the chosen engine can use, with free memory as it is now (`engines.devices.engine_devices`); host: the
    computer's own memory. Four bits per weight and 8k tokens of context are assumed, and the sentences say so.
    """
    room = _Room(tuple(devices), host, reserve_mib, traits or BuildTraits())
    said, useful = _gpu_words(devices, room) if devices else ([], False)
    if not useful:
        said += _ram_words(replace(room, devices=()))
    said.append(translate("Memory", "Counted with 4 bits per weight, 8k tokens of context and what is free now."))
    return tuple(said)


def _gpu_words(devices: Sequence[Device], room: _Room) -> tuple[list[str], bool]:
    """(sentences, whether these devices hold any of the models)."""
    whole, partly = _largest(LADDER, room.whole), _largest(LADDER, room.partly)
    names = listed([*dict.fromkeys(device.name for device in devices)])
    none = translate("Memory", "No whole model of 1 billion parameters has room on {devices} now.")
    most = translate("Memory", "On {devices}, whole and fast: models of up to {size} parameters.")
    said = [(none if whole is None else most).format(devices=names, size=_size(whole))]
    if partly is not None and (whole is None or LADDER.index(partly) > LADDER.index(whole)):
        more = translate("Memory", "Partly in RAM, and clearly slower: up to {size} parameters.")
        said.append(more.format(size=_size(partly)))
    mixture, split = _largest(MIXTURES, room.whole), _largest(MIXTURES, room.split)
    if mixture is not None:
        there = translate("Memory", "Mixtures of experts (MoE), whole there too: up to {size} parameters.")
        said.append(there.format(size=_size(mixture)))
    if split is not None and (mixture is None or MIXTURES.index(split) > MIXTURES.index(mixture)):
        apart = translate("Memory", "Mixtures of experts (MoE) with their experts in RAM: up to {size} parameters.")
        said.append(apart.format(size=_size(split)))
    return said, whole is not None or len(said) > 1


def _size(model: Typical | None) -> str:
    return "" if model is None else translate("Memory", model.words)


def _ram_words(room: _Room) -> Iterator[str]:
    """For the processor alone."""
    found, mixture = _largest(LADDER, room.whole), _largest(MIXTURES, room.whole)
    if found is None:
        yield translate("Memory", "This computer's free RAM is too small for a model of 1 billion parameters.")
        return
    said = translate("Memory", "In RAM, on the processor: models of up to {size} parameters.")
    said = said.format(size=_size(found))
    slow = translate("Memory", "The large ones answer slowly on a processor.")
    yield f"{said} {slow}" if found in LADDER[2:] else said
    if mixture is not None:
        quick = translate("Memory", "Mixtures of experts (MoE), quicker for their size: up to {size} parameters.")
        yield quick.format(size=_size(mixture))


def _largest(models: Sequence[Typical], good: Callable[[Typical], bool]) -> Typical | None:
    return next((one for one in reversed(models) if good(one)), None)


@dataclass(frozen=True, slots=True)
class _Room:
    """What there is."""

    devices: tuple[Device, ...]
    host: Device
    reserve_mib: float
    traits: BuildTraits

    def fit(self, model: Typical, layers: Layers, cpu_moe: bool = False) -> Fit:
        place = ModelPlacement(layers=layers, cpu_moe=cpu_moe)
        plan = LaunchPlan(target="typical", context=CONTEXT, slots=1, place=place, cache_ram=0)
        header = (header_of(model),)
        return estimate(header, (), None, plan, self.traits, self.devices, self.host, None, self.reserve_mib)

    def whole(self, model: Typical) -> bool:
        return self.fit(model, "all").verdict != "no"

    def partly(self, model: Typical) -> bool:
        return any(self.fit(model, (model.layers + 1) * part // 4).verdict != "no" for part in (3, 2, 1))

    def split(self, model: Typical) -> bool:
        return self.fit(model, "all", cpu_moe=True).verdict != "no"


@lru_cache(maxsize=len(LADDER) + len(MIXTURES))
def header_of(model: Typical) -> Header:
    """A header with the shape of a model, as a file with four bits per weight would have it."""
    name = "qwen3moe" if model.experts else "llama"
    keys: dict[str, Any] = {
        "block_count": model.layers, "context_length": 131072, "embedding_length": model.width,
        "feed_forward_length": model.ff, "attention.head_count": model.heads,
        "attention.head_count_kv": model.kv_heads, "attention.key_length": model.head,
        "attention.value_length": model.head, "vocab_size": model.vocab,
    }  # fmt: skip
    if model.experts is not None:
        count, width, used = model.experts
        keys |= {"expert_count": count, "expert_used_count": used, "expert_feed_forward_length": width}
    metadata: dict[str, Any] = {"general.architecture": name, **{f"{name}.{key}": value for key, value in keys.items()}}
    tensors = (
        _tensor("token_embd.weight", (model.width, model.vocab)),
        _tensor("output.weight", (model.width, model.vocab), OUTPUT),
        *(tensor for index in range(model.layers) for tensor in _block(f"blk.{index}.", model)),
    )
    return Header("", sum(tensor.nbytes or 0 for tensor in tensors), 3, metadata, tensors, 0)


def _block(block: str, model: Typical) -> list[TensorInfo]:
    width, queries, keys = model.width, model.heads * model.head, model.kv_heads * model.head
    found = [
        _tensor(f"{block}attn_q.weight", (width, queries)), _tensor(f"{block}attn_k.weight", (width, keys)),
        _tensor(f"{block}attn_v.weight", (width, keys)), _tensor(f"{block}attn_output.weight", (queries, width)),
    ]  # fmt: skip
    if model.experts is None:
        parts = (("ffn_gate", (width, model.ff)), ("ffn_up", (width, model.ff)), ("ffn_down", (model.ff, width)))
        return found + [_tensor(f"{block}{part}.weight", dims) for part, dims in parts]
    count, inner, _ = model.experts
    return [
        *found, _tensor(f"{block}ffn_gate_exps.weight", (width, inner, count)),
        _tensor(f"{block}ffn_up_exps.weight", (width, inner, count)),
        _tensor(f"{block}ffn_down_exps.weight", (inner, width, count)),
    ]  # fmt: skip


def _tensor(name: str, dims: tuple[int, ...], kind: str = WEIGHTS) -> TensorInfo:
    number, known = _numbered(kind)
    return TensorInfo(name, number, dims, 0, prod(dims) // known.block * known.block_bytes)


def _numbered(kind: str) -> tuple[int, TensorType]:
    return next((number, one) for number, one in TENSOR_TYPES.items() if one.name.casefold() == kind.casefold())
