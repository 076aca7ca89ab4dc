"""Layers of the target left to the window: all on the GPU if they fit there, else as many as the fit says."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from pytestqt.qtbot import QtBot
from setup_parts import OTHER, engine_of, gpu_fit
from setup_stage import Stage

from specdesk.memory.advice import Remedy
from specdesk.service.events import FitReady
from specdesk.ui.setup.panel import SETTLE_MS

Make = Callable[..., Stage]


@pytest.fixture
def stage(qtbot: QtBot) -> Make:
    def make(**more: object) -> Stage:
        made = Stage(**more)
        qtbot.addWidget(made)
        return made

    return make


def fitted(layers: int | None, **more: object) -> FitReady:
    return FitReady(request=1, fit=gpu_fit(), words="Fits.", fitted_layers=layers, **more)


def test_as_many_layers_as_fit_are_what_start_would_run(stage: Make, qtbot: QtBot) -> None:
    made = stage()
    assert made.plan().place.layers == "all"
    qtbot.waitUntil(lambda: "fit_wanted" in made.names())
    assert made.last("fit_wanted") == (made.plan(), True)
    made.heard.clear()
    made.panel.set_fit(fitted(20))
    assert made.plan().place.layers == 20
    assert made.panel.more.places.layers["place"].layers() == 20
    assert made.last("planned") == (made.plan(),)
    made.panel.set_fit(fitted(20))  # said again by the engine itself
    made.panel.context.field.number.box.setValue(9216)
    qtbot.waitUntil(lambda: "fit_wanted" in made.names())
    assert [name for name in made.names() if name == "fit_wanted"] == ["fit_wanted"]
    assert made.last("fit_wanted") == (made.plan(), True)
    made.panel.set_fit(fitted(None))
    assert made.plan().place.layers == "all"


def test_layers_chosen_by_hand_are_not_changed_by_a_fit(stage: Make, qtbot: QtBot) -> None:
    made = stage()
    made.panel.more.places.layers["place"].setValue(12)
    qtbot.waitUntil(lambda: "fit_wanted" in made.names())
    assert made.last("fit_wanted") == (made.plan(), False)
    made.panel.set_fit(fitted(20))
    assert made.plan().place.layers == 12


def test_what_one_target_leaves_room_for_says_nothing_of_the_next(stage: Make) -> None:
    made = stage()
    made.panel.set_fit(fitted(20))
    made.panel.choose_target(OTHER.path)
    assert made.plan().place.layers == "all"


def test_a_remedy_that_lets_all_layers_fit_leaves_them_open(stage: Make) -> None:
    made = stage()
    whole = made.plan()
    steps = (Remedy(plan=msgspec.structs.replace(whole, context=4096), gain_mib=900.0, words="4k context"),)
    made.panel.set_fit(fitted(20, remedies=steps))
    made.panel.fit_card.take_over.emit(steps[-1].plan)
    assert (made.memory().context, made.memory().plan) == (4096, None)
    made.panel.set_fit(fitted(None))
    assert (made.plan().context, made.plan().place.layers) == (4096, "all")


def test_another_setting_by_hand_does_not_fix_the_number_of_layers(stage: Make) -> None:
    made = stage()
    made.panel.set_fit(fitted(20))
    made.panel._change_field("place.cache_k", "q8_0")
    assert made.plan().place.layers == "all"


def test_the_fit_is_asked_for_again_when_another_engine_is_used(stage: Make, qtbot: QtBot) -> None:
    made = stage(engine=engine_of(11434))
    qtbot.waitUntil(lambda: "fit_wanted" in made.names())
    plan = made.plan()
    made.heard.clear()
    made.use_engine(engine_of(11434))  # the same one, found again
    qtbot.wait(SETTLE_MS * 3)
    assert "fit_wanted" not in made.names()
    made.use_engine(msgspec.structs.replace(engine_of(11434), path="/opt/other/llama-server"))
    qtbot.waitUntil(lambda: "fit_wanted" in made.names())
    assert made.last("fit_wanted") == (plan, False)


def test_a_part_in_ram_is_no_plain_good_news(stage: Make) -> None:
    card = stage().panel.fit_card
    card.set_state(fitted(None))
    assert card._words.property("tone") == "good"
    card.set_state(fitted(20))
    assert card._words.property("tone") == "warn"
