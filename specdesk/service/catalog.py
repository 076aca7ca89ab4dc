"""Files known so far: rows of the library, headers read, pairs judged, fits computed.

Blocking; the service calls it from worker threads, one at a time.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from specdesk.errors import FileFormatError
from specdesk.memory.advice import Question
from specdesk.models.choice import choose
from specdesk.models.header import Header, read_header
from specdesk.models.library import inspect, scan
from specdesk.models.library_cache import LibraryCache
from specdesk.models.pairing import judge_all, judge_built_in
from specdesk.models.shards import read_set
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice, PairVerdict
from specdesk.records.plan import LaunchPlan

HEADERS_KEPT = 48


class Catalog:
    """Rows by path and recently used headers by (path, size, mtime)."""

    def __init__(self, cache: LibraryCache) -> None:
        self._cache = cache
        self._rows: dict[str, ModelFile] = {}
        self._headers: OrderedDict[tuple[str, int, int], Header] = OrderedDict()
        self._lock = threading.Lock()

    def scan(self, folders: Sequence[str], cancelled: Callable[[], bool]) -> Iterator[ModelFile]:
        """Read folders; rows replace what was known. The row cache is saved at the end."""
        found: dict[str, ModelFile] = {}
        for row in scan([Path(folder) for folder in folders], self._cache, cancelled):
            found[row.path] = row
            self._rows[row.path] = row
            yield row
        if not cancelled():
            self._rows = found
        self._cache.save()

    def row(self, path: str) -> ModelFile:
        """The row of one file, read now if it is not known."""
        row = inspect(Path(path))
        self._rows[path] = row
        return row

    def known(self, path: str) -> ModelFile | None:
        """The row of a file that was read before; touches no disk."""
        return self._rows.get(path)

    def rows(self) -> tuple[ModelFile, ...]:
        """All rows known."""
        return tuple(self._rows.values())

    def header(self, path: str) -> Header:
        """One header, from memory when the file did not change. Raises FileFormatError, OSError."""
        stat = Path(path).stat()
        key = (path, stat.st_size, stat.st_mtime_ns)
        with self._lock:
            known = self._headers.get(key)
            if known is not None:
                self._headers.move_to_end(key)
                return known
        header = read_header(path)
        with self._lock:
            self._headers[key] = header
            while len(self._headers) > HEADERS_KEPT:
                self._headers.popitem(last=False)
        return header

    def headers(self, path: str | None) -> tuple[Header, ...]:
        """Headers of a whole set (one for a plain file). Raises FileFormatError, OSError."""
        if path is None:
            return ()
        return read_set(self.header(path), lambda part: self.header(str(part))).parts

    def judge(
        self, target: str, traits: BuildTraits, on_cpu: bool, cancelled: Callable[[], bool]
    ) -> tuple[tuple[PairVerdict, ...], Choice]:
        """Every known file as a draft for `target`, and what Automatic picks. Raises FileFormatError, OSError."""
        candidates = [row for row in self._rows.values() if row.path != target]
        own = self.row(target)
        verdicts = judge_all(self.header(target), candidates, self.header, traits, own, cancelled)
        by_path = {row.path: row for row in candidates}
        pairs = [(by_path[verdict.path], verdict) for verdict in verdicts]
        choice = choose(own, pairs, traits, on_cpu=on_cpu)
        built_in = (judge_built_in(own, traits),) if own.kind == "mtp-model" else ()
        return (*built_in, *verdicts), choice

    def question(
        self,
        plan: LaunchPlan,
        traits: BuildTraits,
        devices: Sequence[Device],
        host: Device,
        overhead_mib: float | None = None,
        reserve_mib: float = 1024,
    ) -> Question:
        """What `Question.fit` answers for a plan. Raises FileFormatError, OSError."""
        if plan.target is None:
            raise FileFormatError("No target is chosen.", "", "Choose a model file.")
        return Question(
            target=self.headers(plan.target),
            draft=self.headers(plan.draft),
            projector=self.header(plan.mmproj) if plan.mmproj else None,
            plan=plan,
            traits=traits,
            devices=devices,
            host=host,
            overhead_mib=overhead_mib,
            reserve_mib=reserve_mib,
        )
