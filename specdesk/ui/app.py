"""The window as a program: filled once it stands, ended in order by whatever ends it. `opening` brings it up."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from specdesk import logs, paths
from specdesk.chat.prompts import starters
from specdesk.errors import SpecDeskError
from specdesk.service.events import Problem
from specdesk.service.footprint_events import FootprintTold
from specdesk.service.service import Service
from specdesk.service.threads import let_work_end
from specdesk.settings import LoadedSettings, SettingsFile, geometry_path, read_geometry, write_geometry
from specdesk.ui import language, theme
from specdesk.ui.again import AGAIN
from specdesk.ui.bridge import Bridge
from specdesk.ui.controller import Controller
from specdesk.ui.single_instance import Request
from specdesk.ui.text.colours import lexer_for
from specdesk.ui.window import MainWindow, app_icon
from specdesk.ui.wiring.demo import DemoDesk, demo_settings, kept_of_demo
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.language import LanguageDesk

log = logging.getLogger(__name__)


FORGET_AFTER_S = 5.0
"""How long deleting all data waits for what is still being written."""

COMMON = ("python", "json", "bash", "javascript", "cpp", "html")
"""Languages of most code in answers."""


def _warm_up() -> None:
    """Read the rules of common languages before the first answer has code in them: a third of a second at once."""
    for name in COMMON:
        lexer_for(name)


def ending_signals() -> list[signal.Signals]:
    """Signals that end the program in order: those that this system has. A hang-up that is ignored, as under `nohup`,
    stays ignored."""
    found = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return [one for one in found if one.name != "SIGHUP" or signal.getsignal(one) != signal.SIG_IGN]


class Window:
    """One run of the window, from the first paint to the last thread."""

    def __init__(
        self, app: QApplication, file: SettingsFile, loaded: LoadedSettings, model: str | None = None,
        window: MainWindow | None = None,
    ) -> None:  # fmt: skip
        """model: path of the practice model, for the demo. window: the empty one that is on the screen already."""
        self.app = app
        app.setWindowIcon(app_icon())
        saved = loaded.settings
        settings = saved if model is None else demo_settings(saved, model)
        language.settle(app, saved.language)
        theme.apply(app, settings.theme, settings.text_scale)
        self.bridge = Bridge()
        self.service = Service(self.bridge.post, settings=settings, settings_file=file)
        kept = (lambda now: now) if model is None else (lambda now: kept_of_demo(saved, now))
        self.keeper = SettingsKeeper(settings, self.service.save_settings, kept)
        with theme.styled_at_the_end(app):
            self.controller = Controller(self.service, self.bridge, self.keeper, window)
        self.window = self.controller.window
        self.window.restore(read_geometry(geometry_path()), stands=window is not None)
        self._fit_screen()
        self.controller.chat_page.show_starters(starters(), self.controller.chat.language)
        self.demo = self._demo(model) if model is not None else None
        self.language = LanguageDesk(self.window.notices, self.keeper)
        self.language.restart.connect(self._start_again)
        self._again = False
        if loaded.problem:
            self.bridge.post(Problem(topic="settings", what=file.problem() or loaded.problem))
        logs.install_hooks(lambda sentence: self.bridge.post(Problem(topic="inside", what=sentence)))
        self.bridge.on(FootprintTold, self.controller.access.show_footprint)
        self.controller.access.look.connect(self.service.tell_footprint)
        self._forgets = False
        self.controller.access.forget.connect(self._forget)
        self.window.painted.connect(self._painted)
        app.aboutToQuit.connect(self.keeper.flush)
        self._files: Sequence[str] = ()

    def run(self, files: Sequence[str] = ()) -> int:
        """Show the window and stay until it is closed. files: models to open. The exit code, or AGAIN."""
        self._files = files
        self.controller.finished.connect(lambda: self.app.exit(0))
        self._catch_signals()
        self.window.show()
        code = self.app.exec()
        self.service.close()
        if self._forgets:
            logs.stop_logging()
            paths.make_no_more()
            let_work_end(FORGET_AFTER_S)
            for path in paths.forget_everything():
                print(f"This could not be deleted: {path}", file=sys.stderr)
            return code
        try:
            write_geometry(geometry_path(), self.window.geometry_now())
        except SpecDeskError as error:
            log.warning("%s", error)
        return AGAIN if self._again else code

    def asked(self, request: Request) -> None:
        """A second start came by."""
        self.controller.come_forward()
        if request.file:
            self.controller.library.drop([request.file], ())

    def _start_again(self) -> None:
        self._again = True
        self.controller.quit()

    def _forget(self) -> None:
        """End, and delete everything that is kept when nothing writes to it any more."""
        self._forgets = True
        self.controller.quit()

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
        threading.Thread(target=_warm_up, name="specdesk-warm-up", daemon=True).start()
        self.controller.begin()
        self.service.watch_footprint()
        if self._files:
            self.controller.library.drop(self._files, ())
        QTimer.singleShot(0, self.controller.monitor.make)

    def _catch_signals(self) -> None:
        """Ctrl-C, a polite kill and the end of the session end in order; a second signal ends at once.

        The bridge's timer lets Python look. A desktop that logs out only asks first (`commitDataRequest`); what ends
        the program comes after that: an order to quit (`opening.Application`), the last word of Windows
        (`aboutToQuit`), a signal, or a terminal that is closed (SIGHUP). The tray is no reason to stay then.
        """

        def on_signal(number: int, _frame: FrameType | None) -> None:
            signal.signal(number, signal.SIG_DFL)
            log.info("signal %d: ending", number)
            self.controller.quit()

        for number in ending_signals():
            signal.signal(number, on_signal)
        self.app.commitDataRequest.connect(lambda _session: self.save_before_the_end_of_the_session())
        self.app.aboutToQuit.connect(self.controller.quit)

    def save_before_the_end_of_the_session(self) -> None:
        """The desktop asks whether it may end. That may still be called off, so everything goes on."""
        self.keeper.flush()
