"""What a card says of the computer and of its memory figures: as they are known, in each form."""

from __future__ import annotations

import json

import msgspec
import pytest
from compare_page_stage import draft
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from specdesk.cli.compare_report import document_of
from specdesk.engines.computer import Computer
from specdesk.measure.card import Card, card_hardware, read_card, to_json
from specdesk.measure.compare import MemorySource
from specdesk.service.compare_beside import Beside, card_words
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare.beside import card_rows
from specdesk.ui.compare.card_picture import DESCRIPTION, picture_of
from specdesk.ui.compare.cards import card_from, contents
from specdesk.ui.compare.facts import facts_of
from specdesk.ui.compare.shown import Shown

HERE = Computer(processor="AMD Ryzen 9 5950X", ram_mib=64_212.0)
WORDS = "AMD Ryzen 9 5950X, 62.7 GiB RAM"


@pytest.fixture(scope="module")
def stored() -> StoredCompare:
    """With a card, on a computer that is known."""
    found = draft()
    return msgspec.structs.replace(found, setup=msgspec.structs.replace(found.setup, computer=HERE))


def on_the_processor(stored: StoredCompare) -> StoredCompare:
    """Without a card."""
    return msgspec.structs.replace(stored, setup=msgspec.structs.replace(stored.setup, hardware=()))


def from_the_fit(stored: StoredCompare, source: MemorySource = "fit") -> StoredCompare:
    """One server answered both ways."""
    a, b = (msgspec.structs.replace(arm, memory_source=source) for arm in stored.arms)
    return msgspec.structs.replace(stored, arms=(a, b))


def picture_words(card: Card) -> str:
    """What is painted."""
    return QImage.fromData(picture_of(card, "A pair")).text(DESCRIPTION)


def test_the_processor_and_its_memory_are_in_every_form(stored: StoredCompare, qtbot: QtBot) -> None:
    for one, line in ((stored, ("RTX 3090", WORDS)), (on_the_processor(stored), ("processor only", WORDS))):
        made = contents(one, one.result(), "A pair")
        card = read_card(made["json"]())
        assert card_hardware(card) == line
        assert f", {', '.join(line)}, 2026-05-12" in made["md"]().decode()
        assert WORDS in picture_words(card)
        assert card_words(card, one.result()).endswith(f"({', '.join(line)}, 2026-05-12), here 2.2x.")
        beside = Shown(stored=one, result=one.result(), pair="", ours=True, beside=Beside(card=card))
        assert [name for name, *_ in card_rows(beside)] == [
            f"The card: {', '.join(line)}", f"Here: {', '.join(line)}",
        ]  # fmt: skip
        assert ("set-up", f"Measured on: {', '.join(line)}.") in facts_of(one, one.result())


def test_programs_read_it_too(stored: StoredCompare) -> None:
    found = document_of(stored.result(), stored)
    assert list(found["hardware"]) == ["NVIDIA GeForce RTX 3090"]
    assert found["computer"] == {"processor": "AMD Ryzen 9 5950X", "ram_mib": 64_212.0}
    elsewhere = msgspec.structs.replace(
        stored, setup=msgspec.structs.replace(stored.setup, hardware=None, computer=None)
    )
    found = document_of(elsewhere.result(), elsewhere)
    assert (found["hardware"], found["computer"]) == (None, None)
    assert not [words for _term, words in facts_of(elsewhere, elsewhere.result()) if words.startswith("Measured on")]


def test_memory_that_was_worked_out_is_called_so(stored: StoredCompare, qtbot: QtBot) -> None:
    for one, table, painted in (
        (from_the_fit(stored), "| memory, MiB | 20480 (estimate) | 21914 (estimate) |", "21,914 MiB, by estimate"),
        (stored, "| memory, MiB | 20480 | 21914 |", "memory 20,480 and 21,914 MiB"),
    ):
        made = contents(one, one.result(), "A pair")
        card = read_card(made["json"]())
        assert {arm.memory_source for arm in card.arms} == {one.arms[0].memory_source}
        assert table in made["md"]().decode()
        said = picture_words(card)
        assert painted in said
        assert ("estimate" in said) is (one is not stored)


def test_an_older_card_is_read_all_the_same(stored: StoredCompare) -> None:
    card = card_from(stored, stored.result(), ())
    document = json.loads(to_json(card))
    document.pop("computer")
    for arm in document["arms"]:
        arm.pop("memory_source")
    older = read_card(json.dumps(document).encode())
    assert card_hardware(older) == ("RTX 3090",)
    assert older == msgspec.structs.replace(card, computer="")
