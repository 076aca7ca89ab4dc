"""What a start adds, what a setting is called, and the `command` document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from dialect_lines import DRAFTING, GUIDE, words
from old_helps import D0, D1, D2, D4, RECORDED

from specdesk.engines.dialect import (
    command_document,
    complete,
    launch_args,
    spelled,
    verbosity,
)
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.flags import Flags, parse_help
from specdesk.engines.traits import traits_of_flags
from specdesk.errors import UsageError
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling


def test_a_start_adds_address_key_metrics_and_level() -> None:
    argv = launch_args(DRAFTING, D4, "127.0.0.1", 4711, Path("/run/key"))
    assert argv.args == words(
        "-m a.gguf -md b.gguf --spec-type draft-simple --spec-draft-n-max 8 --metrics "
        "--slots --host 127.0.0.1 --port 4711 -lv 4 --api-key-file /run/key"
    )
    old = launch_args(DRAFTING, D1, "127.0.0.1", 4711)
    assert old.args == words("-m a.gguf -md b.gguf --draft-max 8 --metrics --slots --host 127.0.0.1 --port 4711")


@pytest.mark.parametrize(("flags", "level"), [(D1, None), (D2, None), (RECORDED[10068], 4), (D4, 4), (D0, None)])
def test_log_level(flags: Flags, level: int | None) -> None:
    assert verbosity(flags) == level


def test_log_level_where_the_help_forgot_it() -> None:
    lines = ["-lv,   --verbosity, --log-verbosity N   Set it. Values: 3: info, 5: debug"]
    assert verbosity(parse_help("\n".join(lines))) is None
    lines.append("--log-timestamps, --no-log-timestamps   Enable timestamps")
    assert verbosity(parse_help("\n".join(lines))) == 4


def test_the_users_own_log_level_stays() -> None:
    args = launch_args(msgspec.structs.replace(DRAFTING, extra=("-lv", "1")), D4, "127.0.0.1", 1).args
    assert args.count("-lv") == 1


@pytest.mark.parametrize("extra", [("-hf", "org/m"), ("--gpt-oss-20b-default",)])
def test_a_start_needs_a_model(extra: tuple[str, ...]) -> None:
    assert launch_args(LaunchPlan(extra=extra), D4, "127.0.0.1", 1).args
    with pytest.raises(UsageError, match=r"No target model is chosen\."):
        launch_args(LaunchPlan(extra=("--models-max", "2")), D4, "127.0.0.1", 1)


@pytest.mark.parametrize(
    ("kind", "method"),
    [(None, "draft-simple"), ("model", "draft-simple"), ("draft-mtp", "draft-mtp"), ("draft-dspark", "draft-dspark")],
)
def test_complete_names_the_method(kind: Any, method: str) -> None:
    done = complete(LaunchPlan(draft="d"), kind)
    assert done.plan.methods == (method,)
    assert done.changes[0].to == f"--spec-type {method}"
    assert complete(LaunchPlan(draft="d", methods=("none",)), kind).plan.methods == ("none",)
    assert complete(LaunchPlan(target="t"), kind).changes == ()


@pytest.mark.parametrize(
    ("field", "old", "new"),
    [
        ("draft_max", "--draft-max", "--spec-draft-n-max"),
        ("draft_min", "--draft-min", "--spec-draft-n-min"),
        ("context_draft", "-cd", None),
        ("draft_place.cache_k", None, "-ctkd"),
        ("place.layers", "-ngl", "-ngl"),
        ("methods", "-md", "--spec-type"),
        ("load_mode", "--no-mmap", "-lm"),
        ("jinja", "--jinja", "--jinja"),
        ("warmup", "--no-warmup", "--warmup"),
        ("ngram.mod_max", None, "--spec-ngram-mod-n-max"),
        ("ngram.size_n", None, "--spec-ngram-simple-size-n"),
    ],
)
def test_spelled(field: str, old: str | None, new: str | None) -> None:
    for flags, flag in ((D1, old), (D4, new)):
        found = spelled(field, flags)
        assert found.flag == flag
        assert (found.why == "") == (flag is not None)


def test_spelled_per_method_and_with_reason() -> None:
    assert spelled("ngram.size_n", D4, "ngram-map-k4v").flag == "--spec-ngram-map-k4v-size-n"
    assert spelled("ngram.size_n", D2).flag == "--spec-ngram-size-n"
    assert spelled("context_draft", D4).why.endswith("follows the target's context.")
    assert spelled("methods", D0).why == "This build's server cannot speculate."


def test_every_field_of_a_plan_can_be_asked_for() -> None:
    groups = {"place": ModelPlacement, "draft_place": ModelPlacement, "ngram": Ngram, "sampling": Sampling}
    for name in LaunchPlan.__struct_fields__:
        if name == "extra":
            continue
        for path in [f"{name}.{part}" for part in groups[name].__struct_fields__] if name in groups else [name]:
            assert spelled(path, D4).flag is not None or path == "context_draft"


def test_command_document() -> None:
    engine = EngineInfo(
        kind="llama-server", path="/opt/llama", version="1 (abc)", usable=True, flags=D4, traits=traits_of_flags(D4)
    )
    document = command_document(words(GUIDE), engine)
    assert list(document) == ["engine", "argv", "changes", "dropped"]
    assert document["engine"] == {"path": "/opt/llama", "version": "1 (abc)", "dialect": "D4"}
    assert document["argv"][:4] == ["/opt/llama", "serve", "-m", "a.gguf"]
    assert [(change["from"], change["to"]) for change in document["changes"]] == [
        ("--draft-max 8", "--spec-draft-n-max 8"),
        ("", "--spec-type draft-simple"),
    ]
    assert [drop["flag"] for drop in document["dropped"]] == ["-cd"]
    assert all(set(entry) == {"from", "to", "why"} for entry in document["changes"])
    assert all(set(entry) == {"flag", "why"} for entry in document["dropped"])


def test_command_document_of_the_embedded_engine() -> None:
    engine = EngineInfo(kind="embedded", version="xllamacpp 1", usable=True)
    line = "llama-server -m a.gguf -md b.gguf --ctx-size-draft 512 -dev CUDA0 --draft-max 8 --keep -1 --metrics"
    document = command_document(words(line), engine)
    assert document["engine"] == {"path": None, "version": "xllamacpp 1", "dialect": "D4"}
    assert document["argv"] == list(engine.command)
    assert document["argv"][-2:] == ["-m", "specdesk.engines.embedded_worker"]
    assert document["plan"]["draft_max"] == 8
    assert document["plan"]["methods"] == ("draft-simple",)
    assert [change["to"] for change in document["changes"]] == ["draft_max 8", "methods draft-simple"]
    assert {drop["flag"] for drop in document["dropped"]} == {"--ctx-size-draft", "-dev", "--keep"}
