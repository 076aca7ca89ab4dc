"""A paced engine of 200 tokens/s through the whole window: stalls of the GUI thread beside a bare window, and the
tokens per second that arrive beside a bare reader, in pairs that take turns.

Run by hand: `PYTHONPATH=tests python tests/benches/bench_window.py [PAIRS] [TOKENS]` (on a display, or offscreen).
Ends with 1 when a stall of the window exceeds the bare one by more than 50 ms, or the median rate differs by more
than 2 %.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from fakes.fake_install import install_fake
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel
from shapes import write_shape

from specdesk.chat.client import EngineClient
from specdesk.chat.conversation import Message
from specdesk.engines.lifecycle import Ready
from specdesk.records.sample import Sample
from specdesk.service.events import ReplyDone
from specdesk.settings import LoadedSettings, Settings, SettingsFile, TargetMemory
from specdesk.ui.app import Window

BEAT_MS = 5
MOST_STALL_MS = 50.0
MOST_LOSS = 0.02
SPEED = 200


class Heartbeat:
    """Times how late the GUI thread comes to a timer of 5 ms."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._last = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def __enter__(self) -> Heartbeat:
        self._last = time.perf_counter()
        self._timer.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.late.append(max(0.0, (now - self._last) * 1000 - BEAT_MS))
        self._last = now

    def words(self) -> str:
        """Median, 99th percentile and worst, ms."""
        late = sorted(self.late)
        return f"median {statistics.median(late):.1f}  p99 {late[int(len(late) * 0.99)]:.1f}  worst {late[-1]:.1f} ms"


def wait_for(check: Callable[[], object], patience_s: float = 60.0) -> None:
    """Run the event loop until something holds."""
    loop = QEventLoop()
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if check() else None)
    timer.start(20)
    QTimer.singleShot(round(patience_s * 1000), loop.quit)
    loop.exec()
    timer.stop()
    if not check():
        raise SystemExit("waited too long")


def rate_of(samples: Sequence[Sample]) -> float:
    """Tokens per second as they arrived here, between the first figures and the last."""
    first, last = samples[0], samples[-1]
    return (last.tokens - first.tokens) / (last.t - first.t)


def bare_read(url: str, key: str | None, question: str, rates: list[float]) -> None:
    """One reply read without a window."""

    async def read() -> list[Sample]:
        client = EngineClient(url, key)
        body = {"messages": [{"role": "user", "content": question}], "stream": True, "timings_per_token": True}
        samples: list[Sample] = []
        async with client.stream_chat(body, stall_s=60.0) as stream:
            async for delta in stream:
                if delta.sample is not None:
                    samples.append(delta.sample)
        await client.aclose()
        return samples

    rates.append(rate_of(asyncio.run(read())))


def windowed(whole: Window, question: str, done: list[Message]) -> Heartbeat:
    """One reply through the window; `done` gets its message."""
    before = len(done)
    with Heartbeat() as beat:
        whole.controller.chat.send(question)
        wait_for(lambda: len(done) > before)
    return beat


def main(pairs: int, tokens: int) -> int:
    """The bench."""
    home = Path(tempfile.mkdtemp(prefix="specdesk-bench-"))
    os.environ["SPECDESK_HOME"] = str(home)
    engine = install_fake(home / "engine", speed=SPEED, tokens=tokens, acceptance=0.0)
    target = str(write_shape(home, "qwen25_05b.gguf"))
    app = QApplication.instance() or QApplication(sys.argv[:1])
    settings = Settings(target=target, engine=str(engine), targets={target: TargetMemory(method="off", context=32768)})
    whole = Window(app, SettingsFile(), LoadedSettings(settings))
    done: list[Message] = []
    whole.bridge.on(ReplyDone, lambda event: done.append(event.message))
    whole.window.show()
    parts = whole.controller
    wait_for(lambda: parts.server.engine is not None and parts.setup.plan() is not None and parts.monitor.panel)
    parts.server.start()
    wait_for(lambda: isinstance(parts.server.state, Ready) and parts.server.facts is not None)
    facts = parts.server.facts
    bare_window = QLabel("bare")
    bare_rates: list[float] = []
    rates: list[float] = []
    bare_late: list[float] = []
    late: list[float] = []
    for pair in range(pairs):
        question = f"Question {pair}: count."
        whole.window.hide()
        bare_window.show()
        reader = threading.Thread(target=bare_read, args=(facts.url, facts.api_key, question, bare_rates))
        with Heartbeat() as beat:
            reader.start()
            wait_for(lambda reader=reader: not reader.is_alive())
        print(f"bare    {bare_rates[-1]:7.2f} tokens/s   {beat.words()}", flush=True)
        bare_late.append(max(beat.late))
        bare_window.hide()
        whole.window.show()
        parts.service.new_chat()
        beat = windowed(whole, question, done)
        rates.append(rate_of(done[-1].samples))
        print(f"window  {rates[-1]:7.2f} tokens/s   {beat.words()}", flush=True)
        late.append(max(beat.late))
    parts.quit()
    wait_for(lambda: whole.window.is_closed)
    whole.service.close()
    ratio = statistics.median(ours / theirs for ours, theirs in zip(rates, bare_rates, strict=True))
    worst, bare_worst = statistics.median(late), statistics.median(bare_late)
    print(f"rate through the window / bare reader, median of {pairs}: {ratio:.4f}")
    print(f"worst stall, median of {pairs}: window {worst:.1f} ms, bare {bare_worst:.1f} ms")
    return int(abs(1 - ratio) > MOST_LOSS or worst - bare_worst > MOST_STALL_MS)


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in (sys.argv[1:] + ["3", "1000"][len(sys.argv) - 1 :]))))
