"""The service: what the window asks for, done on one asyncio thread; answers are events.

Every public method returns at once and may be called from any thread. See `events` for what comes back.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import itertools
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from specdesk.chat.history import History
from specdesk.errors import SpecDeskError
from specdesk.language import mark, translate
from specdesk.models.library_cache import LibraryCache
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service.access import Access
from specdesk.service.answering import Answering
from specdesk.service.attach_requests import AttachRequests
from specdesk.service.catalog import Catalog
from specdesk.service.chats import Chats
from specdesk.service.compare_requests import CompareRequests
from specdesk.service.desk import Desk
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, Problem
from specdesk.service.fetching import Fetching, FetchRequests
from specdesk.service.fitting import Asked, Fitting
from specdesk.service.footprint import FootprintRequests
from specdesk.service.library import Library
from specdesk.service.loop import LoopThread
from specdesk.service.memory_choices import Choosing
from specdesk.service.memory_requests import MemoryRequests
from specdesk.service.outcome import failure_in, failure_of, not_opened
from specdesk.service.profile_list import ProfileRequests
from specdesk.service.report import ReportRequests, StateHistory
from specdesk.service.restating import RestatingRequests
from specdesk.service.threads import DaemonThreads
from specdesk.service.user_files import FileRequests
from specdesk.settings import Settings, SettingsFile

log = logging.getLogger(__name__)
S = TypeVar("S")

SHUTDOWN_S = 6.0
"""How long a shutdown may take: a stopped reply is saved within 2 s, a server ends within 3 s."""
THREAD_S = DISK_S = 0.5

NO_HISTORY = mark("Service", "Chats and measured speeds of this run are not kept.")
NO_CACHE = mark("Service", "Model files are read anew.")


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """What the service is made of, once it is set up. All live on the loop."""

    catalog: Catalog
    engines: EngineList
    library: Library
    fitting: Fitting
    choosing: Choosing
    chats: Chats
    history: History
    desk: Desk
    fetching: Fetching
    states: StateHistory


class Service(
    AttachRequests, CompareRequests, FetchRequests, FileRequests, FootprintRequests, MemoryRequests, ProfileRequests,
    ReportRequests, RestatingRequests,
):  # fmt: skip
    """The window's only way to files, processes and sockets."""

    def __init__(self, post: Callable[[Event], None], *, settings: Settings, settings_file: SettingsFile) -> None:
        self._states = StateHistory()
        self._post = self._states.noted(post)
        self._settings = settings
        self._saved = settings
        self._file = settings_file
        self._loop = LoopThread(self._post)
        self._requests, self._scans, self._runs = itertools.count(1), itertools.count(1), itertools.count(1)
        self._parts: Parts | None = None
        self._opened = asyncio.Event()
        self._saving = asyncio.Lock()
        self._closing: concurrent.futures.Future[None] | None = None
        self._ends_at = 0.0

    # ---- life ----

    def start(self) -> None:
        """Start the thread and find everything: history, orphans, engines, stores."""
        self._loop.start()
        self._loop.submit(self._guarded("start", self._begin))

    def shutdown(self) -> concurrent.futures.Future[None]:
        """Stop replies and the server; resolved when nothing is left, after some seconds at most.

        May be called more than once. What is asked for afterwards is not done, except that settings are saved.
        """
        if self._closing is None:
            submitted = self._loop.submit(self._end())
            if submitted is None:
                submitted = concurrent.futures.Future()
                submitted.set_result(None)
            self._closing, self._ends_at = submitted, time.monotonic() + SHUTDOWN_S
        return self._closing

    def close(self) -> None:
        """Wait for `shutdown`, until SHUTDOWN_S after it was asked for; then end the thread, in 2 s, whatever hangs."""
        try:
            ended = self.shutdown()
            ended.result(max(0.0, self._ends_at - time.monotonic()))
        except (TimeoutError, concurrent.futures.CancelledError):
            log.error("shutting down took too long")
        self._loop.close(THREAD_S)
        self._save_last()

    async def _begin(self) -> None:
        try:
            parts = await self._open()
        finally:
            self._opened.set()
        if parts is None:
            return
        self._do("library", lambda parts: parts.library.find_stores())  # nothing else waits for them
        await asyncio.gather(
            self._guarded("server", lambda: parts.desk.look_for_orphans(self._settings.keep_serving)),
            self._guarded("engine", parts.engines.find),
            self._guarded("history", parts.chats.begin),
        )
        await parts.desk.look_around()

    async def _open(self) -> Parts | None:
        """Everything made, with each store that cannot be opened replaced by memory; None when the end came first."""
        cache = await self._store("library", LibraryCache, lambda: LibraryCache(on_disk=False), NO_CACHE)
        history = await self._store("history", History, lambda: History(on_disk=False), NO_HISTORY)
        if self._closing is not None:
            await asyncio.to_thread(history.close)
            return None
        for topic, store in (("history", history), ("library", cache)):
            if store.problem is not None:
                self._tell(topic, store.problem)
        self._parts = self._made(cache, history)
        return self._parts

    async def _store(self, topic: str, opened: Callable[[], S], made: Callable[[], S], goes_on: str) -> S:
        """A store as `opened`; where that fails in a way that nobody expected, one `made` for this run."""
        opening = asyncio.get_running_loop().create_task(asyncio.to_thread(opened))
        await asyncio.wait([opening])
        error = failure_in(opening)
        if error is None:
            return opening.result()
        why = f"{error.why} {translate('Service', goes_on)}".strip()
        self._tell(topic, SpecDeskError(error.what, why, error.next_step))
        return await asyncio.to_thread(made)

    def _made(self, cache: LibraryCache, history: History) -> Parts:
        catalog = Catalog(cache)
        engines = EngineList(self._post, self._settings.engine)
        fitting = Fitting(self._post, catalog, engines, self._settings.reserve_mib)
        library = Library(self._post, catalog, engines, fitting.room, engines.drives)
        chats = Chats(self._post, history, self._settings.system_prompt)
        return Parts(
            catalog=catalog, engines=engines, library=library, fitting=fitting, chats=chats, history=history,
            choosing=Choosing(self._post, catalog, engines, fitting),
            desk=Desk(self._post, engines, catalog, chats, history, fitting, self._runs),
            fetching=Fetching(self._post), states=self._states,
        )  # fmt: skip

    async def _end(self) -> None:
        """Each part is asked to end and left behind when it hangs: `close` must come back."""
        parts = self._parts
        if parts is not None:
            parts.library.close()
            await asyncio.gather(
                self._guarded("server", parts.desk.close),
                self._guarded("monitor", parts.fitting.close),
                self._guarded("fetch", parts.fetching.close),
            )
            await _at_most(DISK_S, asyncio.to_thread(parts.history.close))
        await _at_most(DISK_S, self._save())

    # ---- settings ----

    def save_settings(self, settings: Settings) -> None:
        """Keep settings; trouble is told as Problem(topic="settings"). Of several in a row the newest is kept."""
        self._settings = settings
        if self._loop.submit(self._guarded("settings", self._save)) is None:
            self._save_last()

    async def _save(self) -> None:
        """Raises SpecDeskError when the file cannot be written."""
        async with self._saving:
            wanted = self._settings
            if self._parts is not None:
                self._parts.fitting.reserve_mib = wanted.reserve_mib
            if wanted is not self._saved:
                await asyncio.to_thread(self._file.save, wanted)
                self._saved = wanted

    def _save_last(self) -> None:
        """The loop has ended: what is not saved yet is saved here, and nobody is left to be told of trouble."""
        wanted = self._settings
        if wanted is self._saved:
            return
        try:
            DaemonThreads().submit(self._file.save, wanted).result(DISK_S)
            self._saved = wanted
        except (SpecDeskError, TimeoutError) as error:
            log.error("settings: %s", error)

    # ---- library ----

    def scan(self, folders: Sequence[str]) -> int:
        """Read all models below folders; the number that the rows will carry."""
        number = next(self._scans)
        self._do("library", lambda parts: parts.library.scan(number, tuple(folders)))
        return number

    def cancel_scan(self) -> None:
        """Stop reading."""
        self._do("library", lambda parts: parts.library.stop_scan())

    def inspect_file(self, path: str) -> None:
        """Read one file: LibraryRow(scan=0)."""
        self._do("library", lambda parts: parts.library.inspect(path))

    def sort_paths(self, paths: Sequence[str]) -> None:
        """Say which of these are folders: PathsSorted."""
        self._do("library", lambda parts: parts.library.sort_paths(tuple(paths)))

    def judge(self, target: str) -> None:
        """Judge every known file as a draft for `target`."""
        self._do("library", lambda parts: parts.library.judge(target))

    # ---- engines ----

    def find_engines(self) -> None:
        """Look for engines again."""
        self._do("engine", lambda parts: parts.engines.find())

    def choose_engine(self, path: str) -> None:
        """Use this executable, or "embedded"."""
        self._do("engine", lambda parts: parts.engines.choose(path))

    # ---- memory ----

    def fit(self, plan: LaunchPlan, layers_open: bool = False) -> int:
        """Ask whether a plan fits; only the newest request is answered.

        layers_open: its layers are the window's own: all on the GPU if they fit there, else as many as do.
        """
        number = next(self._requests)
        self._do("fit", lambda parts: parts.fitting.ask(Asked(number=number, plan=plan, layers_open=layers_open)))
        return number

    def watch_devices(self, on: bool) -> None:
        """Read devices once a second while the window is visible."""
        self._do("monitor", lambda parts: parts.fitting.readings.watch(on))

    # ---- server ----

    def start_server(self, plan: LaunchPlan, access: Access) -> int:
        """Start; a running server is stopped first. The run's number."""
        run = next(self._runs)
        self._do("server", lambda parts: parts.desk.start(run, plan, access))
        return run

    def stop_server(self) -> None:
        """Stop, in any state."""
        self._do("server", lambda parts: parts.desk.stop())

    def dismiss_failure(self) -> None:
        """The user has read about the failed start."""
        self._do("server", lambda parts: parts.desk.dismiss())

    def end_orphan(self, pid: int) -> None:
        """End a server of ours that an earlier run left behind."""
        self._do("server", lambda parts: parts.desk.end_orphan(pid))

    # ---- chat ----

    def new_chat(self) -> None:
        """Begin an empty chat."""
        self._do("chat", lambda parts: parts.chats.new())

    def open_chat(self, chat: int | None) -> None:
        """Show a saved chat; None: tell again which one is open."""
        self._do("chat", lambda parts: parts.chats.open(chat))

    def send(self, text: str, sampling: Sampling, reply_limit: int | None) -> None:
        """Ask."""
        self._ask(lambda chats, who: chats.send(text, who, sampling, reply_limit))

    def regenerate(self, message: int, sampling: Sampling, reply_limit: int | None, *, shorter: bool = False) -> None:
        """Answer a question again. shorter: see `Chats.regenerate`."""
        self._ask(lambda chats, who: chats.regenerate(message, who, sampling, reply_limit, shorter=shorter))

    def edit(self, message: int, text: str, sampling: Sampling, reply_limit: int | None) -> None:
        """Ask a question differently."""
        self._ask(lambda chats, who: chats.edit(message, text, who, sampling, reply_limit))

    def stop_reply(self) -> None:
        """Stop the reply that streams."""
        self._do("chat", lambda parts: parts.chats.stop())

    def set_system_prompt(self, text: str) -> None:
        """Set the system prompt of this chat."""
        self._do("chat", lambda parts: parts.chats.set_system(text))

    def trim_chat(self, share: float | None) -> None:
        """Send at most this share of what is sent now with each question; None = the whole chat again. ChatOpened."""
        self._do("chat", lambda parts: parts.chats.trim(share))

    def list_chats(self, search: str = "") -> None:
        """List chats that contain `search`."""
        self._do("chat", lambda parts: parts.chats.list(search))

    def rename_chat(self, chat: int, title: str) -> None:
        """Give a chat another title."""
        self._do("chat", lambda parts: parts.chats.rename(chat, title))

    def delete_chat(self, chat: int) -> None:
        """Delete a chat; `undo_delete_chat` brings it back."""
        self._do("chat", lambda parts: parts.chats.delete(chat))

    def undo_delete_chat(self, chat: int) -> None:
        """Bring a deleted chat back."""
        self._do("chat", lambda parts: parts.chats.undo_delete(chat))

    def export_chat(self, chat: int, path: str, form: Literal["markdown", "json"]) -> None:
        """Write a chat to a file."""
        self._do("chat", lambda parts: parts.chats.export(chat, path, form))

    # ---- baseline ----

    def know_baseline(self, plan: LaunchPlan) -> None:
        """Post the stored plain speed for this plan."""
        self._do("check", lambda parts: parts.desk.know_baseline(plan))

    def quick_check(self, plan: LaunchPlan, access: Access) -> None:
        """Measure the plain speed of this plan."""
        self._do("check", lambda parts: parts.desk.quick_check(plan, access))

    def cancel_check(self) -> None:
        """Stop measuring."""
        self._do("check", lambda parts: parts.desk.cancel_check())

    # ---- how it is done ----

    def _ask(self, asking: Callable[[Chats, Answering], Coroutine[Any, Any, None]]) -> None:
        """A question to whoever answers now; a compare makes way for it."""

        async def ask(parts: Parts) -> None:
            async with parts.desk.asking() as who:
                await asking(parts.chats, who)

        self._do("chat", ask)

    def _do(self, topic: str, work: Callable[[Parts], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop once everything is set up; trouble becomes a Problem event."""

        async def later() -> None:
            await self._opened.wait()
            if self._closing is not None:
                return
            if self._parts is None:
                self._tell(topic, not_opened())
                return
            parts = self._parts
            await self._guarded(topic, lambda: _called(work, parts))

        if self._closing is None:
            self._loop.submit(later())

    async def _guarded(self, topic: str, work: Callable[[], Coroutine[Any, Any, object]]) -> None:
        error = await failure_of(work())
        if error is not None:
            self._tell(topic, error)

    def _tell(self, topic: str, error: SpecDeskError) -> None:
        log.warning("%s: %s", topic, error)
        self._post(Problem(topic=topic, what=error.what, why=error.why, next_step=error.next_step))


async def _called(work: Callable[[Parts], Coroutine[Any, Any, object]], parts: Parts) -> None:
    """What is wrong with a request already when it is made is told like everything else."""
    await work(parts)


async def _at_most(seconds: float, work: Coroutine[Any, Any, object]) -> None:
    """Wait for some work, but not for ever; trouble is in the log."""
    await asyncio.wait([asyncio.ensure_future(failure_of(work))], timeout=seconds)
