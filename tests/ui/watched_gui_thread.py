"""Drives the whole window on an engine that is a fake, and prints what its own code did to the disk, to sockets and to
processes on the GUI thread: one JSON line per place, {"event", "argument", "where"}.

usage: python watched_gui_thread.py ENGINE TARGET OTHER_TARGET FOLDER      (SPECDESK_HOME is set)

Also every part that became a window of its own.

Python tells most of it by audit events; looks at a file (stat, access) have none, so those functions are wrapped.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from driven_window import DrivenWindow, application, run_for, run_until
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QDialog, QMainWindow, QMenu, QWidget

from specdesk.engines.lifecycle import Stopped
from specdesk.settings import Settings, TargetMemory

SLOW = (
    "open", "os.", "shutil.", "glob.", "tempfile.", "socket.", "subprocess.", "sqlite3.", "urllib.", "pathlib.",
    "fcntl.flock", "looked at",
)  # fmt: skip
QUICK = ("os.putenv", "os.unsetenv", "os.fwalk", "os.add_dll_directory")
LOOKS = ("stat", "lstat", "access", "readlink", "statvfs")
ALLOWED = ("<frozen importlib", "<frozen zipimport", "shibokensupport")
"""A module that is needed from now on (the plots behind the first picture) is read once, by Python's import and by the
part of PySide6 that looks into it. Fonts, plugins and pictures of its own Qt loads without Python."""

OWN = f"{os.sep}specdesk{os.sep}"


class Watch:
    """found: (event, file:line function) -> argument, of what our own code did on the GUI thread while it was on."""

    def __init__(self) -> None:
        self.on = False
        self.found: dict[tuple[str, str], str] = {}
        self._gui = threading.get_ident()
        sys.addaudithook(self._heard)
        for name in LOOKS:
            setattr(os, name, self._wrapped(getattr(os, name)))

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.on and threading.get_ident() == self._gui and event.startswith(SLOW) and event not in QUICK:
            self.note(event, arguments[:1])

    def _wrapped(self, look: Callable[..., Any]) -> Callable[..., Any]:
        def looked(*given: Any, **named: Any) -> Any:
            self._heard("looked at", given)
            return look(*given, **named)

        return looked

    def note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Remember what happened, if our own code did it."""
        self.on = False  # a look at the source lines of the stack is none of ours
        stack = traceback.extract_stack(sys._getframe(2))
        self.on = True
        if any(frame.filename.startswith(ALLOWED) for frame in stack):
            return
        ours = next(
            (frame for frame in reversed(stack) if OWN in frame.filename and "tests" not in frame.filename), None
        )
        if ours is not None:
            where = f"{ours.filename.rpartition(OWN)[2]}:{ours.lineno} {ours.name}"
            self.found.setdefault((event, where), repr(arguments[0])[:120] if arguments else "")


class Strays(QObject):
    """Parts shown before they have their place: for a moment each is a window of its own, which closes open menus."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._watch.on and event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            usual = isinstance(watched, QMainWindow | QDialog | QMenu)
            if not usual and watched.windowType() == Qt.WindowType.Window:
                self._watch.note("a window of its own", (type(watched).__name__,))
        return False


def drive(watch: Watch, engine: str, target: str, other: str, folder: str) -> None:
    """Everything that a person does in a first hour."""
    memory = TargetMemory(method="ngram", context=2048)
    one = DrivenWindow(Settings(target=target, engine=engine, targets={target: memory}, first_run_done=True))
    window, parts = one.window, one.parts
    strays = Strays(watch)
    application().installEventFilter(strays)
    watch.on = True
    one.open()
    one.start()
    one.ask("Is the lamp lit?")
    parts.chat.new_chat()
    run_until(lambda: parts.chat_page.transcript.reply(2) is None, "a new chat")
    one.ask("Is it still lit?")
    parts.library.use_target(other)
    run_until(lambda: parts.keeper.settings.target == other, "another target is chosen")
    window.dropped.emit([other, folder])
    window.show_page(window.library)
    run_for(300)
    parts.setup.paste_command()
    run_for(100)
    window.show_log(True)
    parts.compare.show()
    run_for(300)
    window.show_page(parts.chat_page)
    panel = parts.monitor.panel
    assert panel is not None
    parts.monitor.write(str(Path(folder) / "numbers.csv"), panel._numbers())
    parts.monitor.write(str(Path(folder) / "plots.png"), panel._picture())
    parts.keeper.change(theme="dark", text_scale=1.5)
    run_for(100)
    parts.server.stop()
    run_until(lambda: isinstance(parts.server.state, Stopped), "the server has stopped")
    watch.on = False
    application().removeEventFilter(strays)
    one.close()


def main() -> int:
    """Returns 0 also when something was found: the caller judges."""
    watch = Watch()
    drive(watch, *sys.argv[1:5])
    for (event, where), argument in sorted(watch.found.items()):
        print(json.dumps({"event": event, "where": where, "argument": argument}), flush=True)
    print(json.dumps({"done": True}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
