"""Reading commands: aliases, removed names, wrong use."""

from __future__ import annotations

import msgspec
import pytest
from dialect_lines import read, sayings, translate, whys, words
from old_helps import D1, D2, D4

from specdesk.engines.dialect import (
    complete,
    from_argv,
    to_argv,
)
from specdesk.errors import UsageError
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling


@pytest.mark.parametrize(
    ("line", "engine"),
    [
        ("llama-server -m a", "llama-server"),
        ("./build/bin/llama-server -m a", "./build/bin/llama-server"),
        ("llama serve -m a", "llama"),
        ("llama server -m a", "llama"),
        ("/opt/llama.cpp/llama-server-vulkan -m a", "/opt/llama.cpp/llama-server-vulkan"),
        ("./server -m a", "./server"),
        ("my-own-build -m a", "my-own-build"),
        ("-m a", None),
    ],
)
def test_the_executable_is_optional(line: str, engine: str | None) -> None:
    parsed = read(line)
    assert parsed.engine == engine
    assert parsed.plan == LaunchPlan(target="a")
    assert parsed.dropped == parsed.changes == ()


def test_windows_path_as_executable() -> None:
    parsed = from_argv([r"C:\llama\llama-server.exe", "-m", r"D:\m\a.gguf"])
    assert parsed.engine == r"C:\llama\llama-server.exe"
    assert parsed.plan.target == r"D:\m\a.gguf"


def test_other_programs_of_llama_cpp_are_read_as_the_server() -> None:
    parsed, argv = translate("llama-speculative -m a -md b --draft 5 -p hello --color", D4)
    assert sayings(parsed)[0] == ("llama-speculative", "llama-server")
    assert parsed.plan.draft_max == 5
    assert argv.args == words("-m a -md b --spec-type draft-simple --spec-draft-n-max 5")
    assert set(whys(argv)) == {"-p", "--color"}
    assert whys(argv)["-p"] == "This build has no argument -p."


def test_aliases_underscores_and_equals() -> None:
    parsed = read("--model a --ctx_size 4096 --n-gpu-layers 5 --port=81 --temperature 0.5 --predict -1")
    assert parsed.plan == LaunchPlan(
        target="a",
        context=4096,
        place=ModelPlacement(layers=5),
        port=81,
        sampling=Sampling(temperature=0.5),
        reply_limit=-1,
    )
    assert sayings(parsed) == [("--port=81", "--port 81")]


@pytest.mark.parametrize(("flag", "field"), [("--draft-model", "draft"), ("--draft-n-max", "draft_max")])
def test_flags_that_never_existed(flag: str, field: str) -> None:
    parsed = read(f"-m a {flag} 7", D4)
    assert str(getattr(parsed.plan, field)) == "7"
    assert parsed.changes[-1].why == f"llama-server has never had a flag {flag}."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("--draft 3", "--spec-draft-n-max 3"),
        ("--draft-n 3", "--spec-draft-n-max 3"),
        ("--draft-min 1", "--spec-draft-n-min 1"),
        ("--draft-n-min 1", "--spec-draft-n-min 1"),
    ],
)
def test_removed_flags(old: str, new: str) -> None:
    parsed, argv = translate(f"-m a -md b {old}", D4)
    assert sayings(parsed) == [(old, new)]
    assert new in " ".join(argv.args)


def test_old_ngram_lines() -> None:
    line = "-m a --spec-type ngram-simple --draft-max 32 --spec-ngram-size-n 8 --spec-ngram-min-hits 2"
    parsed, argv = translate(line, D4)
    assert argv.args == words(
        "-m a --spec-type ngram-simple --spec-ngram-simple-size-n 8 "
        "--spec-ngram-simple-size-m 32 --spec-ngram-simple-min-hits 2"
    )
    assert ("--draft-max 32", "--spec-ngram-simple-size-m 32") in sayings(parsed)
    assert ("--spec-ngram-size-n 8", "--spec-ngram-simple-size-n 8") in sayings(parsed)
    mod, argv = translate("-m a --spec-type ngram-mod --draft-max 32 --draft-min 4 --spec-ngram-size-n 8", D4)
    assert mod.plan.ngram == Ngram(mod_match=8, mod_max=32, mod_min=4)
    assert argv.dropped == ()
    same, argv = translate(line, D2)
    assert same.changes == argv.dropped == ()
    assert sorted(argv.args) == sorted(line.split())


def test_old_lines_with_draft_and_ngram_keep_both() -> None:
    parsed, argv = translate("-m a -md b --spec-type ngram-simple --draft-max 8", D4)
    assert parsed.plan.methods == ("ngram-simple", "draft-simple")
    assert "ngram-simple,draft-simple" in argv.args
    # A line without old names means what a new engine does with it.
    assert read("-m a -md b --spec-type ngram-simple", D4).plan.methods == ("ngram-simple",)


def test_spec_default() -> None:
    parsed = read("-m a --spec-default", D4)
    assert parsed.plan.methods == ("ngram-mod",)
    assert parsed.plan.ngram == Ngram(mod_match=24, mod_min=48, mod_max=64)
    assert sayings(parsed) == [("--spec-default", "--spec-type ngram-mod")]


def test_repeated_flags() -> None:
    parsed = read("-c 1 -c 2 --spec-type ngram-mod --spec-type draft-simple,ngram-mod -ot a=CPU -ot b=CPU,c=CPU")
    assert parsed.plan.context == 2
    assert parsed.plan.methods == ("ngram-mod", "draft-simple")
    assert parsed.plan.place.override_tensor == ("a=CPU", "b=CPU", "c=CPU")
    assert [change.why for change in parsed.changes] == ["Given twice; the last one counts: -c 2."]


def test_of_two_names_for_one_setting_the_last_counts_and_nothing_contradicts_it() -> None:
    for flags in (D4, None):
        parsed = read("-m a -md b --draft 16 --spec-draft-n-max 3", flags)
        assert parsed.plan.draft_max == 3
        assert sayings(parsed) == [("--draft 16", "")]
        assert parsed.changes[0].why == "Given twice; the last one counts: --spec-draft-n-max 3."
    parsed = read("-m a -md b --spec-draft-n-max 3 --draft-max 5 --draft 16", D4)
    assert parsed.plan.draft_max == 16
    assert sayings(parsed) == [
        ("--spec-draft-n-max 3", ""), ("--draft-max 5", ""), ("--draft 16", "--spec-draft-n-max 16"),
    ]  # fmt: skip
    assert sayings(read("-m a -md b --draft 3 --spec-draft-n-max 3", D4)) == [("--draft 3", "--spec-draft-n-max 3")]


def test_what_a_build_lacks_is_named_once_and_as_it_was_written() -> None:
    parsed, argv = translate("-m a --spec-default --mlock --no-mmap", D2)
    assert [drop.flag for drop in argv.dropped] == ["--mlock --no-mmap"]
    _, argv = translate("-m a --spec-default", D1)
    assert [drop.flag for drop in argv.dropped] == ["--spec-type ngram-mod", "--spec-default"]
    parsed = read("-m a -md b --spec-draft-conf-min 0.5", D4)
    assert parsed.plan.p_min == 0.5
    assert sayings(parsed) == [("--spec-draft-conf-min 0.5", "--spec-draft-p-min 0.5")]


SETTINGS = "The built-in engine takes settings, not flags."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "-m a -md b --draft-max 8 --draft-min 1",
            [("--draft-max 8", "draft_max 8"), ("--draft-min 1", "draft_min 1")],
        ),
        ("-m a --draft-model b", [("--draft-model b", "draft b")]),
        ("-m a --no-mmap", [("--no-mmap", "load_mode none")]),
        ("-m a --spec-default", [("--spec-default", "methods ngram-mod")]),
        ("-m a --spec-type ngram-mod --draft-max 9", [("--draft-max 9", "ngram.mod_max 9")]),
        ("-m a --spec-type ngram-simple --spec-ngram-size-n 9", [("--spec-ngram-size-n 9", "ngram.size_n 9")]),
        ("-m a -fa --temp=0.5 -c 5 --spec-draft-n-max 3", []),
    ],
)
def test_the_built_in_engine_takes_settings(line: str, said: list[tuple[str, str]]) -> None:
    parsed = from_argv(line.split(), as_settings=True)
    assert sayings(parsed) == said
    assert {change.why for change in parsed.changes} <= {SETTINGS}


def test_the_key_never_enters_the_plan() -> None:
    parsed = read("-m a --api-key sk-secret", D4)
    assert parsed.api_key == "sk-secret"
    assert "sk-secret" not in str(msgspec.json.encode(parsed.plan))
    assert "sk-secret" not in str(parsed.changes)
    assert "kept out of the command" in parsed.changes[0].why


def test_downloads_are_kept_and_told() -> None:
    parsed = read("-hf org/model:Q4 --hf-repo-draft org/small", D4)
    assert parsed.plan.extra == ("-hf", "org/model:Q4", "--hf-repo-draft", "org/small")
    assert "fetches this model from the internet itself" in parsed.changes[0].why
    assert complete(parsed.plan).plan.methods == ("draft-simple",)
    assert to_argv(complete(parsed.plan).plan, D1).dropped == ()


def test_layers_as_numbers_and_words() -> None:
    assert [read(f"-ngl {word}").plan.place.layers for word in ("0", "99", "auto", "all", "-1", "-2")] == [
        0, 99, "auto", "all", "auto", "all",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "mode"),
    [
        ("-fa", "on"),
        ("-fa --port 1", "on"),
        ("-fa 0", "off"),
        ("-fa auto -m a", "auto"),
        ("--flash-attn enabled", "on"),
    ],
)
def test_flash_attention_with_and_without_value(line: str, mode: str) -> None:
    assert read(line).plan.flash_attention == mode


def test_a_bare_flash_attention_is_told_only_where_it_fails() -> None:
    assert sayings(read("-fa", D4)) == [("-fa", "-fa on")]
    assert sayings(read("-fa", D1)) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("-m", "-m needs a value after it, but the command ends there."),
        ("-c -ngl 9", "-c needs a value after it, but -ngl follows."),
        ("-m --port 80", "-m needs a value after it, but --port follows."),
        ("-c 8k", "-c needs a whole number, not “8k”."),
        ("--draft-max four", "--draft-max needs a whole number, not “four”."),
        ("--draft-p-min nan", "--draft-p-min needs a number such as 0.5, not “nan”."),
        ("-ngl most", "-ngl needs a number of layers, “auto” or “all”, not “most”."),
        ("-fa maybe", "-fa takes on, off or auto, not “maybe”."),
        ("-fit 7", "-fit takes on or off, not “7”."),
        ("-c 99999999999", "-c needs a smaller number than 99999999999."),
        ("--spec-ngram-mod-n-max x", "--spec-ngram-mod-n-max needs a whole number, not “x”."),
        ("--spec-type", "--spec-type needs a value after it, but the command ends there."),
        ("--api-key", "--api-key needs a value after it, but the command ends there."),
    ],
)
def test_wrong_use_is_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(UsageError) as raised:
        read(line)
    assert raised.value.what == sentence


def test_stray_words() -> None:
    parsed = read("-m My Model.gguf -c 1")
    assert parsed.plan.target == "My"
    assert whys(parsed) == {"Model.gguf": "It belongs to no flag; put quotes around a path that contains spaces."}
    assert whys(read("model.gguf")) == {"model.gguf": "A model is named with -m before its path."}
