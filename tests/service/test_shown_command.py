"""The command that is shown is the one that runs, but for what a start is said to add."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from cli_stage import Said
from service_stage import Stage, small_model
from setup_parts import engine_of

from specdesk.cli import main
from specdesk.engines.argument_words import grouped
from specdesk.engines.dialect import added_by_a_start, command_document, complete, from_argv
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.lifecycle import Ready
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import LOOPBACK, Access, find_port
from specdesk.service.launch import armed, prepare

Stages = Callable[..., Stage]
LINES = {
    "plain": "",
    "a guide's": "-md {draft} -ngl 99 -ngld 99 -c 16384 -cd 16384 --draft-max 8 --draft-p-min 0.4",
    "n-gram": "--spec-type ngram-mod -np 2 -fa on -ctk q8_0 -ctv q8_0",
    "further arguments": "--no-context-shift --keep 5 --port {port} --host 0.0.0.0 --top-k 5",
    "its own log level": "-lv 2 --metrics --slots",
}
BUILDS = (5361, 10068, 10434, 11434)
ADDED = {
    5361: "--metrics --slots --host 127.0.0.1 --port … --api-key-file …",
    10068: "--metrics --slots --host 127.0.0.1 --port … -lv 4 --api-key-file …",
    10434: "--metrics --slots --host 127.0.0.1 --port … -lv 4 --api-key-file …",
    11434: "--metrics --slots --host 127.0.0.1 --port … -lv 4 --api-key-file …",
}


def words_of(line: str, folder: Path) -> list[str]:
    target, draft = small_model(folder / "t.gguf", rows=2000), small_model(folder / "d.gguf", rows=8)
    return ["-m", str(target), *(word.format(draft=draft, port=find_port(Access())) for word in line.split())]


def told(words: list[str], engine: EngineInfo) -> LaunchPlan:
    """The plan behind a command."""
    return complete(from_argv(words, engine.flags).plan, flags=engine.flags).plan


def started(plan: LaunchPlan, engine: EngineInfo, access: Access) -> list[str]:
    """The whole command of a start."""
    launch = armed(prepare(1, plan, engine, access))
    launch.forget_key()
    return list(launch.command)


def counted(words: list[str]) -> Counter[tuple[str, ...]]:
    return Counter(grouped(words))


def with_later(words: tuple[str, ...]) -> tuple[str, ...]:
    """As it is shown before a start: without the free port and the key file."""
    return (words[0], "…") if words[0] in ("--port", "--api-key-file") else words


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_start_adds_what_is_said_and_nothing_else(build: int, line: str, tmp_path: Path) -> None:
    engine, words = engine_of(build), words_of(line, tmp_path)
    shown = command_document(words, engine)["argv"]
    plan = told(words, engine)
    really = started(plan, engine, Access(port=plan.port, host=plan.host or LOOPBACK))
    said = added_by_a_start(plan, engine.flags)
    assert {with_later(one) for one in counted(really) - counted(shown)} == set(grouped(said))
    assert counted(shown) - counted(really) == Counter()
    if not line:
        assert " ".join(said) == ADDED[build]


def test_a_fixed_port_and_no_key_are_known_beforehand(tmp_path: Path) -> None:
    engine, words = engine_of(11434), words_of("--port 4711", tmp_path)
    plan = told(words, engine)
    assert "--port" not in added_by_a_start(plan, engine.flags)
    assert "--api-key-file" not in added_by_a_start(plan, engine.flags, has_key=False)
    assert "--api-key-file" not in started(plan, engine, Access(key=""))


def test_the_process_runs_the_command_that_was_prepared(
    stage: Stages, fake_llama: Callable[..., Path], tmp_path: Path
) -> None:
    record = tmp_path / "argv.jsonl"
    binary = fake_llama(argv_log=str(record))
    table = stage(engine=binary)
    engine = table.engine().chosen
    assert engine is not None
    words = words_of(LINES["a guide's"], tmp_path)
    plan = told(words, engine)
    table.start(plan)
    ran = [str(binary), *json.loads(record.read_text().splitlines()[-1])["argv"]]
    shown = command_document(words, engine)["argv"]
    more = counted(ran) - counted(shown)
    assert {with_later(one) for one in more} == set(grouped(added_by_a_start(plan, engine.flags)))
    assert counted(shown) - counted(ran) == Counter()


@pytest.mark.real_engine
@pytest.mark.timeout(300)
def test_the_built_in_engine_runs_what_its_document_says(stage: Stages, smollm2: Path) -> None:
    table = stage(engine=EMBEDDED)
    engine = table.engine().chosen
    assert engine is not None
    words = ["-m", str(smollm2), "-c", "512", "--spec-type", "ngram-simple", "-t", "1"]
    document = command_document(words, engine)
    facts = table.start(told(words, engine))
    ran = psutil.Process(table.last(Ready).pid).cmdline()
    assert ran[-len(document["argv"]) + 1 :] == document["argv"][1:]
    assert document["plan"]["context"] == facts.context == 512


def test_the_verb_says_what_serve_adds(fake_llama: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    def said(*words: str) -> Said:
        capsys.readouterr()
        return Said(main(["command", *words]), *capsys.readouterr())

    engine = str(fake_llama())
    out = said("--engine", engine, "--", "-m", "a.gguf", "-md", "b.gguf").out
    assert re.search(rf"^  serve adds  {re.escape(ADDED[11434])}$", out, re.MULTILINE)
    assert "serve adds" not in said("--engine", engine, "--", "-c", "512").out
    assert "serve adds" not in said("--engine", "embedded", "--", "-m", "a.gguf").out
