"""`remove-data`: what SpecDesk keeps of this user, shown and, after a question, deleted."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

import psutil

from specdesk import paths
from specdesk.cli.output import print_json, print_table
from specdesk.errors import SpecDeskError, UsageError
from specdesk.service.footprint import kept_files

WINDOW_LOCK: Final = "window.lock"
"""`ui.single_instance` holds it while the window is open; its first line is the process."""
YES: Final = ("y", "yes", "j", "ja")
KIB: Final = 1024


def run(options: argparse.Namespace) -> int:
    """Show, ask, delete. 0 also where the answer was no. Raises UsageError where nobody can be asked, SpecDeskError
    while the window is open and where something could not be deleted."""
    folders = [(folder, size_of(folder)) for folder in paths.kept_folders() if folder.exists()]
    if not options.json:
        _print(folders)
    wanted = bool(folders) and (options.yes or _asked(options))
    left: tuple[str, ...] = ()
    if wanted:
        _check_window()
        left = paths.forget_everything()
    if options.json:
        told = [{"folder": str(folder), "bytes": size} for folder, size in folders]
        print_json({"folders": told, "deleted": wanted and not left, "left": list(left)})
    elif folders:
        print("Deleted." if wanted else "Nothing was deleted.")
    if left:
        raise SpecDeskError("Not everything could be deleted.", f"Left is: {', '.join(left)}.", "Delete it by hand.")
    return 0


def size_of(folder: Path) -> int:
    """Bytes of all files below."""
    return sum(file.size for file in kept_files() if Path(file.path).is_relative_to(folder))


def _print(folders: list[tuple[Path, int]]) -> None:
    if not folders:
        print("SpecDesk keeps nothing of you on this computer.")
        return
    rows = [(str(folder), f"{size / KIB:,.0f} KiB") for folder, size in folders]
    print_table(("Settings, profiles, chats, results, logs, fetched drafts", "Size"), rows)
    print("Models that SpecDesk did not fetch are elsewhere and stay.")


def _asked(options: argparse.Namespace) -> bool:
    if options.json or not sys.stdin.isatty():
        raise UsageError(
            "Nothing was deleted.", "There is nobody here to ask.", "Add --yes to delete without a question."
        )
    print("Delete all of it? This cannot be undone. [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in YES


def _check_window() -> None:
    """Raises SpecDeskError while the window is open: it would write everything again."""
    try:
        first = (paths.state_dir() / WINDOW_LOCK).read_text("utf-8", "replace").split("\n", 1)[0].strip()
    except OSError:
        return
    if first.isdigit() and psutil.pid_exists(int(first)):
        raise SpecDeskError(
            "Nothing was deleted.", f"SpecDesk's window is open (process {first}).", "Close it, then try again."
        )
