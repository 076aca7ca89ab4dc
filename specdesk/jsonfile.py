"""JSON files that survive: written in one piece or not at all, and read value by value.

A write goes to a temporary file beside the real one, is forced to the disk, and then takes its place, so that a crash,
a full disk or a pulled plug leaves the old file or the new one and never half of either. A read keeps every value that
fits its type; one bad value costs that value, not the file.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import os
import re
import stat
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import psutil

from specdesk import paths

log = logging.getLogger(__name__)

MAX_BYTES = 16 * 1024 * 1024
"""Larger files are not read: none of ours comes near it."""

T = TypeVar("T", bound=msgspec.Struct)

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_TEMPORARY = re.compile(r"\.(?P<pid>\d+)\.tmp$")


def dump(document: object) -> bytes:
    """`document` (dicts, lists, text, numbers) as indented UTF-8 JSON.

    File names that are no valid text survive: their stray bytes, which Python holds as lone surrogates, are escaped.
    """
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text).encode()


def load(path: Path) -> object:
    """The parsed file. Raises OSError when it cannot be read and ValueError when it is not JSON.

    NaN and Infinity, which JSON does not have, come back as text, so that no number field accepts them.
    """
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError("the file is far too large")
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=str)
    except RecursionError as error:
        raise ValueError("the file is nested too deeply") from error


def write_atomically(path: Path, content: bytes) -> None:
    """Put `content` (mode 0600) in place of `path`; afterwards the file is the old one or the new one, whole.

    A symbolic link keeps pointing where it did. Raises OSError; then the old file is untouched.
    """
    real = Path(os.path.realpath(path))
    paths.private_dir(real.parent)
    _replace(real, content, 0o600)


def write_for_user(path: Path, content: bytes) -> None:
    """The same for a file of the user's choice: no folder is made, and others may read it as they could before.

    What is no ordinary file (a pipe, say) is written to as it is. Raises OSError; then an older file is untouched.
    """
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_file():
        real.write_bytes(content)
        return
    mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else None
    _replace(real, content, 0o666)
    if mode is not None:
        with contextlib.suppress(OSError):
            real.chmod(mode)


def _replace(real: Path, content: bytes, mode: int) -> None:
    """Write beside `real`, then put it there. mode: of the new file, less what the user's mask takes away."""
    temporary = real.with_name(f"{real.name}.{os.getpid()}.tmp")
    try:
        _write_and_sync(temporary, content, mode)
        os.replace(temporary, real)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(real.parent)


def sweep_temporaries(path: Path) -> None:
    """Remove what a killed program left beside `path` while it was writing. Never raises."""
    real = Path(os.path.realpath(path))
    with contextlib.suppress(OSError):
        for entry in list(real.parent.iterdir()):
            match = _TEMPORARY.search(entry.name)
            if match and entry.name.startswith(real.name) and not psutil.pid_exists(int(match["pid"])):
                entry.unlink()


def set_aside(path: Path, ending: str) -> Path:
    """Rename `path` to the first free of `path.ending`, `path.ending2`, ...; returns the new name. Raises OSError."""
    number = 1
    while True:
        kept = path.with_name(f"{path.name}.{ending}{number if number > 1 else ''}")
        if not os.path.lexists(kept):
            os.replace(path, kept)
            return kept
        number += 1


def set_cache_aside(path: Path) -> Path | None:
    """A cache that cannot be understood is made anew; the newest such file is kept as `path.bad`, and the log says so.

    The new name; None when there is no such file, or it cannot be renamed. Never raises.
    """
    kept = path.with_name(f"{path.name}.bad")
    try:
        os.replace(path, kept)
    except OSError:
        return None
    log.warning("%s could not be understood and is made anew; the old file is kept as %s", path.name, kept)
    return kept


def read_struct(
    kind: type[T], document: Mapping[str, Any], bad: list[str], where: str = ""
) -> tuple[T, dict[str, Any]]:
    """Read `document` as `kind`, value by value.

    Returns the record and the part of the document that `kind` has no field for (nested, same shape). Names of values
    that did not fit, and so went back to their default, are appended to `bad` ("plan.context"). Every field of `kind`
    needs a default.
    """
    values: dict[str, Any] = {}
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    unknown: dict[str, Any] = {key: value for key, value in document.items() if key not in fields}
    for key, field in fields.items():
        if key not in document:
            continue
        value, rest = _read_value(field.type, document[key], bad, f"{where}{key}")
        if value is not msgspec.UNSET:
            values[field.name] = value
        if rest:
            unknown[key] = rest
    return kind(**values), unknown


def overlay(document: dict[str, Any], unknown: Mapping[str, Any], kind: Any) -> dict[str, Any]:
    """`document` (an encoded `kind`) with the `unknown` keys of an earlier read put back where they came from.

    What was removed in between (an entry of a dictionary, a record that is None now) stays removed.
    """
    merged = dict(document)
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    for key, rest in unknown.items():
        wanted = fields.get(key)
        if wanted is None:
            merged[key] = rest
        elif (inner := _struct_in(wanted)) is not None:
            if merged.get(key) is not None or inner is wanted:
                merged[key] = overlay(merged.get(key, {}), rest, inner)
        else:
            entries, entry_kind = dict(merged.get(key, {})), typing.get_args(wanted)[1]
            for name in entries.keys() & rest.keys():
                entries[name] = overlay(entries[name], rest[name], entry_kind)
            merged[key] = entries
    return merged


def _read_value(wanted: Any, value: Any, bad: list[str], where: str) -> tuple[Any, dict[str, Any]]:
    """(value or UNSET, unknown keys inside it)."""
    origin, arguments = typing.get_origin(wanted), typing.get_args(wanted)
    inner = _struct_in(wanted)
    if inner is not None and isinstance(value, Mapping):
        return read_struct(inner, value, bad, f"{where}.")
    if origin is dict and isinstance(value, Mapping) and _struct_in(arguments[1]) is not None:
        entries = {name: _read_value(arguments[1], entry, bad, f"{where}[{name}]") for name, entry in value.items()}
        kept = {name: entry for name, (entry, _) in entries.items() if entry is not msgspec.UNSET}
        return kept, {name: rest for name, (_, rest) in entries.items() if rest}
    if origin is tuple and arguments[-1] is Ellipsis and isinstance(value, list):
        items = [_read_value(arguments[0], item, bad, f"{where}[{place}]")[0] for place, item in enumerate(value)]
        return tuple(item for item in items if item is not msgspec.UNSET), {}
    return _convert(wanted, value, bad, where), {}


def _convert(wanted: Any, value: Any, bad: list[str], where: str) -> Any:
    try:
        converted = msgspec.convert(value, type=wanted)
    except msgspec.ValidationError:
        converted = msgspec.UNSET
    if isinstance(converted, float) and not math.isfinite(converted):
        converted = msgspec.UNSET
    if converted is msgspec.UNSET:
        bad.append(where)
    return converted


def _struct_in(wanted: Any) -> type[msgspec.Struct] | None:
    """The record type of a field that is one, or that is one or None."""
    choices = typing.get_args(wanted) if isinstance(wanted, types.UnionType) else (wanted,)
    found = [choice for choice in choices if choice is not type(None)]
    if len(found) != 1 or not isinstance(found[0], type) or isinstance(found[0], types.GenericAlias):
        return None
    return found[0] if issubclass(found[0], msgspec.Struct) else None


def _write_and_sync(path: Path, content: bytes, mode: int) -> None:
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself last; not every system can, and the file is whole without it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
