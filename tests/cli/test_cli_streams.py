"""Output closed early, odd encodings, wrong verbs: the program as a shell sees it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stage import Said
from service_stage import small_model

from specdesk import __version__

Run = Callable[..., Said]
PROGRAM = [sys.executable, "-m", "specdesk"]


def shell(line: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A line of sh, in which `specdesk` is the program."""
    text = line.replace("specdesk ", " ".join(PROGRAM) + " ")
    env = {**os.environ, **variables}
    return subprocess.run(["sh", "-c", text], capture_output=True, text=True, timeout=60, env=env, errors="replace")


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A folder whose listing is longer than a pipe holds."""
    folder = tmp_path / "models"
    folder.mkdir()
    for number in range(300):
        small_model(folder / f"{'long name ' * 12}{number}.gguf")
    return folder


@pytest.mark.parametrize("options", ["", "--json"])
def test_output_that_is_closed_early_is_no_error(options: str, many: Path) -> None:
    done = shell(f"(specdesk library {options} '{many}'; echo $? >&2) | head -1")
    assert done.stderr == "0\n"
    assert len(done.stdout.splitlines()) == 1


def test_output_that_is_closed_at_once(many: Path) -> None:
    done = shell(f"(specdesk inspect '{many}/../models'/*.gguf; echo $? >&2) | true")
    assert done.stderr == "0\n"


def test_no_output_at_all(tmp_path: Path) -> None:
    model = small_model(tmp_path / "m.gguf")
    done = shell(f"specdesk inspect '{model}' >&-")
    assert (done.returncode, done.stderr) == (0, "")
    done = shell(f"specdesk inspect '{tmp_path}' 2>&-")
    assert done.returncode == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_any_encoding(encoding: str, tmp_path: Path) -> None:
    small_model(tmp_path / "m.gguf", **{"general.name": "模型 → Ünïcode …"})
    done = shell(f"specdesk inspect '{tmp_path / 'm.gguf'}'", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    raw = subprocess.run(
        [*PROGRAM, "inspect", "--json", str(tmp_path / "m.gguf")], capture_output=True, timeout=60,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert json.loads(raw.stdout.decode("utf-8"))[0]["name"] == "模型 → Ünïcode …"
    wrong = shell("specdesk fit --device-mib “ -- -m x --build 1", PYTHONIOENCODING=encoding)
    assert wrong.returncode == 2
    assert "Traceback" not in wrong.stderr


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("paint", "invalid choice: 'paint'"),
        ("--bogus", "error: unknown arguments: --bogus\n"),
        ("--bogus inspect x", "error: unknown arguments: --bogus\n"),
        ("--json", "error: unknown arguments: --json\n"),
        ("", "error: a verb is needed: inspect, library, pair, fit, command, "),
        ("pair", "the following arguments are required: TARGET\n"),
        ("inspect", "the following arguments are required: FILE"),
        ("inspect --jsonn x", "unknown arguments: --jsonn"),
        ("inspect --js x", "unknown arguments: --js"),
        ("engines x", "unknown arguments: x"),
        ("library", "the following arguments are required: DIR"),
        ("command --build 5 -- -m x", "unknown arguments: --build 5"),
        ("serve --engine", "expected one argument"),
    ],
)
def test_wrong_use_is_exit_2_with_a_sentence(line: str, words: str, run: Run) -> None:
    said = run(*line.split())
    assert (said.code, said.out) == (2, "")
    assert words in said.err


@pytest.mark.parametrize(
    "line",
    ["engines --json", "library .", "pair --build 5 gone.gguf"],
)
def test_output_to_a_full_disk_is_one_sentence(line: str, tmp_path: Path) -> None:
    small_model(tmp_path / "m.gguf")
    done = shell(f"cd '{tmp_path}'; specdesk {line} >/dev/full")
    if line.startswith("pair"):  # it has nothing to write but the reason
        assert done.stderr == "The target cannot be read. The file is not there.\n"
    else:
        assert done.stderr == "The output could not be written. The system says: No space left on device.\n"
    assert done.returncode == 2


@pytest.mark.parametrize("line", ["pair --build 5 gone.gguf", "--bogus"])
@pytest.mark.parametrize("end", ["2>/dev/full", "2>&1 | true"])
def test_nobody_hears_the_complaint(line: str, end: str, tmp_path: Path) -> None:
    done = shell(f"cd '{tmp_path}'; (specdesk {line}; echo $? >code) {end}")
    assert (tmp_path / "code").read_text() == "2\n"
    assert "Traceback" not in done.stderr + done.stdout


@pytest.mark.parametrize("line", ["doctor", "command --engine embedded -- -m a -c 5 --x --y --z"])
def test_one_line_is_enough(line: str) -> None:
    done = shell(f"(specdesk {line}; echo $? >&2) | head -1")
    assert done.stderr == "0\n"
    assert len(done.stdout.splitlines()) == 1


def test_help_and_version(run: Run) -> None:
    assert run("--version").out == f"specdesk {__version__}\n"
    said = run("--help")
    assert said.code == 0
    for verb in ("inspect", "library", "pair", "fit", "command", "engines", "serve", "doctor"):
        assert verb in said.out
        assert run(verb, "--help").code == 0


def test_a_file_whose_name_begins_with_a_dash(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    small_model(tmp_path / "-m.gguf")
    said = run("inspect", "--json", "--", "-m.gguf")
    assert said.code == 0
    assert said.document[0]["path"] == "-m.gguf"


def test_the_program_s_own_log_stays_off_the_screen(tmp_path: Path) -> None:
    done = shell(f"specdesk fit --build 11434 -- -m '{tmp_path}'")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_on_a_terminal_sentences_go_on_in_further_lines(tmp_path: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<!DOCTYPE html>")
    main, end = os.openpty()
    with subprocess.Popen(
        [*PROGRAM, "inspect", str(page)], stdout=end, stderr=subprocess.DEVNULL, env={**os.environ, "COLUMNS": "100"}
    ) as program:
        os.close(end)
        said = b""
        with contextlib.suppress(OSError), open(main, "rb", buffering=0) as terminal:
            while part := terminal.read(4096):
                said += part
        assert program.wait(60) == 2
    lines = said.decode().splitlines()
    assert max(len(line) for line in lines) <= 100
    assert "".join("".join(line[len(lines[0]) - 15 :].split()) for line in lines[1:]).endswith(
        "webpagesavedunderthisname.Downloadthemodelfileitself."
    )
