"""Servers that an earlier SpecDesk left behind: written down while they run, found at the next start, ended on request.

Linux ends a server with SpecDesk by a death signal and Windows by a job object; macOS has neither, and both have gaps
(a wrapper script that starts the server as its child). A record is trusted only where pid, time of creation and program
all agree with the living process, and it belongs to us only when the SpecDesk that wrote it is gone.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Final

import msgspec
import psutil

from specdesk import paths
from specdesk.engines.process_session import rest_of
from specdesk.errors import EngineError
from specdesk.language import translate

_PATTERN: Final = "run-*.json"
_SAME_S: Final = 2.0
"""Times of creation that differ by less are the same: the system clock may have been set in between."""
_TERM_S: Final = 1.0
_KILL_S: Final = 1.0


class _Record(msgspec.Struct, frozen=True, kw_only=True):
    pid: int
    create_time: float
    exe: str
    port: int
    owner_pid: int
    owner_create_time: float


class RunRecord:
    """The note about one running server, as a file in the state folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def write(cls, state_dir: Path, pid: int, create_time: float, program: Path, port: int) -> RunRecord:
        """Writes the note in one step (a reader sees all of it or nothing). Blocks. Raises OSError.

        pid, create_time: of the server, as `ServerProcess` has them. The caller becomes its owner.
        """
        owner = psutil.Process()
        record = _Record(
            pid=pid, create_time=create_time, exe=str(program), port=port,
            owner_pid=owner.pid, owner_create_time=owner.create_time(),
        )  # fmt: skip
        paths.private_dir(state_dir)
        number, temporary = tempfile.mkstemp(dir=state_dir, prefix=".run-")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(msgspec.json.encode(record))
            path = state_dir / f"run-{pid}.json"
            os.replace(temporary, path)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
        return cls(path)

    def remove(self) -> None:
        """The server is gone. Blocks."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)


class Orphan(msgspec.Struct, frozen=True, kw_only=True):
    """A server that is still running and whose SpecDesk is not. record: path of its note."""

    pid: int
    create_time: float
    exe: str
    port: int
    record: str

    @property
    def words(self) -> str:
        """For people: "llama-server, process 4711, port 8080"."""
        return translate("Engines", "{program}, process {pid}, port {port}").format(
            program=Path(self.exe).name, pid=self.pid, port=self.port
        )


def find_orphans(state_dir: Path) -> tuple[Orphan, ...]:
    """Servers left behind by a SpecDesk that is gone. Notes that match no living process are removed. Blocks."""
    found = []
    for path in sorted(state_dir.glob(_PATTERN)):
        record = _read(path)
        server = None if record is None else _left_of(record)
        if record is None or server is None:
            RunRecord(path).remove()
        elif not _lives(record.owner_pid, record.owner_create_time):
            pid, exe = server.pid, record.exe
            found.append(Orphan(pid=pid, create_time=_made(server), exe=exe, port=record.port, record=str(path)))
    return tuple(found)


def _left_of(record: _Record) -> psutil.Process | None:
    """The server that was recorded or, where a script before it was killed alone, the one in that script's session."""
    server = _server(record.pid, record.create_time, record.exe, record.port)
    if server is not None or _is_there(record.pid):
        return server
    rest = [one for one in rest_of(record.pid) if _made(one) >= record.create_time - _SAME_S]
    ours = [one for one in rest if _server(one.pid, _made(one), record.exe, record.port) is not None]
    return ours[0] if ours else None


def _is_there(pid: int) -> bool:
    try:
        return _is_alive(psutil.Process(pid))
    except psutil.Error:
        return False


def _made(process: psutil.Process) -> float:
    """When it was created, s since the epoch; 0 when it is gone meanwhile."""
    try:
        return process.create_time()
    except psutil.Error:
        return 0.0


def end_orphan(orphan: Orphan) -> None:
    """Ends it with everything below it: asked, after 1 s by force; nothing else is touched. Blocks up to 2 s.

    Raises EngineError when it is still there afterwards. One that is gone already is fine.
    """
    server = _server(orphan.pid, orphan.create_time, orphan.exe, orphan.port)
    if server is not None:
        family = [server, *_below(server)]
        for request, patience in ((psutil.Process.terminate, _TERM_S), (psutil.Process.kill, _KILL_S)):
            for process in family:
                with contextlib.suppress(psutil.Error):
                    request(process)
            _, family = psutil.wait_procs(family, timeout=patience)
        if any(_is_alive(process) for process in family):
            raise EngineError(
                translate("Engines", "The server left behind (process {pid}) could not be ended.").format(
                    pid=orphan.pid
                ),
                translate("Engines", "The system does not permit it, or it no longer reacts."),
                translate("Engines", "End it with the system's own tools, or restart the computer."),
            )
    RunRecord(Path(orphan.record)).remove()


def _read(path: Path) -> _Record | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Record)
    except (OSError, msgspec.DecodeError, RecursionError):
        return None


def _server(pid: int, create_time: float, program: str, port: int) -> psutil.Process | None:
    """The living process that was recorded, or None."""
    process = _lives(pid, create_time)
    if process is None:
        return None
    try:
        command = process.cmdline()
        executable = process.exe()
    except psutil.Error:
        return None
    same_program = os.path.realpath(executable) == os.path.realpath(program) or program in command
    return process if same_program or str(port) in command else None  # a wrapper script becomes another program


def _lives(pid: int, create_time: float) -> psutil.Process | None:
    try:
        process = psutil.Process(pid)
        same = abs(process.create_time() - create_time) < _SAME_S
    except psutil.Error:
        return None
    return process if same and _is_alive(process) else None


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _below(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.Error:
        return []
