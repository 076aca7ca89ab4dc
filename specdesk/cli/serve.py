"""`serve`: start a server and keep it until Ctrl-C, without a window."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from specdesk import paths
from specdesk.chat.client import EngineClient
from specdesk.cli.chosen_engine import engine_of
from specdesk.cli.measuring import no_target
from specdesk.cli.output import plain, print_json_line, tell
from specdesk.cli.planned import planned, room
from specdesk.engines import lifecycle
from specdesk.engines.conflicts import conflicts
from specdesk.engines.dialect import names_a_model
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.process_log import own_log
from specdesk.errors import SpecDeskError
from specdesk.language import mark, translate
from specdesk.memory.words import words
from specdesk.models.header import read_header
from specdesk.models.library_cache import LibraryCache
from specdesk.models.pairing import judge
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import LOOPBACK, Access, check_port, is_loopback
from specdesk.service.catalog import Catalog
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server, Wanted
from specdesk.shown_address import shown_address

DIED = 3
READY = {
    "on": mark("CommandLine", "Ready at {url}: speculation is on{why}."),
    "off": mark("CommandLine", "Ready at {url}: speculation is OFF{why}."),
    "none": mark("CommandLine", "Ready at {url}: no speculation asked for{why}."),
}
DOES_NOT_SAY = mark("CommandLine", "Ready at {url}: it does not say whether speculation is on{why}.")
STATES = {
    "checking": mark("CommandLine", "Checking files…"),
    "spawning": mark("CommandLine", "Starting…"),
    "loading": mark("CommandLine", "Loading…"),
    "stopping": mark("CommandLine", "Stopping"),
    "stopped": mark("CommandLine", "Stopped"),
}
"""Of a server without a report and without an error."""


def run(options: argparse.Namespace) -> int:
    """Serve; 0 after Ctrl-C or SIGTERM, 3 when the engine did not start or died."""
    engine = engine_of(options)
    asked = planned(options.arguments, engine)
    if not names_a_model(asked.plan):
        raise no_target()
    check_port(asked.plan.port)
    if asked.plan.slots_endpoint is False:
        tell(translate("CommandLine", "--no-slots is left out: whether speculation is on is asked there."))
    warn(asked.plan, engine)
    access = Access(port=asked.plan.port or None, key=asked.api_key, host=asked.plan.host or LOOPBACK)
    try:
        return asyncio.run(_serve(Wanted(plan=asked.plan, access=access, engine=engine), options.json))
    except KeyboardInterrupt:
        return 0


async def _serve(wanted: Wanted, json: bool) -> int:
    asked = asyncio.Event()
    printer = _Printer(json, asked.set)
    log_name = await asyncio.to_thread(own_log, paths.state_dir(), "serve")
    server = Server(printer, log_name=log_name)
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":  # there Ctrl-C arrives as KeyboardInterrupt
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, asked.set)
    server.start(server.next_run(), wanted)
    waiting = [asyncio.ensure_future(server.gone()), asyncio.ensure_future(asked.wait())]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await server.stop()
        for task in waiting:
            task.cancel()
    if not isinstance(server.state, lifecycle.Failed):
        return 0
    log = paths.state_dir() / log_name
    if log.exists():
        tell(translate("CommandLine", "What the engine itself printed is in {path}.").format(path=log))
    return DIED


class _Printer:
    """Observer of the server that prints. on_closed: called when nobody reads the output any more."""

    def __init__(self, json: bool, on_closed: Callable[[], None]) -> None:
        self._json = json
        self._on_closed = on_closed
        self._closed = False
        self._last: str | None = None

    def state_changed(self, state: lifecycle.State) -> None:
        """One line per change; progress of a load is not a change."""
        name = type(state).__name__.lower()
        if name != self._last and not isinstance(state, lifecycle.Ready):
            self._say(name, state, None)

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        """The log goes to its file only."""

    def server_ready(self, run: int, report: ServerReport, client: EngineClient) -> None:
        """The line that a script waits for."""
        self._say("ready", None, report)

    def _say(self, name: str, state: lifecycle.State | None, report: ServerReport | None) -> None:
        self._last = name
        if self._closed:
            return
        try:
            if self._json:
                print_json_line(_line(name, state, report))
            else:
                print(plain(_sentence(name, report, _error(state))), flush=True)
        except BrokenPipeError:
            self._closed = True
            self._on_closed()


def _line(name: str, state: lifecycle.State | None, report: ServerReport | None) -> dict[str, Any]:
    """One line of the JSON output."""
    line: dict[str, Any] = {
        "t": round(time.time(), 3),
        "state": name,
        "pid": getattr(state, "pid", None) if report is None else report.pid,
        "url": None if report is None else report.launch.url,
        "speculative": None if report is None else report.speculative,
        "error": _error(state),
    }
    if report is not None:
        line |= {"reason": report.reason, "api_key": report.launch.key}
    return line


def _error(state: lifecycle.State | None) -> str | None:
    if not isinstance(state, lifecycle.Failed):
        return None
    failure = state.failure
    return " ".join(part for part in (failure.what, failure.why, failure.next_step) if part)


def _sentence(name: str, report: ServerReport | None, error: str | None) -> str:
    if report is not None:
        said = translate("CommandLine", READY.get(report.speculation, DOES_NOT_SAY))
        why = f" ({report.reason})" if report.reason else ""
        key = " " + translate("CommandLine", "Key: {key}").format(key=report.launch.key) if report.launch.key else ""
        return said.format(url=shown_address(report.launch.url), why=why) + key
    if error is not None:
        return translate("CommandLine", "Failed: {error}").format(error=error)
    return translate("CommandLine", STATES[name])


def warn(plan: LaunchPlan, engine: EngineInfo) -> None:
    """Once, on standard error: a pair that does not match, arguments that keep a draft from working, too little memory.

    Nothing is refused for it.
    """
    said = []
    try:
        if plan.target and plan.draft and plan.loads_draft:
            verdict = judge(read_header(plan.target), read_header(plan.draft), engine.traits)
            if not verdict.compatible:
                words_of_pair = translate("CommandLine", "The draft does not match the target: {why}")
                said.append(words_of_pair.format(why=verdict.reason))
        if plan.target:
            fit = Catalog(LibraryCache()).question(plan, engine.traits, room(engine)).fit()
            if fit.verdict == "no":
                said.append(words(fit))
    except (SpecDeskError, OSError):
        said.clear()  # the start itself says what is wrong with the files
    said += conflicts(plan)
    if plan.host is not None and not is_loopback(plan.host):
        open_to_all = translate(
            "CommandLine", "It listens on {host}: other computers in the network can reach it, with the key."
        )
        said.append(open_to_all.format(host=plan.host))
    if said:
        tell(" ".join(said))
