"""The window as a program: filled once it stands, ended in order by whatever ends it. `opening` brings it up."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from specdesk import logs, paths
from specdesk.chat.attachments import Attached
from specdesk.chat.prompts import starters
from specdesk.errors import SpecDeskError
from specdesk.service.events import CompareProgress, Problem, SweepProgress
from specdesk.service.footprint_events import FootprintTold
from specdesk.service.service import Service
from specdesk.service.threads import let_work_end
from specdesk.settings import LoadedSettings, Settings, SettingsFile, geometry_path, read_geometry, write_geometry
from specdesk.ui import language, long_lived, theme
from specdesk.ui.bridge import Bridge
from specdesk.ui.controller import Controller
from specdesk.ui.filled import Filled
from specdesk.ui.parts.system_motion import follow_system
from specdesk.ui.relay import Relay
from specdesk.ui.retelling import Retelling, Standing
from specdesk.ui.single_instance import Request
from specdesk.ui.text.colours import lexer_for
from specdesk.ui.window import MainWindow, app_icon
from specdesk.ui.wiring.demo import DemoDesk, DemoPlace, demo_settings, kept_of_demo
from specdesk.ui.wiring.doors import DOOR, DemoDoors
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.language import LANGUAGE, LanguageDesk
from specdesk.ui.wiring.leaving import Leaving

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


@dataclass(frozen=True, kw_only=True)
class Handed:
    """What one window hands to the one that takes its place. own: the user's settings, of which the demo leaves some as
    they were; settings: those in use, and model: path of the practice model that they are for, None = the user's own.
    begun: the service runs. spoken: the language. text: the unsent question, with its files, or a prompt that was
    offered; tab: the page in sight; demo: how far the demo is; log: its lines; first_steps: they are open; starts: a
    start waits; told: trouble that is in sight."""

    service: Service
    relay: Relay
    begun: bool
    spoken: str
    own: Settings
    settings: Settings
    model: str | None = None
    text: str = ""
    offered: bool = False
    files: tuple[Attached, ...] = ()
    tab: int = 0
    demo: DemoPlace | None = None
    log: str = ""
    first_steps: bool = False
    starts: bool = False
    told: tuple[Standing, ...] = ()


class Window:
    """One run of the window, from the first paint to the last thread; or to the one that takes its place."""

    def __init__(
        self, app: QApplication, file: SettingsFile, loaded: LoadedSettings, model: str | None = None,
        window: MainWindow | None = None, before: Handed | None = None,
    ) -> None:  # fmt: skip
        """model: path of the practice model, for the demo. window: the empty one that is on the screen already. before:
        of the window whose place it takes; its model holds."""
        model = model if before is None else before.model
        self.app, self._file, self._loaded, self._model, self._before = app, file, loaded, model, before
        app.setWindowIcon(app_icon())
        own = loaded.settings if before is None else before.own
        settings = before.settings if before is not None else own if model is None else demo_settings(own, model)
        self._own = own
        told, spoken = ((), "") if before is None else (before.told, before.spoken)
        self._told = Retelling(told, spoken, language.code_of(settings.language))
        self._spoken = language.settle(app, settings.language)
        looks = theme.notifier()
        if before is None or (looks.scheme, looks.text_scale) != (settings.theme, settings.text_scale):
            theme.apply(app, settings.theme, settings.text_scale)
        self.bridge = Bridge()
        self.relay = Relay() if before is None else before.relay
        made = None if before is None else before.service
        if made is not None and before is not None and before.spoken != self._spoken:
            made.restate()
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
        self.controller.access.at_work.connect(self.service.look_at_work)
        self._forgets = False
        self.controller.access.forget.connect(self._forget)
        self.window.painted.connect(self._painted)
        app.aboutToQuit.connect(self.keeper.flush)
        self._files: Sequence[str] = ()
        settle = partial(long_lived.settle, after_another=before is not None)
        self._filled = Filled(self.bridge, self.window, lambda: self.window.library.is_reading, settle)

    def run(self, files: Sequence[str] = ()) -> int:
        """Show the window and stay until it is closed. files: models to open. The exit code, or ANEW."""
        self._files = files
        self.controller.finished.connect(lambda: self.app.exit(0))
        self._leaves = lambda: self.app.exit(ANEW)
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
        themed = theme.notifier().themed
        for text in list(themed):
            if isinstance(text, QWidget) and isValid(text) and self.window.isAncestorOf(text):
                themed.discard(text)  # it is about to go
        made = Window(self.app, self._file, self._loaded, before=self._handed)
        made.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        made.window.show()
        self.window.closes_now()
        self.controller.deleteLater()
        self.window.deleteLater()
        return made

    def _take_over(self, before: Handed | None) -> None:
        """Where the one before was."""
        if before is None:
            return
        composer = self.controller.chat_page.composer
        if before.text:
            (composer.offer_text if before.offered else composer.set_text)(before.text)
        composer.files.set_files(before.files)
        self.window.frame.tabs.setCurrentIndex(before.tab)
        self.window.log.add(before.log.splitlines())
        for event in self._told.events():
            self.bridge.post(event)

    def _make_doors(self) -> None:
        """What leads to another window in the place of this one."""
        self._handed: Handed | None = None
        self._leaves: Callable[[], None] = lambda: None
        server, page = self.controller.server, self.controller.compare.page
        self.leaving = Leaving(self.window.notices, server, page)
        self.language = LanguageDesk(self.window.notices, self.keeper)
        self.language.anew.connect(self._in_another_language)
        self.language.chosen.connect(lambda: self.leaving.call_off(LANGUAGE))
        self.leaving.called_off.connect(self.language.offer)
        page.phase_changed.connect(lambda _phase: self.language.set_measuring(page.is_measuring))
        self.doors = DemoDoors(self.window.notices)
        self.doors.opened.connect(lambda model: self.controller.interruptions.ask("demo", lambda: self._to(model)))
        self.doors.left.connect(lambda: self.controller.interruptions.ask("demo", lambda: self._to(None)))

    def _in_another_language(self) -> None:
        """Everything goes on: server, chat, the demo where it is. The way into the demo or out of it, where that waits
        already, brings the language too."""
        if self.leaving.wanted != DOOR:
            self.leaving.ask(LANGUAGE, self.language.announcement(), lambda: self._leave_with(self._all()))

    def _all(self) -> Handed:
        place = None if self.demo is None else self.demo.place()
        parts, composer = self.controller, self.controller.chat_page.composer
        own = self._own if self.demo is not None else self.keeper.settings
        text = "" if place is not None and place.prompt else composer.text()
        return Handed(
            service=self.service, relay=self.relay, begun=parts.has_begun, spoken=self._spoken, own=own,
            model=self._model, settings=self.keeper.settings, text=text, offered=composer.is_offered,
            files=composer.files.files(), demo=place, tab=self.window.frame.tabs.currentIndex(),
            log=self.window.log.text(), told=parts.troubles.standing(), first_steps=parts.first_start.is_open,
            starts=parts.server.waiting.is_wanted,
        )  # fmt: skip

    def _to(self, model: str | None) -> None:
        """Into the demo, or out of it (None): another set-up, with an empty chat and nothing running. What is measured
        ends for it, which the user agreed to; an answer is written to its end."""
        if self.controller.compare.page.is_measuring:
            self.service.stop_server()  # and what is measured with it
            self.relay.forget(CompareProgress, SweepProgress)
            self.controller.compare.page.show_start()
        self.leaving.ask(DOOR, self.doors.announcement(opens=model is not None), lambda: self._set_up_anew(model))

    def _set_up_anew(self, model: str | None) -> None:
        self.service.stop_server()
        self.service.unwatch_server()
        self.service.new_chat()
        own = self.keeper.settings if self.demo is None else kept_of_demo(self._own, self.keeper.settings)
        settings = own if model is None else demo_settings(own, model)
        self._leave_with(
            Handed(
                service=self.service, relay=self.relay, begun=self.controller.has_begun, spoken=self._spoken, own=own,
                settings=settings, model=model,
            )
        )  # fmt: skip

    def _leave_with(self, handed: Handed) -> None:
        if self.controller.leave():
            self._handed = handed
            self._leaves()

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
        if self._before is not None and self._before.first_steps:
            self.controller.first_start.show()
        if self._before is not None and self._before.starts:
            self.controller.server.start()
        if not goes_on:
            self.service.watch_footprint()
            follow_system()
        if self._files:
            self.controller.library.drop(self._files, ())
        QTimer.singleShot(0, self._make_monitor)

    def _make_monitor(self) -> None:
        self.controller.monitor.make()
        self._filled.have_monitor()

    def save_before_the_end_of_the_session(self) -> None:
        """The desktop asks whether it may end. That may still be called off, so everything goes on."""
        self.keeper.flush()
