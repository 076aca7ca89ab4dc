"""Whether to keep speculation on, for every way in which a compare can end: on the page, the card and the command line.

The headline says what to do, the filled button the same, the note why; the card says all that the page says.
"""

from __future__ import annotations

import pytest
from compare_outcomes import OUTCOMES
from compare_page_stage import buttons, done, page, shown
from pytestqt.qtbot import QtBot

from specdesk.measure.card import card_headline, read_card, to_json, to_markdown
from specdesk.measure.outcome import NUMBERED
from specdesk.service.compare_notes import done_words
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare.card_picture import _Painting
from specdesk.ui.compare.cards import card_from
from specdesk.ui.theme import LIGHT

ASK_MORE = "Ask more: from a file, from a chat, or the questions of the program."
ENDED = "The engine was stopped while it was being measured."
OUT_OF_TEXT = "Replies left out: 144 came to less than 32 tokens."
LAYERS = "Beside the draft only 20 layers of the model are on the GPU"

EXPECTED: dict[str, tuple[str, str, str]] = {
    "faster": ("Keep the draft on: answers come 2.2 times as fast.", "Keep on", ""),
    "faster, for long answers": (
        "Keep the draft on for answers of more than 1,434 tokens: it writes 1.12 times as fast.", "", ""),
    "faster, hidden": ("Keep the draft on: answers come 2.0 times as fast.", "Keep on", ""),
    "slower": ("Turn it off: 0.79 times as fast.", "Turn off", ""),
    "slower, hidden": ("Turn it off: 0.50 times as fast.", "Turn off", ""),
    "slower, another length pays": (
        "Length 8 costs speed (0.75 times as fast); length 1 should pay.", "Use length 1 and check", ""),
    "slower, fewer layers": ("Turn it off: 0.79 times as fast.", "Turn off", LAYERS),
    "faster, fewer layers": ("Keep the draft on: answers come 2.2 times as fast.", "Keep on", LAYERS),
    "same": ("No clear difference (0.99 to 1.01): turn it off, which frees 1.4 GiB.", "Turn off", ""),
    "same, no memory": ("No clear difference (0.99 to 1.01): either is fine.", "", ""),
    "not sure, more": (
        "Not sure yet: 0.94 to 1.08 times as fast. More questions would tell.", "Ask more questions", ""),
    "not sure, stopped": (
        "Not sure yet: 0.93 to 1.08 times as fast. It ended early; the questions that are left would tell more.",
        "Ask more questions", ""),
    "not sure, all asked": (
        "Turn it off: it gains nothing (0.83 to 0.99 times as fast, after all these questions).", "Turn off",
        "All 36 questions were asked. The same ones again would tell little: questions differ far more than two "
        "answers do. Other questions, from a file or a chat, may tell more."),
    "not sure, either way": (
        "Not sure: 0.84 to 1.09 times as fast, after all these questions.", "Ask other questions",
        "Other questions, from a file or a chat, may tell more."),
    "addresses, not sure": ("Not sure: 0.94 to 1.08 times as fast. Run it again, for longer.", "Run again", ""),
    "addresses, likely": ("Probably faster: 1.01 to 1.12 times as fast. Run it again, for longer.", "Run again", ""),
    "addresses, ended early": ("Not sure: 0.93 to 1.08 times as fast. Run it again, for longer.", "Run again", ""),
    "one address, no loss": (
        "Keep it on: it does no harm and may help (0.99 to 1.08 times as fast). A longer run would tell more.", "", ""),
    "one address, no gain": (
        "Turn it off: it gains nothing (0.90 to 0.99 times as fast). A longer run would tell more.", "", ""),
    "never guessed": ("Turn it off, or choose another: the draft never guessed.", "Turn off", ""),
    "never guessed, and why": (
        "Turn it off, or choose another: the draft never guessed.", "Turn off",
        "Speculation is off: the vocabularies differ."),
    "n-gram never guessed": (
        "Either is fine: the n-gram look-up never guessed here.", "", "Normal until text repeats"),
    "hidden, no difference": (
        "No answer: this engine does not tell whether the draft guesses, and no clear gain or loss was seen.", "", ""),
    "hidden, not sure": (
        "No answer: this engine does not tell whether the draft guesses, and no clear gain or loss was seen.",
        "Ask more questions", ""),
    "hidden, all asked": (
        "No answer: this engine does not tell whether the draft guesses, and no clear gain or loss was seen.", "", ""),
    "drifted": ("No answer: the machine slowed by 13 % meanwhile.", "Run again", "Close what is busy"),
    "drifted, leaning": (
        "Turn it off: it is slower, but by how much cannot be told; the machine slowed by 13 % meanwhile.", "Turn off",
        "Close what is busy"),
    "no timings": (
        "No answer: this engine gives no timings.", "",
        "144 came without timings from the engine. Running it again gives none either: choose another build,"),
    "too short": ("No answer: the answers are too short to time.", "Ask other questions", OUT_OF_TEXT),
    "failing": ("No answer: too many questions failed.", "Run again", "Replies left out: 4 failed."),
    "one question": ("No answer from 1 question: at least 3 are needed.", "Ask other questions", ASK_MORE),
    "two questions": ("No answer from 2 questions: at least 3 are needed.", "Ask other questions", ASK_MORE),
    "three questions": ("Keep the draft on: answers come 1.3 times as fast.", "Keep on", ""),
    "did not start": ("No answer: it did not start with the draft.", "", ENDED),
    "n-gram did not start": ("No answer: it did not start with the n-gram look-up.", "", ENDED),
    "one of two did not start": ("No answer: “Fast” did not start.", "", ENDED),
    "broke off": ("No answer: it broke off.", "", ENDED),
    "killed": ("No answer: it ended too early.", "Ask more questions", ""),
    "thinks": ("Keep the draft on: answers come 2.2 times as fast.", "Keep on", "The model thinks before it answers"),
    "two plans": ("No clear difference (0.99 to 1.01): either is fine.", "", ""),
}  # fmt: skip


SIGNS = {
    "▲": ("Keep",), "▼": ("Turn it off: ", "Length "), "=": ("Either is fine", "No clear difference"),
    "–": ("Turn it off, or",), "…": ("Not sure", "Probably"), "?": ("No answer",),
}  # fmt: skip


def test_every_outcome_is_looked_at() -> None:
    assert EXPECTED.keys() == OUTCOMES.keys()


@pytest.fixture(scope="module")
def stored() -> dict[str, StoredCompare]:
    """One of each."""
    return {name: make() for name, make in OUTCOMES.items()}


def test_what_to_do_is_said_on_the_page(stored: dict[str, StoredCompare], qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    for name, (headline, proposed, note) in EXPECTED.items():
        made.done(done(stored[name]))
        view = made.result
        assert view is not None
        assert view.headline.text() == headline, name
        filled = [words for words, button in buttons(view.buttons).items() if button.property("kind") == "primary"]
        assert filled == ([proposed] if proposed else []), name
        sign = next(sign for sign, begins in SIGNS.items() if headline.startswith(begins))
        sign = "▼" if ": turn it off" in headline else sign
        assert (view.sign._sign, view.sign._tone != "neutral") == (sign, sign in "▲▼–"), name
        assert note in view.note.text(), name
        assert view.note.isVisible() == bool(note), name
        assert view.bars.isVisible() == (stored[name].result().verdict in NUMBERED), name


@pytest.mark.parametrize("name", EXPECTED)
def test_what_to_do_is_said_on_the_card_and_elsewhere(name: str, stored: dict[str, StoredCompare]) -> None:
    headline, _, note = EXPECTED[name]
    result = stored[name].result()
    said = done_words(result, stored[name], None)
    assert said.startswith(headline)
    assert note in said
    card = read_card(to_json(card_from(stored[name], result, ())))
    assert card_headline(card) == headline
    picture = _Painting(None, LIGHT)
    picture.paint(card, "a pair")
    for told in ("\n".join(picture.said), to_markdown(card)):
        assert headline in told
        assert note in told
