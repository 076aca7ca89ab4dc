"""Pictures in the documentation: each is there, small, of the program as it is drawn, and made by the script."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
MOST_BYTES = 200_000


def linked() -> dict[Path, list[str]]:
    """Files of this folder that the pages link to, by page."""
    found: dict[Path, list[str]] = {}
    for page in PAGES:
        names = [name for name in LINK.findall(page.read_text("utf-8")) if "://" not in name]
        found[page] = names
    return found


def test_pictures_are_small_and_all_of_them_are_shown() -> None:
    pictures = sorted((ROOT / "docs").glob("*.png"))
    assert {path.name for path in pictures} >= {"window.png", "compare.png", "fit.png", "card.png"}
    assert {path.name: path.stat().st_size for path in pictures if path.stat().st_size > MOST_BYTES} == {}
    shown = {Path(name).name for names in linked().values() for name in names}
    assert [path.name for path in pictures if path.name not in shown] == []


def test_the_script_makes_every_one_of_them() -> None:
    script = (ROOT / "scripts" / "screenshots.py").read_text("utf-8")
    made = {path.stem for path in (ROOT / "docs").glob("*.png")}
    assert [name for name in made if f'"{name}.png"' not in script and f'"{name}"' not in script] == []
