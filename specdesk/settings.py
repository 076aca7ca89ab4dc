"""What SpecDesk remembers between runs: one typed record, kept as JSON in the configuration directory.

The file is written in one piece (`jsonfile`), read value by value, and never thrown away: a file that is not JSON is
set aside, one of a newer version is copied before it is written over, and keys that this version does not know are
kept. Window geometry lives in a second file that may be lost at any time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from specdesk import jsonfile, paths
from specdesk.errors import SpecDeskError
from specdesk.language import mark, translate
from specdesk.records.plan import LaunchPlan, Sampling

SCHEMA_VERSION = 1

Method = Literal["automatic", "draft", "trained", "ngram", "off"]
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Probability = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
TextScale = Annotated[float, msgspec.Meta(ge=1.0, le=2.0)]

DEFAULT_PLAN = LaunchPlan(context=8192, slots=1, flash_attention="auto", cache_ram=2048, offline=True)
"""What the window starts from; engines' own defaults are for servers (many slots, 8 GiB of prompt cache)."""


class TargetMemory(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was last chosen for one target.

    method: "automatic", or one of the four choices by hand. kind: the exact speculation type where a choice has several
    ("ngram-mod", "draft-mtp"). draft: path of the drafting file. draft_max, draft_min: tokens per pass. p_min: 0..1.
    context: tokens. None = nothing chosen, the default holds. plan: launch settings of this target's own in place of
    the general ones (from a pasted command, or set by hand where they fit one model only: layers, device, ...).
    """

    method: Method = "automatic"
    kind: str | None = None
    draft: str | None = None
    draft_max: Positive | None = None
    draft_min: Annotated[int, msgspec.Meta(ge=0)] | None = None
    p_min: Probability | None = None
    context: Annotated[int, msgspec.Meta(ge=0)] | None = None
    plan: LaunchPlan | None = None


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is remembered.

    model_folders: scanned for models. engine: path of a llama-server, "embedded", or None (the first that is found).
    target, draft: paths last chosen. targets: what was chosen per target path. plan: the window's launch defaults.
    sampling: sent with every request; a field that is None follows the model file, else the program's default.
    reply_limit: tokens, -1 = none. reserve_mib: memory to leave free on every device. keep_serving: the server goes on
    in the tray when the window closes. tray_icon: "always" while something runs, "closed": only while there is no
    window, or "never". motion: "system", "reduced" or "full". open_to_programs, fixed_port, key_mode, server_key: use
    from other programs; the key is "random" per run, "kept" (server_key) or "none" (loopback only). text_scale: times
    the usual text size. language: "system" or a language code. profiles: name of the profile last chosen per target
    path. ignored_servers: servers of others that the user does not want to be told of again, "address: what it is".
    """

    schema_version: int = SCHEMA_VERSION
    model_folders: tuple[str, ...] = ()
    engine: str | None = None
    target: str | None = None
    draft: str | None = None
    targets: dict[str, TargetMemory] = {}
    plan: LaunchPlan = DEFAULT_PLAN
    sampling: Sampling = Sampling()
    system_prompt: str = ""
    reply_limit: Annotated[int, msgspec.Meta(ge=-1)] = 1024
    reserve_mib: Annotated[int, msgspec.Meta(ge=0)] = 1024
    theme: Literal["system", "light", "dark"] = "system"
    text_scale: TextScale = 1.0
    language: str = "system"
    keep_serving: bool = False
    tray_icon: Literal["always", "closed", "never"] = "always"
    open_to_programs: bool = False
    fixed_port: Port | None = None
    key_mode: Literal["random", "kept", "none"] = "random"
    server_key: str | None = None
    underline_guesses: bool = False
    profiles: dict[str, str] = {}
    motion: Literal["system", "reduced", "full"] = "system"
    first_run_done: bool = False
    ignored_servers: tuple[str, ...] = ()

    def memory_of(self, target: str) -> TargetMemory:
        """What was chosen for `target`; all defaults when it was never chosen."""
        return self.targets.get(target, TargetMemory())

    def remembering(self, target: str, memory: TargetMemory) -> Settings:
        """These settings with `memory` stored for `target`."""
        return msgspec.structs.replace(self, targets={**self.targets, target: memory})


class LoadedSettings(msgspec.Struct, frozen=True):
    """Settings as read; `problem` says in sentences what could not be read, if anything."""

    settings: Settings
    problem: str | None = None


class _Trouble(NamedTuple):
    """A sentence about the file, before it is put into a language."""

    text: str
    values: dict[str, str]

    def words(self) -> str:
        return translate("Settings", self.text).format(**self.values)


class WindowGeometry(msgspec.Struct, frozen=True, kw_only=True):
    """Where the window was: Qt's own state texts (base64), splitter sizes in pixels by name, and the open tab."""

    geometry: str = ""
    state: str = ""
    splitters: dict[str, tuple[int, ...]] = {}
    tab: str = ""


Migration = Callable[[dict[str, Any]], dict[str, Any]]

MIGRATIONS: Mapping[int, Migration] = {}
"""Version of a file -> the step that turns its document into one of the next version."""


def settings_path() -> Path:
    """The settings file of this user."""
    return paths.config_dir() / "settings.json"


class SettingsFile:
    """The settings on disk. Methods block on the disk and may be called from any thread."""

    def __init__(self, path: Path | None = None, migrations: Mapping[int, Migration] = MIGRATIONS) -> None:
        """path: default `settings_path()`. migrations: steps by version, applied in order."""
        self.path = path or settings_path()
        self._migrations = migrations
        self._lock = threading.Lock()
        self._loaded = False
        self._unknown: dict[str, Any] = {}
        self._keep_as: str | None = None
        self._troubles: list[_Trouble] = []

    def load(self) -> LoadedSettings:
        """Read the file; never raises. What cannot be read is a default, and `problem` says so."""
        with self._lock:
            jsonfile.sweep_temporaries(self.path)
            return LoadedSettings(self._load(), self.problem())

    def look(self) -> LoadedSettings:
        """The same, and nothing on the disk is changed: a file that is not understood stays where it is."""
        with self._lock:
            return LoadedSettings(self._load(sets_aside=False), self.problem())

    def problem(self) -> str | None:
        """What could not be read at the last load, in the language in use now, which the file itself may have named."""
        return " ".join(trouble.words() for trouble in self._troubles) or None

    def save(self, settings: Settings) -> None:
        """Write `settings` in place of the file. Raises SpecDeskError when that is impossible; the old file stays."""
        with self._lock:
            if not self._loaded:
                jsonfile.sweep_temporaries(self.path)
                self._load()
            document: dict[str, Any] = msgspec.to_builtins(settings)
            document = jsonfile.overlay(document, self._unknown, Settings)
            document["schema_version"] = SCHEMA_VERSION
            try:
                self._keep_original()
                jsonfile.write_atomically(self.path, jsonfile.dump(document))
            except OSError as error:
                raise _cannot_save(self.path, error) from error

    def _load(self, sets_aside: bool = True) -> Settings:
        self._loaded, self._unknown, self._keep_as, self._troubles = sets_aside, {}, None, []
        try:
            document = jsonfile.load(self.path)
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            self._keep_as = "unread"
            self._troubles.append(_unreadable(self.path, error))
            return Settings()
        except ValueError:
            document = None
        if not isinstance(document, dict):
            self._troubles.append(self._set_aside() if sets_aside else self._not_understood())
            return Settings()
        return self._read(document)

    def _read(self, document: dict[str, Any]) -> Settings:
        version = document.pop("schema_version", SCHEMA_VERSION)
        bad: list[str] = []
        if not isinstance(version, int) or isinstance(version, bool):
            bad.append("schema_version")
            version = SCHEMA_VERSION
        if version != SCHEMA_VERSION:
            self._keep_as = f"v{version}.bak"
        for step in range(version, SCHEMA_VERSION):
            if step in self._migrations:
                document = self._migrations[step](document)
        settings, self._unknown = jsonfile.read_struct(Settings, document, bad)
        if version > SCHEMA_VERSION:
            self._troubles.append(_newer(self.path))
        if bad:
            self._keep_as = self._keep_as or "bak"
            self._troubles.append(_bad_values(bad))
        return settings

    def _set_aside(self) -> _Trouble:
        try:
            kept = jsonfile.set_aside(self.path, "bad")
        except OSError:
            self._keep_as = "bad"
            return self._not_understood()
        text = mark(
            "Settings",
            "The settings file could not be understood, so SpecDesk starts with its defaults. The old file is kept as "
            "{kept}.",
        )
        return _Trouble(text, {"kept": str(kept)})

    def _not_understood(self) -> _Trouble:
        text = mark("Settings", "The settings file {path} cannot be understood, so SpecDesk starts with its defaults.")
        return _Trouble(text, {"path": str(self.path)})

    def _keep_original(self) -> None:
        """Before the first write over a file that was not fully understood: keep a copy of it under another name."""
        if self._keep_as is None:
            return
        if self.path.is_dir():
            raise IsADirectoryError(f"{self.path} is a folder")
        if self.path.exists():
            if self._keep_as == "unread":
                jsonfile.set_aside(self.path, self._keep_as)
            else:
                backup = self.path.with_name(f"{self.path.name}.{self._keep_as}")
                jsonfile.write_atomically(backup, self.path.read_bytes())
        self._keep_as = None


def geometry_path() -> Path:
    """The file with the window's geometry, which may be deleted at any time."""
    return paths.config_dir() / "window.json"


def read_geometry(path: Path) -> WindowGeometry:
    """The last geometry; an empty one when there is none or it cannot be read."""
    try:
        document = jsonfile.load(path)
    except (OSError, ValueError):
        return WindowGeometry()
    return jsonfile.read_struct(WindowGeometry, document, [])[0] if isinstance(document, dict) else WindowGeometry()


def write_geometry(path: Path, geometry: WindowGeometry) -> None:
    """Remember the geometry. Raises SpecDeskError when the file cannot be written."""
    try:
        jsonfile.write_atomically(path, jsonfile.dump(msgspec.to_builtins(geometry)))
    except OSError as error:
        what = translate("Settings", "The window's size and place could not be saved.")
        raise SpecDeskError(what, f"{error.strerror or error}.") from error


def _cannot_save(path: Path, error: OSError) -> SpecDeskError:
    return SpecDeskError(
        translate("Settings", "The settings could not be saved in {path}.").format(path=path),
        translate("Settings", "The system says: {error}.").format(error=error.strerror or error),
        translate(
            "Settings",
            "Free some space or give SpecDesk write access to that folder; until then changes last until it is closed.",
        ),
    )


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a folder above it may not be entered
        return False


def _unreadable(path: Path, error: OSError) -> _Trouble:
    if _is_folder(path):
        text = mark(
            "Settings",
            "There is a folder where the settings file should be ({path}), so SpecDesk starts with its defaults. "
            "Rename that folder so that settings can be saved.",
        )
        return _Trouble(text, {"path": str(path)})
    text = mark(
        "Settings",
        "The settings file {path} could not be opened, so SpecDesk starts with its defaults. The system says: {error}.",
    )
    return _Trouble(text, {"path": str(path), "error": str(error.strerror or error)})


def _newer(path: Path) -> _Trouble:
    text = mark(
        "Settings",
        "The settings come from a newer SpecDesk; what this version knows was taken over. A copy of {name} is kept "
        "before it is changed.",
    )
    return _Trouble(text, {"name": path.name})


def _bad_values(bad: list[str]) -> _Trouble:
    names = ", ".join(sorted(set(bad)))
    if len(set(bad)) == 1:
        text = mark("Settings", "One setting could not be used and went back to its default: {names}.")
    else:
        text = mark("Settings", "These settings could not be used and went back to their defaults: {names}.")
    return _Trouble(text, {"names": names})
