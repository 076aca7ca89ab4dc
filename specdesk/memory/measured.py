"""A fit from what was really allocated: the buffer lines of the running engine's log, and the driver's free memory
before and after. Beside the prediction, in the same parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec
from msgspec import structs

from specdesk.language import mark, translate
from specdesk.memory.advice import Question
from specdesk.memory.fit import Placed, assemble, assumed_overhead
from specdesk.memory.notes import amount, notes_for
from specdesk.memory.places import HOST, Place, shares, with_unlisted
from specdesk.records.buffers import Buffer, BufferKind, Which
from specdesk.records.device import Device
from specdesk.records.fit import DeviceFit, Fit, HostFit, ModelParts

SAME_MIB: Final = 16.0
"""Two sums that differ by less are the same for people."""
RAM: Final = "RAM"

_PART_OF: Final[dict[BufferKind, int]] = {"model": 0, "KV": 1, "RS": 1, "compute": 2, "output": 2}
_MAPPED: Final = "_mapped"
_PARTS: Final = ("weights", "cache", "compute")
_PART_WORDS: Final = {
    ("target", "weights"): mark("Memory", "the target's weights"),
    ("target", "cache"): mark("Memory", "the target's cache"),
    ("target", "compute"): mark("Memory", "the target's compute"),
    ("draft", "weights"): mark("Memory", "the draft's weights"),
    ("draft", "cache"): mark("Memory", "the draft's cache"),
    ("draft", "compute"): mark("Memory", "the draft's compute"),
}
_BESIDE: Final = (
    ("projector", mark("Memory", "the projector")),
    ("overhead", mark("Memory", "the engine's own use")),
)


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What is allocated. overhead_mib: device id -> what is gone beside the buffers, where the driver says so."""

    fit: Fit
    overhead_mib: dict[str, float] = {}


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One part, predicted and measured (MiB). place: device id or "RAM"; name: in words. part: as in a sentence."""

    place: str
    name: str
    part: str
    predicted: float
    measured: float

    @property
    def more(self) -> float:
        """MiB above the prediction; negative when it is less."""
        return self.measured - self.predicted


def measured_fit(
    estimate: Fit, buffers: Sequence[Buffer], question: Question, after: Sequence[Device] = ()
) -> Measured | None:
    """What the engine allocated; provenance "measured". None when its log names no buffers (a low log level).

    question: what the estimate answered; its devices have the free memory from before the start. after: the same
    devices now. A draft without buffers was not loaded, whatever was asked for. Raises as `Question.fit` does.
    """
    if not any(buffer.kind in ("model", "KV") for buffer in buffers):
        return None
    devices = with_unlisted(question.devices, [buffer.device for buffer in buffers])
    placed = _placed(estimate, buffers, devices)
    taken = dict(zip((device.id for device in devices), _taken(placed), strict=True))
    beside = _beside(devices, taken, after)
    own = (
        beside.get(device.id, guess if taken[device.id] else 0.0)
        for device, guess in zip(devices, placed.overheads, strict=True)
    )
    placed = replace(placed, overheads=tuple(own))
    fit = assemble(placed, devices, question.host, question.plan, question.traits, question.reserve_mib)
    fit = structs.replace(fit, provenance="measured", context=estimate.context)
    basis = question.basis()
    unknown = assumed_overhead(fit, devices, beside) if question.overhead_mib is None else None
    notes = notes_for(fit, basis.shape, basis.draft, basis.sizes, question.plan, question.traits, unknown, "header")
    if estimate.host.draft is not None and placed.host_draft is None:
        notes = (*notes, translate("Memory", "The engine did not load the draft."))
    return Measured(fit=structs.replace(fit, notes=notes), overhead_mib=beside)


def _placed(estimate: Fit, buffers: Sequence[Buffer], devices: Sequence[Device]) -> Placed:
    """Everything but the overheads, which are still the estimate's."""
    known = {part.id: part for part in estimate.devices}
    guesses = [known.get(device.id) for device in devices]
    weights = [guess.target.weights if guess else 0.0 for guess in guesses]
    images = [guess.projector if guess else 0.0 for guess in guesses]
    sums = {which: _sums(buffers, which, devices, weights) for which in ("target", "draft", "projector")}
    drafted = any(buffer.model == "draft" for buffer in buffers)
    image = _image(sums["projector"], images)
    target = _unmapped(sums["target"], _all_weights(estimate, "target"), len(devices))
    draft = _unmapped(sums["draft"], _all_weights(estimate, "draft"), len(devices)) if drafted else None
    host = structs.replace(target[HOST], weights=target[HOST].weights + image[HOST])
    return Placed(
        targets=tuple(target[index] for index in range(len(devices))),
        drafts=tuple(draft[index] if draft else None for index in range(len(devices))),
        projectors=tuple(image[index] for index in range(len(devices))),
        overheads=tuple(guess.overhead if guess else 0.0 for guess in guesses),
        host_target=host,
        host_draft=draft[HOST] if draft else None,
    )


class _Sums(msgspec.Struct):
    """MiB of one model per place: weights, cache, compute. mapped: the stretch of the file that is read in place."""

    parts: dict[Place, list[float]]
    mapped: float = 0.0


def _sums(buffers: Sequence[Buffer], which: Which | str, devices: Sequence[Device], weights: Sequence[float]) -> _Sums:
    found = _Sums({})
    for buffer in (one for one in buffers if one.model == which):
        for where, share in shares(buffer.device, devices, weights).items():
            if where is HOST and buffer.kind == "model" and buffer.device.casefold().endswith(_MAPPED):
                found.mapped += share * buffer.mib
            else:
                found.parts.setdefault(where, [0.0, 0.0, 0.0])[_PART_OF[buffer.kind]] += share * buffer.mib
    return found


def _unmapped(sums: _Sums, every: float, devices: int) -> dict[Place, ModelParts]:
    """Parts per place. A file that is read in place shows as one stretch, from its first to its last tensor on the
    host, with those on devices in between: never more of it counts than all weights less what lies elsewhere.

    every: MiB of all weights by their tensors.
    """
    elsewhere = sum(part[0] for part in sums.parts.values())
    host = sums.parts.setdefault(HOST, [0.0, 0.0, 0.0])
    host[0] += min(sums.mapped, max(every - elsewhere, 0.0)) if every else sums.mapped
    empty = [0.0, 0.0, 0.0]
    return {where: _parts(sums.parts.get(where, empty)) for where in (HOST, *range(devices))}


def _parts(sizes: Sequence[float]) -> ModelParts:
    return ModelParts(weights=sizes[0], cache=sizes[1], compute=sizes[2])


def _all_weights(fit: Fit, who: str) -> float:
    parts: list[ModelParts | None] = [getattr(place, who) for place in (*fit.devices, fit.host)]
    return sum(part.weights for part in parts if part is not None)


def _image(sums: _Sums, guesses: Sequence[float]) -> dict[Place, float]:
    """The projector per place; as estimated when the log does not mention it."""
    places: tuple[Place, ...] = (HOST, *range(len(guesses)))
    if not sums.parts and not sums.mapped:
        return dict(zip(places, (0.0, *guesses), strict=True))
    total = {where: sum(part) for where, part in sums.parts.items()}
    return {where: total.get(where, 0.0) + (sums.mapped if where is HOST else 0.0) for where in places}


def _taken(placed: Placed) -> list[float]:
    rows = zip(placed.targets, placed.drafts, placed.projectors, strict=True)
    return [target.total + (draft.total if draft else 0.0) + image for target, draft, image in rows]


def _beside(devices: Sequence[Device], taken: Mapping[str, float], after: Sequence[Device]) -> dict[str, float]:
    """Device id -> what is gone beside the buffers (MiB), for cards whose memory the driver reads before and after.

    Where less is gone than the buffers take, another program gave memory back meanwhile, and nothing can be told.
    """
    now = {device.id: device for device in after}
    found = {}
    for device in devices:
        later = now.get(device.id)
        if later is None or device.kind != "gpu" or not taken[device.id]:
            continue
        if device.source == later.source == "nvml" and device.free_mib is not None and later.free_mib is not None:
            beside = device.free_mib - later.free_mib - taken[device.id]
            if beside >= 0:
                found[device.id] = beside
    return found


def difference(predicted: Fit, measured: Fit) -> tuple[Difference, ...]:
    """Every part that was predicted or allocated, per place, in the order of the bar."""
    before = {device.id: device for device in predicted.devices}
    found: list[Difference] = []
    for device in measured.devices:
        guess = before.get(device.id)
        found += _differences(device.id, device.name, guess, device)
        for part, name in _BESIDE:
            was = 0.0 if guess is None else getattr(guess, part)
            found.append(Difference(place=device.id, name=device.name, part=translate("Memory", name), predicted=was,
                                    measured=getattr(device, part)))  # fmt: skip
    found += _differences(RAM, RAM, predicted.host, measured.host)
    return tuple(one for one in found if one.predicted or one.measured)


def _differences(
    place: str, name: str, predicted: DeviceFit | HostFit | None, measured: DeviceFit | HostFit
) -> list[Difference]:
    found = []
    for who in ("target", "draft"):
        was, now = getattr(predicted, who, None) or ModelParts(), getattr(measured, who) or ModelParts()
        found += [
            Difference(place=place, name=name, part=translate("Memory", _PART_WORDS[who, part]),
                       predicted=getattr(was, part), measured=getattr(now, part))
            for part in _PARTS
        ]  # fmt: skip
    return found


def difference_words(differences: Sequence[Difference]) -> str:
    """The comparison in one or two sentences: the places whose sums differ, and the part that differs most."""
    sentences = []
    for place in dict.fromkeys(one.place for one in differences):
        here = [one for one in differences if one.place == place]
        more = sum(one.more for one in here)
        if abs(more) < SAME_MIB:
            continue
        most = max(here, key=lambda one: one.more if more > 0 else -one.more)
        said = translate("Memory", "{place} holds {size} less than predicted, mostly {part}.")
        if more > 0:
            said = translate("Memory", "{place} holds {size} more than predicted, mostly {part}.")
        sentences.append(said.format(place=here[0].name, size=amount(abs(more)), part=most.part))
    return " ".join(sentences) or translate("Memory", "As predicted.")
