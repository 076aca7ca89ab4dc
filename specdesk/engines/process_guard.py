"""Before a child is started: is it a program, and how is it tied to our own life.

Linux: `setpriv --pdeathsig TERM --` in front of the command. It sets the signal and then becomes the program (same
pid), so no code runs between fork and exec. The signal is sent when the *thread* that started the child ends, so
children are started from the long-lived service thread only. Windows: a job object (`windows_job`). Linux and macOS:
a watcher beside each server besides (`death_watch`). What gets past all that the next start finds (`orphans`).
"""

from __future__ import annotations

import errno
import functools
import os
import platform
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from specdesk.errors import EngineError
from specdesk.language import mark, translate

_MACHINES: Final = {"x86_64": 62, "amd64": 62, "aarch64": 183, "arm64": 183, "riscv64": 243, "ppc64le": 21, "s390x": 22}
"""e_machine values, elf.h."""
_ELF_HEAD: Final = 20
_CHOOSE: Final = mark("Engines", "Choose a llama-server made for this computer.")


def checked_program(program: str, search_path: str | None) -> Path:
    """The absolute path of an executable file; names without a folder are looked up in `search_path`.

    Raises EngineError when it is missing, a folder, or may not be run. Blocks (reads the disk).
    """
    found = program if os.path.dirname(program) else shutil.which(program, path=search_path)
    if found is None:
        raise EngineError(
            translate("Engines", "There is no program {program}.").format(program=program),
            translate("Engines", "It is in none of the folders of PATH."),
            translate("Engines", _CHOOSE),
        )
    path = Path(found).absolute()
    try:
        is_file, is_folder = path.is_file(), path.is_dir()
    except OSError as error:
        raise spawn_error(path, error) from error
    if is_folder:
        raise EngineError(
            translate("Engines", "{path} is a folder, not a program.").format(path=path),
            "",
            translate("Engines", "Choose the llama-server inside it."),
        )
    if not is_file:
        raise EngineError(
            translate("Engines", "There is no program at {path}.").format(path=path),
            translate("Engines", "It was moved or removed."),
            translate("Engines", "Choose llama-server again."),
        )
    if not os.access(path, os.X_OK):
        raise EngineError(
            translate("Engines", "{path} is not allowed to run.").format(path=path),
            translate("Engines", "The file is not marked as executable."),
            translate("Engines", "Mark it with chmod +x {path}, if it is a program that you trust.").format(path=path),
        )
    return path


def spawn_error(path: Path, error: OSError) -> EngineError:
    """The sentence for a start that the system refused."""
    if error.errno == errno.ENOEXEC or getattr(error, "winerror", None) in (193, 216):
        return EngineError(
            translate("Engines", "{path} is not a program for this computer.").format(path=path),
            translate("Engines", "The system cannot run this file."),
            translate("Engines", _CHOOSE),
        )
    if error.errno == errno.ENOENT:
        return EngineError(
            translate("Engines", "{path} cannot be started.").format(path=path),
            translate(
                "Engines", "The program that has to load it, as named in its first bytes, is not on this computer."
            ),
            translate("Engines", _CHOOSE),
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        why = translate(
            "Engines", "The system does not permit it; the drive may forbid programs, or security software blocks it."
        )
        return EngineError(
            translate("Engines", "{path} is not allowed to run.").format(path=path),
            why,
            translate("Engines", "Copy it to your home folder, or allow it."),
        )
    if error.errno in (errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE):
        why = translate("Engines", "The system is out of memory, processes or files: {error}.").format(
            error=error.strerror
        )
        return EngineError(
            translate("Engines", "The engine could not be started."),
            why,
            translate("Engines", "Close other programs and try again."),
        )
    if error.errno == errno.E2BIG:
        why = translate("Engines", "The arguments and the environment are longer than the system permits.")
        return EngineError(
            translate("Engines", "The engine could not be started."),
            why,
            translate("Engines", "Shorten the extra arguments."),
        )
    why = translate("Engines", "The system says: {error}.").format(error=error.strerror or error)
    return EngineError(
        translate("Engines", "{path} cannot be started.").format(path=path),
        why,
        translate("Engines", "Check the program and its drive."),
    )


def guard_prefix(path: Path) -> tuple[str, ...]:
    """What goes in front of the command so that the child ends with us; () where the system offers nothing.

    `setpriv` hands a file that the system refuses to the shell, so only files that the system can run get the prefix;
    the others are started directly and refused in the system's own words. Blocks (reads the disk).
    """
    setpriv = _setpriv()
    return (setpriv, "--pdeathsig", "TERM", "--") if setpriv and _runs_here(path) else ()


@functools.cache
def _setpriv() -> str | None:
    """The path of a `setpriv` that knows --pdeathsig (the one of busybox does not)."""
    found = shutil.which("setpriv") if sys.platform == "linux" else None
    if found is None:
        return None
    try:
        tried = subprocess.run(
            [found, "--pdeathsig", "TERM", "--", "true"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=5, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return found if tried.returncode == 0 else None


def _runs_here(path: Path) -> bool:
    """True for scripts with a first line and for ELF files of this kind of processor."""
    try:
        with path.open("rb") as file:
            head = file.read(_ELF_HEAD)
    except OSError:
        return False
    if head.startswith(b"#!"):
        return True
    if len(head) < _ELF_HEAD or not head.startswith(b"\x7fELF"):
        return False
    (machine,) = struct.unpack_from("<H" if head[5] == 1 else ">H", head, 18)
    return bool(machine == _MACHINES.get(platform.machine().lower()))


def platform_options() -> dict[str, Any]:
    """Arguments for the start: a session of its own on POSIX; no console window and an own group on Windows."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
