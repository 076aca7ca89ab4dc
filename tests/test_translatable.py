"""No sentence for people stands in the source where no catalogue can reach it."""

from __future__ import annotations

from pathlib import Path

import pytest
from wrapped_words import inside_f_strings, untranslatable, unwrapped

ROOT = Path(__file__).parent.parent / "specdesk"
ROOMS = tuple(sorted(path.name for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()))
EXPECTED = {
    "Explain in five sentences how a bicycle stays upright.",  # a prompt, in a command that is given away
    "A guess costs little, a right one saves a step. Één, twee, drie.",  # is written and read back
    "json_extract(setup, '$.part_of') = ?",
    "DELETE FROM messages WHERE chat = ? AND id = ?",
    "SELECT made, rate, sample FROM baselines WHERE key = ?",
    "Count from one to thirty in words.",  # a question that warms an engine up
    "Say hello.",  # a question, in a command that is given away
    "There is no icon {}.",  # of a name that stands in the program
}


def test_all_of_the_program_is_looked_through() -> None:
    assert {"chat", "memory", "records", "ui", "cli", "service", "errors.py", "language.py"} <= set(ROOMS)
    assert len(ROOMS) > 15


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_of_the_source_can_be_looked_up(room: str) -> None:
    place = ROOT / room
    sources = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    found = [said for source in sources for said in untranslatable(source)]
    assert [said for said in found if said.split(": ", 1)[1] not in EXPECTED] == []


@pytest.mark.parametrize("room", ROOMS)
def test_no_lookup_is_where_the_catalogue_is_not_made_from(room: str) -> None:
    place = ROOT / room
    sources = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    assert [said for source in sources for said in inside_f_strings(source)] == []


def test_a_lookup_inside_an_f_string_is_found(tmp_path: Path) -> None:
    source = tmp_path / "room.py"
    source.write_text(
        "def told(name: str) -> str:\n"
        "    words = translate('Room', 'Seen.')\n"
        "    return f\"{words} {translate('Room', 'Not seen.')} {translate('Room', name)}\"\n"
    )
    assert inside_f_strings(source) == ["room.py:3: Not seen."]


def test_a_sentence_outside_is_found(tmp_path: Path) -> None:
    source = tmp_path / "room.py"
    source.write_text(
        '"""A room. Its docstring is not shown."""\n'
        "import re\n"
        'PATTERN = re.compile("This is a pattern.")\n'
        'TABLE = {"a": mark("Room", "This one is marked.")}\n'
        "def told(name: str) -> str:\n"
        '    """Says it. Not shown."""\n'
        "    if name:\n"
        '        return translate("Room", "The file {name} is fine.").format(name=name)\n'
        '    return f"The file {name} is lost."\n'
        "class Page:\n"
        "    def words(self) -> str:\n"
        '        return self.tr("The window says this.")\n'
    )
    assert untranslatable(source) == ["room.py:9: The file {} is lost."]


def test_what_stands_outside_the_marks() -> None:
    assert unwrapped("«The file «a.gguf» is fine.» «So is the rest.»") == ""
    assert unwrapped("«All of it» but this") == "but this"
