"""The service: what the window asks for, done on one asyncio thread; answers are events.

Every public method returns at once and may be called from any thread. See `events` for what comes back.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import itertools
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Literal

from specdesk.chat.history import History
from specdesk.errors import SpecDeskError
from specdesk.models.library_cache import LibraryCache
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.service.access import Access
from specdesk.service.catalog import Catalog
from specdesk.service.chats import Chats
from specdesk.service.desk import Desk
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, Problem
from specdesk.service.fitting import Fitting
from specdesk.service.library import Library
from specdesk.service.loop import LoopThread
from specdesk.settings import Settings, SettingsFile

log = logging.getLogger(__name__)

SHUTDOWN_S = 6.0


class Service:
    """The window's only way to files, processes and sockets."""

    def __init__(self, post: Callable[[Event], None], *, settings: Settings, settings_file: SettingsFile) -> None:
        self._post = post
        self._settings = settings
        self._file = settings_file
        self._loop = LoopThread()
        self._requests = itertools.count(1)
        self._scans = itertools.count(1)
        self._runs = itertools.count(1)
        self._ready = concurrent.futures.Future[None]()
        self._closing: concurrent.futures.Future[None] | None = None

    # ---- life ----

    def start(self) -> None:
        """Start the thread and find everything: history, orphans, engines, stores, models."""
        self._loop.start()
        self._loop.submit(self._begin())

    def shutdown(self) -> concurrent.futures.Future[None]:
        """Stop replies and the server; resolved when nothing is left. May be called more than once."""
        if self._closing is None:
            self._closing = self._loop.submit(self._end())
        return self._closing

    def close(self) -> None:
        """Wait for `shutdown`, then end the thread. Blocks, at most some seconds."""
        try:
            self.shutdown().result(SHUTDOWN_S)
        except TimeoutError:
            log.error("shutting down took too long")
        self._loop.close(2.0)

    async def _begin(self) -> None:
        cache = await asyncio.to_thread(LibraryCache)
        history = await asyncio.to_thread(History)
        self._catalog = Catalog(cache)
        self._engines = EngineList(self._post, self._settings.engine)
        self._library = Library(self._post, self._catalog, self._engines)
        self._fitting = Fitting(self._post, self._catalog, self._engines, self._settings.reserve_mib)
        self._chats = Chats(self._post, history)
        self._history = history
        self._desk = Desk(self._post, self._engines, self._catalog, self._chats, history, self._fitting, self._runs)
        if history.problem is not None:
            self._tell("history", history.problem)
        self._ready.set_result(None)
        await asyncio.gather(
            self._guarded("orphans", self._desk.look_for_orphans()),
            self._guarded("engine", self._engines.find()),
            self._guarded("library", self._library.find_stores()),
            self._guarded("history", self._chats.list("")),
        )
        await self._desk.look_around()

    async def _end(self) -> None:
        await asyncio.wrap_future(self._ready)
        await self._chats.stop()
        self._library.cancel()
        await self._fitting.close()
        await self._desk.close()
        await asyncio.to_thread(self._history.close)

    # ---- settings ----

    def save_settings(self, settings: Settings) -> None:
        """Keep settings; trouble is told as Problem(topic="settings")."""
        self._settings = settings
        self._do("settings", lambda: asyncio.to_thread(self._file.save, settings))

    # ---- library ----

    def scan(self, folders: Sequence[str]) -> int:
        """Read all models below folders; the number that the rows will carry."""
        number = next(self._scans)
        self._do("library", lambda: self._library.scan(number, tuple(folders)))
        return number

    def cancel_scan(self) -> None:
        """Stop reading."""
        self._do("library", lambda: self._library.stop_scan())

    def inspect_file(self, path: str) -> None:
        """Read one file: LibraryRow(scan=0)."""
        self._do("library", lambda: self._library.inspect(path))

    def judge(self, target: str) -> None:
        """Judge every known file as a draft for `target`."""
        self._do("library", lambda: self._library.judge(target))

    # ---- engines ----

    def find_engines(self) -> None:
        """Look for engines again."""
        self._do("engine", lambda: self._engines.find())

    def choose_engine(self, path: str) -> None:
        """Use this executable, or "embedded"."""
        self._do("engine", lambda: self._engines.choose(path))

    # ---- memory ----

    def fit(self, plan: LaunchPlan) -> int:
        """Ask whether a plan fits; only the newest request is answered."""
        number = next(self._requests)
        self._do("fit", lambda: self._fitting.ask(number, plan))
        return number

    def watch_devices(self, on: bool) -> None:
        """Read devices once a second while the window is visible."""
        self._do("monitor", lambda: self._fitting.watch(on))

    # ---- server ----

    def start_server(self, plan: LaunchPlan, access: Access) -> int:
        """Start; a running server is stopped first. The run's number."""
        run = next(self._runs)
        self._do("server", lambda: self._desk.start(run, plan, access))
        return run

    def stop_server(self) -> None:
        """Stop, in any state."""
        self._do("server", lambda: self._desk.stop())

    def restart_server(self, plan: LaunchPlan, access: Access) -> int:
        """Stop and start with another plan; the chat stays."""
        return self.start_server(plan, access)

    def dismiss_failure(self) -> None:
        """The user has read about the failed start."""
        self._do("server", lambda: self._desk.dismiss())

    def end_orphan(self, pid: int) -> None:
        """End a server of ours that an earlier run left behind."""
        self._do("server", lambda: self._desk.end_orphan(pid))

    def watch_server(self, url: str, key: str | None = None) -> None:
        """Attach to a server that somebody else started."""
        self._do("server", lambda: self._desk.watch(url, key))

    # ---- chat ----

    def new_chat(self) -> None:
        """Begin an empty chat."""
        self._do("chat", lambda: self._chats.new())

    def open_chat(self, chat: int) -> None:
        """Show a saved chat."""
        self._do("chat", lambda: self._chats.open(chat))

    def send(self, text: str, sampling: Sampling, reply_limit: int | None) -> None:
        """Ask."""
        self._do("chat", lambda: self._chats.send(text, self._desk.answering(), sampling, reply_limit))

    def regenerate(self, message: int, sampling: Sampling, reply_limit: int | None) -> None:
        """Answer a question again."""
        self._do("chat", lambda: self._chats.regenerate(message, self._desk.answering(), sampling, reply_limit))

    def edit(self, message: int, text: str, sampling: Sampling, reply_limit: int | None) -> None:
        """Ask a question differently."""
        self._do("chat", lambda: self._chats.edit(message, text, self._desk.answering(), sampling, reply_limit))

    def stop_reply(self) -> None:
        """Stop the reply that streams."""
        self._do("chat", lambda: self._chats.stop())

    def set_system_prompt(self, text: str) -> None:
        """Set the system prompt of this chat."""
        self._do("chat", lambda: self._chats.set_system(text))

    def list_chats(self, search: str = "") -> None:
        """List chats that contain `search`."""
        self._do("chat", lambda: self._chats.list(search))

    def rename_chat(self, chat: int, title: str) -> None:
        """Give a chat another title."""
        self._do("chat", lambda: self._chats.rename(chat, title))

    def delete_chat(self, chat: int) -> None:
        """Delete a chat; `undo_delete_chat` brings it back."""
        self._do("chat", lambda: self._chats.delete(chat))

    def undo_delete_chat(self, chat: int) -> None:
        """Bring a deleted chat back."""
        self._do("chat", lambda: self._chats.undo_delete(chat))

    def export_chat(self, chat: int, path: str, form: Literal["markdown", "json"]) -> None:
        """Write a chat to a file."""
        self._do("chat", lambda: self._chats.export(chat, path, form))

    # ---- baseline ----

    def know_baseline(self, plan: LaunchPlan) -> None:
        """Post the stored plain speed for this plan."""
        self._do("check", lambda: self._desk.know_baseline(plan))

    def quick_check(self, plan: LaunchPlan, access: Access) -> None:
        """Measure the plain speed of this plan."""
        self._do("check", lambda: self._desk.quick_check(plan, access))

    def cancel_check(self) -> None:
        """Stop measuring."""
        self._do("check", lambda: self._desk.cancel_check())

    # ---- how it is done ----

    def _do(self, topic: str, work: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop once everything is set up; trouble becomes a Problem event."""

        async def later() -> None:
            await asyncio.wrap_future(self._ready)
            await self._guarded(topic, work())

        if self._closing is None or topic == "settings":
            self._loop.submit(later())

    async def _guarded(self, topic: str, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except SpecDeskError as error:
            self._tell(topic, error)

    def _tell(self, topic: str, error: SpecDeskError) -> None:
        log.warning("%s: %s", topic, error)
        self._post(Problem(topic=topic, what=error.what, why=error.why, next_step=error.next_step))
