"""Settings, what is remembered, Automatic's choice and pasted commands, as the one plan that Start would run."""

from __future__ import annotations

import msgspec
import pytest
from setup_parts import DFLASH, DRAFT, MTP, NGRAM, PICKED, RTX, TARGET, embedded, engine_of, row

from specdesk.engines.dialect import to_argv
from specdesk.engines.engine_info import EngineInfo
from specdesk.records.pair import Choice
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram
from specdesk.service.planning import (
    change_field,
    compose,
    length_field,
    physical_cores,
    remember,
    remember_lengths,
    shortest_field,
    take_over,
)
from specdesk.service.setting_names import setting_name
from specdesk.settings import DEFAULT_PLAN, Settings, TargetMemory

GPU = engine_of(11434, gpu=True)
CPU = engine_of(11434)
OLD = engine_of(5361, gpu=True)
UNSEEN = TargetMemory()


def plan_of(memory: TargetMemory = UNSEEN, choice: Choice | None = None, engine: EngineInfo = GPU,
            **more: object) -> LaunchPlan:  # fmt: skip
    return compose(Settings(), TARGET, memory, choice, engine, 8, **more)


# ---- defaults ------------------------------------------------------------------------------------------------------


def test_defaults_on_a_gpu() -> None:
    plan = plan_of()
    assert plan.target == TARGET.path
    assert (plan.context, plan.slots, plan.flash_attention, plan.cache_ram, plan.offline) == (
        8192,
        1,
        "auto",
        2048,
        True,
    )
    assert plan.place == ModelPlacement(layers="all", threads=8)
    assert (plan.host, plan.port) == (None, None)


def test_an_engine_without_gpu_is_not_told_about_layers() -> None:
    assert plan_of(choice=PICKED, engine=CPU).place.layers is None
    assert plan_of(choice=PICKED, engine=CPU).draft_place.layers is None


def test_a_fitted_number_of_layers_is_written_out() -> None:
    assert plan_of(fitted_layers=41).place.layers == 41
    by_hand = Settings(plan=LaunchPlan(place=ModelPlacement(layers=10, threads=3)))
    plan = compose(by_hand, TARGET, TargetMemory(), None, GPU, 8, fitted_layers=41)
    assert (plan.place.layers, plan.place.threads) == (10, 3)


@pytest.mark.parametrize(("own", "chosen", "expected"), [
    (131072, None, 8192), (2048, None, 2048), (None, None, 8192), (2048, 4096, 4096), (131072, 0, 0),
])  # fmt: skip
def test_context(own: int | None, chosen: int | None, expected: int) -> None:
    target = row("t", context_length=own)
    assert compose(Settings(), target, TargetMemory(context=chosen), None, GPU, 8).context == expected


def test_defaults_that_an_old_build_cannot_say_are_left_out_in_silence() -> None:
    plan = plan_of(choice=PICKED, engine=OLD)
    assert (plan.cache_ram, plan.flash_attention) == (None, None)
    assert plan.offline is None
    said = to_argv(plan, OLD.flags)
    assert said.dropped == ()
    assert [change.from_ for change in said.changes] == ["-ngl all", "-ngld all"]


def test_what_was_set_by_hand_stays_so_that_the_reason_is_shown() -> None:
    by_hand = Settings(plan=msgspec.structs.replace(DEFAULT_PLAN, cache_ram=512, flash_attention="on"))
    plan = compose(by_hand, TARGET, TargetMemory(), None, OLD, 8)
    assert (plan.cache_ram, plan.flash_attention) == (512, "on")


def test_a_device_of_another_engine_is_left_out() -> None:
    settings = Settings(
        plan=LaunchPlan(place=ModelPlacement(device="Vulkan0"), draft_place=ModelPlacement(device="CUDA0"))
    )
    plan = compose(settings, TARGET, TargetMemory(), PICKED, GPU, 8)
    assert (plan.place.device, plan.draft_place.device) == (None, "CUDA0")
    remote = Settings(plan=LaunchPlan(place=ModelPlacement(device="RPC0"), extra=("--rpc", "localhost:50052")))
    assert compose(remote, TARGET, TargetMemory(), None, GPU, 8).place.device == "RPC0"
    none = Settings(plan=LaunchPlan(place=ModelPlacement(device="none")))
    assert compose(none, TARGET, TargetMemory(), None, GPU, 8).place.device == "none"


def test_old_builds_get_a_bounded_draft_context() -> None:
    assert plan_of(choice=PICKED, engine=OLD).context_draft == 8192
    assert plan_of(choice=PICKED).context_draft is None


# ---- methods and lengths -------------------------------------------------------------------------------------------


def test_automatic_follows_the_choice() -> None:
    plan = plan_of(choice=PICKED)
    assert (plan.methods, plan.draft, plan.draft_max, plan.p_min) == (("draft-simple",), DRAFT.path, 4, 0.6)
    assert plan.draft_place.layers == "all"


def test_automatic_without_a_choice_yet_speculates_nothing() -> None:
    plan = plan_of()
    assert (plan.methods, plan.draft, plan.draft_max, plan.p_min) == (("none",), None, None, None)
    assert plan.draft_place == ModelPlacement()


def test_automatic_with_a_length_by_hand() -> None:
    memory = remember_lengths(TargetMemory(), "draft-simple", draft_max=7)
    plan = plan_of(memory, PICKED)
    assert (plan.draft_max, plan.p_min) == (7, 0.6)
    assert plan_of(memory, NGRAM).ngram == Ngram()  # the length was for another kind


@pytest.mark.parametrize(("target", "engine", "length"), [
    (TARGET, GPU, 4), (TARGET, CPU, 2), (row("moe", experts=64), GPU, 2),
])  # fmt: skip
def test_length_of_a_draft_by_hand(target: object, engine: EngineInfo, length: int) -> None:
    memory = remember(TargetMemory(), "draft", "draft-simple", DRAFT.path)
    plan = compose(Settings(), target, memory, PICKED, engine, 8, draft=DRAFT)
    assert (plan.draft_max, plan.p_min, plan.draft_min) == (length, 0.6, None)


def test_a_target_partly_on_the_processor_drafts_less() -> None:
    memory = remember(TargetMemory(), "draft", "draft-simple", DRAFT.path)
    assert plan_of(memory, fitted_layers=20, draft=DRAFT).draft_max == 2
    assert plan_of(memory, fitted_layers=65, draft=DRAFT).draft_max == 4


def test_a_block_drafter_fills_its_block() -> None:
    memory = remember(TargetMemory(), "trained", "draft-dflash", DFLASH.path)
    plan = plan_of(memory, draft=DFLASH)
    assert (plan.methods, plan.draft, plan.draft_max, plan.p_min) == (("draft-dflash",), DFLASH.path, 15, None)


def test_a_head_inside_the_target_needs_no_file() -> None:
    memory = remember(TargetMemory(draft=DRAFT.path), "trained", "draft-mtp")
    plan = compose(Settings(), MTP, memory, None, GPU, 8)
    assert (plan.methods, plan.draft, plan.draft_max) == (("draft-mtp",), None, 3)
    assert plan.context == 4096


def test_a_method_without_its_file_is_not_run_yet() -> None:
    assert plan_of(TargetMemory(method="draft")).methods == ("none",)
    assert plan_of(TargetMemory(method="trained")).methods == ("none",)


def test_ngram_takes_the_engines_own_lengths_until_one_is_chosen() -> None:
    memory = remember(TargetMemory(), "ngram", None)
    plan = plan_of(memory)
    assert (plan.methods, plan.draft_max, plan.p_min, plan.ngram) == (("ngram-mod",), None, None, Ngram())
    longer = remember_lengths(memory, "ngram-mod", draft_max=24, draft_min=2)
    assert plan_of(longer).ngram == Ngram(mod_max=24, mod_min=2)
    simple = remember_lengths(remember(memory, "ngram", "ngram-simple"), "ngram-simple", draft_max=9)
    assert plan_of(simple).ngram == Ngram(size_m=9)


def test_a_shortest_draft_is_never_above_the_longest() -> None:
    short = remember_lengths(remember(TargetMemory(), "ngram", "ngram-mod"), "ngram-mod", draft_max=16)
    assert plan_of(short).ngram == Ngram(mod_max=16, mod_min=12)  # the engine's own shortest is 48
    assert plan_of(remember_lengths(short, "ngram-mod", draft_max=60)).ngram == Ngram(mod_max=60)
    draft = remember(TargetMemory(), "draft", "draft-simple", DRAFT.path)
    plan = plan_of(remember_lengths(draft, "draft-simple", draft_max=3, draft_min=5))
    assert (plan.draft_max, plan.draft_min) == (3, 3)


def test_fields_of_the_lengths() -> None:
    kinds = ("draft-simple", "draft-mtp", "ngram-mod", "ngram-map-k", "ngram-cache", None)
    assert [length_field(kind) for kind in kinds] == [
        "draft_max",
        "draft_max",
        "ngram.mod_max",
        "ngram.size_m",
        None,
        None,
    ]
    assert [shortest_field(kind) for kind in kinds] == ["draft_min", "draft_min", "ngram.mod_min", None, None, None]


def test_a_method_that_the_build_lacks_is_not_planned() -> None:
    memory = remember(TargetMemory(), "trained", "draft-dflash", DFLASH.path)
    assert plan_of(memory, engine=OLD).methods == ("none",)
    assert plan_of(TargetMemory(method="ngram", kind="ngram-mod"), engine=OLD).methods == ("none",)
    unknown = EngineInfo(kind="llama-server")
    assert plan_of(memory, engine=unknown).methods == ("draft-dflash",)


def test_off_and_on_again_keeps_file_and_length() -> None:
    memory = remember(TargetMemory(), "draft", "draft-simple", DRAFT.path)
    memory = remember_lengths(memory, "draft-simple", draft_max=6, p_min=0.8)
    off = remember(memory, "off", None)
    plan = plan_of(off)
    assert (plan.methods, plan.draft, plan.draft_max) == (("none",), None, None)
    assert remember(off, "draft", "draft-simple") == memory


def test_lengths_do_not_wander_to_another_method() -> None:
    memory = remember_lengths(
        remember(TargetMemory(), "draft", "draft-simple", DRAFT.path), "draft-simple", draft_max=6
    )
    assert remember(memory, "ngram", "ngram-mod") == TargetMemory(method="ngram", kind="ngram-mod", draft=DRAFT.path)


# ---- changing single settings --------------------------------------------------------------------------------------


def test_what_suits_every_model_is_remembered_for_all() -> None:
    composed = plan_of()
    changed = change_field(Settings(), TARGET.path, composed, "place.threads", 3)
    assert changed.plan.place.threads == 3
    assert changed.targets == {}
    assert compose(changed, DRAFT, TargetMemory(), None, GPU, 8).place.threads == 3


def test_layers_are_remembered_for_one_model() -> None:
    changed = change_field(Settings(), TARGET.path, plan_of(choice=PICKED), "place.layers", 20)
    assert changed.plan == DEFAULT_PLAN
    memory = changed.memory_of(TARGET.path)
    plan = compose(changed, TARGET, memory, PICKED, GPU, 8, draft=DRAFT)
    assert plan == msgspec.structs.replace(plan_of(choice=PICKED), place=ModelPlacement(layers=20, threads=8))
    assert compose(changed, DRAFT, TargetMemory(), None, GPU, 8).place.layers == "all"
    # from then on everything is this model's own
    again = change_field(changed, TARGET.path, plan, "slots", 2)
    assert again.plan.slots == 1
    assert again.memory_of(TARGET.path).plan.slots == 2


def test_a_draft_chosen_after_layers_were_set_gets_its_layers() -> None:
    changed = change_field(Settings(), TARGET.path, plan_of(), "place.layers", 20)
    plan = compose(changed, TARGET, changed.memory_of(TARGET.path), PICKED, GPU, 8)
    assert plan.draft_place.layers == "all"


def test_remedies_of_a_fit_are_taken_over() -> None:
    before = plan_of(choice=PICKED)
    place = msgspec.structs.replace(before.place, cache_k="q8_0", cache_v="q8_0", layers=40)
    wanted = msgspec.structs.replace(before, context=4096, place=place)
    changed = take_over(Settings(), TARGET.path, before, wanted)
    assert compose(changed, TARGET, changed.memory_of(TARGET.path), PICKED, GPU, 8, draft=DRAFT) == wanted
    off = msgspec.structs.replace(before, draft=None, methods=("none",))
    changed = take_over(Settings(), TARGET.path, before, off)
    assert changed.memory_of(TARGET.path).method == "off"
    assert changed.memory_of(TARGET.path).plan is None


def test_without_a_target_everything_is_general() -> None:
    assert change_field(Settings(), None, None, "place.layers", 5).plan.place.layers == 5


# ---- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("field", "engine", "flag"), [
    ("draft_max", GPU, "--spec-draft-n-max"), ("draft_max", OLD, "--draft-max"), ("context", GPU, "-c"),
    ("ngram.mod_max", GPU, "--spec-ngram-mod-n-max"), ("place.cache_k", OLD, "-ctk"), ("extra", GPU, ""),
])  # fmt: skip
def test_settings_are_called_what_the_build_calls_them(field: str, engine: EngineInfo, flag: str) -> None:
    name = setting_name(field, engine)
    assert (name.flag, name.usable, name.why) == (flag, True, "")


def test_settings_that_an_engine_lacks_say_why() -> None:
    name = setting_name("draft_place.cache_k", OLD)
    assert (name.flag, name.usable, name.why) == ("", False, "This build always keeps the draft's cache in f16.")
    extra = setting_name("extra", embedded())
    assert (extra.usable, extra.why) == (
        False, "The built-in engine reads no command line, so it cannot take further arguments.",
    )  # fmt: skip
    assert setting_name("place.device", embedded()).why.startswith("The built-in engine uses every device")
    assert setting_name("context", embedded()) == setting_name("context", None)


def test_cores_are_counted() -> None:
    assert physical_cores() >= 1
    assert RTX.id == "CUDA0"
