"""Advice: the largest context, what helps and by how much, and the verdict in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from recorded_cases import header

from specdesk.memory.advice import (
    Question,
    easiest,
    easiest_for_all,
    fitted_layers,
    largest_context,
    limited_by_model,
    remedies,
    spare,
    with_layers,
)
from specdesk.memory.words import layer_words, source_words, words
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan, ModelPlacement

BIG = 20_000.0


def question(folder: Path, target: str, free: float | None, *, draft: str | None = None, ram: float = 32_000.0,
             context: int = 32768, **more: object) -> Question:  # fmt: skip
    plan = LaunchPlan(target="t", context=context, slots=1)
    if draft:
        plan = structs.replace(plan, draft="d", methods=("draft-simple",))
    plan = structs.replace(plan, **more)
    devices = [] if free is None else [Device(id="CUDA0", name="RTX 3090", total_mib=24_576.0, free_mib=free)]
    drafts = (header(folder / draft),) if draft else ()
    host = Device(id="CPU", name="this computer", kind="cpu", total_mib=ram, free_mib=ram)
    return Question((header(folder / target),), drafts, None, plan, BuildTraits(), devices, host)


def test_words_for_each_verdict(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", 9000.0, context=8192)
    assert words(asked.fit()) == "Fits: 3.3 GiB stay free on RTX 3090."
    assert source_words(asked.fit()) == "(estimate)"
    assert source_words(structs.replace(asked.fit(), provenance="dry-run")) == "(dry run)"
    tight = question(model_files, "llama8b.gguf", 6000.0, context=8192)
    assert words(tight.fit()) == "Tight: 0.4 GiB spare; another program could push it out."
    small = question(model_files, "llama8b.gguf", 5000.0, context=8192)
    assert (
        words(small.fit(), easiest(small)) == "Too big by 0.6 GiB. Easiest: smaller cache (−0.5) and 6k context (−0.1)."
    )
    assert words(small.fit()) == "Too big by 0.6 GiB. Choose a smaller model or a smaller quantisation."


def test_as_many_layers_as_fit_with_something_to_spare(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", 5000.0, context=8192)
    found = fitted_layers(asked)
    assert found is not None
    count, every = found
    assert every == 33
    assert 0 < count < every
    verdicts = [asked.with_plan(with_layers(asked.plan, n)).fit().devices[0].verdict for n in (count, count + 1)]
    assert verdicts == ["fits", "tight"]
    steps = easiest_for_all(asked)
    assert layer_words(found, steps) == (
        f"{count} of 33 layers go on the GPU, the rest stays in RAM, which is slower. "
        "All of them fit with smaller cache (−0.5) and 6k context (−0.1)."
    )
    assert steps[-1].plan.place.layers is None


@pytest.mark.parametrize("free", [9000.0, 6000.0, None], ids=["fits", "tight", "no GPU"])
def test_all_layers_where_they_fit(model_files: Path, free: float | None) -> None:
    assert fitted_layers(question(model_files, "llama8b.gguf", free, context=8192)) is None


def test_a_number_in_the_plan_does_not_count(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", 5000.0, context=8192)
    few = asked.with_plan(with_layers(asked.plan, 3))
    assert fitted_layers(few) == fitted_layers(asked)


def test_where_nothing_lets_all_layers_fit_nothing_is_promised(model_files: Path) -> None:
    asked = question(model_files, "llama70b.gguf", 8000.0, ram=64_000.0)
    found = fitted_layers(asked)
    assert found is not None
    assert easiest(asked) != ()
    assert easiest_for_all(asked) == ()
    assert layer_words(found) == f"{found[0]} of 81 layers go on the GPU, the rest stays in RAM, which is slower."
    assert layer_words((0, 81)) == "None of the 81 layers fits on the GPU; they stay in RAM, which is slower."


def test_words_without_a_gpu(model_files: Path) -> None:
    assert words(question(model_files, "llama8b.gguf", None).fit()) == "Fits: 22.8 GiB of RAM stay free."
    tight = question(model_files, "llama8b.gguf", None, ram=6400.0, context=8192)
    assert words(tight.fit()) == "Tight: 0.8 GiB of RAM spare; another program could push it out."
    hopeless = question(model_files, "llama70b.gguf", None, ram=16_000.0)
    assert words(hopeless.fit(), easiest(hopeless)) == (
        "Too big by 31.9 GiB of RAM. Choose a smaller model or a smaller quantisation."
    )
    assert easiest(hopeless) == ()


def test_words_when_free_memory_is_unknown(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", 9000.0, context=8192)
    unknown = replace(asked, devices=[Device(id="Vulkan0", name="Arc A770")])
    assert words(unknown.fit()) == "Needs 5.5 GiB of Arc A770; how much is free there is not known."


def test_the_ram_is_named_when_it_is_what_fails(model_files: Path) -> None:
    asked = question(model_files, "llama70b.gguf", 23_000.0, ram=8000.0, place=ModelPlacement(layers=30))
    assert words(asked.fit()).startswith("Too big by 22.1 GiB of RAM.")


@pytest.mark.parametrize(
    ("free", "most"), [(24_000.0, 131072), (8000.0, 18432), (6650.0, 8192), (5700.0, 768), (5500.0, None)]
)
def test_largest_context(model_files: Path, free: float, most: int | None) -> None:
    """It fits, and one step more does not; never beyond what the model was trained for."""
    asked = question(model_files, "llama8b.gguf", free)
    found = largest_context(asked)
    assert found == most
    if found is None:
        return
    assert asked.with_plan(structs.replace(asked.plan, context=found)).fit().verdict == "fits"
    if found < 131072:
        step = 1024 if found >= 4096 else 256
        more = asked.with_plan(structs.replace(asked.plan, context=found + step))
        assert more.fit().verdict != "fits"


def test_remedies_are_single_changes_with_honest_gains(model_files: Path) -> None:
    asked = question(model_files, "gemma3_27b.gguf", BIG, draft="gemma3_270m.gguf", context=65536)
    before = spare(asked.fit())
    assert before is not None
    assert before < 0
    found = remedies(asked)
    assert [one.gain_mib for one in found] == sorted((one.gain_mib for one in found), reverse=True)
    assert {one.words for one in found} >= {
        "smaller cache",
        "no draft",
        "draft on the processor",
        "smaller draft cache",
    }
    for one in found:
        drafts = () if one.plan.draft is None else asked.draft
        after = spare(replace(asked, plan=one.plan, draft=drafts).fit())
        assert after == pytest.approx(before + one.gain_mib)
    cache = next(one for one in found if one.words == "smaller cache")
    assert cache.plan == structs.replace(asked.plan, place=ModelPlacement(cache_k="q8_0", cache_v="q8_0"))
    off = next(one for one in found if one.words == "no draft")
    assert (off.plan.draft, off.plan.methods) == (None, ("none",))


def test_remedies_leave_out_what_cannot_help(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", 5000.0, flash_attention="off",
                     place=ModelPlacement(cache_k="f16", cache_v="f16"))  # fmt: skip
    found = {one.words for one in remedies(asked)}
    assert not any("cache" in one or "draft" in one for one in found)
    assert any(one.endswith("of 33 layers on the GPU") for one in found)


def test_easiest_starts_and_is_short(model_files: Path) -> None:
    asked = question(model_files, "llama70b.gguf", 23_000.0, draft="llama8b.gguf")
    steps = easiest(asked)
    assert [step.words for step in steps] == ["no draft", "37 of 81 layers on the GPU"]
    last = replace(asked, plan=steps[-1].plan, draft=())
    assert last.fit().verdict == "tight"
    assert easiest(last) == ()


def test_one_change_that_is_enough_replaces_a_chain(model_files: Path) -> None:
    asked = question(model_files, "qwen3_30b.gguf", 12_000.0)
    (only,) = easiest(asked)
    assert only.words == "experts on the processor"
    assert only.plan.place.cpu_moe
    assert asked.with_plan(only.plan).fit().verdict == "fits"


def test_a_context_beyond_all_sense_is_not_halved_but_cut_to_what_the_model_was_trained_for(model_files: Path) -> None:
    asked = question(model_files, "llama8b.gguf", None, context=999_999_999)
    fit = asked.fit()
    assert next(step.words for step in remedies(asked)) == "128k context"
    assert words(fit, easiest(asked)) == "Too big by 122997.2 GiB of RAM. Easiest: 128k context (−123007.9)."
    said = "The model was trained for 131072 tokens; more context takes memory without being of use to it."
    assert said in fit.notes
    assert said not in asked.with_plan(structs.replace(asked.plan, context=131072)).fit().notes
    assert said not in asked.with_plan(structs.replace(asked.plan, extra=("--rope-scaling", "yarn"))).fit().notes


def test_the_model_s_own_limit_is_told_from_that_of_the_memory(model_files: Path) -> None:
    roomy, short = question(model_files, "llama8b.gguf", 24_000.0), question(model_files, "llama8b.gguf", 8000.0)
    assert limited_by_model(roomy, largest_context(roomy) or 0)
    assert not limited_by_model(short, largest_context(short) or 0)
