"""Brings the catalogues of the program's languages up to date: `make words`.

Texts are taken from the sources (pyside6-lupdate), translations are kept, what is no longer said is dropped; then each
catalogue is compiled (pyside6-lrelease). Translate with pyside6-linguist or in the `.ts` file, then run it again.
A new language: `python scripts/words.py de` makes its catalogue, with nothing translated yet, and the program offers it
(CONTRIBUTING.md lists what else there is to translate).
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = ROOT / "resources" / "languages"
TOOLS = Path(sys.executable).parent


def sources() -> list[str]:
    """Every module of the program, below the top of the checkout."""
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "specdesk").rglob("*.py"))


def update(catalogue: Path) -> None:
    """Take the texts of the sources into a catalogue."""
    how = ["-tr-function-alias", "QT_TRANSLATE_NOOP=mark", "-no-obsolete", "-locations", "none"]
    subprocess.run([TOOLS / "pyside6-lupdate", *sources(), *how, "-ts", catalogue], cwd=ROOT, check=True)


def compiled(catalogue: Path, to: Path) -> None:
    """Compile a catalogue."""
    subprocess.run([TOOLS / "pyside6-lrelease", catalogue, "-qm", to], cwd=ROOT, check=True)


def catalogue_of(code: str) -> Path:
    """Where the catalogue of a language is. Raises SystemExit for what is no code of a language ("de", "pt")."""
    if not re.fullmatch("[a-z]{2,3}", code):
        raise SystemExit(f"“{code}” is no code of a language, such as de or pt.")
    return CATALOGUES / f"specdesk_{code}.ts"


def main(new: Sequence[str]) -> int:
    """All of them. new: codes of languages that are to be added."""
    for code in new:
        update(catalogue_of(code))
    for catalogue in sorted(CATALOGUES.glob("*.ts")):
        update(catalogue)
        compiled(catalogue, catalogue.with_suffix(".qm"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
