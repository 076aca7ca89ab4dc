"""A plan as commands of llama.cpp's programs and as a presets file, checked against the recorded helps."""

from __future__ import annotations

import re
import shlex

import msgspec
import pytest
from old_helps import D1, D4

from specdesk.engines.adapters.assumed_build import NOTE, assumed_flags
from specdesk.engines.adapters.forms import FORMS, form_named
from specdesk.engines.adapters.llama_programs import PROGRAMS
from specdesk.engines.adapters.llama_server_forms import section_name
from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.adapters.records import Exported, Wanted
from specdesk.engines.flags import Flags
from specdesk.errors import UsageError
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram, Sampling

PLAN = LaunchPlan(
    target="/m/big model.gguf",
    draft="/m/small.gguf",
    methods=("draft-simple",),
    draft_max=6,
    p_min=0.5,
    context=8192,
    place=ModelPlacement(layers=99),
    draft_place=ModelPlacement(layers=99),
    host="127.0.0.1",
    port=8080,
    cache_ram=0,
    metrics=True,
    sampling=Sampling(temperature=0.4),
)


def exported(key: str, plan: LaunchPlan, flags: Flags, engine: str = "/opt/llama/llama-server") -> Exported:
    """The plan in one form."""
    return form_named(key).write(Wanted(plan=plan, flags=flags, engine=engine))


def words_of(result: Exported) -> list[str]:
    """The sh command, in words."""
    return shlex.split(result.texts[0].text.replace("\\\n", " "))


@pytest.mark.parametrize("flags", [D1, D4], ids=["D1", "D4"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_every_flag_of_every_program_is_in_the_help_or_its_own(program: str, flags: Flags) -> None:
    words = words_of(exported(program, PLAN, flags))
    assert words[0] == f"/opt/llama/{program}"
    sent = [word for word in words[1:] if word.startswith("-") and not word[1:].isdigit()]
    assert sent, "nothing was exported"
    assert [word for word in sent if not flags.has(word) and word not in ("-p", "-st")] == []
    assert "--host" not in sent
    assert "--metrics" not in sent
    assert "--cache-ram" not in sent


@pytest.mark.parametrize(
    ("program", "taken", "left"),
    [
        ("llama-cli", ["-md", "--spec-type", "--spec-draft-n-max", "-st"], []),
        ("llama-speculative", ["-md", "--spec-draft-n-max"], ["--spec-type"]),
        ("llama-speculative-simple", ["-md", "--spec-type", "--spec-draft-p-min"], []),
        ("llama-lookup", ["--spec-draft-n-max"], ["-md", "--spec-type", "-ngld", "--spec-draft-p-min"]),
        ("llama-lookahead", ["-kvu"], ["-md", "--spec-type", "--spec-draft-n-max", "-ngld"]),
    ],
)
def test_each_program_gets_what_it_reads(program: str, taken: list[str], left: list[str]) -> None:
    words = words_of(exported(program, PLAN, D4))
    assert [flag for flag in taken if flag not in words] == []
    assert [flag for flag in left if flag in words] == []


def test_an_old_llama_cli_says_that_it_cannot_draft() -> None:
    result = exported("llama-cli", PLAN, D1)
    assert "-md" not in words_of(result)
    assert {drop.flag: drop.why for drop in result.dropped}["-md"] == (
        "In this build llama-cli cannot speculate; llama-speculative can."
    )


@pytest.mark.parametrize(
    ("program", "plan", "words"),
    [
        (
            "llama-speculative",
            msgspec.structs.replace(PLAN, draft=None, methods=("ngram-mod",)),
            "ordinary second model",
        ),
        ("llama-speculative-simple", LaunchPlan(target="a.gguf"), "needs a method"),
        ("llama-cli", LaunchPlan(), "No target model"),
    ],
)
def test_what_a_program_cannot_do_is_refused_with_another_way(program: str, plan: LaunchPlan, words: str) -> None:
    result = exported(program, plan, D4)
    assert result.texts == ()
    assert words in result.refused
    assert result.instead.endswith(".")


def test_a_windows_path_stays_one() -> None:
    result = exported("llama-cli", PLAN, D4, r"C:\llama\llama-server.exe")
    assert result.texts[1].language == "powershell"
    assert r"C:\llama\llama-cli.exe" in result.texts[1].text


@pytest.mark.parametrize("flags", [D1, D4], ids=["D1", "D4"])
def test_the_server_s_own_command_reads_back_as_the_same_plan(flags: Flags) -> None:
    plan = msgspec.structs.replace(PLAN, cache_ram=None)
    back = read_any(exported("llama-server", plan, flags).texts[0].text, flags=flags).parsed.plan
    assert (back.target, back.draft, back.draft_max, back.context) == ("/m/big model.gguf", "/m/small.gguf", 6, 8192)
    assert back.sampling == plan.sampling


def test_a_preset_has_the_long_names_and_a_plain_twin() -> None:
    result = exported("preset", PLAN, D4)
    text = result.texts[0].text
    assert [line for line in text.splitlines() if line.startswith("[")] == ["[big-model]", "[big-model-plain]"]
    assert "model = /m/big model.gguf" in text
    plain = text.partition("[big-model-plain]")[2]
    assert "spec-type" not in plain
    assert "model-draft" not in plain
    keys = [key for key in re.findall(r"^([a-z][a-z0-9-]*) = ", text, re.MULTILINE) if key != "version"]
    assert "spec-draft-n-max" in keys
    assert "port" not in keys
    assert [key for key in keys if not D4.has(f"--{key}")] == []
    assert "spec-draft-n-max = 6" in text


def test_a_build_without_presets_says_so() -> None:
    assert exported("preset", PLAN, D1).refused == "This build of llama-server has no presets."


def test_without_a_chosen_binary_a_newer_build_is_assumed_and_named() -> None:
    for key in ("llama-server", "preset", "llama-cli", "llama-lookahead"):
        result = exported(key, PLAN, Flags())
        assert result.notes[0] == NOTE
        assert result.texts
    assert words_of(exported("llama-server", PLAN, Flags())) == words_of(exported("llama-server", PLAN, D4))


def test_the_assumed_build_lists_nothing_that_a_newer_build_lacks() -> None:
    for option in assumed_flags().options:
        usable = [name for name in option.spellings if D4.has(name)]
        assert usable == list(option.spellings)
        assert all(D4.takes_value(name) == (option.hint is not None) for name in usable)
        assert set(option.section.split()) & set(str(D4.find(usable[0]).section).split())  # type: ignore[union-attr]
    assert set(assumed_flags().choices("--spec-type")) == set(D4.choices("--spec-type"))


def test_n_gram_plans_export_too() -> None:
    plan = LaunchPlan(target="a.gguf", methods=("ngram-mod",), ngram=Ngram(mod_max=32))
    assert "--spec-ngram-mod-n-max" in words_of(exported("llama-speculative-simple", plan, D4))
    assert "--spec-draft-n-max" in words_of(exported("llama-lookup", plan, D4))


def test_the_table_of_forms_has_each_name_once_and_names_them_all() -> None:
    keys = [form.key for form in FORMS]
    assert len(keys) == len(set(keys))
    with pytest.raises(UsageError, match="llama-lookahead, vllm, ollama"):
        form_named("tgi")


@pytest.mark.parametrize(
    ("path", "name"), [("/m/Qwen3 8B (Q4).gguf", "Qwen3-8B-Q4"), (None, "model"), ("a\\b.gguf", "b")]
)
def test_names_of_sections(path: str | None, name: str) -> None:
    assert section_name(path) == name
