"""Running verbs in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stage import Said
from service_stage import small_model

from specdesk.cli import main

Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a verb: `run("inspect", "--json", path)`. PATH holds no engine."""
    empty = tmp_path / "empty-path"
    empty.mkdir()
    monkeypatch.setenv("PATH", str(empty))

    def verb(*words: object) -> Said:
        capsys.readouterr()
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(code, said.out, said.err)

    return verb


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A chat model of a few KB."""
    return small_model(tmp_path / "Small Model.gguf")
