"""A short compare on a real engine: llama-server b10068 with a small model and n-gram look-up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from service_stage import Stage

from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import own_prompts
from specdesk.chat.greedy import greedy_steps
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.service.access import Access
from specdesk.service.events import CompareDone, Problem

pytestmark = [pytest.mark.real_engine, pytest.mark.long, pytest.mark.timeout(1000)]


def test_a_real_compare(stage: Callable[..., Stage], real_server: Path, smollm2: Path, tmp_path: Path) -> None:
    table = stage(engine=real_server)
    asked = tmp_path / "prompts.jsonl"
    rewriting = [prompt for prompt in own_prompts(("en",)) if prompt.kind == "rewrite"]
    asked.write_text("\n".join(json.dumps({"prompt": prompt.text}) for prompt in rewriting[:3]))
    plan = LaunchPlan(
        target=str(smollm2), methods=("ngram-simple",), context=1024, place=ModelPlacement(threads=1), load_mode="mmap"
    )
    table.service.compare(plan, Access(), 0.1, True, str(asked))
    done = table.wait(CompareDone, patience_s=900)
    assert table.all(Problem) == []
    a, b = done.result.arms
    assert (len(a.samples), len(b.samples)) == (6, 6)
    assert done.result.prompts == 3, done.result.left_out
    assert done.result.verdict in ("faster", "slower", "not-sure", "no-difference", "drifted")
    assert all(reply.sample is not None and not reply.sample.drafted for reply in a.samples)
    assert any(reply.sample is not None and reply.sample.drafted for reply in b.samples)
    assert done.result.acceptance is not None
    assert (a.memory_mib or 0) > 100
    assert done.result.same_text is not None
    assert done.result.same_text.compared + done.result.same_text.unrepeatable == 3
    assert done.result.same_text.unchecked == 0
    assert all(measured.ttft_ms and measured.typed for measured in done.stored.measured)


def test_a_real_engine_tells_how_likely_it_finds_its_words(
    stage: Callable[..., Stage], real_server: Path, smollm2: Path
) -> None:
    table = stage(engine=real_server)
    facts = table.start(LaunchPlan(target=str(smollm2), context=512, slots=1, place=ModelPlacement(threads=1)))

    async def ask() -> None:
        client = EngineClient(facts.url, facts.api_key)
        chat = {"messages": [{"role": "user", "content": "Say the days of the week."}]}
        steps = await greedy_steps(client, chat, "Monday, Tuesday,", 3, 5)
        assert (steps[0].text, len(steps), len(steps[0].top)) == (" Wednesday", 3, 5)
        chances = [one.logprob for one in steps[0].top]
        assert chances == sorted(chances, reverse=True)
        assert chances[0] <= 0.0
        assert steps[0].top[0].text == " Wednesday"
        await client.aclose()

    asyncio.run(ask())
