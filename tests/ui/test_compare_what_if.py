"""The break-even picture before anything was measured, and the sliders that ask what if."""

from __future__ import annotations

import msgspec
import pytest
from compare_page_stage import PLAN, done, page, ratio, shown
from pytestqt.qtbot import QtBot

from specdesk.measure.protocol import Pace
from specdesk.measure.what_if import what_if, what_if_words
from specdesk.service.events import CompareDone


def test_before_any_run_the_sizes_of_the_files_give_a_band_that_is_called_one(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    assert not made.pays.isVisible()
    made.set_prior((0.04, 0.12))
    assert made.pays.isVisible()
    assert made.pays.words.startswith("Not measured yet. By the sizes of the files alone, the draft should pay")
    assert "once 4 to 12 % of its guesses are used" in made.pays.words
    assert "3.4 to 4.3 times the plain speed" in made.pays.words
    assert made.pays.what_if.isHidden(), "there is nothing to foretell from"
    made.set_prior((1.02, 1.1))
    assert made.pays.words.endswith("a guess costs as much as a word: expect no gain.")
    made.set_baseline(Pace(rate=31.0), 0.21)
    assert made.pays.words.startswith("At length 4 the draft pays once 21 %"), "measured while chatting"


def test_another_length_is_foretold_and_checked(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    sliders = made.pays.what_if
    assert sliders.isVisible()
    assert sliders.length.value() == 4
    assert not sliders.check_button.isEnabled(), "that was measured"
    assert sliders.words.text().endswith("measured.")
    sliders.length.box.setValue(7)
    expected = what_if(good.result, 7, 0.0, current=4)
    assert expected is not None
    assert sliders.words.text() == what_if_words(expected)
    assert what_if_words(expected) in made.pays.picture.plot.accessibleDescription()
    with qtbot.waitSignal(made.check) as asked:
        sliders.check_button.click()
    trial = asked.args[0]
    assert (trial.plan.draft_max, trial.plan.draft, trial.temperature) == (7, PLAN.draft, 0.0)
    assert trial.foretold == expected.speedup
    assert made.phase == "during"


def test_no_length_is_offered_that_the_drafter_cannot_guess_at_once(qtbot: QtBot, good: CompareDone) -> None:
    a, b = good.stored.arms
    of = msgspec.structs.replace(good.stored, arms=(a, msgspec.structs.replace(b, most=5)))
    made = shown(qtbot, page())
    made.done(done(of))
    made.pays.what_if.length.box.setValue(9)
    assert made.pays.what_if.length.value() == 5


def test_a_temperature_that_was_never_tried_is_a_guess(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    sliders = made.pays.what_if
    sliders.temperature.box.setValue(0.7)
    assert "at temperature 0.7" in sliders.words.text()
    assert "guessed. Measure it to be sure." in sliders.words.text()
    sliders.back_button.click()
    assert (sliders.length.value(), sliders.temperature.value()) == (4, 0.0)
    assert "guessed" not in made.pays.picture.plot.accessibleDescription()
    assert sliders.back_button.isHidden()


def test_without_counts_nothing_is_foretold(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    made.done(done(ratio(1.3, drift=-0.004)))  # no number
    assert made.pays.what_if.isHidden()


def test_curves_of_other_lengths_use_the_cost_that_was_measured_there(qtbot: QtBot, good: CompareDone) -> None:
    """One longer, one shorter, and the one that is asked about: each at its own h."""
    made = shown(qtbot, page())
    dear = msgspec.structs.replace(good.result, costs={4: good.result.h or 0.0, 5: 0.5, 8: 0.9})
    made.done(msgspec.structs.replace(good, result=dear))
    plot = made.pays.picture.plot
    picture = plot._picture
    assert picture is not None
    ends = {curve.k: curve.y[-1] for curve in (picture.current, *picture.beside)}
    assert ends[5] == pytest.approx(6 / (1 + 5 * 0.5))
    assert ends[3] == pytest.approx(4 / (1 + 3 * max(0.0, good.result.h or 0.0)))
    made.pays.what_if._set(8, 0.0)
    assert plot._picture is not None
    assert plot._picture.current.y[-1] == pytest.approx(9 / (1 + 8 * 0.9))
    assert plot._picture.current.low, "with a band as wide in proportion"
