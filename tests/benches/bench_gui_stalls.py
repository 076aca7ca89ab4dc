"""How long the GUI thread is busy at a stretch while an engine of 200 tokens/s streams, beside a bare window.

usage: PYTHONPATH=tests python tests/benches/bench_gui_stalls.py [ROUNDS] [TOKENS] [fast | long | flood | theme]
fast: an engine of 2,000 tokens/s. long: within a chat of 100,000 tokens. flood: while the engine's log
floods the open drawer. theme: nothing streams; the colours and the text size of a window with a chat of TOKENS tokens
are changed, read at its end and in its middle, and no stretch of work may be longer than 100 ms.
A 5 ms timer beats on the GUI thread; how late a beat comes is a stall. In turns, within one run: a bare QMainWindow
while another process reads a reply of TOKENS tokens, then SpecDesk's own window with its service while it shows such
a reply: Markdown with code and lists, guesses on, plots visible. Off screen unless QT_QPA_PLATFORM says otherwise.
"work" is the processor time of the GUI thread between two beats: what a stall would be if nobody else wanted the
machine (or Python's lock). A stall far above its own work was somebody else's doing: another program, or another thread
of ours that held Python's lock; the longest full collection of garbage, which holds it, is printed beside it.
Judged are two things, each against 50 ms (fast: 100): the worst stall beyond the bare one's, median of the rounds, in
which one bad moment of the machine does not show; and the longest stretch of own work of all rounds, in which every
beat counts. The worst stall of all rounds is printed with the own work of that same beat. Exit code 1 when one of the
two is missed.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from bare_reader import arrived, begin
from driven_window import run_for, run_until
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QMainWindow, QWidget
from streamed_window import SETTLE_MS, StreamedWindow
from target import Targets

from specdesk.ui.turns import turns

BEAT_MS = 5
MOST_MS = 50.0
MOST_LOOKS_MS = 100.0
WHOLE = 2
"""The oldest generation of objects: its collection looks at all of them."""


class Heartbeat:
    """`late`: by how much each beat came too late, ms. `work`: processor time of this thread between two beats, ms.

    `worst`: the longest of `late`; `worst_at`: when that beat came, s from the beginning; `worst_work`: own work in it,
    ms. `collected`: the longest full collection of garbage, in whichever thread, ms.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.work: list[float] = []
        self._spent = 0.0
        self._began = self._last = self._collects = 0.0
        self.worst = self.worst_at = self.worst_work = self.collected = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def __enter__(self) -> Heartbeat:
        self._began = self._last = time.perf_counter()
        self._spent = time.thread_time()
        gc.callbacks.append(self._collected)
        self._timer.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._timer.stop()
        gc.callbacks.remove(self._collected)

    def _collected(self, phase: str, what: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._collects = now
        elif what["generation"] == WHOLE:
            self.collected = max(self.collected, (now - self._collects) * 1000)

    def _beat(self) -> None:
        now = time.perf_counter()
        late = max(0.0, (now - self._last) * 1000 - BEAT_MS)
        spent = time.thread_time()
        work = (spent - self._spent) * 1000
        if late > self.worst:
            self.worst, self.worst_at, self.worst_work = late, now - self._began, work
        self.late.append(late)
        self.work.append(work)
        self._last, self._spent = now, spent


def shown(window: QWidget) -> None:
    """Show a window and let it settle."""
    window.show()
    run_for(SETTLE_MS)


def figures(rounds: list[list[float]]) -> dict[str, float]:
    """Quantiles over all rounds, and the median of their worst."""
    late = sorted(value for one in rounds for value in one)
    quantiles = {f"p{share}": late[int(len(late) * share / 100)] for share in (50, 95, 99)}
    return quantiles | {"max": late[-1], "typical max": statistics.median(max(one) for one in rounds)}


def change_looks(stage: StreamedWindow, rounds: int) -> None:
    """Change colours and text size as the menu does, `rounds` times each; print the longest stretches of work."""
    driven = stage.driven
    stage.begin_chat()
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
    if kind == "theme":
        change_looks(StreamedWindow(tokens, saved=tokens), rounds)
        return
    stage = StreamedWindow(tokens, kind)
    driven, facts = stage.driven, stage.start()
    bare, bare_late, rates = QMainWindow(), [], []
    beats: list[Heartbeat] = []
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
            stage.begin_chat()
        opening.append(max(beat.work, default=0.0))
        with Heartbeat() as beat:
            driven.ask(f"Question {turn}")
        beats.append(beat)
        print(f"round {turn + 1}: {worst_words(beat)}", flush=True)
    driven.close()
    print(f"{rounds} rounds of {tokens} tokens at {statistics.median(rates):.0f} tokens/s; stalls in ms")
    if stage.chat is not None:
        print(f"opening that chat: at most {max(opening):.1f} ms of work at a stretch")
    judge(bare_late, beats, MOST_MS * (2 if kind == "fast" else 1))


def worst_words(beat: Heartbeat) -> str:
    """One round's worst beat, and what it was spent on."""
    words = f"worst {beat.worst:.0f} ms, {beat.worst_at:.1f} s after the question, own work in it {beat.worst_work:.0f}"
    return f"{words} ms; longest full collection {beat.collected:.0f} ms"


def judge(bare_late: list[list[float]], beats: list[Heartbeat], most_ms: float) -> None:
    """Print the table and the worst of all rounds, and hold both against the target."""
    plain, whole = figures(bare_late), figures([beat.late for beat in beats])
    work = figures([beat.work for beat in beats])
    print(f"{'':16}" + "".join(f"{name:>14}" for name in plain))
    for name, row in (("bare window", plain), ("SpecDesk", whole), ("its own work", work)):
        print(f"{name:16}" + "".join(f"{value:14.1f}" for value in row.values()))
    print(f"{'difference':16}" + "".join(f"{whole[name] - plain[name]:14.1f}" for name in plain))
    print(f"worst of all rounds: {worst_words(max(beats, key=lambda beat: beat.worst))}")
    targets = Targets()
    beyond = whole["typical max"] - plain["typical max"]
    targets.most("the worst stall beyond the bare window's, median of the rounds", beyond, most_ms, " ms")
    targets.most("the longest stretch of own work, all rounds", work["max"], most_ms, " ms")
    targets.end()


if __name__ == "__main__":
    given = [*sys.argv[1:], *("5", "1500")[len(sys.argv) - 1 :]]
    main(int(given[0]), int(given[1]), *given[2:])
