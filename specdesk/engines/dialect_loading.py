"""How a model file is brought into memory: `--load-mode` of new builds and the switches it replaced.

`--mmap`, `--no-mmap`, `--mlock` and `-dio` are deprecated since PR 20834 and gone since b10884 (PR 28334).
"""

from __future__ import annotations

from specdesk.engines.dialect_sheet import Sheet
from specdesk.engines.dialect_table import LOAD_MODE
from specdesk.language import mark, translate

OLD_SWITCHES: dict[str, tuple[str, bool]] = {
    "--mmap": ("mmap", True),
    "--no-mmap": ("mmap", False),
    "--mlock": ("mlock", True),
    "-dio": ("dio", True),
    "--direct-io": ("dio", True),
    "-ndio": ("dio", False),
    "--no-direct-io": ("dio", False),
}

_SWITCHES_OF_MODE = {
    "none": ("--no-mmap",),
    "mmap": ("--mmap",),
    "mlock": ("--mlock", "--no-mmap"),
    "mmap+mlock": ("--mlock",),
    "dio": ("-dio",),
}
MAPPED_BY_DEFAULT = mark("Engines", "This build maps the file into memory when nothing is said.")


def mode_of_switches(switches: dict[str, bool]) -> str | None:
    """The load mode that the old switches add up to; None when they only repeat the default."""
    if switches.get("dio"):
        return "dio"
    mapped = switches.get("mmap")
    if switches.get("mlock"):
        return "mlock" if mapped is False else "mmap+mlock"
    return None if mapped is None else "mmap" if mapped else "none"


def write_load_mode(mode: str | None, sheet: Sheet) -> None:
    """Say the load mode as this binary can, by name or by the old switches."""
    if mode is None:
        return
    name = sheet.flags.spelling(*LOAD_MODE)
    if name is not None:
        offered = sheet.flags.choices(name)
        if offered and mode not in offered:
            sheet.drop(
                name,
                translate("Engines", "This build has no loading mode “{mode}”; it offers {offered}.").format(
                    mode=mode, offered=", ".join(offered)
                ),
            )
        else:
            sheet.send(name, mode)
        return
    words = _SWITCHES_OF_MODE.get(mode, ())
    if mode == "auto" or (mode == "mmap" and not sheet.flags.has("--mmap")):
        sheet.change(f"{LOAD_MODE[1]} {mode}", "", translate("Engines", MAPPED_BY_DEFAULT))
    elif words and all(sheet.flags.has(word) for word in words):
        sheet.send(*words)
    else:
        sheet.drop(
            sheet.label("load_mode", LOAD_MODE[1]),
            translate("Engines", "This build cannot load a model in the mode “{mode}”.").format(mode=mode),
        )
