"""Compares through the service, with fake engines whose speed, acceptance and cost of drafting are known."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes.fake_settings import CAPTURES
from service_stage import GREEDY, Stage, small_model

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
FAST = {"speed": 1500, "acceptance": 0.9, "draft_cost": 0.05}


@pytest.fixture
def prompts(tmp_path: Path) -> str:
    """Five prompts of two kinds: twenty replies."""
    path = tmp_path / "prompts.jsonl"
    asked = [("tea", 1), ("rain", 1), ("tea", 2), ("rain", 2), ("tea", 3)]
    rows = [{"prompt": f"Tell me about {kind} number {number}.", "kind": kind} for kind, number in asked]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return str(path)


@pytest.fixture
def plan(model: Path, tmp_path: Path) -> LaunchPlan:
    """A target with a draft of four tokens."""
    draft = small_model(tmp_path / "Draft.gguf", rows=32)
    return LaunchPlan(target=str(model), draft=str(draft), methods=("draft-simple",), draft_max=4, context=2048)


def compared(table: Stage, plan: LaunchPlan, prompts: str) -> CompareDone:
    """A whole quick compare."""
    table.service.compare(plan, Access(), 1.0, True, prompts)
    return table.wait(CompareDone)


def begun(table: Stage, plan: LaunchPlan, prompts: str, replies: int) -> CompareProgress:
    """A quick compare with that many replies in."""
    table.service.compare(plan, Access(), 1.0, True, prompts)
    return table.wait(CompareProgress, lambda event: event.done >= replies)


def starts(argv_log: Path) -> list[list[str]]:
    """Arguments of every server that was started (not only asked about)."""
    lines = [json.loads(line)["argv"] for line in argv_log.read_text().splitlines()]
    return [argv for argv in lines if "--port" in argv]


def test_a_good_draft_is_called_faster(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    argv_log, requests = tmp_path / "argv", tmp_path / "requests"
    table = stage(engine=fake_llama(argv_log=str(argv_log), requests_log=str(requests), **FAST))
    done = compared(table, plan, prompts)
    result = done.result
    assert result.verdict == "faster"
    assert result.speedup is not None
    assert result.speedup.estimate == pytest.approx(3.307, abs=0.01)
    assert (result.prompts, result.partial, result.left_out) == (5, False, {})
    assert result.h == pytest.approx(0.05, abs=0.001)
    assert result.acceptance == pytest.approx(47 / 61)
    assert result.per_position == pytest.approx((15 / 16, 11 / 16, 11 / 16, 10 / 16))
    assert {(row.kind, row.n) for row in result.by_kind} == {("tea", 3), ("rain", 2)}
    assert result.best is not None
    assert result.same_text is not None
    assert (result.same_text.identical, result.same_text.compared) == (5, 5)
    assert result.drift == pytest.approx(0.0)
    assert done.words.startswith("Keep the draft on: answers come 3.3 times as fast.")
    assert [arm.tokens for arm in result.arms] == [640, 640]
    ran = starts(argv_log)
    assert ["-md" in argv or "--spec-draft-model" in argv for argv in ran] == [False, True, True, False]
    assert all(argv[argv.index("-np") + 1] == "1" for argv in ran)
    asked = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    assert {(body["temperature"], body["seed"], body["cache_prompt"]) for body in asked} == {(0.0, 42, False)}
    assert not any("ignore_eos" in body for body in asked)
    last = table.all(CompareProgress)[-1]
    assert (last.done, last.total) == (19, 20)
    assert last.result is not None
    assert last.seconds_left > 0
    table.state(Stopped)  # nothing ran before


@pytest.mark.parametrize(
    ("acceptance", "cost", "verdict", "words"),
    [
        (0.1, 0.3, "slower", "Turn it off"),
        (0.0, 0.0, "no-difference", "No clear difference"),
    ],
)
def test_other_drafts(
    acceptance: float, cost: float, verdict: str, words: str,
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str,
) -> None:  # fmt: skip
    table = stage(engine=fake_llama(speed=1500, acceptance=acceptance, draft_cost=cost))
    done = compared(table, plan, prompts)
    assert done.result.verdict == verdict
    assert done.words.startswith(words)


def test_a_draft_that_never_guesses(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(speed=1500, mismatch=True))
    done = compared(table, plan, prompts)
    assert done.result.verdict == "no-drafts"
    assert done.result.speedup is None
    assert len(done.result.arms[1].samples) == 3  # the engine itself says that it is off: three replies prove it
    assert done.words.startswith("No answer: the draft never guessed.")
    assert "Speculation is off:" in done.words


def test_a_machine_that_gets_slower(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    table = stage(engine=fake_llama(drift=0.8, drift_log=str(tmp_path / "drift"), **FAST))
    result = compared(table, plan, prompts).result
    assert result.verdict == "drifted"
    assert result.drift == pytest.approx(0.8**3 - 1)
    assert result.speedup is None


def test_one_prompt_fails(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(error_after_tokens=5, only_on="tea number 3", **FAST))
    done = compared(table, plan, prompts)
    result = done.result
    assert result.verdict == "faster"
    assert (result.prompts, result.left_out, result.partial) == (4, {"failed": 4}, False)
    failed = [reply for arm in result.arms for reply in arm.samples if reply.error is not None]
    assert {reply.prompt for reply in failed} == {"own-5"}
    assert all("guesses" in (reply.error or "") for reply in failed)
    assert "Replies left out: 4 failed." in done.words


def test_every_prompt_fails(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(error_after_tokens=5, only_on="number", **FAST))
    done = compared(table, plan, prompts)
    assert (done.result.verdict, done.result.partial) == ("too-little", True)
    assert table.all(Problem)[-1].what == "The engine answers one prompt after the other with an error."
    assert len(done.stored.measured) == 4


def test_an_arm_dies_in_the_middle_of_a_reply(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(crash_after_tokens=9, only_on="number", only_speculating=True, **FAST))
    done = compared(table, plan, prompts)
    assert (done.result.verdict, done.result.partial) == ("too-little", True)
    assert [len(arm.samples) for arm in done.result.arms] == [5, 1]
    problem = table.all(Problem)[-1]
    assert problem.topic == "compare"
    assert problem.what == "The engine stopped at one of its own checks."
    assert f"It broke off: {problem.what}" in done.words


def test_an_arm_does_not_start(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    crash = {"lines": ["llama_model_load: error loading model: out of memory"], "code": 1}
    table = stage(engine=fake_llama(crash_loading=crash, only_speculating=True, **FAST))
    done = compared(table, plan, prompts)
    assert done.result.partial
    assert [len(arm.samples) for arm in done.result.arms] == [5, 0]
    assert table.all(Problem)[-1].topic == "compare"


def test_the_draft_file_goes_away(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(**FAST))
    begun(table, plan, prompts, 1)
    Path(plan.draft or "").unlink()
    done = table.wait(CompareDone)
    assert "The draft is not there: Draft.gguf." in done.words
    assert len(done.stored.measured) == 5


def test_there_is_nothing_to_compare(stage: Stages, fake_llama: Fakes, model: Path, prompts: str) -> None:
    table = stage(engine=fake_llama())
    table.service.compare(LaunchPlan(target=str(model)), Access(), prompts=prompts)
    assert table.problem("compare").what == "There is nothing to compare: this plan does not speculate."


def test_a_plain_arm_that_guesses_all_the_same(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(speculative=True, **FAST))
    done = compared(table, plan, prompts)
    assert "“plain” guessed too" in done.words
    assert len(done.stored.measured) == 1


def test_an_engine_that_gives_no_timings(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(no_timings=True, **FAST))
    done = compared(table, plan, prompts)
    assert (done.result.verdict, done.result.speedup) == ("too-little", None)
    assert "20 came without timings from the engine" in done.words


def test_a_prompt_that_is_too_long(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    with Path(prompts).open("a") as file:
        file.write("\n" + json.dumps({"prompt": "word " * 3000, "kind": "long"}))
    table = stage(engine=fake_llama(**FAST))
    done = compared(table, plan, prompts)
    assert (done.result.verdict, done.result.prompts, done.result.left_out) == ("faster", 5, {"failed": 4})
    failed = [measured for measured in done.stored.measured if measured.error is not None]
    assert all("too long for the context" in (measured.error or "") for measured in failed)


def test_an_old_engine_keeps_its_prompt_cache(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    """There, switching the cache off would switch speculation off."""
    requests = tmp_path / "requests"
    help_file = CAPTURES / "help" / "b5361.txt"
    engine = fake_llama(old=True, help_file=help_file, metrics_names="none", requests_log=str(requests), **FAST)
    table = stage(engine=engine)
    done = compared(table, plan, prompts)
    assert done.result.verdict == "faster"
    assert done.result.acceptance == pytest.approx(47 / 61)
    assert done.result.per_position == ()
    asked = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    assert not any("cache_prompt" in body for body in asked)


@pytest.mark.parametrize("template", ["{{ messages }}{{ enable_thinking }}", "{{ messages }}"])
def test_thinking_is_off_where_the_template_allows_it(
    template: str, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    requests = tmp_path / "requests"
    engine = fake_llama(
        reasoning="Let me think.", props={"chat_template": template}, requests_log=str(requests), **FAST
    )
    table = stage(engine=engine)
    done = compared(table, plan, prompts)
    asked = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    can = "enable_thinking" in template
    assert [body.get("chat_template_kwargs") for body in asked] == [{"enable_thinking": False} if can else None] * len(
        asked
    )
    assert ("cannot be told not to" in done.words) is not can
    assert done.stored.measured[0].text.startswith("Let me think.\n\nTell me about")


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


# ---- what ran before, and what the user does meanwhile ----


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
    begun(table, plan, prompts, 6)
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
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(**FAST))
    begun(table, plan, prompts, 6)
    table.service.send("How are you?", GREEDY, 20)
    reply = table.wait(ReplyDone)
    assert reply.message.footer is not None
    assert reply.message.footer.tokens == 20
    assert "Small Model" in reply.message.footer.setup
    done = table.wait(CompareDone)
    assert (done.result.verdict, len(done.stored.measured)) == ("faster", 20)
    assert not any(measured.error for measured in done.stored.measured)
    assert any(event.words.startswith("Waiting for the end") for event in table.all(CompareProgress))


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
    assert (row.id, row.partial, row.verdict) == (number, True, "faster")
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
    assert "measurements" in problems[0].why


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
    table.service.compare(plan, Access(), from_chat=True)
    assert table.problem("compare").what == "There is nothing to compare with: no prompt was given."
    assert not any(isinstance(event.state, Ready) for event in table.all(StateChanged))
