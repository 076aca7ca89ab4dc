"""One file under several names (symbolic and hard links): it is one model, and as a draft it is the target itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import small_model

from specdesk.cli import main
from specdesk.engines.traits import traits_of_build
from specdesk.models.choice import choose
from specdesk.models.header import read_header
from specdesk.models.library import inspect, scan
from specdesk.models.library_cache import LibraryCache
from specdesk.models.pairing import judge

NOW = traits_of_build(11434)
ITSELF = "This is the target itself: it is loaded a second time and never makes it faster."
LINKS = {"symbolic": os.symlink, "hard": os.link}


@pytest.fixture(params=LINKS.values(), ids=LINKS)
def names(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """A model, and a link to it that is called otherwise."""
    model = small_model(tmp_path / "Big-Model-Q4.gguf")
    link: Callable[[Path, Path], None] = request.param
    other = tmp_path / "zz-tiny-draft.gguf"
    link(model, other)
    return model, other


def test_the_library_has_one_row(names: tuple[Path, Path], tmp_path: Path) -> None:
    assert [row.path for row in scan([tmp_path], LibraryCache())] == [str(names[0])]


def test_the_name_of_a_link_tells_nothing(names: tuple[Path, Path]) -> None:
    model, other = (inspect(name) for name in names)
    assert (other.name, other.kind, other.size_mib) == (model.name, model.kind, model.size_mib)
    assert other.path == str(names[1])  # an engine is given the name that the user chose


@pytest.mark.parametrize("turned", [False, True])
def test_as_a_draft_it_is_the_target_itself(names: tuple[Path, Path], turned: bool) -> None:
    target, draft = names[::-1] if turned else names
    verdict = judge(read_header(target), read_header(draft), NOW)
    assert (verdict.compatible, verdict.size_ratio, verdict.warnings) == (True, 1.0, (ITSELF,))
    chosen = choose(inspect(target), [(inspect(draft), verdict)], NOW)
    assert (chosen.draft, chosen.methods) == (None, ("ngram-mod",))


def test_a_copy_is_another_file(names: tuple[Path, Path], tmp_path: Path) -> None:
    copy = tmp_path / "copy.gguf"
    copy.write_bytes(names[0].read_bytes())
    assert ITSELF not in judge(read_header(names[0]), read_header(copy), NOW).warnings


def test_a_link_is_not_among_the_models_beside_the_target(
    names: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for target in names:
        assert main(["pair", "--build", "11434", str(target)]) == 1
        assert capsys.readouterr().out == "There is no other model beside the target.\n"
