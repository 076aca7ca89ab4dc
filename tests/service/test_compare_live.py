"""Compares through the service: verdicts, and every trouble that an engine can make."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from compare_stage import FAST, begun, compared, starts
from fakes.fake_settings import CAPTURES
from service_stage import Stage

from specdesk.engines.lifecycle import Stopped
from specdesk.kept_sentence import told
from specdesk.measure.same_text import text_checks
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import (
    BaselineKnown,
    CompareDone,
    CompareProgress,
)

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


def test_a_good_draft_is_called_faster(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    argv_log, requests = tmp_path / "argv", tmp_path / "requests"
    table = stage(engine=fake_llama(argv_log=str(argv_log), requests_log=str(requests), **FAST))
    done = compared(table, plan, prompts)
    result = done.result
    assert result.verdict == "faster"
    assert result.speedup is not None
    assert result.speedup.estimate == pytest.approx(3.307, abs=0.01)
    assert (result.prompts, result.partial, result.left_out) == (5, False, {})
    assert result.h == pytest.approx(0.05, abs=0.001)
    assert result.acceptance == pytest.approx(47 / 61)
    assert result.per_position == pytest.approx((15 / 16, 11 / 16, 11 / 16, 10 / 16))
    assert {(row.kind, row.n) for row in result.by_kind} == {("tea", 3), ("rain", 2)}
    assert result.best is not None
    assert result.same_text is not None
    assert (result.same_text.identical, result.same_text.compared) == (5, 5)
    checks = text_checks(done.stored.measured)
    assert {check.difference.by_token for check in checks} == {True}, "counted in tokens of the engine"
    assert min(check.difference.shared for check in checks) > 40
    assert result.drift == pytest.approx(0.0)
    assert done.words.startswith("Keep the draft on: answers come 3.3 times as fast.")
    assert [arm.tokens for arm in result.arms] == [640, 640]
    ran = starts(argv_log)
    assert ["-md" in argv or "--spec-draft-model" in argv for argv in ran] == [False, True, True, False]
    assert all(argv[argv.index("-np") + 1] == "1" for argv in ran)
    asked = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    assert {(body["temperature"], body["seed"], body["cache_prompt"]) for body in asked} == {(0.0, 42, False)}
    assert not any("ignore_eos" in body for body in asked)
    last = table.all(CompareProgress)[-1]
    assert (last.done, last.total) == (19, 20)
    assert last.result is not None
    assert last.seconds_left > 0
    table.state(Stopped)  # nothing ran before


@pytest.mark.parametrize(
    ("acceptance", "cost", "verdict", "words"),
    [
        (0.1, 0.3, "slower", "Turn it off"),
        (0.0, 0.0, "no-difference", "No clear difference"),
    ],
)
def test_other_drafts(
    acceptance: float, cost: float, verdict: str, words: str,
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str,
) -> None:  # fmt: skip
    table = stage(engine=fake_llama(speed=1500, acceptance=acceptance, draft_cost=cost))
    done = compared(table, plan, prompts)
    assert done.result.verdict == verdict
    assert done.words.startswith(words)
    table.service.know_baseline(plan)
    known = table.wait(BaselineKnown)
    plain, drafted = done.result.arms
    assert (known.rate, known.h) == (plain.rate, done.result.h), "what was compared is known while chatting"
    assert known.compared is not None
    assert (known.compared.rate, known.compared.extra_first_ms) == (drafted.rate, None), "of so few nothing is sure"
    table.service.know_baseline(msgspec.structs.replace(plan, draft_max=(plan.draft_max or 0) + 1))
    assert table.wait(BaselineKnown, lambda event: event.plan != plan).compared is None


def test_a_draft_that_never_guesses(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(speed=1500, mismatch=True))
    done = compared(table, plan, prompts)
    assert done.result.verdict == "no-drafts"
    assert done.result.speedup is None
    assert len(done.result.arms[1].samples) == 3  # the engine itself says that it is off: three replies prove it
    assert done.words.startswith("Turn it off, or choose another: the draft never guessed.")
    assert "Speculation is off:" in done.words


def test_a_machine_that_gets_slower(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    table = stage(engine=fake_llama(drift=0.8, drift_log=str(tmp_path / "drift"), **FAST))
    result = compared(table, plan, prompts).result
    assert result.verdict == "drifted"
    assert result.drift == pytest.approx(0.8**3 - 1)
    assert result.speedup is None


def test_the_draft_file_goes_away(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    table = stage(engine=fake_llama(**FAST))
    begun(table, plan, prompts, 1)
    Path(plan.draft or "").unlink()
    done = table.wait(CompareDone)
    assert "The draft is not there: Draft.gguf." in done.words
    assert len(done.stored.measured) == 5


def test_there_is_nothing_to_compare(stage: Stages, fake_llama: Fakes, model: Path, prompts: str) -> None:
    table = stage(engine=fake_llama())
    table.service.compare(LaunchPlan(target=str(model)), Access(), prompts=prompts)
    assert table.problem("compare").what == "There is nothing to compare: this plan does not speculate."


def test_a_plain_arm_that_guesses_all_the_same(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str
) -> None:
    table = stage(engine=fake_llama(speculative=True, **FAST))
    done = compared(table, plan, prompts)
    assert "“plain” guessed too" in done.words
    assert len(done.stored.measured) == 1


def test_a_prompt_that_is_too_long(stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str) -> None:
    with Path(prompts).open("a") as file:
        file.write("\n" + json.dumps({"prompt": "word " * 3000, "kind": "long"}))
    table = stage(engine=fake_llama(**FAST))
    done = compared(table, plan, prompts)
    assert (done.result.verdict, done.result.prompts, done.result.left_out) == ("faster", 5, {"failed": 4})
    failed = [measured for measured in done.stored.measured if measured.error is not None]
    assert all("too long for the context" in told(measured.error or "") for measured in failed)


def test_an_old_engine_keeps_its_prompt_cache(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    """There, switching the cache off would switch speculation off."""
    requests = tmp_path / "requests"
    help_file = CAPTURES / "help" / "b5361.txt"
    engine = fake_llama(old=True, help_file=help_file, metrics_names="none", requests_log=str(requests), **FAST)
    table = stage(engine=engine)
    done = compared(table, plan, prompts)
    assert done.result.verdict == "faster"
    assert done.result.acceptance == pytest.approx(47 / 61)
    assert done.result.per_position == ()
    asked = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    assert not any("cache_prompt" in body for body in asked)


@pytest.mark.parametrize("template", ["{{ messages }}{{ enable_thinking }}", "{{ messages }}"])
def test_thinking_is_off_where_the_template_allows_it(
    template: str, stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    requests = tmp_path / "requests"
    engine = fake_llama(
        reasoning="Let me think.", props={"chat_template": template}, requests_log=str(requests), **FAST
    )
    table = stage(engine=engine)
    done = compared(table, plan, prompts)
    asked = [json.loads(line)["body"] for line in requests.read_text().splitlines()]
    can = "enable_thinking" in template
    assert [body.get("chat_template_kwargs") for body in asked] == [{"enable_thinking": False} if can else None] * len(
        asked
    )
    assert ("cannot be told not to" in done.words) is not can
    assert done.stored.measured[0].text.startswith("Let me think.\n\nTell me about")
