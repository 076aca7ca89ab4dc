"""What a sweep says of its winner, whatever the compare with plain came to: never anything else than that says."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from compare_outcomes import OUTCOMES
from compare_page_stage import buttons, page, shown
from pytestqt.qtbot import QtBot
from sweep_page_stage import NOW, answered, found

from specdesk.measure import headlines
from specdesk.measure.sweep import PLAIN
from specdesk.service.compare_store import StoredCompare
from specdesk.service.sweep_result import words_of
from specdesk.ui.compare import sweep_words

VERDICTS = {
    "faster": "faster", "slower": "slower", "same": "no-difference", "not sure, more": "not-sure",
    "never guessed": "no-drafts", "drifted": "drifted", "too short": "too-little",
}  # fmt: skip
"""An ending of each verdict."""

SAYS = {
    "faster": ("apply", "▲", "Best: length 5, p-min 0.6. Answers come 2.2 times as fast."),
    "slower": ("off", "▼", "Turn it off: no setting is faster than none."),
    "same": ("off", "▼", ": turn it off, which frees 1.4 GiB."),
    "not sure, more": ("stay", "…", "Not sure yet: "),
    "never guessed": ("off", "–", "Turn it off, or choose another: the draft never guessed."),
    "drifted": ("stay", "?", "No answer: the machine slowed by "),
    "too short": ("stay", "?", "No answer: the answers are too short to time."),
    "same, no memory": ("stay", "=", ": either is fine."),
    "slower, another length pays": ("stay", "▼", "Length 8 costs speed"),
    "n-gram never guessed": ("stay", "=", "Either is fine: the n-gram look-up never guessed here."),
}


@cache
def made_once(ending: str) -> StoredCompare:
    """Each takes a moment."""
    return OUTCOMES[ending]()


@pytest.mark.parametrize("ending", SAYS)
def test_the_answer_is_that_of_the_compare_behind_it(ending: str, qtbot: QtBot) -> None:
    result = answered(made_once(ending))
    assert result.confirmed is not None
    assert result.confirmed.verdict == VERDICTS.get(ending, result.confirmed.verdict)
    action, sign, headline = SAYS[ending]
    assert (result.action, sweep_words.sign(result)[0]) == (action, sign)
    assert headline in sweep_words.headline(result)
    made = shown(qtbot, page())
    made.sweep.begin("Qwen")
    made.sweep_done(result)
    expected = {"apply": ["Apply best"], "off": ["Turn off"], "stay": ["Show the measurement"]}[action]
    assert [name for name, one in buttons(made).items() if one.property("kind") == "primary"] == expected
    assert ("Apply best" in buttons(made), "Turn off" in buttons(made)) == (action == "apply", action == "off")


@pytest.mark.parametrize("ending", [*SAYS, "drifted, leaning", "faster, for long answers"])
def test_one_line_never_says_two_things(ending: str) -> None:
    stored = made_once(ending)
    result, names = answered(stored).confirmed, stored.setup.names
    assert result is not None
    said = headlines.headline(result, names)
    for current in (NOW, PLAIN):
        words = words_of(answered(stored, current))
        assert ("Use it." in words) == (headlines.sign(result, names) == "▲")
        if "urn it off" in said and current == NOW and "hould pay" not in said:
            assert words.endswith(f"Against plain: {said}")
            assert "Stay" not in words
        if current == PLAIN:
            assert "urn it off" not in words or "leave it off" in words


def test_before_the_best_was_compared_nothing_is_claimed() -> None:
    result = msgspec.structs.replace(found("stay"), confirmed=None, stored=None)
    assert sweep_words.headline(result) == (
        "Best so far: length 5, p-min 0.6. It was not compared with no guessing yet."
    )
    assert sweep_words.sign(result) == ("…", "neutral")
