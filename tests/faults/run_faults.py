"""Puts one fault after the other before SpecDesk and prints what people saw, what was kept, and how long it took.

usage: python tests/faults/run_faults.py [--short | --long] [--kills N] [--headers N] [--minutes M] [--patience X]

Without arguments: every fault, a few minutes. --short: one of each kind, some seconds. --long: with 1,000 kills,
100,000 changed headers and an hour of streaming, unless told otherwise. Exit code 1 when a window stood still, a
process was left, a record was lost, a traceback was written, or a run ended without an explanation.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from faults import file_faults, guided, program_ends, real_disks, streaming  # noqa: E402
from faults.outcome import Outcome  # noqa: E402
from service_stage import small_model  # noqa: E402
from stubs.hanging_drive import HangingDrive  # noqa: E402
from stubs.nvml import NvmlStub, build  # noqa: E402

HOME = "Zuhause von Jürgen 日本"
"""Every home of this run has spaces and letters beyond ASCII."""
FROZEN_S = 3.0
"""A window that does not come round for so long is frozen; a busy computer alone may cost it a second."""
WINDOW_LIMIT_S = 900.0
GUIDED_SHARE = 10
"""One header guided by coverage for so many that are changed at random: tracing is slow."""
WORDS = b"of the lamp"
"""What `window_faults` asks, and the fake engine answers with."""
NETWORK = "connections beyond this computer"
LINE_WIDTH = (40, 62, 30)


def window(folder: Path, short: bool, patience: float) -> Iterator[Outcome]:
    """Every fault of an engine, before the real window in a process of its own."""
    home = folder / HOME
    home.mkdir()
    environment = os.environ | {
        "SPECDESK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path[:2]),
        "PATH": "/usr/bin:/bin", "HOME": str(folder),
    }  # fmt: skip
    command = [sys.executable, str(HERE / "window_faults.py"), str(folder), *(["--short"] if short else [])]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=WINDOW_LIMIT_S)
    except subprocess.TimeoutExpired:
        yield Outcome("the window", "nothing", "", WINDOW_LIMIT_S, "it hangs")
        return
    asked, network = -1, Outcome(NETWORK, "", "", 0.0, "it was not looked at")
    for line in done.stdout.splitlines():
        told = json.loads(line)
        if "asked" in told:
            asked, network = told["asked"], _network(told)
            yield _keys(told)
            continue
        outcome = Outcome(**told)
        frozen = outcome.stalled_s is not None and outcome.stalled_s > FROZEN_S * patience
        yield Outcome(**told | {"trouble": outcome.trouble or ("the window was frozen" if frozen else "")})
    log = home / "state" / "specdesk.log"
    said = log.read_text(errors="replace") if log.is_file() else ""
    kept = _questions(home) if asked >= 0 else 0
    trouble = "" if done.returncode == 0 else f"exit code {done.returncode}: {done.stderr[-500:]}"
    trouble = trouble or ("a traceback in the log" if "Traceback" in said + done.stderr else "")
    trouble = trouble or ("" if kept == asked else f"{kept} of {asked} questions")
    logs = [path for path in (home / "state").rglob("*") if path.is_file()]
    trouble = trouble or ("words of a chat in a log" if any(WORDS in path.read_bytes() for path in logs) else "")
    yield Outcome("the window after all that", "it closes", f"{kept} of {asked} questions", 0.0, trouble)
    yield network
    yield file_faults.private(home)


def machine(folder: Path, patience: float) -> Iterator[Outcome]:
    """What does not answer below the window, and errors inside, before a window of its own."""
    folder.mkdir()
    library = build(folder / "driver")
    far = folder / "far drive"
    far.mkdir()
    small_model(far / "Far.gguf")
    nvml, drive = NvmlStub(library, folder / "nvml-state"), HangingDrive(far, folder / "drive")
    environment = os.environ | nvml.environment() | drive.environment() | {
        "SPECDESK_HOME": str(folder / HOME), "QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin",
        "PYTHONPATH": os.pathsep.join(sys.path[:2]), "HOME": str(folder), "NVML_LIBRARY": str(library),
    }  # fmt: skip
    command = [sys.executable, str(HERE / "machine_faults.py"), str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=WINDOW_LIMIT_S)
    for line in done.stdout.splitlines():
        told = json.loads(line)
        frozen = told["stalled_s"] > FROZEN_S * patience
        yield Outcome(**told | {"trouble": told["trouble"] or ("the window was frozen" if frozen else "")})
    trouble = "" if done.returncode == 0 else f"exit code {done.returncode}: {done.stderr[-500:]}"
    yield Outcome("the window after all that", "it closes", "", 0.0, trouble)


def _keys(told: dict[str, Any]) -> Outcome:
    """The keys of all runs, looked for in commands and environments while they ran, and in every file at the end."""
    trouble = f"in {', '.join(told['keys_in'])}" if told["keys_in"] else "" if told["keys"] else "no key was seen"
    return Outcome("a look for the keys", f"{told['keys']} keys, in no command, environment or file", "", 0.0, trouble)


def _network(told: dict[str, Any]) -> Outcome:
    """What `network_watch` found while the window went through all that."""
    trouble = ", ".join(told["strangers"][:3]) if told["strangers"] else "" if told["sockets"] else "no socket was seen"
    saw = f"none; {told['sockets']} sockets of this computer in {told['looks']} looks"
    return Outcome(NETWORK, saw, "", 0.0, trouble)


def _questions(home: Path) -> int:
    with closing(sqlite3.connect(home / "data" / "specdesk.sqlite")) as history:
        return int(history.execute("SELECT count(*) FROM messages WHERE role = 'user'").fetchone()[0])


def outcomes(folder: Path, wanted: argparse.Namespace) -> Iterator[Outcome]:
    """All that is wanted, one after the other."""
    yield from window(folder, wanted.short, wanted.patience)
    if not wanted.short:
        yield from machine(folder / "machine", wanted.patience)
    yield from program_ends.short(folder / "ends", wanted.patience)
    if not wanted.short:
        yield from program_ends.long(folder / "ends", wanted.patience)
    names = list(file_faults.WAYS) if not wanted.short else [next(iter(file_faults.WAYS))]
    for number, name in enumerate(names):
        yield file_faults.in_the_way(folder / HOME / f"in the way {number}", name)
    yield file_faults.full_disk(folder / HOME / "full")
    if not wanted.short:
        yield real_disks.real_disk(folder / HOME / "small disk", "full")
        yield real_disks.real_disk(folder / HOME / "read-only disk", "read-only")
    yield file_faults.kills(folder / HOME / "kills", wanted.kills)
    yield file_faults.headers(folder, wanted.headers)
    yield guided.guided_headers(folder, max(wanted.headers // GUIDED_SHARE, 20))
    if wanted.minutes:
        yield streaming.growth(folder, wanted.minutes)


def _cell(text: str, width: int) -> str:
    return (text if len(text) <= width else text[: width - 1] + "…").ljust(width)


def row(outcome: Outcome) -> str:
    """One line of the table."""
    still = "" if outcome.stalled_s is None else f"{outcome.stalled_s:6.2f}"
    cells = (outcome.fault, outcome.saw, outcome.kept)
    cut = [
        text if len(text) <= width else text[: width - 1] + "…" for text, width in zip(cells, LINE_WIDTH, strict=True)
    ]
    words = "  ".join(text.ljust(width) for text, width in zip(cut, LINE_WIDTH, strict=True))
    end = f"  {outcome.seconds:7.1f}  {still:>6}  {outcome.trouble and 'BAD: ' + outcome.trouble}"
    return (words + end).rstrip()


def arguments(argv: list[str]) -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--short", action="store_true", help="one fault of each kind")
    how.add_argument("--long", action="store_true", help="1,000 kills, 100,000 headers, an hour of streaming")
    parser.add_argument("--kills", type=int, metavar="N")
    parser.add_argument("--headers", type=int, metavar="N")
    parser.add_argument("--minutes", type=float, metavar="M", help="of streaming")
    parser.add_argument("--patience", type=float, metavar="X", default=1.0, help="limits of time, on a busy computer")
    wanted = parser.parse_args(argv)
    usual = (1000, 100_000, 60.0) if wanted.long else (2, 200, 0.0) if wanted.short else (20, 5000, 1.0)
    for name, value in zip(("kills", "headers", "minutes"), usual, strict=True):
        if getattr(wanted, name) is None:
            setattr(wanted, name, value)
    return wanted


def main(argv: list[str]) -> int:
    """0 when every fault came to what it has to."""
    wanted, bad, count = arguments(argv), 0, 0
    logging.getLogger("specdesk").addHandler(logging.NullHandler())
    titles = ("fault", "what people saw", "what was kept")
    print("  ".join(text.ljust(width) for text, width in zip(titles, LINE_WIDTH, strict=True)) + "        s  still s")
    with tempfile.TemporaryDirectory(prefix="specdesk-faults-") as name:
        for outcome in outcomes(Path(name), wanted):
            print(row(outcome), flush=True)
            count, bad = count + 1, bad + bool(outcome.trouble)
    print(f"{count} faults, {bad or 'none'} of them bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
