"""Trained drafters (MTP, EAGLE-3, DFlash, DSpark): does this one belong to that target?

Sources: src/models/{eagle3,dflash,gemma4-assistant}.cpp and common/speculative.cpp of llama.cpp. None of these methods
compares vocabularies; a wrong partner ends in an assertion, or in guesses that are never used.
"""

from __future__ import annotations

from typing import Final

from specdesk.language import number, translate
from specdesk.models.header import Header
from specdesk.models.kinds import MTP_ARCHITECTURES
from specdesk.records.model_file import Kind

_EAGLE3_LAYERS: Final = 3
_TARGETS_OF_ASSISTANTS: Final = {"gemma4-assistant": ("gemma4",)}


def _width(header: Header) -> int | None:
    return header.integer(header.own("embedding_length"))


def _tensor_width(header: Header, name: str, dim: int) -> int | None:
    found = next((tensor for tensor in header.tensors if tensor.name == name), None)
    return found.dims[dim] if found and len(found.dims) > dim else None


def target_width(draft: Header, kind: Kind) -> int | None:
    """The embedding width that the drafter was made for; None where its header does not say."""
    if kind == "draft-mtp":
        written = draft.integer(draft.own("embedding_length_out"))
        return written or _tensor_width(draft, "nextn.post_projection.weight", 1) or _width(draft)
    written = draft.integer(draft.own("target_hidden_size"))
    if written or kind == "draft-eagle3":
        return written
    return _width(draft)  # DFlash without the key has the target's own width


def target_layers(draft: Header) -> tuple[int, ...]:
    """The target's layers whose output the drafter reads; empty where its header names none."""
    for suffix in ("target_layers", "extract_layers", "target_layer_ids"):
        found = draft.numbers(draft.own(suffix))
        if found:
            return tuple(int(number) for number in found)
    return ()


def _wrong_width(target: Header, draft: Header, kind: Kind) -> str | None:
    wanted, width = target_width(draft, kind), _width(target)
    if wanted is None or width is None or wanted == width:
        return None
    return translate(
        "Models", "The drafter was made for a model of width {wanted}, and the target's width is {width}."
    ).format(wanted=number(wanted, grouped=True), width=number(width, grouped=True))


def _wrong_layers(target: Header, draft: Header, kind: Kind) -> str | None:
    layers, blocks = target_layers(draft), target.integer(target.own("block_count"))
    if not layers:
        return translate("Models", "The drafter does not say which layers of its target it reads.")
    if kind == "draft-eagle3" and len(layers) != _EAGLE3_LAYERS:
        return translate(
            "Models", "The drafter reads {count} layers of its target, and EAGLE-3 needs exactly {needed}."
        ).format(count=len(layers), needed=_EAGLE3_LAYERS)
    wrong = next((layer for layer in layers if layer < 0 or (blocks is not None and layer > blocks)), None)
    if wrong is None:
        return None
    return translate("Models", "The drafter reads layer {wrong} of its target, which has only {blocks}.").format(
        wrong=wrong, blocks=blocks
    )


def _wrong_family(target: Header, draft: Header) -> str | None:
    arch = draft.architecture
    wanted = _TARGETS_OF_ASSISTANTS.get(arch, (arch.removesuffix("-assistant"),))
    if target.architecture in wanted:
        return None
    if not target.architecture:
        return translate("Models", "The drafter belongs to {wanted} models, and the target is unknown.").format(
            wanted=wanted[0]
        )
    return translate("Models", "The drafter belongs to {wanted} models, and the target is {architecture}.").format(
        wanted=wanted[0], architecture=target.architecture
    )


def drafter_problem(target: Header, draft: Header, kind: Kind) -> str | None:
    """Why a trained drafter cannot draft for this target, in one sentence; None where it can."""
    if kind == "draft-mtp":
        return _wrong_family(target, draft) or _wrong_width(target, draft, kind)
    return _wrong_layers(target, draft, kind) or _wrong_width(target, draft, kind)


def head_problem(architecture: str | None) -> str | None:
    """Why an MTP head inside a model of this architecture cannot be used; None where it can."""
    if architecture in MTP_ARCHITECTURES:
        return None
    if not architecture:
        return translate("Models", "llama.cpp has no multi-token prediction for this architecture models.")
    return translate("Models", "llama.cpp has no multi-token prediction for {architecture} models.").format(
        architecture=architecture
    )
