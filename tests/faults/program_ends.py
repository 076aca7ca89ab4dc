"""However a run of the program ends: what of it still runs afterwards, and what of a reply is kept.

The program is the service without a window (`PROGRAM`), since these faults concern processes and files.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from fakes.fake_install import install_fake
from faults.outcome import Outcome
from service_stage import Stage, small_model

from specdesk.chat.history import History
from specdesk.engines.orphans import end_orphan, find_orphans
from specdesk.service.events import ServerFacts
from specdesk.service.left_behind_events import ServerTakenOver
from specdesk.settings import Settings

GONE_S = 3.0
PATIENCE_S = 60.0
QUESTION = "Tell me a long story."

PROGRAM = """
import signal, sys, threading
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service.access import Access
from specdesk.service.events import EnginesFound, ReplySample, ServerFacts
from specdesk.service.service import Service
from specdesk.settings import Settings, SettingsFile

over, said, started = threading.Event(), threading.Event(), threading.Event()

def post(event):
    if isinstance(event, EnginesFound) and event.complete and not started.is_set():
        started.set()
        service.start_server(LaunchPlan(target=sys.argv[2]), Access(outlives=len(sys.argv) > 3))
    elif isinstance(event, ServerFacts) and event.measured is None:
        service.send("Tell me a long story.", Sampling(), None)
    elif isinstance(event, ReplySample) and event.sample.tokens >= 250 and not said.is_set():
        said.set()
        print("streaming", flush=True)

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, lambda *_: over.set())
service = Service(post, settings=Settings(engine=sys.argv[1]), settings_file=SettingsFile())
service.start()
threading.Thread(target=lambda: sys.stdin.readline() and over.set(), daemon=True).start()
while not over.wait(0.1):
    pass
service.close()
"""


class Run:
    """One program that streams a reply. home: its SPECDESK_HOME. server: psutil's word for its server."""

    def __init__(self, folder: Path, home: Path, patience: float, wrapped: bool = False, keeps: bool = False) -> None:
        self.home, self._patience = home, patience
        engine = install_fake(folder / "engine", speed=150.0, tokens=20_000)
        if wrapped:
            engine = wrapper(folder / "wrapper", engine)
        command = [sys.executable, "-c", PROGRAM, str(engine), str(small_model(folder / "Model.gguf"))]
        command += ["keep"] if keeps else []
        environment = os.environ | {"SPECDESK_HOME": str(home), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
        self.program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.program.stdout is not None
        line = self.program.stdout.readline()
        assert line == "streaming\n", f"{line}{self.program.stderr.read() if self.program.stderr else ''}"
        (note,) = (home / "state").glob("run-*.json")
        self.first = psutil.Process(json.loads(note.read_bytes())["pid"])
        self.family = [self.first, *self.first.children(recursive=True)]

    def kept(self) -> tuple[str, str]:
        """(what is kept of the reply, trouble)."""
        history = History(self.home / "data" / "specdesk.sqlite")
        try:
            rows = history.chats()
            messages = history.load(rows[0].id).messages if rows else ()
        finally:
            history.close()
        if [message.text for message in messages[:1]] != [QUESTION]:
            return "", "the question is lost"
        text = messages[1].text if len(messages) > 1 else ""
        return f"question, {len(text)} characters", "" if len(text) > 200 else "the answer is lost"

    def gone(self) -> str:
        """What is still there after 3 s, or more with patience; ended then."""
        _, alive = psutil.wait_procs(self.family, timeout=GONE_S * self._patience)
        for one in alive:
            one.kill()
        return f"still alive: {[one.pid for one in alive]}" if alive else ""

    def end(self) -> None:
        """Close what is open."""
        if self.program.poll() is None:
            self.program.kill()
        self.program.communicate(timeout=PATIENCE_S)


def wrapper(path: Path, engine: Path) -> Path:
    """A shell script that starts the engine as its child and stays."""
    path.mkdir()
    script = path / "llama-server"
    script.write_text(f'#!/bin/sh\n"{engine}" "$@"\nexit $?\n')
    script.chmod(0o755)
    return script


def ended(name: str, folder: Path, patience: float, way: Callable[[Run], str], wrapped: bool = False) -> Outcome:
    """One run that is ended in that way, which tells what people see."""
    folder.mkdir(parents=True)
    run = Run(folder, folder / "home", patience, wrapped)
    began = time.monotonic()
    try:
        saw = way(run)
        trouble = run.gone()
        seconds = time.monotonic() - began
        kept, lost = run.kept()
        return Outcome(fault=name, saw=saw, kept=kept, seconds=seconds, trouble=trouble or lost)
    finally:
        run.end()


def _signalled(number: int) -> Callable[[Run], str]:
    def way(run: Run) -> str:
        run.program.send_signal(number)
        code = run.program.wait(PATIENCE_S)
        return f"ended with {code}" if number != signal.SIGKILL else "the chat at the next start"

    return way


def _server_killed(run: Run) -> str:
    run.family[-1].kill()
    psutil.wait_procs(run.family[-1:], timeout=PATIENCE_S)
    run.program.stdin.write("end\n")  # type: ignore[union-attr]
    run.program.stdin.flush()  # type: ignore[union-attr]
    run.program.wait(PATIENCE_S)
    return "the reply broke off"


def _wrapper_killed(run: Run) -> str:
    run.first.kill()
    return "the reply broke off"


def _left_and_found(run: Run) -> str:
    """Killed together with what could have ended its server: the next start finds it by its note and ends it."""
    for watcher in psutil.Process(run.program.pid).children():
        if watcher.pid != run.first.pid:
            watcher.kill()
    run.program.kill()
    run.program.wait(PATIENCE_S)
    for orphan in find_orphans(run.home / "state"):
        end_orphan(orphan)
    return "“left behind”, at the next start"


def kept_serving(folder: Path) -> Outcome:
    """Killed while it was to keep serving: the next start takes the server over, chats with it, and stops it."""
    folder.mkdir(parents=True)
    began, home = time.monotonic(), folder / "home"
    run = Run(folder, home, 1.0, keeps=True)
    run.program.kill()
    run.program.wait(PATIENCE_S)
    kept, lost = run.kept()
    before, os.environ["SPECDESK_HOME"] = os.environ.get("SPECDESK_HOME"), str(home)
    table = Stage(Settings(keep_serving=True))
    try:
        taken = table.wait(ServerTakenOver)
        table.wait(ServerFacts)
        words = table.ask(limit=8).message.text
        table.stop()
        _, alive = psutil.wait_procs(run.family, timeout=PATIENCE_S)
    finally:
        table.close()
        run.end()
        os.environ.pop("SPECDESK_HOME") if before is None else os.environ.update(SPECDESK_HOME=before)
    trouble = lost or ("" if words else "no answer") or (f"still alive: {[one.pid for one in alive]}" if alive else "")
    return Outcome("kill -9 of the program, keep serving", f"taken over: {taken.words}", kept,
                   time.monotonic() - began, trouble)  # fmt: skip


def short(folder: Path, patience: float) -> list[Outcome]:
    """The endings of every day."""
    return [ended("kill -9 of the program in a reply", folder / "kill", patience, _signalled(signal.SIGKILL))]


def long(folder: Path, patience: float) -> list[Outcome]:
    """The others."""
    return [
        ended("SIGTERM in a reply", folder / "term", patience, _signalled(signal.SIGTERM)),
        ended("SIGINT in a reply", folder / "int", patience, _signalled(signal.SIGINT)),
        ended("SIGHUP in a reply (the session ends)", folder / "hup", patience, _signalled(signal.SIGHUP)),
        kept_serving(folder / "serving"),
        ended("kill -9 of the server", folder / "server", patience, _server_killed),
        ended("kill -9 of a script before the server", folder / "script", patience, _wrapper_killed, wrapped=True),
        ended("kill -9 of the server behind a script", folder / "behind", patience, _server_killed, wrapped=True),
        ended(
            "kill -9 of the program, script before", folder / "both", patience, _signalled(signal.SIGKILL), wrapped=True
        ),
        ended("kill -9 of all of SpecDesk at once, script", folder / "all", patience, _left_and_found, wrapped=True),
    ]
