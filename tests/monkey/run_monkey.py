"""Lets a monkey play with the real window for some minutes, session after session, and prints what broke.

usage: python tests/monkey/run_monkey.py [--minutes M] [--seed S] [--session SECONDS] [--keep]

Each session is a process of its own; all sessions of a seed share a home, so one finds what the last one left.
Trouble is: an end by a signal, an error that nobody caught, a warning of Qt, a window that stands still for 5 s or does
not end when told to, words on the console, a process that is left. It is printed with the last 200 deeds, and its seed
plays the same deeds again; what time decides (how far an answer is) may differ. Exit code 1 where there was trouble.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PATHS = [str(HERE.parent.parent), str(HERE.parent), str(HERE.parent / "ui")]
sys.path[:0] = PATHS

from attached_servers import attached, end_all  # noqa: E402
from monkey.grounds import Grounds, environment, lay_out  # noqa: E402
from real_parts import RUN_MARK, survivors  # noqa: E402

LAST_DEEDS = 200
SESSION_S = 45.0
LEAVING_S = 90.0
"""A session has so long for its start and its end."""
SHORTEST_S = 5.0
ENDS_S = 15.0


@dataclass
class Session:
    """What one came to. troubles: in words, none when all is in order."""

    seed: str
    deeds: int = 0
    longest_s: float = 0.0
    rss_mib: float = 0.0
    troubles: list[str] = field(default_factory=list)


def play(grounds: Grounds, seed: str, seconds: float, addresses: list[str]) -> Session:
    """One session."""
    session, notes = Session(seed), grounds.folder / "notes"
    shutil.rmtree(notes, ignore_errors=True)
    notes.mkdir()
    mark = uuid.uuid4().hex
    command = [
        sys.executable,
        "-X",
        "faulthandler",
        str(HERE / "session.py"),
        str(grounds.folder),
        seed,
        str(seconds),
        str(notes),
    ]
    with (notes / "said").open("wb") as said:
        process = subprocess.Popen(
            [*command, *addresses], env=environment(grounds, PATHS) | {RUN_MARK: mark}, stdout=said, stderr=said,
            stdin=subprocess.DEVNULL, cwd=grounds.folder,
        )  # fmt: skip
        try:
            code = process.wait(seconds + LEAVING_S)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # the crash log then tells where it stands
            session.troubles.append("it hangs")
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(ENDS_S)
            process.kill()
            process.wait()
        else:
            session.troubles += [] if code == 0 else [f"exit code {code}"]
    _read(grounds, notes, session)
    session.troubles += [f"left running: {line}" for line in survivors(mark, patience_s=ENDS_S)]
    return session


def _read(grounds: Grounds, notes: Path, session: Session) -> None:
    """What a session has written down."""
    with contextlib.suppress(OSError, ValueError):
        told: dict[str, Any] = json.loads((notes / "end").read_text())
        session.deeds, session.longest_s, session.rss_mib = told["deeds"], told["longest_s"], told["rss_mib"]
    for line in _lines(notes / "findings"):
        try:
            found = json.loads(line)
        except ValueError:  # it ended while it wrote
            session.troubles.append(f"half a finding: {line}")
        else:
            session.troubles.append(f"deed {found['deed']}: {found['kind']}: {found['words']}")
    said = (notes / "said").read_text("utf-8", "replace").strip()
    stacks = (notes / "stacks").read_text() if (notes / "stacks").is_file() else ""
    crashes = [path.read_text(errors="replace") for path in (grounds.home / "state").glob("crash.log*")]
    stood = stacks if any(": still: " in trouble for trouble in session.troubles) else ""
    for title, words in (("said", said), ("stood still at", stood), *(("crash", one) for one in crashes)):
        if words:
            session.troubles.append(f"{title}: {words[-6000:]}")
    for path in (grounds.home / "state").glob("crash.log*"):
        path.unlink()


def _lines(file: Path) -> list[str]:
    """Of a file that a session may have ended before it wrote."""
    return file.read_text("utf-8", "replace").splitlines() if file.is_file() else []


def report(session: Session, deeds: Path) -> Iterator[str]:
    """Lines for people."""
    figures = f"{session.deeds} deeds, still for {session.longest_s:.2f} s at most, {session.rss_mib:.0f} MiB"
    yield f"{session.seed}: {figures}, {len(session.troubles) or 'no'} trouble"
    if session.troubles:
        yield from (f"BAD {session.seed}: {trouble}" for trouble in session.troubles)
        yield f"its last deeds, of seed {session.seed}:"
        yield from _lines(deeds)[-LAST_DEEDS:]


def arguments(argv: list[str]) -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5.0, metavar="M")
    parser.add_argument("--seed", default="", metavar="S", help="of an earlier run; otherwise a new one")
    parser.add_argument("--session", type=float, default=SESSION_S, metavar="SECONDS", help="length of one session")
    parser.add_argument("--keep", action="store_true", help="leave the folder there for a look")
    return parser.parse_args(argv)


def main(argv: list[str]) -> int:
    """0 when nothing broke."""
    wanted = arguments(argv)
    seed = wanted.seed or f"{random.SystemRandom().randrange(10**6)}"
    print(f"seed {seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="specdesk-monkey-"))
    until, number, bad, deeds = time.monotonic() + 60 * wanted.minutes, 0, 0, 0
    try:
        grounds = lay_out(folder / "grounds", random.Random(seed))
        with attached("vllm") as vllm, attached("ollama") as ollama:
            while (left := until - time.monotonic()) > SHORTEST_S:
                session = play(grounds, f"{seed}.{number}", min(wanted.session, left), [vllm, ollama])
                print("\n".join(report(session, grounds.folder / "notes" / "deeds")), flush=True)
                number, bad, deeds = number + 1, bad + bool(session.troubles), deeds + session.deeds
    finally:
        end_all()
        if not wanted.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"seed {seed}: {number} sessions, {deeds} deeds, {bad or 'none'} of them bad")
    return 1 if bad else 0


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    sys.exit(main(sys.argv[1:]))
