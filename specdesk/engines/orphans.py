"""Servers that an earlier SpecDesk left behind: found at the next start by their notes, ended on request or taken over.

A server is meant to end with SpecDesk: by a death signal on Linux, a watcher on Linux and macOS (`death_watch`), a job
object on Windows. Each of them may be killed or refused, and a server may be meant to go on. A note is trusted only
where pid, time of the start and program all agree with the living process, and it belongs to us only when the SpecDesk
that wrote it is gone.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

import msgspec
import psutil

from specdesk.engines.process_birth import Birth, birth_of
from specdesk.engines.process_session import rest_of
from specdesk.engines.run_record import KEYS, PATTERN, Kept, Note, RunRecord, sweep_secrets
from specdesk.errors import EngineError
from specdesk.language import translate

_TERM_S: Final = 1.0
_KILL_S: Final = 1.0


class Orphan(msgspec.Struct, frozen=True, kw_only=True):
    """A server that is still running and whose SpecDesk is not. record: path of its note.

    kept: with what it can be taken over; None for one that was not meant to go on. key_file: its key, if that may still
    be there.
    """

    pid: int
    birth: Birth
    exe: str
    port: int
    record: str
    kept: Kept | None = None
    key_file: str | None = None

    @property
    def words(self) -> str:
        """For people: "Qwen2.5-7B on the built-in engine, process 4711, port 8080", or with the program alone."""
        if self.kept is None or self.kept.plan.target is None:
            return translate("Engines", "{program}, process {pid}, port {port}").format(
                program=Path(self.exe).name, pid=self.pid, port=self.port
            )
        return translate("Engines", "{model} on {engine}, process {pid}, port {port}").format(
            model=Path(self.kept.plan.target).stem,
            engine=Path(self.kept.engine).name if self.kept.engine else translate("Engines", "the built-in engine"),
            pid=self.pid,
            port=self.port,
        )


def find_orphans(state_dir: Path) -> tuple[Orphan, ...]:
    """Servers left behind by a SpecDesk that is gone. Blocks.

    Notes of servers that are known to be gone are removed with their keys; one that cannot be read, or whose process
    does not let itself be looked at, is left as it is.
    """
    return tuple(server for server, owner in noted_servers(state_dir) if owner is None)


def noted_servers(state_dir: Path) -> tuple[tuple[Orphan, int | None], ...]:
    """Every server with a note that is running, and the process of the SpecDesk that has it; None where that is gone.
    As `find_orphans` otherwise."""
    found: list[tuple[Orphan, int | None]] = []
    spared = set()
    for path in sorted(state_dir.glob(PATTERN)):
        record = RunRecord(path)
        try:
            note = record.read()
            left = None if note is None else _left_of(note)
            owned = note is not None and _lives(note.owner_pid, note.owner_birth) is not None
        except (OSError, psutil.AccessDenied):
            continue
        if note is None:
            if record.pid is None or not psutil.pid_exists(record.pid):
                record.remove()
        elif left is None:
            _forget(path, note.key_file)
        else:
            spared.add(note.key_file or "")
            found.append((_orphan(note, left, path), note.owner_pid if owned else None))
    sweep_secrets(state_dir, spared)
    return tuple(found)


def _orphan(note: Note, left: tuple[psutil.Process, Birth], path: Path) -> Orphan:
    process, birth = left
    return Orphan(
        pid=process.pid, birth=birth, exe=note.exe, port=note.port, record=str(path), kept=note.kept,
        key_file=note.key_file,
    )  # fmt: skip


def _forget(record: Path, key_file: str | None) -> None:
    """Its server is gone: nothing of it stays. A note names nothing but key files of ours."""
    if key_file is not None and Path(key_file).parent == record.parent and Path(key_file).name.startswith(KEYS):
        with contextlib.suppress(OSError):
            Path(key_file).unlink()
    RunRecord(record).remove()


def _left_of(note: Note) -> tuple[psutil.Process, Birth] | None:
    """The server that was noted or, where a script before it was killed alone, the one in that script's session.

    Raises psutil.AccessDenied where that cannot be told.
    """
    server = _server(note.pid, note.birth, note.exe, note.port)
    if server is not None:
        return server, note.birth
    if _is_there(note.pid):
        return None
    for one in rest_of(note.pid):
        birth = birth_of(one.pid)
        if birth is not None and not birth.is_before(note.birth):
            found = _server(one.pid, birth, note.exe, note.port)
            if found is not None:
                return found, birth
    return None


def _is_there(pid: int) -> bool:
    try:
        return is_alive(psutil.Process(pid))
    except psutil.Error:
        return False


def end_orphan(orphan: Orphan) -> None:
    """Ends it with everything below it: asked, after 1 s by force; nothing else is touched. Blocks up to 2 s.

    Raises EngineError when it is still there afterwards. One that is gone already is fine.
    """
    try:
        server = _server(orphan.pid, orphan.birth, orphan.exe, orphan.port)
    except psutil.AccessDenied as error:
        raise _not_ended(orphan) from error
    if server is not None:
        family = [server, *_below(server)]
        for request, patience in ((psutil.Process.terminate, _TERM_S), (psutil.Process.kill, _KILL_S)):
            for process in family:
                with contextlib.suppress(psutil.Error):
                    request(process)
            _, family = psutil.wait_procs(family, timeout=patience)
        if any(is_alive(process) for process in family):
            raise _not_ended(orphan)
    _forget(Path(orphan.record), orphan.key_file)


def _not_ended(orphan: Orphan) -> EngineError:
    return EngineError(
        translate("Engines", "The server left behind (process {pid}) could not be ended.").format(pid=orphan.pid),
        translate("Engines", "The system does not permit it, or it no longer reacts."),
        translate("Engines", "End it with the system's own tools, or restart the computer."),
    )


def server_of(orphan: Orphan) -> psutil.Process | None:
    """Its process, None when it is gone or its number was given away. Blocks for a moment."""
    try:
        return _server(orphan.pid, orphan.birth, orphan.exe, orphan.port)
    except psutil.AccessDenied:
        return None


def is_alive(process: psutil.Process) -> bool:
    """False for one that has ended, waited for or not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _server(pid: int, birth: Birth, program: str, port: int) -> psutil.Process | None:
    """The living process that was noted, or None. Raises psutil.AccessDenied where that cannot be told."""
    process = _lives(pid, birth)
    if process is None:
        return None
    try:
        command = process.cmdline()
        executable = process.exe()
    except psutil.NoSuchProcess:
        return None
    same_program = os.path.realpath(executable) == os.path.realpath(program) or program in command
    return process if same_program or str(port) in command else None  # a wrapper script becomes another program


def _lives(pid: int, birth: Birth) -> psutil.Process | None:
    now = birth_of(pid)
    if now is None and psutil.pid_exists(pid):
        raise psutil.AccessDenied(pid)
    if now is None or not now.is_same(birth):
        return None
    try:
        process = psutil.Process(pid)
    except psutil.Error:
        return None
    return process if is_alive(process) else None


def _below(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.Error:
        return []
