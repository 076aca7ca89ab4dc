"""Whether anything of SpecDesk is running that needs what it keeps: its window, its commands, its servers."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Final

import psutil

from specdesk import paths
from specdesk.engines.orphans import noted_servers
from specdesk.errors import SpecDeskError
from specdesk.language import mark, translate

WINDOW_LOCK: Final = "window.lock"
"""`ui.single_instance` holds it while the window is open. A QLockFile: process, program, computer, and on some systems
two lines more, the last of which tells this start of the computer from others."""
HOME: Final = "SPECDESK_HOME"
PROGRAMS: Final = ("specdesk", "specdesk-window")
NOTHING: Final = mark("CommandLine", "Nothing was deleted.")
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
_ROUNDED_S: Final = 2.0


def check_nothing_works(*, besides_us: bool = False) -> None:
    """Raises SpecDeskError, which names what is running and says how to end it: it would write everything again, and
    nobody could find a server whose note is gone. besides_us: the window of this process and its server, which end
    first, count for nothing. Blocks."""
    state, own = paths.state_dir(), {os.getpid()} if besides_us else set()
    window = window_process(state)
    if window is not None and not besides_us:
        why = translate("CommandLine", "SpecDesk's window is open (process {process}).").format(process=window)
        raise _working(why, translate("CommandLine", "Close it, then try again."))
    for server, owner in noted_servers(state):
        if besides_us and owner == os.getpid():
            own.add(server.pid)
            continue
        if owner is None:
            why = translate("CommandLine", "A server that SpecDesk started is still running: {server}.")
            step = translate(
                "CommandLine",
                "Open SpecDesk, which offers to end it, or end process {process} yourself; then try again.",
            )
            if besides_us:
                step = translate(
                    "CommandLine",
                    "End it where SpecDesk offers that, at its next start at the latest, or end process {process} "
                    "yourself; then try again.",
                )
            step = step.format(process=server.pid)
        else:
            why = translate("CommandLine", "SpecDesk (process {process}) is using a server: {server}.")
            step = translate(
                "CommandLine", "Press Ctrl-C where it was started, or end process {process}; then try again."
            ).format(process=owner)
        raise _working(why.format(process=owner, server=server.words), step)
    for process, words in _commands(own):
        why = translate("CommandLine", "SpecDesk is at work: {command} (process {process}).")
        step = translate("CommandLine", "Wait until it is done, or end it with Ctrl-C; then try again.")
        raise _working(why.format(command=words, process=process.pid), step)


def _working(why: str, step: str) -> SpecDeskError:
    return SpecDeskError(translate("CommandLine", NOTHING), why, step)


def window_process(state_dir: Path) -> int | None:
    """The process of the window that is open, by its lock; None where there is no window. A lock that a window left
    when it was killed counts for nothing, also where its number has gone to another process. Blocks."""
    lock = state_dir / WINDOW_LOCK
    try:
        said = lock.read_text("utf-8", "replace").splitlines()
        written = lock.stat().st_mtime
    except OSError:
        return None
    if not said or not said[0].strip().isdecimal() or _is_of_another_start(said):
        return None
    pid = int(said[0])
    try:
        process = psutil.Process(pid)
        began, program = process.create_time(), process.exe()
    except psutil.AccessDenied:
        return pid
    except (psutil.Error, ValueError, OverflowError):
        return None
    same = len(said) < 2 or _stem(said[1].strip()) == _stem(os.path.realpath(program))
    return pid if same and began <= written + _ROUNDED_S else None


def _is_of_another_start(said: Sequence[str]) -> bool:
    """The computer was started anew since."""
    try:
        now = _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return False
    return len(said) > 4 and bool(said[4].strip()) and said[4].strip() != now


def _stem(program: str) -> str:
    """Its name, on any system."""
    return PurePath(program).name.casefold().removesuffix(".exe")


def _commands(own: Iterable[int]) -> Iterator[tuple[psutil.Process, str]]:
    """Every other process of SpecDesk with the same folders, and what it was asked to do. own: count for nothing, nor
    does what they have started."""
    me = psutil.Process()
    mine, home = me.username(), os.environ.get(HOME)
    ours = {me.pid, *(parent.pid for parent in me.parents())}  # a launcher that waits for this one is no other
    for pid in own:
        with contextlib.suppress(psutil.Error):
            ours |= {pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid in ours or process.username() != mine:
                continue
            asked = asked_of(process.cmdline())
            if asked is not None and process.environ().get(HOME) == home:
                yield process, f"specdesk {asked}".strip()


def asked_of(command: Sequence[str]) -> str | None:
    """The verb of a command of SpecDesk, "" without one; None for a command of something else. Pure."""
    words = list(command)
    if words and _stem(words[0].replace("\\", "/")).startswith("python"):
        words = words[1:]
        while words and words[0].startswith("-") and words[0] != "-m":
            words = words[1:]
        if words[:1] == ["-m"]:
            words = words[1:]
            return next(iter(words[1:]), "") if words and words[0].partition(".")[0] == "specdesk" else None
    if not words or _stem(words[0].replace("\\", "/")) not in PROGRAMS:
        return None
    return next(iter(words[1:]), "")
