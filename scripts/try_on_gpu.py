"""Try the memory figures on a computer with a graphics card: what the driver says, the estimate, the engine's dry run,
what a real start takes, and on request a compare. Prints tables and writes everything as JSON.

usage: .venv/bin/python scripts/try_on_gpu.py --engine PATH [--out FILE] [--compare] -- ARGS of llama-server

Loads the model once and asks for sixteen tokens; about as long as a start takes. The rows that matter are "differs":
how far each part of the estimate and of the dry run is from what was allocated, and the driver's "beside the buffers".
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import msgspec

from specdesk.cli.output import mib, print_table
from specdesk.cli.planned import planned
from specdesk.engines.devices import MonitorReader, engine_devices, host_device
from specdesk.engines.dialect import launch_args
from specdesk.engines.dry_run import dry_run
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.environment import child_environment
from specdesk.engines.log_lines import LogFacts
from specdesk.engines.probe import probe
from specdesk.memory.advice import Question
from specdesk.memory.dry_fit import with_dry_run, without_dry_run
from specdesk.memory.measured import Difference, difference, measured_fit
from specdesk.memory.words import source_words, words
from specdesk.models.library_cache import LibraryCache
from specdesk.records.buffers import Buffer
from specdesk.records.device import Device, MonitorReading
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.service.catalog import Catalog, Room

HOST = "127.0.0.1"
START_S = float(os.environ.get("TRY_START_S", "600"))
"""An engine that does not listen by then is given up."""
REPLY_S = 300.0


def read_once(server_pid: int | None = None) -> MonitorReading:
    """What the driver and the system say now."""
    reader = MonitorReader()
    try:
        return reader.read(server_pid)
    finally:
        reader.close()


def room_of(engine: EngineInfo, reading: MonitorReading) -> Room:
    """The memory as the engine sees it."""
    devices = engine_devices(engine.devices, reading.gpus, reading.host)
    return Room(devices=devices, host=host_device(reading.host))


def asked_in_advance(engine: EngineInfo, question: Question, estimate: Fit) -> Fit:
    """The dry run, also where devices of another computer take part; the estimate where there is none."""
    answer = asyncio.run(dry_run(engine, question.plan, child_environment(os.environ), 60.0, disturb_remote=True))
    if answer.dry is None:
        return without_dry_run(estimate, answer.reason)
    return with_dry_run(estimate, answer.dry, question)


def with_seen(question: Question, told: Fit) -> Question:
    """The same question with devices that only the engine knows, so that the estimate speaks of them too."""
    known = {device.id for device in question.devices}
    seen = [Device(id=one.id, name=one.name, total_mib=one.total_mib, free_mib=one.free_mib)
            for one in told.devices if one.id not in known]  # fmt: skip
    return replace(question, devices=(*question.devices, *seen))


class Started(msgspec.Struct, frozen=True, kw_only=True):
    """A start. buffers: as logged; before, after, replied: what was used before it, once it was ready, and after a
    reply. problem: why it did not become ready, in a sentence."""

    buffers: Sequence[Buffer] = ()
    before: MonitorReading | None = None
    after: MonitorReading | None = None
    replied: MonitorReading | None = None
    tokens_per_second: float | None = None
    problem: str = ""


def start(engine: EngineInfo, plan: LaunchPlan) -> Started:
    """Load for real, ask once, stop."""
    with socket.socket() as probe_port:
        probe_port.bind((HOST, 0))
        port = int(probe_port.getsockname()[1])
    args = launch_args(plan, engine.flags, HOST, port).args
    before, facts, lines = read_once(), LogFacts(), list[str]()
    command = [*engine.command, *args]
    environment = child_environment(os.environ)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment) as it:
        assert it.stdout is not None
        said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=hear, args=(it.stdout, said), daemon=True).start()
        try:
            if not became_ready(said, facts, lines):
                return Started(before=before, problem=f"The engine did not become ready. {' | '.join(lines[-3:])}")
            after = read_once(it.pid)
            speed = reply(port)
            return Started(buffers=facts.facts().buffers, before=before, after=after, replied=read_once(it.pid),
                           tokens_per_second=speed)  # fmt: skip
        finally:
            it.kill()


def hear(output: IO[str], said: queue.SimpleQueue[str | None]) -> None:
    """Every line, to the end (None): an engine whose output nobody reads would stand still."""
    for line in output:
        said.put(line.rstrip("\n"))
    said.put(None)


def became_ready(said: queue.SimpleQueue[str | None], facts: LogFacts, lines: list[str]) -> bool:
    """Whether the engine listens within START_S, silent or not. lines: gets what it says until then."""
    until = time.monotonic() + START_S
    try:
        while (line := said.get(timeout=max(until - time.monotonic(), 0.0))) is not None:
            lines.append(line)
            facts.feed([line])
            if "listening on http" in line:
                return True
    except queue.Empty:
        lines.append(f"It said nothing that counts for {START_S:.0f} s.")
    return False


def reply(port: int) -> float | None:
    """Tokens per second of a short reply; None where none came."""
    body = json.dumps({"prompt": "The three largest oceans are", "n_predict": 16, "temperature": 0}).encode()
    asked = urllib.request.Request(f"http://{HOST}:{port}/completion", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(asked, timeout=REPLY_S) as answer:
            found = json.load(answer).get("timings", {}).get("predicted_per_second")
    except (OSError, ValueError):
        return None
    return float(found) if isinstance(found, int | float) else None


def compared(engine: Path, arguments: Sequence[str]) -> Any:
    """The quick compare of the program itself; its own words where it fails."""
    line = [sys.executable, "-m", "specdesk", "compare", "--quick", "--json", "--engine", str(engine), "--", *arguments]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"exit_code": done.returncode, "said": done.stderr[-2000:]}


def card_rows(readings: Sequence[tuple[str, MonitorReading | None]]) -> list[tuple[str, ...]]:
    """One row per card and moment."""
    return [
        (when, gpu.name, mib(gpu.total_mib), mib(gpu.used_mib), mib(gpu.free_mib), gpu.pci or "")
        for when, reading in readings if reading is not None for gpu in reading.gpus
    ]  # fmt: skip


def part_rows(estimate: Sequence[Difference], dry: Sequence[Difference]) -> list[tuple[str, ...]]:
    """One row per part: estimated, told in advance, allocated, and how far both are from that."""
    told = {(one.place, one.part): one for one in dry}
    rows = []
    for one in estimate:
        other = told.get((one.place, one.part))
        advance = None if other is None else other.predicted
        rows.append((
            one.name, one.part, f"{one.predicted:.1f}", "" if advance is None else f"{advance:.1f}",
            f"{one.measured:.1f}", f"{one.more:+.1f}", "" if other is None else f"{other.more:+.1f}",
        ))  # fmt: skip
    return rows


def tried(engine: EngineInfo, path: Path, arguments: Sequence[str], compare: bool) -> dict[str, Any]:
    """Everything, printed as it comes. Raises SpecDeskError for a plan or a file that cannot be understood."""
    plan = planned(arguments, engine).plan
    reading = read_once()
    print(reading.gpu_problem or f"Driver {reading.driver}, {len(reading.gpus)} cards.")
    room = room_of(engine, reading)
    question = Catalog(LibraryCache()).question(plan, engine.traits, room, None)
    dry = asked_in_advance(engine, question, question.fit())
    question = with_seen(question, dry)
    estimate = question.fit()
    for fit in (estimate, dry):
        print(words(fit), source_words(fit))
    real = start(engine, plan)
    after = room_of(engine, real.after).devices if real.after is not None else ()
    allocated = measured_fit(estimate, real.buffers, question, after) if real.buffers else None
    found: dict[str, Any] = {
        "date": time.strftime("%Y-%m-%d"), "engine": str(path), "version": engine.version, "arguments": list(arguments),
        "driver": reading.driver, "gpu_problem": reading.gpu_problem, "estimate": estimate, "dry_run": dry,
        "measured": None if allocated is None else allocated.fit, "problem": real.problem,
        "beside_buffers_mib": {} if allocated is None else allocated.overhead_mib,
        "readings": {"before": real.before, "ready": real.after, "after a reply": real.replied},
        "tokens_per_second": real.tokens_per_second,
    }  # fmt: skip
    moments = [("before", real.before), ("ready", real.after), ("after a reply", real.replied)]
    print_table(("when", "card", "total", "used", "free", "address"), card_rows(moments))
    if real.problem:
        print(real.problem)
    if allocated is not None:
        found["differences"] = difference(estimate, allocated.fit)
        titles = ("place", "part", "estimate", "dry run", "allocated", "differs", "dry run differs")
        print_table(titles, part_rows(found["differences"], difference(dry, allocated.fit)))
        for device, beside in allocated.overhead_mib.items():
            print(f"Beside the buffers on {device}: {mib(beside)}.")
    if compare:
        found["compare"] = compared(path, arguments)
    return found


def main() -> int:
    """Whether the start worked: 0, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--engine", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--compare", action="store_true", help="also the quick compare, about two minutes")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    engine = probe(options.engine, None)
    if not engine.usable:
        parser.error(f"{options.engine} cannot be used as an engine.")
    found = tried(engine, options.engine, options.arguments, options.compare)
    if options.out is not None:
        options.out.write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    return 1 if found["problem"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
