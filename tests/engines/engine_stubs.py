"""Stand-ins for binaries: small shell scripts that answer a probe as told."""

from __future__ import annotations

import shlex
from pathlib import Path

from old_helps import HELP_FOLDER

DEVICES = """\
Available devices:
  CUDA0: NVIDIA GeForce RTX 3090 (24124 MiB, 23700 MiB free)
  BLAS: Accelerate (0 MiB, 0 MiB free)
"""
NEWEST = "version: 0.6.0-dev (build 0, commit unknown)"
NO_DEVICES = "Available devices:\n  (none)\n"


def script(path: Path, body: str) -> Path:
    """An executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def stub(
    path: Path,
    build: int = 11434,
    version: str = NEWEST,
    devices: str = NO_DEVICES,
) -> Path:
    """A binary with a recorded help. Each question is noted in `<path>.asked`; `--version` answers on stderr."""
    help_file = shlex.quote(str(HELP_FOLDER / f"b{build}.txt"))
    return script(
        path,
        f"""echo "$*" >> {shlex.quote(str(path) + ".asked")}
case "$*" in
  *--help) cat {help_file} ;;
  *--version) printf '%s\\n' {shlex.quote(version)} >&2 ;;
  *--list-devices) printf '%s' {shlex.quote(devices)} ;;
esac""",
    )


def asked(path: Path) -> list[str]:
    """The questions that a stub was asked so far."""
    return Path(f"{path}.asked").read_text(encoding="utf-8").splitlines()
