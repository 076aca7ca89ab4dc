"""Measuring without a window: a server of our own, progress on standard error, Ctrl-C keeps what was measured."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from specdesk import paths
from specdesk.chat.client import EngineClient
from specdesk.chat.compare_prompts import ComparePrompt
from specdesk.chat.history import History
from specdesk.cli.planned import room
from specdesk.engines import lifecycle
from specdesk.engines.devices import MonitorReader
from specdesk.engines.dialect import names_a_model
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.process_log import own_log
from specdesk.errors import SpecDeskError, UsageError
from specdesk.language import short, translate
from specdesk.measure.figure_words import minutes as minutes_words
from specdesk.measure.no_answer import too_few_words
from specdesk.measure.protocol import Pace
from specdesk.measure.steps import steadied
from specdesk.models.library_cache import LibraryCache
from specdesk.profiles import NamedPlan, profiles_dir, read_plan, saved_profiles
from specdesk.records.fit import Fit
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.busy_processor import ProcessorWatch
from specdesk.service.catalog import Catalog
from specdesk.service.compare_busy import busy_before
from specdesk.service.compare_known import KnownByCompares
from specdesk.service.compare_pace import arm_asked
from specdesk.service.compare_store import CompareStore
from specdesk.service.measured_server import Stage
from specdesk.service.outcome import failure_in
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server

MOST_TEMPERATURE = 5.0
LONGER = 1.3
"""Times the budget from which on a longer duration is told."""


class Job(Protocol):
    """Something that measures."""

    async def run(self) -> None:
        """To its end. Raises SpecDeskError when an engine fails; may be cancelled."""

    async def finish(self) -> object:
        """Keep how it ended, once it has."""

    def server_ready(self, report: ServerReport) -> None:
        """What the server that has become ready is."""


J = TypeVar("J", bound=Job)
MakeJob = Callable[[Stage, CompareStore], Awaitable[J]]


class Carried(Generic[J]):
    """What came of a job. error: why it ended before its end, if an engine failed."""

    def __init__(self, job: J, error: SpecDeskError | None) -> None:
        self.job = job
        self.error = error


async def carry_out(engine: EngineInfo, access: Access, make: MakeJob[J]) -> Carried[J]:
    """Run a job on a server of its own, which is gone when this returns. Ctrl-C ends the job, not the program."""
    history, reader = await asyncio.to_thread(History), MonitorReader()
    try:
        if history.problem is not None:
            print(history.problem, file=sys.stderr)
        observer = _Observer()
        log_name = await asyncio.to_thread(own_log, paths.state_dir(), "compare")
        server = Server(observer, log_name=log_name)
        fit = await asyncio.to_thread(_fitter, engine)
        stage = Stage(
            server=server, engine=engine, access=access, read=lambda: asyncio.to_thread(reader.cards), fit=fit
        )
        job = await make(stage, CompareStore(history))
        observer.job = job
        return await _carried(job, server.stop)
    finally:
        await asyncio.to_thread(history.close)
        await asyncio.to_thread(reader.close)


async def carry_out_elsewhere(make: Callable[[CompareStore], Awaitable[J]]) -> Carried[J]:
    """Run a job on engines that run already. Ctrl-C ends the job, not the program."""
    history = await asyncio.to_thread(History)
    try:
        if history.problem is not None:
            print(history.problem, file=sys.stderr)
        return await _carried(await make(CompareStore(history)), _nothing)
    finally:
        await asyncio.to_thread(history.close)


async def _carried(job: J, over: Callable[[], Awaitable[object]]) -> Carried[J]:
    """Run it to its end, or until it is called off. over: awaited behind it, whatever comes of it."""
    running = asyncio.ensure_future(job.run())
    try:
        await _until_done_or_asked(running)
    finally:
        await over()
    error = None if running.cancelled() else failure_in(running)
    await job.finish()
    return Carried(job, error)


async def _nothing() -> None:
    """No server of ours to stop."""


def _fitter(engine: EngineInfo) -> Callable[[LaunchPlan], Awaitable[Fit | None]]:
    """What tells the memory of a plan, against what is free now, before anything of ours runs."""
    catalog, free = Catalog(LibraryCache()), room(engine)

    def fit(plan: LaunchPlan) -> Fit | None:
        try:
            return catalog.question(plan, engine.traits, free).fit()
        except SpecDeskError:
            return None

    return lambda plan: asyncio.to_thread(fit, plan)


async def _until_done_or_asked(running: asyncio.Future[None]) -> None:
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":  # there Ctrl-C cancels this task
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, running.cancel)
    try:
        await asyncio.wait([running])
    except asyncio.CancelledError:
        running.cancel()
        await asyncio.wait([running])


class _Observer:
    """Tells the job which server is ready."""

    def __init__(self) -> None:
        self.job: Job | None = None

    def state_changed(self, state: lifecycle.State) -> None:
        """Failures come back through the job."""

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        """The log goes to its file only."""

    def server_ready(self, run: int, report: ServerReport, client: EngineClient) -> None:
        """For the job."""
        if self.job is not None:
            self.job.server_ready(report)


class ProgressLines:
    """One line that changes on a terminal; elsewhere one line for every new kind of step. budget_s: what was said."""

    def __init__(self, budget_s: float) -> None:
        self._budget_s = budget_s
        self._left_s: float | None = None
        self._wide = 0
        self._last = ""

    def expect(self, seconds: float) -> None:
        """It was said to take that long."""
        self._budget_s = seconds

    def show(self, words: str, seconds_left: float) -> None:
        """What is done now, and how long it will still take; a slow machine needs more than was said, and is told."""
        self._left_s = steadied(self._left_s, seconds_left)
        arm = arm_asked(words)
        if arm is not None and self._budget_s and seconds_left > LONGER * self._budget_s:
            self.close()
            said = translate("CommandLine", "At the speed of this machine it takes about {duration}.")
            print(said.format(duration=duration(seconds_left)), file=sys.stderr)
        self._budget_s = 0.0 if arm is not None else self._budget_s
        if sys.stderr.isatty():
            line = translate("CommandLine", "{words} · about {duration} left").format(
                words=words, duration=duration(self._left_s)
            )
            print("\r" + line.ljust(self._wide), end="", file=sys.stderr, flush=True)
            self._wide = len(line)
            return
        step = arm or words
        if step != self._last:
            print(words, file=sys.stderr, flush=True)
        self._last = step

    def close(self) -> None:
        """Leave the line."""
        if self._wide:
            print("\r" + " " * self._wide + "\r", end="", file=sys.stderr, flush=True)


def say_how_long(seconds: float, *, known: bool = False) -> None:
    """On standard error, before the start. known: the speed of this set-up is, from an earlier measurement."""
    told = (
        translate(
            "CommandLine",
            "This takes about {duration} at the speed that was measured here before. Ctrl-C keeps what was measured.",
        )
        if known
        else translate(
            "CommandLine",
            "This takes up to about {duration}, longer where so few replies take longer. Ctrl-C keeps what was "
            "measured.",
        )
    )
    print(told.format(duration=duration(seconds)), file=sys.stderr)


def say_if_few(prompts: Sequence[ComparePrompt]) -> None:
    """On standard error, before the start: so few questions give no answer. They are asked all the same."""
    words = too_few_words(prompts)
    if words:
        print(words, file=sys.stderr)


async def say_if_busy(plans: Sequence[LaunchPlan], stage: Stage, watch: ProcessorWatch) -> None:
    """On standard error, before the start, where other programs would slow what is measured. watch: made before."""
    words = await busy_before(plans, stage.engine, stage.read, watch)
    if words:
        print(words, file=sys.stderr)


async def known_pace(store: CompareStore, plan: LaunchPlan, engine: EngineInfo) -> Pace | None:
    """What to expect, from an earlier compare or check of this set-up; None = nothing is known."""
    looking = asyncio.ensure_future(asyncio.to_thread(KnownByCompares(store).pace, plan, engine))
    await asyncio.wait([looking])
    return None if failure_in(looking) is not None else looking.result()


def duration(seconds: float) -> str:
    """ "40 s" or "3 minutes"."""
    return minutes_words(max(1.0, seconds))


def check_files(plan: LaunchPlan) -> None:
    """Before anything is said of speculation: a target is named, and its files are there. Raises UsageError."""
    if not names_a_model(plan):
        raise no_target()
    for said, path in (
        (translate("CommandLine", "The target {path} is not there."), plan.target),
        (translate("CommandLine", "The draft {path} is not there."), plan.draft if plan.loads_draft else None),
    ):
        if path is not None and not os.path.exists(path):
            step = translate("CommandLine", "Name a GGUF file of this computer.")
            raise UsageError(said.format(path=path), next_step=step)


def no_target() -> UsageError:
    """The arguments name no model."""
    return UsageError(
        translate("CommandLine", "No target model is named."),
        next_step=translate("CommandLine", "Name one with -m FILE after --."),
    )


def budget(minutes: float | None) -> float | None:
    """`--minutes`. Raises UsageError when no time is left in it."""
    if minutes is not None and not 0 < minutes <= 24 * 60:
        raise UsageError(translate("CommandLine", "--minutes needs a number of minutes above 0, such as 6."))
    return minutes


def temperature(said: float | None) -> float | None:
    """`--temperature`. Raises UsageError for one that no engine takes."""
    if said is not None and not 0 <= said <= MOST_TEMPERATURE:
        words = translate("CommandLine", "--temperature needs a number from 0 to {most}, such as 0.7.")
        raise UsageError(words.format(most=short(MOST_TEMPERATURE)))
    return said


def named_plan(name: str) -> NamedPlan:
    """A saved profile by its name, or a plan in a file. Raises FileFormatError when there is neither."""
    found = next((one for one in saved_profiles(profiles_dir()) if one.name == name and one.plan is not None), None)
    if found is not None and found.plan is not None:
        return NamedPlan(name=name, plan=found.plan)
    return read_plan(Path(name).expanduser())
