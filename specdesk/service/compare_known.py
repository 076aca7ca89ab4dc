"""What earlier compares tell about a set-up: its speeds, how much later its first word comes, the cost of a guess.

A compare counts for a set-up that runs the same files with the same settings on the same engine and build; what the
engine had decided by itself is written out in the stored plans, so that what a plan leaves open fits any of it. Files
that were changed since are others. Speeds are told by compares that came to their end on a processor that others left
alone: what was broken off has not seen whether the machine changed meanwhile, and the plain speed of a crowd is so low
that every draft looks good. Blocking; for worker threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.measure.baseline import NO_EFFECT_ON_SPEED
from specdesk.measure.compare import CompareResult
from specdesk.measure.evidence import prompt_pairs
from specdesk.measure.first_word import sure_delay_ms
from specdesk.measure.outcome import NUMBERED
from specdesk.measure.protocol import Pace
from specdesk.measure.stats import Interval
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.address_arms import PLAIN_GUESSED, AskedArm
from specdesk.service.baselines import files_of, key_of
from specdesk.service.compare_arms import build_words
from specdesk.service.compare_store import Compared, CompareSetup, CompareStore, StoredCompare

MOST = 200
"""Compares that are looked through, the newest first."""

_WRITTEN_OUT = {"slots": None, "fit": None, "fit_target": None, "fit_context": None}
"""A compare decides these for itself."""

_TO_ITS_END = ("complete", "certain")
"""How such a compare ended (`measure.steps.Stop`): not called off, killed or failed."""

_LENGTH = {"draft_max": None, "draft_min": None}


class KnownByCompares:
    """Looks results up; each is worked out of its replies once. For several threads."""

    def __init__(self, store: CompareStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._results: dict[tuple[int, str | None], CompareResult] = {}

    def of(self, plan: LaunchPlan, engine: EngineInfo) -> Compared | None:
        """The newest compare of this set-up whose speeds hold. Raises ResultsError."""
        for compare, setup, made in self._against_plain(engine):
            if setup.part_of is None and runs_the_same(setup.plans[1], plan) and _unchanged(setup, made):
                stored, found = self._result(compare)
                if speeds_hold(stored, found):
                    return self._compared(stored, found)
        return None

    def at_address(self, name: str) -> Compared | None:
        """The newest compare of addresses that judged this one (`baselines.address_key`) against the same model
        without speculation, and whose speeds hold. Raises ResultsError."""
        for compare, setup, _ in self._store.setups(MOST):
            if setup.asked is None or setup.asked[1].known_as != name or not _against_plain_model(setup.asked):
                continue
            stored, found = self._result(compare)
            if speeds_hold(stored, found) and PLAIN_GUESSED not in stored.notes:
                return self._compared(stored, found)
        return None

    def _compared(self, stored: StoredCompare, found: CompareResult) -> Compared:
        delay_ms = sure_delay_ms(prompt_pairs(stored.measured))
        return Compared(
            compare=stored.id, made=stored.made, plain=found.arms[0].rate, rate=found.arms[1].rate,
            pace=_pace(stored, found), h=found.h, extra_first_ms=delay_ms,
            break_even_tokens=None if delay_ms is None else found.break_even_tokens, verdict=found.verdict,
        )  # fmt: skip

    def pace(self, plan: LaunchPlan, engine: EngineInfo) -> Pace | None:
        """What to expect of a compare of this set-up: by an earlier one whose speeds hold, at any draft length,
        else by the plain check. None where neither tells. Raises ResultsError.
        """
        for compare, setup, made in self._against_plain(engine):
            if runs_the_same(setup.plans[1], plan, any_length=True) and _unchanged(setup, made):
                stored, found = self._result(compare)
                if speeds_hold(stored, found):
                    return _pace(stored, found)
        rate = self._store.plain_rate(key_of(plan, engine))
        return None if rate is None else Pace(rate=rate)

    def costs(self, plan: LaunchPlan, engine: EngineInfo) -> Mapping[int, Interval]:
        """Draft length -> h with its interval, wherever a compare of the same set-up at another length (or a sweep
        before it) has told it; the newest counts. Raises ResultsError.
        """
        found: dict[int, Interval] = {}
        for compare, setup, made in self._against_plain(engine):
            if runs_the_same(setup.plans[1], plan, any_length=True) and _unchanged(setup, made):
                for length, cost in self._result(compare)[1].cost_intervals.items():
                    found.setdefault(length, cost)
        return found

    def _against_plain(self, engine: EngineInfo) -> Iterator[tuple[int, CompareSetup, float]]:
        """Those of an engine that were measured against the same without speculation, the newest first."""
        for compare, setup, made in self._store.setups(MOST):
            same_engine = (setup.engine, setup.build) == (engine.path or EMBEDDED, build_words(engine))
            if same_engine and setup.names.thing:
                yield compare, setup, made

    def _result(self, compare: int) -> tuple[StoredCompare, CompareResult]:
        stored = self._store.load(compare)
        key = (compare, f"{stored.ended} {len(stored.measured)}")
        with self._lock:
            known = self._results.get(key)
        if known is None:
            known = stored.result()
            with self._lock:
                self._results[key] = known
        return stored, known


def speeds_hold(stored: StoredCompare, found: CompareResult) -> bool:
    """Whether the speeds of a compare say anything of other times: it came to a number and to its end, and others did
    not crowd the processor (the rule of the plain check, `busy_processor.Crowd.disturbs`)."""
    crowd = stored.others.processor
    at_end = stored.ended in _TO_ITS_END and not found.partial
    return found.verdict in NUMBERED and at_end and (crowd is None or not crowd.disturbs)


def _pace(stored: StoredCompare, found: CompareResult) -> Pace:
    """As it was measured for the schedule, with the speed of the draft, which most compares learn later."""
    pace, rate = stored.schedule.pace, found.arms[1].rate
    return pace if rate is None else msgspec.structs.replace(pace, rate_b=rate)


def runs_the_same(measured: LaunchPlan, plan: LaunchPlan, *, any_length: bool = False) -> bool:
    """Whether what was measured is what `plan` would run, as far as speed goes.

    What `plan` leaves to the engine (layers, context) fits whatever was measured.
    """
    changes = NO_EFFECT_ON_SPEED | _WRITTEN_OUT | (_LENGTH if any_length else {})
    ours, theirs = (msgspec.structs.replace(one, **changes) for one in (plan, measured))
    return theirs == msgspec.structs.replace(
        ours,
        place=_filled(ours.place, theirs.place),
        draft_place=_filled(ours.draft_place, theirs.draft_place),
        context=ours.context or theirs.context,
    )


def _against_plain_model(asked: tuple[AskedArm, AskedArm]) -> bool:
    """The same model on both sides, and the one that it is compared with says that it does not speculate."""
    return asked[0].model == asked[1].model and asked[0].speculation is False


def _filled(ours: ModelPlacement, theirs: ModelPlacement) -> ModelPlacement:
    """With their layers, where ours are left to the engine."""
    return msgspec.structs.replace(ours, layers=theirs.layers) if ours.layers in (None, "auto") else ours


def _unchanged(setup: CompareSetup, made: float) -> bool:
    """The models are the files that were measured: those of that size and time of writing, under a whole path; where
    that was not kept, none was written after the measuring began."""
    plan = setup.plans[1]
    paths = [path for path in (plan.target, plan.draft if plan.loads_draft else None) if path is not None]
    if not all(os.path.isabs(path) for path in paths):
        return False
    if setup.files:
        return setup.files == files_of(plan)
    try:
        return all(Path(path).stat().st_mtime <= made for path in paths)
    except (OSError, ValueError):
        return False
