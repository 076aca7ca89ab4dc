"""Words: the verdict of a fit as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specdesk.memory.advice import Remedy
from specdesk.memory.notes import amount
from specdesk.records.fit import Fit, FitVerdict, Provenance

SOURCES: Final[dict[Provenance, str]] = {"estimate": "estimate", "dry-run": "dry run", "measured": "measured"}
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
    return f"({SOURCES[fit.provenance]})"


def words(fit: Fit, steps: Sequence[Remedy] = ()) -> str:
    """The verdict in one or two sentences, with the numbers.

    steps: what would help (`advice.easiest`), said when the plan is too big.
    """
    name, left, verdict = _tightest(fit)
    ram = name == _RAM
    if left is None:
        return f"Needs {amount(_need(fit, name))} of {name}; how much is free there is not known."
    if verdict == "fits":
        return f"Fits: {amount(left)} of RAM stay free." if ram else f"Fits: {amount(left)} stay free on {name}."
    if verdict == "tight":
        return f"Tight: {amount(left)}{' of RAM' if ram else ''} spare; another program could push it out."
    short = f"Too big by {amount(-left)}{' of RAM' if ram else f' on {name}' if len(fit.devices) > 1 else ''}."
    if not steps:
        return f"{short} Choose a smaller model or a smaller quantisation."
    return f"{short} Easiest: {_listed(steps)}."


def layer_words(layers: tuple[int, int], steps: Sequence[Remedy] = ()) -> str:
    """What it means that not all layers fit on the GPU, in one or two sentences.

    layers: those that go there, of how many. steps: with what all would fit there (`advice.easiest_for_all`).
    """
    count, every = layers
    said = f"{count} of {every} layers go on the GPU, the rest stays in RAM, which is slower."
    if not count:
        said = f"None of the {every} layers fits on the GPU; they stay in RAM, which is slower."
    return f"{said} All of them fit with {_listed(steps)}." if steps else said


def _listed(steps: Sequence[Remedy]) -> str:
    return " and ".join(f"{step.words} (−{step.gain_mib / 1024:.1f})" for step in steps)
