"""A report for asking others for help: one zip with versions, settings, states, the tails of logs and what was found.

No text of a chat, no system prompt, no key, and nobody's name: what is in it are known forms and named fields
(`log_forms`, `report_parts`), and out of those `redaction` takes names, folders and keys.
"""

from __future__ import annotations

import asyncio
import getpass
import io
import json
import time
import zipfile
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from specdesk import jsonfile, logs, paths
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.lifecycle import State
from specdesk.errors import SpecDeskError
from specdesk.language import english, translate
from specdesk.service.engine_list import EngineList
from specdesk.service.events import Event, StateChanged
from specdesk.service.found_here import gather
from specdesk.service.redaction import Redaction, folders_in
from specdesk.service.report_events import ReportSaved
from specdesk.service.report_parts import crash_log, program_log, settings_shown, state_shown
from specdesk.service.server import LOG_NAME
from specdesk.settings import LoadedSettings, Settings, SettingsFile

TAIL_BYTES: Final = 200_000
READ_ME: Final = """A report of SpecDesk, for asking somebody for help.

found.json     versions, engines and what they can do, GPUs, memory
settings.json  what is set, without key, system prompt, and names that you gave
states.json    what the server did in this run of the program
specdesk.txt   the end of the program's log: what happened when and where, without words that may quote something
server.txt     the end of the engine's log: lines of known forms only, since any other may quote a chat
crash.txt      where the program was when it last crashed, if it did

No chats are in it. Home folder, user and computer name, folders, names of profiles and keys have been taken out; names
of model files are still there. Look it through before you send it.
"""


class StateHistory:
    """The newest states of the server, with the time of each."""

    def __init__(self, most: int = 500) -> None:
        self._kept: deque[dict[str, Any]] = deque(maxlen=most)

    def note(self, state: State) -> None:
        """One more. Steps of a load are one entry."""
        kind = type(state).__name__
        if self._kept and self._kept[-1]["state"] == kind and self._kept[-1]["run_id"] == state.run_id:
            return
        entry = {"time": time.strftime("%Y-%m-%dT%H:%M:%S%z"), "state": kind} | msgspec.to_builtins(state)
        self._kept.append(state_shown(entry, self._kept))

    def noted(self, post: Callable[[Event], None]) -> Callable[[Event], None]:
        """`post`, with every state kept on its way."""

        def noting(event: Event) -> None:
            if isinstance(event, StateChanged):
                self.note(event.state)
            post(event)

        return noting

    def entries(self) -> list[dict[str, Any]]:
        """Oldest first."""
        return list(self._kept)


def write_report(
    path: Path, loaded: LoadedSettings, chosen: EngineInfo | None, states: Sequence[dict[str, Any]] = ()
) -> None:
    """Write the zip. Blocks. Raises SpecDeskError when it cannot be written."""
    with english():
        found = gather(loaded, chosen)
    redaction = _redaction(loaded.settings, found)
    settings = settings_shown(msgspec.to_builtins(loaded.settings))
    state_dir = paths.state_dir()
    documents = {
        "READ-ME.txt": READ_ME,
        "found.json": _json(redaction.value(found)),
        "settings.json": _json(redaction.value(settings)),
        "states.json": _json(redaction.value(list(states))),
        "specdesk.txt": redaction.text("\n".join(program_log(_tail(logs.log_path())))),
        "server.txt": "\n".join(redaction.engine_log(_tail(state_dir / LOG_NAME))),
        "crash.txt": redaction.text(
            "\n".join(crash_log([*_tail(logs.crash_path()), *_tail(state_dir / "crash.log.1")]))
        ),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in documents.items():
            archive.writestr(name, text)
    try:
        jsonfile.write_for_user(path, packed.getvalue())
    except OSError as error:
        raise SpecDeskError(
            translate("Report", "The report could not be written to {path}.").format(path=path),
            translate("Report", "The system says: {error}.").format(error=error.strerror or error),
            translate("Report", "Choose another folder or free some space."),
        ) from error


def _redaction(settings: Settings, found: dict[str, Any]) -> Redaction:
    folders = {
        *settings.model_folders,
        *folders_in(msgspec.to_builtins(settings)),
        *folders_in(found),
        *found["folders"].values(),
        *(one["folder"] for one in found["stores"]),
    }
    return Redaction(Path.home(), _user_names(), folders - {"."}, [settings.server_key or "", settings.system_prompt])


def _user_names() -> Iterable[str]:
    try:
        return (getpass.getuser(),)
    except (OSError, KeyError, ImportError):  # a user that the system has no name for
        return ()


def _json(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False)


def _tail(path: Path) -> list[str]:
    """The last lines of a file; none where there is none."""
    try:
        with path.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(file.tell() - TAIL_BYTES, 0))
            lines = file.read().decode("utf-8", "replace").splitlines()
            return lines[1:] if path.stat().st_size > TAIL_BYTES else lines
    except OSError:
        return []


class ReportingParts(Protocol):
    """What of the service is needed here."""

    @property
    def engines(self) -> EngineList:
        """Engines that were found."""

    @property
    def states(self) -> StateHistory:
        """What the server did."""


class ReportRequests(ABC):
    """All methods return at once and may be called from any thread."""

    _post: Callable[[Event], None]
    _file: SettingsFile
    _settings: Settings

    @abstractmethod
    def _do(self, topic: str, work: Callable[[Any], Coroutine[Any, Any, object]]) -> None:
        """Run on the loop; trouble becomes a Problem event."""

    def save_report(self, path: str) -> None:
        """Write a report for asking others for help: ReportSaved."""

        async def save(parts: ReportingParts) -> None:
            loaded = LoadedSettings(self._settings)
            await asyncio.to_thread(write_report, Path(path), loaded, parts.engines.chosen, parts.states.entries())
            self._post(ReportSaved(path=path))

        self._do("report", save)
