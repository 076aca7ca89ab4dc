"""A compare that was stopped while only the cost of a guess was still open, and what going on with it means."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import msgspec
import numpy as np
import pytest
from simulated_pairs import EXACT, KINDS, DraftPair, prompts, run

from specdesk.chat.history import FILE_NAME, History
from specdesk.measure.compare import ArmFacts
from specdesk.measure.measured import Measured
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_notes import done_words
from specdesk.service.compare_record import CompareRecord
from specdesk.service.compare_session import Comparing, _with_more
from specdesk.service.compare_store import CompareSetup, CompareStore, StoredCompare
from specdesk.service.measuring_run import MeasuringRun

PLAN = LaunchPlan(target="/t.gguf", draft="/d.gguf", methods=("draft-simple",), draft_max=2)
FIRST, ALL = 48, 96


class Idle:
    """Measures nothing."""

    running = None

    @property
    def server(self) -> Idle:
        return self

    def over(self) -> None:
        """Nothing is up."""


@pytest.fixture(scope="module")
def cheap() -> list[Measured]:
    """Surely faster at the first look; the cost is known to 5 % at no look before the end."""
    return run(EXACT, DraftPair(np.random.default_rng(4), 0.05, dict.fromkeys(KINDS, 0.75), 2))[0]


def stored_with(store: CompareStore, measured: list[Measured]) -> StoredCompare:
    begun = store.begin(CompareSetup(plans=(PLAN, PLAN), engine="/e", build="b11434", minutes=6.0), EXACT)
    made = msgspec.structs.replace(begun, measured=tuple(measured), arms=(ArmFacts(), ArmFacts(length=2)))
    store.replace_replies(made)
    return made


@pytest.mark.parametrize(
    ("count", "ended"),
    [(FIRST - 5, "cancelled"), (FIRST + 13, "certain"), (ALL, "complete")],
    ids=["in its middle", "behind its answer", "in the parts at its end"],
)
def test_stopped_behind_its_answer_it_is_whole(tmp_path: Path, cheap: list[Measured], count: int, ended: str) -> None:
    history = History(tmp_path / FILE_NAME)
    store = CompareStore(history)
    record = CompareRecord(store, stored_with(store, cheap[:count]), pytest.fail)
    comparing = Comparing(record, lambda moment: None, lambda step: cast(MeasuringRun, Idle()))
    result = asyncio.run(comparing.finish())
    assert comparing.stored.ended == ended
    assert store.load(record.stored.id).ended == ended
    words = done_words(result, comparing.stored, None)
    assert ("It was stopped before its end." in words) == (ended == "cancelled")
    assert result.partial == (ended == "cancelled")
    assert len(store.load(record.stored.id).measured) == count
    history.close()


def test_going_on_asks_what_was_planned_before_it_asks_more(tmp_path: Path, cheap: list[Measured]) -> None:
    history = History(tmp_path / FILE_NAME)
    store = CompareStore(history)
    early, whole = stored_with(store, cheap[: FIRST + 13]), stored_with(store, cheap)
    more = tuple(prompt for prompt in prompts(6) if prompt not in EXACT.prompts)
    whole = msgspec.structs.replace(whole, schedule=msgspec.structs.replace(EXACT, spare=more))
    assert len(cheap) == ALL
    assert _with_more(early, 360.0) == EXACT
    longer = _with_more(whole, 360.0)
    assert longer is not None
    assert longer.blocks[: len(EXACT.blocks)] == EXACT.blocks
    assert len(longer.prompts) > len(EXACT.prompts)
    history.close()
