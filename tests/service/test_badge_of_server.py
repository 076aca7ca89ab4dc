"""The badge of the top bar, from what a server says on the wire: /slots first, its log where /slots does not tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from service_stage import Stage

from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.events import ReplySample, ServerFacts
from specdesk.ui.shell.words import Said, speculation_words

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

DRAFT, NGRAM, OFF = ("draft-simple",), ("ngram-mod",), ("none",)
OLD_HELP = Path(__file__).resolve().parents[1] / "captures" / "help" / "b5361.txt"
NO_REASON = "The engine runs without it and gives no reason."


def badge(facts: ServerFacts, sample: Sample | None = None) -> Said:
    """There is a server, so there is one."""
    said = speculation_words(facts, sample, finished=sample is not None)
    assert said is not None
    return said


def started(stage: Stages, engine: Path, model: Path, methods: tuple[str, ...]) -> tuple[Stage, ServerFacts]:
    table = stage(engine=engine)
    draft = str(model) if methods == DRAFT else None
    return table, table.start(LaunchPlan(target=str(model), context=2048, methods=methods, draft=draft, draft_max=4))


@pytest.mark.parametrize(
    ("engine", "methods", "words", "tone", "why"),
    [
        ({}, OFF, "No draft", "neutral", "No speculation was asked for."),
        ({}, DRAFT, "Draft on", "good", ""),
        ({}, NGRAM, "Guessing on, nothing guessed yet: normal until text repeats", "good", ""),
        ({"speculative": False}, DRAFT, f"Draft OFF: {NO_REASON[0].lower()}{NO_REASON[1:-1]}", "danger", NO_REASON),
        ({"speculative_told": False}, NGRAM, "Guessing on, nothing guessed yet: normal until text repeats", "good", ""),
        ({"speculative_told": False}, OFF, "No draft", "neutral", "No speculation was asked for."),
    ],
    ids=["off", "draft", "n-gram", "refused without a word", "by the log", "off and silent"],
)  # fmt: skip
def test_the_badge_once_it_is_ready(
    engine: dict[str, Any], methods: tuple[str, ...], words: str, tone: str, why: str,
    stage: Stages, fake_llama: Fakes, model: Path,
) -> None:  # fmt: skip
    _table, facts = started(stage, fake_llama(**engine), model, methods)
    said = badge(facts)
    assert (said.words, said.tone, said.detail) == (words, tone, why)


@pytest.mark.parametrize("told", [True, False], ids=["by the slots", "by the log"])
def test_the_badge_of_a_draft_with_another_vocabulary(
    told: bool, stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    _table, facts = started(stage, fake_llama(mismatch=True, speculative_told=told), model, DRAFT)
    said = badge(facts)
    assert (said.words, said.tone) == ("Draft OFF", "danger")
    assert said.detail == "The target does not add a token at the beginning of a text and the draft does the opposite."


def test_the_badge_of_a_build_that_tells_nothing(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    engine = fake_llama(speculative_told=False, old=True, help_file=OLD_HELP)
    _table, facts = started(stage, engine, model, DRAFT)
    assert facts.speculation == "unknown"
    assert badge(facts).words == "Draft asked for; this engine does not say whether it is on"


def test_the_badge_after_an_answer_has_the_engine_s_own_share(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table, facts = started(stage, fake_llama(speed=0, passes=[[4, 3], [4, 1]]), model, DRAFT)
    footer = table.ask().message.footer
    sample = table.all(ReplySample)[-1].sample
    assert footer is not None
    assert (footer.drafted, footer.accepted) == (sample.drafted, sample.accepted)
    assert footer.drafted
    assert (
        badge(facts, sample).words == f"Draft on: {round(100 * footer.accepted / footer.drafted)} % of its guesses used"
    )
    assert badge(
        msgspec.structs.replace(facts), msgspec.structs.replace(sample, drafted=None, accepted=None)
    ).words == ("Draft on; this engine does not report guesses")


def test_the_badge_of_a_draft_that_is_armed_and_guesses_nothing(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table, facts = started(stage, fake_llama(speed=0, passes=[[0, 0]] * 200), model, DRAFT)
    table.ask()
    said = badge(facts, table.all(ReplySample)[-1].sample)
    assert (said.words, said.tone) == ("Draft on, but it guessed nothing in that answer", "warn")
