"""The help reader, on the recorded helps of four builds."""

from __future__ import annotations

import msgspec
import pytest
from old_helps import D1, D4, RECORDED, help_text

from specdesk.engines.flags import Flags, parse_help


@pytest.mark.parametrize(("build", "count"), [(5361, 221), (10068, 407), (10434, 405), (11434, 413)])
def test_finds_every_spelling(build: int, count: int) -> None:
    assert len(RECORDED[build].names) == count
    assert len(set(RECORDED[build].names)) == count


@pytest.mark.parametrize("build", RECORDED)
def test_no_option_line_is_missed(build: int) -> None:
    lines = [line for line in help_text(build).splitlines() if line.startswith("-") and not line.startswith("-----")]
    assert len(RECORDED[build].options) == len(lines)
    assert all(option.text for option in RECORDED[build].options)


def test_removed_options_are_known_but_not_usable() -> None:
    assert D4.knows("--draft-max")
    assert not D4.has("--draft-max")
    assert D4.replacement("--draft-max") == "use --spec-draft-n-max or --spec-ngram-mod-n-max"
    assert D4.replacement("--model") == ""
    assert not D4.knows("--draft-model")
    removed = {name for option in D4.options if option.removed for name in option.spellings}
    assert removed == {
        "--draft", "--draft-n", "--draft-max", "--draft-min", "--draft-n-min",
        "--spec-ngram-size-n", "--spec-ngram-size-m", "--spec-ngram-min-hits",
    }  # fmt: skip
    assert not any(option.removed for option in D1.options)


def test_spelling_is_the_first_usable_one() -> None:
    names = ("--spec-draft-n-max", "--draft-max")
    assert D1.spelling(*names) == "--draft-max"
    assert D4.spelling(*names) == "--spec-draft-n-max"
    assert D4.spelling("--draft-max", "--draft-model") is None


def test_values_and_hints() -> None:
    assert not D1.takes_value("-fa")
    assert D4.takes_value("-fa")
    assert D4.hint("--flash-attn") == "[on|off|auto]"
    assert D4.hint("--control-vector-layer-range") == "START END"
    assert D4.hint("-ot") == "<tensor name pattern>=<buffer type>,..."
    assert D4.hint("--metrics") is None
    assert not D4.takes_value("--no-such")
    arity = {name: D1.find(name).arity for name in ("--lora-scaled", "-ot", "--metrics", "-c")}  # type: ignore[union-attr]
    assert arity == {"--lora-scaled": 2, "-ot": 1, "--metrics": 0, "-c": 1}


def test_underscores_are_dashes_in_long_names_only() -> None:
    assert D4.has("--spec_draft_n_max")
    assert not D4.has("-n_gl")


def test_environment_and_section_and_text() -> None:
    option = D4.find("--spec-draft-n-max")
    assert option is not None
    assert option.env == "LLAMA_ARG_SPEC_DRAFT_N_MAX"
    assert option.section == "speculative params"
    assert option.text == "number of tokens to draft for speculative decoding (default: 3)"
    joined = D4.find("--ui")
    assert joined is not None
    assert joined.spellings == ("--ui", "--webui", "--no-ui", "--no-webui")


@pytest.mark.parametrize(
    ("build", "name", "choices"),
    [
        (5361, "-sm", ("none", "layer", "row")),
        (11434, "-sm", ("none", "layer", "row", "tensor")),
        (11434, "--load-mode", ("auto", "none", "mmap", "mlock", "mmap+mlock", "dio")),
        (11434, "-ctk", ("f32", "f16", "bf16", "q8_0", "q4_0", "q4_1", "iq4_nl", "q5_0", "q5_1")),
        (5361, "--reasoning-format", ("deepseek", "none")),
        (11434, "--spec-draft-sampling", ("greedy", "probabilistic")),
        (11434, "--tensor-split", ()),
        (11434, "--tools", ()),
        (11434, "--metrics", ()),
        (5361, "--spec-type", ()),
    ],
)
def test_choices(build: int, name: str, choices: tuple[str, ...]) -> None:
    assert RECORDED[build].choices(name) == choices


def test_only_real_lists_count_as_choices() -> None:
    """A hint such as <dev1,dev2,..> is a placeholder, not a list of what may be said."""
    with_choices = {option.spellings[-1] for option in D4.options if D4.choices(option.spellings[0])}
    assert with_choices == {
        "--flash-attn", "--rope-scaling", "--cpu-strict", "--cpu-strict-batch", "--poll-batch", "--cache-type-k",
        "--cache-type-v", "--load-mode", "--lazy-mode", "--numa", "--split-mode", "--fit", "--log-colors",
        "--log-verbosity", "--cache-type-k-draft", "--cache-type-v-draft", "--cpu-strict-draft", "--poll-draft",
        "--cpu-strict-batch-draft", "--poll-batch-draft", "--spec-draft-sampling", "--spec-type", "--pooling",
        "--reasoning-format", "--reasoning",
    }  # fmt: skip


def test_spec_types_are_read_from_the_hint() -> None:
    assert "draft-dspark" not in RECORDED[10068].choices("--spec-type")
    assert D4.choices("--spec-type") == (
        "none", "draft-simple", "draft-eagle3", "draft-mtp", "draft-dflash", "draft-dspark",
        "ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-cache",
    )  # fmt: skip


def test_defaults() -> None:
    assert D1.default("--draft-p-min") == "0.8"
    assert D1.default("-c") == "4096"
    assert D4.default("-ngl") == "auto"
    assert D4.default("-fa") == "auto"
    assert D1.default("-ngl") is None
    assert D4.default("--no-such") is None


def test_a_cached_record_is_the_same() -> None:
    again = msgspec.json.decode(msgspec.json.encode(D4), type=Flags)
    assert again == D4
    assert again.has("--spec-type")


@pytest.mark.parametrize("text", ["", "hello\n", "--\n---- x\n- item\n", "\x00\xff", "usage: other [-h]\n  -m MODEL\n"])
def test_text_that_is_no_help_gives_nothing(text: str) -> None:
    assert parse_help(text) == Flags()


def test_windows_line_ends_and_chatter_before_the_help() -> None:
    text = "ggml_cuda_init: found 1 CUDA devices:\n" + help_text(11434)
    assert parse_help(text.replace("\n", "\r\n")) == D4
