"""Why two addresses answer differently: by the plain one's own log-probabilities, or why that is not told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attached_servers
import pytest
from chat.servers import DRAFT, PLAIN, started
from compare_stage import FAST
from service_stage import Stage

from specdesk.chat.attached.engine import Options
from specdesk.measure import headlines
from specdesk.measure.same_text import SameText
from specdesk.service.address_arms import (
    GUESSED_TOO,
    LOOKED_UP,
    NO_LIKELIEST,
    REFUSED_LIKELIEST,
    Address,
)
from specdesk.service.events import CompareDone

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
SO_ON = "and so on " * 20
TEA, COFFEE = f"All of it is tea {SO_ON}", f"All of it is coffee {SO_ON}"
NEAR = [[" tea", {" tea": -0.69, " coffee": -0.73}]]
FAR = [[" tea", {" tea": -0.01, " milk": -5.0}]]
COUNTS = {"accepted": 26, "drafted": 39, "passes": 13}
SAID = (LOOKED_UP, NO_LIKELIEST, GUESSED_TOO, REFUSED_LIKELIEST)

pytestmark = pytest.mark.usefixtures("attached_fakes_end")


def compared(table: Stage, a: Address, b: Address, prompts: str) -> tuple[CompareDone, SameText]:
    """A whole quick compare, and what it says of its answers."""
    table.service.compare_addresses(a, b, 1.0, True, prompts)
    done = table.wait(CompareDone)
    assert done.result.same_text is not None
    return done, done.result.same_text


def said(done: CompareDone) -> list[str]:
    """Which of the sentences about causes."""
    return [sentence for sentence in SAID if sentence in done.words]


def bodies(log: Path, path: str) -> list[dict[str, Any]]:
    """What was asked there."""
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    return [one["body"] for one in asked if one["path"] == path]


@pytest.mark.parametrize(
    ("likeliest", "kind"), [(NEAR, "tie"), pytest.param(FAR, "unexpected", marks=pytest.mark.long)]
)
def test_a_llama_server_tells_how_likely_its_words_were(
    likeliest: list[Any], kind: str, stage: Stages, fake_llama: Fakes, prompts: str, tmp_path: Path
) -> None:
    table, log = stage(), tmp_path / "asked"
    plain = fake_llama(reply=TEA, likeliest=likeliest, requests_log=str(log), **FAST)
    with started(plain, *PLAIN) as a, started(fake_llama(reply=COFFEE, **FAST), *DRAFT) as b:
        done, found = compared(table, Address(url=a), Address(url=b), prompts)
    assert (found.compared, found.unchecked, getattr(found, kind)) == (5, 0, 5)
    words = {"tie": "5 rounding ties", "unexpected": "5 unexpected"}[kind]
    assert words in headlines.same_text_words(done.result)
    assert said(done) == [LOOKED_UP]
    asked = bodies(log, "/completion")
    assert len(asked) == 5
    assert asked[0]["prompt"].endswith(" > All of it is")
    assert (asked[0]["n_probs"], asked[0]["temperature"]) == (5, 0.0)


@pytest.mark.long
def test_a_vllm_goes_on_from_the_last_word_that_both_said(stage: Stages, prompts: str, tmp_path: Path) -> None:
    table, log = stage(), tmp_path / "asked"
    with (
        attached_servers.attached("vllm", 1, text=TEA, speculating=False, likeliest=NEAR, log=str(log)) as a,
        attached_servers.attached("vllm", 2, text=COFFEE, **COUNTS) as b,
    ):
        done, found = compared(table, Address(url=a), Address(url=b), prompts)
    assert (found.compared, found.tie) == (5, 5)
    assert said(done) == [LOOKED_UP]
    asked = [body for body in bodies(log, "/v1/chat/completions") if body.get("logprobs")]
    assert len(asked) == 5
    assert asked[0]["messages"][-1] == {"role": "assistant", "content": "All of it is"}
    assert (asked[0]["continue_final_message"], asked[0]["add_generation_prompt"]) == (True, False)
    assert (asked[0]["top_logprobs"], asked[0]["max_tokens"], asked[0]["stream"]) == (5, 16, False)


@pytest.mark.long
def test_answers_that_differ_at_once(stage: Stages, prompts: str, tmp_path: Path) -> None:
    """There is nothing to go on from; the question alone is asked."""
    table, log = stage(), tmp_path / "asked"
    near = [["Tea", {"Tea": -0.69, "Coffee": -0.73}]]
    with (
        attached_servers.attached("vllm", 1, text=f"Tea {SO_ON}", speculating=False, likeliest=near, log=str(log)) as a,
        attached_servers.attached("vllm", 2, text=f"Coffee {SO_ON}", **COUNTS) as b,
    ):
        _, found = compared(table, Address(url=a), Address(url=b), prompts)
    assert found.tie == 5
    asked = [body for body in bodies(log, "/v1/chat/completions") if body.get("logprobs")]
    assert asked[0]["messages"][-1]["role"] == "user"
    assert "continue_final_message" not in asked[0]


@pytest.mark.long
def test_a_vllm_goes_on_behind_white_space(stage: Stages, prompts: str, tmp_path: Path) -> None:
    """Templates take it off the end of an answer, so it is said again."""
    table, log = stage(), tmp_path / "asked"
    near = [["\n", {"\n": -0.01}], ["tea", {"tea": -0.69, "coffee": -0.73}]]
    with (
        attached_servers.attached(
            "vllm", 1, text=f"Drinks:\ntea {SO_ON}", speculating=False, likeliest=near, log=str(log)
        ) as a,
        attached_servers.attached("vllm", 2, text=f"Drinks:\ncoffee {SO_ON}", **COUNTS) as b,
    ):
        _, found = compared(table, Address(url=a), Address(url=b), prompts)
    assert (found.compared, found.tie) == (5, 5)
    asked = [body for body in bodies(log, "/v1/chat/completions") if body.get("logprobs")]
    assert asked[0]["messages"][-1] == {"role": "assistant", "content": "Drinks:"}


@pytest.mark.long
def test_one_that_refuses(stage: Stages, prompts: str) -> None:
    table = stage()
    with (
        attached_servers.attached("vllm", 1, text=TEA, speculating=False) as a,
        attached_servers.attached("vllm", 2, text=COFFEE, **COUNTS) as b,
    ):
        done, found = compared(table, Address(url=a), Address(url=b), prompts)
    assert (found.compared, found.unchecked) == (5, 5)
    assert said(done) == [REFUSED_LIKELIEST]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["openai", "ollama", "lm-studio"])
def test_engines_that_cannot_be_asked(kind: str, stage: Stages, prompts: str) -> None:
    table = stage()
    with (
        attached_servers.attached(kind, 1, text=TEA) as a,
        attached_servers.attached(kind, 2, text=COFFEE) as b,
    ):
        options = Options(guesses=0) if kind == "ollama" else Options()
        done, found = compared(table, Address(url=a, options=options), Address(url=b), prompts)
    assert (found.compared, found.unchecked) == (5, 5)
    assert said(done) == [NO_LIKELIEST]


@pytest.mark.long
def test_a_side_that_guesses_is_no_measure(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    table = stage()
    plain = fake_llama(reply=TEA, likeliest=NEAR, **FAST)
    with started(plain, *DRAFT) as a, started(fake_llama(reply=COFFEE, **FAST), *DRAFT) as b:
        done, found = compared(table, Address(url=a), Address(url=b), prompts)
    assert (found.compared, found.unchecked) == (5, 5)
    assert said(done) == [GUESSED_TOO]


@pytest.mark.long
def test_equal_answers_need_no_cause(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    table = stage()
    with started(fake_llama(reply=TEA, **FAST), *PLAIN) as a, started(fake_llama(reply=TEA, **FAST), *DRAFT) as b:
        done, found = compared(table, Address(url=a), Address(url=b), prompts)
    assert (found.compared, found.identical) == (5, 5)
    assert said(done) == []
