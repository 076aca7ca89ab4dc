"""Tokens per second through the window, beside a bare reader of the same engine, in pairs that take turns.

usage: PYTHONPATH=tests python tests/benches/bench_window_speed.py [PAIRS] [TOKENS] [real | fast]
All tokens over the time from asking to the last figure. Through the window: as it is handed out on the GUI thread,
plots and Markdown drawn. Bare: the program's own client in a process of its own. The engine is the fake one of 200
tokens/s; with `real` it is llama-server b10068 with SmolLM2 on this processor, which the window then shares with it.
Off screen unless QT_QPA_PLATFORM says otherwise.
`fast` makes the fake one 2,000 tokens/s. Exit code 1 when the median of the pairs' ratios is below 0.98 (fast: 0.9;
real: nothing is promised).
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from bare_reader import Arrival, arrival, arrived, begin
from driven_window import DrivenWindow, application, run_for, run_until
from paced_engine import settings_for, write_engine
from real_parts import server_binary, target_model
from target import Targets

from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.events import ReplySample
from specdesk.settings import Settings, TargetMemory

LEAST, FAST_LEAST = 0.98, 0.9
SETTLE_MS = 500
QUESTION = "Tell me a long story about a lighthouse, a keeper and the sea. Number {number}."


def real_settings(tokens: int) -> Settings:
    """The real engine without guesses: how much of a reply is guessed would blur the comparison."""
    target = str(target_model())
    memory = {target: TargetMemory(method="off")}
    greedy = Sampling(temperature=0.0)
    return Settings(target=target, engine=str(server_binary()), targets=memory, reply_limit=tokens, sampling=greedy)


class Watch:
    """When figures of a reply reached the GUI thread."""

    def __init__(self, driven: DrivenWindow) -> None:
        self._driven = driven
        self._seen: list[tuple[float, Sample]] = []
        driven.whole.bridge.on(ReplySample, lambda event: self._note(event.sample))

    def _note(self, sample: Sample) -> None:
        self._seen.append((time.perf_counter(), sample))

    def ask(self, question: str) -> Arrival:
        """One reply through the window."""
        self._seen.clear()
        self._driven.parts.service.new_chat()
        asked = time.perf_counter()
        self._driven.ask(question)
        return arrival(asked, self._seen)


def pairs_of(driven: DrivenWindow, pairs: int, tokens: int) -> list[tuple[Arrival, Arrival]]:
    """(bare, through the window), in turns."""
    facts, watch, found = driven.start(), Watch(driven), []
    for number in range(pairs):
        question = QUESTION.format(number=number)
        driven.window.hide()
        run_for(SETTLE_MS)
        reader = begin(facts.url, facts.api_key, question, tokens)
        run_until(lambda reader=reader: reader.poll() is not None, "the reader has ended")
        bare = arrived(reader)
        driven.window.show()
        run_for(SETTLE_MS)
        found.append((bare, watch.ask(question)))
        print(f"pair {number + 1}: {bare.rate:.1f} and {found[-1][1].rate:.1f} tokens/s", flush=True)
    return found


def ratio(found: list[tuple[Arrival, Arrival]], name: str) -> float:
    """Median over the pairs: window / bare."""
    return statistics.median(getattr(window, name) / getattr(bare, name) for bare, window in found)


def main(pairs: int, tokens: int, *more: str) -> None:
    """Measure, print a table."""
    home = Path(tempfile.mkdtemp(prefix="specdesk-bench-"))
    os.environ["SPECDESK_HOME"] = str(home)
    application()
    is_real = "real" in more
    times = 10 if "fast" in more else 1
    paced = real_settings(tokens) if is_real else settings_for(write_engine(home, times), home, tokens)
    driven = DrivenWindow(paced)
    driven.open()
    found = pairs_of(driven, pairs, tokens)
    driven.close()
    print(f"\n{pairs} pairs of {tokens} tokens, {'llama-server and SmolLM2' if is_real else 'the fake engine'}")
    print(f"{'tokens/s, median':34}{'bare':>10}{'window':>10}{'ratio':>10}")
    for name, words in (("rate", "from asking to the last token"), ("engine_rate", "the engine's own figure")):
        bare, window = (statistics.median(getattr(one[side], name) for one in found) for side in (0, 1))
        print(f"{words:34}{bare:10.2f}{window:10.2f}{ratio(found, name):10.4f}")
    targets = Targets()
    least = FAST_LEAST if times > 1 else LEAST
    if not is_real:
        targets.least("tokens/s through the window, of a bare reader's", ratio(found, "rate"), least)
    targets.end()


if __name__ == "__main__":
    given = [*sys.argv[1:], *("5", "1500")[len(sys.argv) - 1 :]]
    main(int(given[0]), int(given[1]), *given[2:])
