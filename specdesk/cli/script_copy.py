"""`compare --script`: a copy of the script to take away, where the user wants it."""

from __future__ import annotations

from pathlib import Path

from specdesk.errors import FileFormatError
from specdesk.language import translate
from specdesk.service.take_away import SCRIPT_NAME, script


def save_script(path: Path) -> Path:
    """Write a copy; into a folder under its own name. Returns where it lies now. Blocks.

    Raises FileFormatError when something of that name is there already, and OSError when it cannot be written.
    """
    place = path / SCRIPT_NAME if path.is_dir() else path
    try:
        with place.open("xb") as file:
            file.write(script())
    except FileExistsError as error:
        raise FileFormatError(
            translate("CommandLine", "{path} is there already.").format(path=place),
            translate("CommandLine", "It is not overwritten."),
            translate("CommandLine", "Name another file, or a folder."),
        ) from error
    return place
