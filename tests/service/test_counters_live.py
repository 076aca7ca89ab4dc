"""What the engine's own counters add to a reply: passes and acceptance per position, and when they add nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest
from service_stage import GREEDY, Stage

from specdesk.chat.client import EngineClient
from specdesk.measure.speculation import position_shares
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.counters import ReplyCounts
from specdesk.service.events import ReplyDone, ReplySample, ServerFacts

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

PASSES = [[4, 4], [4, 2], [4, 0], [4, 1], [4, 4]]
"""16 tokens of decoding with 11 accepted: 4 + 2 + 0 + 1 + 4, and one of the target's own in each pass."""


@pytest.fixture
def plan(model: Path) -> LaunchPlan:
    return LaunchPlan(target=str(model), context=1024, slots=2, methods=("ngram-simple",))


def last(done: ReplyDone) -> Sample:
    """The figures that were saved at the end of a reply."""
    return done.message.samples[-1]


def test_acceptance_per_position_is_the_engines_own(stage: Stages, fake_llama: Fakes, plan: LaunchPlan) -> None:
    table = stage(engine=fake_llama(passes=PASSES, acceptance=0.0, tokens=17, speed=100, draft=4))
    table.start(plan)
    done = table.ask(limit=17)
    sample = last(done)
    assert (sample.tokens, sample.drafted, sample.accepted) == (17, 20, 11)
    assert (sample.passes, sample.passes_derived, sample.per_position) == (5, False, (4, 3, 2, 2))
    assert position_shares(sample) == (0.8, 0.6, 0.4, 0.4)
    streamed = [event.sample for event in table.all(ReplySample)]
    assert all(one.per_position is None and one.passes_derived for one in streamed if one.passes is not None)
    again = last(table.ask("Something else.", limit=17))  # the server counts for ever, the reply only itself
    assert (again.passes, again.per_position) == (5, (4, 3, 2, 2))


def test_the_footer_counts_passes_without_a_guess_too(stage: Stages, fake_llama: Fakes, plan: LaunchPlan) -> None:
    """Guessing happened in 2 of 16 passes."""
    passes = [[0, 0], [4, 4], *[[0, 0]] * 8, [4, 2], *[[0, 0]] * 20]
    table = stage(engine=fake_llama(passes=passes, tokens=24, speed=200, draft=4))
    table.start(plan)
    done = table.ask(limit=24)
    sample = last(done)
    assert (sample.passes, sample.per_position) == (2, (2, 2, 1, 1))
    assert done.message.footer is not None
    assert done.message.footer.tokens_per_pass == pytest.approx(23 / 17)
    assert sample.tokens_per_pass == pytest.approx(23 / 17)
    assert "1.4 per step" in done.words


@pytest.mark.parametrize(
    ("settings", "methods"),
    [
        ({"metrics_names": "none"}, ("ngram-simple",)),
        ({"http_status": {"/metrics": 500}}, ("ngram-simple",)),
        ({}, ("none",)),
    ],
    ids=["older build", "no counters", "no speculation"],
)
def test_where_the_engine_does_not_tell_nothing_is_made_up(
    stage: Stages, fake_llama: Fakes, model: Path, settings: dict[str, object], methods: tuple[str, ...]
) -> None:
    table = stage(engine=fake_llama(speed=0, **settings))
    table.start(LaunchPlan(target=str(model), context=1024, slots=1, methods=methods))
    sample = last(table.ask(limit=16))
    assert sample.per_position is None
    assert sample.passes_derived or sample.passes is None


def test_a_request_of_another_program_in_between_leaves_them_out(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan
) -> None:
    table = stage(engine=fake_llama(speed=40))
    facts = table.start(plan)
    table.service.send("Say something.", GREEDY, 64)
    table.wait(ReplySample, lambda event: event.sample.tokens >= 2)
    other = threading.Thread(target=ask_as_another, args=(facts,))
    other.start()
    other.join()
    done = table.wait(ReplyDone)
    assert last(done).tokens == 64
    assert (last(done).per_position, last(done).passes_derived) == (None, True)
    assert last(table.ask("Alone again.", limit=32)).per_position is not None


def test_the_log_tells_positions_where_the_counters_do_not(stage: Stages, fake_llama: Fakes, plan: LaunchPlan) -> None:
    told = {"metrics_names": "none", "positions_log": True}
    table = stage(engine=fake_llama(passes=PASSES, acceptance=0.0, tokens=17, speed=0, draft=4, **told))
    table.start(plan)
    for _ in range(2):
        sample = last(table.ask(limit=17))
        assert (sample.passes, sample.passes_derived, sample.per_position) == (5, False, (4, 3, 2, 2))
        assert sample.tokens_per_pass == 16 / 5


def ask_as_another(facts: ServerFacts) -> None:
    """A short question from another program, answered to its end."""
    body = {"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 4}
    headers = {"Authorization": f"Bearer {facts.api_key}"}
    httpx.post(f"{facts.url}/v1/chat/completions", json=body, headers=headers, timeout=60, trust_env=False)


async def never(_client: EngineClient) -> Sample | None:
    """Counters of an engine that does not answer."""
    await asyncio.Event().wait()
    return None


def test_counters_that_do_not_answer_hold_nothing_up(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specdesk.service.counters.LOOK_S", 0.2)
    monkeypatch.setattr("specdesk.service.counters.FIRST_LOOK_S", 0.2)
    monkeypatch.setattr(EngineClient, "metrics", never)
    table = stage(engine=fake_llama(speed=0))
    table.start(plan)
    table.service.send("Say something.", GREEDY, 16)
    done = table.wait(ReplyDone)
    assert (done.stopped, last(done).tokens, last(done).per_position) == (False, 16, None)
    table.stop()


class SlowClient:
    """A client whose /metrics answers when it is told to. readings: what it answers, in turn."""

    def __init__(self, readings: list[Sample]) -> None:
        self._readings = readings
        self.answers = asyncio.Event()

    async def metrics(self) -> Sample:
        await self.answers.wait()
        return self._readings.pop(0)


def counted(replies: int) -> Sample:
    """The counters behind so many equal replies."""
    figures = {"tokens": 17, "decode_ms": 100.0, "drafted": 20, "accepted": 11, "passes": 5}
    kept = tuple(replies * count for count in (4, 3, 2, 2))
    return Sample(t=0.0, **{name: replies * value for name, value in figures.items()}, per_position=kept)


def test_only_the_first_question_waits_for_the_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Later ones begin from what was read behind the last answer, where a look takes longer than the answer."""
    monkeypatch.setattr("specdesk.service.counters.FIRST_LOOK_S", 600.0)
    monkeypatch.setattr("specdesk.service.counters.LOOK_S", 600.0)
    shown = msgspec.structs.replace(counted(1), passes=9, passes_derived=True, per_position=None)

    async def replies() -> list[Sample]:
        client = SlowClient([counted(0), counted(1), counted(2)])
        client.answers.set()
        first = ReplyCounts(client)  # type: ignore[arg-type]
        await first.begin()
        found = [await first.completed(shown)]
        client.answers.clear()
        second = ReplyCounts(client)  # type: ignore[arg-type]
        await asyncio.wait_for(second.begin(), 60)  # nothing answers, and yet the question may go out
        ending = asyncio.ensure_future(second.completed(shown))
        await asyncio.sleep(0)
        client.answers.set()
        return [*found, await asyncio.wait_for(ending, 60)]

    for sample in asyncio.run(replies()):
        assert (sample.passes, sample.passes_derived, sample.per_position) == (5, False, (4, 3, 2, 2))


def test_a_stop_does_not_wait_for_the_counters(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specdesk.service.counters.FIRST_LOOK_S", 0.2)
    monkeypatch.setattr(EngineClient, "metrics", never)
    table = stage(engine=fake_llama(speed=50))
    table.start(plan)
    table.service.send("Say something.", GREEDY, 64)
    table.wait(ReplySample, lambda event: event.sample.tokens >= 2)
    table.service.stop_reply()
    done = table.wait(ReplyDone)
    assert done.stopped
    assert last(done).per_position is None
    table.stop()
