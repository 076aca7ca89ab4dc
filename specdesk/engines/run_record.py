"""The note about a running server, by which the next start finds it: in the state folder, for this user only.

A server that is to outlive a killed SpecDesk has with it what is needed to take it over, its key included; that note
lives exactly as long as its server.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Final

import msgspec
import psutil

from specdesk import paths
from specdesk.engines.process_birth import Birth, birth_of
from specdesk.records.plan import LaunchPlan

PATTERN: Final = "run-*.json"
KEYS: Final = "key-"
"""Beginning of the name of a file with a key, before the number of the SpecDesk that wrote it (see `owned_prefix`)."""
_HALF: Final = ".run-"
_NOTHING: Final = msgspec.Raw(b"null")
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
    """One running server. exe: what was started. owner: the SpecDesk that started it or has taken it over.

    key_file: its key, while nobody knows whether it has read that. noted: a `Kept` as it was written, see `kept`.
    """

    pid: int
    birth: Birth
    exe: str
    port: int
    owner_pid: int
    owner_birth: Birth
    key_file: str | None = None
    noted: msgspec.Raw = msgspec.field(name="kept", default=_NOTHING)

    @property
    def kept(self) -> Kept | None:
        """What it takes to take it over; None where nothing was noted, or nothing that this SpecDesk understands."""
        try:
            return msgspec.json.decode(self.noted, type=Kept | None)
        except (msgspec.DecodeError, RecursionError):
            return None


class RunRecord:
    """The note about one running server, as a file of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def write(
        cls, state_dir: Path, pid: int, birth: Birth, program: Path, port: int, kept: Kept | None = None,
        key_file: Path | None = None,
    ) -> RunRecord:  # fmt: skip
        """Writes the note in one step (a reader sees all of it or nothing), mode 0600. Blocks. Raises OSError.

        The caller becomes its owner. kept: with what the next start may take the server over.
        """
        owner = os.getpid()
        note = Note(
            pid=pid, birth=birth, exe=str(program), port=port, noted=msgspec.Raw(msgspec.json.encode(kept)),
            owner_pid=owner, owner_birth=birth_of(owner) or _NOBODY,
            key_file=None if key_file is None else str(key_file),
        )  # fmt: skip
        paths.private_dir(state_dir)
        number, temporary = tempfile.mkstemp(dir=state_dir, prefix=owned_prefix(_HALF))
        try:
            with os.fdopen(number, "wb") as file:
                file.write(msgspec.json.encode(note))
            path = state_dir / f"run-{pid}.json"
            os.replace(temporary, path)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
        return cls(path)

    @classmethod
    def write_instead(
        cls, earlier: RunRecord | None, state_dir: Path, pid: int, birth: Birth, program: Path, port: int,
        kept: Kept | None = None, key_file: Path | None = None,
    ) -> RunRecord:  # fmt: skip
        """As `write`; an earlier note about the same server (under the number of a script before it) goes then."""
        record = cls.write(state_dir, pid, birth, program, port, kept, key_file)
        if earlier is not None and earlier.path != record.path:
            earlier.remove()
        return record

    def read(self) -> Note | None:
        """What it says; None where it names no server. Blocks. Raises OSError."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Note)
        except (msgspec.DecodeError, RecursionError):
            return None

    @property
    def pid(self) -> int | None:
        """The server's number by the name of the file."""
        number = self.path.stem.removeprefix("run-")
        return int(number) if number.isascii() and number.isdigit() else None

    def remove(self) -> None:
        """The server is gone. Blocks."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)


def owned_prefix(kind: str) -> str:
    """Beginning of the name of a file that is worth nothing without this SpecDesk."""
    return f"{kind}{os.getpid()}-"


def sweep_secrets(state_dir: Path, spared: Collection[str]) -> None:
    """Remove files with keys whose SpecDesk was killed before it could: those that no living one has written, except
    `spared` (paths). Blocks."""
    for kind in (KEYS, _HALF):
        for path in state_dir.glob(f"{kind}*"):
            owner = path.name.removeprefix(kind).partition("-")[0]
            lives = owner.isascii() and owner.isdigit() and psutil.pid_exists(int(owner))
            if not lives and str(path) not in spared:
                with contextlib.suppress(OSError):
                    path.unlink()
