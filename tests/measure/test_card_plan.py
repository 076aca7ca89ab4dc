"""Plans out of a card that somebody gave away: taken over where harmless, refused in sentences otherwise."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from captured_results import FASTER

from specdesk.errors import FileFormatError
from specdesk.measure.card import Card, CardFacts, card_of, read_card, to_json
from specdesk.measure.card_plan import card_plans
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram

PLAN = LaunchPlan(
    target="/home/anna/Big.gguf", draft="/home/anna/small.gguf", methods=("draft-simple",), draft_max=5, p_min=0.5,
    context=8192, place=ModelPlacement(layers="all", cache_k="q8_0", threads=8, device="CUDA1"), batch=512, slots=4,
    ngram=Ngram(size_n=8), extra=("--log-file", "/etc/passwd", "--no-mmap"), host="0.0.0.0", main_gpu=1,
)  # fmt: skip


def card(plan: LaunchPlan = PLAN, **changes: Any) -> Card:
    plans = (
        msgspec.to_builtins(msgspec.structs.replace(plan, methods=("none",), draft=None)),
        msgspec.to_builtins(plan),
    )
    made = card_of(FASTER, CardFacts(date="2026-11-20", plans=plans), ())
    return msgspec.structs.replace(made, **changes)


def with_plan(**changes: Any) -> Card:
    arms = card().arms
    return msgspec.structs.replace(
        card(), arms=(arms[0], msgspec.structs.replace(arms[1], plan=arms[1].plan | changes))
    )


def test_what_says_how_a_pair_runs_is_taken_over() -> None:
    plans = card_plans(read_card(to_json(card())))
    assert plans.b == LaunchPlan(
        target="Big.gguf", draft="small.gguf", methods=("draft-simple",), draft_max=5, p_min=0.5, context=8192,
        place=ModelPlacement(layers="all", cache_k="q8_0"), batch=512, slots=1, ngram=Ngram(size_n=8),
    )  # fmt: skip
    assert plans.a.methods == ("none",)
    assert plans.dropped == (
        "Not repeated from the card: the choice of the GPU, extra arguments, the number of threads.",
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"target": "../../etc/passwd"},
        {"target": "/etc/passwd"},
        {"target": r"C:\secret\m.gguf"},
        {"target": "C:m.gguf"},
        {"target": ".."},
        {"target": ""},
        {"target": "a\nb.gguf"},
        {"target": None},
        {"target": "x" * 300},
        {"draft": "..\\small.gguf"},
        {"draft": "\\\\server\\share\\small.gguf"},
        {"methods": ["draft-simple", "--log-file"]},
        {"methods": "draft-simple"},
        {"place": {"cache_k": "q8_0; rm -rf"}},
        {"place": {"layers": "most"}},
        {"place": {"layers": -1}},
        {"place": 3},
        {"draft_max": -1},
        {"draft_max": 10**9},
        {"draft_max": 2.5},
        {"p_min": 1.5},
        {"context": 2**60},
        {"ngram": {"size_n": "many"}},
        {"draft_sampling": "--api-key"},
        {"flash_attention": "maybe"},
    ],
)
def test_what_no_engine_could_be_asked_for_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(FileFormatError, match=r"This card cannot be run\.") as told:
        card_plans(with_plan(**changes))
    assert told.value.why.endswith(".")
    assert told.value.next_step


def test_arguments_of_a_stranger_never_reach_an_engine() -> None:
    plans = card_plans(with_plan(extra=["--slot-save-path", "/"], unheard_of={"deep": ["x"]}))
    assert (plans.a.extra, plans.b.extra, plans.b.host, plans.b.port) == ((), (), None, None)
    assert "a setting that is not known here" in plans.dropped[0]


@pytest.mark.parametrize(
    "changes",
    [
        {"speedup": {"estimate": -1.0, "low": -2.0, "high": 0.0}},
        {"speedup": {"estimate": 1.5, "low": 2.0, "high": 1.0}},
        {"speedup": {"estimate": 1e300, "low": 1.0, "high": 1e308}},
        {"speedup": None},
        {"verdict": "drifted"},
        {"acceptance": 7.0},
        {"per_position": [0.5, -0.1]},
        {"temperature": -3.0},
        {"headline": "x" * 100_000},
        {"prompt_ids": ["p"] * 5000},
        {"hardware": ["y" * 400]},
        {"by_kind": [{"kind": "k", "language": "en", "n": 1, "estimate": 0.0, "low": None, "high": None}]},
    ],
)
def test_figures_that_no_measuring_gives_are_refused(changes: dict[str, Any]) -> None:
    document = json.loads(to_json(card())) | changes
    with pytest.raises(FileFormatError, match=r"This is not a card that can be read\.") as told:
        read_card(json.dumps(document).encode())
    assert told.value.why == "It has figures or texts that no measuring gives."


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"[" * 100_000, b'{"schema": 1e999}', b'{"schema": 1}', b"null"])
def test_what_is_no_card_is_refused(content: bytes) -> None:
    with pytest.raises(FileFormatError, match=r"This is not a card that can be read\."):
        read_card(content)
