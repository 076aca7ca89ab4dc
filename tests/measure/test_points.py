"""The ratio of each prompt, and that of all answers together."""

from __future__ import annotations

import math
import random
import statistics

import msgspec
import pytest
from simulated_pairs import QUICK, RatioPair, run, timed

from specdesk.errors import FileFormatError
from specdesk.measure.card import CardFacts, card_of, read_card, to_json, to_markdown
from specdesk.measure.card_state import CardDrift, card_drift
from specdesk.measure.compare import ArmFacts, result_of
from specdesk.measure.measured import Measured
from specdesk.measure.points import total_time_ratio
from specdesk.measure.steps import Ask

ARMS = (ArmFacts(), ArmFacts())


def test_a_point_for_each_prompt_whose_mean_is_the_speed_up() -> None:
    measured, _ = run(QUICK, RatioPair(random.Random(1), 1.5, 0.2))
    found = result_of(QUICK, measured, ARMS)
    assert found.speedup is not None
    assert [point.prompt for point in found.points] == [prompt.id for prompt in QUICK.prompts]
    assert {(point.kind, point.language) for point in found.points} == {
        (row.kind, row.language) for row in found.by_kind
    }
    mean = math.exp(statistics.fmean(math.log(point.ratio) for point in found.points))
    assert mean == pytest.approx(found.speedup.estimate), "as many prompts of each kind"
    assert len({round(point.ratio, 6) for point in found.points}) == len(found.points)


def test_guesses_that_pay_in_one_run_and_not_in_the_next_are_no_middling_point() -> None:
    def answer(step: Ask) -> Measured:
        pays = step.arm == "B" and step.visit == 2
        return timed(step, 120.0 if pays else 50.0, drafted=40, accepted=36 if pays else 0)

    measured, _ = run(QUICK, answer)
    found = result_of(QUICK, measured, ARMS)
    for point in found.points:
        assert point.runs == pytest.approx((1.0, 2.4))
        assert point.ratio == pytest.approx(math.sqrt(2.4))
    text = to_markdown(card_of(found, CardFacts(date="2026-05-12"), ()))
    assert "| 1.00 then 2.40, 1.00 then 2.40 |" in text
    once = [reply for reply in measured if reply.visit == 1 or reply.arm == "A"]
    assert {point.runs for point in result_of(QUICK, once, ARMS).points} == {()}


def test_without_a_number_there_are_no_points() -> None:
    measured, _ = run(QUICK, RatioPair(random.Random(1), 1.5, 0.02, drift=-0.02))
    found = result_of(QUICK, measured, ARMS)
    assert (found.verdict, found.points, found.total_time_ratio) == ("drifted", (), None)


def test_in_the_total_long_answers_weigh_more() -> None:
    """Half of the prompts gain four times and are long, half of them nothing and are short."""

    def answer(step: Ask) -> Measured:
        long = int(step.prompt.rpartition("-")[2]) % 2 == 0
        rate, tokens = 50.0 if step.arm == "A" or not long else 200.0, 201 if long else 51
        return timed(step, rate, tokens=tokens, drafted=40, accepted=20)

    measured, _ = run(QUICK, answer)
    found = result_of(QUICK, measured, ARMS)
    assert found.speedup is not None
    assert found.speedup.estimate == pytest.approx(2.0)
    # per pair of prompts: 200 + 50 tokens in 4 + 1 s plain, in 1 + 1 s with guesses
    assert found.total_time_ratio == pytest.approx(2.5)
    assert total_time_ratio(measured, ()) is None


def test_a_card_shows_each_prompt_and_the_total() -> None:
    measured, _ = run(QUICK, RatioPair(random.Random(1), 1.5, 0.1))
    found = result_of(QUICK, measured, ARMS)
    card = card_of(found, CardFacts(date="2026-05-12"), ())
    text = to_markdown(card)
    own = sorted(point.ratio for point in found.points if point.kind == "code")
    assert text.count("| each prompt |") == 1
    assert f"| {', '.join(f'{ratio:.2f}' for ratio in own)} |" in text, "both answers were as fast"
    assert f"all answers together {found.total_time_ratio:.2f}x" in text
    assert read_card(to_json(card)) == card
    for ratio in (0.0, -1.0, 1e6):
        runs = (msgspec.structs.replace(card.points[0], runs=(1.0, ratio)),)
        for wrong in (
            msgspec.structs.replace(card, points=runs),
            msgspec.structs.replace(card, points=(msgspec.structs.replace(card.points[0], ratio=ratio),)),
            msgspec.structs.replace(card, total_time_ratio=ratio),
        ):
            with pytest.raises(FileFormatError, match="figures or texts that no measuring gives"):
                read_card(to_json(wrong))
    endless = msgspec.structs.replace(card.points[0], runs=(1.0,) * 11)
    with pytest.raises(FileFormatError, match="figures or texts that no measuring gives"):
        read_card(to_json(msgspec.structs.replace(card, points=(endless,))))
    older = msgspec.json.decode(to_json(card))
    del older["points"], older["total_time_ratio"]
    assert "unknown |" in to_markdown(read_card(msgspec.json.encode(older)))


def plain(visit: int, clock: float | None, warmth: float | None, arm: str = "A", round_: int = 0) -> Measured:
    return Measured(
        prompt="p", kind="k", arm="A" if arm == "A" else "B", block=4 * round_ + (0 if visit == 1 else 3), visit=visit,
        clock_mhz=clock, temperature_c=warmth,
    )  # fmt: skip


def test_what_became_of_the_card() -> None:
    hot = [plain(1, 1900.0, 60.0), plain(1, 1905.0, 61.0), plain(1, 1910.0, 62.0), plain(2, 1700.0, 78.0)]
    found = card_drift([*hot, plain(2, 300.0, 20.0, arm="B")])
    assert found == CardDrift(clock=(1905.0, 1700.0), warmth=(61.0, 78.0))
    assert found.cause == (
        "The graphics card's clock fell from 1905 to 1700 MHz. The graphics card's temperature rose from 61 to 78 °C."
    )
    assert found.words == (
        "Graphics card: 1905 MHz at the start, 1700 MHz at the end. "
        "Its temperature: 61 °C at the start, 78 °C at the end."
    )


@pytest.mark.parametrize(
    ("last", "cause"),
    [
        ((1880.0, 64.0), ""),
        ((1990.0, 40.0), ""),
        ((1860.0, 64.0), "The graphics card's clock fell from 1900 to 1860 MHz."),
        ((1900.0, 65.0), "The graphics card's temperature rose from 60 to 65 °C."),
        ((None, 65.0), "The graphics card's temperature rose from 60 to 65 °C."),
    ],
)
def test_only_a_change_for_the_worse_is_a_cause(last: tuple[float | None, float], cause: str) -> None:
    assert card_drift([plain(1, 1900.0, 60.0), plain(2, *last)]).cause == cause


def test_start_and_end_are_those_of_all_rounds() -> None:
    warming = [(50, 60), (60, 70), (70, 80)]
    replies = [
        plain(visit, None, float(warmth), round_=round_)
        for round_, both in enumerate(warming) for visit, warmth in enumerate(both, 1)
    ]  # fmt: skip
    assert card_drift(replies).words == "Graphics card: 50 °C at the start, 80 °C at the end."
    assert card_drift(replies[:-1]).warmth == (50.0, 70.0), "as far as it came"
    assert card_drift(replies[:1]).warmth is None


def test_a_card_that_tells_nothing_is_not_spoken_of() -> None:
    found = card_drift([plain(1, None, None), plain(2, None, None)])
    assert (found, found.cause, found.words) == (CardDrift(), "", "")
    warm = card_drift([plain(1, None, 60.0), plain(2, None, 61.0)])
    assert warm.words == "Graphics card: 60 °C at the start, 61 °C at the end."
