"""What the Monitor panel costs the GUI thread, beside a bare window in the same run.

usage: python tests/benches/bench_plots.py [SECONDS]
First: CPU time of one drawing of both plots with a minute and with ten minutes of samples. Then: a reply of 200 samples
a second for SECONDS (8), as the bridge hands it over (20 times a second), while a 2 ms heartbeat runs on the GUI
thread; the longest and the 99th percentile gap between two beats, bare and with the panel, and the share of the
thread's time.
Off screen unless QT_QPA_PLATFORM says otherwise.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from target import Targets

sys.path.insert(0, str(Path(__file__).parents[1] / "ui"))

import itertools

import msgspec
from monitor_stage import START, Clock, feed, finish, generated, running
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from specdesk.records.sample import Sample
from specdesk.service.events import ReplySample
from specdesk.ui import theme
from specdesk.ui.monitor import MonitorPanel
from specdesk.ui.monitor.panel import DRAW_MS

MOST_SHARE = 0.1
"""Of the time between two drawings."""
MOST_STALL_MS = 50.0

BEAT_MS, HAND_OVER_MS, PER_SECOND = 2, 33, 200


def wait(milliseconds: int) -> None:
    """Run the event loop for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def drawing_ms(app: QApplication, panel: MonitorPanel, last: Sample, rounds: int = 15) -> float:
    """Median CPU time of this thread to give both plots numbers, of which the last are new, and to paint them.

    last: the reply's newest sample.
    """
    times = []
    for number in range(1, rounds + 1):
        more = msgspec.structs.replace(
            last, t=last.t + 0.25 * number, tokens=last.tokens + 10 * number,
            decode_ms=(last.decode_ms or 0.0) + 250.0 * number,
        )  # fmt: skip
        panel.replies.trace.add(more)
        start = time.thread_time()
        panel.board.draw()
        app.processEvents()
        panel.board.speed.plot.viewport().repaint()
        panel.board.acceptance.plot.viewport().repaint()
        times.append((time.thread_time() - start) * 1000)
    return statistics.median(times)


def reply(seconds: float) -> list[Sample]:
    """Samples of one reply, PER_SECOND of them a second, two guesses of four kept."""
    step = 1000.0 / PER_SECOND
    return [
        Sample(
            t=START + n * step / 1000, tokens=1 + 3 * n, decode_ms=n * step * (1 + 0.1 * (n % 7)), rate=3000.0 / step,
            drafted=4 * n, accepted=2 * n, passes=max(1, n), passes_derived=True,
        )
        for n in range(round(seconds * PER_SECOND))
    ]  # fmt: skip


def gaps_ms(window: QWidget, seconds: float, hand_over: Callable[[], None]) -> tuple[list[float], float]:
    """(gaps between heartbeats in ms, CPU seconds of this thread) while `hand_over` is called."""
    window.show()
    wait(800)
    beats: list[float] = []
    heart, feeder = QTimer(), QTimer()
    heart.timeout.connect(lambda: beats.append(time.perf_counter()))
    feeder.timeout.connect(hand_over)
    spent = time.thread_time()
    heart.start(BEAT_MS)
    feeder.start(HAND_OVER_MS)
    wait(round(seconds * 1000))
    heart.stop()
    feeder.stop()
    window.hide()
    return [(right - left) * 1000 for left, right in itertools.pairwise(beats)], time.thread_time() - spent


def streamed(seconds: float) -> tuple[MonitorPanel, Callable[[], None]]:
    """A panel and what hands it the next samples."""
    panel = running()
    panel.resize(360, 700)
    feed(panel, [])
    coming, per_turn = iter(reply(seconds + 5)), round(PER_SECOND * HAND_OVER_MS / 1000)

    def hand_over() -> None:
        for _ in range(per_turn):
            panel.add_sample(ReplySample(reply=1, sample=next(coming)))

    return panel, hand_over


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    app = QApplication([])
    theme.apply(app, "light")
    targets = Targets()
    for name, tokens in (("a minute", 2_600), ("ten minutes", 26_000)):
        panel = running(clock=Clock(START))
        panel.resize(360, 700)
        panel.show()
        wait(800)
        samples = feed(panel, generated(tokens=tokens, plain=18.0))
        finish(panel, samples)
        wait(500)
        shown = len(panel.replies.trace)
        spent = drawing_ms(app, panel, samples[-1])
        print(f"one drawing, {name:12}{shown:6} points  {spent:6.1f} ms")
        targets.most(f"one drawing of {name}", spent, DRAW_MS * MOST_SHARE, " ms")
        panel.hide()
    label = QLabel("bare")
    bare, bare_spent = gaps_ms(label, seconds, lambda: None)
    full, full_spent = gaps_ms(*_window(seconds))
    for name, gaps, spent in (("bare window", bare, bare_spent), ("with the panel", full, full_spent)):
        ordered = sorted(gaps)
        print(
            f"{name:15} longest gap {ordered[-1]:6.1f} ms, 99 % below {ordered[int(0.99 * len(ordered))]:5.1f} ms, "
            f"{100 * spent / seconds:5.1f} % of the thread"
        )
    targets.most("longest gap beyond the bare window's", max(full) - max(bare), MOST_STALL_MS, " ms")
    targets.end()


def _window(seconds: float) -> tuple[QWidget, float, Callable[[], None]]:
    panel, hand_over = streamed(seconds)
    return panel, seconds, hand_over


if __name__ == "__main__":
    main()
