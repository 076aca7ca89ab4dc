"""A fit from what the engine itself says before it loads anything, with what it cannot see added.

The engine's figures replace the estimate's: weights, cache and compute per device, for the target and the draft. It
cannot see drafts that read the target's hidden states or cache (EAGLE-3, DFlash, gemma4-assistant), what the target
reserves again at its first decoding with such a draft, the projector's buffer where the build does not measure it, and
what the driver takes beside the buffers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from msgspec import structs

from specdesk.language import number, translate
from specdesk.memory.advice import Question
from specdesk.memory.fit import (
    ASSUMED_OVERHEAD_MIB,
    MIB,
    Basis,
    Placed,
    assemble,
    assumed_overhead,
    overhead_of,
    place,
)
from specdesk.memory.notes import ImageBy, listed, notes_for
from specdesk.memory.places import HOST, Place, shares, with_unlisted
from specdesk.records.device import Device
from specdesk.records.dry_run import DryRecord, DryRow, DryRun
from specdesk.records.fit import Fit, ModelParts
from specdesk.records.plan import LaunchPlan

PLAUSIBLE_OVERHEAD_MIB: Final = 4096.0
"""More than this between the driver's free memory and the engine's is another program's doing."""

_NOTHING: Final = ModelParts()


def with_dry_run(estimate: Fit, dry: DryRun, question: Question) -> Fit:
    """The estimate with the engine's own figures in place of its own; provenance "dry-run".

    question: what the estimate answered. A model that the dry run did not tell keeps its estimate; when that is the
    target, the estimate comes back unchanged but for a note. Raises as `Question.fit` does.
    """
    target, draft = matched(estimate, dry)
    if target is None:
        said = translate("Memory", "The engine did not say what the target will need; its figures are estimated.")
        return without_dry_run(estimate, said)
    basis = question.basis()
    rows = [row for record in (target, draft) if record is not None for row in record.rows]
    devices = with_unlisted(question.devices, [row.name for row in rows])
    devices = tuple(_completed(device, rows) for device in devices)
    placed = _placed(basis, devices, question, target, draft, dry)
    fit = assemble(placed, devices, question.host, question.plan, question.traits, question.reserve_mib)
    guessed = draft is None and basis.draft is not None and basis.sizes.draft is not None
    fit = structs.replace(
        fit, provenance="dry-run", context=estimate.context,
        upper_bound=_still_bound(basis, dry, guessed),
    )  # fmt: skip
    return structs.replace(fit, notes=(*_notes(fit, dry, basis, question, devices, guessed),))


def _still_bound(basis: Basis, dry: DryRun, guessed: bool) -> bool:
    """Whether what the engine did not tell is only an upper bound. guessed: the draft is."""
    draft = guessed and basis.draft is not None and not basis.draft.exact
    return draft or (dry.projector_mib is None and basis.image_by == "bound")


def dry_fit(question: Question, dry: DryRun) -> Fit:
    """`with_dry_run` for a question whose estimate is not at hand."""
    return with_dry_run(question.fit(), dry, question)


def without_dry_run(estimate: Fit, reason: str) -> Fit:
    """The estimate, with a note that says why the engine was not asked or did not answer. reason: sentences."""
    return structs.replace(estimate, notes=(*estimate.notes, reason)) if reason else estimate


def as_told(question: Question, estimate: Fit, told: Fit) -> Question:
    """The same question where the estimate leaves as much as the engine says: what is free is moved by the difference.

    For `advice.easiest`, which estimates what each change gains.
    """
    left = {device.id: device.left_mib for device in told.devices}
    before = {device.id: device.left_mib for device in estimate.devices}
    devices = [_moved(device, before.get(device.id), left.get(device.id)) for device in question.devices]
    host = _moved(question.host, estimate.host.left_mib, told.host.left_mib)
    return replace(question, devices=devices, host=host)


def _moved(device: Device, before: float | None, told: float | None) -> Device:
    free = device.total_mib if device.free_mib is None else device.free_mib
    if before is None or told is None or free is None:
        return device
    return structs.replace(device, free_mib=free + told - before)


def matched(estimate: Fit, dry: DryRun) -> tuple[DryRecord | None, DryRecord | None]:
    """(target's record, draft's record), told apart by their sizes: builds differ in which one they print first.

    A context of the target's own MTP blocks is told with the target's weights, so only its cache is smaller. When a
    model was measured twice, the record nearest to the estimate counts.
    """
    records = dry.records
    target = [_distance(record, _expected(estimate, "target")) for record in records]
    if not records:
        return None, None
    if dry.draft_skipped or not _has_draft(estimate):
        return records[_nearest(target)], None
    draft = [_distance(record, _expected(estimate, "draft")) for record in records]
    if len(records) == 1:
        return (records[0], None) if target[0] <= draft[0] else (None, records[0])
    pairs = [(target[i] + draft[j], -i, -j) for i in range(len(records)) for j in range(len(records)) if i != j]
    _, i, j = min(pairs)
    return records[-i], records[-j]


def _nearest(distances: Sequence[float]) -> int:
    """The last of the smallest."""
    return min(range(len(distances)), key=lambda index: (distances[index], -index))


def _has_draft(fit: Fit) -> bool:
    return fit.host.draft is not None


def _sum(parts: Sequence[ModelParts | None]) -> ModelParts:
    known = [part for part in parts if part is not None]
    return ModelParts(
        weights=sum(part.weights for part in known),
        cache=sum(part.cache for part in known),
        compute=sum(part.compute for part in known),
    )


def _expected(fit: Fit, who: str) -> ModelParts:
    """What the estimate says of one model on all devices and the host together."""
    target = _sum([*(device.target for device in fit.devices), fit.host.target])
    if who == "target":
        return target
    draft = _sum([*(device.draft for device in fit.devices), fit.host.draft])
    return draft if draft.weights else structs.replace(draft, weights=target.weights)


def _distance(record: DryRecord, expected: ModelParts) -> float:
    weights = abs(sum(row.model for row in record.rows) - expected.weights)
    cache = abs(sum(row.context for row in record.rows) - expected.cache)
    return weights + cache + abs(sum(row.compute for row in record.rows) - expected.compute)


def _completed(device: Device, rows: Sequence[DryRow]) -> Device:
    """A device that only the engine knows, with the name and the memory that it told."""
    for row in rows:
        if device.total_mib is None and row.kind == "device" and row.name.casefold() == device.id.casefold():
            total = None if row.total_mib is None else float(row.total_mib)
            free = None if row.free_mib is None else float(row.free_mib)
            name = row.description or device.name if device.name == device.id else device.name
            return structs.replace(device, name=name, total_mib=total, free_mib=free)
    return device


def _placed(
    basis: Basis, devices: Sequence[Device], question: Question, target: DryRecord, draft: DryRecord | None, dry: DryRun
) -> Placed:
    guess = place(basis, question.devices, question.overhead_mib)
    more = len(devices) - len(question.devices)
    on_host = 0.0 if basis.image_on else basis.image
    targets, host_target = _told(
        target, devices, [*_first_target(basis, guess), *[_NOTHING] * more], _with_weights(guess.host_target, -on_host)
    )
    for at, extra in zip(basis.sizes.target_devices, basis.sizes.rereserved, strict=True):
        targets[at] = _with_compute(targets[at], extra / MIB)
    drafts, host_draft = [*guess.drafts, *[guess.host_draft and _NOTHING] * more], guess.host_draft
    if draft is not None:
        inside = not any(part.weights for part in (*drafts, host_draft) if part is not None)
        known = [part or _NOTHING for part in drafts]
        told, host_draft = _told(draft, devices, known, host_draft or _NOTHING, weighs=not inside)
        drafts = [*told]
    projectors = [*guess.projectors, *[0.0] * more]
    if dry.projector_mib is not None and basis.image_on:
        projectors[basis.image_on[0]] = dry.projector_mib
    elif dry.projector_mib is not None:
        on_host = dry.projector_mib
    overheads = _overheads(basis, devices, question, target, targets, drafts)
    return Placed(
        tuple(targets), tuple(drafts), tuple(projectors), tuple(overheads), _with_weights(host_target, on_host),
        host_draft,
    )  # fmt: skip


def _first_target(basis: Basis, guess: Placed) -> list[ModelParts]:
    """The target's parts per device before its first decoding, which is as far as a dry run sees."""
    found = list(guess.targets)
    for at, extra in zip(basis.sizes.target_devices, basis.sizes.rereserved, strict=True):
        found[at] = _with_compute(found[at], -extra / MIB)
    return found


def _with_compute(parts: ModelParts, mib: float) -> ModelParts:
    return structs.replace(parts, compute=parts.compute + mib)


def _with_weights(parts: ModelParts, mib: float) -> ModelParts:
    return structs.replace(parts, weights=parts.weights + mib)


def _told(
    record: DryRecord, devices: Sequence[Device], known: Sequence[ModelParts], host: ModelParts, weighs: bool = True
) -> tuple[list[ModelParts], ModelParts]:
    """One model as the engine told it: parts per device, and on the host. known: the estimate, for the fractions.

    weighs: False for a context that shares the weights of another.
    """
    weights = [part.weights for part in known]
    sums: dict[Place, list[float]] = {}
    counts: dict[Place, int] = {}
    for row in record.rows:
        for where, share in shares(row.name, devices, weights).items():
            found = sums.setdefault(where, [0.0, 0.0, 0.0])
            for index, mib in enumerate((row.model if weighs else 0, row.context, row.compute)):
                found[index] += share * mib
            counts[where] = counts.get(where, 0) + 1

    def parts(where: Place, guess: ModelParts) -> ModelParts:
        model, context, compute = sums.get(where, (0.0, 0.0, 0.0))
        rows = counts.get(where, 0)
        return ModelParts(
            weights=_unrounded(model, guess.weights, rows), cache=_unrounded(context, guess.cache, rows),
            compute=_unrounded(compute, guess.compute, rows),
        )  # fmt: skip

    return [parts(index, guess) for index, guess in enumerate(known)], parts(HOST, host)


def _unrounded(reported: float, estimated: float, rows: int) -> float:
    """A figure without the rounding down of `rows` whole numbers: the estimate where it agrees, else the middle."""
    if reported <= estimated < reported + max(rows, 1):
        return estimated
    return reported + rows / 2 if reported else 0.0


def _overheads(
    basis: Basis, devices: Sequence[Device], question: Question, target: DryRecord,
    targets: Sequence[ModelParts], drafts: Sequence[ModelParts | None],
) -> Iterator[float]:  # fmt: skip
    """The engine's own use of each device (MiB): as measured before, else what is assumed, or the context that this
    run made on the device when that was larger."""
    for device, part, draft in zip(devices, targets, drafts, strict=True):
        known = overhead_of(device, question.overhead_mib)
        if not part.total and (draft is None or not draft.total):
            yield 0.0
        elif known is not None:
            yield known
        else:
            seen = None if basis.shape.has_state else _context(device, target)
            yield max(ASSUMED_OVERHEAD_MIB, seen or 0.0)


def _context(device: Device, record: DryRecord) -> float | None:
    """What was free for the driver less what the engine saw free once it had its context there (MiB).

    Only for memory that NVML reads. Recurrent state is really allocated for a moment, so with it nothing can be told.
    """
    if device.kind != "gpu" or device.source != "nvml" or device.free_mib is None:
        return None
    for row in record.rows:
        if row.name.casefold() == device.id.casefold() and row.free_mib is not None:
            seen = device.free_mib - row.free_mib
            return seen if 0 < seen <= PLAUSIBLE_OVERHEAD_MIB else None
    return None


def _notes(
    fit: Fit, dry: DryRun, basis: Basis, question: Question, devices: Sequence[Device], guessed: bool
) -> Iterator[str]:
    assumed = assumed_overhead(fit, devices, question.overhead_mib)
    image_by: ImageBy = "header" if dry.projector_mib is not None else basis.image_by
    sizes, plan = basis.sizes, question.plan
    shrunk = _shrunk(dry, plan, len(basis.shape.layers) + 1)
    yield from notes_for(
        fit, basis.shape, basis.draft, sizes, plan, question.traits, assumed, image_by, shrunk
    )  # fmt: skip
    if guessed:
        yield translate(
            "Memory", "The engine cannot measure this kind of draft in advance, so the draft's share is estimated."
        )


def _shrunk(dry: DryRun, plan: LaunchPlan, every: int) -> str | None:
    """What the engine would take instead of what was asked for; None when it takes it all."""
    if plan.fit is False:
        return None
    found = []
    if dry.context is not None:
        found.append(
            translate("Memory", "a context of {tokens} tokens").format(tokens=number(dry.context, grouped=True))
        )
    if dry.layers:
        layers = translate("Memory", "{count} of {all} layers on the GPU")
        found.append(layers.format(count=sum(dry.layers.values()), all=every))
    return listed(found) or None
