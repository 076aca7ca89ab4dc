"""The note about a running server, by which the next start finds it: in the state folder, for this user only.

A server that is to outlive a killed SpecDesk has with it what is needed to take it over, its key included; that note
lives exactly as long as its server.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Final

import msgspec

from specdesk import paths
from specdesk.engines.process_birth import Birth, birth_of
from specdesk.records.plan import LaunchPlan

PATTERN: Final = "run-*.json"
_NOBODY: Final = Birth("", 0.0)


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What it takes to talk to a server as its own. engine: path of the executable, None = built in."""

    plan: LaunchPlan
    engine: str | None
    host: str
    key: str | None
    command: tuple[str, ...]
    size_mib: float | None = None


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """One running server. exe: what was started. owner: the SpecDesk that started it or has taken it over."""

    pid: int
    birth: Birth
    exe: str
    port: int
    owner_pid: int
    owner_birth: Birth
    kept: Kept | None = None


class RunRecord:
    """The note about one running server, as a file of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def write(
        cls, state_dir: Path, pid: int, birth: Birth, program: Path, port: int, kept: Kept | None = None
    ) -> RunRecord:
        """Writes the note in one step (a reader sees all of it or nothing), mode 0600. Blocks. Raises OSError.

        The caller becomes its owner. kept: with what the next start may take the server over.
        """
        owner = os.getpid()
        note = Note(
            pid=pid, birth=birth, exe=str(program), port=port, kept=kept,
            owner_pid=owner, owner_birth=birth_of(owner) or _NOBODY,
        )  # fmt: skip
        paths.private_dir(state_dir)
        number, temporary = tempfile.mkstemp(dir=state_dir, prefix=".run-")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(msgspec.json.encode(note))
            path = state_dir / f"run-{pid}.json"
            os.replace(temporary, path)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
        return cls(path)

    def read(self) -> Note | None:
        """What it says; None when it cannot be read. Blocks."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Note)
        except (OSError, msgspec.DecodeError, RecursionError):
            return None

    def remove(self) -> None:
        """The server is gone. Blocks."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
