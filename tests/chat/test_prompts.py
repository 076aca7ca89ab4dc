from __future__ import annotations

import pytest

from specdesk.chat.prompts import all_prompts, demo, starters


def test_three_starters_from_much_to_little() -> None:
    assert [prompt.benefit for prompt in starters()] == ["much", "some", "little"]


def test_the_demo_begins_with_a_gain_and_has_a_case_that_costs() -> None:
    gain, cost = demo("demo-gain"), demo("demo-cost")
    assert (gain.benefit, cost.benefit) == ("much", "little")
    assert gain.temperature == 0.0  # a tiny model repeats a text only when it takes the likeliest word
    assert len(gain.text_in("en")) > 300  # a text to repeat


def test_every_prompt_is_complete_in_english_and_dutch() -> None:
    prompts = all_prompts()
    assert len({prompt.id for prompt in prompts}) == len(prompts) == 5
    for prompt in prompts:
        assert prompt.title.keys() == prompt.text.keys() >= {"en", "nl"}
        assert all(text.strip() == text and text for text in (*prompt.title.values(), *prompt.text.values()))


def test_each_prompt_asks_in_its_own_language() -> None:
    for prompt in all_prompts():
        english, dutch = (prompt.text_in(language).split("\n\n") for language in ("en", "nl"))
        assert english[0] != dutch[0], f"{prompt.id} asks a Dutch reader in English"
        assert len(english) == len(dutch)
    gain = demo("demo-gain")
    assert gain.text_in("nl").startswith("Verbeter de spelling van deze Engelse tekst")
    assert gain.text_in("nl").split("\n\n")[1] == gain.text_in("en").split("\n\n")[1], (
        "the practice model knows no other"
    )


@pytest.mark.parametrize(
    ("language", "title"), [("nl", "Leg iets uit"), ("nl_BE", "Leg iets uit"), ("de", "Explain something")]
)
def test_languages(language: str, title: str) -> None:
    prompt = starters()[1]
    assert prompt.title_in(language) == title
    assert prompt.text_in(language) == prompt.text["nl" if title == "Leg iets uit" else "en"]
