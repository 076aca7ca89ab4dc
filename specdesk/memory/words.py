"""Words: the verdict of a fit as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specdesk.language import mark, number, translate
from specdesk.memory.advice import Remedy
from specdesk.memory.notes import amount, listed
from specdesk.records.fit import Fit, FitVerdict, Provenance

SOURCES: Final[dict[Provenance, str]] = {
    "estimate": mark("Memory", "(estimate)"), "dry-run": mark("Memory", "(dry run)"),
    "measured": mark("Memory", "(measured)"),
}  # fmt: skip
_RAM: Final = "RAM"


def _tightest(fit: Fit) -> tuple[str, float | None, FitVerdict]:
    """Name, spare MiB and verdict of the place that decides: the worst verdict, then the least spare.

    While all is well, a GPU in use is named rather than RAM.
    """
    places = [(d.name, d.left_mib, d.verdict) for d in fit.devices if d.overhead or d.target.total]
    host = (_RAM, fit.host.left_mib, fit.host.verdict)
    deciding = [place for place in (*places, host) if place[2] == fit.verdict]
    if fit.verdict == "fits" and places:
        deciding = places
    return min(deciding or [host], key=lambda place: -1e18 if place[1] is None else place[1])


def _need(fit: Fit, name: str) -> float:
    if name == _RAM:
        return fit.host.target.total + (fit.host.draft.total if fit.host.draft else 0.0)
    device = next(one for one in fit.devices if one.name == name)
    return device.target.total + (device.draft.total if device.draft else 0.0) + device.projector + device.overhead


def source_words(fit: Fit) -> str:
    """Where the figures come from: "(estimate)", "(dry run)" or "(measured)"."""
    return translate("Memory", SOURCES[fit.provenance])


def words(fit: Fit, steps: Sequence[Remedy] = ()) -> str:
    """The verdict in one or two sentences, with the numbers.

    steps: what would help (`advice.easiest`), said when the plan is too big.
    """
    name, left, verdict = _tightest(fit)
    ram = name == _RAM
    if left is None:
        need = translate("Memory", "Needs {size} of {device}; how much is free there is not known.")
        return need.format(size=amount(_need(fit, name)), device=name)
    if verdict == "fits":
        fits = translate("Memory", "Fits: {size} stay free on {device}.")
        fits = translate("Memory", "Fits: {size} of RAM stay free.") if ram else fits
        return fits.format(size=amount(left), device=name)
    if verdict == "tight":
        tight = translate("Memory", "Tight: {size} spare; another program could push it out.")
        tight = translate("Memory", "Tight: {size} of RAM spare; another program could push it out.") if ram else tight
        return tight.format(size=amount(left))
    short = _short(-left, name, ram, len(fit.devices))
    if not steps:
        smaller = translate("Memory", "Choose a smaller model or a smaller quantisation.")
        return f"{short} {smaller}"
    easiest = translate("Memory", "Easiest: {changes}.").format(changes=_changes(steps))
    return f"{short} {easiest}"


def _short(mib: float, name: str, ram: bool, devices: int) -> str:
    said = translate("Memory", "Too big by {size}.")
    if ram:
        said = translate("Memory", "Too big by {size} of RAM.")
    elif devices > 1:
        said = translate("Memory", "Too big by {size} on {device}.")
    return said.format(size=amount(mib), device=name)


def layer_words(layers: tuple[int, int], steps: Sequence[Remedy] = ()) -> str:
    """What it means that not all layers fit on the GPU, in one or two sentences.

    layers: those that go there, of how many. steps: with what all would fit there (`advice.easiest_for_all`).
    """
    count, every = layers
    said = translate("Memory", "{count} of {all} layers go on the GPU, the rest stays in RAM, which is slower.")
    if not count:
        said = translate("Memory", "None of the {all} layers fits on the GPU; they stay in RAM, which is slower.")
    said = said.format(count=count, all=every)
    if not steps:
        return said
    all_fit = translate("Memory", "All of them fit with {changes}.").format(changes=_changes(steps))
    return f"{said} {all_fit}"


def _changes(steps: Sequence[Remedy]) -> str:
    return listed([f"{step.words} (−{number(step.gain_mib / 1024, 1)})" for step in steps])
