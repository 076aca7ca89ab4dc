"""A reply from which nothing comes: told long before SpecDesk gives up; progress with a long question is no silence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from service_stage import GREEDY, Stage

from specdesk.chat.timings import Delta, PromptProgress
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service import answering
from specdesk.service.answering import Answering, Reply
from specdesk.service.events import Event, ReplyDone
from specdesk.service.reply_events import ReplySilent

Script = list[tuple[float, Delta]]


class ScriptedEngine:
    """Sends deltas, each after a pause of so many seconds."""

    reports_drafts = follows_guesses = False

    def __init__(self, script: Script) -> None:
        self._script = script

    @asynccontextmanager
    async def stream_chat(self, body: object, *, stall_s: float, gather_s: float) -> AsyncIterator[Any]:
        engine = self

        class Stream:
            is_closed = False

            async def __aiter__(self) -> AsyncIterator[Delta]:
                for pause, delta in engine._script:
                    await asyncio.sleep(pause)
                    yield delta

        yield Stream()


def told(script: Script) -> list[Event]:
    """What a reply tells whose engine follows the script."""
    events: list[Event] = []

    async def keep(_message: object) -> None:
        pass

    async def run() -> None:
        who = Answering(client=ScriptedEngine(script), setup="", build=None, speculating=False)  # type: ignore[arg-type]
        reply = Reply(7, 1, who, events.append, keep, lambda *_: None)
        reply.begin({}, Sampling(), None)
        await reply.over(60.0)

    asyncio.run(run())
    assert isinstance(events[-1], ReplyDone)
    return events


def test_progress_with_a_long_question_is_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "SILENT_S", 2.0)
    steps = [(0.2, Delta(t=0.0, progress=PromptProgress(processed=at, total=14, cached=0))) for at in range(14)]
    assert [one for one in told([*steps, (0.0, Delta(t=3.0, text="Yes."))]) if isinstance(one, ReplySilent)] == []


def test_silence_before_the_first_word_is_told_until_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "SILENT_S", 0.2)
    monkeypatch.setattr(answering, "TELL_AGAIN_S", 0.2)
    events = told([(1.5, Delta(t=1.5, text="Yes.")), (1.0, Delta(t=2.5, finish_reason="stop"))])
    silent = [one for one in events if isinstance(one, ReplySilent)]
    before = [one.seconds for one in silent if not one.begun]
    assert len(before) >= 2
    assert before == sorted(before)  # type: ignore[type-var]
    assert silent[len(before)] == ReplySilent(reply=7, seconds=None, begun=True)


def test_a_reply_that_stalls_is_told_and_stopped_at_once(
    stage: Callable[..., Stage], fake_llama: Callable[..., Path], model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "SILENT_S", 0.5)
    table = stage(engine=fake_llama(stall_after_tokens=8))
    table.start(LaunchPlan(target=str(model)))
    table.service.send("Say something.", GREEDY, 32)
    assert table.wait(ReplySilent).begun
    table.service.stop_reply()
    done = table.wait(ReplyDone)
    assert done.stopped
    assert done.message.text
