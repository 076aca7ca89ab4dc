"""Every speculation type of llama.cpp for real: recognised from its header, launched, counted.

The built-in engine is new enough for all ten; b10068 has nine (DSpark came later). Its run is among the long tests.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from running_drafters import RunningDrafters
from service_stage import Stage, left_over

from specdesk.models.describe import describe
from specdesk.models.header import read_header
from specdesk.records.plan import LaunchPlan, ModelPlacement

pytestmark = [pytest.mark.real_engine, pytest.mark.timeout(300)]

TRAINED = {
    "draft-mtp": ("mtp", "mtp-model"),
    "draft-eagle3": ("eagle3", "draft-eagle3"),
    "draft-dflash": ("dflash", "draft-dflash"),
    "draft-dspark": ("dspark", "draft-dspark"),
}
"""Method: how the file is made, what its header says it is."""
NGRAM = ("ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-cache")


@pytest.fixture(scope="module")
def drafters(tmp_path_factory: pytest.TempPathFactory, smollm2: Path) -> RunningDrafters:
    """Files are written when a test asks for them."""
    return RunningDrafters(tmp_path_factory.mktemp("drafters"), smollm2)


def plan_for(method: str, drafters: RunningDrafters) -> LaunchPlan:
    """The drafter of that kind with its own target. DFlash here guesses one word for ever, which a short ring has."""
    made, kind = TRAINED[method]
    file = getattr(drafters, made)()
    assert describe(read_header(file)).kind == kind
    plan = LaunchPlan(target=str(file), methods=(method,), draft_max=3, context=512, slots=1,
                      place=ModelPlacement(threads=1))  # fmt: skip
    if method == "draft-mtp":
        return plan
    target = drafters.target(4 if method == "draft-dflash" else None)
    return msgspec.structs.replace(plan, target=str(target), draft=str(file))


def check_drafting(stage: Stage, plan: LaunchPlan, limit: int) -> None:
    """It starts, says that it guesses, and its own counters move. Asked twice: `ngram-cache` takes n-grams out of the
    question alone (one new token at a time makes none), and the second question holds the first answer."""
    facts = stage.start(plan)
    assert (facts.speculation, facts.reason) == ("on", None)
    footers = [stage.ask(question, limit=limit).message.footer for question in ("Hello there", "Go on")]
    told = [footer for footer in footers if footer is not None]
    assert [footer.tokens for footer in told] == [limit, limit]
    assert sum(footer.drafted or 0 for footer in told) > 0
    assert max(footer.acceptance or 0 for footer in told) > 0
    stage.stop()
    assert left_over() == []


@pytest.mark.parametrize("method", TRAINED)
def test_trained_drafters_guess_in_the_built_in_engine(
    method: str, stage: Callable[..., Stage], drafters: RunningDrafters
) -> None:
    table = stage(engine="embedded")
    table.engine()
    check_drafting(table, plan_for(method, drafters), 24)


@pytest.mark.long
@pytest.mark.parametrize("method", [method for method in TRAINED if method != "draft-dspark"])
def test_trained_drafters_guess_in_a_llama_server(
    method: str, stage: Callable[..., Stage], drafters: RunningDrafters, real_server: Path
) -> None:
    table = stage(engine=str(real_server))
    table.engine()
    check_drafting(table, plan_for(method, drafters), 24)


@pytest.mark.long
@pytest.mark.parametrize("method", NGRAM)
@pytest.mark.parametrize("which", ["b10068", "embedded"])
def test_every_look_up_guesses(
    which: str, method: str, stage: Callable[..., Stage], drafters: RunningDrafters, real_server: Path
) -> None:
    table = stage(engine="embedded" if which == "embedded" else str(real_server))
    table.engine()
    target = str(drafters.target(length=60))
    plan = LaunchPlan(target=target, methods=(method,), context=1024, slots=1, place=ModelPlacement(threads=1))
    check_drafting(table, plan, 240)
