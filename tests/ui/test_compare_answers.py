"""Both answers side by side: the difference marked, and the replay with its recorded timing."""

from __future__ import annotations

import msgspec
import pytest
from compare_page_stage import draft
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QSlider, QWidget
from pytestqt.qtbot import QtBot

from specdesk.measure.replay import Replay, Track
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare.answers import AnswersView
from specdesk.ui.compare.column import Column
from specdesk.ui.compare.names import ModelNames
from specdesk.ui.compare.replay import Playing

SLOW = Track(text="one two three", typed=((1000.0, 4), (2000.0, 8), (4000.0, 20)))
FAST = Track(text="one two four", typed=((500.0, 4), (1000.0, 8), (1500.0, 11)))


@pytest.fixture(scope="module")
def good() -> StoredCompare:
    return draft()


@pytest.fixture
def view(qtbot: QtBot, good: StoredCompare) -> AnswersView:
    made = AnswersView()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show_answers(good)
    made.show()
    return made


def texts(view: AnswersView) -> list[str]:
    return [answer.toPlainText() for answer in view.answers]


def test_what_is_there_at_a_moment() -> None:
    replay = Playing(Replay(prompt="p", a=SLOW, b=FAST))
    assert [replay.text(0), replay.text(1)] == ["", ""]
    replay.pass_by(1000.0)
    assert [replay.text(0), replay.text(1)] == ["one ", "one two "]
    assert replay.words(("plain", "with draft")) == "plain: 1.0\u00a0s, with draft: 1.0\u00a0s"
    replay.pace = 2.0
    replay.pass_by(500.0)
    assert replay.at_ms == 2000.0
    assert replay.state_words(1) == "finished after 1.5\u00a0s"
    replay.pass_by(60_000.0)
    assert replay.is_over
    assert replay.at_ms == 4000.0
    assert [replay.text(0), replay.text(1)] == ["one two three", "one two four"], "however it was counted"


def test_a_replay_types_both_and_ends_with_the_difference_marked(view: AnswersView) -> None:
    whole = texts(view)
    assert view.answers[0].extraSelections()
    view.play_or_pause()
    assert view.is_playing
    assert view.play_button.text() == "Pause"
    assert texts(view) == ["", ""]
    view.pass_by(4000.0)
    shown = texts(view)
    assert whole[0].startswith(shown[0])
    assert 0 < len(shown[0]) < len(shown[1]) < len(whole[1])
    assert not view.answers[0].extraSelections(), "the difference is not there yet"
    view.pass_by(2000.0)
    assert view.states[1].text() == "finished after 5.0\u00a0s"
    assert texts(view)[1] == whole[1]
    view.pass_by(60_000.0)
    assert not view.is_playing
    assert texts(view) == whole
    assert view.answers[0].extraSelections()
    assert view.play_button.text() == "Replay"


def test_the_replay_by_keyboard(view: AnswersView, qtbot: QtBot) -> None:
    qtbot.keyClick(view.play_button, Qt.Key.Key_Space)
    assert view.is_playing
    view.pass_by(1000.0)
    qtbot.keyClick(view.play_button, Qt.Key.Key_Space)
    assert not view.is_playing
    assert view.play_button.text() == "Go on"
    before = view.slider.value()
    qtbot.keyClick(view.slider, Qt.Key.Key_Right)
    assert view.slider.value() == before + 500
    assert view.replay is not None
    assert view.replay.at_ms == before + 500
    assert view.slider.accessibleDescription().startswith("plain: ")
    view.pace.chosen.emit("5")
    at = view.replay.at_ms
    view.pass_by(100.0)
    assert view.replay.at_ms == pytest.approx(at + 500.0)


def test_another_question_ends_the_replay(view: AnswersView) -> None:
    view.play_or_pause()
    view.choice.setCurrentIndex(11)
    assert not view.is_playing
    assert view.where.text() == "Both answers are the same, word for word."
    view.play_or_pause()
    view.hide()
    assert not view.is_playing, "nothing is typed where nobody looks"


def test_without_recorded_timing_there_is_no_replay(qtbot: QtBot, good: StoredCompare) -> None:
    made = AnswersView()
    qtbot.addWidget(made)
    bare = tuple(msgspec.structs.replace(reply, typed=()) for reply in good.measured)
    made.show_answers(msgspec.structs.replace(good, measured=bare))
    assert made.controls.isHidden()
    assert made.answers[0].toPlainText()


def test_models_by_the_names_that_people_know() -> None:
    names = ModelNames()
    plan = LaunchPlan(target="/m/SmolLM2-135M.Q4_1.gguf", methods=("ngram-mod",))
    assert names.pair(plan) == "SmolLM2-135M.Q4_1 + n-gram look-up (ngram-mod)"
    rows = [
        ModelFile(path="/m/SmolLM2-135M.Q4_1.gguf", kind="model", name="SmolLM2 135M Instruct", quantization="Q4_1",
                  architecture="llama"),
        ModelFile(path="/m/d.gguf", kind="model", name="Tiny Q8_0", quantization="Q8_0", architecture="llama"),
    ]  # fmt: skip
    assert names.learn(rows)
    assert not names.learn(rows)
    assert names.pair(plan) == "SmolLM2 135M Instruct Q4_1 + n-gram look-up (ngram-mod)"
    with_draft = LaunchPlan(target="/m/SmolLM2-135M.Q4_1.gguf", draft="/m/d.gguf", methods=("draft-simple",))
    assert names.pair(with_draft) == "SmolLM2 135M Instruct Q4_1 + Tiny Q8_0"
    assert names.written("SmolLM2-135M.Q4_1 + ngram-mod") == names.pair(plan)
    assert names.written("Gone-7B + Other") == "Gone-7B + Other"


def test_the_wheel_turns_the_page_and_no_choice(qtbot: QtBot) -> None:
    column = Column()
    qtbot.addWidget(column)
    inside = QWidget()
    button, box, slider = QPushButton(inside), QComboBox(inside), QSlider(Qt.Orientation.Horizontal, inside)
    box.addItems(["one", "two", "three"])
    box.setCurrentIndex(1)
    slider.setValue(50)
    inside.setMinimumHeight(2000)
    column.add(inside)
    column.resize(300, 300)
    column.show()
    qtbot.waitUntil(lambda: column.verticalScrollBar().maximum() > 0, timeout=20_000)
    button.setFocus()
    for one in (box, slider):
        middle = QPointF(one.rect().center())
        turned = QWheelEvent(
            middle, one.mapToGlobal(middle), QPoint(0, 0), QPoint(0, -120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        before = column.verticalScrollBar().value()
        QApplication.sendEvent(one, turned)
        assert column.verticalScrollBar().value() > before
    assert (box.currentIndex(), slider.value()) == (1, 50)
