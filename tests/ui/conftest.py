"""Window tests run without a screen unless told otherwise, with the theme that users see."""

from __future__ import annotations

import os
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from specdesk.ui import theme


@pytest.fixture(scope="session", autouse=True)
def _themed(qapp: QApplication) -> QApplication:
    theme.apply(qapp, "light")
    return qapp


@pytest.fixture(autouse=True)
def _widgets_end_with_their_test(qapp: QApplication) -> object:
    """Delete what a test closed. `deleteLater` waits for an event loop that tests never enter, and every widget left
    over is styled again at each change of theme."""
    yield
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def dark(qapp: QApplication) -> object:
    """The dark theme for one test."""
    yield theme.apply(qapp, "dark")
    theme.apply(qapp, "light")


@pytest.fixture
def large_text(qapp: QApplication) -> object:
    """Text at 200 % for one test."""
    yield theme.apply(qapp, "light", 2.0)
    theme.apply(qapp, "light")


@pytest.fixture
def staged(qtbot: QtBot) -> Callable[..., object]:
    """Makes whole windows with a service that only records: `staged(settings)` -> a shown `window_stage.Stage`."""
    from window_stage import Stage

    def make(*settings: object) -> Stage:
        stage = Stage(*settings)
        qtbot.addWidget(stage.window, before_close_func=lambda window: window.closes_now())
        stage.begin()
        return stage

    return make
