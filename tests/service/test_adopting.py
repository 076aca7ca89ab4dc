"""A pasted command as changes of what is remembered: it starts as it was given."""

from __future__ import annotations

import shlex

from setup_parts import DFLASH, DRAFT, TARGET, engine_of, row

from specdesk.engines.dialect import from_argv, to_argv
from specdesk.engines.engine_info import EngineInfo
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram
from specdesk.service.adopting import Adopted, adopt
from specdesk.service.planning import compose, remember
from specdesk.settings import Settings

GPU = engine_of(11434, gpu=True)
OLD = engine_of(5361, gpu=True)
ROWS = {one.path: one for one in (TARGET, DRAFT, DFLASH)}

GUIDE = "llama-server -m a.gguf -md b.gguf -ngl 99 -ngld 99 -c 16384 -cd 16384 --draft-max 8 --draft-p-min 0.4"


def adopted(command: str, engine: EngineInfo = GPU, rows: object = None, current: str | None = None) -> Adopted:
    parsed = from_argv(shlex.split(command), engine.flags)
    return adopt(parsed, Settings(), engine, ROWS if rows is None else rows, current)


def composed(result: Adopted, engine: EngineInfo = GPU) -> LaunchPlan:
    path = result.target or TARGET.path
    target = ROWS.get(path, row("x", path=path))
    return compose(result.settings, target, result.settings.memory_of(path), None, engine, 8)


def test_the_line_of_a_guide_starts_as_given() -> None:
    result = adopted(GUIDE)
    plan = composed(result)
    place = ModelPlacement(layers=99)
    assert plan == LaunchPlan(
        target="a.gguf", draft="b.gguf", methods=("draft-simple",), draft_max=8, p_min=0.4, context=16384,
        context_draft=16384, place=place, draft_place=place,
    )  # fmt: skip
    assert result.settings.target == "a.gguf"
    assert [change.to for change in result.changes] == ["--spec-type draft-simple"]
    assert to_argv(plan, GPU.flags).args == (
        "-m", "a.gguf", "-c", "16384", "-ngl", "99", "-md", "b.gguf", "--spec-type", "draft-simple",
        "--spec-draft-n-max", "8", "--spec-draft-p-min", "0.4", "-ngld", "99",
    )  # fmt: skip


def test_the_same_line_on_an_old_build() -> None:
    plan = composed(adopted(GUIDE, OLD), OLD)
    assert (plan.draft_max, plan.p_min, plan.context_draft) == (8, 0.4, 16384)
    assert adopted(GUIDE, OLD).changes == ()


def test_what_a_command_leaves_open_stays_the_engines() -> None:
    plan = composed(adopted(f"llama-server -m '{TARGET.path}' -md '{DRAFT.path}'"))
    assert (plan.context, plan.slots, plan.cache_ram, plan.place.layers, plan.place.threads) == (None,) * 5
    assert (plan.draft_max, plan.p_min) == (GPU.traits.default_draft_max, GPU.traits.default_p_min) == (3, 0.0)
    old = composed(adopted(f"llama-server -m '{TARGET.path}' -md '{DRAFT.path}'", OLD), OLD)
    assert (old.draft_max, old.p_min) == (16, 0.8)


def test_names_without_folder_mean_the_known_files() -> None:
    rows = {f"/models/{name}": row(name, path=f"/models/{name}") for name in ("a.gguf", "b.gguf")}
    result = adopted("llama-server -m ./models/a.gguf -md b.gguf", rows=rows)
    assert (result.target, result.memory.draft) == ("/models/a.gguf", "/models/b.gguf")
    twice = rows | {"/other/a.gguf": row("a", path="/other/a.gguf")}
    assert adopted("llama-server -m a.gguf", rows=twice).target == "a.gguf"
    assert adopted("llama-server -m other/a.gguf", rows=twice).target == "/other/a.gguf"


def test_a_trained_drafter_gets_its_own_method() -> None:
    result = adopted(f"llama-server -m '{TARGET.path}' -md '{DFLASH.path}'")
    assert (result.memory.method, result.memory.kind) == ("trained", "draft-dflash")
    assert composed(result).methods == ("draft-dflash",)


def test_several_methods_of_a_command_stay_together() -> None:
    result = adopted(f"llama-server -m '{TARGET.path}' -md '{DRAFT.path}' --spec-type ngram-mod,draft-simple")
    assert composed(result).methods == ("ngram-mod", "draft-simple")
    other = remember(result.memory, "ngram", "ngram-simple")
    plan = compose(result.settings, TARGET, other, None, GPU, 8)
    assert (plan.methods, plan.draft) == (("ngram-simple",), None)


def test_lengths_of_ngrams_are_kept() -> None:
    result = adopted(f"llama-server -m '{TARGET.path}' --spec-type ngram-mod --spec-ngram-mod-n-max 32")
    assert composed(result).ngram == Ngram(mod_max=32)


def test_no_drafting_at_all() -> None:
    assert composed(adopted(f"llama-server -m '{TARGET.path}' --spec-type none")).methods == ("none",)
    assert adopted(f"llama-server -m '{TARGET.path}' -md b.gguf --draft-max 0").memory.method == "off"


def test_address_and_key_become_settings_for_other_programs() -> None:
    result = adopted(f"llama-server -m '{TARGET.path}' --host 0.0.0.0 --port 8099 --api-key secret --metrics")
    settings = result.settings
    assert (settings.fixed_port, settings.key_mode, settings.server_key) == (8099, "kept", "secret")
    assert settings.open_to_programs
    assert [note.why for note in result.notes] == ["SpecDesk lets its servers be reached from this computer only."]
    assert composed(result).port is None
    assert "secret" not in str(result.memory)


def test_sampling_goes_to_the_chat_as_well() -> None:
    result = adopted(f"llama-server -m '{TARGET.path}' --temp 0.2 --top-k 40")
    assert (result.settings.sampling.temperature, result.settings.sampling.top_k) == (0.2, 40)


def test_a_command_without_a_file_is_for_the_chosen_model() -> None:
    result = adopted("llama-server -hf ggml-org/gemma -c 4096", current=TARGET.path)
    assert result.target is None
    assert result.settings.memory_of(TARGET.path).context == 4096
    assert result.memory.plan.extra == ()
    assert [note.flag for note in result.notes] == ["-hf"]
    assert [(change.from_, change.to) for change in result.changes] == [("", "-m …")]


def test_extra_arguments_are_kept() -> None:
    result = adopted(f"llama-server -m '{TARGET.path}' --lora x.gguf --no-context-shift")
    assert composed(result).extra == ("--lora", "x.gguf", "--no-context-shift")
