"""Colours that can be read, sizes that follow the text, icons that exist, and a style sheet that Qt accepts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import isValid
from window_stage import Stage

from specdesk.paths import resources_dir
from specdesk.settings import Settings
from specdesk.ui import icons, restyling, theme
from specdesk.ui.compare.bars import Bar, draw_bars
from specdesk.ui.parts import Button, IconLabel
from specdesk.ui.setup import patterns
from specdesk.ui.stylesheet import stylesheet
from specdesk.ui.turns import turns


def test_contrast_is_that_of_wcag():
    assert theme.contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert theme.contrast("#FFFFFF", "#000000") == pytest.approx(21.0)
    assert theme.contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert theme.contrast("#123456", "#123456") == 1.0


@pytest.mark.parametrize("scheme", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_every_text_reaches_aa_on_every_background(scheme: theme.Theme):
    pairs = scheme.text_pairs()
    assert len(pairs) > 90
    low = {pair: round(theme.contrast(getattr(scheme, pair[0]), getattr(scheme, pair[1])), 2) for pair in pairs}
    assert {pair: value for pair, value in low.items() if value < 4.5} == {}


@pytest.mark.parametrize("scheme", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_every_line_and_control_edge_reaches_three_to_one(scheme: theme.Theme):
    low = {pair: theme.contrast(getattr(scheme, pair[0]), getattr(scheme, pair[1])) for pair in scheme.line_pairs()}
    assert {pair: round(value, 2) for pair, value in low.items() if value < 3.0} == {}


def test_lines_are_held_to_all_that_they_stand_on():
    pairs = set(theme.LIGHT.line_pairs())
    assert {("edge", "hover"), ("edge", "selected"), ("draft_line", "pressed"), ("edge", "warn_soft")} <= pairs


@pytest.mark.parametrize("scheme", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("role", ["target", "draft"])
def test_fills_of_data_have_an_outline_that_is_seen(role: str, scheme: theme.Theme):
    """The fill itself has 2.3:1 on white."""
    fill, line = getattr(scheme, role), getattr(scheme, f"{role}_line")
    row = _painted(
        lambda painter: draw_bars(painter, QRectF(0, 0, 300, 40), scheme, [Bar(name="A", rate=9.0, role=role)])
    )
    weights = _painted(lambda painter: patterns.fill(painter, QRect(20, 5, 100, 30), f"{role}-weights", scheme))
    for found in (row, weights):
        assert {QColor(fill).name(), QColor(line).name()} <= found
    cache = _painted(lambda painter: patterns.fill(painter, QRect(20, 5, 100, 30), f"{role}-cache", scheme))
    assert QColor(line).name() in cache
    assert line == fill or QColor(fill).name() not in cache


def _painted(draw: Callable[[QPainter], None]) -> set[str]:
    image = QImage(300, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    painter = QPainter(image)
    draw(painter)
    painter.end()
    return {image.pixelColor(x, y).name() for x in range(300) for y in range(40)}


def test_target_and_draft_keep_their_colours_in_both_schemes():
    assert (theme.LIGHT.target, theme.DARK.target) == ("#0072B2", "#0072B2")
    assert (theme.LIGHT.draft, theme.DARK.draft) == ("#E69F00", "#E69F00")


def test_applying_a_scheme_changes_palette_style_and_says_so(qapp: QApplication):
    told: list[theme.Theme] = []
    theme.notifier().changed.connect(told.append)
    try:
        dark = theme.apply(qapp, "dark")
        assert told == [dark]
        assert dark.dark
        assert theme.current() == dark
        assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(theme.DARK.window)
        assert qapp.styleHints().colorScheme() in (Qt.ColorScheme.Dark, Qt.ColorScheme.Unknown)
        light = theme.apply(qapp, "light")
        assert told == [dark, light]
        assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(theme.LIGHT.window)
    finally:
        theme.notifier().changed.disconnect(told.append)
        theme.apply(qapp, "light")


def test_a_second_theme_keeps_the_style(qapp: QApplication):
    """With a style sheet the style has no name; taking it for another one would destroy it below living widgets."""
    theme.apply(qapp, "light")
    with theme.styled_at_the_end(qapp):
        Button("Start")
    destroyed: list[bool] = []
    style = qapp.style()
    style.destroyed.connect(lambda: destroyed.append(True))
    theme.apply(qapp, "dark")
    with theme.styled_at_the_end(qapp):
        Button("Start")
    QApplication.sendPostedEvents()
    assert destroyed == []
    assert qapp.style() is style
    theme.apply(qapp, "light")


def test_the_style_stays_where_other_windows_live(qapp: QApplication, qtbot: QtBot):
    """Also when the first whole window of the process is built beside them."""
    theme.apply(qapp, "light")
    others = [Button("Other"), Button("Another")]
    for other in others:
        qtbot.addWidget(other)
        other.show()
    destroyed: list[bool] = []
    qapp.style().destroyed.connect(lambda: destroyed.append(True))
    theme.notifier().has_styled = False
    with theme.styled_at_the_end(qapp):
        Button("Start")
    assert destroyed == []
    assert all(isValid(other) for other in others)


def test_text_scale_doubles_text_and_grows_controls(qapp: QApplication):
    try:
        plain = theme.apply(qapp, "light", 1.0)
        height = Button("Start").sizeHint().height()
        large = theme.apply(qapp, "light", 2.0)
        assert large.body_px == 2 * plain.body_px
        assert qapp.font().pixelSize() == large.body_px
        assert large.control_height > plain.control_height
        assert Button("Start").sizeHint().height() > height
    finally:
        theme.apply(qapp, "light")


def test_body_text_is_never_smaller_than_thirteen_pixels():
    assert theme.current().body_px >= 13


def test_a_font_has_the_size_of_its_role():
    now = theme.current()
    assert now.font("display").pixelSize() == now.px("display") == round(now.body_px * 2.6)
    assert now.font("body", QFont.Weight.Bold).bold()
    assert now.font("mono").fixedPitch()


def test_numbers_are_written_as_the_user_writes_them():
    before = QLocale()
    try:
        QLocale.setDefault(QLocale(QLocale.Language.Dutch, QLocale.Country.Netherlands))
        assert theme.number(12345.678, 1) == "12.345,7"
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
        assert theme.number(12345.678, 1) == "12,345.7"
    finally:
        QLocale.setDefault(before)


def test_the_style_sheet_is_complete_and_names_files_that_exist():
    for scheme in (theme.LIGHT, theme.DARK):
        sheet = stylesheet(scheme)
        assert sheet.count("{") == sheet.count("}")
        assert "{{" not in sheet
        assert "None" not in sheet
        for name in re.findall(r'url\("([^"]+)"\)', sheet):
            assert resources_dir().joinpath("icons") in Path(name).parents
            assert Path(name).is_file()


def test_icons_are_tinted_with_the_colour_asked_for():
    picture = icons.pixmap("stop", 24, "#FF0000").toImage()
    assert picture.pixelColor(12, 12) == QColor("#FF0000")
    assert picture.pixelColor(0, 0).alpha() == 0


def test_icons_are_sharp_on_dense_screens():
    picture = icons.pixmap("play", 16, ratio=2.0)
    assert (picture.width(), picture.deviceIndependentSize().width()) == (32, 16.0)


def test_every_icon_draws_something():
    wanted = {"play", "stop", "send", "copy", "edit", "retry", "plus", "folder", "file", "gear", "chart", "chat"}
    wanted |= {"library", "log", "lock", "globe", "warning", "check", "cross", "chevron", "menu", "search", "trash"}
    wanted |= {"pin", "download"}
    assert wanted <= set(icons.names())
    for name in icons.names():
        picture = icons.pixmap(name, 24).toImage()
        assert any(picture.pixelColor(x, y).alpha() for x in range(24) for y in range(24)), name


def test_an_unknown_icon_is_an_error():
    with pytest.raises(FileNotFoundError):
        icons.icon("no-such-icon")


def test_icons_follow_the_theme(qtbot, qapp: QApplication):
    label = IconLabel("stop", "danger")
    qtbot.addWidget(label)

    def middle() -> QColor:
        picture = label.pixmap().toImage()
        return picture.pixelColor(picture.width() // 2, picture.height() // 2)

    try:
        assert middle() == QColor(theme.LIGHT.danger)
        theme.apply(qapp, "dark")
        assert middle() == QColor(theme.DARK.danger)
    finally:
        theme.apply(qapp, "light")


def test_a_muted_label_is_drawn_in_the_muted_colour(qtbot):
    label = QLabel("████████")
    label.setProperty("role", "muted")
    qtbot.addWidget(label)
    label.show()
    picture = label.grab().toImage()
    colours = {picture.pixelColor(x, picture.height() // 2).name().upper() for x in range(picture.width())}
    assert theme.LIGHT.muted.upper() in colours


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_window_follows_the_system_while_it_runs(
    staged: Callable[..., Stage], qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A desktop that turns dark in the evening: Qt says so, and the window turns dark, until the user chooses."""
    stage = staged(Settings(theme="system"))
    theme.apply(qapp, "system")
    desktop = QGuiApplication.styleHints().colorSchemeChanged

    def ground() -> str:
        return stage.window.grab().toImage().pixelColor(400, 40).name().upper()

    for dark, window in ((True, theme.DARK), (False, theme.LIGHT), (True, theme.DARK)):
        monkeypatch.setattr(theme, "system_is_dark", lambda dark=dark: dark)
        desktop.emit(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
        qtbot.waitUntil(lambda dark=dark: theme.current().dark is dark and turns().is_idle, timeout=60_000)
        assert ground() in (window.window, window.surface)
    theme.apply(qapp, "light")
    desktop.emit(Qt.ColorScheme.Dark)
    assert not restyling.is_waiting()
    assert ground() in (theme.LIGHT.window, theme.LIGHT.surface)
