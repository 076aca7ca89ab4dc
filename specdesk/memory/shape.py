"""ModelShape: the few numbers of a header that decide where memory goes, per layer and checked.

Sources: llama.cpp src/llama-hparams.cpp and src/models/*.cpp (which layers keep a cache, and how wide it is). Every
number in a header is hostile until it was found to be in a sane range; what is not raises FileFormatError.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from specdesk.errors import FileFormatError
from specdesk.language import translate
from specdesk.memory import architectures as arch
from specdesk.memory import doubts
from specdesk.memory.layers import Layer
from specdesk.memory.weights import FeedForward, Weights, read_weights
from specdesk.models.header import Header

MAX_LAYERS: Final = 4096
MAX_WIDTH: Final = 1 << 24
MAX_COUNT: Final = 1 << 31
USUAL_HEAD: Final = 64
"""Width of an attention head that nothing is known of."""

_REMEMBERED: Final = 32


@dataclass(frozen=True, slots=True)
class Mla:
    """Multi-head latent attention: key_length: per-head key, latent: kv_lora_rank, rope: rotated part of the key."""

    key_length: int
    latent: int
    rope: int


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What memory depends on. Widths are elements, not bytes.

    exact: the architecture's rules are known; otherwise every layer is charged as dense attention.
    layers: all blocks, the `nextn` (MTP) ones last. heads, head_size: the largest of any layer. window: tokens.
    vocab: columns of the output matrix. gated_query: the query projection also makes a gate. rollback: recurrent state
    can be rolled back (copies are kept). encoder: an EAGLE-3 / DFlash drafter. shares_cache: reads the target's cache.
    extracted: layers of the target that such a drafter looks at. state_width: input of a recurrent layer's step.
    doubts: where the header and its tensor table contradict each other, in sentences; the larger counts.
    """

    architecture: str
    exact: bool
    layers: tuple[Layer, ...]
    nextn: int
    embd: int
    heads: int
    kv_heads: int
    head_size: int
    value_size: int
    vocab: int
    context: int
    window: int
    experts_used: int
    ff: FeedForward
    mla: Mla | None
    rollback: bool
    gated_query: bool
    encoder: bool
    shares_cache: bool
    extracted: int
    state_width: int
    weights: Weights
    doubts: tuple[str, ...] = ()

    @property
    def main_layers(self) -> int:
        """Blocks of the main model, without MTP."""
        return len(self.layers) - self.nextn

    @property
    def has_window(self) -> bool:
        """True when some layer keeps a sliding-window cache."""
        return any(layer.window and layer.key for layer in self.layers[: self.main_layers])

    @property
    def reuses_cache(self) -> bool:
        """True when some attention layers read the cache of an earlier layer."""
        main = self.layers[: self.main_layers]
        return not self.shares_cache and any(not (one.key or one.conv or one.state) for one in main)

    @property
    def has_state(self) -> bool:
        """True when some layer keeps recurrent state."""
        return any(layer.conv or layer.state for layer in self.layers)


def bad(what: str) -> FileFormatError:
    """The error for a header whose numbers make no sense. what: a sentence."""
    return FileFormatError(
        what, translate("Memory", "No real model does; the file is damaged."), translate("Memory", "Download it again.")
    )


def _bad_value(key: str, value: object) -> FileFormatError:
    said = translate("Memory", "The header says that {key} is {value}.")
    return bad(said.format(key=key, value=str(value)[:40]))


def _too_many(key: str, count: int, layers: int) -> FileFormatError:
    said = translate("Memory", "The header says that {key} is {count} of {all} layers.")
    return bad(said.format(key=key, count=count, all=layers))


class Keys:
    """A header's own keys (`llama.block_count`, ...), each checked against a sane range."""

    __slots__ = ("header",)

    def __init__(self, header: Header) -> None:
        self.header = header

    def integer(self, key: str, default: int = 0, most: int = MAX_WIDTH) -> int:
        """A count; the largest where the file has one per layer. Raises FileFormatError outside 0..most."""
        value = self.header.metadata.get(self.header.own(key))
        if isinstance(value, tuple):
            return max((self._checked(key, item, most) for item in value), default=default)
        return default if value is None else self._checked(key, value, most)

    def per_layer(self, key: str, layers: int, default: int) -> tuple[int, ...]:
        """A count for each of `layers` blocks. Raises FileFormatError when the file's list is too short."""
        value = self.header.metadata.get(self.header.own(key))
        if isinstance(value, tuple):
            if len(value) < layers:
                short = translate("Memory", "The header says that {key} has {count} entries for {all} layers.")
                raise bad(short.format(key=key, count=len(value), all=layers))
            return tuple(self._checked(key, item, MAX_WIDTH) for item in value[:layers])
        return (self.integer(key, default),) * layers

    def pattern(self, key: str) -> tuple[bool, ...] | int | None:
        """Flags per layer, a period, or None."""
        value = self.header.metadata.get(self.header.own(key))
        if isinstance(value, tuple):
            return tuple(bool(item) for item in value)
        return self._checked(key, value, MAX_LAYERS) if isinstance(value, int) and value is not True else None

    def _checked(self, key: str, value: object, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _bad_value(key, value)
        if not 0 <= value <= most:
            raise _bad_value(key, value)
        return value


def _nextn(keys: Keys, count: int) -> int:
    """MTP blocks, which are among the blocks."""
    nextn = keys.integer("nextn_predict_layers")
    if nextn >= count > 1:
        raise _too_many("nextn_predict_layers", nextn, count)
    return min(nextn, count - 1)


def _needed(keys: Keys, key: str, most: int) -> int:
    value = keys.integer(key, most=most)
    if value == 0:
        raise FileFormatError(
            translate("Memory", "The header does not say {key}.").format(key=key.replace("_", " ")),
            translate("Memory", "Without it the memory that the model needs cannot be worked out."),
            translate("Memory", "Choose a complete model file."),
        )
    return value


def _mla(keys: Keys) -> Mla | None:
    key_length = keys.integer("attention.key_length_mla")
    if not key_length or not keys.integer("attention.value_length_mla"):
        return None
    return Mla(key_length, keys.integer("attention.kv_lora_rank"), keys.integer("rope.dimension_count"))


def _attention(keys: Keys, name: str, count: int, heads: tuple[int, ...], embd: int) -> list[Layer]:
    """The attention part of each block, as if all of them kept a cache."""
    even = embd // max(heads) if max(heads, default=0) else 0
    kv_heads = keys.per_layer("attention.head_count_kv", count, max(heads, default=0))
    key, value = keys.integer("attention.key_length", even), keys.integer("attention.value_length", even)
    if _mla(keys):
        return [Layer(key, 0)] * count
    window_key = keys.integer("attention.key_length_swa", key)
    window_value = keys.integer("attention.value_length_swa", value)
    windows = arch.window_layers(name, count, keys.integer("attention.sliding_window"), keys.pattern(arch.PATTERN_KEY))
    return [
        Layer(window_key * kv, window_value * kv, True) if window else Layer(key * kv, value * kv)
        for kv, window in zip(kv_heads, windows, strict=True)
    ]


def _layers(
    keys: Keys, name: str, count: int, nextn: int, heads: tuple[int, ...], embd: int, table: doubts.Table
) -> tuple[tuple[Layer, ...], tuple[str, ...]]:
    """(each block, where header and tensor table contradict each other)."""
    main = count - nextn
    recurrent = arch.recurrent_layers(
        name, main, keys.integer("full_attention_interval", 4),
        keys.per_layer("attention.head_count_kv", count, max(heads, default=0)),
        keys.per_layer("feed_forward_length", count, 0), keys.pattern("attention.recurrent_layers"),
    )  # fmt: skip
    stateful = [index for index, flag in enumerate(recurrent) if flag]
    without = arch.layers_without_cache(name, main, _shared(keys, name, main))
    skipped = {*without, *(() if name in arch.INTERVAL or name in arch.BOTH else stateful)}
    attention = _attention(keys, name, count, heads, embd)
    found, wide = doubts.larger_layers(attention, table, skipped, MAX_WIDTH, latent=_mla(keys) is not None)
    if stateful:
        conv, state = _state_sizes(keys, name, embd, max(heads, default=0))
        for index in stateful:
            hidden = name in arch.INTERVAL and index in table.keys
            kept = found[index] if name in arch.BOTH or hidden else Layer(0, 0)
            wide += (translate("Memory", "Layers that its header calls recurrent have attention."),) if hidden else ()
            found[index] = Layer(kept.key, kept.value, kept.window, conv, state)
    for index in without:
        found[index] = Layer(0, 0, found[index].window)
    found, nothing = doubts.never_nothing(name, found, table, embd)
    found = doubts.with_indexers(found, table, MAX_WIDTH)
    return tuple(found), (*dict.fromkeys(wide), *nothing)


def _state_sizes(keys: Keys, name: str, embd: int, heads: int) -> tuple[int, int]:
    conv, state = arch.state_sizes(name, keys.integer, embd, heads)
    if not conv and not state:
        raise FileFormatError(
            translate("Memory", "The header does not say how large the recurrent state is."),
            translate("Memory", "Without it the memory that the model needs cannot be worked out."),
            translate("Memory", "Choose a complete model file."),
        )
    return conv, state


def _shared(keys: Keys, name: str, main: int) -> int:
    """How many of the `main` layers reuse the cache of another."""
    shared = keys.integer("attention.shared_kv_layers")
    if shared >= main > 0 and name == "gemma4":
        raise _too_many("attention.shared_kv_layers", shared, main)
    return shared


def read_shape(headers: Sequence[Header]) -> ModelShape:
    """The shape of a model from the headers of its files, shard 1 first (a single file: one header).

    Raises FileFormatError when the first header lacks its counts or claims absurd ones.
    """
    header = headers[0]
    keys, name = Keys(header), header.architecture
    if not name:
        raise FileFormatError(
            translate("Memory", "The header names no architecture."),
            translate("Memory", "It is not a model."),
            translate("Memory", "Choose a model file."),
        )
    table = doubts.read_table(headers)
    count, few = doubts.more_blocks(_needed(keys, "block_count", MAX_LAYERS), table, MAX_LAYERS)
    embd, narrow = doubts.wider(_needed(keys, "embedding_length", MAX_WIDTH), table, MAX_WIDTH)
    nextn = _nextn(keys, count)
    heads = keys.per_layer("attention.head_count", count, 0)
    layers, unclear = _layers(keys, name, count, nextn, heads, embd, table)
    used, unsaid = doubts.more_experts(keys.integer("expert_used_count"), table)
    weights = read_weights(headers)
    told = (*few, *narrow, *unclear, *unsaid)
    if name in arch.ENCODERS:
        weights = replace(weights, tied=None)
    if name in arch.SHARES_CACHE:
        layers = (Layer(0, 0),) * count
    most_heads = max(heads) or (embd // USUAL_HEAD if unclear else 0)
    even = embd // most_heads if most_heads else 0
    return ModelShape(
        architecture=name, exact=name in arch.EXACT and not told, doubts=told, layers=layers,
        nextn=nextn, embd=embd, heads=most_heads,
        kv_heads=keys.integer("attention.head_count_kv", most_heads),
        head_size=keys.integer("attention.key_length", even), value_size=keys.integer("attention.value_length", even),
        vocab=_vocabulary(keys, weights), context=keys.integer("context_length", most=MAX_COUNT),
        window=keys.integer("attention.sliding_window", arch.WINDOW_DEFAULT.get(name, 0), MAX_COUNT),
        experts_used=used, ff=_feed_forward(keys, weights), mla=_mla(keys),
        rollback=name in arch.ROLLBACK, gated_query=name in arch.GATED_QUERY, encoder=name in arch.ENCODERS,
        shares_cache=name in arch.SHARES_CACHE, extracted=_extracted(keys, name),
        state_width=_state_width(keys), weights=weights,
    )  # fmt: skip


def _feed_forward(keys: Keys, weights: Weights) -> FeedForward:
    """As the tensors have it; by the keys where the tensors have unusual names."""
    found = weights.feed_forward
    expert = found.expert or keys.integer("expert_feed_forward_length")
    dense = found.dense or (0 if expert else keys.integer("feed_forward_length"))
    return replace(found, dense=dense, gated=found.gated or not found.dense, expert=expert)


def _state_width(keys: Keys) -> int:
    """Input of one step of a state-space or delta-net layer: values, keys and queries side by side."""
    groups = keys.integer("ssm.group_count") * keys.integer("ssm.state_size")
    return keys.integer("ssm.inner_size") + 2 * groups


def _extracted(keys: Keys, name: str) -> int:
    """How many of the target's layers a drafter looks at."""
    listed = keys.header.numbers(keys.header.own("target_layers"))
    return len(listed) if listed else 3 if name in arch.ENCODERS else 0


def _vocabulary(keys: Keys, weights: Weights) -> int:
    if weights.vocabulary:
        return weights.vocabulary
    listed = keys.header.array("tokenizer.ggml.tokens")
    return listed.count if listed else keys.integer("vocab_size", most=MAX_COUNT)


class SameHeaders:
    """A cache key: equal when it holds the very same header objects, which are immutable."""

    __slots__ = ("headers",)

    def __init__(self, headers: tuple[Header, ...]) -> None:
        self.headers = headers

    def __hash__(self) -> int:
        return hash(tuple(id(header) for header in self.headers))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SameHeaders) or len(self.headers) != len(other.headers):
            return False
        return all(a is b for a, b in zip(self.headers, other.headers, strict=True))


@lru_cache(maxsize=_REMEMBERED)
def _remembered(key: SameHeaders) -> ModelShape:
    return read_shape(key.headers)


def shape_of(headers: Sequence[Header]) -> ModelShape:
    """`read_shape`, remembered for the last few headers, so that a moving slider reads each header once."""
    return _remembered(SameHeaders(tuple(headers)))
