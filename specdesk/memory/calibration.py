"""Calibration: what engines really took beside what was predicted, remembered per build and device, used from then on.

One small JSON file in the cache folder. A file that is missing or of another version counts as empty, and so does one
that cannot be understood, which is set aside as `.bad`.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from specdesk import jsonfile
from specdesk.memory.measured import Measured
from specdesk.records.device import Device
from specdesk.records.fit import DeviceFit, Fit

FORMAT: Final = 1
KEPT_RUNS: Final = 5
KEPT_ENTRIES: Final = 200
LARGEST_MIB: Final = 8192.0
"""An engine's own use beyond this is another program's doing and not remembered."""
LARGEST_RESIDUAL_MIB: Final = 512.0
SAME_WEIGHTS: Final = 0.02
"""Weights on a device that differ by more than this share are those of another plan: the engine changed it."""


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """The last runs of one build on one kind of device, oldest first, MiB.

    overheads: the engine's own use. residuals: how much more its buffers took than was predicted.
    """

    build: str
    device: str
    overheads: tuple[float, ...] = ()
    residuals: tuple[float, ...] = ()

    @property
    def overhead_mib(self) -> float | None:
        """What to expect beside the predicted buffers: the middle of both; less buffers than predicted count as equal.

        The middle, because another program that starts or ends during one load spoils that figure only.
        """
        if not self.overheads:
            return None
        more = statistics.median(self.residuals) if self.residuals else 0.0
        return statistics.median(self.overheads) + max(more, 0.0)


class _File(msgspec.Struct, kw_only=True):
    format: int
    entries: list[Remembered]


class Calibration:
    """The store. Blocking, and for one thread at a time."""

    def __init__(self, path: Path | None) -> None:
        """path: the file; None keeps everything in memory only."""
        self._path = path
        self._entries = {(one.build, one.device): one for one in _load(path)}

    def overheads(self, build: str, devices: Sequence[Device]) -> dict[str, float]:
        """Device id -> what this build takes there (MiB); devices on which it never ran are missing.

        build: what tells binaries apart (`EngineInfo.identity`). The answer goes into `Question.overhead_mib`.
        """
        found = {}
        for device in devices:
            known = self._entries.get((build, device.name))
            if known is not None and (overhead := known.overhead_mib) is not None:
                found[device.id] = overhead
        return found

    def learn(self, build: str, predicted: Fit, measured: Measured) -> None:
        """Remember one start. Raises OSError when the file cannot be written.

        predicted: the fit from before the start. A device whose own use the driver did not tell teaches nothing.
        """
        before = {device.id: device for device in predicted.devices}
        for device in measured.fit.devices:
            overhead = measured.overhead_mib.get(device.id)
            if overhead is None or overhead > LARGEST_MIB:
                continue
            residual = _residual(before.get(device.id), device)
            self._add(build, device.name, overhead, residual)
        self._save()

    def _add(self, build: str, device: str, overhead: float, residual: float | None) -> None:
        key = (build, device)
        old = self._entries.pop(key, Remembered(build=build, device=device))
        more = () if residual is None else (residual,)
        self._entries[key] = Remembered(
            build=build, device=device, overheads=(*old.overheads, overhead)[-KEPT_RUNS:],
            residuals=(*old.residuals, *more)[-KEPT_RUNS:],
        )  # fmt: skip
        for oldest in list(self._entries)[:-KEPT_ENTRIES]:
            del self._entries[oldest]

    def _save(self) -> None:
        if self._path is not None:
            document = msgspec.json.encode(_File(format=FORMAT, entries=list(self._entries.values())))
            jsonfile.write_atomically(self._path, document)


def _load(path: Path | None) -> list[Remembered]:
    if path is None:
        return []
    try:
        found = msgspec.convert(jsonfile.load(path), type=_File)
    except OSError:
        return []
    except (ValueError, msgspec.ValidationError):
        jsonfile.set_cache_aside(path)
        return []
    if found.format != FORMAT:
        return []
    return [one for one in found.entries if _sound(one)][-KEPT_ENTRIES:]


def _sound(one: Remembered) -> bool:
    overheads = all(0 <= mib <= LARGEST_MIB for mib in one.overheads)
    return overheads and all(abs(mib) <= LARGEST_RESIDUAL_MIB for mib in one.residuals)


def _residual(predicted: DeviceFit | None, measured: DeviceFit) -> float | None:
    """How much more the buffers took than predicted (MiB); None when the engine ran another plan than the one asked."""
    if predicted is None:
        return None
    was, now = _buffers(predicted), _buffers(measured)
    weights = abs(predicted.target.weights - measured.target.weights)
    if weights > SAME_WEIGHTS * predicted.target.weights or (predicted.draft is None) != (measured.draft is None):
        return None
    return max(min(now - was, LARGEST_RESIDUAL_MIB), -LARGEST_RESIDUAL_MIB)


def _buffers(device: DeviceFit) -> float:
    return device.target.total + (device.draft.total if device.draft else 0.0) + device.projector
