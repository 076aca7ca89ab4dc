"""Pictures of the real window with the real practice model: the one in the README, and a set to look at.

usage: .venv/bin/python scripts/screenshots.py [--readme]
Writes docs/window.png (1280x800, light, one answer given, plain speed measured), docs/window-dutch.png (dark) and,
unless --readme is given, the steps of a session and its end in every look and size to build/screenshots/window/. Needs
no screen: Qt draws into memory. Takes about three minutes, most of them the plain check. Needs what ./check installs.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from driven_window import DrivenWindow, application, run_for, run_until
from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from specdesk.chat.prompts import demo
from specdesk.models.demo_model import demo_model
from specdesk.service.events import CheckDone, LibraryDone
from specdesk.settings import Settings

TOP = Path(__file__).resolve().parents[1]
SETTLE_MS = 900
"""Until plots and fits that follow a change are drawn."""
SMALL, LARGE, NARROW = (1280, 800), (1920, 1080), (900, 700)
LOOKS = [(colours, size, 1.0) for colours in ("light", "dark") for size in (SMALL, LARGE, NARROW)] + [
    ("light", SMALL, 1.5), ("light", SMALL, 2.0), ("dark", LARGE, 2.0),
]  # fmt: skip


class Photographer:
    """Takes pictures of one window. folder: where the set goes; None = only the README's picture is wanted."""

    def __init__(self, driven: DrivenWindow, folder: Path | None) -> None:
        self.driven, self.folder = driven, folder

    def look(self, colours: str, size: tuple[int, int], scale: float) -> None:
        """Give the window another look."""
        self.driven.whole.keeper.change(theme=colours, text_scale=scale)
        self.driven.window.resize(*size)
        run_for(SETTLE_MS)

    def take(self, name: str, popup: QWidget | None = None) -> None:
        """One picture of the window as it is, with what is open above it."""
        if self.folder is None:
            return
        picture = self.driven.window.grab()
        if popup is not None:
            painter = QPainter(picture)
            painter.drawPixmap(popup.mapToGlobal(QPoint()) - self.driven.window.mapToGlobal(QPoint()), popup.grab())
            painter.end()
        save(picture, self.folder / f"{name}.png")

    def take_in_all_looks(self, name: str) -> None:
        """The same state in every look and size, then back."""
        if self.folder is None:
            return
        for colours, size, scale in LOOKS:
            self.look(colours, size, scale)
            self.take(f"{name}-{colours}-{size[0]}x{size[1]}" + (f"-{scale:.0%}" if scale > 1 else ""))
        self.look("light", SMALL, 1.0)

    def take_in_both_colours(self, name: str) -> None:
        """Light and dark at the size that the window is designed for."""
        for colours in ("dark", "light"):
            self.look(colours, SMALL, 1.0)
            self.take(f"{name}-{colours}")


def save(picture: QPixmap, path: Path) -> None:
    """Write a picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not picture.save(str(path)):
        raise SystemExit(f"{path} could not be written.")
    print(path.relative_to(TOP), flush=True)


def empty_window(folder: Path) -> None:
    """The first start of somebody who has nothing yet."""
    driven = DrivenWindow(Settings(theme="light"))
    shots = Photographer(driven, folder)
    driven.window.show()
    run_until(lambda: driven.parts.monitor.panel and driven.parts.server.engine, "an engine is found")
    shots.take_in_both_colours("01-nothing-yet")
    driven.window.show_page(driven.window.library)
    shots.take_in_both_colours("02-nothing-yet-library")
    driven.close()


def session(driven: DrivenWindow, shots: Photographer) -> None:
    """The demo up to a verdict: start, ask, measure the plain speed, ask again."""
    parts = driven.parts
    driven.open()
    shots.look("light", SMALL, 1.0)
    shots.take_in_both_colours("03-demo-opened")
    driven.start()
    shots.take("04-ready")
    question = demo("demo-gain").text_in("en")
    driven.ask(question)
    shots.take("05-answered")
    checks: list[CheckDone] = []
    driven.whole.bridge.on(CheckDone, checks.append)
    parts.monitor.check()
    run_for(4 * SETTLE_MS)
    shots.take("06-plain-check")
    run_until(lambda: checks and parts.server.can_answer, "the plain check has ended", 600)
    parts.service.new_chat()
    driven.ask(question)
    run_for(SETTLE_MS)
    for key in list(driven.window.notices.shown()):
        driven.window.notices.clear(key)
    shots.look("light", SMALL, 1.0)


def dutch_window(model: str) -> None:
    """The demo in Dutch, dark, with one answer given: docs/window-dutch.png."""
    driven = DrivenWindow(Settings(theme="dark", language="nl"), model)
    driven.open()
    driven.window.resize(*SMALL)
    driven.start()
    driven.ask(demo("demo-gain").text_in("nl"))
    run_for(SETTLE_MS)
    save(driven.window.grab(), TOP / "docs" / "window-dutch.png")
    driven.close()


def all_places(driven: DrivenWindow, shots: Photographer, models: Path) -> None:
    """Everything that can be opened, with an answer given."""
    parts, window = driven.parts, driven.window
    shots.take_in_all_looks("10-answered")
    read: list[LibraryDone] = []
    driven.whole.bridge.on(LibraryDone, read.append)
    driven.whole.keeper.change(model_folders=(str(models.parent),))
    run_until(lambda: read, "the folder is read")
    places: dict[str, Callable[[], None]] = {
        "11-library": lambda: window.show_page(window.library),
        "12-compare": parts.compare.show,
        "13-more-settings": lambda: (window.show_page(parts.chat_page), parts.setup.show_more(True)),
        "14-log": lambda: (parts.setup.show_more(False), window.show_log(True)),
        "15-chats": lambda: (window.show_log(False), parts.chat_page.show_list(True)),
    }
    for name, open_place in places.items():
        open_place()
        shots.take_in_both_colours(name)
        shots.look("light", SMALL, 2.0)
        shots.take(f"{name}-200%")
        shots.look("light", SMALL, 1.0)
    parts.chat_page.show_list(False)


def all_dialogs(driven: DrivenWindow, shots: Photographer) -> None:
    """Dialogs and the menu, over the window."""
    parts, window = driven.parts, driven.window
    opened: dict[str, Callable[[], None]] = {
        "20-access": parts.access.show_access,
        "21-privacy": parts.access.show_privacy,
        "22-keys": parts.actions["keys"].trigger,
        "23-paste": lambda: parts.setup.paste_command("llama-server -m a.gguf -md b.gguf -ngl 99 --draft-max 8"),
    }
    for name, open_dialog in opened.items():
        open_dialog()
        run_for(SETTLE_MS)
        dialog = next(one for one in window.findChildren(QDialog) if one.isVisible())
        shots.take(name, dialog)
        dialog.close()
    menu: QMenu = window.topbar.window_menu
    window.topbar.menu_button.click()
    run_for(SETTLE_MS)
    shots.take("24-menu", menu)
    menu.close()


def main(only_readme: bool) -> None:
    """Take them all."""
    os.environ["SPECDESK_HOME"] = tempfile.mkdtemp(prefix="specdesk-pictures-")
    application()
    model = demo_model()
    if model is None:
        raise SystemExit("The practice model is not installed. Run ./check once.")
    folder = None if only_readme else TOP / "build" / "screenshots" / "window"
    if folder is not None:
        empty_window(folder)
    driven = DrivenWindow(Settings(theme="light"), str(model))
    shots = Photographer(driven, folder)
    session(driven, shots)
    save(driven.window.grab(), TOP / "docs" / "window.png")
    if folder is not None:
        all_places(driven, shots, model)
        all_dialogs(driven, shots)
    driven.close()
    dutch_window(str(model))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take pictures of the window.")
    parser.add_argument("--readme", action="store_true", help="only docs/window.png")
    main(parser.parse_args().readme)
