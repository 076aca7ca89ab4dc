"""docs/cli.md names every field of every JSON document, and no field that there is not."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli_stage import Said
from service_stage import small_model
from shapes import write_shape

from specdesk.cli.doctor import GPU_FIELDS
from specdesk.measure.compare import CompareResult
from specdesk.service.sweep_result import SweepResult
from specdesk.settings import Settings, SettingsFile

Run = Callable[..., Said]
Fakes = Callable[..., Path]
PAGE = (Path(__file__).parent.parent.parent / "docs" / "cli.md").read_text("utf-8")
FREE = ("plan", "parts", "max_context")
"""What stands below these has names of its own: those of a plan, of packages, of cache types."""


def section(verb: str) -> str:
    """The part of the page about one verb."""
    return re.split(r"^## ", PAGE, flags=re.MULTILINE)[[*headings()].index(verb) + 1]


def headings() -> Iterator[str]:
    """The verb of each section."""
    return (line.split()[0] for line in re.findall(r"^## (.+)$", PAGE, re.MULTILINE))


def example(verb: str) -> Any:
    """The first JSON document of a section."""
    found = re.search(r"^```json\n(.*?)^```", section(verb), re.MULTILINE | re.DOTALL)
    assert found is not None, f"no example for {verb}"
    return json.loads(found[1])


def names(document: Any, where: str = "") -> set[str]:
    """Dotted names of all fields ("devices.target.cache")."""
    if isinstance(document, list):
        return {name for one in document for name in names(one, where)}
    if not isinstance(document, dict):
        return set()
    found = set()
    for key, value in document.items():
        name = f"{where}.{key}" if where else key
        found |= {name} | (set() if key in FREE else names(value, name))
    return {name for name in found if "…" not in name}


def inspected(run: Run, fakes: Fakes, folder: Path) -> Iterator[Any]:
    part = small_model(folder / "a-00001-of-00002.gguf", **{"split.no": 0, "split.count": 2, "split.tensors.count": 6})
    yield run("inspect", "--json", part, folder / "gone.gguf").document


def listed(run: Run, fakes: Fakes, folder: Path) -> Iterator[Any]:
    yield run("library", "--json", folder).document


def paired(run: Run, fakes: Fakes, folder: Path) -> Iterator[Any]:
    target, draft = small_model(folder / "t.gguf", rows=2000), small_model(folder / "d.gguf", rows=8)
    other = [f"tok{index}" for index in range(39)] + ["<other>"]
    wrong = small_model(folder / "o.gguf", rows=8, **{"tokenizer.ggml.tokens": other})
    yield run("pair", "--build", 11434, "--json", target, draft, wrong).document


def fitted(run: Run, fakes: Fakes, folder: Path) -> Iterator[Any]:
    target, draft = write_shape(folder, "qwen25_7b.gguf"), write_shape(folder, "qwen25_05b.gguf")
    for size, files in ((2000, ("-m", target)), (30000, ("-m", target, "-md", draft))):
        arguments = ("--device-mib", size, "--json", "--", *files, "-c", 4096, "-ngl", 99)
        yield run("fit", "--build", 11434, *arguments).document


def commanded(run: Run, fakes: Fakes, folder: Path) -> Iterator[Any]:
    for engine in (fakes(), "embedded"):
        arguments = ("-m", "a", "-md", "b", "--draft-max", "8", "-cd", "5")
        yield run("command", "--engine", engine, "--json", "--", *arguments).document


GPU = "Available devices:\n  CUDA0: RTX 3090 (24576 MiB, 24000 MiB free)\n"


def engines(run: Run, fakes: Fakes, folder: Path) -> Iterator[Any]:
    SettingsFile().save(Settings(engine=str(fakes(devices=GPU))))
    yield run("engines", "--json").document


def doctored(run: Run, fakes: Fakes, folder: Path) -> Iterator[Any]:
    SettingsFile().save(Settings(engine=str(fakes(devices=GPU)), model_folders=(str(folder),)))
    yield run("doctor", "--json").document


def served(run: Run, fakes: Fakes, folder: Path) -> Iterator[Any]:
    model = small_model(folder / "m.gguf")
    command = [sys.executable, "-m", "specdesk", "serve", "--json", "--engine", str(fakes()), "--", "-m", str(model)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        for line in program.stdout:
            yield json.loads(line)
            if json.loads(line)["state"] == "ready":
                program.send_signal(signal.SIGINT)


VERBS = {
    "inspect": inspected, "pair": paired, "fit": fitted, "command": commanded, "engines": engines, "serve": served,
    "doctor": doctored,
}  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_printed_is_what_is_documented(verb: str, run: Run, fake_llama: Fakes, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    printed: set[str] = set()
    for document in VERBS[verb](run, fake_llama, folder):
        printed |= names(document)
    text = section(verb)
    said = {name for name in printed if f"`{name.rpartition('.')[2]}`" in text}
    told_apart = {f"split.{name}" for name in ("index", "count", "missing")} if verb == "inspect" else set()
    documented = names(example(verb))
    unknown_here = {name for name in documented if name.startswith(("gpus.", "stores."))}  # there may be none
    assert printed - said - told_apart <= documented
    assert documented - unknown_here <= printed


def test_the_cards_of_doctor() -> None:
    assert names(example("doctor")["gpus"]) == set(GPU_FIELDS)


def test_a_library_has_the_rows_of_inspect(run: Run, fake_llama: Fakes, tmp_path: Path) -> None:
    small_model(tmp_path / "m.gguf")
    (row, *_) = next(listed(run, fake_llama, tmp_path))
    assert names([row]) == names(example("inspect"))


KEPT_IN = {"stored", "confirmed"}
"""Of a sweep's result: where it is kept, which is not printed, and what is printed as `compare`."""


@pytest.mark.parametrize(("verb", "record"), [("compare", CompareResult), ("sweep", SweepResult)])
def test_every_field_of_a_result_is_on_the_page(verb: str, record: type[msgspec.Struct]) -> None:
    text = section(verb) + section("compare")
    fields = {field.encode_name for field in msgspec.structs.fields(record)} - KEPT_IN
    assert [name for name in fields if f'"{name}"' not in text and f"`{name}`" not in text] == []
