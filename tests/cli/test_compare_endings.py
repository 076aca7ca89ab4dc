"""How `specdesk compare` ends: an exit code for every verdict, kills, full disks, files that are no prompts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from cli_stage import Said
from compare_verb import FAST, Verb
from service_stage import small_model

from specdesk.chat.history import History
from specdesk.cli.compare_report import exit_code
from specdesk.errors import EngineError, SpecDeskError, UsageError
from specdesk.profiles import write_plan
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_store import CompareStore
from specdesk.service.result_rows import ResultRow

Fakes = Callable[..., Path]
Run = Callable[..., Said]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")

VERDICTS: dict[str, dict[str, Any]] = {
    "faster": FAST,
    "slower": {"speed": 1500, "acceptance": 0.1, "draft_cost": 0.3},
    "no-difference": {"speed": 1500, "acceptance": 0.0, "draft_cost": 0.0},
    "no-drafts": FAST | {"mismatch": True},
    "drifted": FAST | {"drift": 0.8},
    "too-little": FAST | {"tokens": 20},
}
QUICKLY = ("no-drafts",)


@pytest.fixture
def verb(tmp_path: Path) -> Verb:
    return Verb(tmp_path)


@pytest.fixture
def rows() -> Iterator[Callable[[], tuple[ResultRow, ...]]]:
    """Reads the list of results."""
    opened: list[History] = []

    def read() -> tuple[ResultRow, ...]:
        opened.append(History())
        return CompareStore(opened[-1]).rows()

    yield read
    for history in opened:
        history.close()


@pytest.mark.parametrize(
    "verdict", [one if one in QUICKLY else pytest.param(one, marks=pytest.mark.long) for one in VERDICTS]
)
def test_measured_is_0_whatever_the_verdict(verdict: str, verb: Verb, fake_llama: Fakes, tmp_path: Path) -> None:
    """Of a draft with another vocabulary, too: it is measured, and says that nothing was guessed."""
    settings = VERDICTS[verdict] | ({"drift_log": str(tmp_path / "drift")} if verdict == "drifted" else {})
    if verdict == "no-drafts":
        other = [f"other{index}" for index in range(40)]
        verb.draft = small_model(tmp_path / "Other.gguf", rows=32, **{"tokenizer.ggml.tokens": other})
    done = verb.run(fake_llama(**settings), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["verdict"], found["partial"]) == (verdict, False)
    assert (found["speedup"] is None) is (verdict in ("no-drafts", "drifted", "too-little"))
    if verdict == "no-drafts":
        assert "The draft does not match the target" in done.stderr, "it warns, and does not refuse"


@pytest.mark.parametrize(
    ("error", "code"), [(None, 0), (EngineError("It died."), 3), (UsageError("Nothing to compare."), 2)]
)
def test_the_code_knows_no_verdict(error: SpecDeskError | None, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    """So "not-sure", which a fake engine does not come to, is 0 like the others."""
    assert exit_code(error) == code
    assert capsys.readouterr().err == ("" if error is None else f"{error.what}\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "before", "answer"),
    [
        ("Tell me about tea.\n", "1 question gives no answer", "No answer from 1 question"),
        ("Tell me about tea.\nTell me about rain.\n", "2 questions give no answer", "No answer from 2 questions"),
    ],
)  # fmt: skip
def test_one_or_two_questions_are_asked_and_give_no_answer(
    asked: str, before: str, answer: str, verb: Verb, fake_llama: Fakes, rows: Callable[[], tuple[ResultRow, ...]]
) -> None:
    verb.prompts.write_text(asked)
    done = verb.run(fake_llama(**FAST))
    assert done.returncode == 0, done.stderr
    assert f"{before}: at least 3 are needed." in done.stderr
    assert done.stdout.startswith(f"{answer}: at least 3 are needed.")
    assert "First word" not in done.stdout.partition("\n\n")[0]
    command = verb.command(fake_llama(**FAST))
    command[command.index("compare") : command.index("--minutes")] = ["sweep"]
    search = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert search.returncode == 2, search.stderr
    assert search.stdout.startswith(f"{answer}: at least 3 are needed.")
    assert search.stderr.count(f"{before}: at least 3 are needed.") == 2, "before, and at the end"
    assert "could be measured" not in search.stderr
    assert len(rows()) == 1, "no winner is compared with plain"


@pytest.mark.long
def test_a_draft_that_cannot_be_loaded(verb: Verb, fake_llama: Fakes) -> None:
    lines = ["llama_model_load: error loading model: unknown model architecture: 'odd'"]
    engine = fake_llama(**FAST, crash_loading={"lines": lines, "code": 1}, only_speculating=True)
    done = verb.run(engine, "--json")
    assert done.returncode == 3
    found = json.loads(done.stdout)
    assert found["headline"] == "No answer: it did not start with the draft."
    assert found["notes"][0].startswith("The model file is of an architecture that this engine does not know: odd.")
    said = verb.run(engine)
    assert said.stdout.startswith(f"{found['headline']} {found['notes'][0]}")


@pytest.mark.long
def test_against_a_plan_in_a_file(verb: Verb, fake_llama: Fakes, tmp_path: Path) -> None:
    path = tmp_path / "other plan.json"
    write_plan(
        path, LaunchPlan(target=None, draft=str(verb.draft), methods=("draft-simple",), draft_max=1), "One guess"
    )
    done = verb.run(fake_llama(**FAST), "--against", str(path), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["headline"] == "This command is 1.8 times as fast as One guess."
    lengths = [arm["argv"][arm["argv"].index("--spec-draft-n-max") + 1] for arm in found["arms"]]
    assert lengths == ["1", "4"]
    path.write_text("{")
    bad = verb.run(fake_llama(), "--against", str(path))
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "other plan.json" in bad.stderr
    assert "Traceback" not in bad.stderr


def test_a_kill_half_way_leaves_what_was_measured_and_no_server(
    verb: Verb, fake_llama: Fakes, rows: Callable[[], tuple[ResultRow, ...]]
) -> None:
    engine = fake_llama(speed=300, acceptance=0.9, draft_cost=0.05)
    with subprocess.Popen(verb.command(engine), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        while "Starting: with draft" not in running.stderr.readline():
            assert running.poll() is None, "it ended by itself"
        while not (servers := psutil.Process(running.pid).children(recursive=True)):
            assert running.poll() is None, "it ended by itself"
        running.send_signal(signal.SIGKILL)
        running.wait(20)
    _gone, alive = psutil.wait_procs(servers, timeout=20)
    assert not alive
    (row,) = rows()
    assert row.partial
    assert row.prompts == 0, "one arm alone is no answer"
    assert row.headline == "No answer: it ended too early."


def test_a_full_disk_costs_the_record_and_not_the_answer(
    verb: Verb, fake_llama: Fakes, rows: Callable[[], tuple[ResultRow, ...]]
) -> None:
    """No file of this process grows any more once it measures: as on a full disk, in the middle of a compare."""
    resource = pytest.importorskip("resource", reason="limits of another process, as Linux sets them")
    if not hasattr(resource, "prlimit"):
        pytest.skip("limits of another process, as Linux sets them")
    engine = fake_llama(speed=300, acceptance=0.9, draft_cost=0.05)
    with subprocess.Popen(
        verb.command(engine, "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        seen = ""
        while "Starting: with draft" not in seen:
            seen = running.stderr.readline()
            assert running.poll() is None, "it ended by itself"
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (4096, 4096))
        output, errors = running.communicate(timeout=90)
    assert running.returncode == 0, errors
    found = json.loads(output)
    assert (found["verdict"], found["partial"]) == ("faster", False)
    assert errors.count("The result could not be saved.") == 1
    assert "Free some space or make the folder writable" in errors
    assert "Traceback" not in errors
    (row,) = rows()
    assert row.partial, "what was written before the disk was full is there"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "has no prompts"),
        (b"\x00\x01\x02GGUF" * 100, "is not a text file"),
        ("Wat is er café?".encode("latin-1"), "is not encoded as UTF-8"),
        (b"Tell me more.\n" * 400_000, "is too big to be a list of prompts"),
        (b'{"kind": "code"}\n', "has no prompt"),
    ],
)
def test_files_that_are_no_prompts(content: bytes, words: str, verb: Verb, fake_llama: Fakes, run: Run) -> None:
    argv_log = verb.prompts.parent / "argv"
    verb.prompts.write_bytes(content)
    done = run(*verb.arguments(fake_llama(argv_log=str(argv_log)), "--json"))
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "--port" not in argv_log.read_text(), "no server was started for it"
