"""What a flush costs early and late in a reply of 30,000 tokens, and how long the longest one takes.

usage: PYTHONPATH=tests python tests/benches/bench_chat_view.py
       [mixed | prose | one line | lines | list | quote | code | table ...]
Prints one line per kind of text (all of them where none is named, which takes some minutes) and ends with 1 when a late
flush costs more than twice an early one. Times are of the processor, in ms: other programs do not count.
"""

from __future__ import annotations

import os
import statistics
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from target import Targets

from specdesk.chat.guesses import Span
from specdesk.ui import theme
from specdesk.ui.chat.page import ChatPage

CHARACTERS = 120_000
"""About 30,000 tokens."""
FLUSH = 12
"""Characters per flush: three tokens."""
MOST_RATIO = 2.0

PROSE = "A **typical** paragraph with `code` and some *emphasis*, of average length for a reply. " * 4 + "\n\n"
MIXED = (
    "## A heading\n\n" + PROSE + "1. first\n2. second\n   - deeper\n\n"
    "```python\ndef f(x):\n    return x + 1  # note\n```\n\n"
    "| a | b |\n|---|---|\n| one | two |\n| three | four |\n\n> quoted\n\n"
)
KINDS = {
    "mixed": MIXED,
    "prose": PROSE,
    "one line": "word ",
    "lines": "a line that ends\n",
    "list": "- an item of a list\n",
    "quote": "> a quoted line\n",
}
FENCED = "```python\n" + "def f(x): return x + 1  # note\n" * (CHARACTERS // 30)
TABLE = "| a | b |\n|---|---|\n" + "| one | two |\n" * (CHARACTERS // 14)


def texts() -> dict[str, str]:
    """The kinds of text, each of the full length."""
    made = {name: (part * (CHARACTERS // len(part) + 1))[:CHARACTERS] for name, part in KINDS.items()}
    return made | {"code": FENCED[:CHARACTERS], "table": TABLE[:CHARACTERS]}


def costs_of(app: QApplication, text: str) -> list[float]:
    """CPU time of each flush, ms: text in, drawn, scrolled to the end."""
    page = ChatPage()
    page.resize(600, 744)
    page.set_show_guesses(True)
    page.begin_reply(1)
    page.show()
    app.processEvents()
    costs: list[float] = []
    for index, at in enumerate(range(0, len(text), FLUSH)):
        began = time.process_time()
        page.append([Span(text[at : at + FLUSH], index % 2 == 0)])
        app.processEvents()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        costs.append((time.process_time() - began) * 1000)
    page.close()
    page.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return costs


def main() -> None:
    """Measure the kinds that were named, or all."""
    app = QApplication.instance() or QApplication([])
    theme.apply(app, "light")
    targets = Targets()
    for name, text in texts().items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        costs = costs_of(app, text)
        tenth = len(costs) // 10
        early, late = statistics.median(costs[:tenth]), statistics.median(costs[-tenth:])
        ratio = late / early
        print(
            f"{name:9} {len(costs):6} flushes  early {early:5.2f}  late {late:5.2f}  ratio {ratio:4.2f}"
            f"  99 % under {sorted(costs)[len(costs) * 99 // 100]:5.1f}  longest {max(costs):6.1f}",
            flush=True,
        )
        targets.most(f"{name}: a flush late in a reply, times an early one", ratio, MOST_RATIO)
    targets.end()


if __name__ == "__main__":
    main()
