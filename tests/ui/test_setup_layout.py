"""Room and reach: nothing scrolls, nothing is cut, everything has a name and works by keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt, QTranslator
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot
from setup_parts import DFLASH, DRAFT, FITS, TARGET, cpu_fit, device_fit, engine_of, gpu_fit, host_fit, row
from setup_stage import ROWS, Stage, chosen

from specdesk.records.fit import ModelParts
from specdesk.service.events import FitReady
from specdesk.settings import Settings
from specdesk.ui.setup import SetupPanel
from specdesk.ui.setup.scrolling import SIDE

SMALLEST_HEIGHT = 714
"""What 1280x800 leaves below a top bar of 56 and above a bottom bar of 28, each with its line."""

FIT = FitReady(request=1, fit=gpu_fit(), words="Fits: 3.9 GiB stay free on RTX 3090. (estimate)")
STATES = {
    "automatic": chosen(),
    "draft": chosen(method="draft", kind="draft-simple", draft=DRAFT.path, draft_max=6),
    "trained": chosen(method="trained", kind="draft-dflash", draft=DFLASH.path),
    "ngram": chosen(method="ngram", kind="ngram-mod"),
    "off": chosen(method="off"),
    "none": Settings(),
}


def shown(qtbot: QtBot, settings: Settings, size: tuple[int, int] = (320, SMALLEST_HEIGHT)) -> Stage:
    made = Stage(settings, size=size)
    qtbot.addWidget(made)
    if settings.target:
        made.panel.set_fit(FIT)
    made.panel.setGeometry(0, 0, max(size[0], made.panel.minimumWidth()), size[1])
    QApplication.processEvents()
    QApplication.processEvents()
    return made


def cut(panel: SetupPanel) -> list[str]:
    """Widgets in sight that reach beyond the panel's right edge, and labels that are too low for their words."""
    found = []
    for widget in panel.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not panel.window():
            continue
        right = widget.mapTo(panel, QPoint(widget.width(), 0)).x()
        if right > panel.width():
            found.append(f"{type(widget).__name__} ends at {right}: {widget.accessibleName()}")
        if isinstance(widget, QLabel) and widget.wordWrap() and widget.text():
            needed = widget.heightForWidth(widget.width())
            if needed > widget.height() + 1:
                found.append(f"{widget.height()} px for {needed}: {widget.text()}")
    return found


class Longer(QTranslator):
    """Words that are 30 % longer, as many a translation is."""

    def translate(self, context: str, text: str, disambiguation: str | None = None, number: int = -1) -> str:
        return text + "n" * max(2, len(text) * 3 // 10)


@pytest.fixture
def longer() -> Iterator[None]:
    translator = Longer()
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("running", [False, True])
def test_nothing_scrolls_with_more_closed(qtbot: QtBot, state: str, running: bool) -> None:
    made = shown(qtbot, STATES[state])
    if running and made.panel.plan():
        made.panel.set_running_plan(msgspec.structs.replace(made.plan(), context=1))
        assert made.panel.header.needs_restart()
        QApplication.processEvents()
    assert made.panel._main.scroll.verticalScrollBar().maximum() == 0
    assert made.panel.fit_area.verticalScrollBar().maximum() == 0
    assert cut(made.panel) == []


def test_a_warning_about_the_draft_makes_nothing_scroll(qtbot: QtBot) -> None:
    """What speaks against a draft takes the place of what speaks for it; its list and screen readers have both."""
    larger = "The draft has 77 % of the target's size: a gain needs a draft several times smaller."
    warned = msgspec.structs.replace(FITS, warnings=(larger,))
    made = Stage(STATES["draft"], engine_of(), verdicts=(warned,), size=(320, SMALLEST_HEIGHT))
    qtbot.addWidget(made)
    made.panel.set_fit(FitReady(request=1, fit=cpu_fit(), words="Fits: 21.1 GiB of RAM stay free. (estimate)"))
    QApplication.processEvents()
    QApplication.processEvents()
    method = made.panel.method
    assert (method.reason.isHidden(), method.warning.text()) == (True, larger)
    assert method.box.accessibleDescription() == f"{FITS.reason} {larger}"
    assert made.panel._main.scroll.verticalScrollBar().maximum() == 0
    assert cut(made.panel) == []


def test_the_fit_of_two_cards_that_is_too_big_leaves_half_to_the_settings(qtbot: QtBot) -> None:
    made = shown(qtbot, STATES["draft"])
    two = (device_fit(target=ModelParts(weights=40000)), device_fit(id="CUDA1", name="RTX A6000 Ada Generation 48GB"))
    fit = gpu_fit(devices=two, host=host_fit(verdict="no"), upper_bound=True, verdict="no")
    made.panel.set_fit(FitReady(request=2, fit=fit, words="Too big by 2.6 GiB. " * 4, idle_gpu="Idle. Do this."))
    QApplication.processEvents()
    QApplication.processEvents()
    assert made.panel.fit_area.height() <= SMALLEST_HEIGHT // 2
    assert made.panel.fit_area.verticalScrollBar().maximum() > 0
    assert cut(made.panel) == []


def cut_anywhere(qtbot: QtBot, size: tuple[int, int]) -> dict[str, list[str]]:
    """What is cut in any state, on both pages."""
    found: dict[str, list[str]] = {}
    for state, settings in STATES.items():
        made = shown(qtbot, settings, size)
        for more in (False, True):
            made.panel.show_more(more)
            QApplication.processEvents()
            found |= {f"{state}, more: {more}": words for words in [cut(made.panel)] if words}
        made.close()
    return found


def test_nothing_is_cut_with_long_words(qtbot: QtBot, longer: None) -> None:
    assert cut_anywhere(qtbot, (320, SMALLEST_HEIGHT)) == {}


def test_nothing_is_cut_with_large_text(qtbot: QtBot, large_text: object) -> None:
    assert shown(qtbot, STATES["off"]).panel.minimumWidth() == 416
    assert cut_anywhere(qtbot, (420, 900)) == {}


def test_long_file_names_are_shortened_and_stand_in_the_tip(qtbot: QtBot) -> None:
    name = "An Extremely Long Model Name That Somebody Gave To A Merge Of Seven Models v2.1 Final"
    made = Stage(rows=[row(name, path=TARGET.path), *ROWS[1:]], size=(320, SMALLEST_HEIGHT))
    qtbot.addWidget(made)
    assert cut(made.panel) == []
    button = made.panel.target.button
    assert button._name.is_shortened()
    assert " ".join(button.toolTip().split()).startswith(name)
    assert button.accessibleName() == f"Target: {name}"


# ---- names and keys --------------------------------------------------------------------------------------------------


def reachable(panel: SetupPanel) -> list[QWidget]:
    return [
        widget
        for widget in panel.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None and not widget.isWindow()
        and not widget.objectName().startswith("qt_") and not widget.isHidden()
    ]  # fmt: skip


def test_everything_that_can_have_the_focus_has_a_name(qtbot: QtBot) -> None:
    panel = shown(qtbot, STATES["draft"]).panel
    widgets = reachable(panel)
    assert len(widgets) > 40
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in widgets
        if not widget.accessibleName() and not (isinstance(widget, QAbstractButton) and widget.text())
    ]
    assert sorted(nameless) == []


def test_tab_goes_through_the_main_page_in_reading_order(qtbot: QtBot) -> None:
    made = shown(qtbot, STATES["draft"])
    panel = made.panel
    panel.header.paste_button.setFocus()
    seen: list[str] = []
    for _ in range(40):
        focused = QApplication.focusWidget()
        name = focused.accessibleName() or focused.text()
        if name in seen and focused is panel.header.paste_button:
            break
        seen.append(name)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert list(dict.fromkeys(seen)) == [
        "Paste a command…", "Target: Qwen2.5 32B Instruct", "Draft or method", "Draft: Qwen2.5 0.5B Instruct",
        "Draft length", "Context", "More settings…", "Memory in detail", "Memory of RTX 3090",
    ]  # fmt: skip


def test_a_set_up_by_keyboard_alone(qtbot: QtBot) -> None:
    made = shown(qtbot, STATES["automatic"])
    panel = made.panel
    box: QComboBox = panel.method.box
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)  # Draft model
    assert made.memory().method == "draft"
    length: QAbstractSpinBox = panel.length.draft.box
    length.setFocus()
    qtbot.keyClick(length, Qt.Key.Key_Up)
    assert made.plan().draft_max == 5
    panel.context.field.slider.setFocus()
    qtbot.keyClick(panel.context.field.slider, Qt.Key.Key_Right)
    assert made.plan().context == 12288
    panel.more_button.setFocus()
    qtbot.keyClick(panel.more_button, Qt.Key.Key_Space)
    assert QApplication.focusWidget() is panel.more.back
    qtbot.keyClick(panel.more.back, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is panel.more_button


def test_the_wheel_over_a_closed_box_changes_nothing(qtbot: QtBot) -> None:
    made = shown(qtbot, STATES["automatic"])
    box = made.panel.method.box
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(0, -120), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, event)
    assert made.memory().method == "automatic"


def test_both_themes_repaint(qtbot: QtBot, dark: object) -> None:
    made = shown(qtbot, chosen(), (320, 744))
    image = made.panel.grab().toImage()
    assert image.pixelColor(4, 400).lightness() < 60


def test_the_scroll_bar_takes_no_room_from_the_settings(qtbot: QtBot) -> None:
    panel = shown(qtbot, STATES["ngram"]).panel
    bar = panel._main.scroll.verticalScrollBar()
    assert (bar.isVisible(), panel.target.width()) == (False, 320 - 2 * SIDE)
    panel.setGeometry(0, 0, 320, 400)
    qtbot.waitUntil(lambda: bar.isVisible() and panel.target.width() == 320 - 2 * SIDE, timeout=20_000)
    assert panel.target.mapTo(panel, QPoint(panel.target.width(), 0)).x() <= bar.mapTo(panel, QPoint(0, 0)).x()


@pytest.mark.parametrize("state", ["draft", "ngram", "automatic"])
def test_the_way_to_more_settings_is_whole_in_a_window_of_900_by_700(qtbot: QtBot, state: str) -> None:
    panel = shown(qtbot, STATES[state], (320, 700 - 56 - 28 - 2)).panel
    QApplication.processEvents()
    button, page = panel.more_button, panel.pages
    assert button.mapTo(page, QPoint(0, button.height())).y() <= page.height()
    assert button.height() == button.sizeHint().height()


def test_a_length_that_means_nothing_shows_no_number(qtbot: QtBot) -> None:
    panel = shown(qtbot, STATES["off"]).panel
    assert not panel.length.draft.isVisible()
    assert panel.length.row.help.text() == "Nothing is guessed ahead."
