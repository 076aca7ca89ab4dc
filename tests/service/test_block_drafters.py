"""A drafter that makes a whole block at once guesses no more than that, whatever is asked of it: neither a best length
nor one to try lies beyond."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest
from compare_stage import FAST
from gguf_files import Tensor, write_gguf

from specdesk import paths
from specdesk.chat.compare_prompts import read_prompt_file
from specdesk.cli.measuring import carry_out
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.probe import probe
from specdesk.engines.traits import traits_of_build
from specdesk.measure.sweep import Setting
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_arms import draft_length
from specdesk.service.compare_session import CompareOrder, Comparing
from specdesk.service.compare_store import CompareStore
from specdesk.service.longest import longest_draft
from specdesk.service.measured_server import Stage
from specdesk.service.server import Observer, Server
from specdesk.service.sweep_grid import Grid
from specdesk.service.sweep_run import grid_of

ENGINE = EngineInfo(kind="llama-server", path="/e", usable=True, traits=traits_of_build(11434))


def drafter(folder: Path, block: int, *, markov: bool = False) -> LaunchPlan:
    tensor = Tensor("markov_w1.weight" if markov else "x", "f32", [4, 4])
    metadata = {"general.architecture": "dflash", "dflash.block_size": block}
    file = write_gguf(folder / "drafter.gguf", metadata, [tensor])
    method = "draft-dspark" if markov else "draft-dflash"
    return LaunchPlan(target="/m/T.gguf", draft=str(file), methods=(method,), draft_max=16)


@pytest.mark.parametrize(("markov", "most"), [(False, 7), (True, 8)])
def test_the_header_tells_how_many_guesses_fit(tmp_path: Path, markov: bool, most: int) -> None:
    plan = drafter(tmp_path, 8, markov=markov)
    assert longest_draft(plan) == most
    assert draft_length(plan, ENGINE, most) == most, "as the engine cuts 16 down"
    assert draft_length(msgspec.structs.replace(plan, draft_max=3), ENGINE, most) == 3


def test_others_have_no_limit(tmp_path: Path) -> None:
    plan = drafter(tmp_path, 8)
    assert longest_draft(msgspec.structs.replace(plan, methods=("draft-simple",))) is None
    assert longest_draft(msgspec.structs.replace(plan, methods=("none",))) is None
    assert longest_draft(msgspec.structs.replace(plan, draft=str(tmp_path / "gone.gguf"))) is None


def test_a_sweep_tries_what_fits(tmp_path: Path) -> None:
    plan = drafter(tmp_path, 4)
    grid = Grid(plan, ENGINE, (), longest_draft(plan))
    assert grid.current.document()["draft_max"] == 3
    line = grid.first_line()
    assert [one.document()["draft_max"] for one in line] == [3, 2, 1]
    assert [one.document()["draft_max"] for one in grid.second_line(line[:1])] == [3, 3, 3]
    assert [one.document()["draft_max"] for one in Grid(plan, ENGINE).first_line()] == [16, 3, 5, 2, 8, 1]


@pytest.mark.parametrize(
    ("blocks", "best", "tried"),
    [
        ((4, 8), 3, [3, 7, 5]),
        ((4, 8), 2, [2]),
        ((8, 4), 7, [3]),
        ((8, 4), 2, [2]),
        ((4, 3), 3, [2]),
        ((4, 4), 3, [3]),
    ],
)
def test_another_file_is_tried_at_lengths_that_it_can_guess(
    blocks: tuple[int, int], best: int, tried: list[int], tmp_path: Path
) -> None:
    """Its own block counts, and not that of the file that is set; longer ones where that one was at its end."""
    plans = []
    for name, block in zip("ab", blocks, strict=True):
        (tmp_path / name).mkdir()
        plans.append(drafter(tmp_path / name, block))
    plan, other = plans[0], plans[1].draft
    assert other is not None
    grid = asyncio.run(grid_of(plan, Stage(server=Server(cast(Observer, None)), engine=ENGINE), (other,)))
    kept = Setting(values=(("draft_max", best), ("p_min", 0.0)))
    line = [one.document() for one in grid.second_line([kept])]
    assert [one["draft_max"] for one in line if one.get("draft") == other] == tried
    assert {one["draft_max"] for one in line if "draft" not in one} == {best}


@pytest.mark.parametrize(("first", "second", "tried"), [(None, 7, [5]), (None, None, [5]), (3, None, [3, 5, 8])])
def test_another_file_without_a_limit(first: int | None, second: int | None, tried: list[int]) -> None:
    plan = LaunchPlan(target="/t.gguf", draft="/a.gguf", methods=("draft-simple",), draft_max=5)
    grid = Grid(plan, ENGINE, ("/b.gguf",), first, {"/b.gguf": second})
    best = Setting(values=(("draft_max", 5 if first is None else first), ("p_min", 0.0)))
    line = [one.document() for one in grid.second_line([best])]
    assert [one["draft_max"] for one in line if one.get("draft") == "/b.gguf"] == tried


@pytest.mark.long
def test_a_compare_reckons_with_what_its_drafter_can_guess(
    fake_llama: Callable[..., Path], plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    """By the header of its file, whatever length was asked for."""
    block = msgspec.structs.replace(drafter(tmp_path, 8), target=plan.target, context=2048)
    order = CompareOrder(plan=block, prompts=read_prompt_file(Path(prompts)), minutes=1.0, quick=True)

    async def make(stage: Stage, store: CompareStore) -> Comparing:
        return await Comparing.begin(stage, order, store, lambda _moment: None, pytest.fail)

    done = asyncio.run(carry_out(probe(fake_llama(**FAST), paths.cache_dir()), Access(), make))
    assert done.error is None
    facts = done.job.stored.arms[1]
    assert (facts.length, facts.most) == (7, 7)
    assert [length.k for length in done.job.result().lengths] == list(range(8))
