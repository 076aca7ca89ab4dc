"""Which results are worth measuring again, and what stands beside a result, in words."""

from __future__ import annotations

import msgspec
import pytest
from captured_results import FASTER

from specdesk.measure.outcome import Outcome
from specdesk.measure.stats import Interval
from specdesk.service.compare_again import offers
from specdesk.service.compare_beside import predicted_words
from specdesk.service.result_rows import ResultRow


def row(
    number: int, build: str = "b1", *, verdict: Outcome = "faster", driver: str | None = "570.1", pair: str = "T + D",
    part_of: int | None = None,
) -> ResultRow:  # fmt: skip
    return ResultRow(
        id=number, made=float(number), pair=pair, build=build, headline="", verdict=verdict, speedup=None, prompts=12,
        partial=False, driver=driver, part_of=part_of,
    )  # fmt: skip


def test_a_new_build_offers_a_check_of_each_pair() -> None:
    found = offers([row(1), row(2), row(3, pair="T + ngram-mod")], "b2", None)
    assert [(offer.compare, offer.pair) for offer in found] == [(2, "T + D"), (3, "T + ngram-mod")]
    assert found[0].words == "Measured with b1; the engine is b2 now. Check again?"


def test_a_new_driver_offers_one_too() -> None:
    assert [offer.words for offer in offers([row(1)], "b1", "580.2")] == [
        "Measured with graphics driver 570.1; it is 580.2 now. Check again?"
    ]
    assert offers([row(1)], "b1", None) == ()
    assert offers([row(1, driver=None)], "b1", "580.2") == ()


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [row(1, "b2")],
        [row(1, "b2"), row(2, "b1")],
        [row(1, verdict="too-little")],
        [row(1, "b2"), row(2, part_of=1)],
    ],
)
def test_nothing_is_offered_without_a_reason(rows: list[ResultRow]) -> None:
    assert offers(rows, "b2", "570.1") == ()


def test_what_was_foretold_stands_beside_what_was_measured() -> None:
    foretold = Interval(estimate=1.9, low=1.7, high=2.1)
    assert predicted_words(foretold, FASTER) == (
        "Predicted 1.90 (1.70 to 2.10) times the plain speed, measured 1.80 (1.62 to 2.00)."
    )
    silent = msgspec.structs.replace(FASTER, speedup=None, verdict="drifted")
    assert predicted_words(foretold, silent).endswith("times the plain speed; measuring gave no number.")
