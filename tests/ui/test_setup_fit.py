"""The painted fit bars: widths, patterns, read-outs; and the card around them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from setup_parts import cpu_fit, device_fit, gpu_fit, reading

from specdesk.engines.engine_info import EngineInfo
from specdesk.memory.advice import Remedy
from specdesk.records.device import Device
from specdesk.records.fit import Fit, ModelParts
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import FitReady
from specdesk.ui.setup.fit_bar import FitBar
from specdesk.ui.setup.fit_card import FOLD_BELOW_EM, FitCard
from specdesk.ui.setup.fit_parts import DRAFT_PARTS, TARGET_PARTS, Bar, Part, bars_of, spans
from specdesk.ui.setup.patterns import TILE
from specdesk.ui.theme import current

PCI = {"CUDA0": "0000:01:00.0"}
CARD = Device(id="CUDA0", name="RTX 3090", total_mib=24576.0, free_mib=20000.0, pci=PCI["CUDA0"])
WITH_CARD = EngineInfo(kind="llama-server", path="/usr/bin/llama-server", usable=True, devices=(CARD,))


def ready(fit: Fit | None = None, **more: object) -> FitReady:
    values = {"words": "Fits: 3.9 GiB stay free on RTX 3090. (estimate)"} | more
    return FitReady(request=1, fit=gpu_fit() if fit is None else fit, **values)


@pytest.fixture
def bar(qtbot: QtBot) -> FitBar:
    widget = FitBar()
    qtbot.addWidget(widget)
    widget.resize(406, widget.height())
    widget.set_bar(bars_of(gpu_fit())[0], "Memory of RTX 3090", "all of it")
    widget.show()
    return widget


@pytest.fixture
def card(qtbot: QtBot) -> Iterator[FitCard]:
    around = QWidget()
    qtbot.addWidget(around)
    around.resize(320, 400)
    widget = FitCard(around)
    widget.resize(296, 300)
    around.show()
    yield widget
    around.hide()


def pixels(widget: FitBar) -> QImage:
    return widget.grab().toImage()


def run_of(image: QImage, colour: str, y: int) -> int:
    return sum(image.pixelColor(x, y) == QColor(colour) for x in range(image.width()))


# ---- pixels ----------------------------------------------------------------------------------------------------------


def test_widths_are_the_shares(bar: FitBar) -> None:
    image, area = pixels(bar), bar.bar_area()
    y = area.top() + 3  # above the words
    share = 14500 / 24576 * area.width()
    assert abs(run_of(image, current().target, y) - share) <= 12  # its rounded corner, and the blue of two patterns
    solid = range(area.left() + 8, area.left() + round(share) - 2)
    assert all(image.pixelColor(x, y) == QColor(current().target) for x in solid)
    first_orange = next(x for x in range(image.width()) if image.pixelColor(x, y) == QColor(current().draft))
    before = (14500 + 2048 + 420) / 24576 * area.width()
    assert abs(first_orange - area.left() - before) <= 2


def test_a_quarter_more_target_is_a_quarter_wider(bar: FitBar) -> None:
    y = bar.bar_area().top() + 3
    bar.set_bar(Bar("x", "x", 1000.0, (Part("draft-weights", 400.0), Part("free", 600.0))), "x", "x")
    before = run_of(pixels(bar), current().draft, y)
    bar.set_bar(Bar("x", "x", 1000.0, (Part("draft-weights", 500.0), Part("free", 500.0))), "x", "x")
    assert run_of(pixels(bar), current().draft, y) - before == bar.bar_area().width() // 10


def test_patterns_differ_without_colour(bar: FitBar) -> None:
    """Rows of grey values of each kind of part: solid, diagonal, dotted, crossed, empty."""
    keys = ("target-weights", "target-cache", "target-compute", "other", "free")
    bar.set_bar(Bar("x", "x", 500.0, tuple(Part(key, 100.0) for key in keys)), "x", "x")
    image = pixels(bar).convertToFormat(QImage.Format.Format_Grayscale8)
    area = bar.bar_area()
    seen = []
    for _, start, end in spans(bar.bar(), area.width()):
        columns = range(area.left() + start + 12, area.left() + end - 40)
        rows = range(area.top() + 2, area.top() + 7)
        seen.append(tuple(image.pixelColor(x, y).value() for y in rows for x in columns))
    spread = [len(set(values)) for values in seen]
    assert spread[0] == spread[4] == 1
    assert all(count > 2 for count in spread[1:4])
    assert len({values[:80] for values in seen}) == 5
    means = [sum(values) / len(values) for values in seen]
    assert abs(means[0] - means[1]) > 30


@pytest.mark.parametrize(("key", "mirrored"), [("other", True), ("target-cache", False), ("draft-cache", False)])
def test_other_programs_are_crossed_and_caches_are_diagonal(bar: FitBar, key: str, mirrored: bool) -> None:
    bar.set_bar(Bar("x", "x", 100.0, (Part(key, 100.0),)), "x", "x")
    image, area = pixels(bar), bar.bar_area()
    rows = [
        [image.pixelColor(area.left() + 16 + x, area.top() + y).lightness() for x in range(TILE)] for y in range(2, 7)
    ]
    differences = [abs(row[x] - row[TILE - 1 - x]) for row in rows for x in range(TILE)]
    assert (max(differences) < 20) == mirrored


def test_target_and_draft_differ_in_greyscale_by_brightness() -> None:
    colours = [QColor(current().target), QColor(current().draft)]
    blue, orange = (0.299 * one.red() + 0.587 * one.green() + 0.114 * one.blue() for one in colours)
    assert abs(blue - orange) > 60


def test_the_dark_theme_repaints(bar: FitBar, dark: object) -> None:
    assert run_of(pixels(bar), current().surface, bar.bar_area().top() + 3) > 20


def test_what_is_missing_lies_behind_a_line(bar: FitBar) -> None:
    (over,) = bars_of(gpu_fit(devices=(device_fit(target=ModelParts(weights=40000)),)))
    bar.set_bar(over, "x", "x")
    image, area = pixels(bar), bar.bar_area()
    x = area.left() + round(24576 / over.length_mib * area.width())
    assert image.pixelColor(x, area.top() + 3) == QColor(current().danger)


# ---- reading out -----------------------------------------------------------------------------------------------------


def test_arrow_keys_go_over_the_parts(qtbot: QtBot, bar: FitBar) -> None:
    seen: list[str | None] = []
    bar.pointed.connect(lambda part: seen.append(part.key if part else None))
    bar.setFocus()
    for key in (
        Qt.Key.Key_Right,
        Qt.Key.Key_Right,
        Qt.Key.Key_End,
        Qt.Key.Key_Left,
        Qt.Key.Key_Home,
        Qt.Key.Key_Escape,
    ):
        qtbot.keyClick(bar, key)
    assert seen == ["target-weights", "target-cache", "free", "other", "target-weights", None]
    assert bar.accessibleDescription() == "all of it"
    qtbot.keyClick(bar, Qt.Key.Key_Right)
    assert bar.accessibleDescription() == "Target weights: 14500 MiB. What the model knows: about as large as its file."


def test_the_pointer_names_the_part_below_it(qtbot: QtBot, bar: FitBar) -> None:
    area = bar.bar_area()
    qtbot.mouseMove(bar, QPoint(area.left() + round(15500 / 24576 * area.width()), area.center().y()))
    qtbot.waitUntil(lambda: bar.part() is not None)
    assert bar.part() == Part("target-cache", 2048)
    assert bar.words_for(bar.part()) == "Target KV cache: 2048 MiB"


def test_a_reading_keeps_the_part_that_is_read(qtbot: QtBot, bar: FitBar) -> None:
    qtbot.keyClick(bar, Qt.Key.Key_End)
    bar.set_bar(bars_of(gpu_fit(), reading(used=4000), pci=PCI)[0], "Memory of RTX 3090", "new words")
    assert bar.part() == Part("free", 24576 - 4000 - 18578)
    assert bar.accessibleDescription() == "Free: 1998 MiB. What stays free."


# ---- the card --------------------------------------------------------------------------------------------------------


def test_verdict_numbers_and_twin(card: FitCard) -> None:
    card.set_state(ready(gpu_fit(notes=("300 MiB per GPU are assumed.",))))
    assert card.words() == "Fits: 3.9 GiB stay free on RTX 3090. (estimate)"
    assert card.figures.text("target-weights") == "14.5 GiB"  # 14,500 and 300 MiB
    assert card.figures.text("draft-cache") == "220 MiB"
    said = card.accessibleDescription()
    for expected in ("Target weights: 14500 MiB", "Other programs: 2048 MiB", "Free: 3950 MiB", "In total: 24576 MiB",
                  "300 MiB per GPU are assumed."):  # fmt: skip
        assert expected in said


def test_small_parts_are_told_in_mib_and_never_as_nothing(card: FitCard) -> None:
    small = cpu_fit()
    card.set_state(ready(small))
    assert card.bar_widgets()[0].accessibleName() == "Memory (RAM)"
    assert [card.figures.text(key) for key in ("target-cache", "draft-compute", "other", "free")] == [
        "360 MiB", "100 MiB", "6.8 GiB", "7.7 GiB",
    ]  # fmt: skip


def test_without_a_draft_there_is_no_table_for_two(card: FitCard) -> None:
    alone = device_fit(draft=None, overhead=300.0)
    card.set_state(ready(gpu_fit(devices=(alone,))))
    assert card.figures.text("draft-weights") == ""
    assert card.figures.text("target-compute") == "460 MiB"
    assert card.figures.text("overhead") == "300 MiB"
    card.set_state(ready())
    assert card.figures.text("draft-weights") == "950 MiB"


def test_where_the_figures_come_from_never_stands_alone_on_a_line(card: FitCard) -> None:
    card.set_state(ready(words="Fits: 3.9 GiB stay free on RTX 3090. (dry run)"))
    assert card._words.text() == "Fits: 3.9 GiB stay free on RTX 3090.\u00a0(dry\u00a0run)"
    assert card.words() == "Fits: 3.9 GiB stay free on RTX 3090. (dry run)"


def test_all_parts_say_what_they_are_for(bar: FitBar) -> None:
    keys = (*TARGET_PARTS, *DRAFT_PARTS, "projector", "overhead", "other", "free")
    told = [bar.told(Part(key, 10.0)) for key in keys]
    assert len(set(told)) == len(keys)
    assert told[1] == (
        "Target KV cache: 10 MiB. What it remembers of the conversation: grows with the context and the slots."
    )


def test_more_about_memory_is_one_click_away(qtbot: QtBot, card: FitCard) -> None:
    card.set_state(ready())
    assert card._details.isHidden()
    with qtbot.waitSignal(card.details):
        qtbot.mouseClick(card.open_details, Qt.MouseButton.LeftButton)
    card.set_state(ready(gpu_fit(verdict="no")))
    with qtbot.waitSignal(card.details):
        qtbot.mouseClick(card._details, Qt.MouseButton.LeftButton)
    card.set_state(None)
    assert card.open_details.isHidden()


def test_a_problem_is_said_in_place_of_bars(card: FitCard) -> None:
    card.set_state(FitReady(request=1, fit=None, words="", problem="The file ends in the middle."))
    assert card.words() == "The file ends in the middle."
    assert card.bar_widgets() == []


def test_upper_bound_is_said(card: FitCard) -> None:
    card.set_state(ready(gpu_fit(upper_bound=True)))
    assert card.findChild(type(card._note)).text() == "Upper bound: real use may be lower."
    card.set_state(ready())
    assert card._note.isHidden()


def test_an_idle_gpu_offers_what_to_install(qtbot: QtBot, card: FitCard) -> None:
    card.set_state(
        ready(idle_gpu="This engine uses the processor only; your RTX 3090 stays idle. Get the one with Vulkan.")
    )
    button = next(one for one in card.findChildren(type(card._apply)) if one.text() == "What to install")
    assert button.accessibleDescription().startswith("This engine uses the processor only")
    with qtbot.waitSignal(card.what_to_install) as caught:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert caught.args == ["Get the one with Vulkan."]
    card.set_state(ready())
    assert not button.isVisible()


def test_an_engine_without_a_gpu_is_said_once(card: FitCard) -> None:
    card.set_engine(msgspec.structs.replace(WITH_CARD, devices=()))
    assert card._processor.isHidden(), "without a fit there is nothing to start"
    card.set_state(ready(cpu_fit()))
    assert card._processor.isVisible()
    assert card._processor.text() == "This engine uses the processor only."
    card.set_state(ready(cpu_fit(), idle_gpu="This engine uses the processor only; your RTX 3090 stays idle. Do this."))
    assert card._processor.isHidden()
    card.set_state(ready(cpu_fit()))
    card.set_engine(WITH_CARD)
    assert card._processor.isHidden()


def test_remedies_can_be_applied(qtbot: QtBot, card: FitCard) -> None:
    small, both = LaunchPlan(context=1), LaunchPlan(context=2)
    steps = (
        Remedy(plan=small, gain_mib=1.0, words="smaller cache"),
        Remedy(plan=both, gain_mib=2.0, words="12k context"),
    )
    card.set_state(ready(gpu_fit(verdict="no"), remedies=steps))
    assert card._apply.text() == "Apply both"
    with qtbot.waitSignal(card.take_over) as caught:
        qtbot.keyClick(card._apply, Qt.Key.Key_Space)
    assert caught.args == [both]
    card.set_state(ready())
    assert card._apply.isHidden()


def test_readings_move_the_bar_and_ask_again_once(qtbot: QtBot, card: FitCard) -> None:
    asked: list[bool] = []
    card.drifted.connect(lambda: asked.append(True))
    card.set_engine(WITH_CARD)
    card.set_state(ready())
    card.set_reading(reading(used=2100))
    assert asked == []
    for used in (4000, 4100):
        card.set_reading(reading(used=used))
    assert asked == [True]
    assert card.bars()[0].amount(["other"]) == 2048  # as the verdict, until the new one is there
    card.set_state(ready(gpu_fit(devices=(device_fit(other_programs=4100),))))
    assert card.bars()[0].amount(["other"]) == 4100
    card.set_state(ready())
    card.set_running(True)
    card.set_reading(reading(used=22000))
    assert asked == [True]


def test_a_server_that_loads_is_not_another_program(card: FitCard) -> None:
    card.set_engine(WITH_CARD)
    card.set_state(ready())
    now = reading(used=12000)
    loading = msgspec.structs.replace(now, host=msgspec.structs.replace(now.host, server_rss_mib=800.0))
    card.set_reading(loading)
    assert card.bars()[0].amount(["other"]) == 2048


def test_in_a_low_panel_the_first_sentence_stands_alone_until_it_is_opened(qtbot: QtBot, card: FitCard) -> None:
    card.set_state(ready(gpu_fit(verdict="no"), words="Too big by 2.6 GiB. Easiest: smaller cache. (estimate)"))
    card.set_room(FOLD_BELOW_EM * current().body_px)
    assert not card.is_folded
    assert card.fold.isHidden()
    card.set_room(FOLD_BELOW_EM * current().body_px - 1)
    assert card._words.text() == "Too big by 2.6 GiB."
    assert card.words().startswith("Too big by 2.6 GiB. Easiest"), "screen readers hear all of it"
    assert not card.figures.isVisible()
    assert card.fold.accessibleName() == "Show the whole memory fit"
    low = card.sizeHint().height()
    qtbot.mouseClick(card.fold, Qt.MouseButton.LeftButton)
    assert card.figures.isVisible()
    assert card._words.text().startswith("Too big by 2.6 GiB. Easiest: smaller cache.")
    assert card.sizeHint().height() > 2 * low
    card.set_state(ready())
    assert card.figures.isVisible(), "it stays open while the room stays small"
    qtbot.mouseClick(card.fold, Qt.MouseButton.LeftButton)
    assert card._words.text() == "Fits: 3.9 GiB stay free on RTX 3090."
    card.set_room(1000)
    assert card.figures.isVisible()
    assert card.fold.isHidden()


def test_two_devices_and_then_one(card: FitCard) -> None:
    card.set_state(ready(gpu_fit(devices=(device_fit(), device_fit(id="CUDA1", draft=None)))))
    assert len(card.bar_widgets()) == 2
    assert card.figures.text("target-weights") == "28.6 GiB"
    card.set_state(ready())
    assert len(card.bar_widgets()) == 1
