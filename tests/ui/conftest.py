"""Window tests run without a screen unless told otherwise, with the theme that users see."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

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
