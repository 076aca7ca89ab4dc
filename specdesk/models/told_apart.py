"""Names of files that are told apart: beside a name that several have, the shortest part of the path that differs.

Pure. Copies of one model have one name in their headers; which of them is chosen shows only in where they lie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from specdesk.records.model_file import ModelFile

Likeness = tuple[str, str]


def likeness(row: ModelFile) -> Likeness:
    """What people see of a file in a list: equal for files that only their places tell apart."""
    return row.name.casefold(), (row.quantization or "").casefold()


def names_of(rows: Iterable[ModelFile]) -> dict[str, str]:
    """Path -> name for people: "Qwen3 8B", or "Qwen3 8B (backup)" where another file looks the same."""
    groups: dict[Likeness, list[ModelFile]] = defaultdict(list)
    for row in rows:
        groups[likeness(row)].append(row)
    named: dict[str, str] = {}
    for group in groups.values():
        places = differing([row.path for row in group]) if len(group) > 1 else {}
        named |= {row.path: f"{row.name} ({places[row.path]})" if places else row.name for row in group}
    return named


def name_among(row: ModelFile, rows: Iterable[ModelFile]) -> str:
    """The name of one file beside all `rows`, which may hold it."""
    wanted = likeness(row)
    alike = {one.path: one for one in rows if likeness(one) == wanted} | {row.path: row}
    return names_of(alike.values())[row.path]


def differing(paths: Sequence[str]) -> Mapping[str, str]:
    """Path -> what of its folder tells it from the others, as short as it can be; of the whole path where folders do
    not. For at least two different paths."""
    folders = {path: PurePath(path).parent.parts for path in paths}
    parts = folders if len(set(folders.values())) == len(folders) else {path: PurePath(path).parts for path in paths}
    shared = _shared_end(list(parts.values()))
    told = {}
    for path, mine in parts.items():
        ending = _shortest(mine, [other for one, other in parts.items() if one != path])
        kept = ending[: len(ending) - shared]
        told[path] = str(PurePath(*(ending if kept in ((), (PurePath(path).anchor,)) else kept)))  # "/" says nothing
    return told


def _shortest(mine: tuple[str, ...], others: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The shortest end of `mine` that is no end of the others; all of it where each end is."""
    for count in range(1, len(mine) + 1):
        if all(other[-count:] != mine[-count:] for other in others):
            return mine[-count:]
    return mine


def _shared_end(paths: Sequence[tuple[str, ...]]) -> int:
    """How many last parts all have in common."""
    count = 0
    while all(len(path) > count for path in paths) and len({path[-1 - count] for path in paths}) == 1:
        count += 1
    return count
