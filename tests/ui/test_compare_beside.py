"""What stands beside a result: cards, earlier builds, other temperatures, several people; and the list of results."""

from __future__ import annotations

import msgspec
from compare_page_stage import MADE, buttons, done, draft, page, part, ratio, row, said, shown
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from specdesk.measure.control import ControlResult
from specdesk.measure.crowd import CrowdRun, crowd_result
from specdesk.service.compare_again import RecheckOffer
from specdesk.service.compare_beside import Beside, Kept
from specdesk.service.events import CardOpened, CompareDone, ResultsKnown
from specdesk.ui.compare import ComparePage, words
from specdesk.ui.compare.cards import card_from

DAY = 86_400.0


def kept(of: object) -> Kept:
    return Kept(stored=of.stored, result=of.result)  # type: ignore[attr-defined]


def test_a_card_and_this_computer(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    card = card_from(draft(alpha=0.5), draft(alpha=0.5).result(), ())
    assert card.speedup is not None
    made.done(msgspec.structs.replace(good, beside=Beside(card=card, sentences=("The card says 1.5x, here 2.2x.",))))
    assert made.result is not None
    rows = made.result.beside.card.rows.rows
    assert [one.name for one in rows] == ["The card: RTX 3090", "Here: RTX 3090"]
    assert [one.estimate for one in rows] == [card.speedup.estimate, good.result.speedup.estimate]  # type: ignore[union-attr]
    assert "The card says 1.5x, here 2.2x." in said(made)
    assert not made.result.beside.before.isVisible()


def test_measured_again_and_another_temperature(qtbot: QtBot, good: CompareDone) -> None:
    before = done(ratio(1.4))
    warm = msgspec.structs.replace(good.stored, setup=msgspec.structs.replace(good.stored.setup, temperature=0.7))
    beside = Beside(before=kept(before), second=Kept(stored=warm, result=ratio(1.5).result()))
    made = shown(qtbot, page())
    made.done(msgspec.structs.replace(good, beside=beside))
    assert made.result is not None
    view = made.result.beside
    assert view.before.isVisible()
    assert [one.name for one in view.temperatures.rows.rows] == ["Temperature 0", "Temperature 0.7"]
    assert "Temperature 0.7: 1.5 times as fast, likely" in view.temperatures.rows.accessibleDescription()
    made.done(good)
    assert view.isHidden(), "nothing belongs to this one"


def test_several_people_at_once(qtbot: QtBot, good: CompareDone) -> None:
    runs = [
        CrowdRun(arm=arm, users=users, tokens=tokens, seconds=10.0)
        for arm, users, tokens in (("A", 1, 300), ("B", 1, 600), ("A", 16, 3200), ("B", 16, 1600))
    ]  # fmt: skip
    crowd = crowd_result(runs)
    assert crowd is not None
    made = shown(qtbot, page())
    made.done(msgspec.structs.replace(good, result=msgspec.structs.replace(good.result, crowd=crowd)))
    assert made.result is not None
    told = said(made.result.beside.crowd).split("\n")
    assert crowd.words in told
    assert {"1 person", "16 people", "30.0", "320", "10.0", "2.0x", "0.50x"} <= set(told)


def test_a_dropped_card_is_shown_and_run(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    card = card_from(good.stored, good.result, ())
    made.show_card(CardOpened(path="/c.json", card=card, words="By a stranger.", dropped=("Its port is left out.",)))
    assert made.phase == "card"
    told = said(made)
    assert "Keep the draft on: answers come 2.2 times as fast." in told
    assert "Its port is left out." in told
    with qtbot.waitSignal(made.run_card) as asked:
        buttons(made)["Run the same here"].click()
    assert asked.args == [card]
    assert made.phase == "during"
    made.show_card(CardOpened(path="/c.json", card=card, words=""))
    assert made.phase == "during", "what is measured stays in sight"


def test_a_card_that_cannot_be_run_says_why(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    card = card_from(good.stored, good.result, ())
    made.show_card(CardOpened(path="/c.json", card=card, words="", problem="Qwen2.5-32B is not among your files."))
    assert "Qwen2.5-32B is not among your files." in said(made)
    assert "Run the same here" not in buttons(made)
    buttons(made)["Back"].click()
    assert made.phase == "before"


def test_results_of_a_pair_by_build_and_what_has_changed(qtbot: QtBot, good: CompareDone) -> None:
    new = row(good.stored, 3, MADE + 2 * DAY)
    second = msgspec.structs.replace(row(ratio(1.5), 4, MADE + 2 * DAY), part_of=3, temperature=0.7)
    old = msgspec.structs.replace(row(ratio(1.4), 1, MADE), build="1 (571d0d5)")
    rows = (new, second, old)
    assert words.was(rows, new) == "2.2x, was 1.4x with build 571d0d5, over the same 12 prompts."
    assert words.was(rows, old) == ""
    assert words.was(rows, second) == "", "another temperature is another question"
    made = shown(qtbot, page())
    offer = RecheckOffer(
        compare=3, pair=new.pair, words="Measured with b11434; the engine is 1 (571d0d5) now. Check again?"
    )
    made.results(ResultsKnown(rows=rows, offers=(offer,)))
    named = [one.accessibleName() for one in made.earlier.findChildren(QPushButton) if one.accessibleName()]
    assert "was 1.4x with build 571d0d5" in named[0]
    assert named[1].startswith("At temperature 0.7: Keep the draft on")
    assert "the engine is build 571d0d5 now" in said(made.earlier)
    with qtbot.waitSignal(made.recheck) as asked:
        buttons(made)["Check again, about 2 minutes"].click()
    assert asked.args == [3]
    assert made.phase == "during"
    assert made.progress.pair.text() == new.pair


def test_a_sure_answer_may_be_made_surer(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    made.done(good)
    more = buttons(made)["Ask more questions"]
    assert more.property("kind") == "outline", "what is proposed is to keep it on"
    with qtbot.waitSignal(made.go_on) as asked:
        more.click()
    assert asked.args == [1]
    made.failed()
    assert made.phase == "after", "back to the answer that there is"


def test_what_the_control_arm_told_is_behind_details(qtbot: QtBot, good: CompareDone) -> None:
    made = shown(qtbot, page())
    result = msgspec.structs.replace(good.result, control=ControlResult(kernels=2))
    made.done(msgspec.structs.replace(good, result=result))
    assert result.control is not None
    assert result.control.words not in said(made)
    buttons(made)["Details"].click()
    assert result.control.words in said(made)


def test_what_is_proposed_comes_first(qtbot: QtBot, good: CompareDone) -> None:
    def order(made: ComparePage) -> list[str]:
        assert made.result is not None
        found = [one for one in made.result.buttons.findChildren(QPushButton) if one.isVisible()]
        return [one.text() for one in sorted(found, key=lambda one: (one.y(), one.x()))]

    made = shown(qtbot, page())
    made.resize(1000, 900)
    made.done(good)
    qtbot.waitUntil(lambda: order(made)[:4] == ["Keep on", "Turn off", "Save card", "Details"], timeout=20_000)
    made.done(done(part(good.stored, 20)))
    qtbot.waitUntil(lambda: order(made)[0] == "Ask more questions", timeout=20_000)
    made.done(done(ratio(1.3, drift=-0.004)))
    qtbot.waitUntil(lambda: order(made)[0] == "Keep on", timeout=20_000)
    made.done(done(ratio(1.05, drift=-0.004)))
    qtbot.waitUntil(lambda: order(made)[0] == "Run again", timeout=20_000)
