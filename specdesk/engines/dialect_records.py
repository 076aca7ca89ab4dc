"""What translating a command yields: arguments for one binary, what was changed, and what could not be said."""

from __future__ import annotations

import msgspec

from specdesk.records.plan import LaunchPlan


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is said differently than it was given. An empty `to`: left out because nothing needs saying."""

    from_: str = msgspec.field(name="from")
    to: str
    why: str


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was asked for and is not sent. `flag` as the user spelled it where that is known."""

    flag: str
    why: str


class Argv(msgspec.Struct, frozen=True, kw_only=True):
    """Arguments (without the executable) for one particular binary; every flag is one that its help lists.

    env: variables to set for a start, with what must not be seen in a command (keys, tokens). Never shown.
    """

    args: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    env: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Argv(args={self.args!r}, changes={self.changes!r}, dropped={self.dropped!r}, env={[*self.env]!r})"


class ParsedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A llama-server command, read.

    engine: the executable as written, if any. api_key: kept apart from the plan, which is shown and saved.
    said: plan field -> the spelling that the user wrote, so that messages name it.
    """

    plan: LaunchPlan = LaunchPlan()
    changes: tuple[Change, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    api_key: str | None = None
    engine: str | None = None
    said: dict[str, str] = {}


class Spelling(msgspec.Struct, frozen=True, kw_only=True):
    """How a setting is called in one build: its flag, or None and the reason in `why`."""

    flag: str | None
    why: str = ""
