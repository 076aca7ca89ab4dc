"""Messages on the screen: streaming, figures, reasoning, errors, scrolling, and what the keyboard reaches."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from specdesk.chat.conversation import Message, ReplyFooter
from specdesk.chat.guesses import Span
from specdesk.chat.made_by import MadeBy
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.ui.chat.question import QuestionEditor, QuestionView
from specdesk.ui.chat.reply import ReplyView
from specdesk.ui.chat.transcript import AT_ONCE, Transcript
from specdesk.ui.parts import Button, IconButton

FIGURES = ReplyFooter(
    rate=56.2, ttft_ms=412, tokens=212, tokens_per_pass=3.5, acceptance=0.62, drafted=100, accepted=62, setup="A + B"
)


def question(number: int, text: str = "Why?") -> Message:
    return Message(id=number, role="user", text=text)


def answer(number: int, text: str = "Because.", **more: object) -> Message:
    return Message(id=number, role="assistant", text=text, footer=FIGURES, **more)


@pytest.fixture
def transcript(qtbot) -> Transcript:
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def long_chat(count: int) -> tuple[Message, ...]:
    return tuple(
        question(number) if number % 2 else answer(number, f"Answer number {number}.\n\n" * 6)
        for number in range(1, count + 1)
    )


def test_a_saved_chat_is_shown_with_the_figures_of_each_reply(transcript: Transcript):
    transcript.show_messages((question(1, "Why *is* it?"), answer(2, "**Because.**"), question(3), answer(4)))
    shown = transcript.views()
    assert [view.message_id for view in shown] == [1, 2, 3, 4]
    assert shown[0].words.toPlainText() == "Why *is* it?"
    assert shown[1].text.text() == "Because."
    assert "56 tokens/s" in shown[1].footer.text()
    assert "62 % of guesses used" in shown[1].footer.text()
    assert "A + B" in shown[3].footer.text()


def test_the_figures_say_with_which_settings_they_came_about(transcript: Transcript):
    made_by = MadeBy(plan=LaunchPlan(context=8192), sampling=Sampling(temperature=0.7))
    saved = answer(3)
    told = ReplyFooter(rate=56.2, setup="A", made_by=made_by)
    transcript.show_messages((question(1), Message(id=2, role="assistant", text="Because.", footer=told), saved))
    with_settings, without = (view.footer for view in transcript.views()[1:])
    assert with_settings.toolTip().endswith("Set for this answer: context 8,192 · temperature 0.7.")
    assert with_settings.accessibleDescription().split() == with_settings.toolTip().split()
    assert "Set for this answer" not in without.toolTip()


def test_a_reply_streams_and_ends_with_its_figures(transcript: Transcript):
    transcript.show_messages((question(1),))
    view = transcript.begin(2)
    assert view.waiting.text() == "Reading the question…"
    assert not view.waiting.isHidden()
    view.set_waiting("Reading the question: 10 of 90 tokens")
    view.append([Span("Half a ", None), Span("**word", True)])
    assert view.waiting.isHidden()
    assert view.text.text() == "Half a word"
    assert view.actions.isHidden()
    view.append([Span("s**", False)])
    view.finish("56 tokens/s")
    assert (view.text.text(), view.footer.text()) == ("Half a words", "56 tokens/s")
    assert not view.actions.isHidden()
    assert view.source() == "Half a **words**"


def test_reasoning_stands_apart_and_is_folded(transcript: Transcript):
    view = transcript.begin(1)
    assert view.reasoning.isHidden()
    view.append([Span("Let me think.", None, True)])
    assert not view.reasoning.isHidden()
    assert view.reasoning.heading() == "Thinking…"
    assert not view.reasoning.is_unfolded()
    view.append([Span("Yes.", None)])
    assert view.reasoning.heading() == "Thought for 1 s"
    assert view.text.text() == "Yes."
    heading = view.reasoning.findChild(Button)
    assert heading.accessibleDescription().startswith("Folded.")
    heading.click()
    assert view.reasoning.is_unfolded()
    assert view.reasoning.text.text() == "Let me think."
    assert heading.accessibleDescription().startswith("Unfolded.")
    view.finish("")
    assert view.source() == "Yes."


def test_reasoning_of_a_saved_chat_has_no_time(transcript: Transcript):
    spans = (Span("Hm.", None, True), Span("Yes.", True))
    transcript.show_messages((answer(1, "Yes.", reasoning="Hm.", spans=spans), answer(2, "No.", reasoning="")))
    first, second = transcript.views()
    assert first.reasoning.heading() == "What it thought first"
    assert first.reasoning.text.text() == ""
    first.reasoning.unfold(True)
    assert first.reasoning.text.text() == "Hm."
    assert second.reasoning.isHidden()


def test_an_error_stands_inside_its_message_and_offers_to_try_again(qtbot, transcript: Transcript):
    view = transcript.begin(7)
    view.append([Span("It goes ", None)])
    view.fail("The engine ended.", "No memory.", "Use less context.")
    error = view.error()
    assert error is not None
    assert (error.what.text(), error.why.text(), error.next_step.text()) == (
        "The engine ended.",
        "No memory.",
        "Use less context.",
    )
    assert view.text.text() == "It goes"
    with qtbot.waitSignal(transcript.again) as again:
        error.findChild(QPushButton).click()
    assert again.args == [7]
    view.fail("Again.", "", "")
    assert view.error().what.text() == "Again."


def test_copy_takes_the_markdown_and_regenerate_names_the_message(qtbot, transcript: Transcript):
    transcript.show_messages((question(1, "Ask <b>"), answer(2, "**Bold** `x`")))
    asked, replied = transcript.views()
    copy, again = replied.actions.findChildren(IconButton)
    assert (copy.accessibleName(), again.accessibleName()) == ("Copy this answer", "Answer again")
    with qtbot.waitSignal(transcript.copied):
        copy.click()
    assert QGuiApplication.clipboard().text() == "**Bold** `x`"
    with qtbot.waitSignal(transcript.again) as regenerated:
        again.click()
    assert regenerated.args == [2]
    asked.actions.findChildren(IconButton)[0].click()
    assert QGuiApplication.clipboard().text() == "Ask <b>"


def test_a_question_can_be_asked_differently(qtbot, transcript: Transcript):
    transcript.show_messages((question(5, "Why?"),))
    (view,) = transcript.views()
    view.actions.findChildren(IconButton)[1].click()
    editor = view.findChild(QuestionEditor)
    assert editor.field.toPlainText() == "Why?"
    editor.field.setPlainText("Why not?")
    with qtbot.waitSignal(transcript.edited) as edited:
        qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    assert edited.args == [5, "Why not?"]


def test_escape_leaves_the_question_as_it_was(qtbot, transcript: Transcript):
    transcript.show_messages((question(5, "Why?"),))
    (view,) = transcript.views()
    view.open_editor()
    editor = view.findChild(QuestionEditor)
    editor.field.setPlainText("   ")
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    assert not editor.isHidden()
    with qtbot.assertNotEmitted(transcript.edited):
        qtbot.keyClick(editor.field, Qt.Key.Key_Escape)
    assert editor.isHidden()
    assert view.words.toPlainText() == "Why?"


def test_the_bubble_hugs_its_text_and_breaks_long_words(transcript: Transcript):
    transcript.show_messages((question(1, "Hi"), question(2, "x" * 600)))
    settle()
    short, long = transcript.views()
    assert short.words.width() < 60
    assert long.words.width() <= long.width() * 0.82
    for view in (short, long):
        assert view.words.verticalScrollBar().maximum() == 0
        assert view.words.height() >= view.words.document().size().height()


def test_a_huge_question_is_shown_in_part_and_kept_whole(transcript: Transcript):
    text = "\n".join(f"line {number}" for number in range(5000))
    transcript.show_messages((question(1, text),))
    (view,) = transcript.views()
    assert len(view.words.toPlainText()) < 2000
    assert view.text() == text
    rest = next(button for button in view.findChildren(Button) if "Show all" in button.text())
    rest.click()
    assert view.words.toPlainText() == text


def test_questions_are_never_taken_for_markup_and_controls_are_visible(transcript: Transcript):
    transcript.show_messages((question(1, "<img src='x'> \x1b[0m \u202e"),))
    (view,) = transcript.views()
    assert view.words.toPlainText() == "<img src='x'> ␛[0m �"


def test_it_follows_the_newest_text_only_while_the_reader_is_at_the_end(transcript: Transcript):
    transcript.show_messages(long_chat(8))
    settle()
    bar = transcript.verticalScrollBar()
    assert transcript.is_following()
    assert bar.value() == bar.maximum() > 0
    view = transcript.begin(9)
    view.append([Span("More.\n\n" * 30, None)])
    settle()
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() - 200)
    assert not transcript.is_following()
    at = bar.value()
    view.append([Span("And more.\n\n" * 30, None)])
    settle()
    assert bar.value() == at
    jump = next(button for button in transcript.findChildren(Button) if button.text() == "Jump to newest")
    assert not jump.isHidden()
    jump.click()
    assert bar.value() == bar.maximum()
    assert jump.isHidden()
    view.append([Span("The end.\n\n" * 30, None)])
    settle()
    assert bar.value() == bar.maximum()


def test_no_room_is_wasted_below_the_last_message(transcript: Transcript):
    transcript.show_messages(long_chat(8))
    settle()
    last = transcript.views()[-1]
    end = last.mapTo(transcript.widget(), last.rect().bottomLeft()).y()
    assert transcript.widget().height() - end < 60


def test_a_new_reply_brings_the_reader_to_the_end(transcript: Transcript):
    transcript.show_messages(long_chat(8))
    settle()
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    assert not transcript.is_following()
    transcript.begin(9)
    settle()
    assert bar.value() == bar.maximum()


def test_a_long_chat_is_built_from_its_end_and_earlier_messages_on_request(transcript: Transcript):
    transcript.show_messages(long_chat(3 * AT_ONCE))
    settle()
    assert [view.message_id for view in transcript.views()] == list(range(2 * AT_ONCE + 1, 3 * AT_ONCE + 1))
    more = next(button for button in transcript.findChildren(Button) if "earlier" in button.text())
    assert more.text() == f"Show {2 * AT_ONCE} earlier messages"
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    before = transcript.views()[0].mapTo(transcript, transcript.views()[0].rect().topLeft()).y()
    first = transcript.views()[0]
    more.click()
    settle()
    assert [view.message_id for view in transcript.views()] == list(range(AT_ONCE + 1, 3 * AT_ONCE + 1))
    assert abs(first.mapTo(transcript, first.rect().topLeft()).y() - before) <= 40
    more.click()
    settle()
    assert more.isHidden()
    assert len(transcript.views()) == 3 * AT_ONCE


def test_messages_that_stay_are_not_built_again(transcript: Transcript):
    first, second, third = question(1), answer(2), question(3)
    transcript.show_messages((first, second))
    before = transcript.views()
    transcript.show_messages((first, second, third))
    assert transcript.views()[:2] == before
    transcript.show_messages((first, answer(2, "Something else.")))
    after = transcript.views()
    assert after[0] is before[0]
    assert after[1] is not before[1]
    assert after[1].text.text() == "Something else."


def test_the_message_that_streamed_is_kept_when_it_was_saved(transcript: Transcript):
    asked = question(1)
    transcript.show_messages((asked,))
    view = transcript.begin(2)
    view.append([Span("Done.", None)])
    view.finish("")
    transcript.settle(answer(2, "Done."))
    transcript.show_messages((asked, answer(2, "Done."), question(3)))
    assert transcript.views()[1] is view


def test_the_icons_of_a_message_show_for_pointer_focus_and_the_newest(transcript: Transcript):
    transcript.show_messages((question(1), answer(2)))
    older, newest = transcript.views()
    assert newest.actions.are_shown()
    assert not older.actions.are_shown()
    copy = older.actions.findChildren(IconButton)[0]
    assert copy.icon().isNull()
    assert copy.focusPolicy() & Qt.FocusPolicy.TabFocus
    point = QPointF(5, 5)
    QApplication.sendEvent(older, QEnterEvent(point, point, point))
    assert not copy.icon().isNull()
    QApplication.sendEvent(older, QEvent(QEvent.Type.Leave))
    assert copy.icon().isNull()
    transcript.activateWindow()
    copy.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    assert not copy.icon().isNull()


def test_the_target_of_a_link_is_shown_while_the_pointer_is_on_it(transcript: Transcript):
    transcript.show_messages((answer(1, "[x](https://example.org/)"),))
    (view,) = transcript.views()
    view.hovered.emit("https://example.org/")
    assert transcript._address.text() == "https://example.org/"
    assert not transcript._address.isHidden()
    view.hovered.emit("")
    assert transcript._address.isHidden()


def test_guesses_can_be_underlined_in_all_answers(transcript: Transcript):
    transcript.set_show_guesses(False)
    transcript.show_messages((answer(1, "ab", spans=(Span("a", True), Span("b", False))),))
    (view,) = transcript.views()

    def dotted() -> list[str]:
        block = view.text.pieces()[0].document().begin()
        iterator, found = block.begin(), []
        while not iterator.atEnd():
            form = iterator.fragment().charFormat()
            if form.underlineStyle() == form.UnderlineStyle.DotLine:
                found.append(iterator.fragment().text())
            iterator += 1
        return found

    assert dotted() == []
    transcript.set_show_guesses(True)
    assert dotted() == ["a"]


def test_everything_that_takes_the_focus_has_a_name(transcript: Transcript):
    transcript.show_messages(
        (question(1), answer(2, "[x](https://y.z)\n\n```py\nx\n```\n\n|a|\n|-|\n|b|\n", reasoning="R"))
    )
    transcript.views()[0].open_editor()
    unnamed = [
        widget
        for widget in transcript.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (widget.accessibleName() or getattr(widget, "text", lambda: "")())
    ]
    assert unnamed == []


def test_a_message_keeps_its_kind_of_view(transcript: Transcript):
    transcript.show_messages((question(1), answer(2)))
    assert [type(view) for view in transcript.views()] == [QuestionView, ReplyView]
    assert transcript.reply(1) is None
    assert transcript.reply(2) is transcript.views()[1]
