"""Pictures of the real window with the real practice model: those in the documentation, and a set to look at.

usage: .venv/bin/python scripts/screenshots.py [--docs]
Writes to docs/: window.png (1280x800, light, one answer given, plain speed measured), fit.png (the fit card and what it
opens), compare.png and compare-dark.png (the answer of a quick compare), card.png (the card that is saved of it) and
window-dutch.png (Dutch, dark). Unless --docs is given, the steps of a session and its end in every look and size go to
build/screenshots/window/. Needs no screen: Qt draws into memory. Takes about four minutes, most of them the plain check
and the compare, on a computer that does nothing else: the pictures show what was measured. Needs what ./check installs.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.pop("LC_ALL", None)
os.environ |= {"LANG": "en_US.UTF-8", "LC_CTYPE": "C.UTF-8"}  # numbers and days as on most readers' desktops
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import numpy as np
from driven_window import DrivenWindow, application, run_for, run_until
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from specdesk.chat.prompts import demo
from specdesk.models.demo_model import demo_model
from specdesk.service.events import CheckDone, CompareDone, LibraryDone
from specdesk.settings import Settings
from specdesk.ui.compare.cards import contents
from specdesk.ui.compare.start import QUICK
from specdesk.ui.wiring.demo import COST, costly_settings

TOP = Path(__file__).resolve().parents[1]
DOCS = TOP / "docs"
MOST_BYTES = 200_000
"""Of one picture in the documentation."""
SMALLEST_FILE = 0
"""The quality that PNG files are written with: as small as they get."""
COMPARE_S = 1800
USED_MOST = 96
"""So many of the colours of a picture are those that are used most."""
GAP = 24
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


def in_few_colours(image: QImage) -> QImage:
    """With 256 colours: those that are used most, then always the one that is furthest from all that were chosen, so
    that a thin line keeps its colour. Each other one becomes the nearest of them."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    width, height = plain.width(), plain.height()
    dots = np.frombuffer(plain.constBits(), np.uint32).reshape(height, width)
    colours, places, counts = np.unique(dots, return_inverse=True, return_counts=True)
    parts = np.stack([(colours >> shift) & 255 for shift in (0, 8, 16)], axis=1).astype(np.int32)
    kept = list(np.argsort(counts)[::-1][:USED_MOST])
    away = np.min([np.abs(parts - parts[one]).sum(axis=1) for one in kept], axis=0)
    while len(kept) < min(256, len(colours)):
        kept.append(int(away.argmax()))
        away = np.minimum(away, np.abs(parts - parts[kept[-1]]).sum(axis=1))
    nearest = [int(np.abs(parts[kept] - one).sum(axis=1).argmin()) for one in parts]
    numbers = np.array(nearest, np.uint8)[places].reshape(height, width)
    few = QImage(numbers.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
    few.setColorTable([int(colours[one]) for one in kept])
    return few.copy()


def save(picture: QPixmap | QImage, path: Path) -> None:
    """Write a picture. Those of the documentation in 256 colours, which halves them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = picture.toImage() if isinstance(picture, QPixmap) else picture
    if path.parent == DOCS:
        image = in_few_colours(image)
    if not image.save(str(path), "PNG", SMALLEST_FILE):
        raise SystemExit(f"{path} could not be written.")
    if path.parent == DOCS and path.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{path} has {path.stat().st_size} bytes, and may have {MOST_BYTES}.")
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
    if checks[-1].rate is None:  # others kept the processor busy: pictures of that would mislead
        raise SystemExit(checks[-1].words)
    parts.service.new_chat()
    driven.ask(question)
    run_for(SETTLE_MS)
    for key in list(driven.window.notices.shown()):
        driven.window.notices.clear(key)
    shots.look("light", SMALL, 1.0)


def picture_of_the_fit(driven: DrivenWindow) -> None:
    """The set-up with its fit card, and beside it the dialog that the card opens: docs/fit.png."""
    driven.parts.memory.show()
    run_for(2 * SETTLE_MS)
    dialog = driven.parts.memory.dialog()
    assert dialog is not None
    dialog.resize(dialog.width(), SMALL[1])
    run_for(SETTLE_MS)
    setup, details = driven.parts.setup.grab(), dialog.grab()
    dialog.close()
    both = QImage(setup.width() + 3 * GAP + details.width(), details.height() + 2 * GAP, QImage.Format.Format_RGB32)
    both.fill(driven.window.palette().window().color())
    painter = QPainter(both)
    painter.drawPixmap(GAP, GAP, setup)
    painter.drawPixmap(setup.width() + 2 * GAP, GAP, details)
    painter.end()
    save(both, DOCS / "fit.png")


def pictures_of_a_compare(driven: DrivenWindow, shots: Photographer, model: str) -> None:
    """The demo's case where a draft costs speed, and the answer of a quick compare of it in both looks, with its card:
    docs/compare.png, compare-dark.png, card.png."""
    parts, keeper = driven.parts, driven.whole.keeper
    keeper.take(costly_settings(keeper.settings, model))
    driven.start()
    run_until(lambda: parts.server.facts and parts.server.facts.plan.draft, "the model is its own draft")
    parts.service.new_chat()
    driven.ask(demo(COST).text_in("en"))
    done: list[CompareDone] = []
    driven.whole.bridge.on(CompareDone, done.append)
    parts.compare.show()
    parts.compare.page.start.budget.set_value(QUICK)
    parts.compare.page.start.button.click()
    run_until(lambda: done, "the compare is over", COMPARE_S)
    run_until(lambda: parts.server.can_answer, "the server is back")
    for key in list(driven.window.notices.shown()):
        driven.window.notices.clear(key)
    for colours, name in (("dark", "compare-dark"), ("light", "compare")):
        shots.look(colours, SMALL, 1.0)
        parts.compare.page.result.parentWidget().setFocus()
        save(driven.window.grab(), DOCS / f"{name}.png")
    ended = done[-1]
    card = contents(ended.stored, ended.result, ended.stored.setup.pair)["png"]()
    save(QImage.fromData(card), DOCS / "card.png")


def dutch_window(model: str) -> None:
    """The demo in Dutch, dark, with one answer given: docs/window-dutch.png."""
    driven = DrivenWindow(Settings(theme="dark", language="nl"), model)
    driven.open()
    driven.window.resize(*SMALL)
    driven.start()
    driven.ask(demo("demo-gain").text_in("nl"))
    run_for(SETTLE_MS)
    save(driven.window.grab(), DOCS / "window-dutch.png")
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


def main(only_docs: bool) -> None:
    """Take them all."""
    os.environ["SPECDESK_HOME"] = tempfile.mkdtemp(prefix="specdesk-pictures-")
    application()
    model = demo_model()
    if model is None:
        raise SystemExit("The practice model is not installed. Run ./check once.")
    folder = None if only_docs else TOP / "build" / "screenshots" / "window"
    if folder is not None:
        empty_window(folder)
    driven = DrivenWindow(Settings(theme="light"), str(model))
    shots = Photographer(driven, folder)
    session(driven, shots)
    save(driven.window.grab(), DOCS / "window.png")
    picture_of_the_fit(driven)
    if folder is not None:
        all_places(driven, shots, model)
        all_dialogs(driven, shots)
    pictures_of_a_compare(driven, shots, str(model))
    driven.close()
    dutch_window(str(model))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take pictures of the window.")
    parser.add_argument("--docs", action="store_true", help="only those of the documentation")
    main(parser.parse_args().docs)
