"""What else happens around a compare: the server before and after, chats, stops, kills; its results; sweeps."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from compare_stage import FAST, begun, compared, starts
from service_stage import GREEDY, Stage

from specdesk import paths
from specdesk.chat.history import FILE_NAME
from specdesk.engines.lifecycle import Ready, Stopped
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import (
    CompareDone,
    CompareProgress,
    Problem,
    ReplyDone,
    ResultOpened,
    ResultsKnown,
    ServerFacts,
    StateChanged,
    SweepDone,
    SweepProgress,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


def test_the_server_goes_back_to_what_it_was(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(**FAST))
    before = table.start(plan, Access(key="sesame"))
    compared(table, plan, prompts)
    after = table.wait(ServerFacts)
    assert (after.url, after.api_key, after.plan) == (before.url, before.api_key, before.plan)
    assert table.ask().message.text


def test_cancel_keeps_what_was_measured_and_it_can_go_on(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    argv_log = tmp_path / "argv"
    table = stage(engine=fake_llama(argv_log=str(argv_log), **FAST))
    running = begun(table, plan, prompts, 6)
    table.service.resume_compare(running.compare, Access())  # it goes on already, and nothing happens
    table.service.cancel_compare()
    done = table.wait(CompareDone)
    count = len(done.stored.measured)
    assert 6 <= count < 20
    assert done.result.partial
    assert "It was stopped before its end." in done.words
    (row,) = table.wait(ResultsKnown).rows
    assert (row.id, row.partial, row.pair) == (done.stored.id, True, "Small Model + Draft")
    table.state(Stopped)
    before = len(starts(argv_log))
    table.service.resume_compare(row.id, Access())
    ended = table.wait(CompareDone)
    assert ended.stored.id == row.id
    assert ended.stored.measured[:count] == done.stored.measured
    assert (ended.result.verdict, ended.result.partial, len(ended.stored.measured)) == ("faster", False, 20)
    assert len(starts(argv_log)) - before == 3
    assert [one.partial for one in table.wait(ResultsKnown).rows] == [False]


def test_a_chat_is_answered_at_once_and_the_compare_goes_on(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    requests = tmp_path / "requests"
    table = stage(engine=fake_llama(requests_log=str(requests), **FAST | {"speed": 60}))
    begun(table, plan, prompts, 6)
    asked = len(requests.read_text().splitlines())
    while len(requests.read_text().splitlines()) <= asked:
        time.sleep(0.01)  # until a reply of the compare is under way
    table.service.send("How are you?", GREEDY, 20)
    reply = table.wait(ReplyDone)
    assert reply.message.footer is not None
    assert reply.message.footer.tokens == 20
    assert "Small Model" in reply.message.footer.setup
    done = table.wait(CompareDone)
    assert (done.result.verdict, len(done.stored.measured)) == ("faster", 20)
    assert not any(measured.error for measured in done.stored.measured)
    assert any(event.words.startswith("Waiting for the end") for event in table.all(CompareProgress))
    bodies = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    said = [body["messages"][-1]["content"] for body in bodies]
    assert len([text for text in said if text.startswith("Tell me")]) == 21  # what was broken off is asked again


def test_a_drafter_that_remembers_starts_afresh_behind_a_chat(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    argv_log = tmp_path / "argv"
    table = stage(engine=fake_llama(argv_log=str(argv_log), **FAST))
    begun(table, LaunchPlan(target=plan.target, methods=("ngram-mod",), context=2048), prompts, 6)
    table.service.send("How are you?", GREEDY, 20)
    done = table.wait(CompareDone)
    assert len(done.stored.measured) == 20
    assert done.words.startswith("Keep the n-gram look-up on")
    assert len(starts(argv_log)) == 5  # A, B, B again, B, A


def test_another_start_ends_it(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(**FAST))
    begun(table, plan, prompts, 3)
    table.start(LaunchPlan(target=plan.target))
    done = table.all(CompareDone)
    assert len(done) == 1
    assert done[0].stored.ended == "cancelled"
    assert table.ask().message.text


def test_closing_the_window_leaves_the_result(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    engine = fake_llama(**FAST)
    table = stage(engine=engine)
    number = begun(table, plan, prompts, 6).compare
    table.close()
    again = stage(engine=engine)
    again.service.list_results()
    (row,) = again.wait(ResultsKnown).rows
    assert (row.id, row.partial) == (number, True)
    again.service.open_result(number)
    assert len(again.wait(ResultOpened).stored.measured) >= 6


def test_what_a_killed_program_measured_is_there(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    """As after a kill: nothing says that it has ended, and nothing was summed up."""
    engine = fake_llama(**FAST)
    table = stage(engine=engine)
    number = compared(table, plan, prompts).stored.id
    table.close()
    connection = sqlite3.connect(paths.data_dir() / FILE_NAME)
    connection.execute("UPDATE results SET ended = NULL, summary = NULL")
    connection.execute("DELETE FROM measurements WHERE place >= 11")
    connection.commit()
    connection.close()
    again = stage(engine=engine)
    again.service.list_results()
    (row,) = again.wait(ResultsKnown).rows
    assert (row.id, row.partial, row.verdict) == (number, True, "not-sure")
    assert row.headline.startswith("Not sure: it ended before the plain model was measured again.")
    again.service.resume_compare(number, Access())
    assert again.wait(CompareDone).result.verdict == "faster"


def test_a_disk_that_fails_costs_only_the_record(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(**FAST))
    begun(table, plan, prompts, 2)
    connection = sqlite3.connect(paths.data_dir() / FILE_NAME)
    connection.execute("DROP TABLE measurements")
    connection.commit()
    connection.close()
    done = table.wait(CompareDone)
    assert (done.result.verdict, len(done.stored.measured)) == ("faster", 20)
    problems = [problem for problem in table.all(Problem) if problem.what == "The result could not be saved."]
    assert len(problems) == 1
    assert problems[0].why.startswith("The program's own database refuses it; the log says more.")
    assert "measurements" not in problems[0].why, "SQLite's own words are for the log"


def test_results_are_listed_opened_and_deleted(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(**FAST))
    first = compared(table, plan, prompts)
    second = compared(table, LaunchPlan(target=plan.target, methods=("ngram-simple",), context=2048), prompts)
    third = compared(table, plan, prompts)
    table.service.list_results()
    rows = table.wait(ResultsKnown, lambda event: len(event.rows) == 3).rows
    assert [row.id for row in rows] == [third.stored.id, first.stored.id, second.stored.id]
    assert [row.pair for row in rows] == ["Small Model + Draft"] * 2 + ["Small Model + ngram-simple"]
    assert len({row.build for row in rows}) == 1
    table.service.open_result(second.stored.id)
    opened = table.wait(ResultOpened)
    assert (opened.stored, opened.result) == (second.stored, second.result)
    table.service.delete_result(second.stored.id)
    assert len(table.wait(ResultsKnown, lambda event: len(event.rows) == 2).rows) == 2
    table.service.open_result(second.stored.id)
    assert table.problem("compare").what == "That result is not there any more."
    table.service.undo_delete_result(second.stored.id)
    table.wait(ResultsKnown, lambda event: len(event.rows) == 3)


def test_bad_prompt_files(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, tmp_path: Path) -> None:
    table = stage(engine=fake_llama())
    empty = tmp_path / "empty.txt"
    empty.write_text("\n\n")
    table.service.compare(plan, Access(), prompts=str(empty))
    assert table.problem("compare").what == "empty.txt has no prompts."
    table.service.compare(plan, Access(), prompts=str(tmp_path / "none.txt"))
    assert table.problem("compare").what == "The prompts in none.txt cannot be read."
    for ask in (table.service.compare, table.service.sweep):
        ask(plan, Access(), from_chat=True)
        assert table.problem("compare").what == "There is nothing to compare with: no prompt was given."
    assert not any(isinstance(event.state, Ready) for event in table.all(StateChanged))


def test_a_sweep(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(speed=3000, acceptance=0.8, draft_cost=0.1))
    before = table.start(plan)
    table.service.sweep(plan, Access(), 1.0, prompts)
    assert table.wait(SweepProgress).words == "Starting: plain…"
    done = table.wait(SweepDone, patience_s=120)
    assert done.result.best is not None
    assert done.result.best.setting.document() == {"draft_max": 5, "p_min": 0.0}
    assert done.words.startswith("Best setting: draft_max 5, p_min 0.0. Use it. Against plain: Keep the draft on")
    assert [row.verdict for row in table.wait(ResultsKnown).rows] == ["faster"]
    after = table.wait(ServerFacts, lambda facts: facts.plan == before.plan)
    assert after.url == before.url


def test_a_sweep_is_called_off(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(speed=3000, acceptance=0.8, draft_cost=0.1))
    table.service.sweep(plan, Access(), 1.0, prompts)
    table.wait(SweepProgress, lambda event: event.words.startswith("Starting: draft_max 5"))
    table.service.send("How are you?", GREEDY, 20)
    assert table.wait(ReplyDone).message.text
    table.service.cancel_compare()
    done = table.wait(SweepDone)
    assert done.result.partial
    assert done.result.settings[0].prompts == 5
    table.state(Stopped)
