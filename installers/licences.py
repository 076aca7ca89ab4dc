"""The licences of everything in the bundle, in one text.

usage: python installers/licences.py SOURCES.json FOLDER OUTPUT
SOURCES.json lists the files that the bundle was made of (written by the spec); FOLDER is the bundle, whose added
packages (installers/payload.py) are found by their metadata. A part whose licence text cannot be found ends the build.
"""

from __future__ import annotations

import functools
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

import bundle

OWN_TEXTS = Path(__file__).parent / "licences"
LICENCE_NAME = re.compile(r"(?i)(.*[-_.])?(licen[cs]es?|copying|notice|authors)([-_.].*)?")
RULE = "=" * 100

QT_NOTE = """PySide6, Shiboken6 and Qt are used under the GNU Lesser General Public License, version 3.
They are separate libraries in the folder _internal/PySide6 and may be replaced by changed versions with the same
interface. Their source code, and the licences of what Qt itself contains (ICU, HarfBuzz, PCRE2, libpng and others):
https://download.qt.io/official_releases/QtForPython/ and https://doc.qt.io/qt-6/licenses-used-in-qt.html"""

ADDED_TEXTS = {
    "xllamacpp": ("llama.cpp.txt",),
    "pyside6-essentials": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
}
"""Packages that do not bring the text of every licence that they are under, and what we keep for them."""


class Section:
    """One part of the bundle. name: with its version; licence: in short; texts: in full."""

    def __init__(self, name: str, licence: str, texts: Iterable[str], note: str = "") -> None:
        self.name, self.licence, self.note = name, licence, note
        self.texts = [text.strip() for text in texts]
        if not any(self.texts):
            raise SystemExit(f"No licence text was found for {name} ({licence}).")


def main(arguments: list[str]) -> int:
    """Write the collection; how many parts it covers."""
    sources, folder, output = Path(arguments[0]), Path(arguments[1]), Path(arguments[2])
    listed = [Path(line) for line in json.loads(sources.read_text("utf-8"))]
    sections = sorted(collect(listed, folder), key=lambda section: section.name.lower())
    output.write_text(written(sections), "utf-8")
    print(f"Licences of {len(sections)} parts: {output.stat().st_size / 1024:.0f} KiB")
    return 0


def collect(sources: list[Path], folder: Path) -> Iterator[Section]:
    """Sections for packages of Python, for Python itself, for PyInstaller's loader and for libraries of the system."""
    owners = owned_files()
    names, foreign = set(), set()
    for source in sources:
        real = Path(os.path.realpath(source))
        if real in owners:
            names.add(owners[real])
        elif not (real.is_relative_to(sysconfig.get_path("stdlib")) or real.is_relative_to(bundle.TOP)):
            foreign.add(real)
    names |= {
        importlib.metadata.Distribution.at(path).metadata["Name"] for path in folder.glob("_internal/*.dist-info")
    }
    for name in sorted(({canonical(name) for name in names} | {"pyinstaller"}) - {bundle.COMMAND}):
        yield of_distribution(importlib.metadata.distribution(name))
    yield of_python()
    yield from of_system(path for path in foreign if not is_of_python(path))


def owned_files() -> dict[Path, str]:
    """Every file of every installed package, by its real path."""
    owners = {}
    for distribution in importlib.metadata.distributions():
        for file in distribution.files or ():
            owners[Path(os.path.realpath(str(file.locate())))] = distribution.metadata["Name"]
    return owners


def canonical(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_of_python(path: Path) -> bool:
    """Libraries and modules of the interpreter itself."""
    return path.name.startswith("libpython3") or (sys.base_prefix != "/usr" and path.is_relative_to(sys.base_prefix))


def of_distribution(distribution: importlib.metadata.Distribution) -> Section:
    """A package of Python. Its licence is in files of its own, or (NVIDIA's) at the head of its module."""
    metadata, name = distribution.metadata, canonical(distribution.metadata["Name"])
    files = [file for file in distribution.files or () if LICENCE_NAME.fullmatch(file.name)]
    texts = [Path(str(file.locate())).read_text("utf-8", "replace") for file in files if file.suffix != ".py"]
    texts += [(OWN_TEXTS / text).read_text("utf-8") for text in ADDED_TEXTS.get(name, ())]
    if name == "nvidia-ml-py":
        texts.append(head_of(distribution, "pynvml.py"))
    licence = metadata.get("License-Expression") or metadata.get("License") or "see below"
    note = QT_NOTE if name == "pyside6-essentials" else ""
    return Section(f"{metadata['Name']} {distribution.version}", licence.splitlines()[0], texts, note)


def head_of(distribution: importlib.metadata.Distribution, name: str) -> str:
    """The comment at the beginning of a module."""
    for file in distribution.files or ():
        if file.name == name:
            lines = Path(str(file.locate())).read_text("utf-8").splitlines()
            end = next((at for at, line in enumerate(lines) if line and not line.startswith("#")), len(lines))
            return "\n".join(line.lstrip("# ") for line in lines[:end])
    return ""


def of_python() -> Section:
    """The interpreter and its standard library."""
    minor = f"python3.{sys.version_info.minor}"
    places = (Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", Path(f"/usr/share/doc/{minor}/copyright"))
    texts = [place.read_text("utf-8", "replace") for place in places if place.is_file()][:1]
    return Section(f"Python {sys.version.split()[0]}", "PSF-2.0", texts)


def of_system(paths: Iterable[Path]) -> Iterator[Section]:
    """Libraries of Debian or Ubuntu, by the package that owns them."""
    for package in sorted({package_of(path) for path in paths}):
        version = said("dpkg-query", "-W", "-f", "${Version}", package)
        text = Path(f"/usr/share/doc/{package.split(':')[0]}/copyright")
        yield Section(
            f"{package.split(':')[0]} {version}",
            "see below; library of the system that this was built on",
            [text.read_text("utf-8", "replace")] if text.is_file() else [],
        )


@functools.cache
def package_of(path: Path) -> str:
    """The package that a file of the system belongs to; /lib and /usr/lib are one folder today and two to dpkg."""
    if sys.platform != "linux":
        raise SystemExit(f"{path} came from this system: find its licence and add it to ADDED_TEXTS.")
    spelled = [str(path), str(path).removeprefix("/usr"), f"/usr{path}"]
    for name in spelled:
        found = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.split(": ")[0].split(",")[0]
    raise SystemExit(f"{path} belongs to no package, so its licence is unknown.")


def said(*command: str) -> str:
    """Output of a command that has to succeed."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def written(sections: list[Section]) -> str:
    """The whole text: a list, then every licence; a text that several parts share is printed once."""
    lines = ["SpecDesk is under the MIT licence (file LICENSE). It comes with parts by others:", ""]
    lines += [f"  {section.name}: {section.licence}" for section in sections]
    seen: dict[str, str] = {}
    for section in sections:
        lines += ["", RULE, section.name, f"Licence: {section.licence}", RULE]
        lines += ["", section.note] if section.note else []
        for text in section.texts:
            known = seen.setdefault(text, section.name)
            lines += ["", text if known == section.name else f"The text is the one printed for {known}."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
