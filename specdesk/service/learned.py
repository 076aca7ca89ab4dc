"""What engines took at earlier starts beside what was predicted, kept in the cache folder. For worker threads."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path

from specdesk import paths
from specdesk.engines.engine_info import EngineInfo
from specdesk.memory.calibration import Calibration
from specdesk.memory.measured import Measured
from specdesk.records.device import Device
from specdesk.records.fit import Fit

log = logging.getLogger(__name__)


def calibration_path() -> Path:
    """The file, which may be deleted at any time."""
    return paths.cache_dir() / "calibration.json"


class Learned:
    """The store for several threads, read when it is first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._store: Calibration | None = None

    def overheads(self, engine: EngineInfo | None, devices: Sequence[Device]) -> dict[str, float]:
        """Device id -> MiB that the engine takes there beside its buffers; empty where it never ran."""
        if engine is None or not devices:
            return {}
        with self._lock:
            return self._opened().overheads(engine.identity, devices)

    def learn(self, engine: EngineInfo, predicted: Fit, measured: Measured) -> None:
        """Remember one start; a disk that is full costs the memory of it only."""
        if not measured.overhead_mib:
            return
        with self._lock:
            try:
                self._opened().learn(engine.identity, predicted, measured)
            except OSError as error:
                log.warning("what the engine took could not be kept: %s", error)

    def _opened(self) -> Calibration:
        if self._store is None:
            self._store = Calibration(calibration_path())
        return self._store
