"""Who uses memory besides a plan of ours. Sizes in MiB; None = the driver or the system does not say."""

from __future__ import annotations

from typing import Literal

import msgspec

Unloader = Literal["ollama", "lm-studio"]
"""Programs that give their models' memory back when they are asked."""


class CardProcess(msgspec.Struct, frozen=True, kw_only=True):
    """One process on one card. mib None: Windows' own driver model (WDDM) does not count by process."""

    pid: int
    mib: float | None


class CardUse(msgspec.Struct, frozen=True, kw_only=True):
    """All processes on one card; None where the driver does not list them. sliced: the card is cut into parts (MIG)."""

    index: int
    name: str
    processes: tuple[CardProcess, ...] | None = None
    sliced: bool | None = None


class MemoryUser(msgspec.Struct, frozen=True, kw_only=True):
    """One program in one place. place: a card's name, or "RAM". mib: all its processes there together.

    ours: SpecDesk or its server. asks: it can be asked to unload its models.
    """

    name: str
    place: str
    mib: float | None
    pids: tuple[int, ...] = ()
    ours: bool = False
    asks: Unloader | None = None


class MemoryUsers(msgspec.Struct, frozen=True, kw_only=True):
    """The largest users first, place by place. notes: what could not be told, and why, in sentences."""

    users: tuple[MemoryUser, ...]
    notes: tuple[str, ...] = ()


class CardShare(msgspec.Struct, frozen=True, kw_only=True):
    """What a server uses on one card; mib None = the driver does not tell. listed: it is among the card's processes.

    others_mib: what other programs use there, as far as the driver tells.
    """

    index: int
    mib: float | None
    listed: bool = False
    others_mib: float = 0.0


class ServerShare(msgspec.Struct, frozen=True, kw_only=True):
    """What a server with all below it uses. ram_mib: of the computer's memory, without what it shares with files."""

    cards: tuple[CardShare, ...] = ()
    ram_mib: float | None = None
