"""The service with real engines: llama-server b10068 and the embedded one, a real target, real drafts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import psutil
import pytest
from service_stage import GREEDY, Stage, left_over
from stop_states import Endings

from specdesk.engines.engine_info import EMBEDDED
from specdesk.engines.lifecycle import Loading, Ready
from specdesk.records.plan import LaunchPlan, ModelPlacement
from specdesk.records.sample import Sample
from specdesk.service.access import Access
from specdesk.service.events import (
    EnginesFound,
    FitReady,
    LibraryRow,
    OtherTraffic,
    PairsJudged,
    ReplyDone,
    ReplySample,
    ServerFacts,
    StateChanged,
)

pytestmark = [pytest.mark.real_engine, pytest.mark.timeout(300)]

Stages = Callable[..., Stage]
REWRITE = "Repeat this sentence word by word, twice: The quick brown fox jumps over the lazy dog near the river bank."


def small(target: Path, **more: object) -> LaunchPlan:
    """A plan that a small, busy machine can run."""
    return LaunchPlan(target=str(target), context=1024, slots=1, place=ModelPlacement(threads=1), **more)  # type: ignore[arg-type]


@pytest.fixture(params=["b10068", "embedded"])
def table(request: pytest.FixtureRequest, stage: Stages, real_server: Path) -> Stage:
    """A stage with one of the real engines in use."""
    wanted = "embedded" if request.param == "embedded" else str(real_server)
    made = stage(engine=wanted)
    chosen = made.engine().chosen
    assert chosen is not None
    assert (chosen.path or "embedded") == wanted
    return made


def test_a_draft_is_used_and_partly_rejected(table: Stage, smollm2: Path, layer_drop_draft: Path) -> None:
    plan = small(smollm2, draft=str(layer_drop_draft), methods=("draft-simple",), draft_max=4)
    facts = table.start(plan)
    assert (facts.speculation, facts.reason, facts.context, facts.slots) == ("on", None, 1024, 1)
    done = table.ask(REWRITE, limit=24)
    footer = done.message.footer
    assert footer is not None
    assert footer.acceptance is not None
    assert 0 < footer.acceptance < 1
    assert footer.tokens_per_pass is not None
    assert footer.tokens_per_pass > 1
    assert footer.rate is not None
    assert footer.rate > 0
    check_positions(done.message.samples[-1])
    assert ending(table) in ("on request", "at once")
    assert left_over() == []


def ending(table: Stage) -> str:
    """Stop, in the time that is promised; which step ended the server.

    A llama-server notices a closed stream within a second, and ends at the second request before that.
    """
    with Endings() as endings:
        table.stop()
    (how,) = endings.found
    return how


def check_positions(sample: Sample) -> None:
    """Acceptance per position: from the engine's counters, or from its log."""
    kept = sample.per_position
    assert kept is not None
    assert sample.passes is not None
    assert not sample.passes_derived
    assert sum(kept) == sample.accepted
    assert len(kept) == 4
    assert sample.passes >= kept[0] >= kept[1] >= kept[2] >= kept[3]


def test_n_gram_and_stop_in_the_middle(table: Stage, smollm2: Path) -> None:
    facts = table.start(small(smollm2, methods=("ngram-simple",)))
    assert facts.speculation == "on"
    table.service.send(REWRITE, GREEDY, 800)
    table.wait(ReplySample, lambda event: event.sample.tokens >= 4)
    pid = table.last(Ready).pid
    assert ending(table) in ("on request", "on second request", "at once")
    assert table.all(ReplyDone)[-1].stopped
    assert not psutil.pid_exists(pid)
    assert left_over() == []


def test_without_speculation_and_stop_while_loading(table: Stage, smollm2: Path) -> None:
    run = table.service.start_server(small(smollm2, methods=("none",)), Access())
    table.state(Loading, run)
    assert ending(table) != "by force"
    facts = table.start(small(smollm2, methods=("none",)))
    assert (facts.speculation, facts.reason) == ("none", None)
    measured = table.wait(ServerFacts, lambda event: event.measured is not None).measured
    assert measured is not None
    assert measured.provenance == "measured"
    assert measured.host.target.cache == pytest.approx(22.5, abs=1.0)  # 30 layers, 3 heads of 64, f16, 1024 tokens
    assert 85 < measured.host.target.weights < 110
    footer = table.ask("Say hello.", limit=8).message.footer
    assert footer is not None
    assert footer.acceptance is None
    assert footer.speculating is False


def test_the_environment_changes_nothing(table: Stage, smollm2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is set in the plan, so that only the engine's own defaults or such a variable could speak."""
    for name, value in {
        "CTX_SIZE": "512",
        "N_PARALLEL": "3",
        "PORT": "1",
        "DRAFT_MAX": "8",
        "N_GPU_LAYERS": "",
    }.items():
        monkeypatch.setenv(f"LLAMA_ARG_{name}", value)
    monkeypatch.setenv("LLAMA_API_KEY", "theirs")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    facts = table.start(LaunchPlan(target=str(smollm2), methods=("none",), place=ModelPlacement(threads=1)))
    assert (facts.context, facts.slots) == (8192, 1 if table.all(EnginesFound)[0].chosen.kind == EMBEDDED else 4)
    assert facts.api_key != "theirs"
    assert table.ask("Say hello.", limit=4).message.text


def test_the_embedded_engine_says_why_it_does_not_start(stage: Stages, smollm2: Path) -> None:
    table = stage(engine="embedded")
    table.engine()
    failed = table.fail(small(smollm2, draft_place=ModelPlacement(cache_k="q99"), methods=("none",)))
    assert failed.failure.what
    assert "q99" in failed.failure.what + failed.failure.why
    assert left_over() == []
    assert table.start(small(smollm2, methods=("none",))).speculation == "none"


def test_a_draft_with_another_vocabulary_is_off_and_says_why(table: Stage, smollm2: Path, gemma: Path) -> None:
    facts = table.start(small(smollm2, draft=str(gemma), methods=("draft-simple",)))
    assert facts.speculation == "off"
    assert facts.reason is not None
    assert "tokenizer" in facts.reason or "vocabulary" in facts.reason
    footer = table.ask("Say hello.", limit=8).message.footer
    assert footer is not None
    assert footer.speculating is False


def test_an_engine_in_use_and_automatic_s_choice(
    stage: Stages, real_server: Path, smollm2: Path, layer_drop_draft: Path, gemma: Path
) -> None:
    table = stage(engine=real_server)
    table.engine()
    for path in (smollm2, layer_drop_draft, gemma):
        table.service.inspect_file(str(path))
        table.wait(LibraryRow)
    table.service.judge(str(smollm2))
    judged = table.wait(PairsJudged)
    compatible = {verdict.path: verdict.compatible for verdict in judged.verdicts}
    assert compatible == {str(layer_drop_draft): True, str(gemma): False}
    assert judged.choice.methods[0] in ("draft-simple", "ngram-mod")
    assert judged.choice.reason


def test_the_engine_says_what_a_pair_would_take(
    stage: Stages, real_server: Path, smollm2: Path, layer_drop_draft: Path
) -> None:
    table = stage(engine=real_server)
    table.engine()
    plan = small(smollm2, draft=str(layer_drop_draft), methods=("draft-simple",), draft_max=4)
    request = table.service.fit(plan)
    estimate = table.wait(FitReady, lambda event: event.request == request).fit
    ready = table.wait(FitReady, lambda event: event.request == request)
    assert estimate is not None
    assert ready.fit is not None
    assert (estimate.provenance, ready.fit.provenance) == ("estimate", "dry-run")
    assert ready.words.endswith(" (dry run)")
    assert ready.fit.host.draft is not None
    assert ready.fit.host.target.cache == pytest.approx(22.5, abs=1.0)
    assert ready.fit.host.draft.cache == pytest.approx(22.5 * 29 / 30, abs=1.0)
    assert 85 < ready.fit.host.target.weights < 110


def test_another_program_is_seen_while_it_is_answered(stage: Stages, real_server: Path, smollm2: Path) -> None:
    table = stage(engine=real_server)
    facts = table.start(small(smollm2, methods=("none",)))
    table.ask("Say hello.", limit=8)
    answers: list[httpx.Response] = []
    seen = threading.Event()

    def ask_until_seen() -> None:
        while not seen.is_set():
            answers.append(ask_as_another(facts, 64))

    client = threading.Thread(target=ask_until_seen)
    client.start()
    try:
        live = table.wait(OtherTraffic, lambda event: event.busy_slots == 1 and event.sample is not None).sample
    finally:
        seen.set()
        client.join()
    assert live is not None
    assert live.tokens > 0
    assert (live.rate, live.decode_ms) == (None, None)
    made = sum(answer.json()["usage"]["completion_tokens"] for answer in answers)
    assert made == 64 * len(answers)
    after = table.wait(
        OtherTraffic, lambda event: event.busy_slots == 0 and event.sample is not None and event.sample.tokens >= made
    ).sample
    assert after is not None
    assert after.tokens == made
    assert after.rate is not None
    assert [event.state.run_id for event in table.all(StateChanged)][-1] == facts.run


def ask_as_another(facts: ServerFacts, tokens: int) -> httpx.Response:
    """A question from another program."""
    return httpx.post(
        f"{facts.url}/v1/chat/completions",
        json={"messages": [{"role": "user", "content": REWRITE}], "max_tokens": tokens, "ignore_eos": True},
        headers={"Authorization": f"Bearer {facts.api_key}"},
        timeout=120,
        trust_env=False,
    )
