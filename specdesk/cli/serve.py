"""`serve`: start a server and keep it until Ctrl-C, without a window."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Sequence
from typing import Any

from specdesk.chat.client import EngineClient
from specdesk.cli.chosen_engine import engine_of
from specdesk.cli.fit import plan_of
from specdesk.cli.output import print_json_line
from specdesk.engines import lifecycle
from specdesk.engines.devices import MonitorReader, engine_devices, host_device
from specdesk.engines.dialect import from_argv
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import SpecDeskError
from specdesk.memory.words import words
from specdesk.models.header import read_header
from specdesk.models.library import inspect
from specdesk.models.library_cache import LibraryCache
from specdesk.models.pairing import judge
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import LOOPBACK, Access
from specdesk.service.catalog import Catalog
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server

DIED = 3


def run(options: argparse.Namespace) -> int:
    """Serve; 0 after Ctrl-C or SIGTERM, 3 when the engine did not start or died."""
    engine = engine_of(options)
    parsed = from_argv(options.arguments)
    plan = plan_of(options.arguments, engine)
    _warn(plan, engine)
    access = Access(port=plan.port, key=parsed.api_key, host=plan.host or LOOPBACK)
    return asyncio.run(_serve(plan, engine, access, options.json))


async def _serve(plan: LaunchPlan, engine: EngineInfo, access: Access, json: bool) -> int:
    printer = _Printer(json)
    server = Server(printer)
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            try:
                loop.add_signal_handler(getattr(signal, name), asked.set)
            except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
                break
    run_number = server.next_run()
    server.start(run_number, plan, engine, access)
    over = asyncio.ensure_future(server.wait())
    wanted = asyncio.ensure_future(asked.wait())
    try:
        await asyncio.wait({over, wanted}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        wanted.cancel()
        await server.stop()
        over.cancel()
    return DIED if isinstance(server.state, lifecycle.Failed) else 0


class _Printer:
    """Observer of the server that prints."""

    def __init__(self, json: bool) -> None:
        self._json = json
        self._last: str | None = None

    def state_changed(self, state: lifecycle.State) -> None:
        """One line per change; progress of a load is not a change."""
        name = type(state).__name__.lower()
        if name == self._last or isinstance(state, lifecycle.Ready):
            return
        self._say(name, state, None)

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        """The log goes to its file only."""

    def server_ready(self, run: int, report: ServerReport, client: EngineClient) -> None:
        """The line that a script waits for."""
        self._say("ready", None, report)

    def _say(self, name: str, state: lifecycle.State | None, report: ServerReport | None) -> None:
        self._last = name
        error = _error(state)
        line: dict[str, Any] = {
            "t": round(time.time(), 3),
            "state": name,
            "pid": getattr(state, "pid", None) if report is None else report.pid,
            "url": None if report is None else report.launch.url,
            "speculative": None if report is None else report.speculative,
            "error": error,
        }
        if report is not None:
            line["api_key"] = report.launch.key
        if self._json:
            print_json_line(line)
            return
        print(_sentence(name, report, error), flush=True)


def _error(state: lifecycle.State | None) -> str | None:
    if not isinstance(state, lifecycle.Failed):
        return None
    failure = state.failure
    return " ".join(part for part in (failure.what, failure.why, failure.next_step) if part)


def _sentence(name: str, report: ServerReport | None, error: str | None) -> str:
    if report is not None:
        speculation = {"on": "speculation is on", "off": "speculation is OFF", "none": "no speculation asked for"}
        said = speculation.get(report.speculation, "it does not say whether speculation is on")
        why = f" ({report.reason})" if report.reason else ""
        key = f" Key: {report.launch.key}" if report.launch.key else ""
        return f"Ready at {report.launch.url}: {said}{why}.{key}"
    if error is not None:
        return f"Failed: {error}"
    return {"checking": "Checking files…", "spawning": "Starting…", "loading": "Loading…"}.get(name, name.capitalize())


def _warn(plan: LaunchPlan, engine: EngineInfo) -> None:
    """Once, on standard error: a pair that does not match, or too little memory. Nothing is refused for it."""
    said = []
    try:
        if plan.target and plan.draft and plan.draft_method is not None:
            verdict = judge(read_header(plan.target), read_header(plan.draft), engine.traits)
            if not verdict.compatible:
                said.append(f"The draft does not fit the target: {verdict.reason}")
        if plan.target and inspect(plan.target).kind != "broken":
            reader = MonitorReader()
            reading = reader.read()
            reader.close()
            devices = engine_devices(engine.devices, reading.gpus, reading.host)
            catalog = Catalog(LibraryCache())
            fit = catalog.question(plan, engine.traits, devices, host_device(reading.host)).fit()
            if fit.verdict == "no":
                said.append(words(fit))
    except (SpecDeskError, OSError):
        return  # the start itself says what is wrong with the files
    if said:
        print(" ".join(said), file=sys.stderr)
