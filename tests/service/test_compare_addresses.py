"""Two addresses that somebody else serves, compared; and one that takes speculation with each question."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attached_servers
import httpx
import pytest
from attached_servers import FORTY_WORDS as TEXT
from chat.servers import DRAFT, PLAIN, started
from compare_stage import FAST, starts
from service_stage import GREEDY, Stage

from specdesk.chat.attached.engine import Options
from specdesk.engines.lifecycle import Ready
from specdesk.measure import headlines
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.address_arms import (
    FAR,
    NOT_OURS,
    ONE_SWITCHED,
    OTHER_MODELS,
    REFUSED_LIKELIEST,
    UNCOUNTED,
    Address,
)
from specdesk.service.compare_again import offers
from specdesk.service.events import (
    CompareDone,
    CompareProgress,
    OtherTraffic,
    Problem,
    ReplyDone,
    ResultsKnown,
    StateChanged,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
STRANGER = {"messages": [{"role": "user", "content": "Hello"}]}
COUNTS = {"accepted": 26, "drafted": 39, "passes": 13}

pytestmark = pytest.mark.usefixtures("attached_fakes_end")


def compared(table: Stage, a: Address, b: Address, prompts: str) -> CompareDone:
    """A whole quick compare."""
    table.service.compare_addresses(a, b, 1.0, True, prompts)
    return table.wait(CompareDone)


def bodies(log: Path) -> list[dict[str, Any]]:
    """What was asked, warm-ups included."""
    return [json.loads(line)["body"] for line in log.read_text().splitlines()]


def questions(log: Path) -> list[str]:
    """The prompts among it."""
    asked = [body["messages"][-1]["content"] for body in bodies(log) if "messages" in body]
    return [text for text in asked if text.startswith("Tell me")]


def test_two_llama_servers_by_their_own_clocks(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    """Ours stays as it is."""
    argv_log, logs = tmp_path / "argv", (tmp_path / "a", tmp_path / "b")
    table = stage(engine=fake_llama(argv_log=str(argv_log), **FAST))
    table.start(plan)
    arms = [fake_llama(requests_log=str(log), **FAST) for log in logs]
    with started(arms[0], *PLAIN) as a, started(arms[1], *DRAFT) as b:
        done = compared(table, Address(url=a), Address(url=f"{b}/v1"), prompts)
    result, setup = done.result, done.stored.setup
    assert (result.verdict, result.prompts, result.partial) == ("faster", 5, False)
    assert result.speedup is not None
    assert result.speedup.estimate == pytest.approx(3.307, abs=0.01)
    assert result.h == pytest.approx(0.05, abs=0.001)
    assert result.acceptance == pytest.approx(47 / 61)
    assert len(result.per_position) == 4
    assert (result.drift, result.best) == (None, None)
    for log in logs:
        assert len(questions(log)) == len(set(questions(log))) == 5, "each question once"
    assert done.words.startswith("This address is 3.3 times as fast as the other address.")
    assert NOT_OURS in done.words
    assert [arm.argv for arm in result.arms] == [(), ()]
    assert [reply.error for arm in result.arms for reply in arm.samples] == [None] * 10
    assert (setup.pair, setup.engine, setup.hardware) == ("t.gguf", "", None)
    (row,) = table.wait(ResultsKnown).rows
    assert row.attached
    assert offers((row,), "b99", None) == ()
    states = [event.state for event in table.all(StateChanged)]
    assert isinstance(states[-1], Ready)
    assert len(starts(argv_log)) == 1
    assert table.ask().message.text


def test_it_can_neither_go_on_nor_be_repeated(
    stage: Stages, fake_llama: Fakes, prompts: str, specdesk_home: Path
) -> None:
    table = stage(engine=fake_llama(**FAST))
    with started(fake_llama(speed=1500), *PLAIN) as a, started(fake_llama(speed=1500), *PLAIN) as b:
        done = compared(table, Address(url=a), Address(url=b), prompts)
        assert done.result.verdict == "no-difference"
    for ask in (table.service.resume_compare, table.service.recheck):
        ask(done.stored.id, Access())
        problem = table.problem("compare")
        assert problem.what == "This compare can neither go on nor be repeated: it was measured at addresses."
    connection = sqlite3.connect(next(specdesk_home.rglob("*.sqlite")))
    kept = "\n".join(connection.iterdump())
    connection.close()
    assert "Tell me about tea number 1." in kept
    assert a.removeprefix("http://") not in kept
    assert "127.0.0.1" not in kept


@pytest.mark.long
def test_two_vllms_by_our_clock_with_their_counters(stage: Stages, prompts: str, specdesk_home: Path) -> None:
    table = stage()
    with (
        attached_servers.attached("vllm", 1, text=TEXT, gap_s=0.006, speculating=False, key="k3y-of-a") as a,
        attached_servers.attached("vllm", 2, text=TEXT, gap_s=0.006, burst=4, **COUNTS) as b,
    ):
        done = compared(table, Address(url=a, key="k3y-of-a"), Address(url=b), prompts)
    result = done.result
    assert result.prompts == 5, result.left_out
    assert result.speedup is not None
    assert result.speedup.estimate > 1.5
    assert result.acceptance == pytest.approx(26 / 39)
    assert result.tokens_per_pass == pytest.approx(3.0)
    assert all(reply.sample is not None for arm in result.arms for reply in arm.samples)
    assert {reply.sample.estimated for arm in result.arms for reply in arm.samples if reply.sample} == {
        ("decode_ms", "rate")
    }  # fmt: skip
    assert done.stored.setup.build == "vLLM 0.33.0"
    assert FAR not in done.words, "both are on this computer"
    table.service.close()
    kept = [path for path in specdesk_home.rglob("*") if path.is_file() and b"k3y-of-a" in path.read_bytes()]
    assert kept == []


def test_ollama_is_asked_with_and_without_guesses_in_turns(stage: Stages, prompts: str, tmp_path: Path) -> None:
    table, log = stage(), tmp_path / "asked"
    with attached_servers.attached("ollama", text=TEXT, log=str(log)) as url:
        a, b = Address(url=url, options=Options(guesses=0)), Address(url=url, options=Options(guesses=4))
        done = compared(table, a, b, prompts)
    asked = [body for body in bodies(log) if body.get("messages", [{}])[-1].get("content", "").startswith("Tell me")]
    assert {body["think"] for body in asked} == {False}
    ways = [body["options"]["draft_num_predict"] for body in asked]
    assert sorted(ways) == [0] * 5 + [4] * 5
    turns = [way for place, way in enumerate(ways) if place == 0 or ways[place - 1] != way]
    assert turns == [0, 4, 0], "A B B A"
    names = done.stored.setup.names
    assert (names.a, names.b, names.thing) == ("plain", "with draft", "draft")
    assert (done.result.verdict, done.result.acceptance, done.result.h) == ("no-difference", None, None)
    assert ONE_SWITCHED in done.words
    assert [arm.choice for arm in done.stored.setup.asked or ()] == ["draft_num_predict 0", "draft_num_predict 4"]


def test_lm_studio_is_asked_with_and_without_its_draft(stage: Stages, prompts: str, tmp_path: Path) -> None:
    table, log = stage(), tmp_path / "asked"
    with attached_servers.attached("lm-studio", text=TEXT, log=str(log)) as url:
        b = Address(url=url, options=Options(draft_model="qwen3-0.6b"))
        done = compared(table, Address(url=url), b, prompts)
    asked = [body for body in bodies(log) if body.get("messages", [{}])[-1].get("content", "").startswith("Tell me")]
    assert [body.get("draft_model") for body in asked].count("qwen3-0.6b") == 5
    assert len(asked) == 10
    assert done.result.prompts == 5, done.result.left_out


def test_pieces_of_a_stream_are_no_tokens(stage: Stages, prompts: str) -> None:
    table = stage()
    with (
        attached_servers.attached("openai", 1, text=TEXT, no_usage=True) as a,
        attached_servers.attached("openai", 2, text=TEXT) as b,
    ):
        done = compared(table, Address(url=a), Address(url=b), prompts)
    assert (done.result.verdict, done.result.left_out) == ("too-little", {"untimed": 5})
    assert UNCOUNTED in done.words


def test_what_is_asked_of_a_watched_engine_is_no_traffic_of_others(
    stage: Stages, fake_llama: Fakes, prompts: str
) -> None:
    """It is watched on: what somebody else asks behind the compare is counted, and nothing of the compare with it."""
    table = stage()
    with started(fake_llama(**FAST), *PLAIN) as a, started(fake_llama(**FAST), *DRAFT) as b:
        table.service.watch_server(b)
        table.wait(OtherTraffic)
        compared(table, Address(url=a), Address(url=b), prompts)
        asked, told = 0, 0
        while not told:
            httpx.post(f"{b}/v1/chat/completions", json={**STRANGER, "max_tokens": 7}, trust_env=False)
            asked += 7
            time.sleep(0.2)
            answered = [
                event.sample for event in table.all(OtherTraffic) if event.sample is not None and not event.busy_slots
            ]
            told = max((sample.tokens for sample in answered), default=0)
            assert asked < 7 * 500
    assert told <= asked
    assert told % 7 == 0


@pytest.mark.long
def test_other_answers_are_counted(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    """A llama-server that does not say how likely its words were leaves the cause open, and that is said."""
    table = stage()
    one, other = (f"{word} and {' so on and on and' * 12} so forth." for word in ("Tea", "Coffee"))
    with started(fake_llama(reply=one, **FAST), *PLAIN) as a, started(fake_llama(reply=other, **FAST), *DRAFT) as b:
        done = compared(table, Address(url=a), Address(url=b), prompts)
    found = done.result.same_text
    assert found is not None
    assert (found.compared, found.identical, found.unchecked) == (5, 0, 5)
    assert "0 of 5 answers identical, 5 different, not looked into" in headlines.same_text_words(done.result)
    assert REFUSED_LIKELIEST in done.words


@pytest.mark.long
def test_other_models_are_named(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    table = stage()
    with started(fake_llama(speed=1500), *PLAIN) as a, attached_servers.attached("vllm", text=TEXT) as b:
        done = compared(table, Address(url=a), Address(url=b), prompts)
    assert OTHER_MODELS in done.words
    assert done.stored.setup.pair == "t.gguf / Qwen/Qwen3-8B"


@pytest.mark.parametrize(
    ("a", "b", "what"),
    [
        (Address(url="http://127.0.0.1:9"), Address(url="http://127.0.0.1:9/v1"), "both are the same address"),
        (Address(url="http://127.0.0.1:9"), Address(url="{openai}"), "No engine answers at http://127.0.0.1:9"),
        (
            Address(url="{openai}", options=Options(guesses=4)),
            Address(url="{openai}"),
            "takes no speculation per quest",
        ),
        (Address(url="{vllm}", key="wrong"), Address(url="{openai}"), "refuses the key"),
    ],
)
def test_what_cannot_be_asked(a: Address, b: Address, what: str, stage: Stages, prompts: str) -> None:
    table = stage()
    with attached_servers.attached("vllm", key="right") as vllm, attached_servers.attached("openai") as other:
        urls = {"vllm": vllm, "openai": other}
        both = [Address(url=one.url.format(**urls), key=one.key, options=one.options) for one in (a, b)]
        table.service.compare_addresses(both[0], both[1], 1.0, True, prompts)
        assert what in table.problem("compare").what
    assert table.all(CompareDone) == []


def test_one_ends_in_the_middle_and_what_was_measured_is_kept(stage: Stages, fake_llama: Fakes, prompts: str) -> None:
    table = stage()
    with contextlib.ExitStack() as open_servers:
        a = open_servers.enter_context(started(fake_llama(**FAST), *PLAIN))
        crash = fake_llama(crash_after_tokens=20, only_on="number", **FAST)
        b = open_servers.enter_context(started(crash, *DRAFT))
        done = compared(table, Address(url=a), Address(url=b), prompts)
    assert done.result.partial
    assert len(done.result.arms[0].samples) in (2, 3)
    errors = [reply.error for reply in done.result.arms[1].samples]
    assert [error is not None and "127.0.0.1" not in error for error in errors] == [True]
    problem = table.all(Problem)[-1]
    assert problem.what == f"This address ({b}) does not answer a question."
    said = "No answer: it broke off. A question was not answered by this address."
    assert done.words.startswith(said)
    assert "127.0.0.1" not in done.words, "addresses are not kept"
    assert "127.0.0.1" not in str(done.stored.failure)


@pytest.mark.long
def test_a_chat_is_answered_meanwhile(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(**FAST))
    table.start(plan)
    slow = FAST | {"speed": 150}
    with started(fake_llama(**slow), *PLAIN) as a, started(fake_llama(**slow), *DRAFT) as b:
        table.service.compare_addresses(Address(url=a), Address(url=b), 1.0, True, prompts)
        table.wait(CompareProgress, lambda event: event.done >= 2)
        table.service.send("How are you?", GREEDY, 20)
        assert table.wait(ReplyDone).message.text
        done = table.wait(CompareDone)
    assert (done.result.verdict, len(done.stored.measured)) == ("faster", 10)
