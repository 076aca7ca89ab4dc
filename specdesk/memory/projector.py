"""Projector: the buffer in which the engine reads the largest picture it prepares for, beside the file's weights.

Source: tools/mtmd/clip.cpp (clip_graph::build_vit, build_attn, set_warmup_n_tokens) and what llama-server says of
header-only projectors (`tests/goldens/projector_cases.json`, b10068). Notation: N patches of that picture, one
*activation* = 4 * embedding * N bytes. A kind of projector is one row of `KINDS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from specdesk.memory import architectures as arch
from specdesk.memory.shape import Keys, SameHeaders
from specdesk.memory.weights import Weights, read_weights
from specdesk.models.header import Header

F32: Final = 4
F16: Final = 2
COLOURS: Final = 3
AUDIO_POSITIONS: Final = 1500
"""Positions of half a minute of sound (whisper's encoder)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of projector spends memory; counts of activations as measured.

    side: tokens along one side of the prepared picture (set_warmup_n_tokens), None where the file says its size. merge:
    patches along one side of a token where the file does not say. behind: kept while the feed-forward part works;
    scored: kept while attention scores are written out. keeps_input: the picture itself stays as long.
    windows: most blocks see a window, whose mask covers all pairs of patches. first: one position more than patches.
    wide: two matrices as wide as the model's embedding follow one another (llava's projector).
    """

    side: int | None = None
    merge: int = 1
    behind: int = 3
    scored: float = 7
    keeps_input: bool = True
    windows: bool = False
    first: bool = False
    wide: bool = False


KINDS: Final = {
    "gemma3": Kind(merge=4, scored=6, keeps_input=False),
    "idefics3": Kind(scored=4, keeps_input=False),
    "internvl": Kind(scored=4, keeps_input=False, first=True),
    "mlp": Kind(behind=4, scored=5, first=True, wide=True),
    "llama4": Kind(scored=4, first=True),
    "pixtral": Kind(side=16, scored=4),
    "gemma4v": Kind(side=16, merge=3, behind=2, scored=5.5),
    "qwen2vl_merger": Kind(side=46, merge=2, behind=2, scored=5),
    "qwen2.5vl_merger": Kind(side=46, merge=2, behind=2, scored=5, windows=True),
    "qwen3vl_merger": Kind(side=46, merge=2, behind=2),
}
"""By `clip.projector_type`."""

ANY: Final = Kind(side=46, merge=2, behind=4, windows=True, first=True, wide=True)
"""The largest of everything, for a kind that is not in the table."""

ATTENDING: Final = 6
"""Activations while flash attention works: input, queries, keys, values and both turned (build_attn, measured); half
of one less where the picture's place is used again."""

JOINED: Final = 1.37
"""What joining features as wide as the model's embedding takes, beside their own size (measured)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The largest picture that is prepared for, and the encoder that reads it.

    width: pixels along one side. patches: N. tokens: what becomes of them for the model. embd, heads, ff: the
    encoder's; text: width of the model's own embedding. gated: its feed-forward part has a gate. deep: levels whose
    features are kept to the end (deepstack). known: its kind is in the table.
    """

    kind: Kind
    width: int
    patches: int
    tokens: int
    embd: int
    heads: int
    ff: int
    text: int
    gated: bool
    deep: int
    known: bool


def read_picture(header: Header, weights: Weights) -> Picture | None:
    """What a projector's header says; None where it says too little for any figure. Raises FileFormatError for counts
    that no projector has."""
    keys = Keys(header)
    part = "vision" if keys.integer("vision.embedding_length") else "audio"
    embd, ff = keys.integer(f"{part}.embedding_length"), keys.integer(f"{part}.feed_forward_length")
    heads = keys.integer(f"{part}.attention.head_count")
    if not (embd and ff and heads):
        return None
    name = header.metadata.get("clip.projector_type") or header.metadata.get("clip.vision.projector_type")
    known = KINDS.get(str(name)) if part == "vision" else None
    kind = known or ANY
    patch, size = keys.integer("vision.patch_size"), keys.integer("vision.image_size")
    if part == "vision" and not (patch and (size or kind.side)):
        return None
    merge = keys.integer("vision.spatial_merge_size") or keys.integer("vision.projector.scale_factor") or kind.merge
    prepared, said = (kind.side or 0) * merge * patch, size // patch * patch if patch else 0
    width = max(prepared, said) if known is None else prepared or said
    patches = (width // patch) ** 2 + kind.first if part == "vision" else AUDIO_POSITIONS
    return Picture(
        kind=kind, width=width, patches=patches, tokens=patches // merge**2, embd=embd,
        heads=heads, ff=ff, text=keys.integer(f"{part}.projection_dim"),
        gated=any(one.name.endswith(".ffn_gate.weight") for one in weights.tensors),
        deep=sum(one.name.startswith("v.deepstack.") and ".fc1.weight" in one.name for one in weights.tensors),
        known=known is not None,
    )  # fmt: skip


@lru_cache(maxsize=4)
def _remembered(key: SameHeaders) -> tuple[int, Picture | None]:
    weights = read_weights(key.headers)
    return weights.total, read_picture(key.headers[0], weights)


def projector_of(header: Header) -> tuple[int, Picture | None]:
    """(bytes of a projector's weights, its picture), remembered for the last few, so that a moving slider reads each
    header once. Raises as `read_picture` does."""
    return _remembered(SameHeaders((header,)))


def activation(picture: Picture) -> float:
    """One activation: 4 * embedding * N bytes (build_vit)."""
    return F32 * picture.embd * picture.patches


def picture_input(picture: Picture) -> float:
    """The picture and the positions of its patches: 4 * 3 * width^2 + 4 * 4 * N bytes (build_inp_raw, positions)."""
    return F32 * COLOURS * picture.width**2 + 4 * F32 * picture.patches


def kept_input(picture: Picture) -> float:
    """`picture_input` where later tensors cannot take its place, else 0; bytes (ggml-alloc.c, measured)."""
    return picture_input(picture) if picture.kind.keeps_input else 0.0


def scores(picture: Picture) -> float:
    """Attention scores without flash attention: 4 * heads * N^2 bytes (build_attn)."""
    return F32 * picture.heads * picture.patches**2


def window_mask(picture: Picture) -> float:
    """The mask of windowed blocks: 4 * N^2 bytes, 0 where no block has a window (models/qwen2vl.cpp)."""
    return F32 * picture.patches**2 if picture.kind.windows else 0.0


def attention(picture: Picture, flash: bool) -> float:
    """The moment inside attention: input + 6 activations + window_mask with its f16 copy; without flash attention
    input + `scored` activations + window_mask + scores. Bytes (build_attn)."""
    if flash:
        kept = ATTENDING if picture.kind.keeps_input else ATTENDING - 0.5
        return kept_input(picture) + kept * activation(picture) + window_mask(picture) * (1 + F16 / F32)
    return kept_input(picture) + picture.kind.scored * activation(picture) + window_mask(picture) + scores(picture)


def feed_forward(picture: Picture) -> float:
    """The moment inside the feed-forward part: input + `behind` activations + window_mask + 4 * ff * N, three times
    with a gate; bytes (build_ffn)."""
    wide = F32 * picture.ff * picture.patches * (3 if picture.gated else 1)
    return kept_input(picture) + picture.kind.behind * activation(picture) + window_mask(picture) + wide


def projection(picture: Picture) -> float:
    """The moment at the end: input + one activation + 4 * text width * tokens, twice where two matrices of that width
    follow one another; bytes (models/llava.cpp)."""
    wide = 2 if picture.kind.wide else 1
    return kept_input(picture) + activation(picture) + wide * F32 * picture.text * picture.tokens


def deep_features(picture: Picture) -> float:
    """Features of several depths, kept until they are joined: depths * the larger of an activation and
    1.37 * 4 * text width * tokens, the gaps of the allocator among them; bytes (models/qwen3vl.cpp, measured)."""
    return picture.deep * max(activation(picture), JOINED * F32 * picture.text * picture.tokens)


def image_buffer(picture: Picture, flash: bool) -> float:
    """Bytes of the whole buffer: the largest moment and what is kept through all of them (ggml-alloc.c). flash: flash
    attention works for this encoder."""
    moments = (attention(picture, flash), feed_forward(picture), projection(picture))
    return max(moments) + deep_features(picture)


def has_kernel(picture: Picture) -> bool:
    """Whether a GPU has a flash-attention kernel for the encoder's heads; without one it works without (fattn.cu)."""
    return picture.embd // picture.heads in arch.FLASH_HEADS
