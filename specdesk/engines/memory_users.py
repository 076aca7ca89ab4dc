"""Who uses the memory of the cards and of the computer: the driver's processes, and the system's, by program."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, Final

import psutil

from specdesk.language import mark, translate
from specdesk.records.memory_use import CardShare, CardUse, MemoryUser, MemoryUsers, ServerShare, Unloader

RAM: Final = "RAM"
WORTH_NAMING_MIB: Final = 200.0
MOST_IN_RAM: Final = 6
_MIB: Final = 1 << 20
_UNKNOWN: Final = mark("Engines", "a program of another user")
_OURS: Final = mark("Engines", "SpecDesk and its server")
_ASKED: Final[tuple[tuple[str, Unloader], ...]] = (
    ("ollama", "ollama"), ("lm studio", "lm-studio"), ("lmstudio", "lm-studio"),
)  # fmt: skip
_NO_LIST: Final = mark("Engines", "The driver does not list the programs on {name}.")
_NO_SIZES: Final = mark(
    "Engines", "The driver of {name} does not count memory by program, as usual on Windows; only names are told."
)
_SLICED: Final = mark(
    "Engines", "{name} is cut into slices (MIG); its figures are those of the whole card, not of one slice."
)


def memory_users(cards: Sequence[CardUse], server_pid: int | None = None) -> MemoryUsers:
    """Programs by what they use, cards first. server_pid: our own server, whose share is marked as ours. Blocks for
    some ms per hundred processes."""
    ours = {os.getpid()} | (_family(server_pid) if server_pid is not None else set())
    users: list[MemoryUser] = []
    notes: list[str] = []
    for card in cards:
        users += _on_card(card, ours)
        if card.processes is None:
            notes.append(translate("Engines", _NO_LIST).format(name=card.name))
        elif card.processes and all(one.mib is None for one in card.processes):
            notes.append(translate("Engines", _NO_SIZES).format(name=card.name))
        if card.sliced:
            notes.append(translate("Engines", _SLICED).format(name=card.name))
    return MemoryUsers(users=(*users, *_in_ram(ours)), notes=tuple(notes))


def share_of(cards: Sequence[CardUse], pid: int) -> ServerShare:
    """What the server `pid` uses with all below it. Blocks for a moment."""
    return share_of_family(cards, _family(pid))


def share_of_family(cards: Sequence[CardUse], family: set[int]) -> ServerShare:
    """The same where the processes are known already."""
    ram = [_private_mib(one) for one in family]
    known = [mib for mib in ram if mib is not None]
    return ServerShare(cards=tuple(_share_on(card, family) for card in cards), ram_mib=sum(known) if known else None)


def _share_on(card: CardUse, family: set[int]) -> CardShare:
    rows = card.processes
    if rows is None:
        return CardShare(index=card.index, mib=None)
    ours = [one.mib for one in rows if one.pid in family]
    told = [mib for mib in ours if mib is not None]
    others = sum(one.mib or 0.0 for one in rows if one.pid not in family)
    mib = sum(told) if len(told) == len(ours) else None
    return CardShare(index=card.index, mib=mib, listed=bool(ours), others_mib=others)


def _private_mib(pid: int) -> float | None:
    try:
        return _private(psutil.Process(pid).memory_info())
    except psutil.Error:
        return None


def _private(memory: Any) -> float:
    """memory: as psutil has it. MiB without what is shared with other processes, where the system tells."""
    return float(max(memory.rss - getattr(memory, "shared", 0), 0)) / _MIB


def _on_card(card: CardUse, ours: set[int]) -> list[MemoryUser]:
    groups: dict[str, list[tuple[int, float | None]]] = defaultdict(list)
    for process in card.processes or ():
        name = _OURS if process.pid in ours else _name_of(process.pid)
        groups[name].append((process.pid, process.mib))
    return _sorted(_user(name, card.name, rows) for name, rows in groups.items())


def _in_ram(ours: set[int]) -> list[MemoryUser]:
    """The largest programs; memory that several processes share counts for none of them, where the system tells."""
    groups: dict[str, list[tuple[int, float | None]]] = defaultdict(list)
    for pid, name, mib in _processes():
        groups[_OURS if pid in ours else name].append((pid, mib))
    found = _sorted(_user(name, RAM, rows) for name, rows in groups.items())
    return [one for one in found if (one.mib or 0.0) >= WORTH_NAMING_MIB][:MOST_IN_RAM]


def _processes() -> Iterator[tuple[int, str, float]]:
    for process in psutil.process_iter():
        try:
            with process.oneshot():
                memory = process.memory_info()
                name = _program(process)
        except psutil.Error:
            continue
        yield process.pid, name, _private(memory)


def _program(process: psutil.Process) -> str:
    """The program's name without ".exe"; Linux keeps 15 letters of it, its file has the whole."""
    name = process.name()
    try:
        whole = PurePath(process.exe()).name
    except psutil.Error:
        whole = ""
    name = whole if len(whole) > len(name) and whole.startswith(name) else name
    return name.removesuffix(".exe") or _UNKNOWN


def _name_of(pid: int) -> str:
    try:
        return _program(psutil.Process(pid))
    except psutil.Error:
        return _UNKNOWN


def _user(name: str, place: str, rows: Sequence[tuple[int, float | None]]) -> MemoryUser:
    known = [mib for _, mib in rows if mib is not None]
    pids = tuple(sorted(pid for pid, _ in rows))
    return MemoryUser(
        name=translate("Engines", name) if name in (_OURS, _UNKNOWN) else name, place=place,
        mib=sum(known) if known else None, pids=pids, ours=name == _OURS,
        asks=None if name == _OURS else _asks(name, pids),
    )  # fmt: skip


def _asks(name: str, pids: Sequence[int]) -> Unloader | None:
    """Which program these processes belong to, by their own names and by those of the processes that started them:
    the engine that holds the memory often has another name."""
    names = [name, *(parent for pid in pids[:4] for parent in _parents(pid))]
    found = (asked for text in names for word, asked in _ASKED if word in text.casefold())
    return next(found, None)


def _parents(pid: int) -> list[str]:
    try:
        return [_program(parent) for parent in psutil.Process(pid).parents()]
    except psutil.Error:
        return []


def _family(pid: int) -> set[int]:
    """A process and all below it."""
    try:
        root = psutil.Process(pid)
        return {pid, *(child.pid for child in root.children(recursive=True))}
    except psutil.Error:
        return {pid}


def _sorted(users: Iterable[MemoryUser]) -> list[MemoryUser]:
    return sorted(users, key=lambda one: (-1.0 if one.mib is None else -one.mib, one.name))
