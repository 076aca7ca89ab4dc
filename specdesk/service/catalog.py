"""Files known so far: rows of the library, headers read, pairs judged, fits computed.

Blocking; the service calls it from worker threads. Scans come one at a time; everything else may run beside them.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from specdesk.errors import FileFormatError, SpecDeskError
from specdesk.language import translate
from specdesk.memory.advice import Question
from specdesk.memory.fit import Overhead
from specdesk.models.choice import choose
from specdesk.models.header import Header, read_header
from specdesk.models.library import inspect, is_absent
from specdesk.models.library_cache import LibraryCache
from specdesk.models.pairing import METHOD_OF_KIND, judge_all, judge_built_in
from specdesk.models.shards import read_set
from specdesk.models.stores import Store
from specdesk.models.trouble import sentence_of
from specdesk.models.walk import always
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice, PairVerdict
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.places import rows_below
from specdesk.settings import DEFAULT_PLAN

HEADERS_KEPT = 48


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """The memory that a plan may use: the engine's devices, the computer's own, MiB to leave free on each."""

    devices: tuple[Device, ...]
    host: Device
    reserve_mib: float = 1024


class Catalog:
    """Rows by path and recently used headers by (path, size, mtime)."""

    def __init__(self, cache: LibraryCache) -> None:
        self._cache = cache
        self._scanned: dict[str, ModelFile] = {}
        self._picked: dict[str, ModelFile] = {}
        self._headers: OrderedDict[tuple[str, int, int], Header] = OrderedDict()
        self._lock = threading.Lock()

    def scan(
        self,
        folders: Sequence[str],
        find_stores: Callable[[Callable[[str], bool]], Sequence[Store]],
        cancelled: Callable[[], bool],
        may: Callable[[str], bool] = always,
    ) -> Iterator[ModelFile]:
        """Read folders, each row as soon as it is read; at the end the rows replace those of the scan before.

        find_stores: the model folders of other programs, which know better names for files inside them. may: see
        `rows_below`.
        """
        found: dict[str, ModelFile] = {}
        for row in rows_below(folders, find_stores, self._cache, cancelled, may):
            found[row.path] = row
            with self._lock:
                self._scanned[row.path] = row
            yield row
        if not cancelled():
            with self._lock:
                self._scanned = found
        self._cache.save()

    def row(self, path: str) -> ModelFile:
        """The row of one file, read now. It stays known although no folder holds it; a path without a file does not."""
        row = inspect(Path(path))
        with self._lock:
            known = self._scanned.get(path)
            if known is not None:
                row = msgspec.structs.replace(
                    row, name=known.name if row.error is None else row.name, source=known.source
                )
                self._scanned[path] = row
            elif is_absent(row):
                self._picked.pop(path, None)
            else:
                self._picked[path] = row
        return row

    def known(self, path: str) -> ModelFile | None:
        """The row of a file that was read before; touches no disk."""
        with self._lock:
            return self._scanned.get(path) or self._picked.get(path)

    def rows(self) -> tuple[ModelFile, ...]:
        """All rows known, each path once."""
        with self._lock:
            return tuple((self._picked | self._scanned).values())

    def header(self, path: str, may: Callable[[str], bool] = always) -> Header:
        """One header, from memory when the file did not change. may: told what is looked at, and what is read.

        Raises FileFormatError, OSError.
        """
        may(os.path.dirname(path))
        stat = Path(path).stat()
        key = (path, stat.st_size, stat.st_mtime_ns)
        with self._lock:
            known = self._headers.get(key)
            if known is not None:
                self._headers.move_to_end(key)
                return known
        may(path)
        header = read_header(path)
        with self._lock:
            self._headers[key] = header
            while len(self._headers) > HEADERS_KEPT:
                self._headers.popitem(last=False)
        return header

    def headers(self, path: str | None, may: Callable[[str], bool] = always) -> tuple[Header, ...]:
        """Headers of a whole set (one for a plain file). may: see `header`. Raises FileFormatError, OSError."""
        if path is None:
            return ()
        return read_set(self.header(path, may), lambda part: self.header(str(part), may)).parts

    def judge(
        self,
        target: str,
        traits: BuildTraits,
        on_cpu: bool,
        cancelled: Callable[[], bool],
        room: Room | None = None,
    ) -> tuple[tuple[PairVerdict, ...], Choice]:
        """Every known file as a draft for `target`, and what Automatic picks. Raises FileFormatError.

        room: where a draft has to find place beside the target to be picked; None = that is not asked.
        """
        own = self.row(target)
        candidates = [row for row in self.rows() if row.path != target]
        try:
            verdicts = judge_all(self.header(target), candidates, self.header, traits, own, cancelled)
        except OSError as error:
            raise _unreadable(target, error) from error
        by_path = {row.path: row for row in candidates}
        pairs = [(by_path[verdict.path], verdict) for verdict in verdicts]
        fits = None if room is None or cancelled() else self._finds_place(own, traits, room)
        choice = choose(own, pairs, traits, fits=fits, on_cpu=on_cpu)
        built_in = (judge_built_in(own, traits),) if own.kind == "mtp-model" else ()
        return (*built_in, *verdicts), choice

    def question(
        self,
        plan: LaunchPlan,
        traits: BuildTraits,
        room: Room,
        overhead_mib: Overhead = None,
        may: Callable[[str], bool] = always,
    ) -> Question:
        """What `Question.fit` answers for a plan. overhead_mib: what the engine is known to take beside its buffers.

        may: see `header`.

        Raises FileFormatError.
        """
        if plan.target is None:
            what, step = translate("Service", "No target is chosen."), translate("Service", "Choose a model file.")
            raise FileFormatError(what, "", step)
        try:
            target, draft = self.headers(plan.target, may), self.headers(plan.draft, may)
            projector = self.header(plan.mmproj, may) if plan.mmproj else None
            may("")  # what is left is arithmetic
            return Question(
                target=target,
                draft=draft,
                projector=projector,
                plan=plan,
                traits=traits,
                devices=room.devices,
                host=room.host,
                overhead_mib=overhead_mib,
                reserve_mib=room.reserve_mib,
            )
        except OSError as error:
            raise _unreadable(plan.target, error) from error

    def _finds_place(self, target: ModelFile, traits: BuildTraits, room: Room) -> Callable[[ModelFile], bool] | None:
        """A quick estimate with the window's defaults; None where the target alone is too big: then no draft is at
        fault for it."""
        place = ModelPlacement(layers="all") if room.devices else ModelPlacement()
        context = min(DEFAULT_PLAN.context or 0, target.context_length or DEFAULT_PLAN.context or 0)
        bare = msgspec.structs.replace(
            DEFAULT_PLAN, target=target.path, context=context, methods=("none",), place=place, draft_place=place
        )

        def fits(draft: ModelFile | None) -> bool:
            plan = bare
            if draft is not None:
                method = METHOD_OF_KIND.get(draft.kind, "draft-simple")
                plan = msgspec.structs.replace(bare, draft=draft.path, methods=(method,))
            try:
                return self.question(plan, traits, room).fit().verdict != "no"
            except SpecDeskError:
                return True  # an estimate that cannot be made excludes nobody

        return fits if fits(None) else None


def _unreadable(path: str, error: OSError) -> FileFormatError:
    name = os.path.basename(os.fsdecode(error.filename) if error.filename is not None else path)
    what = translate("Service", "{name} cannot be read.").format(name=name)
    return FileFormatError(what, sentence_of(error), translate("Service", "Choose it again, or connect its drive."))
