"""Split sets: one model in several files, `NAME-00001-of-0000N.gguf` (llama-gguf-split, common/arg.cpp).

The first part carries the metadata; every part has its own tensor table. llama.cpp must be given the first part and
looks for the others beside it, by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from specdesk.errors import FileFormatError
from specdesk.language import translate
from specdesk.models.header import Header, TensorInfo, read_header, truncation
from specdesk.models.trouble import NotAModelError, sentence_of

MAX_PARTS: Final = 1000
_PART: Final = re.compile(r"^(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})(?P<suffix>\.gguf)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PartName:
    """A part's name taken apart. index from 0."""

    stem: str
    index: int
    count: int
    suffix: str

    def sibling(self, index: int) -> str:
        """The file name of another part of the set."""
        return f"{self.stem}-{index + 1:05d}-of-{self.count:05d}{self.suffix}"


def part_name(name: str) -> PartName | None:
    """Take a file name apart; None for a name that is not of a split set."""
    match = _PART.match(name)
    if match is None:
        return None
    index, count = int(match["number"]) - 1, int(match["count"])
    if not 0 <= index < count <= MAX_PARTS:
        return None
    return PartName(match["stem"], index, count, match["suffix"])


def shard_paths(path: str | Path) -> tuple[Path, ...]:
    """All files that belong to `path` by its name, first part first; a plain file alone. They need not exist."""
    path = Path(path)
    name = part_name(path.name)
    if name is None:
        return (path,)
    return tuple(path.with_name(name.sibling(index)) for index in range(name.count))


@dataclass(frozen=True, slots=True)
class SplitSet:
    """A set as far as it is there. parts: headers that could be read, the first one first.

    missing: names of absent parts. problem: one sentence when the set cannot be loaded. hopeless: that no engine can
    load it is certain. size: bytes of all parts that are there.
    """

    parts: tuple[Header, ...]
    missing: tuple[str, ...]
    problem: str | None
    size: int
    hopeless: bool = False

    @property
    def tensors(self) -> tuple[TensorInfo, ...]:
        """The tensor tables of all parts."""
        return tuple(tensor for part in self.parts for tensor in part.tensors)


def split_of(header: Header) -> tuple[int, int] | None:
    """(index, count) of a part by its own header; None for a file that is no part of a set."""
    count = header.integer("split.count")
    if count is None or not 1 < count <= MAX_PARTS:
        return None
    return max(header.integer("split.no") or 0, 0), count


def read_set(first: Header, read: Callable[[Path], Header] = read_header) -> SplitSet:
    """Read the other parts of a set whose first part's header is given. Never raises: trouble becomes the problem."""
    split = split_of(first)
    path = Path(first.path)
    name = part_name(path.name)
    if split is None:
        return SplitSet((first,), (), None, first.size)
    if name is None or name.index != split[0] or name.count != split[1]:
        wanted = f"NAME-{split[0] + 1:05d}-of-{split[1]:05d}.gguf"
        problem = translate(
            "Models", "This is part {part} of {count} and must be named {wanted} to be found by llama.cpp."
        ).format(part=split[0] + 1, count=split[1], wanted=wanted)
        return SplitSet((first,), (), problem, first.size, hopeless=True)
    parts, missing, problems, size = [first], [], [], first.size
    doubtful = 0
    for index in range(name.count):
        other = path.with_name(name.sibling(index))
        if index == name.index:
            continue
        try:
            part = read(other)
        except FileNotFoundError:
            missing.append(other.name)
            continue
        except (OSError, FileFormatError) as error:
            doubtful += isinstance(error, FileFormatError) and not isinstance(error, NotAModelError)
            problems.append(
                translate("Models", "Part {part} of {count} ({name}) cannot be used: {why}").format(
                    part=index + 1, count=name.count, name=other.name, why=sentence_of(error)
                )
            )
            continue
        size += part.size
        parts.append(part)
        if truncation(part):
            problems.append(
                translate("Models", "Part {part} of {count} ({name}) is incomplete; download it again.").format(
                    part=index + 1, count=name.count, name=other.name
                )
            )
        elif split_of(part) != (index, name.count):
            problems.append(
                translate("Models", "{name} is not part {part} of this set.").format(name=other.name, part=index + 1)
            )
    if missing:
        problems.insert(0, missing_sentence(missing, name.count))
    hopeless = len(problems) > doubtful
    return SplitSet(tuple(parts), tuple(missing), problems[0] if problems else None, size, hopeless)


def missing_sentence(missing: list[str] | tuple[str, ...], count: int) -> str:
    """One sentence that names absent parts (the first three of them)."""
    shown = ", ".join(missing[:3])
    if len(missing) > 3:
        shown = translate("Models", "{names} and {count} more").format(names=shown, count=len(missing) - 3)
    if len(missing) == 1:
        return translate("Models", "1 of {count} parts is missing: {names}.").format(count=count, names=shown)
    return translate("Models", "{missing} of {count} parts are missing: {names}.").format(
        missing=len(missing), count=count, names=shown
    )
