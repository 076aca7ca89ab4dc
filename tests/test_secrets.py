"""Keys and tokens: what is one, and that none is seen in a preview, a copy, a change, an export or a log."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fakes.fake_install import install_fake
from hypothesis import given, settings
from hypothesis import strategies as st

from specdesk.cli import main
from specdesk.engines.adapters.forms import FORMS, Form
from specdesk.engines.adapters.records import Wanted
from specdesk.engines.command_text import read_command, to_powershell, to_sh
from specdesk.engines.dialect import command_document, embedded_argv, from_argv, launch_args, to_argv
from specdesk.engines.discover import embedded_engine
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.probe import probe
from specdesk.profiles import shareable
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.secret_arguments import (
    is_secret,
    is_secret_variable,
    redacted,
    secrets_among,
    variable_of,
    without_secrets,
)

SECRET = "hf_geheim123"
HELPS = Path(__file__).parent / "captures" / "help"
BUILDS = ("b5361", "b10068", "b10434", "b11434")
WAYS = (
    ("-hft", SECRET), ("--hf-token", SECRET), (f"--hf-token={SECRET}",), (f"--hf_token={SECRET}",),
    ("--hf_token", SECRET), ("--api-key", SECRET), (f"--api-key={SECRET}",), ("--some-password", SECRET),
    (f"--future-api-key={SECRET}",),
)  # fmt: skip
"""Every way to write a secret, and two that no build has yet."""


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, EngineInfo]:
    """An engine of each captured build, and the built-in one."""
    folder = tmp_path_factory.mktemp("builds")
    found = {name: probe(install_fake(folder / name, help_file=HELPS / f"{name}.txt"), None) for name in BUILDS}
    return found | {"embedded": embedded_engine()}


# ---- what is one ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", WAYS)
def test_a_secret_in_any_spelling(words: tuple[str, ...]) -> None:
    assert is_secret(words[0])
    assert without_secrets(("-c", "5", *words, "--prio", "2")) == ("-c", "5", "--prio", "2")
    assert secrets_among(("-c", "5", *words, "--prio", "2")) == words
    assert SECRET not in redacted(f"llama-server {shlex.join(words)} -c 5")


@pytest.mark.parametrize(
    "word",
    [
        "--api-key-file", "--keep", "--image-max-tokens", "--override-kv", "--mtmd-batch-max-tokens", "-l", "-hf", "-1",
        "--cors-credentials", "--ssl-key-file", "token", "--tts-use-guide-tokens", "-c", "",
    ],
)  # fmt: skip
def test_what_is_none(word: str) -> None:
    assert not is_secret(word)


def test_every_secret_of_every_build_is_known() -> None:
    """Each help: an option whose value is a key, token or password is a secret, and its variable is the one we use."""
    for name in BUILDS:
        lines = (HELPS / f"{name}.txt").read_text().splitlines()
        for option in probe_flags(lines):
            secret = any(is_secret(spelling) for spelling in option.spellings)
            assert secret == (option.hint in ("KEY", "TOKEN")), option
            if secret:
                assert {variable_of(spelling) for spelling in option.spellings} == {option.env}


def probe_flags(lines: list[str]) -> tuple[Any, ...]:
    from specdesk.engines.flags import parse_help

    return parse_help("\n".join(lines)).options


def test_variables() -> None:
    assert is_secret_variable("HF_TOKEN")
    assert is_secret_variable("LLAMA_API_KEY")
    assert is_secret_variable("OPENAI_API_KEY")
    assert not is_secret_variable("LLAMA_ARG_CTX_SIZE")


def test_an_address_with_a_password_in_it() -> None:
    assert redacted("-mu https://me:pw@host/m.gguf") == "-mu https://[hidden]@host/m.gguf"
    assert redacted("-mu https://host/a@b.gguf") == "-mu https://host/a@b.gguf"


@settings(deadline=None)
@given(st.lists(st.one_of(st.sampled_from(["--api-key", "-hft", "--hf-token=x", "--prio", "2", "-c"]), st.text())))
def test_arguments_are_kept_or_secret(words: list[str]) -> None:
    kept, secret = without_secrets(words), secrets_among(words)
    assert len(kept) + len(secret) <= len(words)
    assert not any(is_secret(word) for word in kept)


# ---- every door -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", WAYS)
@pytest.mark.parametrize("name", [*BUILDS, "embedded"])
def test_no_command_shows_a_secret(name: str, words: tuple[str, ...], builds: dict[str, EngineInfo]) -> None:
    engine = builds[name]
    assert SECRET not in json.dumps(command_document(("-m", "a.gguf", *words), engine))
    plan = LaunchPlan(target="a.gguf", extra=words)  # as typed into the field for further arguments
    argv = embedded_argv(plan) if engine.path is None else launch_args(plan, engine.flags, "127.0.0.1", 0)
    plain = to_argv(plan, engine.flags)
    shown = [argv.args, argv.changes, argv.dropped, plain.args, plain.changes, plain.dropped, repr(argv), repr(plain)]
    assert SECRET not in repr(shown)
    assert SECRET not in to_sh(("llama-server", *plain.args)) + to_powershell(("llama-server", *plain.args))
    assert SECRET not in repr(shareable(plan))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.key)
@pytest.mark.parametrize("words", WAYS[:3])
def test_no_export_shows_a_secret(form: Form, words: tuple[str, ...], builds: dict[str, EngineInfo]) -> None:
    plan = LaunchPlan(target="/m/a.gguf", draft="/m/b.gguf", methods=("draft-simple",), extra=words)
    row = ModelFile(path="/m/a.gguf", kind="model", name="a", architecture="llama")
    wanted = Wanted(
        plan=plan, flags=builds["b11434"].flags, target=row, draft=row, target_id="o/a", draft_id="o/b", prompt="Hello"
    )
    exported = form.write(wanted)
    assert exported.texts
    assert SECRET not in repr(exported)


def test_the_token_reaches_the_engine_all_the_same(builds: dict[str, EngineInfo]) -> None:
    for name in BUILDS:
        argv = launch_args(LaunchPlan(target="a", extra=("-hft", SECRET)), builds[name].flags, "127.0.0.1", 0)
        assert argv.env == {"HF_TOKEN": SECRET}
        (change,) = [change for change in argv.changes if change.from_.startswith("-hft")]
        assert (change.from_, change.to) == ("-hft …", "")
        assert change.why == "It is kept out of the command; the engine reads it from HF_TOKEN."


def test_a_key_that_is_typed_as_an_argument_is_refused_and_not_named(builds: dict[str, EngineInfo]) -> None:
    for words in (("--api-key", SECRET), (f"--api-key={SECRET}",)):
        argv = launch_args(LaunchPlan(target="a", extra=words), builds["b11434"].flags, "127.0.0.1", 0)
        assert [drop.flag for drop in argv.dropped] == ["--api-key"]
        assert SECRET not in repr(argv.args) + repr(argv.env)


@pytest.mark.parametrize("words", WAYS)
def test_what_is_read_from_a_command_names_no_secret(words: tuple[str, ...]) -> None:
    parsed = from_argv(("-m", "a", *words))
    assert SECRET not in repr((parsed.changes, parsed.dropped))


def test_a_pasted_text_is_told_of_without_its_secrets() -> None:
    text = f'export HF_TOKEN={SECRET}\nhf auth login --token {SECRET}\nllama-server -m a | curl -H "Bearer {SECRET}"'
    pasted = read_command(text)
    assert pasted.env == {"HF_TOKEN": SECRET}
    assert SECRET not in repr(pasted.changes)
    assert "[hidden]" in repr(pasted.changes)


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_verb_command_prints_none(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    engine = install_fake(tmp_path / "bin")
    arguments = ("-m", "a", "-hft", SECRET, f"--api-key={SECRET}", f"--hf-token={SECRET}")
    assert main(["command", "--engine", str(engine), *options, "--", *arguments]) == 0
    said = capsys.readouterr()
    assert SECRET not in said.out + said.err
    assert "HF_TOKEN" in said.out


def test_a_plan_that_is_handed_on_has_none() -> None:
    plan = LaunchPlan(target="a", extra=("-hft", SECRET, "--prio", "2"))
    assert shareable(plan) == msgspec.structs.replace(plan, extra=("--prio", "2"))
