"""How long the GUI thread is busy at a stretch while an engine of 200 tokens/s streams, beside a bare window.

usage: PYTHONPATH=tests python tests/benches/bench_gui_stalls.py [ROUNDS] [TOKENS] [fast | long | flood | theme]
fast: an engine of 2,000 tokens/s. long: within a chat of 100,000 tokens. flood: while the engine's log
floods the open drawer. theme: nothing streams; the colours and the text size of a window with a chat of TOKENS tokens
are changed, read at its end and in its middle, and no stretch of work may be longer than 100 ms.
A 5 ms timer beats on the GUI thread; how late a beat comes is a stall. In turns, within one run: a bare QMainWindow
while another process reads a reply of TOKENS tokens, then SpecDesk's own window with its service while it shows such
a reply: Markdown with code and lists, guesses on, plots visible. Off screen unless QT_QPA_PLATFORM says otherwise.
"work" is the processor time of the GUI thread between two beats: what a stall would be if nobody else wanted the
machine (or Python's lock). Exit code 1 when the window's worst stall (median of the rounds) exceeds the bare one's by
more than 50 ms (fast: 100).
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from bare_reader import arrived, begin
from driven_window import DrivenWindow, application, run_for, run_until
from paced_engine import long_chat, settings_for, write_engine
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QMainWindow, QWidget
from target import Targets

from specdesk.chat.conversation import Conversation
from specdesk.chat.history import History
from specdesk.ui.turns import turns

BEAT_MS = 5
MOST_MS = 50.0
MOST_LOOKS_MS = 100.0
SETTLE_MS = 800
FLOOD = 2000
"""Lines of log in a second."""


class Heartbeat:
    """`late`: by how much each beat came too late, ms. `work`: processor time of this thread between two beats, ms.

    `worst_at`: when the latest beat came, s from the beginning.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.work: list[float] = []
        self._spent = 0.0
        self._began = self._last = self._worst = 0.0
        self.worst_at = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def __enter__(self) -> Heartbeat:
        self._began = self._last = time.perf_counter()
        self._spent = time.thread_time()
        self._timer.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        late = max(0.0, (now - self._last) * 1000 - BEAT_MS)
        if late > self._worst:
            self._worst, self.worst_at = late, now - self._began
        self.late.append(late)
        self._last = now
        spent = time.thread_time()
        self.work.append((spent - self._spent) * 1000)
        self._spent = spent


def shown(window: QWidget) -> None:
    """Show a window and let it settle."""
    window.show()
    run_for(SETTLE_MS)


def figures(rounds: list[list[float]]) -> dict[str, float]:
    """Quantiles over all rounds, and the median of their worst."""
    late = sorted(value for one in rounds for value in one)
    quantiles = {f"p{share}": late[int(len(late) * share / 100)] for share in (50, 95, 99)}
    return quantiles | {"max": late[-1], "typical max": statistics.median(max(one) for one in rounds)}


def begin_chat(driven: DrivenWindow, chat: Conversation | None) -> None:
    """An empty chat, or the long one as it was saved."""
    if chat is None:
        driven.parts.service.new_chat()
        return
    driven.parts.service.open_chat(chat.id)
    last, page = chat.messages[-1].id, driven.parts.chat_page
    run_until(lambda: page.transcript.reply(last) is not None and turns().is_idle, "the long chat is open")
    run_for(SETTLE_MS)


def change_looks(driven: DrivenWindow, chat: Conversation, rounds: int) -> None:
    """Change colours and text size as the menu does, `rounds` times each; print the longest stretches of work."""
    begin_chat(driven, chat)
    bar = driven.parts.chat_page.transcript.verticalScrollBar()
    print(f"{len(driven.app.allWidgets())} widgets; longest stretch of work, ms / until all is done, s")
    worst = 0.0
    for turn in range(rounds):
        for place in (bar.maximum(), bar.maximum() // 2):
            bar.setValue(place)
            run_for(SETTLE_MS)
            for looks in ({"theme": "dark"}, {"text_scale": 1.5}, {"theme": "light"}, {"text_scale": 1.0}):
                with Heartbeat() as beat:
                    began = time.perf_counter()
                    driven.parts.keeper.change(**looks)
                    run_until(lambda: turns().is_idle, "all of it has the new looks")
                    took = time.perf_counter() - began
                    run_for(SETTLE_MS)
                print(f"round {turn + 1}, {looks}: {max(beat.work):.0f} ms / {took:.1f} s", flush=True)
                worst = max(worst, *beat.work)
    driven.close()
    targets = Targets()
    targets.most("the longest stretch of work in a change of looks", worst, MOST_LOOKS_MS, " ms")
    targets.end()


def main(rounds: int, tokens: int, kind: str = "") -> None:
    """Measure in turns, print a table."""
    home = Path(tempfile.mkdtemp(prefix="specdesk-bench-"))
    os.environ["SPECDESK_HOME"] = str(home)
    application()
    chat = None
    if kind in ("long", "theme"):
        history = History()
        chat = history.save(long_chat(tokens if kind == "theme" else 100_000))
        history.close()
    engine = write_engine(home, 10 if kind == "fast" else 1, **({"flood_rate": FLOOD} if kind == "flood" else {}))
    driven = DrivenWindow(settings_for(engine, home, tokens, 262_144 if kind == "long" else 32_768))
    driven.open()
    if kind == "theme" and chat is not None:
        change_looks(driven, chat, rounds)
        return
    facts = driven.start()
    driven.window.show_log(kind == "flood")
    bare, bare_late, window_late, window_work, rates = QMainWindow(), [], [], [], []
    opening: list[float] = []
    for turn in range(rounds):
        driven.window.hide()
        shown(bare)
        with Heartbeat() as beat:
            reader = begin(facts.url, facts.api_key, f"Question {turn}", tokens)
            run_until(lambda reader=reader: reader.poll() is not None, "the reader has ended")
        rates.append(arrived(reader).rate)
        bare_late.append(beat.late)
        bare.hide()
        shown(driven.window)
        with Heartbeat() as beat:
            begin_chat(driven, chat)
        opening.append(max(beat.work, default=0.0))
        with Heartbeat() as beat:
            driven.ask(f"Question {turn}")
        window_late.append(beat.late)
        window_work.append(beat.work)
        print(f"round {turn + 1}: worst {max(beat.late):.0f} ms, {beat.worst_at:.1f} s after the question", flush=True)
    driven.close()
    plain, whole = figures(bare_late), figures(window_late)
    print(f"{rounds} rounds of {tokens} tokens at {statistics.median(rates):.0f} tokens/s; stalls in ms")
    print(f"{'':16}" + "".join(f"{name:>14}" for name in plain))
    for name, row in (("bare window", plain), ("SpecDesk", whole), ("its own work", figures(window_work))):
        print(f"{name:16}" + "".join(f"{value:14.1f}" for value in row.values()))
    print(f"{'difference':16}" + "".join(f"{whole[name] - plain[name]:14.1f}" for name in plain))
    if chat is not None:
        print(f"opening that chat: at most {max(opening):.1f} ms of work at a stretch")
    targets = Targets()
    beyond = whole["typical max"] - plain["typical max"]
    targets.most("the worst stall beyond the bare window's", beyond, MOST_MS * (2 if kind == "fast" else 1), " ms")
    targets.end()


if __name__ == "__main__":
    given = [*sys.argv[1:], *("5", "1500")[len(sys.argv) - 1 :]]
    main(int(given[0]), int(given[1]), *given[2:])
