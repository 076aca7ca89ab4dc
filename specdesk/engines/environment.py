"""The environment that engines are started in: ours, without what would change their settings behind our back."""

from __future__ import annotations

import sys
from collections.abc import Mapping

LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
"""Search paths that a frozen bundle points at its own libraries, keeping the user's value in `<name>_ORIG`."""

_BUNDLE_OWN = ("PYTHONHOME", "PYTHONPATH")


def child_environment(environment: Mapping[str, str], frozen: bool | None = None) -> dict[str, str]:
    """A copy for a child process.

    `LLAMA_*` goes: such variables are read before the arguments and can make a right command fail. From a frozen
    bundle also its Python and Qt variables go, and library paths are as the user had them. `GGML_NO_BACKTRACE` is set:
    the engine's own backtrace can hang for seconds on a crash. Nothing else is touched.
    """
    frozen = bool(getattr(sys, "frozen", False)) if frozen is None else frozen
    child = {name: value for name, value in environment.items() if not name.upper().startswith("LLAMA_")}
    if frozen:
        child = {name: value for name, value in child.items() if name not in _BUNDLE_OWN and not name.startswith("QT_")}
        for name in LIBRARY_PATHS:
            original = child.pop(f"{name}_ORIG", None)
            child.pop(name, None)
            if original:
                child[name] = original
    child["GGML_NO_BACKTRACE"] = "1"
    return child
