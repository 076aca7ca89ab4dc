"""`make bench` and `make bench-right` name every bench once between them, with arguments that its usage knows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
BENCHES = TOP / "tests" / "benches"
RUN = re.compile(r"^\trun (\S+)((?: [^\s;]+)*); \\$", re.MULTILINE)


def named(target: str) -> list[tuple[str, list[str]]]:
    """(file, arguments) of every line of one target in the Makefile."""
    recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", (TOP / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert recipe is not None
    return [(file, words.split()) for file, words in RUN.findall(recipe[1])]


def usage(file: str) -> tuple[str, str]:
    """(what may follow the file's name, the whole docstring)."""
    text = ast.get_docstring(ast.parse((BENCHES / file).read_text("utf-8"))) or ""
    found = re.search(rf"^usage: (?:PYTHONPATH=tests )?python tests/benches/{file}(.*(?:\n +.*)*)", text, re.MULTILINE)
    assert found is not None, f"{file} does not say how it is used"
    return found[1], text


def misfits(file: str, words: list[str]) -> list[str]:
    """Arguments that the bench's usage has no place for; what has to be there and is not."""
    known, text = usage(file)
    slots = [(one[1] or one[0], one[0].startswith("[")) for one in re.finditer(r"\[([^\]]+)\]|\S+", known)]
    options = {slot.split()[0]: slot for slot, _ in slots if slot.startswith("--")}
    places = [(slot, may) for slot, may in slots if not slot.startswith("--")]
    wrong, rest = [], list(words)
    while rest:
        word = rest.pop(0)
        if word in options:
            value = rest.pop(0) if rest else ""
            _, takes = options[word].split()
            wrong += [] if fits(takes, value, text) else [f"{word} {value}"]
            continue
        while places and not fits(places[0][0], word, text) and places[0][1]:
            places.pop(0)
        if places and fits(places[0][0], word, text):
            places = places if places[0][0].endswith("...") else places[1:]
        else:
            wrong.append(word)
    return wrong + [slot for slot, may in places if not may]


def fits(slot: str, word: str, text: str) -> bool:
    """A number where a number goes; one of several words; a word that the docstring explains, line by line."""
    choices = re.split(r"\s*\|\s*", slot.removesuffix("...").strip())
    if slot == "WHAT":
        return re.search(rf"^{re.escape(word)} ", text, re.MULTILINE) is not None
    return word in choices or (choices[0].isupper() and re.fullmatch(r"[\d.]+(,\d+)*", word) is not None)


def test_every_bench_is_in_one_of_the_two() -> None:
    fast, right = ({file for file, _ in named(target)} for target in ("bench", "bench-right"))
    assert fast | right == {path.name for path in BENCHES.glob("bench_*.py")}
    assert right == {"bench_compare_engines.py", "bench_compare_statistics.py"}
    assert not fast & right


@pytest.mark.parametrize("target", ["bench", "bench-right"])
def test_arguments_are_those_of_the_usage(target: str) -> None:
    lines = named(target)
    wrong = [f"{file}: {word}" for file, words in lines for word in misfits(file, words)]
    assert wrong == []
    recipe = (TOP / "Makefile").read_text("utf-8").split(f"\n{target}:")[1].split("\n\n")[0]
    assert len(lines) == recipe.count("run "), "a line of this target is not understood"
    assert len({(file, *words) for file, words in lines}) == len(lines)


def test_the_clauses_of_speed_are_all_there() -> None:
    lines = {" ".join([file, *(word for word in words if not word[0].isdigit())]) for file, words in named("bench")}
    assert lines >= {
        "bench_window_speed.py", "bench_window_speed.py fast", "bench_window_speed.py real", "bench_gui_stalls.py",
        "bench_gui_stalls.py fast", "bench_gui_stalls.py long", "bench_gui_stalls.py flood",
        "bench_gui_stalls.py theme", "bench_cpu.py", "bench_cpu.py long", "bench_cpu.py flood", "bench_start.py",
        "bench_header.py", "bench_library.py", "bench_memory.py", "bench_first_verdict.py quick",
        "bench_chat_view.py mixed prose code table",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("bench_cpu.py 3 1000 fast", ["fast"]),
        ("bench_cpu.py long", []),
        ("bench_cpu.py 3 1000 long long", ["long"]),
        ("bench_fit.py 1", ["1"]),
        ("bench_compare_engines.py", ["WHAT"]),
        ("bench_compare_engines.py nothing", ["nothing", "WHAT"]),
        ("bench_compare_engines.py control --engine embedded --runs many", ["--runs many"]),
        ("bench_chat_view.py", []),
    ],
)
def test_what_is_no_usage_is_noticed(line: str, wrong: list[str]) -> None:
    file, *words = line.split()
    assert misfits(file, words) == wrong
