"""`remove-data`: what SpecDesk keeps of this user, shown and, after a question, deleted."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from specdesk import paths
from specdesk.cli.output import print_json, print_table
from specdesk.errors import SpecDeskError, UsageError
from specdesk.language import number, translate
from specdesk.service.at_work import check_nothing_works

YES: Final = ("y", "yes", "j", "ja")
"""Taken in every language, beside its own words for it."""
KIB: Final = 1024


def run(options: argparse.Namespace) -> int:
    """Show, ask, delete. 0 also where the answer was no. Raises UsageError where nobody can be asked, SpecDeskError
    while SpecDesk or a server of it is running and where something could not be deleted."""
    kept = [folder for folder in paths.kept_folders() if folder.exists()]
    folders = [(folder, size_of(folder, kept)) for folder in kept]
    if not options.json:
        _print(folders)
    if folders:
        check_nothing_works()
    wanted = bool(folders) and (options.yes or _asked(options))
    left: tuple[str, ...] = ()
    if wanted:
        check_nothing_works()  # the question may have stood for long
        left = paths.forget_everything()
    if options.json:
        told = [{"folder": str(folder), "bytes": size} for folder, size in folders]
        print_json({"folders": told, "deleted": wanted and not left, "left": list(left)})
    elif folders:
        print(translate("CommandLine", "Deleted.") if wanted else translate("CommandLine", "Nothing was deleted."))
    if left:
        raise SpecDeskError(
            translate("CommandLine", "Not everything could be deleted."),
            translate("CommandLine", "Left is: {folders}.").format(folders=", ".join(left)),
            translate("CommandLine", "Delete it by hand."),
        )
    return 0


def size_of(folder: Path, others: Sequence[Path] = ()) -> int:
    """Bytes of all files below, links themselves and not what they lead to; without the folders among `others` that lie
    in it. Blocks."""
    apart = {str(other) for other in others if other != folder}
    size = 0
    for above, below, names in os.walk(folder):
        below[:] = [name for name in below if os.path.join(above, name) not in apart]
        for name in names:
            with contextlib.suppress(OSError):  # gone meanwhile
                size += os.lstat(os.path.join(above, name)).st_size
    return size


def _print(folders: list[tuple[Path, int]]) -> None:
    if not folders:
        print(translate("CommandLine", "SpecDesk keeps nothing of you on this computer."))
        return
    rows = [(f"{number(size / KIB, grouped=True)} KiB", str(folder)) for folder, size in folders]
    print(translate("CommandLine", "Settings, profiles, chats, results, logs and fetched drafts are in:"))
    print_table((translate("CommandLine", "Size"), translate("CommandLine", "Folder")), rows)
    print(translate("CommandLine", "Models that SpecDesk did not fetch are elsewhere and stay."))


def _asked(options: argparse.Namespace) -> bool:
    if options.json or not sys.stdin.isatty():
        raise UsageError(
            translate("CommandLine", "Nothing was deleted."),
            translate("CommandLine", "There is nobody here to ask."),
            translate("CommandLine", "Add --yes to delete without a question."),
        )
    print(translate("CommandLine", "Delete all of it? This cannot be undone. [y/N] "), end="", flush=True)
    return sys.stdin.readline().strip().lower() in (*YES, *_own_yes())


def _own_yes() -> list[str]:
    """Yes, in the language in use."""
    return translate("CommandLine", "y yes").split()
