"""Window tests run without a screen unless told otherwise, with the theme that users see."""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from compare_page_stage import done, draft
from PySide6.QtCore import QEvent, QLocale
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from specdesk.service.events import CompareDone
from specdesk.ui import restyling, theme

PATIENCE_MS = 30_000
"""How long a test waits for something by default: machines that run tests are slow and noisy."""


class PatientBot(QtBot):
    """pytest-qt's, more patient."""

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **how: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **how)

    def waitSignals(self, signals: Any, *, timeout: int = PATIENCE_MS, **how: Any) -> Any:
        return super().waitSignals(signals, timeout=timeout, **how)

    def waitUntil(self, callback: Any, *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture(scope="session")
def good() -> CompareDone:
    """The end of a compare whose draft is worth it."""
    return done(draft())


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """In place of pytest-qt's own."""
    return PatientBot(request)


@pytest.fixture(scope="session", autouse=True)
def _themed(qapp: QApplication) -> QApplication:
    theme.apply(qapp, "light")
    return qapp


@pytest.fixture(autouse=True)
def _widgets_end_with_their_test(qapp: QApplication) -> object:
    """Delete what a test closed or left behind. `deleteLater` waits for an event loop that tests never enter, and every
    widget left over is styled again at each change of theme. Where no widget is left at all, the next window may be
    built as the first of a process is, which takes a third of the time (`theme.styled_at_the_end`)."""
    before = set(qapp.topLevelWidgets())
    yield
    for left in set(qapp.topLevelWidgets()) - before:
        left.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if not qapp.topLevelWidgets():
        theme.notifier().has_styled = False
    now = theme.notifier()
    # A whole window took its own looks along, or was about to.
    if (now.theme.dark, now.text_scale) != (False, 1.0) or restyling.is_waiting():
        theme.apply(qapp, "light")
    QLocale.setDefault(QLocale.system())


@pytest.fixture
def american_numbers() -> object:
    """A point before decimals for one test, whatever the system writes."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


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

        def end(window: object) -> None:
            stage.controller.tray.hide()  # it looks for the tray again and again as long as it is shown
            window.closes_now()

        qtbot.addWidget(stage.window, before_close_func=end)
        stage.begin()
        return stage

    return make


@pytest.fixture
def questions(tmp_path: Path) -> str:
    """A file with five questions of two kinds."""
    path = tmp_path / "prompts.jsonl"
    asked = [("tea", 1), ("rain", 1), ("tea", 2), ("rain", 2), ("tea", 3)]
    path.write_text("\n".join(json.dumps({"prompt": f"{kind} {n}", "kind": kind}) for kind, n in asked))
    return str(path)


@pytest.fixture
def whole_window(
    qtbot: QtBot, specdesk_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., object]]:
    """Makes a whole running program on a fake engine: `whole_window(engine, method="ngram")` -> `ui.app.Window`.

    demo: its model is the practice model. `whole_window.anew(window)`: of one that has left for another.
    """
    from shapes import write_shape

    from specdesk.settings import LoadedSettings, Settings, SettingsFile, TargetMemory
    from specdesk.ui.app import Window

    monkeypatch.setattr("specdesk.service.busy_processor.OTHERS", 2.0)  # other tests may keep the processor busy
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    made: list[Window] = []
    ended: dict[int, bool] = {}

    def watch(place: int) -> None:
        made[place].controller.finished.connect(lambda: ended.__setitem__(place, True))

    def anew(before: Window) -> Window:
        """The one that takes the place of this one, which has left."""
        place = made.index(before)
        made[place] = before.anew()
        watch(place)
        return made[place]

    def make(engine: Path, method: str = "ngram", *, demo: bool = False) -> Window:
        target = str(write_shape(tmp_path, "qwen25_05b.gguf"))
        memory = TargetMemory(method=method, context=2048)  # type: ignore[arg-type]
        settings = Settings(target=target, engine=str(engine), targets={target: memory})
        model = target if demo else None
        made.append(Window(QApplication.instance(), SettingsFile(), LoadedSettings(settings), model))
        watch(len(made) - 1)
        made[-1].window.show()
        return made[-1]

    make.anew = anew
    yield make
    for place, one in enumerate(made):
        if place not in ended:  # a test may have closed it
            one.controller.quit()
            qtbot.waitUntil(lambda place=place: place in ended, timeout=30_000)
        one.service.close()
        one.window.deleteLater()
    gc.unfreeze()


@pytest.fixture
def frame(qtbot: QtBot) -> object:
    """The frame of the window with a page and a monitor, 1280x700."""
    from specdesk.ui.shell.frame import Frame

    made = Frame(QWidget(), QWidget())
    qtbot.addWidget(made)
    made.tabs.addTab(QWidget(), "Chat")
    made.set_monitor(QWidget(), "Monitor")
    made.resize(1280, 700)
    made.show()
    return made
