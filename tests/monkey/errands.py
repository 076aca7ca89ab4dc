"""What takes more than one deed of a monkey to get to, and what happens around it: an engine that dies, a second start.

Functions of (monkey, rng), as in `deeds`.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import psutil
from monkey import seen
from monkey.grounds import ODD, change_engine, ways
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from shiboken6 import isValid

from specdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from monkey.player import Monkey

QUESTIONS = ("Tell me of the lamp.", "Is it lit?", ODD, "Write code. " * 200, "?")
STOPPED_MS = 2500
"""How long an engine stands still that was told to."""


def start_or_stop(monkey: Monkey, rng: random.Random) -> str:
    """The button of the top bar, once or as an impatient person presses it; what runs is left running more often."""
    window = _free_window()
    if rng.random() < 0.6 and any(_engines()):
        return ""
    return _presses(monkey, window.topbar.run_button, rng.choice([1, 1, 1, 2, 3])) if window else ""


def ask(monkey: Monkey, rng: random.Random) -> str:
    """Write a question and send it; sometimes stop the answer soon."""
    window = _free_window()
    if window is None:
        return ""
    question = rng.choice(QUESTIONS)
    monkey.tells(f"ask {question[:30]!r}")
    seen.key(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    field = window.chat.composer.field
    if not field.isVisible():
        return "done"
    seen.press(field, field.rect().center())
    seen.write(question, by_clipboard=rng.random() < 0.5)
    seen.key(window, Qt.Key.Key_Return)
    if rng.random() < 0.3:
        monkey.later(rng.choice([30, 400, 1500]), _stop_answer)
    monkey.waits(rng.choice([0.0, 0.3, 2.0]))
    return "done"


def _stop_answer() -> None:
    window = _free_window()
    if window is not None:
        seen.key(window, Qt.Key.Key_Escape)


def measure(monkey: Monkey, rng: random.Random) -> str:
    """To the page of compares, and there begin, look on, end, or turn to what is found."""
    window = _free_window()
    if window is None:
        return ""
    seen.key(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    page = window.frame.tabs.currentWidget()
    start, views = getattr(page, "start", None), [getattr(page, name, None) for name in ("progress", "sweep", "result")]
    if start is None:
        return ""
    if page.is_measuring and rng.random() < 0.9:
        return wait(monkey, rng)
    likely = [getattr(start, name) for name in ("button", "button", "button", "sweep_button")]
    others = [one for view in views if view is not None for one in view.findChildren(QAbstractButton)]
    found = [one for one in (*likely, *others) if one.isVisible() and one.isEnabled()]
    return _presses(monkey, rng.choice(found), 1) if found else ""


def wait(monkey: Monkey, rng: random.Random) -> str:
    """Look on for a while."""
    seconds = rng.choice([0.5, 1.0, 3.0])
    monkey.tells(f"wait {seconds} s")
    monkey.waits(seconds)
    return "done"


def engine_changes(monkey: Monkey, rng: random.Random) -> str:
    """The next start of the engine brings another one."""
    settings = ways(rng)
    told = {name: str(value)[:40] for name, value in settings.items() if name not in ("reply", "reasoning")}
    monkey.tells(f"the engine from now on: {told}")
    change_engine(monkey.grounds, settings)
    return "done"


def engine_suffers(monkey: Monkey, rng: random.Random) -> str:
    """A signal for an engine that runs."""
    name = rng.choice(["SIGKILL", "SIGSEGV", "SIGTERM", "SIGSTOP"])
    process = next(_engines(), None)
    if process is None:
        return ""
    monkey.tells(f"{name} for engine {process.pid}")
    with contextlib.suppress(psutil.Error):
        process.send_signal(getattr(signal, name))
    if name == "SIGSTOP":
        monkey.later(STOPPED_MS, lambda: _goes_on(process))
    return "done"


def _engines() -> Iterator[psutil.Process]:
    """Those that run, as a person sees them."""
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if any("fake_llama_server" in word for word in process.cmdline()):
                yield process


def _goes_on(process: psutil.Process) -> None:
    with contextlib.suppress(psutil.Error):
        process.send_signal(signal.SIGCONT)


def files_change(monkey: Monkey, rng: random.Random) -> str:
    """A model comes, goes, or is written anew, behind the program's back."""
    folder = monkey.grounds.models
    path, how = (
        folder / rng.choice(["Small Draft.gguf", "new.gguf", "Small Model.gguf"]),
        rng.choice(["gone", "there", "cut"]),
    )
    monkey.tells(f"{path.name} is {how}")
    if how == "gone":
        path.unlink(missing_ok=True)
        return "done"
    made = path.with_name(f"{path.name}.new")
    shutil.copyfile(folder / "Ünï 日本 model & co.gguf", made)
    if how == "cut":
        made.write_bytes(made.read_bytes()[:300])
    made.replace(path)
    return "done"


def second_start(monkey: Monkey, rng: random.Random) -> str:
    """Somebody starts SpecDesk again."""
    words = rng.choice([[], ["--demo"], [str(rng.choice(monkey.grounds.files()))]])
    words = [word for word in words if word.startswith("-") or word.lower().endswith(".gguf")]
    monkey.tells(f"a second start {words}")
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    monkey.starts.append(subprocess.Popen([sys.executable, "-m", "specdesk", *words], **quiet))  # type: ignore[call-overload]
    return "done"


def close(monkey: Monkey, rng: random.Random) -> str:
    """Close the window as its frame does, or what stands in front of it."""
    root = seen.in_front(rng)
    if root is None or (isinstance(root, MainWindow) and rng.random() < 0.8):
        return ""
    monkey.tells(f"close {seen.words_of(root)}")
    root.close()
    return "done"


def _free_window() -> MainWindow | None:
    """The window, where nothing has to be answered first."""
    return seen.main_window() if QApplication.activeModalWidget() is None else None


def _presses(monkey: Monkey, one: QWidget, times: int) -> str:
    if not (one.isVisible() and one.isEnabled()):
        return ""
    monkey.tells(f"press {seen.words_of(one)} x{times}")
    at = one.rect().center()
    for _ in range(times):
        if isValid(one) and one.isVisible():
            seen.press(one, at)
    return "done"
