"""A server that a killed SpecDesk left behind, meant to go on or not."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import msgspec
import psutil
from service_stage import left_over

from specdesk import paths
from specdesk.records.plan import LaunchPlan

PROGRAM = """
import sys, threading
import msgspec
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import EnginesFound, ServerFacts, StateChanged
from specdesk.service.service import Service
from specdesk.settings import Settings, SettingsFile
from specdesk.ui.access.choice import access_of

plan = msgspec.json.decode(sys.argv[2], type=LaunchPlan)
settings = Settings(engine=sys.argv[1], keep_serving=sys.argv[3] == "keep")
started = threading.Event()

def post(event):
    if isinstance(event, EnginesFound) and event.complete and not started.is_set():
        started.set()
        service.start_server(plan, access_of(settings))
    elif isinstance(event, ServerFacts) and event.measured is None:
        print("ready", flush=True)
    elif isinstance(event, StateChanged):
        print(type(event.state).__name__, flush=True)

service = Service(post, settings=settings, settings_file=SettingsFile())
service.start()
threading.Event().wait()
"""


def killed(engine: str, plan: LaunchPlan, keep: bool = True) -> psutil.Process:
    """The server of a program that was ended by force while it served."""
    command = [sys.executable, "-c", PROGRAM, engine, msgspec.json.encode(plan).decode(), "keep" if keep else ""]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        while "ready" not in (line := program.stdout.readline()):
            assert line, "it ended early"
            assert "Failed" not in line
        server = psutil.Process(noted()["pid"])
        program.send_signal(signal.SIGKILL)
    return server


def noted() -> dict[str, object]:
    """The note about the one server."""
    (name,) = left_over()
    return json.loads((paths.state_dir() / name).read_text())  # type: ignore[no-any-return]
