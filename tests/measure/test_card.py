"""A card says what was run and what came out, and nothing about who ran it."""

from __future__ import annotations

import json
import typing
from typing import Any

import msgspec
import pytest
from simulated_pairs import QUICK, run, timed

from specdesk.errors import FileFormatError
from specdesk.measure.card import Card, CardFacts, card_commands, card_of, read_card, scrubbed, to_json, to_markdown
from specdesk.measure.compare import ArmFacts, CompareResult, result_of
from specdesk.measure.headlines import DRAFT, Names, claim
from specdesk.measure.measured import Measured
from specdesk.measure.steps import Ask
from specdesk.records.sample import Sample

PRIVATE = ("anna", "Anna Bakker", "annas-pc")
SECRETS = ("anna", "bakker", "annas-pc", "home", "users", "geheim", "192.168", "sk-123")
ARGV = (
    "/home/anna/llama.cpp/build/bin/llama-server",
    *("-m", "/home/anna/My Models/Qwen3-32B-Q4_K_M.gguf", "-md", r"C:\Users\Anna Bakker\geheim\Qwen3-0.6B.gguf"),
    *("--host", "192.168.1.20", "--port", "8080", "--api-key", "sk-123", "--api-key-file=/home/anna/geheim/key"),
    *(
        "--lora=/home/anna/geheim/style.gguf",
        "-ngl",
        "99",
        "-ot",
        "exps=CPU",
        "--temp",
        "-1",
        "--log-file",
        "~/geheim.log",
    ),
)


def answer(step: Ask) -> Measured:
    if step.arm == "A":
        return timed(step, 31.0 if step.prompt.endswith("0") else 32.0)
    sample = Sample(
        t=0.0, tokens=96, decode_ms=1000.0 * 95 / 56, drafted=120, accepted=68, per_position=(24, 19, 14, 11), passes=27
    )
    return msgspec.structs.replace(timed(step, 56.0), sample=sample, text="/home/anna says hello")


def result(**changes: Any) -> CompareResult:
    measured, _ = run(QUICK, answer)
    arms = (
        ArmFacts(argv=ARGV[:3], build="b11434", memory_mib=8000.0),
        ArmFacts(argv=ARGV, build="b11434", length=4, memory_mib=9434.0, energy_j=9000.0),
    )
    return msgspec.structs.replace(result_of(QUICK, measured, arms), **changes)


PLANS = (
    {"target": "/home/anna/My Models/Qwen3-32B-Q4_K_M.gguf", "host": "192.168.1.20", "port": 8080},
    {
        "target": "/home/anna/My Models/Qwen3-32B-Q4_K_M.gguf",
        "draft": r"C:\Users\Anna Bakker\geheim\Qwen3-0.6B.gguf",
        "methods": ["draft-simple"],
        "extra": ["--api-key", "sk-123", "--threads-http", "2"],
    },
)
FACTS = CardFacts(
    date="2025-11-20",
    hardware=("RTX 3090", "AMD Ryzen 7 5800X"),
    prompts=tuple(prompt.id for prompt in QUICK.prompts),
    plans=PLANS,
    seconds=200.0,
    temperature=0.0,
)
CARD = card_of(result(), FACTS, PRIVATE)


def personal(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text.lower()]


def test_commands_keep_file_names_and_what_matters_for_speed() -> None:
    assert CARD.arms[1].command == (
        "llama-server",
        *("-m", "Qwen3-32B-Q4_K_M.gguf", "-md", "Qwen3-0.6B.gguf"),
        *("--lora=style.gguf", "-ngl", "99", "-ot", "exps=CPU", "--temp", "-1"),
    )
    assert CARD.arms[0].plan == {"target": "Qwen3-32B-Q4_K_M.gguf"}
    assert CARD.arms[1].plan["draft"] == "Qwen3-0.6B.gguf"
    assert CARD.arms[1].plan["extra"] == ["--threads-http", "2"]


def test_figures_are_those_of_the_result() -> None:
    found = result()
    assert CARD.speedup == found.speedup
    assert CARD.headline == "Keep the draft on: answers come 1.8 times as fast."
    assert (CARD.arms[0].rate, CARD.arms[1].rate) == (found.arms[0].rate, found.arms[1].rate)
    assert CARD.acceptance == pytest.approx(68 / 120)
    assert CARD.by_kind == found.by_kind
    assert CARD.points == found.points
    assert len(CARD.points) == CARD.prompts
    assert CARD.total_time_ratio == found.total_time_ratio
    assert CARD.arms[1].joules_per_1000 == pytest.approx(9_000_000 / (24 * 96))
    assert CARD.prompt_ids[0] == "code-0"


def test_a_card_comes_back_as_it_was() -> None:
    assert read_card(to_json(CARD)) == CARD
    assert json.loads(to_json(CARD))["schema"] == 1


def test_nothing_personal_is_in_it() -> None:
    assert personal(to_json(CARD).decode()) == []
    assert personal(to_markdown(CARD)) == []


def poisoned(kind: Any, value: Any, secret: str) -> Any:
    """`value` with the secret put into every text that has no fixed choice of words."""
    if isinstance(value, str):
        return value if typing.get_origin(kind) is typing.Literal else secret
    if isinstance(value, msgspec.Struct):
        hints = typing.get_type_hints(type(value))
        changes = {name: poisoned(hints[name], getattr(value, name), secret) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **changes)
    if isinstance(value, tuple):
        inner = typing.get_args(kind)[0] if typing.get_args(kind) else str
        return tuple(poisoned(inner, item, secret) for item in value)
    if isinstance(value, dict):
        return {key: poisoned(str, item, secret) for key, item in value.items()}
    return secret if value is None and kind == (str | None) else value


@pytest.mark.parametrize(
    "secret",
    [
        "anna",
        "ANNA",
        "Anna Bakker",
        "/home/anna/models/x.gguf",
        "~/geheim/x.gguf",
        "see /home/anna/geheim/x.gguf there",
        '"/home/anna/My geheim Models/x.gguf"',
        r"C:\Users\Anna Bakker\geheim\x.gguf",
        r"\\annas-pc\geheim\x.gguf",
        "file:///home/anna/x.gguf",
        "../home/anna/x.gguf",
        "build by anna@annas-pc",
        "model_anna.gguf",
        "geheim/x.gguf",
        "--draft=/home/anna/geheim/x.gguf",
        "- made by anna",
        "cannot open /home/anna/My geheim Models/x.gguf: no such file",
    ],
)
def test_a_home_path_or_a_name_in_any_field_is_gone(secret: str) -> None:
    found = poisoned(CompareResult, result(), secret)
    facts = poisoned(CardFacts, FACTS, secret)
    card = card_of(found, facts, PRIVATE)
    assert personal(to_json(card).decode()) == []
    assert personal(to_markdown(card)) == []


@pytest.mark.parametrize(
    "text",
    [
        "56 tokens/s",
        "b11434 (12ab34c)",
        "draft-simple,ngram-mod",
        "blk\\.(1|2)\\.ffn_.*_exps=CPU",
        "q8_0",
        "-ngl",
        "english/dutch",
        "1.8 times",
        "unsloth/Qwen3-8B-GGUF:Q4_K_M",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert scrubbed(text, PRIVATE) == text


def test_names_inside_longer_words_stay() -> None:
    assert scrubbed("hannah annabel savanna", PRIVATE) == "hannah annabel savanna"
    assert scrubbed("made by anna, on Annas-PC", PRIVATE) == "made by user, on user"
    assert scrubbed("anna", ()) == "anna"
    assert scrubbed("anna", ("", "  ")) == "anna"


def test_markdown_reads_like_a_post() -> None:
    text = to_markdown(CARD)
    lines = text.splitlines()
    assert lines[0] == "## Keep the draft on: answers come 1.8 times as fast."
    assert lines[2].startswith("**1.78x**, 95 % interval 1.7")
    assert (
        "12 prompts of up to 101 tokens, temperature 0, 3 minutes, RTX 3090, AMD Ryzen 7 5800X, 2025-11-20" in lines[2]
    )
    assert "acceptance 57 %" in lines[4]
    assert CARD.paired is not None
    a, b = CARD.paired
    assert f"| tokens/s (paired: means over the same prompts) | {a:.1f} | {b:.1f} |" in lines
    assert "| tokens/s (median of all answers) | 31.5 | 56.0 |" in lines
    assert "| memory, MiB | 8000 | 9434 |" in lines
    assert any(line.startswith("| code | en | 2 | ") for line in lines)
    assert "0 of 12 answers identical, 12 different, not looked into." in lines
    assert claim(DRAFT) in lines
    assert "llama-server -m Qwen3-32B-Q4_K_M.gguf" in lines


def test_the_built_in_engine_is_named_where_it_ran() -> None:
    """Above commands that somebody else can run; nothing of it stands on other cards."""
    card = card_of(result(), msgspec.structs.replace(FACTS, built_in=True), PRIVATE)
    assert json.loads(to_json(card))["built_in"] is True
    assert read_card(to_json(card)) == card
    lines = to_markdown(card).splitlines()
    told = lines.index(card_commands(card))
    assert card_commands(card).startswith("SpecDesk's built-in engine ran this; it is not started by a command.")
    assert lines[told + 2] == "plain:"
    assert "| engine | b11434, built into SpecDesk | b11434, built into SpecDesk |" in lines
    assert (CARD.built_in, card_commands(CARD)) == (False, "")
    assert "built" not in to_markdown(CARD)
    older = {name: value for name, value in json.loads(to_json(CARD)).items() if name != "built_in"}
    assert read_card(json.dumps(older).encode()) == CARD


def test_what_is_unknown_is_left_out_or_called_unknown() -> None:
    found = result(verdict="drifted", speedup=None, by_kind=(), acceptance=None, h=None, tokens_per_pass=None)
    arms = [msgspec.structs.replace(arm, memory_mib=None) for arm in found.arms]
    card = card_of(msgspec.structs.replace(found, arms=tuple(arms), drift=-0.07, partial=True), FACTS, ())
    text = to_markdown(card)
    assert "memory" not in text
    assert "acceptance" not in text
    assert "interval" not in text
    assert "| energy, J per 1,000 tokens | unknown | 3906 |" in text
    assert "not finished" in text
    assert text.startswith("## No answer: the machine slowed by 7 % meanwhile.")


def test_markup_in_names_does_no_harm() -> None:
    facts = msgspec.structs.replace(FACTS, names=Names(thing="", a="one | two\nthree", b="`b`"))
    odd = result()
    arm = msgspec.structs.replace(odd.arms[1], argv=("llama-server", "-m", "a```b.gguf"))
    text = to_markdown(card_of(msgspec.structs.replace(odd, arms=(odd.arms[0], arm)), facts, ()))
    assert "| | one \\| two three | `b` |" in text
    assert "````\nllama-server -m a```b.gguf\n````" in text


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "It is not JSON."),
        (b"\xff\xfe\x00", "It is not JSON."),
        (b"[" * 100_000, "It is not JSON."),
        (b"[]", "Something in it is missing or has another form."),
        (b"{}", "Something in it is missing or has another form."),
        (b'{"schema": 1}', "Something in it is missing or has another form."),
        (b'{"schema": 2}', "A newer SpecDesk has made it."),
        (b" " * 2_000_000, "It is far too large."),
    ],
)
def test_other_files_are_refused_in_sentences(content: bytes, why: str) -> None:
    with pytest.raises(FileFormatError) as caught:
        read_card(content)
    assert caught.value.what == "This is not a card that can be read."
    assert caught.value.why == why
    assert caught.value.next_step


def test_a_card_is_frozen() -> None:
    assert Card.__struct_config__.frozen
