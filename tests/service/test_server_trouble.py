"""Every way in which a start fails or a run ends: one sentence that says what happened, a state that says so, nothing
left behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from service_stage import GREEDY, Stage, left_over, small_model

from specdesk import paths
from specdesk.engines.lifecycle import Failed, Loading, Ready, Stopped
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import LogLines, Problem, ReplyFailed
from specdesk.service.read_back import ServerReport

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


CAPTURES = Path(__file__).parent.parent / "captures"
OUT_OF_MEMORY = [
    "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 9216.00 MiB on device 0: cudaMalloc failed: out of memory",
    "llama_model_load: error loading model: unable to allocate CUDA0 buffer",
]


def said(failed: Failed) -> str:
    """The whole explanation."""
    failure = failed.failure
    return " ".join(part for part in (failure.what, failure.why, failure.next_step) if part)


# ---- files ----------------------------------------------------------------------------------------------------------


def test_a_missing_target(stage: Stages, fake_llama: Fakes, tmp_path: Path) -> None:
    failed = stage(engine=fake_llama()).fail(LaunchPlan(target=str(tmp_path / "gone.gguf")))
    assert said(failed) == (
        "The target is not there: gone.gguf. It was moved or deleted, or its drive is not connected. Choose it again."
    )


@pytest.mark.parametrize("role", ["target", "draft", "projector"])
def test_a_file_that_is_cut_off(role: str, stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    whole = small_model(tmp_path / "whole.gguf", rows=640)
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(whole.read_bytes()[:-20_000])
    fields = {"target": str(model)} | {"mmproj" if role == "projector" else role: str(broken)}
    failed = stage(engine=fake_llama()).fail(LaunchPlan(**fields))  # type: ignore[arg-type]
    assert failed.failure.what == f"The {role} cannot be loaded: broken.gguf."
    assert failed.failure.why
    assert failed.failure.next_step == "Choose another file."


def test_a_web_page_saved_as_model(stage: Stages, fake_llama: Fakes, tmp_path: Path) -> None:
    page = tmp_path / "model.gguf"
    page.write_text("<!DOCTYPE html><html><body>Log in to download</body></html>")
    failed = stage(engine=fake_llama()).fail(LaunchPlan(target=str(page)))
    assert failed.failure.what == "The target cannot be loaded: model.gguf."
    assert "web page" in failed.failure.why


def test_no_target(stage: Stages, fake_llama: Fakes) -> None:
    failed = stage(engine=fake_llama()).fail(LaunchPlan())
    assert said(failed) == "No target model is chosen. Choose one, or name it with -m."


# ---- engines --------------------------------------------------------------------------------------------------------


def test_no_engine(stage: Stages, model: Path) -> None:
    failed = stage().fail(LaunchPlan(target=str(model)))
    assert failed.failure.what == "No engine was found."
    assert "extra “engine”" in failed.failure.next_step


def test_a_remembered_engine_that_is_gone(stage: Stages, model: Path, tmp_path: Path) -> None:
    table = stage(engine=tmp_path / "llama-server")
    problem = table.problem("engine")
    assert problem.what == "The engine that you chose before cannot be used."
    assert problem.why == "It is not there any more."


def test_a_program_that_is_no_llama_server(stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    script = tmp_path / "llama-server"
    script.write_text("#!/bin/sh\necho hello\n")
    script.chmod(0o755)
    good = fake_llama()
    table = stage(engine=good)
    table.engine()
    table.service.choose_engine(str(script))
    problem = table.problem("engine")
    assert problem.what == "llama-server cannot be used as engine."
    assert problem.why == "llama-server is not a llama-server: its help lists none of the server's arguments."
    assert table.start(LaunchPlan(target=str(model))).argv[0] == str(good)


def test_a_processor_that_is_too_old(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(crash_start={"signal": "SIGILL"}))
    assert "processor features" in table.problem("engine").why
    failed = table.fail(LaunchPlan(target=str(model)))
    assert failed.failure.what == "No engine can be used."
    assert "processor features" in failed.failure.why


def test_a_processor_that_is_too_old_for_the_model_code(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    failed = stage(engine=fake_llama(crash_loading={"signal": "SIGILL"})).fail(LaunchPlan(target=str(model)))
    assert failed.failure.what.startswith("This build needs processor features")
    assert left_over() == []


def test_a_server_without_its_libraries(stage: Stages, real_server: Path, tmp_path: Path) -> None:
    alone = tmp_path / "llama-server"
    alone.write_bytes(real_server.read_bytes())
    alone.chmod(0o755)
    problem = stage(engine=alone).problem("engine")
    assert "a library that it needs is missing" in problem.why


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ({"lines": OUT_OF_MEMORY}, "There is not enough free memory on CUDA0 for this model with these settings."),
        ({"signal": "SIGSEGV"}, "The engine crashed while it was loading the model."),
        ({"signal": "SIGKILL"}, "The engine was ended by force while it was loading the model."),
        ({"code": 0}, "The engine ended by itself while it was loading the model."),
    ],
)  # fmt: skip
def test_an_end_while_loading(
    fault: dict[str, object], what: str, stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(crash_loading=fault))
    failed = table.fail(LaunchPlan(target=str(model)))
    assert failed.failure.what == what
    assert failed.failure.next_step
    assert failed.failure.offers_without_speculation is False
    assert any("loading model" in line for line in failed.log_tail)
    assert left_over() == []
    assert table.states() == ["Checking", "Spawning", "Loading", "Failed"]


def test_a_crash_with_a_draft_offers_to_start_without(
    stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path
) -> None:
    draft = small_model(tmp_path / "draft.gguf", rows=8)
    fault = {"lines": ["ggml.c:1: GGML_ASSERT(n_outputs_max > 0) failed"], "signal": "SIGABRT"}
    table = stage(engine=fake_llama(crash_loading=fault))
    failed = table.fail(LaunchPlan(target=str(model), draft=str(draft), methods=("draft-simple",)))
    assert failed.failure.what == "The engine stopped at one of its own checks."
    assert "n_outputs_max > 0" in failed.failure.why
    assert failed.failure.offers_without_speculation


def test_a_flag_that_the_engine_refuses(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    """The program was replaced by another build behind our back, after its help was read."""
    engine, older = fake_llama(), fake_llama(help_file=CAPTURES / "help" / "b5361.txt")
    table = stage(engine=engine)
    table.engine()
    engine.write_text(older.read_text())
    failed = table.fail(LaunchPlan(target=str(model), methods=("ngram-mod",)))
    assert failed.failure.what == "The engine refused the argument --spec-type."
    assert "invalid argument: --spec-type" in failed.failure.why
    assert table.states() == ["Checking", "Spawning", "Loading", "Failed"]  # nothing starts it again


def test_a_crash_when_it_is_ready_is_explained_and_not_repeated(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(crash_ready={"signal": "SIGSEGV", "after_s": 3.0}))
    run = table.service.start_server(LaunchPlan(target=str(model)), Access())
    table.state(Ready, run)
    failed = table.state(Failed, run)
    assert failed.failure.what == "The engine crashed while it was running."
    assert left_over() == []
    table.service.dismiss_failure()
    assert table.state(Stopped).run_id == run


def test_a_crash_at_the_moment_of_ready(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(crash_ready={"signal": "SIGSEGV"}))
    failed = table.fail(LaunchPlan(target=str(model)))
    assert failed.failure.what.startswith("The engine crashed while it was")


def test_a_crash_in_the_middle_of_a_reply(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(crash_after_tokens=8))
    table.start(LaunchPlan(target=str(model)))
    table.service.send("Hello there.", GREEDY, 64)
    failed = table.wait(ReplyFailed)
    assert failed.what == "The engine ended in the middle of the answer."
    assert failed.message is not None
    assert failed.message.text
    assert failed.message.footer is not None
    assert failed.message.footer.finish_reason == "failed"
    state = table.last(Failed)
    assert state.failure.what == "The engine stopped at one of its own checks."
    table.service.send("And now?", GREEDY, 64)
    assert table.problem("chat").what == "Nothing is running that could answer."


def test_a_draft_whose_predictions_were_never_made(
    stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path
) -> None:
    """Known of Gemma pairs: the first question ends the engine."""
    draft = small_model(tmp_path / "draft.gguf", rows=8)
    words = "get_logits_ith: invalid logits id 0, reason: batch.logits[0] != true"
    table = stage(engine=fake_llama(crash_after_tokens=1, crash_words=words))
    table.start(LaunchPlan(target=str(model), draft=str(draft), methods=("draft-simple",)))
    table.service.send("Hello there.", GREEDY, 64)
    assert table.wait(ReplyFailed).what == "The engine ended in the middle of the answer."
    failure = table.last(Failed).failure
    assert failure.what == "The engine looked for a prediction that it had not made."
    assert "invalid logits id 0" in failure.why
    assert "Gemma" in failure.why
    assert failure.next_step == "Update llama.cpp, or start without speculation."
    assert failure.offers_without_speculation


# ---- health ---------------------------------------------------------------------------------------------------------


def test_a_server_that_never_gets_ready_can_be_cancelled(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(never_healthy=True))
    run = table.service.start_server(LaunchPlan(target=str(model)), Access())
    table.state(Loading, run)
    table.stop()
    assert left_over() == []


@pytest.mark.parametrize("flood", [{"flood_mb": 6.0}, {"flood_line_mb": 3.0}, {"flood_rate": 2000.0}])
def test_a_server_that_floods_its_output_still_answers(
    flood: dict[str, float], stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(**flood))
    table.start(LaunchPlan(target=str(model)))
    assert table.ask().message.text
    assert all(len(line) < 10_000 for event in table.all(LogLines) for line in event.lines)
    table.stop()


# ---- our own trouble ------------------------------------------------------------------------------------------------


def test_a_fault_of_the_program_while_it_checks(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("specdesk.service.server.prepare", faulty)
    failed = stage(engine=fake_llama()).fail(LaunchPlan(target=str(model)))
    assert failed.failure.what == "Something failed inside SpecDesk (ZeroDivisionError)."
    assert "specdesk.log" in failed.failure.why


def test_a_fault_of_the_program_while_it_reads_back(
    stage: Stages, fake_llama: Fakes, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def faulty(*_: object) -> ServerReport:
        raise KeyError("n_ctx")

    monkeypatch.setattr("specdesk.service.run.read_back", faulty)
    table = stage(engine=fake_llama())
    run = table.service.start_server(LaunchPlan(target=str(model)), Access())
    pid = table.state(Loading, run).pid
    failed = table.state(Failed, run)
    assert failed.failure.what == "Something failed inside SpecDesk (KeyError)."
    monkeypatch.undo()
    assert table.start(LaunchPlan(target=str(model))).run > run  # which waits until the first one is gone
    assert not psutil.pid_exists(pid)


def test_a_state_folder_that_cannot_be_written(
    stage: Stages, fake_llama: Fakes, model: Path, specdesk_home: Path
) -> None:
    (specdesk_home / "state").write_text("a file where the folder should be")
    table = stage(engine=fake_llama())
    failed = table.fail(LaunchPlan(target=str(model)), Access())
    assert failed.failure.what == "The server's key could not be handed to the engine."
    assert str(paths.state_dir()) in failed.failure.why
    facts = table.start(LaunchPlan(target=str(model)), Access(key=""))  # without a key there is nothing to write
    assert facts.api_key is None
    assert not table.all(Problem)
