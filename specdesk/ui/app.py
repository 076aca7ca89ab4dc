"""The window as a program: one per user, painted before anything slow, ended in order by whatever ends it."""

from __future__ import annotations

import argparse
import faulthandler
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from specdesk import __version__, logs
from specdesk.chat.prompts import starters
from specdesk.errors import SpecDeskError
from specdesk.models.demo_model import PACKAGE, demo_model
from specdesk.service.events import Problem
from specdesk.service.service import Service
from specdesk.settings import LoadedSettings, SettingsFile, geometry_path, read_geometry, write_geometry
from specdesk.ui import screen, theme
from specdesk.ui.bridge import Bridge
from specdesk.ui.controller import Controller
from specdesk.ui.screen import NoScreenError
from specdesk.ui.single_instance import Request, SingleInstance
from specdesk.ui.window import app_icon
from specdesk.ui.wiring.demo import DemoDesk, demo_settings, kept_of_demo
from specdesk.ui.wiring.keeper import SettingsKeeper

log = logging.getLogger(__name__)

NO_SCREEN = 2
"""Exit code of a start without a screen."""

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO, QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR, QtMsgType.QtFatalMsg: logging.CRITICAL,
}  # fmt: skip


def run(argv: Sequence[str]) -> int:
    """Open the window and stay until it is closed. argv: without the program's name. Returns the exit code."""
    wanted = _arguments(argv)
    model = demo_model() if wanted.demo else None
    if wanted.demo and model is None:
        print(
            f"The practice model is not installed. Run ./demo, or install the package {PACKAGE} beside SpecDesk.",
            file=sys.stderr,
        )
        return 2
    problem = logs.start_logging()
    crash_file = logs.start_crash_log()
    try:
        app = _application()
    except NoScreenError as error:
        log.error("%s", error)
        print(f"{error.what} {error.why} {error.next_step}", file=sys.stderr)
        return NO_SCREEN
    instance = SingleInstance()
    if not instance.claim():
        instance.hand_over(Request(file=wanted.file))
        print("SpecDesk is open already; its window was brought forward.", file=sys.stderr)
        return 0
    file = SettingsFile()
    window = Window(app, file, file.load(), str(model) if model else None)
    if problem:
        window.bridge.post(Problem(topic="log", what=problem))
    instance.asked.connect(window.asked)
    try:
        return window.run(wanted.file)
    finally:
        instance.release()
        qInstallMessageHandler(None)
        logs.stop_logging()
        if crash_file is not None:
            faulthandler.disable()
            crash_file.close()


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="specdesk", description="Open the SpecDesk window.")
    parser.add_argument("--demo", action="store_true", help="open with the practice model, ready to press Start")
    parser.add_argument("file", nargs="?", metavar="FILE", help="a model file to open")
    wanted = parser.parse_args(argv)
    if wanted.file is not None:
        wanted.file = str(Path(wanted.file).absolute())
    return wanted


def _application() -> QApplication:
    """Raises NoScreenError."""
    QApplication.setApplicationName("SpecDesk")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("specdesk")
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else _made()
    app.setQuitOnLastWindowClosed(False)
    app.setWindowIcon(app_icon())
    return app


def _made() -> QApplication:
    """Qt itself, where there is a screen. Raises NoScreenError."""
    qInstallMessageHandler(_qt_says)
    if not sys.platform.startswith("linux"):
        return QApplication(sys.argv[:1])
    names = screen.platforms(os.environ)
    if names == (screen.NOWHERE,) and not os.environ.get(screen.PLATFORM):
        raise screen.no_screen(os.environ)
    with screen.trying(names):
        app = QApplication(sys.argv[:1])
    screen.check(app.platformName(), os.environ)
    return app


def _qt_says(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """What Qt has to say goes into the log."""
    log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", message)


class Window:
    """One run of the window, from the first paint to the last thread."""

    def __init__(self, app: QApplication, file: SettingsFile, loaded: LoadedSettings, model: str | None = None) -> None:
        """model: path of the practice model, for the demo."""
        self.app = app
        saved = loaded.settings
        settings = saved if model is None else demo_settings(saved, model)
        theme.apply(app, settings.theme, settings.text_scale)
        self.bridge = Bridge()
        self.service = Service(self.bridge.post, settings=settings, settings_file=file)
        kept = (lambda now: now) if model is None else (lambda now: kept_of_demo(saved, now))
        self.keeper = SettingsKeeper(settings, self.service.save_settings, kept)
        with theme.styled_at_the_end(app):
            self.controller = Controller(self.service, self.bridge, self.keeper)
        self.window = self.controller.window
        self.window.restore(read_geometry(geometry_path()))
        self._fit_screen()
        self.controller.chat_page.show_starters(starters(), self.controller.chat.language)
        self.demo = self._demo(model) if model is not None else None
        if loaded.problem:
            self.bridge.post(Problem(topic="settings", what=loaded.problem))
        logs.install_hooks(lambda sentence: self.bridge.post(Problem(topic="inside", what=sentence)))
        self.window.painted.connect(self._painted)
        app.aboutToQuit.connect(self.keeper.flush)
        self._file: str | None = None

    def run(self, file: str | None = None) -> int:
        """Show the window and stay until it is closed. file: a model to open."""
        self._file = file
        self.controller.finished.connect(lambda: self.app.exit(0))
        self._catch_signals()
        self.window.show()
        code = self.app.exec()
        self.service.close()
        try:
            write_geometry(geometry_path(), self.window.geometry_now())
        except SpecDeskError as error:
            log.warning("%s", error)
        return code

    def asked(self, request: Request) -> None:
        """A second start came by."""
        self.controller.come_forward()
        if request.file:
            self.controller.library.drop([request.file], ())

    def _demo(self, model: str) -> DemoDesk:
        parts = self.controller
        return DemoDesk(model, parts.chat, parts.server, self.window.notices, self.keeper)

    def _painted(self) -> None:
        """The first picture is up: now what is slow may begin, one thing at a time."""
        QTimer.singleShot(0, self._begin)

    def _fit_screen(self) -> None:
        """Before the window is shown by a guess at its title bar, after the first picture by the real one."""
        self.window.fit_into(self.window.screen().availableGeometry())

    def _begin(self) -> None:
        self._fit_screen()
        self.controller.begin()
        if self._file:
            self.controller.library.drop([self._file], ())
        QTimer.singleShot(0, self.controller.monitor.make)

    def _catch_signals(self) -> None:
        """Ctrl-C and a polite kill end in order; a second one ends at once. The bridge's timer lets Python look."""

        def on_signal(number: int, _frame: FrameType | None) -> None:
            signal.signal(number, signal.SIG_DFL)
            log.info("signal %d: ending", number)
            self.controller.quit()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, on_signal)
