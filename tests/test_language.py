"""Sentences below the window are looked up where they are made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from specdesk import language


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    language.speak(None)


def test_english_until_a_language_is_chosen() -> None:
    assert language.translate("Memory", "{left} stay free").format(left="1 GiB") == "1 GiB stay free"


def test_a_lookup_gets_subject_and_text() -> None:
    catalogue = {("Memory", "free"): "vrij", ("Price", "free"): "gratis"}
    language.speak(lambda context, text: catalogue.get((context, text), text))
    assert [language.translate(context, "free") for context in ("Memory", "Price", "Slot")] == [
        "vrij",
        "gratis",
        "free",
    ]
    language.speak(None)
    assert language.translate("Memory", "free") == "free"


def test_a_mark_leaves_the_text_alone() -> None:
    language.speak(lambda _context, _text: "anders")
    assert language.mark("Memory", "free") == "free"


def test_numbers_as_the_language_writes_them() -> None:
    assert [language.number(2.345, 1), language.number(7.0), language.number(0.5, 2, signed=True)] == [
        "2.3", "7", "+0.50",
    ]  # fmt: skip
    language.speak(None, ",")
    assert [language.number(2.345, 1), language.number(7.0), language.number(-0.5, 2, signed=True)] == [
        "2,3", "7", "-0,50",
    ]  # fmt: skip


def test_thousands_are_set_apart_as_the_language_does() -> None:
    assert [language.number(49152, grouped=True), language.number(1234.56, 1, grouped=True)] == ["49,152", "1,234.6"]
    language.speak(None, ",")
    assert [language.number(49152, grouped=True), language.number(1234.56, 1, grouped=True)] == ["49.152", "1.234,6"]
    assert language.number(1234.5, 1) == "1234,5"


def test_what_is_for_others_is_english() -> None:
    language.speak(lambda _context, text: f"«{text}»", ",")
    with language.english():
        assert (language.translate("Memory", "free"), language.number(1.5, 1), language.short(0.7)) == (
            "free", "1.5", "0.7",
        )  # fmt: skip
    assert (language.translate("Memory", "free"), language.number(1.5, 1), language.short(0.7)) == (
        "«free»", "1,5", "0,7",
    )  # fmt: skip


def test_figures_are_known_again_as_they_were_written_in_this_language() -> None:
    language.speak(None, ",")
    assert [language.number(1234, grouped=True), language.short(0.25), language.number(7)] == ["1.234", "0,25", "7"]
    with language.english():
        language.number(1.234, 3)
    assert [language.figure_in(said) for said in ("1.234", "0,25", "7", "0.25")] == ["1,234", "0.25", None, None]
    for count in range(language.MOST_FIGURES):
        language.number(count + 0.5, 1)
    assert [language.figure_in(said) for said in ("0,25", "9999,5")] == [None, "9999.5"], "the latest ones"
    language.speak(None)
    assert language.figure_in("9999,5") is None
