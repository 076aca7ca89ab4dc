"""Layout: which device holds which block, and the weights that each device and the host hold.

Source: src/llama-model.cpp (load_tensors: layer split, buffer overrides), common/arg.cpp (--cpu-moe, --n-cpu-moe).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from specdesk.memory import architectures as arch
from specdesk.memory.patterns import Pattern, pattern_of
from specdesk.memory.shape import ModelShape
from specdesk.memory.weights import INPUT, OUTPUT, Weight, WeightGroup
from specdesk.records.plan import ModelPlacement

HOST: Final = -1
_FORWARD: Final = re.compile(r"\.ffn_(up|down|gate|gate_up)(_exps|_chexps|_shexp)?\.weight$")


@dataclass(frozen=True, slots=True)
class Split:
    """How blocks are shared out. names: device ids in order; shares: relative share of each; gpu_layers: None = all.

    output_first: layers are counted from the output backwards. rows: every matrix is cut across the devices
    (`--split-mode row` or `tensor`). pads: quantized rows are padded as on CUDA.
    """

    names: tuple[str, ...]
    shares: tuple[float, ...]
    gpu_layers: int | None = None
    output_first: bool = True
    rows: bool = False
    main: int = 0
    pads: bool = True


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a model lies. blocks: device index of each block, HOST for the processor; output: that of the output.

    weights: bytes per device; host: bytes in the computer's own memory. host_matrix: bytes of the largest matrix there
    that a large batch copies to the first device. overridden: experts or tensors were moved by hand. split: blocks on a
    device whose feed-forward matrices lie on the host, at least some; split_bare: none of them is left on the device.
    heads_on_host: attention's output matrix of some such block lies on the host.
    """

    blocks: tuple[int, ...]
    output: int
    weights: tuple[int, ...]
    host: int
    host_matrix: int
    overridden: bool
    split: frozenset[int] = frozenset()
    split_bare: frozenset[int] = frozenset()
    heads_on_host: bool = False

    @property
    def complete(self) -> bool:
        """Every block and the output are on a device."""
        return self.output != HOST and HOST not in self.blocks


def blocks_of(count: int, split: Split) -> tuple[tuple[int, ...], int]:
    """The device of each of `count` blocks, and of the output: those beyond the GPU layers on the host, the others by
    their place in the cumulated shares; numbers of devices (llama-model.cpp, load_tensors, get_layer_buft_list)."""
    devices = len(split.names)
    wanted = count + 1 if split.gpu_layers is None else max(split.gpu_layers, 0)
    if not devices or not wanted:
        return (HOST,) * count, HOST
    active = min(wanted, count + 1)
    start = max(count + 1 - wanted, 0) if split.output_first else max(count - wanted, 0)
    total = sum(split.shares) or float(devices)
    shares = split.shares if sum(split.shares) else (1.0,) * devices
    ends = list(accumulate(share / total for share in shares))

    def device(index: int) -> int:
        if split.rows:
            return split.main
        return min(bisect_right(ends, (index - start) / active), devices - 1)

    blocks = tuple(HOST if index < start else device(index) for index in range(count))
    return blocks, device(count) if split.output_first or wanted > count else HOST


def _buffer_of(name: str, names: Sequence[str]) -> int:
    """The device whose buffer that is ("CUDA0", "RPC0[10.0.0.2:50052]"), HOST for any other ("CPU", "CUDA_Host")."""
    return next((index for index, one in enumerate(names) if name == one or name.startswith(f"{one}[")), HOST)


def _rules(place: ModelPlacement) -> Iterator[tuple[str, str]]:
    """(pattern, buffer) as the engine reads them: separated by commas, the last `=` counts."""
    for entry in place.override_tensor:
        for part in entry.split(","):
            pattern, sign, buffer = part.rpartition("=")
            if sign:
                yield pattern, buffer


def _told(place: ModelPlacement) -> list[tuple[Pattern | None, str]]:
    return [(pattern_of(pattern), buffer) for pattern, buffer in _rules(place)]


def unclear_patterns(place: ModelPlacement) -> tuple[str, ...]:
    """Patterns of `--override-tensor` of which it cannot be told what they match; the engine may know them."""
    return tuple(pattern for pattern, _ in _rules(place) if pattern_of(pattern) is None)


def _override(place: ModelPlacement, names: Sequence[str]) -> Callable[[Weight], int | None]:
    """The device that `--override-tensor`, `--cpu-moe` or `--n-cpu-moe` sends a tensor to; None: nothing said."""
    rules = [(found, _buffer_of(buffer, names)) for found, buffer in _told(place) if found is not None]
    moe = place.n_cpu_moe or 0

    def find(weight: Weight) -> int | None:
        for pattern, where in rules:
            if pattern.is_in(weight.name):
                return where
        if weight.expert and (place.cpu_moe or 0 <= weight.block < moe):
            return HOST
        return None

    return find


def _group_override(place: ModelPlacement) -> Callable[[WeightGroup], int | None]:
    moe = place.n_cpu_moe or 0
    return lambda group: HOST if group.expert and (place.cpu_moe or 0 <= group.block < moe) else None


@dataclass(slots=True)
class _Sums:
    """Bytes placed so far."""

    split: Split
    devices: list[float]
    host: int = 0
    host_matrix: int = 0
    overridden: bool = False
    forward: dict[int, list[int]] = field(default_factory=dict)
    tied: int | None = None
    heads: bool = False

    def note(self, block: int, where: int) -> None:
        """A feed-forward matrix of a block lies there."""
        self.forward.setdefault(block, []).append(where)

    def add(self, where: int, plain: int, padded: int, largest: int) -> None:
        if where == HOST:
            self.host += plain
            self.host_matrix = max(self.host_matrix, largest)
        elif self.split.rows and largest:
            total = sum(self.split.shares) or 1.0
            for index, share in enumerate(self.split.shares):
                self.devices[index] += padded * share / total
        else:
            self.devices[where] += padded if self.split.pads else plain


def tied_again(shape: ModelShape, rearranges: bool) -> bool:
    """Whether a token embedding that is the output too is there twice although both lie on the host (its bytes twice):
    where the output is rearranged for the processor, and always with gemma4 (src/models/gemma4.cpp; measured with
    b10068)."""
    return shape.architecture in arch.OUTPUT_COPIED or (rearranges and shape.weights.rearranged)


def place_weights(
    shape: ModelShape, place: ModelPlacement, split: Split, with_nextn: bool = False, rearranges: bool = True
) -> Layout:
    """Put a model's weights on devices: bytes of every tensor on its block's device, the embedding on the host, the
    output behind the last block (llama-model.cpp, load_tensors). Where it cannot be told what a pattern matches, every
    tensor counts twice: where it is at home and where the pattern would send it.

    with_nextn: the MTP blocks are loaded too (only speculation with `draft-mtp` does). rearranges: the processor may
    keep matrices rearranged (`--no-repack` forbids it).
    """
    blocks, output = blocks_of(len(shape.layers), split)
    sums = _Sums(split, [0.0] * len(split.names))
    loaded = len(blocks) if with_nextn else shape.main_layers

    def home(block: int) -> int:
        if block == INPUT:
            return HOST
        return output if block == OUTPUT else blocks[block]

    if place.override_tensor:
        find = _override(place, split.names)
        perhaps = {_buffer_of(buffer, split.names) for pattern, buffer in _told(place) if pattern is None}
        for weight in shape.weights.tensors:
            if weight.block < loaded:
                where = find(weight)
                sums.overridden |= where is not None
                lies = home(weight.block) if where is None else where
                largest = weight.plain if weight.matrix and weight.block != INPUT else 0
                for one in {lies} | perhaps:
                    sums.add(one, weight.plain, weight.padded, largest)
                sums.heads |= lies == HOST != home(weight.block) and weight.name.endswith(".attn_output.weight")
                if weight.matrix and _FORWARD.search(weight.name):
                    sums.note(weight.block, lies)
        if shape.weights.tied is not None:
            sums.tied = find(shape.weights.tied)
    else:
        find_group = _group_override(place)
        for group in shape.weights.groups:
            if group.block < loaded:
                where = find_group(group)
                sums.overridden |= where is not None
                largest = 0 if group.block == INPUT else group.largest
                sums.add(home(group.block) if where is None else where, group.plain, group.padded, largest)
                if group.expert:
                    sums.note(group.block, home(group.block) if where is None else where)
        if shape.ff.shared:
            for block, where in enumerate(blocks):
                sums.note(block, where)
    _add_tied(sums, shape, output, rearranges)
    on_host = {block: [where == HOST for where in found] for block, found in sums.forward.items()}
    apart = frozenset(block for block, found in on_host.items() if any(found) and blocks[block] != HOST)
    bare = frozenset(block for block in apart if all(on_host[block]))
    return Layout(
        blocks, output, tuple(int(x) for x in sums.devices), sums.host, sums.host_matrix, sums.overridden, apart, bare,
        sums.heads,
    )  # fmt: skip


def _add_tied(sums: _Sums, shape: ModelShape, output: int, rearranges: bool) -> None:
    """A token embedding that is the output too lies on the output's device once more; where it was moved by hand, its
    use as output lies where it was moved to. Adds bytes (llama-model.cpp, TENSOR_DUPLICATED; measured)."""
    tied = shape.weights.tied
    if tied is None:
        return
    if sums.tied is not None and sums.tied != HOST:
        if shape.architecture in arch.OUTPUT_COPIED:
            sums.add(sums.tied, tied.plain, tied.padded, 0)
    elif output != HOST and sums.tied is None:
        sums.add(output, tied.plain, tied.padded, tied.plain)
    elif tied_again(shape, rearranges):
        sums.add(HOST, tied.plain, tied.padded, 0)
