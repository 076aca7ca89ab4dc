"""What can go wrong in a compare, kind by kind: its sentence, what was kept, and no server left behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from compare_stage import FAST, compared, servers
from service_stage import Stage

from specdesk.engines.lifecycle import Stopped
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import Problem, ResultsKnown

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """engine: settings of the fake. replies: of A and B that were kept. left_out: of them, by reason.

    words: parts of what is said in the end. problem: what is said when it happens, None = nothing breaks off.
    """

    engine: dict[str, Any]
    verdict: str
    replies: tuple[int, int]
    words: tuple[str, ...]
    partial: bool = False
    left_out: dict[str, int] = field(default_factory=dict)
    problem: str | None = None


LOADING = {"lines": ["llama_model_load: error loading model: unknown model architecture: 'odd'"], "code": 1}
ONE = "tea number 3"
"""Of the five questions."""

KINDS = {
    "an arm does not start": Trouble(
        engine={"crash_loading": LOADING, "only_speculating": True},
        verdict="too-little", replies=(5, 0), partial=True,
        problem="The model file is of an architecture that this engine does not know: odd.",
        words=("No answer: it did not start with the draft. The model file is of an architecture",),
    ),
    "the first arm does not start": Trouble(
        engine={"crash_loading": LOADING}, verdict="too-little", replies=(0, 0), partial=True,
        problem="The model file is of an architecture that this engine does not know: odd.",
        words=("No answer: the model alone did not start. The model file is of an architecture",),
    ),
    "an arm dies in the middle of a reply": Trouble(
        engine={"crash_after_tokens": 9, "only_on": "number", "only_speculating": True},
        verdict="too-little", replies=(5, 1), partial=True, left_out={"failed": 1},
        problem="The engine stopped at one of its own checks.",
        words=(
            "No answer: it broke off. The engine stopped at one of its own checks.",
            "Replies left out: 1 failed.",
        ),
    ),
    "one reply ends in an error": Trouble(
        engine={"error_after_tokens": 5, "only_on": ONE},
        verdict="faster", replies=(10, 10), left_out={"failed": 4}, words=("Replies left out: 4 failed.",),
    ),
    "one reply breaks off": Trouble(
        engine={"close_after_tokens": 5, "only_on": ONE},
        verdict="faster", replies=(10, 10), left_out={"failed": 4}, words=("Replies left out: 4 failed.",),
    ),
    "every reply ends in an error": Trouble(
        engine={"error_after_tokens": 5, "only_on": "number"},
        verdict="too-little", replies=(4, 0), partial=True, left_out={"failed": 4},
        problem="The engine answers one prompt after the other with an error.",
        words=(
            "No answer: too many questions failed. It broke off: The engine answers one prompt after the other with an "
            "error.",
        ),
    ),
    "the engine gives no timings": Trouble(
        engine={"no_timings": True}, verdict="too-little", replies=(10, 10), left_out={"untimed": 20},
        words=(
            "No answer: this engine gives no timings.", "Replies left out: 20 came without timings from the engine.",
        ),
    ),
    "replies end at the end of the context": Trouble(
        engine={"context": 70}, verdict="faster", replies=(10, 10),
        words=("The context was full before the end of 20 replies: they count up to there.",),
    ),
    "the context is too small for any reply": Trouble(
        engine={"context": 36}, verdict="too-little", replies=(10, 10), left_out={"short": 20},
        words=(
            "No answer: the answers are too short to time.", "Replies left out: 20 came to less than 32 tokens.",
            "The context was full before the end of 20 replies",
        ),
    ),
    "the draft does not match": Trouble(
        engine={"mismatch": True}, verdict="no-drafts", replies=(5, 3),
        words=("Turn it off, or choose another: the draft never guessed.", "Speculation is off:"),
    ),
    "the draft is loaded and never used, and nobody says so": Trouble(  # as a build that drafted with the target's file
        engine={"draft": 0}, verdict="no-drafts", replies=(5, 5),
        words=("Turn it off, or choose another: the draft never guessed.",),
    ),
}  # fmt: skip
QUICKLY = ("an arm does not start", "the first arm does not start", "an arm dies in the middle of a reply",
           "one reply ends in an error", "every reply ends in an error", "the engine gives no timings",
           "the draft does not match", "the draft is loaded and never used, and nobody says so")  # fmt: skip


@pytest.mark.parametrize(
    "kind", [kind if kind in QUICKLY else pytest.param(kind, marks=pytest.mark.long) for kind in KINDS]
)
def test_trouble_has_its_sentence_and_keeps_what_was_measured(
    kind: str, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    trouble = KINDS[kind]
    table = stage(engine=fake_llama(**FAST | trouble.engine))
    done = compared(table, plan, prompts)
    result = done.result
    assert (result.verdict, result.partial) == (trouble.verdict, trouble.partial)
    assert (len(result.arms[0].samples), len(result.arms[1].samples)) == trouble.replies
    assert dict(result.left_out) == trouble.left_out
    assert (result.speedup is None) is (trouble.verdict != "faster")
    for words in trouble.words:
        assert words in done.words
    failed = [reply for arm in result.arms for reply in arm.samples if reply.error is not None]
    assert len(failed) == trouble.left_out.get("failed", 0)
    if trouble.engine.get("only_on") == ONE:
        assert {reply.prompt for reply in failed} == {"own-5"}
        assert result.prompts == 4
    if kind == "one reply ends in an error":
        assert all("guesses" in (reply.error or "") for reply in failed)
    told = [problem.what for problem in table.all(Problem) if problem.topic == "compare"]
    assert told == ([] if trouble.problem is None else [trouble.problem])
    if any(trouble.replies):
        assert [row.id for row in table.wait(ResultsKnown).rows] == [done.stored.id]
    table.state(Stopped) if trouble.problem is None else None
    table.close()
    assert servers(tmp_path) == []
