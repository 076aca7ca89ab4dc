"""A line of the list says what its result says when it is opened, whichever version kept it."""

from __future__ import annotations

import json
import random

import msgspec
import pytest
from simulated_pairs import ORDINARY, RatioPair, prompts
from wrapped_words import wrapping

from specdesk.chat.history import History
from specdesk.measure import headlines
from specdesk.measure.compare import STATISTICS
from specdesk.measure.protocol import schedule
from specdesk.measure.steps import Ask
from specdesk.records.plan import LaunchPlan
from specdesk.service.alike import over_the_same
from specdesk.service.compare_store import CompareSetup, CompareStore, StoredCompare

PLAN = LaunchPlan(target="/models/Big.gguf", draft="/models/small.gguf", methods=("draft-simple",), draft_max=4)
SETUP = CompareSetup(plans=(PLAN, PLAN), engine="/e", build="b1", minutes=2.0)
PLANNED = schedule(prompts(2), 120.0, ORDINARY, quick=True)
OLD = "Keep the draft on: answers come 1.8 times as fast."


def kept(store: CompareStore) -> StoredCompare:
    """A whole compare of its end."""
    pair = RatioPair(random.Random(7), 1.5, 0.05)
    measured = tuple(
        pair(Ask(start=0, block=block.number, visit=block.visit, arm=block.arm, prompt=name, cap=PLANNED.cap))
        for block in PLANNED.blocks for name in block.prompts
    )  # fmt: skip
    begun = store.begin(SETUP, PLANNED)
    for place, reply in enumerate(measured):
        store.add(begun.id, place, reply)
    done = msgspec.structs.replace(begun, measured=measured, ended="complete")
    store.keep(done)
    return done


def summary(history: History) -> str:
    ((found,),) = history.rows("SELECT summary FROM results", ())
    return str(found)


def grow_old(history: History, **changes: object) -> str:
    """The line as older statistics had it, with another figure, and ratios that name no task."""
    row = json.loads(summary(history)) | {"headline": OLD} | changes
    interval = {"estimate": 1.8, "low": 1.7, "high": 1.9}
    row["facts"] |= {"verdict": "faster", "speedup": interval}
    row |= {"verdict": "faster", "speedup": interval, "ratios": [ratio[:3] for ratio in row["ratios"]]}
    if "statistics" not in changes:
        del row["statistics"]
    written = json.dumps(row)
    with history.changing() as cursor:
        cursor.execute("UPDATE results SET summary = ?", (written,))
    return written


@pytest.mark.parametrize("changes", [{}, {"statistics": STATISTICS + 1}], ids=["older", "newer"])
def test_a_line_of_other_statistics_says_what_the_result_says_and_is_kept_so(
    history: History, changes: dict[str, object]
) -> None:
    store = CompareStore(history)
    done = kept(store)
    new = store.rows()
    grow_old(history, **changes)
    with wrapping():
        (told,) = store.rows()
        assert told.headline == headlines.headline(store.load(done.id).result(), SETUP.names)
    assert store.rows() == new
    (row,) = new
    assert row.headline == headlines.headline(done.result(), SETUP.names) != OLD
    assert (row.speedup, row.statistics) == (done.result().speedup, STATISTICS)
    same = over_the_same(row.ratios, row.ratios)
    assert same is not None
    assert all(ratio.task for ratio in row.ratios), "twins count once"
    with history.changing() as cursor:
        cursor.execute("UPDATE results SET schedule = '{}'")
    assert store.rows() == new, "its replies were looked at once"


def test_where_it_cannot_be_written_it_is_told_all_the_same(history: History) -> None:
    store = CompareStore(history)
    kept(store)
    new, old = store.rows(), grow_old(history)
    history.rows("PRAGMA query_only = ON", ())
    assert store.rows() == new
    assert summary(history) == old


def test_what_has_not_ended_and_what_was_written_meanwhile_stay(history: History) -> None:
    store = CompareStore(history)
    done = kept(store)
    store.keep(msgspec.structs.replace(done, ended=None))
    assert [row.id for row in store.rows()] == [done.id]
    assert summary(history) == "None"
    store.keep(done)
    before = summary(history)
    store._keep_lines([("{}", done.id, None)])
    assert summary(history) == before
