"""A network drive that is gone: a program of its own meets it, since a system call that hangs cannot be called off."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from service_stage import small_model
from stubs.hanging_drive import HangingDrive

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a library in front of the C library")

TESTS = Path(__file__).resolve().parents[1]

PROGRAM = """
import os, sys, threading
from pathlib import Path
from service_stage import Stage
from specdesk.engines.lifecycle import Checking, Stopped
from specdesk.records.plan import LaunchPlan
from specdesk.service import patience
from specdesk.service.access import Access
from specdesk.service.threads import NAME
from specdesk.service.events import FitReady, LibraryDone, LibraryRow, Problem, ProblemOver
from specdesk.settings import Settings

drive, near, engine, gate = sys.argv[1:]
patience.HANGS_S = 2.0
os.environ["PATH"] = os.pathsep.join((drive, os.environ["PATH"]))
table = Stage(Settings(engine=engine))

def rows(scan):
    found = {Path(one.row.path).name: one.row.error for one in table.all(LibraryRow) if one.scan == scan}
    return sorted((name, error or "") for name, error in found.items())

# a folder of PATH does not answer: engines elsewhere are found before anybody gives up on it
table.engine()
said = table.problem("drive")
print(said.what, said.next_step, sep="|", flush=True)

# a file that is asked for fifty times makes one thread wait
patience.HANGS_S = 600.0
for _ in range(50):
    table.service.inspect_file(f"{drive}/Far.gguf")
    table.service.judge(f"{drive}/Far.gguf")
    table.service.know_baseline(LaunchPlan(target=f"{drive}/Far.gguf"))
table.service.inspect_file(f"{near}/Near.gguf")
table.wait(LibraryRow, lambda event: event.row.path == f"{near}/Near.gguf")
waiting = [thread for thread in threading.enumerate() if thread.name == NAME]
print("threads", len(waiting) < 20, flush=True)

# a fit that hangs keeps no other from being told
table.service.fit(LaunchPlan(target=f"{drive}/Far.gguf"))
number = table.service.fit(LaunchPlan(target=f"{near}/Near.gguf", context=256))
print("other", table.wait(FitReady, lambda event: event.request == number).problem, flush=True)

# called off at once, long before the program itself gives up
scan = table.service.scan([near, drive])
table.wait(LibraryRow, lambda event: event.scan == scan)
table.service.cancel_scan()
done = table.wait(LibraryDone, lambda event: event.scan == scan)
print("cancelled", done.cancelled, flush=True)

patience.HANGS_S = 2.0
scan = table.service.scan([drive, near])
said = table.problem("drive")
table.wait(LibraryDone, lambda event: event.scan == scan)
print(said.what, said.why, said.next_step, sep="|", flush=True)
print(rows(scan), flush=True)

# a start is told of, and can be called off at once; a fit of another model is answered meanwhile
run = table.service.start_server(LaunchPlan(target=f"{drive}/Far.gguf"), Access())
table.state(Checking, run)
print(table.problem("drive").next_step, flush=True)
number = table.service.fit(LaunchPlan(target=f"{drive}/Far.gguf"))
print(table.wait(FitReady, lambda event: event.request == number).problem, flush=True)
number = table.service.fit(LaunchPlan(target=f"{near}/Near.gguf", context=256))
print("near", table.wait(FitReady, lambda event: event.request == number).problem, flush=True)
table.service.stop_server()
table.state(Stopped)
print("stopped", flush=True)

# it answers again: what was asked last is answered, if it is what nobody could tell
late = table.service.fit(LaunchPlan(target=f"{drive}/Far.gguf", context=256))
print(table.wait(FitReady, lambda event: event.request == late).problem, flush=True)
os.unlink(gate)
table.wait(ProblemOver, lambda event: event.topic == "drive")
print("late", table.wait(FitReady, lambda event: event.request == late).problem, flush=True)
scan = table.service.scan([drive, near])
table.wait(LibraryDone, lambda event: event.scan == scan)
print(rows(scan), flush=True)

# the end waits for nobody
Path(gate).touch()
table.service.scan([drive])
table.service.inspect_file(f"{drive}/Far.gguf")
table.close()
print("closed", flush=True)
"""


def test_a_drive_that_does_not_answer_costs_nothing_else(tmp_path: Path, fake_llama: object) -> None:
    far, near = tmp_path / "far", tmp_path / "near"
    for folder, name in ((far, "Far.gguf"), (near, "Near.gguf")):
        folder.mkdir()
        small_model(folder / name)
    drive = HangingDrive(far, tmp_path / "work")
    environment = os.environ | drive.environment() | {"PYTHONPATH": os.pathsep.join(map(str, (TESTS, TESTS.parent)))}
    home = tmp_path / "home"
    home.mkdir()
    environment |= {"HOME": str(home)}
    command = [sys.executable, "-c", PROGRAM, str(far), str(near), str(fake_llama()), str(tmp_path / "work" / "gate")]  # type: ignore[operator]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=170)
    silent = f"The folder {far} does not answer."
    why = "Its drive may be asleep, disconnected, or behind a network that is gone."
    rest = "Nothing else waits for it; it goes on when the drive answers."
    assert done.stdout.splitlines() == [
        f"{silent}|Engines are looked for in all other folders.",
        "threads True",
        "other None",
        "cancelled True",
        f"{silent}|{why}|The other folders are read. Rescan when the drive is back.",
        str([("Near.gguf", ""), ("far", f"{silent} {why}")]),
        rest,
        silent,
        "near None",
        "stopped",
        silent,
        "late None",
        str([("Far.gguf", ""), ("Near.gguf", "")]),
        "closed",
    ], done.stderr
