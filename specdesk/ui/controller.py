"""Puts the parts of the window together: who asks whom, what the menu does, and how the program ends."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from specdesk.engines.lifecycle import Failed, Ready, State, Stopped, is_running
from specdesk.service.events import LibraryDone, PairsJudged, Problem, ReplyFailed
from specdesk.service.service import Service
from specdesk.ui.actions import ShortcutDialog, make_actions
from specdesk.ui.bridge import Bridge, RowsRead
from specdesk.ui.chat.page import ChatPage
from specdesk.ui.parts import FileDialog
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.shell.announce import announce
from specdesk.ui.shell.caret import Caret
from specdesk.ui.shell.focused_tip import show_focused_tip
from specdesk.ui.shell.notices import Matter
from specdesk.ui.shell.words import Said
from specdesk.ui.tray import Tray
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.access import AccessDesk
from specdesk.ui.wiring.chat import ChatDesk
from specdesk.ui.wiring.compare import CompareDesk
from specdesk.ui.wiring.engines import EnginesDesk
from specdesk.ui.wiring.first_start import FirstStartDesk
from specdesk.ui.wiring.get_draft import GetDraftDesk
from specdesk.ui.wiring.interrupting import Interruptions
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.library import LibraryDesk
from specdesk.ui.wiring.memory import MemoryDesk
from specdesk.ui.wiring.menu import WindowMenu
from specdesk.ui.wiring.monitor import MonitorDesk
from specdesk.ui.wiring.profiles import ProfilesDesk
from specdesk.ui.wiring.report import ReportDesk
from specdesk.ui.wiring.server import ServerDesk
from specdesk.ui.wiring.setup import SetupDesk
from specdesk.ui.wiring.troubles import FAILURE, Troubles

log = logging.getLogger(__name__)

QUIT_AFTER_MS = 7000
"""The window closes by then, whatever hangs: a shutdown of the service takes 5 s at most."""
SLOW_QUIT_MS = 200
QUITTING, SERVING = "quitting", "serving"
BADGE = "badge"


class Controller(QObject):
    """finished(): everything has ended and the window is closed."""

    finished = Signal()
    _ended = Signal()

    def __init__(
        self, service: Service, bridge: Bridge, keeper: SettingsKeeper, window: MainWindow | None = None
    ) -> None:
        """window: an empty one that is on the screen already; without it one is made."""
        super().__init__()
        self.service, self.bridge, self.keeper = service, bridge, keeper
        self.setup = SetupPanel(keeper.settings)
        self.chat_page = ChatPage()
        self.window = window or MainWindow()
        self.window.fill(self.setup, self.chat_page)
        self.server = ServerDesk(service, bridge, self.window, self.setup, keeper)
        self.library = LibraryDesk(service, bridge, self.window, self.setup, keeper)
        self.planning = SetupDesk(service, bridge, self.setup, self.window.notices, keeper)
        self.chat = ChatDesk(service, bridge, self.chat_page, self.window.notices, self.server, keeper)
        self.monitor = MonitorDesk(service, bridge, self.window, self.setup, self.server, keeper)
        self.compare = CompareDesk(service, bridge, self.window, self.setup, self.server, self.monitor, keeper)
        self.memory = MemoryDesk(service, bridge, self.setup, self.window.notices, keeper, self.server.start)
        self.server.knows_fit, self.server.may_start = self.memory.knows_fit, self.memory.may_start
        self.interruptions = Interruptions(bridge, self.window.notices, self.compare.page)
        self.server.unless_measuring = self.interruptions.ask
        self.troubles = Troubles(bridge, self.window.notices, keeper, self)
        self.access = AccessDesk(self.window, self.server, keeper)
        self.engines = EnginesDesk(service, bridge, self.window, self.setup, keeper)
        self.compare.addresses.explain.connect(self.engines.show_guide)
        self.profiles = ProfilesDesk(service, bridge, self.window, self.setup, self.server, keeper)
        self.first_start = FirstStartDesk(service, bridge, self.window, self.setup, self.server, self.chat, keeper)
        self.report = ReportDesk(service, bridge, self.window)
        self.get_draft = GetDraftDesk(service, bridge, self.window, self.setup, keeper)
        self.tray = Tray(self)
        self.actions = make_actions(self.window, self._deeds())
        self.menu = WindowMenu(self.window.topbar.window_menu, self.actions, keeper)
        self.chat_page.composer.field.setAcceptDrops(False)  # model files are for the window, not for the question
        self._begun = False
        self._quitting = False
        self._connect()

    def _deeds(self) -> dict[str, object]:
        window = self.window
        return {
            "run": self.server.toggle,
            "stop-answer": self.service.stop_reply,
            "new-chat": self._new_chat,
            "open": self.open_file,
            "paste-command": self._paste_command,
            "chat": lambda: window.show_page(self.chat_page),
            "compare": self.compare.show,
            "library": lambda: window.show_page(window.library),
            "log": window.toggle_log,
            "setup": window.frame.toggle_setup,
            "attach": self.engines.show_attach,
            "export": self.engines.show_export,
            "find": self._find,
            "save-profile": self.profiles.ask_name,
            "settings": self._show_settings,
            "edges": window.frame.take_edge,
            "full-screen": window.toggle_full_screen,
            "larger": lambda: self.menu.step(1),
            "smaller": lambda: self.menu.step(-1),
            "usual-size": lambda: self.menu.step(0),
            "guide": self.engines.show_guide,
            "tip": show_focused_tip,
            "select-text": Caret(self).toggle,
            "report": self.report.ask,
            "first-steps": self.first_start.show,
            "profiles": self.profiles.open_menu,
            "access": self.access.show_access,
            "privacy": self.access.show_privacy,
            "keys": self._show_keys,
            "quit": self.ask_to_quit,
        }

    def _connect(self) -> None:
        window, server, troubles, bar = self.window, self.server, self.troubles, self.window.topbar
        bar.start.connect(server.start)
        bar.stop.connect(server.stop)
        bar.why.connect(self._explain_badge)
        bar.what_to_do.connect(self._explain_failure)
        server.state_changed.connect(troubles.state)
        server.state_changed.connect(self._announce_state)
        self.chat.answered.connect(lambda: announce(window, self.tr("The answer is complete.")))
        for kind in (ReplyFailed, Problem):
            self.bridge.on(kind, lambda event: announce(window, event.what))
        server.said.connect(self._tell_tray)
        self.keeper.changed.connect(lambda _settings: self._place_tray())
        self.setup.start_requested.connect(server.start)
        self.setup.restart_requested.connect(server.start)
        for changed in (self.setup.planned, self.keeper.changed):
            changed.connect(lambda _what: server.show())
        self.memory.answered.connect(server.show)
        for kind in (RowsRead, PairsJudged, LibraryDone):
            self.bridge.on(kind, lambda _event: server.show())
        self.access.restart.connect(server.start)
        troubles.start_again.connect(server.start_again)
        troubles.start_plain.connect(server.start_without_speculation)
        troubles.stop.connect(server.stop)
        troubles.show_log.connect(lambda: window.show_log(True))
        troubles.dismissed.connect(self.service.dismiss_failure)
        troubles.end_orphans.connect(lambda pids: [self.service.end_orphan(pid) for pid in pids])
        troubles.watch.connect(lambda url: self.service.watch_server(url, None))
        troubles.unwatch.connect(self.service.unwatch_server)
        self.tray.open.connect(self.come_forward)
        self.tray.stop.connect(server.stop)
        self.tray.quit.connect(self.ask_to_quit)
        self.interruptions.asked.connect(self._show_question)
        self.tray.lost.connect(self._find_a_place_without_tray)
        window.closing.connect(self.close)
        window.notices.acted.connect(lambda key, _action: self.ask_to_quit() if key == SERVING else None)
        self.actions["stop-answer"].setEnabled(False)
        server.answering_changed.connect(self.actions["stop-answer"].setEnabled)
        self._ended.connect(self._finish)

    # ---- life ----

    @property
    def has_begun(self) -> bool:
        """`begin` was called."""
        return self._begun

    def begin(self, *, goes_on: bool = False) -> None:
        """Start the service and the first readings; call once the window is on the screen. goes_on: the service runs
        already, since this window takes the place of another."""
        self._begun = True
        self.bridge.start()
        if goes_on:
            self.service.open_chat(None)
        else:
            self.service.start()
        self.library.begin()
        self.server.show()
        self.compare.begin()
        self._greet()
        self.service.watch_devices(self.window.isVisible())

    def _greet(self) -> None:
        """The very first time, with nothing chosen, three steps lead to the first answer, with the models behind."""
        settings = self.keeper.settings
        if not settings.first_run_done:
            if settings.target is None and not settings.model_folders:
                self.window.show_page(self.window.library)
                self.first_start.show()
            self.keeper.change(first_run_done=True)

    def close(self) -> None:
        """The window is to close: serve on in the tray where that is wanted and something serves, else end."""
        if self.keeper.settings.keep_serving and is_running(self.server.state) and not self._quitting:
            if self.keeper.settings.tray_icon != "never" and Tray.is_possible():
                self.window.hide()
                self._place_tray()
            else:
                self._wait_in_task_bar()
        else:
            self.ask_to_quit()

    def ask_to_quit(self) -> None:
        """The user wants to end everything; what is being measured is asked about first."""
        self.interruptions.ask("quit", self.quit)

    def quit(self) -> None:
        """End everything, then close. Never blocks; may be called again."""
        if self._quitting:
            return
        self._quitting = True
        self.keeper.flush()
        if not self._begun:
            self._finish()
            return
        QTimer.singleShot(SLOW_QUIT_MS, self, self._tell_quitting)
        QTimer.singleShot(QUIT_AFTER_MS, self, self._finish)
        self.service.shutdown().add_done_callback(lambda _future: self._ended.emit())

    def leave(self) -> bool:
        """Another window takes the place of this one; nothing ends. False where everything is ending already."""
        if self._quitting:
            return False
        self._quitting = True
        self.keeper.flush()
        self.chat.flush_system()
        self.get_draft.watch_no_more()
        self.bridge.stop()
        self.tray.hide()
        return True

    def come_forward(self) -> None:
        """Show the window; where the icon was only for want of one, it has done its part."""
        self.window.bring_forward()
        self._place_tray()

    def _tell_tray(self, said: Said) -> None:
        self.tray.set_state(said, self.server.can_stop)
        self._place_tray()

    def _place_tray(self) -> None:
        """An icon in the tray while something runs or has failed, as far as that is wanted; and while there is no
        window, for it is the way back."""
        if self._quitting or not self._begun:
            return
        alone = not self.window.isVisible()
        runs = self.server.can_stop or is_running(self.server.state) or self.server.has_failed
        wanted = alone or (runs and self.keeper.settings.tray_icon == "always")
        if not wanted:
            self.tray.hide()
        elif not self.tray.is_shown and Tray.is_possible():
            self.tray.show()

    def _show_question(self) -> None:
        """What was asked for in the tray is to be answered in the window."""
        if not self.window.isVisible() or self.window.isMinimized():
            self.come_forward()

    def _find_a_place_without_tray(self) -> None:
        if not self._quitting and not self.window.isVisible():
            self._wait_in_task_bar()

    def _wait_in_task_bar(self) -> None:
        """Without an icon in the tray a window out of sight could not be found again."""
        if self._quitting:
            return
        self.window.showMinimized()
        if self.keeper.settings.tray_icon == "never":
            why = self.tr("You want no icon in the tray, so the window waits in the task bar.")
        else:
            why = self.tr("This desktop has no tray, so the window waits in the task bar.")
        self.window.notices.say(
            Matter(
                key=SERVING,
                what=self.tr("The server goes on serving."),
                why=why,
                tone="neutral",
                actions=(("quit", self.tr("Stop it and quit")),),
            )
        )

    def _tell_quitting(self) -> None:
        if self.window.is_closed:
            return
        words = self.tr("Stopping…")
        self.window.notices.say(Matter(key=QUITTING, what=words, tone="neutral"))

    def _finish(self) -> None:
        if self.window.is_closed:
            return
        self.bridge.stop()
        self.tray.hide()
        self.window.closes_now()
        self.finished.emit()

    def _announce_state(self, state: State) -> None:
        if isinstance(state, Ready | Failed | Stopped):
            announce(self.window, self.window.topbar.pill.said.aloud)

    # ---- what the menu does ----

    def open_file(self) -> None:
        """Let the user choose model files; they are taken like dropped ones."""
        start = next(iter(self.keeper.settings.model_folders), "")
        dialog = FileDialog(self.window, self.tr("Open a model file"), "models", start)
        dialog.setFileMode(FileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([self.tr("GGUF files (*.gguf)"), self.tr("All files (*)")])
        dialog.ask(lambda paths: self.library.drop(paths, ()))

    def _new_chat(self) -> None:
        self.window.show_page(self.chat_page)
        self.chat.new_chat()

    def _paste_command(self) -> None:
        self.window.frame.open_setup()
        self.setup.paste_command()

    def _find(self) -> None:
        """Where one searches: the log while the keys go there, the library where that is in sight, else the chats."""
        window, page = self.window, self.window.library
        focused = window.focusWidget()
        if window.log.isVisible() and focused is not None and window.log.isAncestorOf(focused):
            field = window.log.search
        elif page.isVisible():
            field = page.search
        else:
            window.show_page(self.chat_page)
            self.chat_page.show_list(True)
            field = self.chat_page.chats.search
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    def _show_settings(self) -> None:
        self.window.frame.open_setup()
        self.setup.show_more(True)

    def _show_keys(self) -> None:
        dialog = ShortcutDialog(self.window)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _explain_badge(self) -> None:
        said = self.server.badge()
        if said is not None:
            self.window.notices.say(
                Matter(key=BADGE, what=f"{said.words}.", why=said.detail, tone="neutral", details=said.detail)
            )

    def _explain_failure(self) -> None:
        """The banner may have been closed or pushed out: show it again. Where it stands, the log tells more."""
        if self.window.notices.banner(FAILURE) is not None:
            self.window.show_log(True)
        self.troubles.state(self.server.state)
        banner = self.window.notices.banner(FAILURE)
        if banner is not None:
            banner.setFocus()
