"""A card is opened and measured here."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from captured_results import FASTER
from compare_stage import FAST
from service_stage import Stage

from specdesk.chat.compare_prompts import own_prompts
from specdesk.errors import SpecDeskError
from specdesk.measure.card import Card, CardFacts, card_of, to_json
from specdesk.measure.compare import result_of
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.compare_cards import NO_TEMPERATURE, OTHER_PROMPTS, card_order
from specdesk.service.events import CardOpened, CompareDone, LibraryRow
from specdesk.service.report_events import FileWritten

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
PROMPTS = tuple(prompt.id for prompt in own_prompts(("en",)))[:3]


def given(done: CompareDone, prompt_ids: tuple[str, ...]) -> Card:
    stored = done.stored
    result = result_of(stored.schedule, stored.measured, stored.arms)
    plans = (msgspec.to_builtins(stored.setup.plans[0]), msgspec.to_builtins(stored.setup.plans[1]))
    facts = CardFacts(date="2026-11-20", hardware=("RTX 3090",), plans=plans, prompts=prompt_ids, temperature=0.0)
    return card_of(result, facts, ())


def test_a_card_is_measured_here(
    stage: Stages, fake_llama: Fakes, plan: LaunchPlan, prompts: str, tmp_path: Path
) -> None:
    table = stage(engine=fake_llama(**FAST))
    table.service.compare(plan, Access(), 1.0, True, prompts)
    card = given(table.wait(CompareDone), PROMPTS)
    path = tmp_path / "card.json"
    path.write_bytes(to_json(card))
    table.service.open_card(str(path))
    opened = table.wait(CardOpened)
    assert opened.card == card
    assert opened.words == "Keep the draft on: answers come 3.3 times as fast. (RTX 3090, 2026-11-20)"
    assert opened.problem.startswith("Small Model.gguf is not among your models.")
    for file in (plan.target, plan.draft):
        table.service.inspect_file(file or "")
        table.wait(LibraryRow)
    table.service.open_card(str(path))
    assert table.wait(CardOpened).problem == ""
    table.service.run_card(card, Access(), 0.2)
    done = table.wait(CompareDone)
    assert done.stored.setup.plans == given_plans(plan)
    assert {reply.prompt for reply in done.stored.measured} == set(PROMPTS)
    assert done.beside.card == card
    (said,) = done.beside.sentences
    assert re.fullmatch(r"The card says 3\.3x \(RTX 3090, 2026-11-20\), here \d\.\dx\.", said)


def given_plans(plan: LaunchPlan) -> tuple[LaunchPlan, LaunchPlan]:
    b = msgspec.structs.replace(plan, slots=1)
    return msgspec.structs.replace(b, methods=("none",), draft=None, draft_max=None), b


def test_bad_cards_are_told_in_sentences(stage: Stages, fake_llama: Fakes, tmp_path: Path) -> None:
    table = stage(engine=fake_llama())
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"\x00" * 100)
    for path, what in ((bad, "This is not a card that can be read."), (tmp_path, "This card cannot be read.")):
        table.service.open_card(str(path))
        assert table.problem("card").what == what
    table.service.open_card("nul\x00byte")
    assert table.problem("card").what == "This card cannot be read."


def test_prompts_that_are_not_in_a_card_are_replaced_and_that_is_said() -> None:
    plan = msgspec.to_builtins(LaunchPlan(target="T.gguf", methods=("ngram-mod",)))
    plain = msgspec.to_builtins(LaunchPlan(target="T.gguf", methods=("none",)))
    card = card_of(FASTER, CardFacts(date="2026-11-20", plans=(plain, plan), prompts=("own-1", "own-2")), ())
    found = card_order(card, lambda name: f"/m/{name}")
    assert found.order.prompts == own_prompts()
    assert OTHER_PROMPTS in found.dropped
    assert (found.order.plan.target, found.order.against) == ("/m/T.gguf", None)
    with pytest.raises(SpecDeskError, match=r"T\.gguf is not among your models\."):
        card_order(card, lambda name: None)


@pytest.mark.parametrize(("told", "named"), [(None, True), (0.0, False), (0.6, False)])
def test_an_unknown_temperature_is_named_and_not_taken_for_0_in_silence(told: float | None, named: bool) -> None:
    plan = msgspec.to_builtins(LaunchPlan(target="T.gguf", methods=("ngram-mod",)))
    plain = msgspec.to_builtins(LaunchPlan(target="T.gguf", methods=("none",)))
    card = card_of(FASTER, CardFacts(date="2026-11-20", plans=(plain, plan), prompts=PROMPTS, temperature=told), ())
    found = card_order(card, lambda name: f"/m/{name}")
    assert found.order.temperature == (told or 0.0)
    assert (NO_TEMPERATURE in found.dropped) is named


def test_a_card_with_too_few_questions_says_so() -> None:
    plan = msgspec.to_builtins(LaunchPlan(target="T.gguf", methods=("ngram-mod",)))
    plain = msgspec.to_builtins(LaunchPlan(target="T.gguf", methods=("none",)))
    names = tuple(prompt.id for prompt in own_prompts(("en",)))
    for count in (2, 3):
        card = card_of(FASTER, CardFacts(date="2026-11-20", plans=(plain, plan), prompts=names[:count]), ())
        few = "2 questions give no answer: at least 3 are needed."
        assert (few in card_order(card, lambda name: f"/m/{name}").dropped) is (count == 2)


def test_a_file_of_the_user_is_written_or_the_reason_told(stage: Stages, fake_llama: Fakes, tmp_path: Path) -> None:
    table = stage(engine=fake_llama())
    table.service.write_file(str(tmp_path / "card.md"), b"new")
    assert table.wait(FileWritten) == FileWritten(path=str(tmp_path / "card.md"))
    assert (tmp_path / "card.md").read_bytes() == b"new"
    table.service.write_file(str(tmp_path / "no" / "card.md"), b"new")
    assert table.wait(FileWritten).problem == "No such file or directory."
