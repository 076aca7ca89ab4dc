"""A task that is asked in two languages is one task: in the statistics, and in the order in which it is asked."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
import pytest
from simulated_compares import twins
from simulated_pairs import OWN_FULL, OWN_QUICK, prompts, run, timed

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.measure.advice import PromptCounts, cost_of
from specdesk.measure.compare import ArmFacts, result_of
from specdesk.measure.evidence import evidence_of
from specdesk.measure.headlines import language_words
from specdesk.measure.measured import Measured
from specdesk.measure.protocol import Pace, Schedule, extended, schedule
from specdesk.measure.stats import PromptRatio, by_language, pooled
from specdesk.measure.steps import Ask

FACTS = (ArmFacts(), ArmFacts())
OTHER = "Each language was asked other questions"


def one(kind: str, log: float, task: str = "", language: str = "en") -> PromptRatio:
    return PromptRatio(kind=kind, log_ratio=log, task=task, language=language)


def asked(planned: Schedule, number: int) -> list[ComparePrompt]:
    """The prompts of one round."""
    names = next(block.prompts for block in planned.blocks if block.round == number)
    return [planned.prompt(name) for name in names]


def test_twins_count_as_one_prompt_with_their_mean() -> None:
    alone = pooled([one("code", 0.2), one("code", 0.4), one("prose", 0.1), one("prose", 0.1)])
    with_twins = pooled([
        one("code", 0.1, "a"), one("code", 0.3, "a", "nl"), one("code", 0.4, "b"),
        one("prose", 0.1, "c"), one("prose", 0.1, "d", "nl"),
    ])  # fmt: skip
    assert alone is not None
    assert with_twins is not None
    assert (with_twins.df, with_twins.count) == (2, 4)
    assert (with_twins.mean, with_twins.error, with_twins.spread) == pytest.approx(
        (alone.mean, alone.error, alone.spread)
    )
    assert alone.single == alone.spread
    assert with_twins.single == pytest.approx(math.sqrt(alone.spread**2 + 0.01 / 4)), "0.1 around one mean of four"


def test_what_is_said_of_one_language_stands_on_single_prompts() -> None:
    """The means of twins are nearer together than prompts are."""
    ratios = [one("code", 0.3, "a"), one("code", -0.1, "a", "nl"), one("code", 0.1, "b"), one("code", 0.1, "c")]
    spread = pooled(ratios)
    assert spread is not None
    assert spread.spread == pytest.approx(0.0)
    english, dutch = by_language(ratios)
    assert (english.n, dutch.n) == (3, 1)
    assert dutch.high is not None
    half = 4.30265273 * math.sqrt(0.04 / 3)
    assert math.log(dutch.high / dutch.estimate) == pytest.approx(half)


def test_the_first_round_has_two_tasks_per_kind_one_in_each_language() -> None:
    for planned in (OWN_QUICK, OWN_FULL):
        first = asked(planned, 0)
        assert len({prompt.task for prompt in first}) == len(first) == 12
        for kind in {prompt.kind for prompt in first}:
            assert {prompt.language for prompt in first if prompt.kind == kind} == {"en", "nl"}
    second = asked(OWN_FULL, 1)
    known = {prompt.task for prompt in asked(OWN_FULL, 0)}
    assert len([prompt for prompt in second if prompt.task in known]) == 6, "half of them are twins"
    assert len({prompt.task for prompt in OWN_FULL.prompts}) == 24


def test_going_on_after_a_quick_one_asks_new_tasks_before_twins() -> None:
    longer = extended(OWN_QUICK, 60.0)
    assert longer is not None
    added = longer.prompts[12:]
    assert len(added) >= 6
    assert not {prompt.task for prompt in added[:6]} & {prompt.task for prompt in OWN_QUICK.prompts}


def test_twins_wait_in_any_order_and_fill_up_where_there_is_nothing_else() -> None:
    english = prompts(2)
    dutch = [
        ComparePrompt(id=f"{prompt.id}.nl", kind=prompt.kind, text="Hoi", language="nl", twin=prompt.id)
        for prompt in english
    ]
    mixed = schedule([*english[:6], *dutch, *english[6:]], 600.0, Pace(rate=50.0))
    assert {prompt.task for prompt in asked(mixed, 0)} == {prompt.id for prompt in english}
    assert len(asked(mixed, 0)) == 12
    few = schedule([*english[:6], *dutch[:6]], 600.0, Pace(rate=50.0))
    assert len(asked(few, 0)) == 12


@pytest.mark.parametrize(
    ("planned", "truth", "task", "own", "draws"),
    [
        (OWN_QUICK, 1.0, 0.15, 0.03, 100), (OWN_QUICK, 1.0, 0.0, 0.15, 100), (OWN_FULL, 1.5, 0.15, 0.03, 100),
        (OWN_FULL, 1.0, 0.15, 0.03, 40),
    ],
)  # fmt: skip
def test_the_interval_holds_the_truth_where_twins_are_alike(
    planned: Schedule, truth: float, task: float, own: float, draws: int
) -> None:
    """With prompts as the unit it held it in 30 of 100 runs, where tasks differ more than languages do."""
    tally = twins(planned, truth, task, own, draws)
    assert 0.88 <= tally.coverage <= 1.0
    assert tally.wrong <= 0.05 * draws


@pytest.mark.long
@pytest.mark.parametrize("planned", [OWN_QUICK, OWN_FULL], ids=["quick", "full"])
@pytest.mark.parametrize(("task", "own"), [(0.10, 0.10), (0.12, 0.08), (0.15, 0.03), (0.0, 0.15)])
@pytest.mark.parametrize("truth", [1.0, 1.5])
def test_a_thousand_compares_over_the_programs_own_questions(
    planned: Schedule, task: float, own: float, truth: float
) -> None:
    tally = twins(planned, truth, task, own, 1000)
    assert 0.93 <= tally.coverage <= 0.97
    assert tally.wrong <= 0.05 * 1000


def test_the_cost_of_a_guess_counts_tasks_too() -> None:
    """Twins that say the same add nothing to what is known; alone they would."""

    def counts(cost: float, task: str = "") -> PromptCounts:
        return PromptCounts(
            kind="code", passes=100, plain_passes=100 + 400 * cost, drafted=400, accepted=200, task=task
        )

    single = cost_of([counts(0.1), counts(0.14), counts(0.12)])
    doubled = cost_of([counts(cost, str(cost)) for cost in (0.1, 0.14, 0.12) for _ in "en"])
    as_alone = cost_of([counts(cost) for cost in (0.1, 0.14, 0.12) for _ in "en"])
    assert single is not None
    assert doubled is not None
    assert as_alone is not None
    assert (doubled.low, doubled.high) == pytest.approx((single.low, single.high))
    assert as_alone.high - as_alone.low < 0.6 * (single.high - single.low)


def test_one_task_of_all_with_a_twin_pulls_no_more_than_it_weighs() -> None:
    """Of h itself: a sum over prompts, in which the twins are two of four."""
    both = [("a", 0.1), ("a", 0.1), ("b", 0.14), ("c", 0.12)]
    counts = [
        PromptCounts(kind="code", passes=100, plain_passes=100 + 400 * cost, drafted=400, accepted=200, task=task)
        for task, cost in both
    ]
    found = cost_of(counts)
    assert found is not None
    assert found.estimate == pytest.approx(0.115)
    # three tasks, of 2, 1 and 1 prompts: 3 / 4 of -0.03, 0.025 and 0.005
    pulls = [0.75 * -0.03, 0.75 * 0.025, 0.75 * 0.005]
    error = math.sqrt(sum(pull**2 for pull in pulls) / 2 / 3)
    assert found.high - found.estimate == pytest.approx(4.30265273 * error, rel=1e-6)


def dutch_slower(step: Ask) -> Measured:
    rate = 50.0 if step.arm == "A" else 100.0 * (0.8 if step.prompt.endswith(".nl") else 1.0)
    return timed(step, rate, drafted=10, accepted=5)


def all_of(planned: Schedule, answer: Callable[[Ask], Measured]) -> list[Measured]:
    """Every reply, whether it is certain before or not."""
    return [
        answer(Ask(start=of.start, block=of.number, visit=of.visit, arm=of.arm, prompt=name, cap=planned.cap))
        for of in planned.blocks
        for name in of.prompts
    ]


def test_what_a_language_costs_comes_from_twins_alone() -> None:
    measured, _ = run(OWN_QUICK, dutch_slower)
    quick = result_of(OWN_QUICK, measured, FACTS)
    assert {row.language for row in quick.by_language} == {"en", "nl"}
    assert (quick.twins, quick.twin_tasks) == (None, 0)
    assert language_words(quick).startswith(OTHER)
    assert language_words(msgspec.structs.replace(quick, partial=True)) == ""
    whole = result_of(OWN_FULL, all_of(OWN_FULL, dutch_slower), FACTS)
    assert whole.twin_tasks == 12
    assert whole.twins is not None
    assert whole.twins.estimate == pytest.approx(0.8)
    assert language_words(whole).startswith("Dutch gains less than English")


def test_a_compare_of_before_that_asked_twins_first_still_has_its_answer() -> None:
    """Six tasks in two languages each, one of every kind: the interval is as wide as the kinds differ."""
    own = {prompt.id: prompt for prompt in own_prompts()}
    first = [name for name in own if f"{name}.nl" in own and own[name].language == "en"][:6]
    old = schedule([own[name + end] for end in ("", ".nl") for name in first], 120.0, Pace(rate=50.0), quick=True)
    measured, _ = run(old, lambda step: timed(step, 100.0 if step.arm == "B" else 50.0, drafted=10, accepted=5))
    evidence = evidence_of(measured, (False, True), old.tasks)
    assert evidence.overall is not None
    assert (evidence.overall.count, evidence.overall.df) == (6, 5)
    assert result_of(old, measured, FACTS).verdict == "faster"
