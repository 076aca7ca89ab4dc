"""What runs now and what is done with it: our server, the replies it gives, the plain check, others' traffic."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from specdesk import paths
from specdesk.chat.client import EngineClient
from specdesk.chat.history import History
from specdesk.chat.prompts import all_prompts
from specdesk.engines import lifecycle
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.orphans import Orphan, end_orphan, find_orphans
from specdesk.errors import ChatError, SpecDeskError
from specdesk.measure.baseline import Identity, baseline_key
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.catalog import Catalog
from specdesk.service.chats import Answering, Chats
from specdesk.service.engine_list import EngineList
from specdesk.service.events import (
    BaselineKnown,
    CheckDone,
    Event,
    LogLines,
    OrphansFound,
    OtherTraffic,
    Problem,
    ServerFacts,
    StateChanged,
)
from specdesk.service.fitting import Fitting
from specdesk.service.neighbours import Neighbours
from specdesk.service.plain_check import plain_check
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server
from specdesk.service.setup_words import set_up_words
from specdesk.service.traffic import Traffic

log = logging.getLogger(__name__)

TRAFFIC_S = 1.0


class Desk:
    """Lives on the service's loop. Observer of the server."""

    def __init__(
        self,
        post: Callable[[Event], None],
        engines: EngineList,
        catalog: Catalog,
        chats: Chats,
        history: History,
        fitting: Fitting,
        runs: itertools.count[int],
    ) -> None:
        self._post = post
        self._engines = engines
        self._catalog = catalog
        self._chats = chats
        self._history = history
        self._fitting = fitting
        self._server = Server(self, runs)
        self._neighbours = Neighbours(post)
        self._plan: LaunchPlan | None = None
        self._access = Access()
        self._report: ServerReport | None = None
        self._traffic: asyncio.Task[None] | None = None
        self._check: asyncio.Task[None] | None = None
        self._orphans: dict[int, Orphan] = {}

    # ---- the server ----

    async def start(self, run: int, plan: LaunchPlan, access: Access) -> None:
        """Begin a run, in place of the one that may be running."""
        await self.cancel_check()
        await self._chats.stop()
        self._plan, self._access = plan, access
        engine = self._engines.chosen
        if engine is None:
            try:
                self._engines.required()
            except SpecDeskError as error:
                self._server.fail_start(run, error)
            return
        if not lifecycle.is_running(self._server.state):
            await self._fitting.hold()
        self._server.start(run, plan, engine, access)

    async def stop(self) -> None:
        """Stop the reply, the check, the server."""
        await self.cancel_check()
        await self._chats.stop()
        await self._server.stop()

    async def dismiss(self) -> None:
        """The user has read about the failure."""
        self._server.dismiss()

    async def close(self) -> None:
        """Leave nothing behind."""
        await self._neighbours.close()
        await self.stop()

    def answering(self) -> Answering:
        """Who answers a question now. Raises ChatError when nobody does."""
        if isinstance(self._server.state, lifecycle.Ready) and self._server.client is not None and self._report:
            report = self._report
            words = set_up_words(report.launch.plan, self._catalog)
            return Answering(
                client=self._server.client, setup=words, build=report.build, speculating=report.speculative
            )
        if self._neighbours.client is not None:
            return Answering(client=self._neighbours.client, setup=self._neighbours.setup, build=None, speculating=None)
        raise ChatError("Nothing is running that could answer.", "", "Press Start first.")

    # ---- what the server tells (Observer) ----

    def state_changed(self, state: lifecycle.State) -> None:
        """Post the state; remember the process for the readings."""
        self._fitting.server_pid = getattr(state, "pid", None)
        if not isinstance(state, lifecycle.Ready):
            self._report = None
            self._stop_traffic()
        if not lifecycle.is_running(state):
            self._fitting.release()
        self._post(StateChanged(state=state))

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        """Post new lines."""
        self._post(LogLines(run=run, lines=tuple(lines)))

    def server_ready(self, run: int, report: ServerReport, client: EngineClient) -> None:
        """Post what it is, and begin to watch what others ask it."""
        self._report = report
        launch = report.launch
        self._post(
            ServerFacts(
                run=run,
                speculation=report.speculation,
                reason=report.reason,
                context=report.context,
                slots=report.slots,
                url=launch.url,
                api_key=launch.key,
                build=report.build,
                argv=launch.command,
                plan=launch.plan,
            )
        )
        self._stop_traffic()
        if self._check is not None and not self._check.done():
            return  # the check's own questions are nobody else's
        self._traffic = asyncio.get_running_loop().create_task(self._watch_traffic(run, client))

    async def _watch_traffic(self, run: int, client: EngineClient) -> None:
        traffic = Traffic()
        self._chats.on_reply_end = traffic.own_reply
        last: object = None
        while True:
            try:
                slots = await client.slots()
                metrics = None if self._chats.answering else await client.metrics()
            except ChatError as error:
                log.info("others' traffic: %s", error)
                await asyncio.sleep(TRAFFIC_S)
                continue
            seen = traffic.seen(slots, metrics, answering=self._chats.answering)
            if (seen.busy, seen.sample and seen.sample.tokens) != last:
                last = (seen.busy, seen.sample and seen.sample.tokens)
                self._post(OtherTraffic(run=run, busy_slots=seen.busy, sample=seen.sample))
            await asyncio.sleep(TRAFFIC_S)

    def _stop_traffic(self) -> None:
        self._chats.on_reply_end = None
        if self._traffic is not None:
            self._traffic.cancel()
            self._traffic = None

    # ---- plain check ----

    async def know_baseline(self, plan: LaunchPlan) -> None:
        """Post the stored plain speed for `plan`, if any."""
        engine = self._engines.chosen
        if engine is None or plan.target is None:
            return
        key = await asyncio.to_thread(key_of, plan, engine)
        known = await asyncio.to_thread(self._history.baseline, key)
        made = datetime.fromtimestamp(known.made).astimezone().isoformat(timespec="minutes") if known else None
        self._post(BaselineKnown(key=key, rate=known.rate if known else None, made=made))

    async def quick_check(self, plan: LaunchPlan, access: Access) -> None:
        """Measure; the task is kept so that it can be cancelled."""
        await self.cancel_check()
        await self._chats.stop()
        engine = self._engines.required()
        again = self._plan if lifecycle.is_running(self._server.state) else None
        self._check = asyncio.get_running_loop().create_task(self._checking(plan, access, engine, again))

    async def cancel_check(self) -> None:
        """Stop measuring; the server stays as it is."""
        task, self._check = self._check, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])

    async def _checking(self, plan: LaunchPlan, access: Access, engine: EngineInfo, again: LaunchPlan | None) -> None:
        key = await asyncio.to_thread(key_of, plan, engine)
        rate, words = None, "The plain check was stopped."
        try:
            prompts = await asyncio.to_thread(_prompts)
            result = await plain_check(self._server, plan, engine, access, prompts, self._post)
            if result.baseline is not None and result.sample is not None:
                rate = result.baseline.rate
                words = f"Plain speed: {rate:.1f} tokens/s over {result.baseline.replies} replies."
                await asyncio.to_thread(self._history.put_baseline, key, rate, result.sample)
                await self.know_baseline(plan)
            else:
                words = "The replies were too short to tell the plain speed."
        except SpecDeskError as error:
            words = str(error)
            self._post(Problem(topic="check", what=error.what, why=error.why, next_step=error.next_step))
        finally:
            self._post(CheckDone(key=key, rate=rate, h=None, words=words))
        if again is not None:
            self._server.start(self._server.next_run(), again, engine, access)
        else:
            await self._server.stop()

    # ---- left-overs and neighbours ----

    async def look_for_orphans(self) -> None:
        """Servers of ours that a killed SpecDesk left behind."""
        found = await asyncio.to_thread(find_orphans, paths.state_dir())
        self._orphans = {orphan.pid: orphan for orphan in found}
        if found:
            self._post(OrphansFound(orphans=tuple((orphan.pid, orphan.words) for orphan in found)))

    async def end_orphan(self, pid: int) -> None:
        """End one of them, and nothing else."""
        orphan = self._orphans.pop(pid, None)
        if orphan is not None:
            await asyncio.to_thread(end_orphan, orphan)

    async def look_around(self) -> None:
        """Notice a server that already answers on a usual port."""
        await self._neighbours.look()

    async def watch(self, url: str, key: str | None) -> None:
        """Attach to somebody else's server."""
        await self._neighbours.attach(url, key)


def _prompts() -> tuple[str, ...]:
    return tuple(prompt.text_in("en") for prompt in all_prompts())


def key_of(plan: LaunchPlan, engine: EngineInfo) -> str:
    """The baseline key of a plan on an engine. Blocks on two `stat` calls."""
    return baseline_key(_identity(plan.target or ""), _identity(engine.path or f"embedded {engine.version}"), plan)


def _identity(path: str) -> Identity:
    try:
        stat = Path(path).stat()
    except OSError:
        return Identity(path=path)
    return Identity(path=path, size=stat.st_size, mtime_ns=stat.st_mtime_ns)
