"""The window as a program: filled once it stands, ended in order by whatever ends it. `opening` brings it up."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from specdesk import logs, paths
from specdesk.chat.prompts import starters
from specdesk.errors import SpecDeskError
from specdesk.service.events import Problem
from specdesk.service.footprint_events import FootprintTold
from specdesk.service.service import Service
from specdesk.service.threads import let_work_end
from specdesk.settings import LoadedSettings, Settings, SettingsFile, geometry_path, read_geometry, write_geometry
from specdesk.ui import language, theme
from specdesk.ui.bridge import Bridge
from specdesk.ui.controller import Controller
from specdesk.ui.parts.system_motion import follow_system
from specdesk.ui.relay import Relay
from specdesk.ui.single_instance import Request
from specdesk.ui.text.colours import lexer_for
from specdesk.ui.window import MainWindow, app_icon
from specdesk.ui.wiring.demo import DemoDesk, DemoPlace, demo_settings, kept_of_demo
from specdesk.ui.wiring.doors import DemoDoors
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.language import LanguageDesk

log = logging.getLogger(__name__)


ANEW = -1
"""What a run of the window returns when another is to take its place."""

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


@dataclass(frozen=True, kw_only=True)
class Handed:
    """What one window hands to the one that takes its place. own: the user's settings, of which the demo leaves some as
    they were; settings: those in use. begun: the service runs. text: the unsent question; tab: the page in sight; demo:
    how far the demo is."""

    service: Service
    relay: Relay
    begun: bool
    own: Settings
    settings: Settings
    text: str = ""
    tab: int = 0
    demo: DemoPlace | None = None


class Window:
    """One run of the window, from the first paint to the last thread; or to the one that takes its place."""

    def __init__(
        self, app: QApplication, file: SettingsFile, loaded: LoadedSettings, model: str | None = None,
        window: MainWindow | None = None, before: Handed | None = None,
    ) -> None:  # fmt: skip
        """model: path of the practice model, for the demo. window: the empty one that is on the screen already. before:
        of the window whose place it takes."""
        self.app, self._file, self._loaded, self._model, self._before = app, file, loaded, model, before
        app.setWindowIcon(app_icon())
        own = loaded.settings if before is None else before.own
        settings = before.settings if before is not None else own if model is None else demo_settings(own, model)
        self._own = own
        language.settle(app, settings.language)
        theme.apply(app, settings.theme, settings.text_scale)
        self.bridge = Bridge()
        self.relay = Relay() if before is None else before.relay
        made = None if before is None else before.service
        self.service = made or Service(self.relay.post, settings=settings, settings_file=file)
        kept = (lambda now: now) if model is None else (lambda now: kept_of_demo(own, now))
        self.keeper = SettingsKeeper(settings, self.service.save_settings, kept)
        with theme.styled_at_the_end(app):
            self.controller = Controller(self.service, self.bridge, self.keeper, window)
        self.relay.turn_to(self.bridge.post)
        self.window = self.controller.window
        self.window.restore(read_geometry(geometry_path()), stands=window is not None)
        self._fit_screen()
        self.controller.chat_page.show_starters(starters(), self.controller.chat.language)
        self._take_over(before)
        self.demo = self._demo(model) if model is not None else None
        self._make_doors()
        if loaded.problem and before is None:
            self.bridge.post(Problem(topic="settings", what=file.problem() or loaded.problem))
        logs.install_hooks(lambda sentence: self.relay.post(Problem(topic="inside", what=sentence)))
        self.bridge.on(FootprintTold, self.controller.access.show_footprint)
        self.controller.access.look.connect(self.service.tell_footprint)
        self._forgets = False
        self.controller.access.forget.connect(self._forget)
        self.window.painted.connect(self._painted)
        app.aboutToQuit.connect(self.keeper.flush)
        self._files: Sequence[str] = ()

    def run(self, files: Sequence[str] = ()) -> int:
        """Show the window and stay until it is closed. files: models to open. The exit code, or ANEW."""
        self._files = files
        self.controller.finished.connect(lambda: self.app.exit(0))
        self._leaves = lambda: self.app.exit(ANEW)
        self._catch_signals()
        self.window.show()
        code = self.app.exec()
        if code == ANEW:
            return code
        self.service.close()
        if self._forgets:
            logs.stop_logging()
            paths.make_no_more()
            let_work_end(FORGET_AFTER_S)
            for path in paths.forget_everything():
                print(f"This could not be deleted: {path}", file=sys.stderr)
            return code
        self._keep_geometry()
        return code

    def asked(self, request: Request) -> None:
        """A second start came by."""
        self.controller.come_forward()
        if request.file:
            self.controller.library.drop([request.file], ())
        elif request.demo and self._model is None:
            self.doors.offer_demo(request.demo)
        elif not request.demo and self._model is not None:
            self.doors.offer_own()

    def anew(self) -> Window:
        """The window that takes the place of this one, shown; this one is gone. The service goes on."""
        assert self._handed is not None
        self._keep_geometry()
        made = Window(self.app, self._file, self._loaded, self._next_model, None, self._handed)
        made.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        made.window.show()
        self.window.closes_now()
        self.controller.deleteLater()
        self.window.deleteLater()
        return made

    def _take_over(self, before: Handed | None) -> None:
        """Where the one before was."""
        if before is not None and before.text:
            self.controller.chat_page.composer.set_text(before.text)
        if before is not None:
            self.window.frame.tabs.setCurrentIndex(before.tab)

    def _make_doors(self) -> None:
        """What leads to another window in the place of this one."""
        self._handed: Handed | None = None
        self._leaves: Callable[[], None] = lambda: None
        self._next_model = self._model
        self.language = LanguageDesk(self.window.notices, self.keeper)
        self.language.anew.connect(self._in_another_language)
        self.doors = DemoDoors(self.window.notices)
        self.doors.opened.connect(lambda model: self.controller.interruptions.ask("demo", lambda: self._to(model)))
        self.doors.left.connect(lambda: self.controller.interruptions.ask("demo", lambda: self._to(None)))

    def _in_another_language(self) -> None:
        """Everything goes on: server, chat, what is measured, the demo where it is."""
        self._next_model = self._model
        self._leave_with(self._all)

    def _all(self) -> Handed:
        place = None if self.demo is None else self.demo.place()
        own = self._own if self.demo is not None else self.keeper.settings
        text = "" if place is not None and place.prompt else self.controller.chat_page.composer.text()
        return Handed(
            service=self.service, relay=self.relay, begun=self.controller.has_begun, own=own,
            settings=self.keeper.settings, text=text, tab=self.window.frame.tabs.currentIndex(), demo=place,
        )  # fmt: skip

    def _to(self, model: str | None) -> None:
        """Into the demo, or out of it (None): another set-up, with an empty chat and nothing running."""
        self.service.stop_server()
        self.service.new_chat()
        self._next_model = model
        self._leave_with(self._settings_alone)

    def _settings_alone(self) -> Handed:
        own = self.keeper.settings if self.demo is None else kept_of_demo(self._own, self.keeper.settings)
        settings = own if self._next_model is None else demo_settings(own, self._next_model)
        begun = self.controller.has_begun
        return Handed(service=self.service, relay=self.relay, begun=begun, own=own, settings=settings)

    def _leave_with(self, handed: Callable[[], Handed]) -> None:
        """Once no answer is being written any more: a window that comes in between would know its end only."""

        def leave() -> None:
            if self.controller.leave():
                self._handed = handed()
                self._leaves()

        server = self.controller.server
        if server.answering:
            later = Qt.ConnectionType.SingleShotConnection  # and once everybody has heard of it
            server.answering_changed.connect(lambda _answering: QTimer.singleShot(0, leave), later)
        else:
            leave()

    def _keep_geometry(self) -> None:
        try:
            write_geometry(geometry_path(), self.window.geometry_now())
        except SpecDeskError as error:
            log.warning("%s", error)

    def _forget(self) -> None:
        """End, and delete everything that is kept when nothing writes to it any more."""
        self._forgets = True
        self.controller.quit()

    def _demo(self, model: str) -> DemoDesk:
        parts = self.controller
        place = None if self._before is None else self._before.demo
        return DemoDesk(model, parts.chat, parts.server, self.window.notices, self.keeper, place)

    def _painted(self) -> None:
        """The first picture is up: now what is slow may begin, one thing at a time."""
        QTimer.singleShot(0, self._begin)

    def _fit_screen(self) -> None:
        """Before the window is shown by a guess at its title bar, after the first picture by the real one."""
        self.window.fit_into(self.window.screen().availableGeometry())

    def _begin(self) -> None:
        self._fit_screen()
        goes_on = self._before is not None and self._before.begun
        if not goes_on:
            threading.Thread(target=_warm_up, name="specdesk-warm-up", daemon=True).start()
        self.controller.begin(goes_on=goes_on)
        if not goes_on:
            self.service.watch_footprint()
            follow_system()
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
