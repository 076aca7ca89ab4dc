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
import os, sys, time
from pathlib import Path
from service_stage import Stage
from specdesk.engines.lifecycle import Checking, Stopped
from specdesk.records.plan import LaunchPlan
from specdesk.service import patience
from specdesk.service.access import Access
from specdesk.service.events import FitReady, LibraryDone, LibraryRow, Problem, ProblemOver
from specdesk.settings import Settings

drive, near, engine, gate = sys.argv[1:]
patience.HANGS_S = 2.0
os.environ["PATH"] = os.pathsep.join((drive, os.environ["PATH"]))
table = Stage(Settings(engine=engine))

def rows(scan):
    found = {Path(one.row.path).name: one.row.error for one in table.all(LibraryRow) if one.scan == scan}
    return sorted((name, error or "") for name, error in found.items())

# a folder of PATH does not answer: engines elsewhere are found
said = table.problem("drive")
print(said.what, said.next_step, sep="|", flush=True)
patience.HANGS_S = 15.0

table.engine()

# called off at once, long before the program itself gives up
scan = table.service.scan([drive, near])
time.sleep(0.3)
began = time.monotonic()
table.service.cancel_scan()
done = table.wait(LibraryDone, lambda event: event.scan == scan)
print("cancelled", done.cancelled, time.monotonic() - began < 5.0, flush=True)

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
began = time.monotonic()
table.service.stop_server()
table.state(Stopped)
print("stopped", time.monotonic() - began < 5.0, flush=True)

# it answers again
table.service.inspect_file(f"{drive}/Far.gguf")
table.problem("drive")
os.unlink(gate)
table.wait(ProblemOver, lambda event: event.topic == "drive")
scan = table.service.scan([drive, near])
table.wait(LibraryDone, lambda event: event.scan == scan)
print(rows(scan), flush=True)

# the end waits for nobody
Path(gate).touch()
table.service.scan([drive])
table.service.inspect_file(f"{drive}/Far.gguf")
began = time.monotonic()
table.close()
print("closed", time.monotonic() - began < 10.0, flush=True)
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
        "cancelled True True",
        f"{silent}|{why}|The other folders are read. Rescan when the drive is back.",
        str([("Near.gguf", ""), ("far", f"{silent} {why}")]),
        rest,
        silent,
        "near None",
        "stopped True",
        str([("Far.gguf", ""), ("Near.gguf", "")]),
        "closed True",
    ], done.stderr
