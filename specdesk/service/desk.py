"""What runs now and what is done with it: our server, the replies it gives, the plain check, others' traffic."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial

import msgspec

from specdesk.chat.attached.engine import Options
from specdesk.chat.client import EngineClient
from specdesk.chat.history import History
from specdesk.engines import lifecycle
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.errors import ChatError, SpecDeskError
from specdesk.language import translate
from specdesk.measure.speculation import extra_cost
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.access import Access, fleeting
from specdesk.service.answering import Answering
from specdesk.service.baselines import key_of, set_up_of
from specdesk.service.catalog import Catalog
from specdesk.service.chats import Chats
from specdesk.service.compare_desk import CompareDesk
from specdesk.service.compare_wish import Asked, Wish
from specdesk.service.compares import Compares
from specdesk.service.drives import Flights
from specdesk.service.engine_list import EngineList
from specdesk.service.events import (
    BaselineKnown,
    CheckDone,
    Event,
    LogLines,
    Problem,
    ServerFacts,
    StartRefused,
    StateChanged,
)
from specdesk.service.fitting import Fitting
from specdesk.service.launch import check
from specdesk.service.left_behind import LeftBehind
from specdesk.service.left_behind_events import ServerTakenOver
from specdesk.service.measured_server import Stage
from specdesk.service.neighbours import Neighbours
from specdesk.service.orders import Orders
from specdesk.service.outcome import failure_in, failure_of
from specdesk.service.patience import told_if_silent
from specdesk.service.plain_check import CheckResult, PlainCheck, stopped, told_of_check
from specdesk.service.read_back import ServerReport
from specdesk.service.server import Server, ServerEndedError, Wanted, as_it_runs
from specdesk.service.setup_words import facts_of, set_up_words
from specdesk.service.watching import Watching

log = logging.getLogger(__name__)


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
        self._check = PlainCheck(self._server, post)
        self.compares = Compares(self._server, post, history, self._stage_now)
        self._neighbours = Neighbours(post, chats, self.compares.known_at)
        self._turn = asyncio.Lock()
        self.comparing = CompareDesk(
            self.compares, catalog, self._stage, self._turn, self._borrow, self._check.cancel, self._others_are_asked,
            lambda: chats.answering, self._neighbours.signed_in,
        )  # fmt: skip
        self._orders = Orders()
        self._wanted: Wanted | None = None  # what the user runs, or has asked for: a measurement puts it back
        self._report: ServerReport | None = None
        self._watching: Watching | None = None
        self._measuring: asyncio.Task[None] | None = None
        self._left = LeftBehind(post, engines, fitting)
        self._drafted: dict[LaunchPlan, Sample] = {}
        self._known = Flights()
        chats.on_reply_end = self._reply_ended

    # ---- the server ----

    async def start(self, run: int, plan: LaunchPlan, access: Access) -> None:
        """Begin a run, in place of the one that may be running.

        Raises SpecDeskError when a server is ready and the new run cannot start; that server is kept then.
        """
        asked = self._asked
        with self._orders.start() as order:
            refused = await failure_of(self._refuse_impossible(plan, access))
            if refused is not None or not order.holds:
                self._post(StartRefused(run=run))
                if refused is not None:
                    raise refused
                return  # stopped, or started otherwise, while the files were looked at
            async with self._turn:
                await self._free(asked)
                self._wanted = Wanted(
                    plan=plan, access=access, engine=self._engines.ready, before=self._fitting.hold, post=self._post
                )
                self._server.start(self._server.newest(run), self._wanted)

    async def _refuse_impossible(self, plan: LaunchPlan, access: Access) -> None:
        """A server that answers is worth more than a start that is known to fail. Raises SpecDeskError."""
        if isinstance(self._server.state, lifecycle.Ready):
            engine = await self._engines.ready()
            checking = asyncio.to_thread(check, plan, engine, access)
            await told_if_silent(checking, plan.target or "", self._post)

    async def stop(self) -> None:
        """Stop the reply, the check, the server; returns when it is gone."""
        asked = self._asked
        self._orders.stop()
        async with self._turn:
            await self._abandon(asked)
            self._wanted = None
            await self._chats.stop()
            if lifecycle.is_running(self._server.state):
                self._server.request_stop()
        await self._server.gone()

    @property
    def _asked(self) -> Asked:
        return self._check.wish, self.compares.wish

    async def _abandon(self, asked: Asked) -> None:
        """Something else is wanted of the server than what is being measured, or was to be when that was asked for."""
        await self._check.abandon(asked[0])
        await self.compares.abandon(asked[1])

    async def _free(self, asked: Asked) -> None:
        """The same for another server in its place."""
        await self._abandon(asked)
        await self._chats.stop()
        await self._neighbours.close()

    async def dismiss(self) -> None:
        """The user has read about the failure."""
        self._server.dismiss()

    def restate(self) -> None:
        """Another language is spoken now: what stands is told in it, where it says anything."""
        if self._server.restates():
            self._post(StateChanged(state=self._server.state))
        self._neighbours.restate()

    async def close(self) -> None:
        """Leave nothing behind."""
        await self.stop()
        await self._neighbours.close()

    def answering(self) -> Answering:
        """Who answers a question now. Raises ChatError when nobody does."""
        if self._check.is_running:
            raise ChatError(
                translate("Service", "The plain speed is being measured."),
                translate("Service", "A question would disturb it."),
                translate("Service", "Wait, or cancel it."),
            )
        client, report = self._server.client, self._report
        if client is not None and report is not None:
            words = set_up_words(report.launch.plan, self._catalog)
            return Answering(
                client=client, setup=words, build=report.build, speculating=report.speculative, said=self._server.said,
                plan=report.launch.plan, engine=report.launch.engine.path or EMBEDDED,
            )  # fmt: skip
        if self._neighbours.answering is not None:
            return self._neighbours.answering
        what = translate("Service", "Nothing is running that could answer.")
        raise ChatError(what, "", translate("Service", "Press Start first."))

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[Answering]:
        """Who answers a question that is being asked; a compare makes way for it and goes on behind the answer.

        Raises ChatError when nobody answers.
        """
        try:
            async with self.compares.making_way():
                yield self.answering()
        finally:
            if not self._chats.answering:
                self.compares.proceed()

    # ---- what the server tells (Observer) ----

    def state_changed(self, state: lifecycle.State) -> None:
        """Post the state; remember the process for the readings."""
        self._fitting.readings.server_pid = getattr(state, "pid", None)
        if not isinstance(state, lifecycle.Ready):
            self._report = None
            self._fitting.forget_measured()
            self._stop_watching()
        if not lifecycle.is_running(state):
            self._fitting.release()
        if isinstance(state, lifecycle.Failed) and state.run_id == self._server.users_run:
            self._wanted = None
        self._post(StateChanged(state=state))

    def log_lines(self, run: int, lines: Sequence[str]) -> None:
        """Post new lines."""
        self._post(LogLines(run=run, lines=tuple(lines)))

    def server_ready(self, run: int, report: ServerReport, client: EngineClient) -> None:
        """Post what it is, and begin to watch what others ask it."""
        self._report = report
        if run == self._server.users_run and self._wanted is not None:
            self._wanted = as_it_runs(self._wanted, report.launch)
        self.compares.server_ready(report)
        facts = facts_of(run, report, arm=run != self._server.users_run)
        self._post(facts)
        self._measuring = asyncio.get_running_loop().create_task(self._measure(facts, report))
        self._stop_watching()
        if not self._check.is_running and not self.compares.occupies:  # their own questions are nobody else's
            self._watching = Watching(run, client, self._chats, self._post, ours=True)
            self._watching.rest(self._neighbours.rests)

    async def _measure(self, facts: ServerFacts, report: ServerReport) -> None:
        """Tell the facts once more with what the engine has allocated, where its log says so."""
        launch = report.launch
        measuring = asyncio.get_running_loop().create_task(
            self._fitting.measure(launch.plan, launch.engine, report.buffers)
        )
        await asyncio.wait([measuring])
        error = failure_in(measuring)
        if error is not None:
            log.warning("run %d: what it allocated is not known: %s", facts.run, error)
        elif measuring.result() is not None and self._report is report:
            self._post(msgspec.structs.replace(facts, measured=measuring.result()))

    def _stop_watching(self) -> None:
        if self._watching is not None:
            self._watching.close()
            self._watching = None

    def _reply_ended(self, who: Answering, sample: Sample | None, stopped: bool) -> None:
        self.compares.proceed()
        self._neighbours.own_reply(who, sample, stopped=stopped)
        if self._watching is not None:
            self._watching.own_reply(who.client, sample, stopped=stopped)
        if self._report is None or who.client is not self._server.client:
            return
        self._fitting.growing.reply_ended()
        if sample is not None and sample.drafted:
            self._drafted[set_up_of(self._report.launch.plan)] = sample

    # ---- plain check ----

    async def know_baseline(self, plan: LaunchPlan) -> None:
        """Post the plain speed of `plan`, by the newest check or compare, if any."""
        await self._known.take(plan.target or "", "", lambda: self._know_baseline(plan))

    async def _know_baseline(self, plan: LaunchPlan) -> None:
        engine = self._engines.chosen
        if engine is None or plan.target is None:
            return
        key = await asyncio.to_thread(key_of, plan, engine)
        known = await asyncio.to_thread(self._history.baseline, key)
        compared = await self.compares.known_of(plan, engine)
        found = [(known.made, known.rate)] if known else []
        if compared is not None and compared.plain is not None:
            found.append((compared.made, compared.plain))
        at, rate = max(found, default=(None, None))
        made = None if at is None else datetime.fromtimestamp(at).astimezone().isoformat(timespec="minutes")
        cost = self._cost(plan, rate)
        cost = compared.h if cost is None and compared is not None else cost
        self._post(BaselineKnown(key=key, rate=rate, made=made, h=cost, compared=compared, plan=plan))

    async def quick_check(self, plan: LaunchPlan, access: Access) -> None:
        """Measure the plain speed of `plan`. Raises EngineError when there is no engine. What waits for the end of the
        measurement hears of one that never began, too."""
        error = await self._check.wanted(lambda wish: self._quick_check(plan, access, wish))
        if not self._check.is_running:
            self.compares.tell_if_over()
        if error is not None:
            raise error

    async def _quick_check(self, plan: LaunchPlan, access: Access, wish: Wish) -> None:
        asked = self._asked
        await wish.prepared(self._orders.carried_out())
        engine = await wish.prepared(self._engines.ready())
        key = await wish.prepared(asyncio.to_thread(key_of, plan, engine))
        async with wish.having(self._turn):
            again = await self._borrow(asked)
            wanted = Wanted(plan=plan, access=fleeting(access), engine=engine, before=self._fitting.hold)
            await self._check.begin(wanted, again, partial(self._checked, plan, key), wish)

    async def cancel_check(self) -> None:
        """Stop measuring, also before it began; the server goes back to what it was."""
        await self._check.cancel()

    async def _checked(
        self, plan: LaunchPlan, key: str, result: CheckResult | None, error: SpecDeskError | None
    ) -> None:
        rate, note = None, ""
        if error is not None:
            words, over, then = str(error), isinstance(error, ServerEndedError), error.next_step
            self._post(Problem(topic="check", what=error.what, why=error.why, next_step=then, until_start=over))
        elif result is None:
            words = stopped()
        else:
            rate, words, note = told_of_check(result)
        if rate is not None and result is not None and result.sample is not None:
            await self._keep_baseline(key, rate, result.sample)
        self._post(CheckDone(key=key, rate=rate, h=self._cost(plan, rate), words=words, note=note))

    async def _keep_baseline(self, key: str, rate: float, sample: Sample) -> None:
        error = await failure_of(asyncio.to_thread(self._history.put_baseline, key, rate, sample))
        if error is not None:
            self._post(Problem(topic="check", what=error.what, why=error.why, next_step=error.next_step))

    def _cost(self, plan: LaunchPlan, rate: float | None) -> float | None:
        """h, from the last reply of the same set-up that drafted anything and the plain speed in tokens/s."""
        sample = self._drafted.get(set_up_of(plan))
        return None if sample is None or rate is None else extra_cost(sample, rate)

    # ---- compare ----

    async def _stage(self, access: Access) -> Stage:
        await self._orders.carried_out()
        return self._stage_with(await self._engines.ready(), access)

    def _stage_now(self) -> Stage | None:
        """What would be measured on now."""
        return None if self._engines.chosen is None else self._stage_with(self._engines.chosen, Access())

    def _stage_with(self, engine: EngineInfo, access: Access) -> Stage:
        fitting = self._fitting
        return Stage(
            server=self._server, engine=engine, access=fleeting(access), before=fitting.hold,
            read=fitting.readings.cards, fit=fitting.fit_of,
        )  # fmt: skip

    def _others_are_asked(self, asked: bool) -> None:
        """By a compare of addresses, which may be those that are watched."""
        self._neighbours.rest(asked)
        if self._watching is not None:
            self._watching.rest(asked)

    async def _borrow(self, asked: Asked = (None, None)) -> Wanted | None:
        """Free the server for a measurement; what the user runs, or has asked for, to be put back."""
        await self._free(asked)
        return None if self._wanted is None else msgspec.structs.replace(self._wanted, adopts=None)

    # ---- left-overs and neighbours ----

    async def look_for_orphans(self, adopts: bool) -> None:
        """Servers of ours that a killed SpecDesk left behind; one that was meant to go on is taken over if `adopts`."""
        wanted = await self._left.look(adopts)
        if wanted is None or wanted.adopts is None:
            return
        async with self._turn:
            if lifecycle.is_running(self._server.state):
                self._left.offer(wanted.adopts[0])
                return
            run, self._wanted = self._server.next_run(), wanted
            self._post(ServerTakenOver(run=run, words=wanted.adopts[0].words))
            self._server.start(run, wanted)

    async def end_orphan(self, pid: int) -> None:
        """End one of them, and nothing else. Raises EngineError when it does not end."""
        await self._left.end(pid)

    async def look_around(self) -> None:
        """Notice a server that already answers on a usual port."""
        await self._neighbours.look(self._is_ours)

    async def watch(self, url: str, key: str | None, options: Options) -> None:
        """Attach to somebody else's engine. Raises ChatError when none answers there."""
        await self._neighbours.attach(url, key, options)

    async def watch_no_more(self) -> None:
        """Let it go."""
        await self._neighbours.close()

    def _is_ours(self, port: int) -> bool:
        own = self._wanted.access.port if self._wanted is not None else None
        running = self._report.launch.port if self._report is not None else None
        return port in (own, running) or self._left.has_port(port)
