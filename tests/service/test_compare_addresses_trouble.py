"""What can go wrong with an address that is compared, kind by kind: its sentence, and what was measured is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from chat.servers import started
from compare_stage import FAST
from service_stage import Stage

from specdesk.service.address_arms import Address
from specdesk.service.events import CompareDone, Problem, ResultsKnown

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
PLAIN = ("-m", "t.gguf", "-np", "1", "--metrics")
DRAFT = (*PLAIN, "-md", "d.gguf", "--spec-type", "draft-simple", "--spec-draft-n-max", "4")
ONE = "tea number 3"
"""Of the five questions; each is asked once of each, three of A, all of B, two of A."""


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """a, b: settings of the fakes. replies: of A and B that were kept. left_out: of them, by reason.

    words: parts of what is said in the end. problem: what is said when it happens and its next step, with {a} and {b}
    for the addresses; None = nothing breaks off.
    """

    verdict: str
    replies: tuple[int, int]
    words: tuple[str, ...]
    a: dict[str, Any] = field(default_factory=dict)
    b: dict[str, Any] = field(default_factory=dict)
    partial: bool = False
    left_out: dict[str, int] = field(default_factory=dict)
    problem: tuple[str, str] | None = None


SEE = "See to that engine, then compare again."
KINDS = {
    "it dies in the middle of a reply": Trouble(
        b={"crash_after_tokens": 9, "only_on": "number"}, verdict="too-little", replies=(3, 1), partial=True,
        left_out={"failed": 1}, problem=("This address ({b}) does not answer a question.", SEE),
        words=("No answer: it broke off. A question was not answered by this address.", "Replies left out: 1 failed."),
    ),
    "the other one dies half-way": Trouble(
        a={"crash_after_tokens": 9, "only_on": ONE}, verdict="not-sure", replies=(4, 5), partial=True,
        left_out={"failed": 1}, problem=("The other address ({a}) does not answer a question.", SEE),
        words=("It broke off: A question was not answered by the other address.",),
    ),
    "one question is answered with an error": Trouble(
        a={"error_after_tokens": 5, "only_on": ONE}, b={"error_after_tokens": 5, "only_on": ONE},
        verdict="faster", replies=(5, 5), left_out={"failed": 2}, words=("Replies left out: 2 failed.",),
    ),
    "one stream is closed": Trouble(
        b={"close_after_tokens": 5, "only_on": ONE}, verdict="faster", replies=(5, 5), left_out={"failed": 1},
        words=("Replies left out: 1 failed.",),
    ),
    "something else than an event comes": Trouble(
        b={"bad_json_after_tokens": 5, "only_on": ONE}, verdict="faster", replies=(5, 5), left_out={"failed": 1},
        words=("Replies left out: 1 failed.",),
    ),
    "every question is answered with an error": Trouble(
        b={"error_after_tokens": 5, "only_on": "number"}, verdict="too-little", replies=(3, 4), partial=True,
        left_out={"failed": 4},
        problem=("The engine answers one prompt after the other with an error.", SEE),
        words=("It broke off: The engine answers one prompt after the other with an error.",),
    ),
    "it refuses all questions": Trouble(
        b={"http_status": {"/v1/chat/completions": [500, "out of memory"]}}, verdict="too-little", replies=(0, 0),
        partial=True, problem=("This address ({b}) does not answer a question.", SEE),
        words=("No answer: it broke off. A question was not answered by this address.", "out of memory"),
    ),
    "it gives no timings": Trouble(
        a={"no_timings": True}, b={"no_timings": True}, verdict="too-little", replies=(5, 5),
        left_out={"untimed": 10},
        words=(
            "No answer: this engine gives no timings.", "Replies left out: 10 came without timings from the engine.",
        ),
    ),
    "the context is full": Trouble(
        a={"context": 70}, b={"context": 70}, verdict="faster", replies=(5, 5),
        words=("The context was full before the end of 10 replies: they count up to there.",),
    ),
    "the draft is there and never guesses": Trouble(
        b={"draft": 0}, verdict="no-drafts", replies=(3, 3), words=("never guessed",),
    ),
}  # fmt: skip
QUICKLY = ("one question is answered with an error",)


@pytest.mark.parametrize(
    "kind", [kind if kind in QUICKLY else pytest.param(kind, marks=pytest.mark.long) for kind in KINDS]
)
def test_trouble_at_an_address(kind: str, stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    trouble, table = KINDS[kind], stage()
    with started(fake_llama(**FAST | trouble.a), *PLAIN) as a, started(fake_llama(**FAST | trouble.b), *DRAFT) as b:
        table.service.compare_addresses(Address(url=a), Address(url=b), 1.0, True, prompts)
        done = table.wait(CompareDone)
    result = done.result
    assert (result.verdict, result.partial) == (trouble.verdict, trouble.partial)
    assert dict(result.left_out) == trouble.left_out
    assert (len(result.arms[0].samples), len(result.arms[1].samples)) == trouble.replies
    for words in trouble.words:
        assert words in done.words
    failed = [reply for arm in result.arms for reply in arm.samples if reply.error is not None]
    assert len(failed) == trouble.left_out.get("failed", 0)
    assert [reply.error for reply in failed if "127.0.0.1" in (reply.error or "")] == []
    if trouble.problem is None and failed:
        assert {reply.prompt for reply in failed} == {"own-5"}
        assert result.prompts == 4
    told = [(problem.what, problem.next_step) for problem in table.all(Problem) if problem.topic == "compare"]
    expected = [] if trouble.problem is None else [tuple(part.format(a=a, b=b) for part in trouble.problem)]
    assert told == expected
    if any(trouble.replies):
        assert [row.id for row in table.wait(ResultsKnown).rows] == [done.stored.id]
