"""Profiles and exported plans: one LaunchPlan per JSON file, with a name.

A file is `{"schema_version": 1, "name": ..., "plan": {...}}`; a bare LaunchPlan object is read too. Keys for a server
never leave with it. A file that does not fit costs that file, with a sentence; one in the profiles' own folder that can
never be used is set aside as `.bad`. A file of a newer SpecDesk is refused and left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from specdesk import jsonfile, paths
from specdesk.errors import FileFormatError, SpecDeskError
from specdesk.language import translate
from specdesk.records.plan import LaunchPlan
from specdesk.secret_arguments import without_secrets

SCHEMA_VERSION = 1

Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: Mapping[int, Migration] = {}
"""Version -> the step from it to the next one, on the whole document. Version 1 is the first."""

_FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(LaunchPlan))
_WHERE = re.compile(r" - at `\$\.?(?P<field>[^`]*)`$")


class NamedPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A plan and what its maker called it."""

    name: str
    plan: LaunchPlan


class NewerPlanError(FileFormatError):
    """A file of a newer SpecDesk: nothing is wrong with it."""


class UnopenedPlanError(FileFormatError):
    """A file that could not be opened; it may be fine."""


class SavedProfile(msgspec.Struct, frozen=True, kw_only=True):
    """One profile on disk: its plan, or the sentence why it cannot be used. spoilt: no SpecDesk could ever use it."""

    path: str
    name: str
    plan: LaunchPlan | None = None
    problem: str | None = None
    spoilt: bool = False


def profiles_dir() -> Path:
    """Where this user's profiles are."""
    return paths.config_dir() / "profiles"


def profile_path(folder: Path, name: str) -> Path:
    """The file for a profile called `name`: the name itself, without what file systems forbid."""
    cleaned = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', "-", name).strip(" .")[:80].strip(" .")
    return folder / f"{cleaned or 'profile'}.json"


def read_plan(path: Path, migrations: Mapping[int, Migration] = MIGRATIONS) -> NamedPlan:
    """Read one plan. Raises FileFormatError with a sentence when the file is missing, unreadable or not a plan.

    migrations: steps by version, applied in order to files of older versions.
    """
    try:
        document = jsonfile.load(path)
    except FileNotFoundError as error:
        raise UnopenedPlanError(
            translate("Settings", "There is no plan {path}.").format(path=path),
            "",
            translate("Settings", "Choose another file."),
        ) from error
    except OSError as error:
        raise UnopenedPlanError(
            translate("Settings", "The plan {path} cannot be opened.").format(path=path),
            translate("Settings", "The system says: {error}.").format(error=error.strerror),
        ) from error
    except ValueError as error:
        raise _not_a_plan(path) from error
    if not isinstance(document, dict):
        raise _not_a_plan(path)
    document = _of_this_version(path, document, migrations)
    plan = document.get("plan", document)
    if not isinstance(plan, dict) or not plan.keys() & _FIELDS:
        raise _not_a_plan(path)
    name = document.get("name")
    return NamedPlan(name=name if isinstance(name, str) and name else path.stem, plan=_convert(path, plan))


def write_plan(path: Path, plan: LaunchPlan, name: str) -> None:
    """Write `plan` without any secret in its extra arguments. Raises SpecDeskError when the file cannot be written."""
    document = {"schema_version": SCHEMA_VERSION, "name": name, "plan": msgspec.to_builtins(shareable(plan))}
    try:
        jsonfile.write_atomically(path, jsonfile.dump(document))
    except OSError as error:
        raise SpecDeskError(
            translate("Settings", "The plan could not be written to {path}.").format(path=path),
            translate("Settings", "The system says: {error}.").format(error=error.strerror or error),
            translate("Settings", "Choose another folder or free some space."),
        ) from error


def shareable(plan: LaunchPlan) -> LaunchPlan:
    """`plan` without any secret in its further arguments."""
    return msgspec.structs.replace(plan, extra=without_secrets(plan.extra))


def saved_profiles(folder: Path) -> tuple[SavedProfile, ...]:
    """All profiles in `folder`, by name; a broken file is a row with its problem. A missing folder has none."""
    try:
        found = sorted(entry for entry in folder.iterdir() if entry.suffix == ".json")
    except OSError:
        return ()
    return tuple(sorted((_profile(path) for path in found), key=lambda profile: profile.name.casefold()))


def _profile(path: Path) -> SavedProfile:
    try:
        named = read_plan(path)
    except FileFormatError as error:
        spoilt = not isinstance(error, NewerPlanError | UnopenedPlanError)
        return SavedProfile(path=str(path), name=path.stem, problem=str(error), spoilt=spoilt)
    return SavedProfile(path=str(path), name=named.name, plan=named.plan)


def _of_this_version(path: Path, document: dict[str, Any], migrations: Mapping[int, Migration]) -> dict[str, Any]:
    """The document step by step as this version has it. Raises FileFormatError for one of a newer SpecDesk."""
    version = document.get("schema_version", SCHEMA_VERSION)
    if not isinstance(version, int) or isinstance(version, bool):
        raise _not_a_plan(path)
    if version > SCHEMA_VERSION:
        raise NewerPlanError(
            translate("Settings", "The plan {path} comes from a newer SpecDesk.").format(path=path),
            translate("Settings", "This version cannot be sure to read it rightly; the file stays as it is."),
            translate("Settings", "Update SpecDesk, or choose another file."),
        )
    for step in range(version, SCHEMA_VERSION):
        if step in migrations:
            document = migrations[step](document)
    return document


def _convert(path: Path, plan: Mapping[str, Any]) -> LaunchPlan:
    try:
        return msgspec.convert(plan, type=LaunchPlan)
    except msgspec.ValidationError as error:
        match = _WHERE.search(str(error))
        field = match["field"] if match and match["field"] else translate("Settings", "one value")
        raise FileFormatError(
            translate("Settings", "The plan {path} cannot be used.").format(path=path),
            translate("Settings", "The value of {field} is not of the right kind.").format(field=field),
            translate("Settings", "Correct that value in the file, or choose another file."),
        ) from error


def _not_a_plan(path: Path) -> FileFormatError:
    return FileFormatError(
        translate("Settings", "The file {path} is not a SpecDesk plan.").format(path=path),
        translate("Settings", "It is not JSON with the fields of a plan."),
        translate("Settings", "Choose a file that SpecDesk wrote."),
    )
