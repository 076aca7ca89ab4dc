"""The sheet that a command for one binary is written on."""

from __future__ import annotations

from collections.abc import Mapping

from specdesk.engines.dialect_records import Argv, Change, Dropped
from specdesk.engines.dialect_table import ROW_OF_FIELD, Switch, Value
from specdesk.engines.flags import Flags


class Sheet:
    """Collects arguments, changes and drops while a plan is written for the binary behind `flags`."""

    def __init__(self, flags: Flags, said: Mapping[str, str]) -> None:
        self.flags = flags
        self._said = said
        self._args: list[str] = []
        self._changes: list[Change] = []
        self._dropped: list[Dropped] = []
        self._env: dict[str, str] = {}

    def send(self, *words: str) -> None:
        """Add arguments."""
        self._args += words

    def hand_over(self, variable: str, secret: str) -> None:
        """Say something by a variable of the engine's environment, where other users cannot read it."""
        self._env[variable] = secret

    def change(self, from_: str, to: str, why: str) -> None:
        """Note that something is said differently."""
        self._changes.append(Change(from_=from_, to=to, why=why))

    def drop(self, flag: str, why: str) -> None:
        """Note that something is not sent."""
        self._dropped.append(Dropped(flag=flag, why=why))

    def label(self, field: str, otherwise: str = "") -> str:
        """The flag to name in a message: the user's spelling, else the build's, else the first one."""
        row = ROW_OF_FIELD.get(field)
        names = row.flags if isinstance(row, Value) else (*row.on, *row.off) if isinstance(row, Switch) else ()
        known = self.flags.spelling(*names) or next(iter(names), otherwise)
        return self._said.get(field, known)

    def take(self, other: Argv) -> None:
        """Add everything that another sheet came to."""
        self._args += other.args
        self._changes += other.changes
        self._dropped += other.dropped
        self._env |= other.env

    def argv(self) -> Argv:
        """The finished record."""
        changes, dropped = tuple(dict.fromkeys(self._changes)), tuple(dict.fromkeys(self._dropped))
        return Argv(args=tuple(self._args), changes=changes, dropped=dropped, env=self._env)
