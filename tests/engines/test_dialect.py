"""What a plan becomes in every dialect, and what guides’ lines become on old and new builds."""

from __future__ import annotations

import msgspec
import pytest
from dialect_lines import DRAFTING, EVERYTHING, GUIDE, read, sayings, translate, whys, words
from old_helps import D0, D1, D2, D3, D4, RECORDED

from specdesk.engines.dialect import (
    complete,
    from_argv,
    to_argv,
)
from specdesk.engines.flags import Flags, parse_help
from specdesk.records.plan import LaunchPlan, ModelPlacement, Ngram


def test_a_guides_line_on_a_new_build() -> None:
    parsed, argv = translate(GUIDE, D4)
    assert argv.args == words(
        "-m a.gguf -c 16384 -ngl 99 -md b.gguf --spec-type draft-simple "
        "--spec-draft-n-max 8 --spec-draft-p-min 0.4 -ngld 99"
    )
    assert sayings(parsed) == [("--draft-max 8", "--spec-draft-n-max 8")]
    assert parsed.changes[0].why == "This build no longer accepts --draft-max."
    assert whys(argv) == {"-cd": "In this build the draft's context always follows the target's context."}
    assert parsed.plan.context_draft == 16384
    added = complete(parsed.plan, flags=D4).changes
    assert [(change.from_, change.to) for change in added] == [("", "--spec-type draft-simple")]


def test_the_same_line_on_the_build_it_was_written_for() -> None:
    parsed, argv = translate(GUIDE, D1)
    assert argv.args == words(
        "-m a.gguf -c 16384 -ngl 99 -md b.gguf --draft-max 8 --draft-p-min 0.4 -cd 16384 -ngld 99"
    )
    assert parsed.changes == argv.changes == complete(parsed.plan, flags=D1).changes == ()
    assert argv.dropped == ()


def test_without_a_binary_the_newer_names_are_told() -> None:
    parsed = read(GUIDE)
    assert sayings(parsed) == [("--draft-max 8", "--spec-draft-n-max 8")]
    assert parsed.changes[0].why == "Builds since April 2026 no longer accept --draft-max."


def test_a_new_line_on_an_old_build() -> None:
    line = "llama-server -m a.gguf -md b.gguf --spec-type draft-simple --spec-draft-n-max 4 -ngl all -fit off -kvu"
    parsed, argv = translate(line, D1)
    assert argv.args == words("-m a.gguf -ngl 999 -md b.gguf --draft-max 4")
    assert sayings(parsed) == [("--spec-draft-n-max 4", "--draft-max 4")]
    assert sayings(argv) == [("-ngl all", "-ngl 999"), ("-kvu", ""), ("-fit off", "")]
    assert argv.dropped == ()


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (D1, "-m a.gguf -md b.gguf --draft-max 8"),
        (D2, "-m a.gguf -md b.gguf --draft-max 8"),
        (D3, "-m a.gguf -md b.gguf --spec-draft-n-max 8"),
        (D4, "-m a.gguf -md b.gguf --spec-type draft-simple --spec-draft-n-max 8"),
    ],
)
def test_a_draft_in_every_dialect(flags: Flags, expected: str) -> None:
    argv = to_argv(DRAFTING, flags)
    assert argv.args == tuple(expected.split())
    assert argv.dropped == argv.changes == ()


def test_a_build_without_speculation_says_so() -> None:
    argv = to_argv(DRAFTING, D0)
    assert argv.args == ("-m", "a.gguf")
    assert whys(argv) == {
        "-md": "This build's server cannot use a draft.",
        "--spec-type draft-simple": "This build's server cannot speculate, so “draft-simple” is left out.",
        "--spec-draft-n-max": "This build has no setting for it.",
    }


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (D2, "-m a.gguf --spec-type ngram-mod --draft-max 64 --spec-ngram-size-n 24"),
        (D3, "-m a.gguf --spec-type ngram-mod --spec-ngram-mod-n-match 24 --spec-ngram-mod-n-max 64"),
        (D4, "-m a.gguf --spec-type ngram-mod --spec-ngram-mod-n-match 24 --spec-ngram-mod-n-max 64"),
    ],
)
def test_ngram_mod_in_every_dialect(flags: Flags, expected: str) -> None:
    plan = LaunchPlan(target="a.gguf", methods=("ngram-mod",), ngram=Ngram(mod_match=24, mod_max=64))
    argv = to_argv(plan, flags)
    assert sorted(argv.args) == sorted(expected.split())
    assert argv.dropped == ()
    assert complete(from_argv(argv.args, flags).plan).plan.methods == ("ngram-mod",)


def test_ngram_on_a_build_that_has_none() -> None:
    argv = to_argv(LaunchPlan(target="a.gguf", methods=("ngram-mod",), ngram=Ngram(mod_max=64)), D1)
    assert argv.args == ("-m", "a.gguf")
    assert whys(argv) == {
        "--spec-type ngram-mod": "This build does not know the method “ngram-mod”; it knows draft-simple.",
        "--spec-ngram-mod-n-max": "This build has no such length for n-gram methods.",
    }


def test_several_methods_at_once() -> None:
    plan = LaunchPlan(target="a", draft="b", methods=("ngram-mod", "ngram-simple", "draft-simple"))
    assert to_argv(plan, D4).args == ("-m", "a", "-md", "b", "--spec-type", "ngram-mod,ngram-simple,draft-simple")
    older = to_argv(plan, D3)
    assert older.args == ("-m", "a", "-md", "b", "--spec-type", "ngram-mod")
    assert whys(older) == {
        "--spec-type ngram-simple": "This build takes one n-gram method at a time; “ngram-mod” is used."
    }


@pytest.mark.parametrize("flags", [D1, D2, D3, D4])
def test_off_never_loads_the_draft(flags: Flags) -> None:
    argv = to_argv(msgspec.structs.replace(DRAFTING, methods=("none",)), flags)
    assert "b.gguf" not in argv.args
    assert whys(argv)["-md"] == "Speculation is off, so the draft file is not loaded."
    assert ("--spec-type" in argv.args) == (flags is not D1)


def test_a_drafter_that_an_old_build_would_take_for_a_plain_draft() -> None:
    plan = LaunchPlan(target="a", draft="eagle.gguf", methods=("draft-eagle3",))
    assert to_argv(plan, D4).args == ("-m", "a", "-md", "eagle.gguf", "--spec-type", "draft-eagle3")
    old = to_argv(plan, D3)
    assert old.args == ("-m", "a")
    assert whys(old)["-md"] == "This build cannot use a draft of the kind “draft-eagle3”."
    unknown = to_argv(LaunchPlan(target="a", draft="d.gguf", methods=("draft-dspark",)), RECORDED[10068])
    assert unknown.args == ("-m", "a")


def test_built_in_heads_need_no_file() -> None:
    plan = LaunchPlan(target="a", methods=("draft-mtp",), draft_max=3)
    assert to_argv(plan, D4).args == words("-m a --spec-draft-n-max 3 --spec-type draft-mtp")


@pytest.mark.parametrize("build", [10068, 10434, 11434])
def test_new_builds_can_say_everything_but_the_drafts_context(build: int) -> None:
    argv = to_argv(EVERYTHING, RECORDED[build])
    assert list(whys(argv)) == ["-cd"]
    assert argv.changes == ()


@pytest.mark.parametrize("build", RECORDED)
def test_flash_attention_follows_the_hint(build: int) -> None:
    flags = RECORDED[build]
    on, off, auto = (to_argv(LaunchPlan(flash_attention=mode), flags) for mode in ("on", "off", "auto"))  # type: ignore[arg-type]
    if build == 5361:
        assert on.args == ("-fa",)
        assert off.args == auto.args == ()
        assert sayings(off) == [("-fa off", "")]
        assert sayings(auto) == [("-fa auto", "")]
        assert auto.changes[0].why == "This build cannot choose by itself: without -fa flash attention is off."
    else:
        assert [argv.args for argv in (on, off, auto)] == [("-fa", "on"), ("-fa", "off"), ("-fa", "auto")]


@pytest.mark.parametrize(
    ("mode", "old", "new"),
    [
        ("none", ("--no-mmap",), ("-lm", "none")),
        ("mlock", ("--mlock", "--no-mmap"), ("-lm", "mlock")),
        ("mmap+mlock", ("--mlock",), ("-lm", "mmap+mlock")),
        ("auto", (), ("-lm", "auto")),
        ("mmap", (), ("-lm", "mmap")),
    ],
)
def test_loading_modes(mode: str, old: tuple[str, ...], new: tuple[str, ...]) -> None:
    assert to_argv(LaunchPlan(load_mode=mode), D1).args == old
    assert to_argv(LaunchPlan(load_mode=mode), D4).args == new
    if old:
        assert from_argv(old, D1).plan.load_mode == mode
    assert from_argv(new, D4).plan.load_mode == mode


def test_direct_io() -> None:
    assert to_argv(LaunchPlan(load_mode="dio"), RECORDED[10068]).args == ("-dio",)
    assert whys(to_argv(LaunchPlan(load_mode="dio"), D1)) == {
        "--load-mode": "This build cannot load a model in the mode “dio”."
    }
    assert whys(to_argv(LaunchPlan(load_mode="warp"), D4)) == {
        "-lm": "This build has no loading mode “warp”; it offers auto, none, mmap, mlock, mmap+mlock, dio."
    }


def test_old_loading_switches_on_a_new_build() -> None:
    parsed, argv = translate("-m a --no-mmap --mlock", D4)
    assert argv.args == ("-m", "a", "-lm", "mlock")
    assert sayings(parsed) == [("--no-mmap --mlock", "-lm mlock")]
    assert sayings(read("-m a --no-mmap", D1)) == []


@pytest.mark.parametrize(
    ("plan", "flag", "why"),
    [
        (LaunchPlan(split_mode="tensor"), "-sm tensor", "For -sm this build offers none, layer, row, not “tensor”."),
        (LaunchPlan(draft_place=ModelPlacement(cache_k="q8_0")), "-ctkd", "keeps the draft's cache in f16"),
        (LaunchPlan(place=ModelPlacement(layers="auto")), "-ngl auto", "say a number with -ngl"),
        (LaunchPlan(fit=True), "-fit", "This build never adjusts settings to the memory by itself."),
        (LaunchPlan(cache_ram=2048), "-cram", "This build keeps no prompt cache in RAM."),
        (LaunchPlan(draft_sampling="probabilistic"), "--spec-draft-sampling", "always takes its best guess"),
        (LaunchPlan(kv_unified=False), "-kvu", "This build always shares one cache."),
    ],
)
def test_what_an_old_build_cannot_say(plan: LaunchPlan, flag: str, why: str) -> None:
    argv = to_argv(plan, D1)
    assert argv.args == ()
    assert list(whys(argv)) == [flag]
    assert why in whys(argv)[flag]


@pytest.mark.parametrize(
    "plan",
    [
        LaunchPlan(fit=False),
        LaunchPlan(cache_ram=0),
        LaunchPlan(jinja=False),
        LaunchPlan(warmup=True),
        LaunchPlan(kv_offload=True),
        LaunchPlan(kv_unified=True),
        LaunchPlan(draft_sampling="greedy"),
        LaunchPlan(draft_place=ModelPlacement(cache_v="f16")),
    ],
)
def test_what_an_old_build_does_anyway_is_no_loss(plan: LaunchPlan) -> None:
    argv = to_argv(plan, D1)
    assert argv.args == argv.dropped == ()
    assert [change.to for change in argv.changes] == [""]


def test_automatic_layers_where_minus_one_is_the_default() -> None:
    argv = to_argv(LaunchPlan(place=ModelPlacement(layers="auto")), D2)
    assert argv.args == argv.dropped == ()
    assert argv.changes[0].why == "This build decides by itself when nothing is said."


def test_unknown_flags_are_kept_and_then_dropped_if_the_binary_lacks_them() -> None:
    parsed, argv = translate("-m a --keep -1 --timeuot 30 --bogus", D4)
    assert parsed.plan.extra == ("--keep", "-1", "--timeuot", "30", "--bogus")
    assert argv.args == ("-m", "a", "--keep", "-1")
    assert whys(argv) == {
        "--timeuot": "This build has no argument --timeuot. Did you mean --timeout?",
        "--bogus": "This build has no argument --bogus.",
    }


def test_dead_flags_in_a_saved_plan_are_translated() -> None:
    argv = to_argv(LaunchPlan(target="a", extra=("--draft-max", "8", "--no-mmap", "--spec-ngram-size-n", "3")), D4)
    assert argv.args[:6] == ("-m", "a", "--spec-draft-n-max", "8", "-lm", "none")
    assert ("--draft-max 8", "--spec-draft-n-max 8") in sayings(argv)
    assert ("--no-mmap", "-lm none") in sayings(argv)
    assert "--draft-max" not in argv.args


def test_an_unknown_removed_flag_gives_the_engines_own_advice() -> None:
    help_line = "--cpent N                               the argument has been removed. use --other\n"
    argv = to_argv(LaunchPlan(extra=("--cpent", "4")), parse_help(help_line))
    assert whys(argv) == {"--cpent": "This build no longer accepts --cpent. Its own advice: use --other."}


def test_values_that_a_build_does_not_take_or_does_want() -> None:
    assert sayings(to_argv(LaunchPlan(extra=("--log-colors", "on")), D1)) == [("--log-colors on", "--log-colors")]
    assert to_argv(LaunchPlan(extra=("--log-colors", "off")), D1).args == ()
    assert whys(to_argv(LaunchPlan(extra=("--log-colors",)), D4)) == {
        "--log-colors": "In this build --log-colors needs a value after it."
    }
    assert list(whys(to_argv(LaunchPlan(extra=("--metrics", "stray")), D4))) == ["stray"]
    assert whys(to_argv(LaunchPlan(extra=("--lora-scaled", "f:1")), D1)) == {
        "--lora-scaled": "In this build --lora-scaled needs 2 values after it."
    }


def test_the_web_pages_two_names() -> None:
    assert to_argv(LaunchPlan(extra=("--no-ui",)), D1).args == ("--no-webui",)
    assert to_argv(LaunchPlan(extra=("--no-webui",)), D4).args == ("--no-webui",)
