"""What is stored of a compare to go on with, also by versions that kept nothing for that."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from simulated_pairs import ORDINARY, run, timed

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.chat.history import FILE_NAME, History
from specdesk.measure.protocol import schedule
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_pace import trimmed
from specdesk.service.compare_session import _with_more
from specdesk.service.compare_store import CompareSetup, CompareStore

PLAN = LaunchPlan(target="/t.gguf", draft="/d.gguf", methods=("draft-simple",), draft_max=2)
FILE = [ComparePrompt(id=f"own-{number}", kind="own", text=f"question {number}") for number in range(1, 21)]


@pytest.mark.parametrize("old", [False, True], ids=["now", "by-an-older-version"])
@pytest.mark.parametrize("own", [True, False], ids=["the-program's", "a-file"])
def test_a_stored_compare_goes_on_with_its_own_prompts(own: bool, old: bool, tmp_path: Path) -> None:
    history = History(tmp_path / FILE_NAME)
    store = CompareStore(history)
    prompts = list(own_prompts()) if own else FILE
    planned = schedule(prompts, 120.0, ORDINARY, quick=True)
    kept = msgspec.structs.replace(planned, spare=None) if old else planned
    begun = store.begin(CompareSetup(plans=(PLAN, PLAN), engine="/e", build="b1", minutes=2.0), kept)
    loaded = store.load(begun.id).schedule
    assert loaded.spare == (() if old and not own else tuple(prompts[12:]))
    measured, _ = run(loaded, lambda step: timed(step, 50.0, drafted=40, accepted=20))
    more = _with_more(msgspec.structs.replace(store.load(begun.id), measured=tuple(measured)), 600.0)
    assert (more is None) == (old and not own), "nothing else is asked in place of what is not known any more"
    assert more is None or (len(more.prompts) > 12 and set(more.prompts) <= set(prompts))
    history.close()


def test_what_was_left_out_for_time_can_be_asked_later() -> None:
    planned = schedule(own_prompts(), 900.0, ORDINARY)
    shorter = trimmed(planned, (), 0.0, 1.0)
    assert len(shorter.prompts) == 12
    assert {one.id for one in (*shorter.prompts, *(shorter.spare or ()))} == {one.id for one in own_prompts()}
