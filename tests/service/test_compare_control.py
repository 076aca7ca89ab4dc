"""The arm that takes no guess: what it says about differences, and the second way to the cost of a guess."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from compare_stage import FAST, starts
from simulated_pairs import QUICK, run, timed

from specdesk import paths
from specdesk.chat.compare_prompts import ComparePrompt, read_prompt_file
from specdesk.cli.measuring import carry_out
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.flags import Flags, parse_help
from specdesk.engines.probe import probe
from specdesk.measure.advice import untold
from specdesk.measure.compare import ArmFacts, document, result_of
from specdesk.measure.control import ControlResult, control_document, control_result
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace, schedule
from specdesk.measure.stats import Interval
from specdesk.measure.steps import Ask
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_control import (
    NO_BUILD,
    NO_LENGTH,
    PORTION,
    control_rates,
    why_no_control,
)
from specdesk.service.compare_further import FURTHER_S
from specdesk.service.compare_session import CompareOrder
from specdesk.service.compare_store import CompareStore
from specdesk.service.compare_whole import WholeCompare
from specdesk.service.measured_server import Stage

Fakes = Callable[..., Path]
DRAFT = LaunchPlan(target="t.gguf", draft="d.gguf", methods=("draft-simple",), draft_max=3)


def test_both_ways_to_the_cost_of_a_guess_agree(
    fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    argv_log = tmp_path / "argv"
    engine = probe(fake_llama(argv_log=str(argv_log), **FAST), paths.cache_dir())
    order = CompareOrder(
        plan=plan, prompts=read_prompt_file(Path(prompts)), minutes=1.0, quick=True, control=True
    )  # fmt: skip

    async def make(stage: Stage, store: CompareStore) -> WholeCompare:
        return await WholeCompare.begin(stage, order, store, lambda moment: None, pytest.fail)

    carried = asyncio.run(carry_out(engine, Access(), make))
    assert carried.error is None
    result = carried.job.result()
    assert result.control is not None
    assert (result.control.same, result.control.kernels, result.control.speculation) == (5, 0, 0), "every prompt"
    assert result.control.h == pytest.approx(result.h, rel=0.05)
    assert (result.control.h_real, result.control.h_real_interval) == (result.h, result.h_interval)
    assert document(result)["control"]["apart"] == pytest.approx(result.control.h / (result.h or 0.0) - 1.0)
    assert result.control.words == "5 answers are the same with no guess taken, with guesses and without."
    others = carried.job.stored.others
    assert others.processor is not None, "it was looked at while the blocks ran"
    assert 0.0 <= others.processor.others <= others.processor.everybody <= 1.0
    assert others.card is None
    last = starts(argv_log)[-1]
    assert last[last.index("--spec-synth-rates") + 1] == "0,0,0,0"
    stored = msgspec.json.decode(msgspec.json.encode(carried.job.stored.controlled), type=tuple[Measured, ...])
    assert all(reply.sample is not None and reply.sample.accepted == 0 for reply in stored)
    assert json.loads(msgspec.json.encode(result.control))["h"] == result.control.h


def test_the_control_arm_tells_the_cost_where_few_guesses_were_made() -> None:
    """Guesses too few to tell their cost from the replies: a third arm that makes many of them does."""

    def answer(step: Ask) -> Measured:
        if step.arm == "A":
            return timed(step, 50.0)
        return timed(step, 52.0 if step.prompt.endswith("0") else 54.0, drafted=4, accepted=3)

    measured, _ = run(QUICK, answer)
    arms = (ArmFacts(), ArmFacts(length=4))
    assert result_of(QUICK, measured, arms).costs == {}
    prompt = measured[0].prompt
    step = Ask(start=0, block=0, visit=1, arm="B", prompt=prompt, cap=96)
    # 95 passes of one token each, four guesses at a fifth of a step with every one
    controlled = timed(step, 50.0 / (1 + 4 * 0.2), drafted=4 * 95, accepted=0)
    found = result_of(QUICK, measured, arms, controlled=[controlled], costs={8: untold(0.1)})
    assert found.h is None
    assert found.cost_intervals[4] == untold(found.costs[4]), "one reply shows no spread"
    assert found.costs == pytest.approx({8: 0.1, 4: 0.2})


def reply(arm: str, text: str) -> Measured:
    return Measured(
        prompt="p", kind="k", arm="A" if arm == "A" else "B", block=0, visit=1, text=text, finish_reason="stop"
    )


@pytest.mark.parametrize(
    ("plain", "speculative", "controlled", "words"),
    [
        ("one", "two", "two", "1 answer differ by rounding alone: also with no guess taken."),
        ("one", "two", "one", "1 answer differ only where guesses are taken: please report it."),
        ("one", "two", "three", "1 answer could not be explained."),
        ("one", "one", "one", "1 answer is the same with no guess taken, with guesses and without."),
    ],
)
def test_what_it_says_about_a_difference(plain: str, speculative: str, controlled: str, words: str) -> None:
    found = control_result([reply("A", plain), reply("B", speculative)], [reply("B", controlled)], ())
    assert found is not None
    assert found.words == words.replace("answer differ", "answer differs")
    assert (found.h, found.apart, found.costs) == (None, None, "")
    assert sum((found.same, found.kernels, found.speculation, found.inconclusive)) == 1


@pytest.mark.parametrize(
    ("h", "real", "apart", "words"),
    [
        (0.22, 0.2, 0.1, "The cost of a guess in two ways: 20.0 % of a step by real guesses, 22.0 % with no guess "
                         "taken: 10.0 % apart."),
        (0.19, 0.2, -0.05, "The cost of a guess in two ways: 20.0 % of a step by real guesses, 19.0 % with no guess "
                           "taken: 5.0 % apart."),
        (0.22, None, None, "With no guess taken, a guess costs 22.0 % of a step."),
        (0.22, 0.0, None, "With no guess taken, a guess costs 22.0 % of a step."),
        (None, 0.2, None, ""),
    ],
)  # fmt: skip
def test_both_ways_and_how_far_they_are_apart(
    h: float | None, real: float | None, apart: float | None, words: str
) -> None:
    found = ControlResult(h=h, h_real=real)
    assert found.apart == (None if apart is None else pytest.approx(apart))
    assert found.costs == words
    assert control_document(found).keys() >= {"h", "h_real", "apart"}


@pytest.mark.parametrize(
    ("around", "around_real", "words"),
    [
        ((0.19, 0.25), (0.18, 0.22), "20.0 % (18.0 to 22.0) of a step by real guesses, 22.0 % (19.0 to 25.0) with no "
                                     "guess taken: 10.0 % apart, which is within what so few questions can tell."),
        ((0.21, 0.23), (-0.01, 0.205), "20.0 % (0.0 to 20.5) of a step by real guesses, 22.0 % (21.0 to 23.0) with no "
                                       "guess taken: 10.0 % apart."),
        (None, (0.17, 0.23), "20.0 % (17.0 to 23.0) of a step by real guesses, 22.0 % with no guess taken: 10.0 % "
                             "apart, which is within what so few questions can tell."),
        ((0.19, 0.25), None, "20.0 % of a step by real guesses, 22.0 % (19.0 to 25.0) with no guess taken: 10.0 % "
                             "apart, which is within what so few questions can tell."),
    ],
)  # fmt: skip
def test_how_far_they_are_apart_is_not_told_as_certain_where_it_may_be_chance(
    around: tuple[float, float] | None, around_real: tuple[float, float] | None, words: str
) -> None:
    told, real = (
        None if ends is None else Interval(estimate=cost, low=ends[0], high=ends[1])
        for cost, ends in ((0.22, around), (0.2, around_real))
    )
    found = ControlResult(h=0.22, h_interval=told, h_real=0.2, h_real_interval=real)
    assert found.costs == f"The cost of a guess in two ways: {words}"
    alone = ControlResult(h=0.22, h_interval=told)
    share = words.split(" guesses, ")[1].split(" with")[0]
    assert alone.costs == f"With no guess taken, a guess costs {share} of a step."


@pytest.mark.long
def test_a_build_that_cannot_says_why(
    fake_llama: Fakes, plan: LaunchPlan, prompts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specdesk.service.compare_control._is_synthetic", lambda engine: False)
    engine = probe(fake_llama(**FAST), paths.cache_dir())
    asked = read_prompt_file(Path(prompts))
    order = CompareOrder(plan=plan, prompts=asked, minutes=1.0, quick=True, control=True, second_temperature=0.8)

    async def make(stage: Stage, store: CompareStore) -> WholeCompare:
        return await WholeCompare.begin(stage, order, store, lambda moment: None, pytest.fail)

    job = asyncio.run(carry_out(engine, Access(), make)).job
    assert job.stored.setup.control
    assert job.stored.notes == (NO_BUILD,)
    assert job.result().control is None
    assert job.second is not None
    assert (job.second.stored.setup.control, job.second.stored.notes) == (False, ())


def test_why_it_is_impossible() -> None:
    has = EngineInfo(kind="llama-server", path="/e", flags=parse_help("--spec-synth-rates P0,P1,...  text\n"))
    assert why_no_control(DRAFT, has) == ""
    assert why_no_control(DRAFT, EngineInfo(kind="llama-server", path="/e")) == NO_BUILD
    assert why_no_control(LaunchPlan(target="t", methods=("ngram-mod",)), has) == NO_LENGTH


def test_it_takes_a_minute_at_most_but_on_a_slow_pair() -> None:
    def asked(pace: Pace, prompts: int) -> float:
        own = [ComparePrompt(id=f"p{n}", kind="k", text="x") for n in range(prompts)]
        return PORTION.whole_s(schedule(own, 120.0, pace, quick=True))

    quick = Pace(rate=100.0, load_s=2.0)
    planned = schedule([ComparePrompt(id=f"p{n}", kind="k", text="x") for n in range(12)], 120.0, quick, quick=True)
    replies_s = 12 * 2.0 * planned.cap / 100.0
    assert asked(quick, 12) == pytest.approx(2.0 + 16 / 100.0 + replies_s)
    assert asked(quick, 12) < FURTHER_S
    assert asked(Pace(rate=10.0), 12) <= FURTHER_S + 1e-9
    slow = Pace(rate=1.0)  # four replies of 48 tokens, each at half the speed
    assert asked(slow, 12) == pytest.approx(16 / 1.0 + 4 * 2.0 * 48)


def test_no_control_arm_is_no_result() -> None:
    assert control_result([reply("A", "x"), reply("B", "x")], [], ()) is None
    assert ControlResult().words == ""


def test_as_many_rates_as_the_draft_is_long_where_the_build_has_them() -> None:
    has = parse_help("--spec-synth-rates P0,P1,...  text\n")
    engine = EngineInfo(kind="llama-server", path="/e", flags=has)
    assert control_rates(DRAFT, engine) == ("0", "0", "0")
    assert control_rates(DRAFT, engine, most=2) == ("0", "0"), "the engine shortens what its drafter cannot guess"
    assert control_rates(DRAFT, engine, most=7) == ("0", "0", "0")
    assert control_rates(DRAFT, msgspec.structs.replace(engine, flags=Flags())) == ()
    assert control_rates(LaunchPlan(target="t", methods=("ngram-mod",)), engine) == ()
    built_in = EngineInfo(kind=EMBEDDED, build=11549)
    assert control_rates(DRAFT, built_in) == ("0", "0", "0")
    assert control_rates(DRAFT, msgspec.structs.replace(built_in, build=10434)) == ()
