"""The Compare page before, during and after: what it says, what it offers, what it asks for."""

from __future__ import annotations

import msgspec
import pytest
from compare_page_stage import (
    PAIR,
    PLAIN,
    PLAN,
    buttons,
    done,
    draft,
    page,
    part,
    progress,
    ratio,
    row,
    said,
    shown,
    silent,
)
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from specdesk.measure import headlines
from specdesk.measure.headlines import NGRAM, Names
from specdesk.measure.stats import Interval
from specdesk.records.sample import Sample
from specdesk.service.compare_beside import Beside, predicted_words
from specdesk.service.compare_store import StoredCompare
from specdesk.service.events import CompareDone, ResultOpened, ResultsKnown
from specdesk.ui.compare.column import Column
from specdesk.ui.compare.progress import ProgressView
from specdesk.ui.compare.start import Wish


def fixed(of: StoredCompare, *, lighter: bool = False) -> StoredCompare:
    """The same without a length to set. lighter: where the draft takes no memory."""
    a, b = of.arms
    changed = msgspec.structs.replace(b, length=None, memory_mib=a.memory_mib if lighter else b.memory_mib)
    return msgspec.structs.replace(of, arms=(a, changed))


def filled(made: QWidget) -> list[str]:
    return [words for words, button in buttons(made).items() if button.property("kind") == "primary"]


# ---- before ----


@pytest.mark.parametrize(
    ("budget", "source", "wish"),
    [
        ("usual", "own", Wish(minutes=3.0)),
        ("quick", "own", Wish(minutes=2.0, quick=True)),
        ("long", "chat", Wish(minutes=10.0, from_chat=True)),
        ("usual", "file", Wish(minutes=3.0, prompts="/home/me/questions.txt")),
    ],
)
def test_what_is_asked_for(budget: str, source: str, wish: Wish, qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    made.start.budget.set_value(budget)
    if source == "file":
        made.start.take_file("/home/me/questions.txt")
        assert made.start.source.currentText() == "From questions.txt"
    else:
        made.start.source.setCurrentIndex(made.start.source.findData(source))
    with qtbot.waitSignal(made.asked) as asked:
        buttons(made)["Compare"].click()
    assert asked.args == [wish]
    assert made.phase == "during"


def test_nothing_to_compare_says_what_to_choose(qtbot: QtBot) -> None:
    made = shown(qtbot, page(PLAIN, "There is nothing to compare."))
    assert said(made) == "Is the draft worth it?\nThere is nothing to compare."
    assert list(buttons(made)) == [
        "Show the set-up", "Open a card …", "Compare two addresses …", "Take the script along …",
    ]  # fmt: skip
    with qtbot.waitSignal(made.set_up):
        buttons(made)["Show the set-up"].click()


def test_another_method_is_named(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    made.show_plan(PLAN, "Qwen + ngram-mod", NGRAM, "")
    assert made.start.headline.text() == "Is the n-gram look-up worth it? About 3 minutes."


# ---- during ----


def test_progress_shows_both_speeds_and_the_time_left(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    assert [bar.rate for bar in made.progress.bars.bars] == [None, None]
    made.show_progress(progress(good.stored, 30))
    words = said(made)
    assert "With draft: reply 31 of 48" in words
    assert "about 2\u00a0minutes left" in words
    assert "A first answer is possible in about 40\u00a0s." in words
    plain, with_draft = made.progress.bars.bars
    assert plain.rate == pytest.approx(31.0, rel=0.05)
    assert with_draft.rate is not None
    assert with_draft.rate > plain.rate
    assert (made.progress.bar.value(), made.progress.bar.maximum()) == (30, 48)
    assert made.earlier.isHidden()


def test_an_answer_that_is_certain_is_shown_while_the_cost_is_measured_on(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    assert made.progress.headline.text() == "Measuring …"
    made.show_progress(progress(good.stored, len(good.stored.measured)))
    assert made.progress.headline.text() == headlines.headline(good.result)
    words = said(made)
    assert "times as fast. That is certain: cancel whenever you like, it is kept." in words
    assert "A first answer" not in words
    assert made.progress.button.isEnabled()
    made.show_progress(progress(good.stored, 30))
    assert made.progress.headline.text() == "Measuring …"


def test_cancel_is_pressed_once(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    made.show_progress(progress(good.stored, 3))
    with qtbot.waitSignal(made.cancel):
        made.progress.button.click()
    assert not made.progress.button.isEnabled()
    made.show_progress(progress(good.stored, 4))
    assert "Stopping; what was measured is kept …" in said(made)


def test_a_start_that_fails_leads_back(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    made.failed()
    assert made.phase == "before"
    made.start.button.click()
    made.show_progress(progress(good.stored, 3))
    made.failed()  # a full disk, say: the compare goes on
    assert made.phase == "during"
    made.over()
    assert made.phase == "before"


def test_a_compare_that_measured_nothing_leads_back(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    made.done(done(part(good.stored, 0)))
    assert made.phase == "before"


# ---- after ----


def test_a_good_draft_in_ten_seconds(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    result = made.result
    assert result is not None
    assert result.headline.text() == "Keep the draft on: answers come 2.2 times as fast."
    assert result.basis.text() == "Likely 2.1 to 2.3 · 12 prompts, 6 minutes, RTX 3090, 12 May 2026"
    assert [(bar.name, bar.role) for bar in result.bars.bars] == [("plain", "target"), ("with draft", "draft")]
    assert result.price.text() == "1.4 GiB more memory, first word 0.1 s later, pays from 3 tokens."
    assert filled(made) == ["Keep on"]
    assert {"Turn off", "Run again", "Save card", "Details"} <= buttons(made).keys()
    assert result.headline.mapTo(made, result.headline.rect().topLeft()).y() < 100
    bottom = result.buttons.mapTo(made, result.buttons.rect().bottomLeft()).y()
    assert bottom < 400, "all that decides is in sight at once"


@pytest.mark.parametrize(
    ("stored", "headline", "proposed"),
    [
        (ratio(0.8), "Turn it off: 0.79 times as fast.", ["Turn off"]),
        (ratio(1.0, 0.02), "No clear difference at length 4 (1.00); length 1 should pay.", ["Use length 1 and check"]),
        (fixed(ratio(1.0, 0.02)),
         "No clear difference (0.99 to 1.01): turn it off, which frees 1.4 GiB.", ["Turn off"]),
        (fixed(ratio(1.0, 0.02), lighter=True), "No clear difference (0.99 to 1.01): either is fine.", []),
        (part(ratio(1.03, 0.15), 48),
         "Not sure yet: 0.93 to 1.08 times as fast. It ended early; the questions that are left would tell more.",
         ["Ask more questions"]),
        (ratio(1.1, drift=-0.004), "No answer: the machine slowed by 13 % meanwhile.", ["Run again"]),
        (ratio(0.4, drift=-0.004),
         "Turn it off: it is slower, but by how much cannot be told; the machine slowed by 13 % meanwhile.",
         ["Turn off"]),
        (silent(), "Turn it off, or choose another: the draft never guessed.", ["Turn off"]),
        (msgspec.structs.replace(part(draft(), 14), id=0), "No answer: it ended too early.", ["Run again"]),
    ],
    ids=["slower", "other-length", "same", "same-memory", "unsure", "drifted", "leaning", "silent", "little"],
)  # fmt: skip
def test_every_verdict_has_its_headline_and_its_way_on(
    stored: object, headline: str, proposed: list[str], qtbot: QtBot
) -> None:
    made = shown(qtbot, page())
    made.done(done(stored))
    assert made.result is not None
    assert made.result.headline.text() == headline
    assert filled(made) == proposed
    answered = not headline.startswith("No answer")
    numbered = answered and "cannot be told" not in headline and "never guessed" not in headline
    assert made.result.bars.isVisible() == numbered, "a verdict without a number has no bars to compare"
    assert ("Keep on" in buttons(made)) == (answered and "never guessed" not in headline)


def test_decisions_are_told(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    with qtbot.waitSignal(made.keep_on):
        buttons(made)["Keep on"].click()
    with qtbot.waitSignal(made.turn_off):
        buttons(made)["Turn off"].click()
    buttons(made)["Run again"].click()
    assert made.phase == "before"
    assert made.start.button.isVisible()


def test_an_unsure_compare_goes_on(qtbot: QtBot) -> None:
    made = shown(qtbot, page())
    made.done(done(part(ratio(1.03, 0.15), 48)))
    with qtbot.waitSignal(made.go_on) as asked:
        buttons(made)["Ask more questions"].click()
    assert asked.args == [1]
    assert made.phase == "during"


def test_a_result_of_another_set_up_decides_nothing(qtbot: QtBot, good: CompareDone) -> None:
    other = msgspec.structs.replace(PLAN, draft="/models/other.gguf")
    made = shown(qtbot, page(other))
    made.opened(ResultOpened(stored=good.stored, result=good.result, words=""))
    assert made.phase == "after"
    assert "Measured with another set-up than that of now" in said(made)
    assert {"Keep on", "Turn off"}.isdisjoint(buttons(made))
    made.show_plan(PLAN, PAIR, Names(), "")
    assert {"Keep on", "Turn off"} <= buttons(made).keys()


def test_a_better_length_is_applied_and_checked(qtbot: QtBot, good: CompareDone) -> None:
    assert good.result.best is not None
    better = msgspec.structs.replace(
        good.result.best, k=6, action="apply", speedup=Interval(estimate=2.4, low=2.3, high=2.5)
    )
    result = msgspec.structs.replace(good.result, best=better)
    made = shown(qtbot, page())
    made.done(msgspec.structs.replace(good, result=result))
    assert "Best length 6: predicted 2.4x (2.3 to 2.5)" in said(made)
    assert headlines.claim(headlines.DRAFT) in said(made)
    with qtbot.waitSignal(made.apply_length) as asked:
        buttons(made)["Use length 6 and check"].click()
    assert asked.args == [6, better.speedup]
    assert "length 6" in made.progress.pair.text()
    beside = Beside(sentences=(predicted_words(better.speedup, good.result),))
    made.done(msgspec.structs.replace(good, beside=beside))
    assert predicted_words(better.speedup, good.result) in said(made)
    made.done(good)
    assert "Predicted" not in said(made), "a prediction is told beside its own check only"


def test_two_profiles_have_nothing_to_turn_off(qtbot: QtBot, good: CompareDone) -> None:
    names = Names(thing="", a="Quiet", b="Fast")
    setup = msgspec.structs.replace(good.stored.setup, names=names)
    made = shown(qtbot, page())
    made.done(done(msgspec.structs.replace(good.stored, setup=setup)))
    assert made.result is not None
    assert made.result.headline.text() == "Fast is 2.2 times as fast as Quiet."
    assert {"Keep on", "Turn off"}.isdisjoint(buttons(made))


def test_details_say_what_they_rest_on(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    buttons(made)["Details"].click()
    words = said(made)
    assert "Acceptance: 47 % of the guessed tokens were used." in words
    assert "Tokens per pass: 2.81 come out of each step of the target." in words
    assert "Asked twice, plain said the same in 12 of 12, with draft in 12 of 12." in words
    assert "--draft-max 4" in words
    assert made.result is not None
    details = made.result.details
    assert len(details.position_bars.shares) == 4


def test_both_answers_with_the_first_difference_marked(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    assert made.result is not None
    texts = made.result.answers
    assert texts.choice.count() == 12
    assert texts.choice.itemText(0).endswith("rounding tie")
    assert texts.where.text().startswith("The same for ")
    marks = [answer.extraSelections() for answer in texts.answers]
    assert [mark[0].cursor.selectedText().strip() for mark in marks] == ["one", "another"]
    texts.choice.setCurrentIndex(11)
    assert texts.where.text() == "Both answers are the same, word for word."
    assert not texts.answers[0].extraSelections()


# ---- earlier results ----


def test_earlier_results_are_opened_deleted_and_brought_back(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    assert made.earlier.isHidden()
    rows = (row(good.stored, 2), row(ratio(0.8), 1))
    made.results(ResultsKnown(rows=rows))
    named = {one.accessibleName(): one for one in made.earlier.findChildren(QPushButton) if one.accessibleName()}
    assert list(named) == [
        "Keep the draft on: answers come 2.2 times as fast., 12 May 2026",
        "Turn it off: 0.79 times as fast., 12 May 2026",
    ]
    with qtbot.waitSignal(made.open_result) as opened:
        list(named.values())[1].click()
    assert opened.args == [1]
    made.earlier._delete(1)
    made.results(ResultsKnown(rows=rows[:1]))
    with qtbot.waitSignal(made.undo_delete) as undone:
        made.earlier.undo_button.click()
    assert undone.args == [1]
    assert not made.earlier.undo_button.isVisible()


def test_an_opened_result_waits_while_something_is_measured(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.start.button.click()
    made.opened(ResultOpened(stored=good.stored, result=good.result, words=""))
    assert made.phase == "during"


# ---- the break-even picture ----


def test_the_point_moves_while_chatting(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    assert not made.pays.isVisible()
    made.set_baseline(None, 0.21)
    assert made.pays.isVisible()
    assert made.pays.words.endswith("How many are used now is not known yet.")
    made.set_sample(Sample(t=1.0, tokens=90, drafted=100, accepted=62))
    twin = made.pays.words
    assert "pays once 21 % of its guesses are used (acceptance)" in twin
    assert "Now 62 % of the guesses are used: 1.89 times the plain speed." in twin
    assert made.pays.picture.plot.accessibleDescription() == twin
    made.done(good)
    assert "Now 62 %" in made.pays.words
    made.set_sample(None)
    assert "Now 47 %" in made.pays.words


def test_no_picture_without_a_length_to_set(qtbot: QtBot, good: CompareDone) -> None:
    a, b = good.stored.arms
    bare = msgspec.structs.replace(good.stored, arms=(a, msgspec.structs.replace(b, length=None)))
    made = shown(qtbot, page())
    made.done(done(bare))
    assert not made.pays.isVisible()


# ---- looks ----


@pytest.mark.usefixtures("large_text")
def test_large_text_is_not_cut(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.results(ResultsKnown(rows=(row(good.stored),)))
    for _ in range(2):
        content = made.scroll.widget()
        assert content.minimumSizeHint().width() <= made.scroll.viewport().width()
        made.done(good)


def test_what_can_have_the_focus_has_a_name(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    made.result.details_button.click()
    unnamed = [
        one for one in made.findChildren(QPushButton) if one.isVisible() and not (one.text() or one.accessibleName())
    ]
    assert unnamed == []
    assert made.result.bars.accessibleDescription() == "plain: 31 tokens/s, with draft: 68 tokens/s"
    rows = made.result.whiskers.accessibleDescription()
    assert "Writing code: 2.1 times as fast, likely 1.8 to 2.5 (1 prompt)" in rows


def test_cancel_stays_where_it_is_while_sentences_come(qtbot: QtBot, good: CompareDone) -> None:
    page, view = Column(), ProgressView()
    page.add(view)
    qtbot.addWidget(page)
    page.resize(600, 700)
    page.show()
    view.begin("pair", good.stored.setup.names, 60.0)
    QApplication.processEvents()
    before = view.button.mapTo(view, view.button.rect().topLeft())
    view._say(view.longer, "At the speed of this machine it takes about 31 minutes.")
    view._say(view.so_far, "1.1 to 1.9 times as fast so far; this still changes.")
    QApplication.processEvents()
    assert view.longer.isVisible()
    assert view.button.mapTo(view, view.button.rect().topLeft()) == before
