"""The real window on the offscreen platform while something below it does not answer, or fails inside.

usage: python machine_faults.py FOLDER      (SPECDESK_HOME is set)

The driver of the graphics card blocks, a drive hangs, an engine's --help never returns, and code of the program itself
raises on each of its threads. Prints lines as `window_faults` does.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from driven_window import DrivenWindow, run_for, run_until
from fakes.fake_install import install_fake
from faults.window_faults import Heart
from PySide6.QtCore import QTimer
from service_stage import small_model
from stubs.hanging_drive import HangingDrive
from stubs.nvml import Card, NvmlStub

from specdesk.engines import probe
from specdesk.service import patience, readings
from specdesk.settings import Settings, TargetMemory

HANGS_S = 2.0
QUIET_MS = 500
Way = Callable[["Machine"], tuple[str, str]]


class Machine:
    """One window, the things below it, and the faults."""

    def __init__(self, folder: Path, nvml: NvmlStub, drive: HangingDrive) -> None:
        self.folder, self.nvml, self.drive = folder, nvml, drive
        model = small_model(folder / "Small Model.gguf")
        engine = install_fake(folder / "engine", speed=0, tokens=16)
        memory = {str(model): TargetMemory(method="ngram", context=2048)}
        wanted = Settings(target=str(model), engine=str(engine), targets=memory, first_run_done=True)
        self.one = DrivenWindow(wanted)
        self.one.open()
        self.heart = Heart()

    def put(self, name: str, way: Way) -> dict[str, object]:
        """One fault."""
        began = time.monotonic()
        self.heart.begin()
        saw, kept = way(self)
        return {
            "fault": name, "saw": saw, "kept": kept, "trouble": "", "seconds": time.monotonic() - began,
            "stalled_s": self.heart.longest_s,
        }  # fmt: skip

    def said(self, key: str, part: str) -> str:
        """A banner of that key with those words in it, waited for."""

        def look() -> str:
            matter = self.one.window.notices.shown().get(key)
            words = "" if matter is None else f"{matter.what} {matter.why}"
            return words if part in words else ""

        return run_until(look, f"{key}: {part}").split(". ")[0] + "."

    def answers(self) -> str:
        """A question is answered meanwhile."""
        return f"{len(self.one.ask('Tell me of the lamp.').message.text)} characters of an answer"


def _driver(machine: Machine) -> tuple[str, str]:
    machine.one.start()
    machine.nvml.show(Card(), blocks=True)
    said = machine.said("problem-monitor", "The graphics driver does not answer.")
    kept = machine.answers()
    machine.nvml.show(Card())
    return said, kept


def _drive(machine: Machine) -> tuple[str, str]:
    library = machine.one.parts.library
    library.drop([], [str(machine.drive.folder)])
    said = machine.said("problem-drive", "does not answer")
    kept = machine.answers()
    machine.drive.wake()
    return said, kept


def _help(machine: Machine) -> tuple[str, str]:
    script = machine.folder / "never" / "llama-server"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\nsleep 600 & wait\n")
    script.chmod(0o755)
    before = machine.one.parts.server.engine
    machine.one.whole.service.choose_engine(str(script))
    said = machine.said("problem-engine", "gave no answer within")
    kept = "the engine in use" if machine.one.parts.server.engine == before else "another engine"
    return said, f"{kept}; {machine.answers()}"


def _raise() -> None:
    raise ZeroDivisionError("put here by a fault")


def _in_a_slot(machine: Machine) -> tuple[str, str]:
    QTimer.singleShot(0, _raise)
    return machine.said("problem-inside", "ZeroDivisionError"), machine.answers()


def _in_a_worker(machine: Machine) -> tuple[str, str]:
    machine.one.window.notices.clear("problem-inside")
    threading.Thread(target=_raise, name="specdesk-work").start()
    return machine.said("problem-inside", "ZeroDivisionError"), machine.answers()


def _in_the_loop(machine: Machine) -> tuple[str, str]:
    machine.one.window.notices.clear("problem-inside")
    machine.one.whole.service._loop._loop.call_soon_threadsafe(_raise)
    return machine.said("problem-inside", "ZeroDivisionError"), machine.answers()


FAULTS: dict[str, Way] = {
    "a graphics driver that blocks": _driver,
    "a drive that does not answer": _drive,
    "an engine whose --help never returns": _help,
    "an error in a slot of the window": _in_a_slot,
    "an error in a thread": _in_a_worker,
    "an error in the service's loop": _in_the_loop,
}


def main() -> int:
    """0 when every fault was said and a question answered beside it."""
    folder = Path(sys.argv[1])
    readings.READ_S = patience.HANGS_S = HANGS_S  # 5, 15 and 30 s outside of tests
    probe.probe.__defaults__ = (HANGS_S, None)
    nvml = NvmlStub(Path(os.environ["NVML_LIBRARY"]), Path(os.environ["SPECDESK_NVML_STATE"]))
    nvml.show(Card())
    drive = HangingDrive(Path(os.environ["HANGING_DRIVE"]), Path(os.environ["HANGING_DRIVE_GATE"]).parent)
    machine = Machine(folder, nvml, drive)
    for name, way in FAULTS.items():
        print(json.dumps(machine.put(name, way)), flush=True)
        run_for(QUIET_MS)
    machine.one.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
