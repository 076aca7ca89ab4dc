"""The small widgets: what they say, how they are worked by keyboard, and what a screen reader is told."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

from specdesk.ui import theme
from specdesk.ui.chat.context_ring import ContextRing
from specdesk.ui.parts import (
    Badge,
    Banner,
    Button,
    Card,
    ElidedLabel,
    EmptyState,
    FieldRow,
    IconButton,
    Notice,
    NumberField,
    SegmentedControl,
    Text,
    WrapLayout,
)
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.setup.model_button import ModelButton


def shown(qtbot, widget: QWidget) -> QWidget:
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def test_buttons_share_one_height_and_are_large_enough_to_hit(qtbot):
    buttons = [Button("Start", kind) for kind in ("primary", "outline", "quiet", "danger")]
    heights = {shown(qtbot, button).sizeHint().height() for button in buttons}
    assert heights == {theme.current().control_height}
    for small in (Button("Copy", compact=True), IconButton("copy", "Copy", compact=True)):
        assert min(shown(qtbot, small).sizeHint().height(), small.sizeHint().width()) >= 24


def test_a_primary_button_is_filled_and_shows_where_the_focus_is(qtbot):
    holder = QWidget()
    column = QVBoxLayout(holder)
    button, other = Button("Start", "primary"), Button("Other")
    column.addWidget(other)
    column.addWidget(button)
    shown(qtbot, holder)
    holder.activateWindow()
    plain = button.grab().toImage()
    assert plain.pixelColor(plain.width() // 2, 4) == QColor(theme.LIGHT.accent)
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    ringed = button.grab().toImage()
    assert ringed.pixelColor(ringed.width() // 2, 0) == QColor(theme.LIGHT.text)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize(
    "make", [lambda: Button("Start"), lambda: IconButton("more", "More"), ContextRing, lambda: ModelButton("Target")]
)
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_each_button_is_pressed_by_return_as_by_space(qtbot, make, key):
    button = shown(qtbot, make())
    pressed = []
    button.clicked.connect(lambda: pressed.append(True))
    qtbot.keyClick(button, key)
    assert pressed == [True]


def test_an_icon_button_has_a_name_and_takes_the_focus_by_tab(qtbot):
    button = shown(qtbot, IconButton("trash", "Delete this chat"))
    assert button.accessibleName() == button.toolTip() == "Delete this chat"
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    interface = QAccessible.queryAccessibleInterface(button)
    assert interface.text(QAccessible.Text.Name) == "Delete this chat"


def test_segments_move_by_arrow_keys_and_say_what_they_choose(qtbot):
    control = shown(qtbot, SegmentedControl("Method", [("auto", "Automatic"), ("draft", "Draft"), ("off", "Off")]))
    control.activateWindow()
    assert control.value() == "auto"
    first = control.findChildren(QPushButton)[0]
    first.setFocus()
    qtbot.waitUntil(first.hasFocus)
    with qtbot.waitSignal(control.chosen) as chosen:
        qtbot.keyClick(first, Qt.Key.Key_Right)
    assert chosen.args == ["draft"]
    assert control.value() == "draft"
    control.set_value("off")
    assert control.value() == "off"
    control.set_enabled("draft", False, "This build has no draft models")
    assert not control.findChildren(QPushButton)[1].isEnabled()
    assert control.findChildren(QPushButton)[1].toolTip() == "This build has no draft models"
    assert all(button.accessibleDescription() == "Method" for button in control.findChildren(QPushButton))


def test_a_badge_says_its_state_in_words_and_an_icon(qtbot):
    badge = shown(qtbot, Badge("Ready", "good", "Server"))
    pictures = {}
    for tone in ("good", "warn", "danger", "neutral"):
        badge.set_state(f"State {tone}", tone)
        assert badge.text() == f"State {tone}"
        assert badge.tone() == tone
        pictures[tone] = badge._mark.pixmap().toImage()
    assert pictures["good"] != pictures["warn"] != pictures["danger"]
    interface = QAccessible.queryAccessibleInterface(badge._words)
    assert interface.text(QAccessible.Text.Name) == "State neutral"


def test_a_label_that_does_not_fit_ends_in_dots_and_keeps_its_text(qtbot):
    label = shown(qtbot, ElidedLabel("A very long model name that will never fit"))
    label.resize(80, 20)
    assert label.is_shortened()
    assert label.toolTip() == label.text() == "A very long model name that will never fit"
    label.resize(800, 20)
    assert not label.is_shortened()
    assert label.toolTip() == ""


def test_what_a_label_means_stays_in_its_tip_whatever_its_width_becomes(qtbot):
    label = shown(qtbot, ElidedLabel("A very long model name"))
    set_tip(label, "Only programs on this computer can reach it.")
    for width, whole in ((800, ""), (60, "A very long model name\n\n"), (800, "")):
        label.resize(width, 20)
        assert label.toolTip() == f"{whole}Only programs on this computer can reach it."
    label.setText("Short")
    assert label.toolTip() == "Only programs on this computer can reach it."
    set_tip(label, "")
    assert label.toolTip() == ""


def test_text_is_never_taken_for_markup(qtbot):
    label = shown(qtbot, Text("<b>not bold</b> & <img src='x'>"))
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_banner_says_what_why_and_next_and_closes_by_escape(qtbot):
    banner = shown(
        qtbot,
        Banner("It ended.", "Not enough memory.", "Use less context.", actions=[("less", "Use 8k"), ("log", "Log")]),
    )
    assert [label.text() for label in (banner.what, banner.why, banner.next_step)] == [
        "It ended.",
        "Not enough memory.",
        "Use less context.",
    ]
    assert banner.accessibleName() == "It ended. Not enough memory. Use less context."
    buttons = banner.findChildren(QPushButton)
    assert [button.text() for button in buttons] == ["Use 8k", "Log"]
    with qtbot.waitSignal(banner.action) as action:
        buttons[0].click()
    assert action.args == ["less"]
    with qtbot.waitSignal(banner.closed):
        qtbot.keyClick(buttons[1], Qt.Key.Key_Escape)
    assert banner.isHidden()


def test_a_banner_that_may_not_be_closed_stays(qtbot):
    banner = shown(qtbot, Banner("It ended.", closable=False))
    qtbot.keyClick(banner, Qt.Key.Key_Escape)
    assert banner.isVisible()
    assert banner.findChildren(IconButton) == []
    assert banner.why.isHidden()


def test_a_notice_offers_its_action_and_hides_without_words(qtbot):
    notice = Notice()
    qtbot.addWidget(notice)
    assert notice.isHidden()
    notice.set_state("Chat deleted.", action="Undo")
    assert not notice.isHidden()
    button = notice.findChild(QPushButton)
    with qtbot.waitSignal(notice.action):
        button.click()
    notice.set_state("")
    assert notice.isHidden()


def test_a_field_row_names_its_control_its_flag_and_its_help(qtbot):
    edit = QLineEdit()
    row = shown(qtbot, FieldRow("&Context", edit, "-c, --ctx-size", "How much it can remember."))
    assert row.label.buddy() is edit
    assert edit.accessibleName() == "Context"
    assert edit.accessibleDescription() == "How much it can remember."
    assert row.flag.text() == "-c, --ctx-size"
    row.set_help("")
    assert row.help.isHidden()


def test_a_number_can_be_typed_stepped_and_slid(qtbot):
    field = shown(qtbot, NumberField("Draft length", 1, 16, 4, slider=True))
    changes: list[float] = []
    field.changed.connect(changes.append)
    qtbot.keyClick(field.box, Qt.Key.Key_Up)
    assert (field.value(), field.slider.value(), changes) == (5, 5, [5.0])
    qtbot.keyClick(field.slider, Qt.Key.Key_Right)
    assert (field.value(), changes[-1]) == (6, 6.0)
    field.box.selectAll()
    qtbot.keyClicks(field.box, "12")
    assert changes[-1] == 6.0
    qtbot.keyClick(field.box, Qt.Key.Key_Return)
    assert changes[-1] == 12.0
    field.set_value(3)
    assert (field.value(), field.slider.value(), changes[-1]) == (3, 3, 12.0)
    assert field.box.accessibleName() == field.slider.accessibleName() == "Draft length"


def test_a_number_may_stand_at_the_engines_own(qtbot):
    field = shown(qtbot, NumberField("Reply limit", 0, 4096, 0, unset="no limit"))
    assert field.value() is None
    assert field.box.text() == "no limit"
    field.set_value(128)
    assert field.value() == 128
    field.set_value(None)
    assert field.value() is None


def test_the_wheel_changes_a_number_only_with_the_focus(qtbot):
    from PySide6.QtCore import QPoint, QPointF
    from PySide6.QtGui import QWheelEvent

    holder = QWidget()
    column = QVBoxLayout(holder)
    other, field = QLineEdit(), NumberField("Temperature", 0, 2, 0.7, 0.1, decimals=2)
    column.addWidget(other)
    column.addWidget(field)
    shown(qtbot, holder)
    other.setFocus()
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(field.box, event)
    assert field.value() == pytest.approx(0.7)


def test_an_empty_place_says_what_can_be_done(qtbot):
    empty = shown(qtbot, EmptyState("library", "No models yet.", "Drop a GGUF here.", [("add", "Add folder")]))
    assert (empty.sentence.text(), empty.detail.text()) == ("No models yet.", "Drop a GGUF here.")
    with qtbot.waitSignal(empty.action) as action:
        empty.findChild(QPushButton).click()
    assert action.args == ["add"]


def test_a_card_keeps_its_title_on_top(qtbot):
    card = shown(qtbot, Card("Fit"))
    card.body.addWidget(Text("3.1 GiB stay free."))
    card.resize(300, 400)
    QApplication.processEvents()
    assert card.title.y() < 40


def test_widgets_that_do_not_fit_go_on_in_the_next_line(qtbot):
    holder = QWidget()
    layout = WrapLayout(holder, gap=8)
    boxes = [QWidget() for _ in range(4)]
    for box in boxes:
        box.setFixedSize(100, 30)
        layout.addWidget(box)
    shown(qtbot, holder)
    holder.resize(220, 200)
    QApplication.processEvents()
    assert [(box.x(), box.y()) for box in boxes] == [(0, 0), (108, 0), (0, 38), (108, 38)]
    assert layout.heightForWidth(220) == 68
    boxes[1].hide()
    QApplication.processEvents()
    assert [(box.x(), box.y()) for box in (boxes[0], boxes[2], boxes[3])] == [(0, 0), (108, 0), (0, 38)]
    assert layout.minimumSize().width() == 100


def test_an_icon_keeps_its_distance_from_words_that_come_later(qtbot):
    button = shown(qtbot, Button("", "quiet", "chart"))
    alone = button.iconSize().width()
    button.setText("56 tokens/s")
    assert button.iconSize().width() > alone
    button.setText("")
    assert button.iconSize().width() == alone


def test_the_actions_of_a_wide_banner_stand_beside_its_words(qtbot):
    banner = shown(
        qtbot, Banner("It broke.", "A wheel came off.", "Put it back.", actions=[("a", "Again"), ("b", "Log")])
    )
    button = next(one for one in banner.findChildren(QPushButton) if one.text() == "Again")
    heights = []
    for width in (500, 1200):
        banner.resize(width, 10)
        qtbot.waitUntil(lambda: button.width() > 0, timeout=20_000)
        heights.append(banner.sizeHint().height())
        QApplication.processEvents()
        words, place = banner.next_step.geometry(), button.mapTo(banner, QPoint(0, 0))
        assert (place.x() > words.right()) is (width == 1200)
    assert heights[1] < heights[0] - 20
