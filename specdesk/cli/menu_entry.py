"""`menu-entry`: SpecDesk in the applications menu of this user, for an installation by pip, pipx, uv or from a folder.

Writes three files below XDG_DATA_HOME (Desktop Entry Specification, Icon Theme Specification). The packages for Linux
bring their own entry for everybody.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import Final

from specdesk import paths
from specdesk.cli.output import print_json
from specdesk.errors import SpecDeskError, UsageError
from specdesk.language import mark, translate

ENTRY: Final = "applications/specdesk.desktop"
ICON: Final = "icons/hicolor/scalable/apps/specdesk.svg"
TEMPLATE: Final = "specdesk.desktop"
STAYS: Final = mark(
    "CommandLine",
    "Settings, chats and results stay; `specdesk remove-data` shows them and asks whether to delete them.",
)
_QUOTED: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "`": "\\`", "$": "\\$"})


def run(options: argparse.Namespace) -> int:
    """Install or remove; 0. Raises UsageError on systems that have menus of another kind."""
    if sys.platform in ("win32", "darwin"):
        raise UsageError(
            translate("CommandLine", "This system's menu is not made of such entries."),
            next_step=translate("CommandLine", "Use the installer, which adds SpecDesk to it."),
        )
    done = install(data_home(), own_command()) if options.install else remove(data_home())
    if options.json:
        print_json({"installed": bool(options.install), "files": [str(path) for path in done]})
    elif done:
        written, removed = translate("CommandLine", "Written: {files}"), translate("CommandLine", "Removed: {files}")
        print((written if options.install else removed).format(files=", ".join(str(path) for path in done)))
    else:
        print(translate("CommandLine", "There is no entry in {folder}.").format(folder=data_home()))
    if options.remove and not options.json:
        print(translate("CommandLine", STAYS))
    return 0


def data_home() -> Path:
    """XDG_DATA_HOME if it is an absolute path, as its specification demands, else ~/.local/share."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"


def own_command() -> list[str]:
    """The program to start: the frozen one, the installed `specdesk` beside this Python, or Python with the module."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    beside = Path(sys.executable).with_name("specdesk")
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("specdesk")
    return [found] if found else [sys.executable, "-m", "specdesk"]


def install(home: Path, command: list[str]) -> list[Path]:
    """Write the entry and its icon below `home`; the files. Raises SpecDeskError when they cannot be written."""
    program = " ".join(f'"{word.translate(_QUOTED)}"'.replace("\\", "\\\\").replace("%", "%%") for word in command)
    text = (paths.resources_dir() / TEMPLATE).read_text("utf-8")
    entry = "".join(
        f"Exec={program} %f\n" if line.startswith("Exec=") else line for line in text.splitlines(keepends=True)
    )
    written = {home / ENTRY: entry.encode(), home / ICON: (paths.resources_dir() / "specdesk.svg").read_bytes()}
    try:
        for path, content in written.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise SpecDeskError(
            translate("CommandLine", "The menu entry could not be written."),
            translate("CommandLine", "The system says about {path}: {error}.").format(
                path=error.filename, error=error.strerror
            ),
            translate("CommandLine", "Make the folder writable."),
        ) from error
    return list(written)


def remove(home: Path) -> list[Path]:
    """Take away what `install` wrote; the files that were there."""
    there = [home / name for name in (ENTRY, ICON) if (home / name).is_file()]
    for path in there:
        path.unlink()
    return there
