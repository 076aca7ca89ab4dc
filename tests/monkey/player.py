"""The monkey: one deed after the other in the windows of its own process, until its time is over; then it leaves."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from typing import TextIO

from monkey import deeds, errands, seen
from monkey.grounds import Grounds
from PySide6.QtCore import QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication, QPushButton
from shiboken6 import isValid

from specdesk.ui.wiring.interrupting import INTERRUPT

Deed = Callable[["Monkey", random.Random], str]
DEEDS: dict[Deed, float] = {
    deeds.click: 34, deeds.click_anywhere: 4, deeds.hover: 4, deeds.drag: 5, deeds.wheel: 5, deeds.type_text: 9,
    deeds.press_key: 9, deeds.shortcut: 8, deeds.menu_choice: 5, deeds.resize: 3, deeds.drop: 3, deeds.listen: 1,
    deeds.open_menu: 1, errands.start_or_stop: 4, errands.ask: 6, errands.measure: 5, errands.wait: 2,
    errands.engine_changes: 2, errands.engine_suffers: 1, errands.files_change: 1, errands.second_start: 0.3,
    errands.close: 1.5,
}  # fmt: skip
"""What it does, and how often."""
MOODS: dict[str, dict[Deed, float]] = {
    "curious": {},
    "talkative": {errands.ask: 8, errands.start_or_stop: 2, errands.wait: 3, deeds.type_text: 2, errands.close: 0.3},
    "measuring": {errands.measure: 8, errands.wait: 12, deeds.click: 0.3, errands.close: 0.2},
    "restless": {deeds.menu_choice: 5, deeds.shortcut: 3, deeds.resize: 4, deeds.open_menu: 3},
    "destructive": {errands.engine_changes: 5, errands.engine_suffers: 8, errands.files_change: 6, errands.ask: 3,
                    errands.start_or_stop: 4, errands.second_start: 5},
    "tidy": {deeds.drop: 8, deeds.type_text: 3, deeds.press_key: 3, deeds.drag: 3, deeds.listen: 4},
}  # fmt: skip
"""How much more often, for a session."""
PACES_S = ((0.0, 0.02), (0.0, 0.05), (0.01, 0.15), (0.05, 0.3))
"""From one deed to the next, one of them for a session."""
LOOK_AGAIN_MS = 100
PATIENCE_S = 25.0
"""How long the program may take to end once it was told to: 7 s are promised, and more for a busy computer."""
NEVER_ENDED = 70
"""Exit code where it did not."""


class Monkey(QObject):
    """Plays from `begin` on. starts: further starts of the program that it made."""

    def __init__(self, grounds: Grounds, seed: str, seconds: float, record: TextIO, addresses: tuple[str, ...]) -> None:
        super().__init__()
        self.grounds, self.addresses = grounds, addresses
        self.starts: list[subprocess.Popen[bytes]] = []
        self.deed = 0
        self._seed, self._record = seed, record
        self._began = time.monotonic()
        self._until = self._began + seconds
        self._waits_s, self._level = 0.0, 0
        self._left_at: float | None = None
        mood = random.Random(f"{seed}/mood").choice(list(MOODS))
        self._pace = random.Random(f"{seed}/pace").choice(PACES_S)
        self._weights = [weight * MOODS[mood].get(deed, 1.0) for deed, weight in DEEDS.items()]
        self.tells(f"a {mood} session")

    def begin(self) -> None:
        """Play, as soon as there is something to play with."""
        self.later(LOOK_AGAIN_MS, self._turn)

    def tells(self, words: str) -> None:
        """Note what is done next."""
        self._record.write(f"{self.deed:6} {time.monotonic() - self._began:7.2f} {words}\n")
        self._record.flush()

    def waits(self, seconds: float) -> None:
        """Do nothing for a while after this deed."""
        self._waits_s = seconds

    def later(self, milliseconds: float, do: Callable[[], object]) -> None:
        """Do that then."""
        QTimer.singleShot(round(milliseconds), self, do)

    def end_starts(self) -> None:
        """A further start that came when the window had just gone has become the window: it ends when it is told to."""
        for one in self.starts:
            one.terminate()
        for one in self.starts:
            one.wait(PATIENCE_S)

    def _turn(self) -> None:
        """One deed. The next is due before this one is done: a menu that opens may come back only when it closes.

        What QTest does between a press and its release is not such a loop of the program: no deed belongs there.
        """
        level = QThread.currentThread().loopLevel()
        if level <= self._level:
            self.later(LOOK_AGAIN_MS / 5, self._turn)
            return
        if time.monotonic() > self._until:
            self._leave()
            return
        self.deed += 1
        rng = random.Random(f"{self._seed}/{self.deed}")
        self._waits_s = 0.0
        next_turn = QTimer(self, singleShot=True)
        next_turn.timeout.connect(next_turn.deleteLater)
        next_turn.timeout.connect(self._turn)
        next_turn.start(round(1000 * rng.uniform(*self._pace)))
        before, self._level = self._level, level
        try:
            self._do(rng)
        finally:
            self._level = before
        if self._waits_s and isValid(next_turn) and next_turn.isActive():
            next_turn.start(round(1000 * self._waits_s))

    def _do(self, rng: random.Random) -> None:
        deed = rng.choices(list(DEEDS), self._weights)[0]
        dialog = seen.file_dialog()
        modal = QApplication.activeModalWidget()
        if dialog is not None and modal in (None, dialog):
            deeds.answer_file_dialog(self, rng, dialog)
        elif QApplication.activePopupWidget() is not None and rng.random() < 0.6:
            deeds.open_menu(self, rng)
        else:
            deed(self, rng)

    # ---- the end ----

    def _leave(self) -> None:
        """Tell the program to end, in one of the ways that people and systems have; see that it does."""
        now, rng = time.monotonic(), random.Random(f"{self._seed}/end")
        if self._left_at is None:
            self._left_at = now
            how = rng.choice(["close", "quit", "signal", "order"])
            self.tells(f"the end: {how}")
            self._end_by(how)
        elif now - self._left_at > PATIENCE_S:
            self.tells(f"after {PATIENCE_S:.0f} s it has not ended")
            os._exit(NEVER_ENDED)
        elif now - self._left_at > PATIENCE_S / 2:  # it may go on serving behind a closed window: a signal ends all
            self.tells("the end: signal")
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            self._agree()
        self.later(1000, self._leave)

    def _end_by(self, how: str) -> None:
        window = seen.main_window()
        if how == "order":
            QApplication.quit()
        elif how == "signal" or window is None:
            os.kill(os.getpid(), signal.SIGTERM)
        elif how == "close":
            window.close()
        else:
            window.findChild(seen.QAction, "quit").trigger()

    def _agree(self) -> None:
        """End what is measured, where that is asked."""
        window = seen.main_window()
        banner = window.notices.banner(INTERRUPT) if window is not None else None
        if banner is not None:
            banner.findChildren(QPushButton)[-1].click()
