"""Puts the fake llama-server on disk as an executable, so that it can be chosen like any binary."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).resolve().parent / "fake_llama_server.py"


def install_fake(
    folder: Path, name: str = "llama-server", help_file: Path | None = None, devices: str | None = None, **settings: Any
) -> Path:
    """Writes `folder/name`, a script that becomes the fake server (same pid), and returns its path.

    settings: keys of FAKE_LLAMA. They are defaults: variables of the same names in the environment win.
    """
    folder.mkdir(parents=True, exist_ok=True)
    defaults = {"FAKE_LLAMA": json.dumps(settings), "FAKE_HELP": str(help_file or ""), "FAKE_DEVICES": devices or ""}
    lines = ["#!/bin/sh"]
    for variable, value in defaults.items():
        lines += [f': "${{{variable}={_quoted_word(value)}}}"', f"export {variable}"]
    command = shlex.join([sys.executable, "-S", "-E", str(SCRIPT)])
    path = folder / name
    path.write_text("\n".join([*lines, f'exec {command} "$@"', ""]), encoding="utf-8")
    os.chmod(path, 0o755)
    return path


def _quoted_word(text: str) -> str:
    """`text` as the default word inside `${NAME=...}` between double quotes."""
    return "".join("\\" + c if c in '\\"$`}' else c for c in text)
