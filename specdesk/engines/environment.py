"""The environment that engines are started in: ours, without what would change their settings behind our back."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
"""Search paths that a frozen bundle points at its own libraries, keeping the user's value in `<name>_ORIG`."""

_BUNDLE_OWN = ("PYTHONHOME", "PYTHONPATH")
_BUNDLE_QT = ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH")
_BOOTLOADER = "_PYI_"
"""Beginning of the variables by which PyInstaller's bootloader knows its own children."""


def user_environment(environment: Mapping[str, str], bundle: Path) -> dict[str, str]:
    """A copy without what the start of a frozen bundle added to it; the user's own values are back or untouched.

    Library search paths (the loader has read them by then), the places of Qt's plugins (Qt finds its own beside its
    libraries), marks of the bootloader, and folders of the bundle on PATH: a browser or a file manager that we open
    would load the bundle's libraries. Source: PyInstaller's bootloader and its runtime hook for PySide6.
    """
    clean = {
        name: value
        for name, value in environment.items()
        if not name.startswith(_BOOTLOADER) and name not in _BUNDLE_QT
    }
    for name in LIBRARY_PATHS:
        original = clean.pop(f"{name}_ORIG", None)
        clean.pop(name, None)
        if original:
            clean[name] = original
    if "PATH" in clean:
        folders = clean["PATH"].split(os.pathsep)
        clean["PATH"] = os.pathsep.join(folder for folder in folders if not folder or not _is_inside(folder, bundle))
    return clean


_left: list[str] = []
"""The bundle whose marks are gone from this process's environment; empty before that."""


def leave_bundle() -> None:
    """Give this process, and so every child of it, the user's environment back. Does nothing outside a bundle."""
    bundle = getattr(sys, "_MEIPASS", None)
    if getattr(sys, "frozen", False) and bundle:
        clean = user_environment(os.environ, Path(bundle))
        for name in os.environ.keys() - clean.keys():
            del os.environ[name]
        os.environ.update(clean)
        _left.append(bundle)


def _is_inside(folder: str, bundle: Path) -> bool:
    return Path(folder).is_relative_to(bundle)


def child_environment(environment: Mapping[str, str], frozen: bool | None = None) -> dict[str, str]:
    """A copy for a child process.

    `LLAMA_*` goes: such variables are read before the arguments and can make a right command fail. From a frozen
    bundle that was not left (`leave_bundle`) also its Python and Qt variables go, and library paths are as the user had
    them. `GGML_NO_BACKTRACE` is set: the engine's own backtrace can hang for seconds on a crash. Nothing else is
    touched.
    """
    if frozen is None:
        frozen = bool(getattr(sys, "frozen", False)) and not _left
    child = {name: value for name, value in environment.items() if not name.upper().startswith("LLAMA_")}
    if frozen:
        child = {
            name: value
            for name, value in child.items()
            if name not in _BUNDLE_OWN and not name.startswith(("QT_", _BOOTLOADER))
        }
        for name in LIBRARY_PATHS:
            original = child.pop(f"{name}_ORIG", None)
            child.pop(name, None)
            if original:
                child[name] = original
    child["GGML_NO_BACKTRACE"] = "1"
    return child
