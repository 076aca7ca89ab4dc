"""A compare that is called off in a part behind it says what never came, and makes up for it when it goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from compare_stage import FAST
from service_stage import Stage

from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_notes import notes_beside
from specdesk.service.compare_store import Later
from specdesk.service.events import CompareDone, CompareProgress, ResultOpened

NEVER_CAME = "Several people at once were not measured to the end."


def test_several_people_that_were_called_off_are_missing_and_measured_later(
    stage: Callable[..., Stage], fake_llama: Callable[..., Path], plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(**FAST))
    table.service.compare(plan, Access(), 1.0, True, prompts, crowd=True)
    table.wait(CompareProgress, lambda event: event.part == "crowd")
    table.service.cancel_compare()
    done = table.wait(CompareDone)
    assert (done.result.verdict, done.result.partial) == ("faster", False), "what is complete stays complete"
    assert done.stored.later == Later(crowd=True)
    assert NEVER_CAME in notes_beside(done.result, done.stored)
    table.service.open_result(done.stored.id)
    assert table.wait(ResultOpened).stored.later == Later(crowd=True), "it is kept"
    table.service.resume_compare(done.stored.id, Access())
    again = table.wait(CompareDone)
    assert len(again.stored.measured) == len(done.stored.measured), "nothing more is asked of the first part"
    assert again.result.crowd is not None
    assert [point.users for point in again.result.crowd.points] == [1, 4, 16]
    assert again.stored.later == Later()
    assert NEVER_CAME not in notes_beside(again.result, again.stored)


def test_a_part_at_another_temperature_that_was_called_off_is_missing_and_measured_later(
    stage: Callable[..., Stage], fake_llama: Callable[..., Path], plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(**FAST))
    table.service.compare(plan, Access(), 1.0, True, prompts, second_temperature=0.7)
    table.wait(CompareProgress, lambda event: event.part == "second")
    table.service.cancel_compare()
    done = table.wait(CompareDone)
    took_s = done.stored.seconds
    assert "At temperature 0.7 it was not measured to its end." in notes_beside(done.result, done.stored)
    table.service.resume_compare(done.stored.id, Access())
    again = table.wait(CompareDone)
    assert again.stored.later == Later()
    assert again.beside.second is not None
    assert (again.beside.second.stored.setup.temperature, again.beside.second.result.partial) == (0.7, False)
    assert again.beside.second.stored.id == 2, "what was broken off goes on, and no other is begun"
    assert again.stored.seconds < took_s + again.beside.second.stored.seconds, "each part counts its own time"


def test_a_part_that_is_taken_up_by_itself_is_missing_no_more(
    stage: Callable[..., Stage], fake_llama: Callable[..., Path], plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(**FAST))
    table.service.compare(plan, Access(), 1.0, True, prompts, second_temperature=0.7)
    table.wait(CompareProgress, lambda event: event.part == "second" and event.done > 0)
    table.service.cancel_compare()
    done = table.wait(CompareDone)
    assert done.stored.later == Later(temperature=0.7)
    table.service.resume_compare(2, Access())
    assert not table.wait(CompareDone).result.partial
    table.service.open_result(done.stored.id)
    assert table.wait(ResultOpened).stored.later == Later()
