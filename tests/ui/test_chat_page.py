"""The chat page as a whole: composer, list of chats, starters, system prompt; by pointer and by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QDate, QDateTime, QLocale, QMimeData, Qt, QTime, QUrl
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from specdesk.chat.conversation import Conversation, Message, append
from specdesk.chat.guesses import Span
from specdesk.chat.history import ChatRow
from specdesk.chat.prompts import starters
from specdesk.ui.chat.chat_list import when_words
from specdesk.ui.chat.page import ChatPage
from specdesk.ui.chat.prompt import MOST_LINES
from specdesk.ui.parts import Button, IconButton

ROWS = [
    ChatRow(id=3, title="Newest", created=0.0, updated=3000.0, messages=2),
    ChatRow(id=2, title="A title that is too long for the narrow list", created=0.0, updated=2000.0, messages=4),
    ChatRow(id=1, title="", created=0.0, updated=1000.0, messages=1),
]  # fmt: skip


@pytest.fixture
def page(qtbot) -> ChatPage:
    made = ChatPage()
    qtbot.addWidget(made)
    made.resize(600, 700)
    made.show_starters(starters(), "en")
    made.show_conversation(Conversation(id=3, title="Newest"))
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.composer.field.hasFocus)
    return made


def named(page: QWidget, name: str) -> IconButton:
    return next(button for button in page.findChildren(IconButton) if button.accessibleName().startswith(name))


def test_enter_sends_and_shift_enter_breaks_the_line(qtbot, page: ChatPage):
    field = page.composer.field
    qtbot.keyClicks(field, "Why")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(field, "not?")
    with qtbot.waitSignal(page.send) as sent:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert sent.args == ["Why\nnot?"]
    assert page.composer.text() == "Why\nnot?"


def test_a_question_is_cleared_when_its_reply_begins(page: ChatPage):
    page.composer.set_text("Why?")
    page.begin_reply(2)
    assert page.composer.text() == ""
    assert page.composer.is_busy()


def test_nothing_is_not_sent(qtbot, page: ChatPage):
    with qtbot.assertNotEmitted(page.send):
        qtbot.keyClicks(page.composer.field, "   ")
        qtbot.keyClick(page.composer.field, Qt.Key.Key_Return)
    assert not named(page, "Send").isEnabled()


def test_escape_and_the_button_stop_a_reply_and_nothing_else(qtbot, page: ChatPage):
    with qtbot.assertNotEmitted(page.stop):
        qtbot.keyClick(page.composer.field, Qt.Key.Key_Escape)
    page.begin_reply(2)
    stop = named(page, "Stop the answer")
    with qtbot.waitSignal(page.stop):
        qtbot.keyClick(page.composer.field, Qt.Key.Key_Escape)
    with qtbot.waitSignal(page.stop):
        stop.click()
    with qtbot.assertNotEmitted(page.send):
        page.composer.set_text("Meanwhile")
        qtbot.keyClick(page.composer.field, Qt.Key.Key_Return)
    page.finish_reply(Message(id=2, role="assistant", text=""), "stopped by you")
    assert named(page, "Send").isEnabled()


def test_tab_leaves_the_field(qtbot, page: ChatPage):
    qtbot.keyClicks(page.composer.field, "a")
    qtbot.keyClick(page.composer.field, Qt.Key.Key_Tab)
    assert not page.composer.field.hasFocus()
    assert page.composer.text() == "a"


def test_the_field_grows_to_eight_lines_and_then_scrolls(page: ChatPage):
    field = page.composer.field
    heights = []
    for lines in (1, 3, 8, 30):
        page.composer.set_text("\n".join("x" * lines))
        QApplication.processEvents()
        heights.append(field.height())
    spacing = field.document().firstBlock().layout().boundingRect().height()  # as it is laid out
    assert spacing >= field.fontMetrics().lineSpacing()
    assert heights[1] - heights[0] == 2 * spacing
    assert heights[2] - heights[0] == (MOST_LINES - 1) * spacing
    assert heights[3] == heights[2]


def test_only_text_is_pasted_and_files_are_left_to_the_window(page: ChatPage):
    rich = QMimeData()
    rich.setHtml("<b>bold</b>")
    rich.setText("bold")
    page.composer.field.insertFromMimeData(rich)
    assert page.composer.text() == "bold"
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/tmp/model.gguf")])
    assert not page.composer.field.canInsertFromMimeData(files)


def test_silence_of_the_engine_is_told_beside_the_reply_and_goes_with_the_next_word(page: ChatPage):
    page.show_conversation(append(Conversation(id=3), "user", "Why?"))
    page.begin_reply(2)
    view = page.transcript.reply(2)
    page.set_silent(20, begun=False)
    assert view.waiting.text() == "No word from the engine for 20 s. It may still be reading the question."
    assert page.composer.is_busy()  # Stop is in sight
    page.set_silent(None, begun=False)
    assert view.waiting.text() == "Reading the question…"
    page.append([Span("Because", None)])
    page.set_silent(30, begun=True)
    assert view.footer.text() == "No word from the engine for 30 s. Stop keeps what has come."
    page.set_silent(None, begun=True)
    assert view.footer.text() == ""
    page.finish_reply(Message(id=2, role="assistant", text="Because"), "56 tokens/s")
    page.set_silent(40, begun=True)
    assert view.footer.text() == "56 tokens/s"


def test_a_streamed_reply_reaches_its_message(page: ChatPage):
    page.show_conversation(append(Conversation(id=3), "user", "Why?"))
    page.begin_reply(2)
    page.set_progress(100, 900)
    view = page.transcript.reply(2)
    assert view.waiting.text() == "Reading the question: 100 of 900 tokens"
    page.append([Span("Because", True), Span(" of it.", False)])
    page.set_footer("50 tokens/s")
    assert (view.text.text(), view.footer.text()) == ("Because of it.", "50 tokens/s")
    page.finish_reply(Message(id=2, role="assistant", text="Because of it."), "56 tokens/s")
    assert view.footer.text() == "56 tokens/s"
    assert not page.composer.is_busy()
    page.append([Span("late", None)])
    assert view.text.text() == "Because of it."


def test_a_reply_that_fails_says_so_in_its_place(qtbot, page: ChatPage):
    page.begin_reply(2)
    page.append([Span("Half", None)])
    page.fail_reply(None, "The engine ended.", "No memory.", "Use less context.")
    view = page.transcript.reply(2)
    assert view.error().what.text() == "The engine ended."
    assert not page.composer.is_busy()
    with qtbot.waitSignal(page.regenerate) as again:
        view.error().findChild(QPushButton).click()
    assert again.args == [2]


def test_an_empty_chat_offers_prompts_by_how_much_a_draft_helps(qtbot, page: ChatPage):
    cards = page.starters.cards()
    assert len(cards) == 3
    assert [card.accessibleName().rsplit(" ", 1)[1] for card in cards] == ["much.", "some.", "little."]
    cards[1].setFocus()
    qtbot.keyClick(cards[1], Qt.Key.Key_Space)
    assert page.composer.text() == starters()[1].text_in("en")
    qtbot.mouseClick(cards[0], Qt.MouseButton.LeftButton)
    assert page.composer.text() == starters()[0].text_in("en")
    assert page.composer.field.hasFocus()


def test_temperature_and_reply_limit_are_sent_when_they_change(qtbot, page: ChatPage):
    with qtbot.waitSignal(page.temperature_changed) as changed:
        qtbot.keyClick(page.composer.temperature.box, Qt.Key.Key_Up)
    assert changed.args == [pytest.approx(0.8)]
    with qtbot.waitSignal(page.reply_limit_changed) as limited:
        qtbot.keyClick(page.composer.reply_limit.box, Qt.Key.Key_Up)
    assert limited.args == [256]
    qtbot.keyClick(page.composer.reply_limit.box, Qt.Key.Key_Down)
    assert page.composer.reply_limit.value() is None


def test_the_context_meter_says_its_numbers_or_is_not_there(page: ChatPage):
    page.set_context(2048, 8192)
    assert page.composer.context.words() == "25 %"
    said = page.composer.context.accessibleName()
    assert said.replace(",", "").replace(".", "") == "Context: 2048 of 8192 tokens"
    assert page.composer.context.toolTip().startswith(f"{said}\n\nHow many tokens (pieces of words)")
    page.set_context(None, 8192)
    assert page.composer.context.isHidden()


def test_when_nobody_answers_the_reason_stands_by_the_composer(qtbot, page: ChatPage):
    page.set_ready(False, "The server is stopped.")
    assert page.notice.text() == "The server is stopped."
    with qtbot.waitSignal(page.start_requested):
        page.notice.findChild(QPushButton).click()
    page.set_ready(True)
    assert page.notice.isHidden()


def test_the_system_prompt_is_a_field_behind_a_button(qtbot, page: ChatPage):
    assert not page.system.isVisible()
    named(page, "System prompt").click()
    assert page.system.isVisible()
    with qtbot.waitSignal(page.system_prompt_changed) as changed:
        page.system.setPlainText("Be brief.")
    assert changed.args == ["Be brief."]


def test_underlining_is_a_button_that_tells_when_it_cannot(qtbot, page: ChatPage):
    button = named(page, "Underline")
    with qtbot.waitSignal(page.guesses_shown) as shown:
        button.click()
    assert shown.args == [True]
    with qtbot.assertNotEmitted(page.guesses_shown):
        page.set_show_guesses(False)
    page.set_guesses_exposed(False)
    assert not button.isEnabled()
    assert "not exposed by this build" in button.toolTip()


def test_the_list_of_chats_opens_over_the_page_and_closes_again(qtbot, page: ChatPage):
    page.show_chats(ROWS)
    button = named(page, "Chats")
    button.click()
    assert page.chats.isVisible()
    assert page.chats.search.hasFocus()
    qtbot.keyClick(page.chats.search, Qt.Key.Key_Escape)
    assert not page.chats.isVisible()
    assert page.composer.field.hasFocus()
    button.click()
    qtbot.mouseClick(page._shade, Qt.MouseButton.LeftButton)
    assert not page.chats.isVisible()


def test_chats_are_opened_renamed_and_deleted_with_undo(qtbot, page: ChatPage):
    page.show_chats(ROWS)
    page.show_list(True)
    rows = page.chats.list
    assert [rows.item(index).text() for index in range(3)] == [ROWS[0].title, ROWS[1].title, "Untitled"]
    assert rows.currentRow() == 0
    with qtbot.waitSignal(page.rename_chat) as renamed:
        rows.setCurrentRow(1)
        qtbot.keyClick(rows, Qt.Key.Key_F2)
        editor = rows.findChild(QWidget, "qt_editing_focus") or QApplication.focusWidget()
        editor.setText("Short")
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert renamed.args == [2, "Short"]
    with qtbot.waitSignal(page.delete_chat) as deleted:
        qtbot.keyClick(rows, Qt.Key.Key_Delete)
    assert deleted.args == [2]
    assert page.chats._notice.text() == "“Short” was deleted."
    with qtbot.waitSignal(page.undo_delete) as undone:
        page.chats._notice.findChild(QPushButton).click()
    assert undone.args == [2]
    with qtbot.waitSignal(page.open_chat) as opened:
        rows.setCurrentRow(2)
        qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert opened.args == [1]
    assert not page.chats.isVisible()


def test_searching_and_an_empty_list_say_what_there_is(qtbot, page: ChatPage):
    page.show_chats([])
    page.show_list(True)
    assert page.chats.nothing.text() == "Your chats will be listed here."
    with qtbot.waitSignal(page.search) as searched:
        qtbot.keyClicks(page.chats.search, "x")
    assert searched.args == ["x"]
    page.show_chats([])
    assert page.chats.nothing.text() == "No chat holds these words."
    page.show_chats(ROWS)
    assert page.chats.nothing.isHidden()


def test_esc_leaves_the_system_prompt_and_keeps_it(qtbot, page: ChatPage):
    named(page, "System prompt").click()
    assert page.system.hasFocus()
    qtbot.keyClicks(page.system, "Be brief.")
    qtbot.keyClick(page.system, Qt.Key.Key_Escape)
    assert not page.system.isVisible()
    assert not named(page, "System prompt").isChecked()
    assert page.composer.field.hasFocus()
    assert page.system.toPlainText() == "Be brief."


def test_new_chat_and_export(qtbot, page: ChatPage):
    with qtbot.waitSignal(page.new_chat):
        named(page, "New chat").click()
    page.show_chats(ROWS)
    page.show_list(True)
    export = next(button for button in page.chats.findChildren(Button) if button.text().startswith("Export"))
    with qtbot.waitSignal(page.export_chat) as exported:
        export.click()
    assert exported.args == [3]


def test_the_title_is_that_of_the_open_chat(page: ChatPage):
    assert page.title.text() == "Newest"
    page.show_conversation(Conversation(id=9))
    assert page.title.text() == "New chat"
    page.show_chats([ChatRow(id=9, title="Named now", created=0, updated=0, messages=1)])
    assert page.title.text() == "Named now"


def test_times_of_chats_are_short(qtbot):
    now = QDateTime(QDate(2026, 11, 29), QTime(15, 0))
    locale = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)

    def words(days: int) -> str:
        return when_words(now.addDays(-days).toSecsSinceEpoch(), now, locale)

    assert words(0).replace("\u202f", " ") == "3:00 PM"
    assert words(1) == "Sat"
    assert words(30) == "10/30/26"


def test_every_widget_that_takes_the_focus_has_a_name(page: ChatPage):
    page.show_chats(ROWS)
    page.show_list(True)
    named(page, "System prompt").click()
    unnamed = [
        widget
        for widget in page.findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.focusProxy() is None
        and not widget.objectName().startswith("qt_")
        and not (widget.accessibleName() or getattr(widget, "text", lambda: "")())
    ]
    assert unnamed == []


@pytest.mark.parametrize("width", [480, 600, 1100])
def test_nothing_is_cut_off_at_two_hundred_percent_text(qtbot, large_text, width: int):
    page = ChatPage()
    qtbot.addWidget(page)
    page.resize(width, 900)
    page.set_context(2048, 8192)
    page.show_starters(starters(), "en")
    page.show_conversation(Conversation())
    page.show()
    for _ in range(4):
        QApplication.processEvents()
    assert page.width() == width
    for button in page.findChildren(QPushButton):
        if button.isVisible():
            assert button.width() >= button.minimumSizeHint().width(), button.text()
            assert button.height() >= button.fontMetrics().height()
    for part in (page.composer.temperature, page.composer.reply_limit, page.composer.context):
        corner = part.mapTo(page.composer, part.rect().bottomRight())
        assert page.composer.rect().contains(corner)


def test_the_composer_shows_where_the_focus_is(page: ChatPage):
    field = page.composer.field
    QApplication.sendEvent(field, QFocusEvent(QFocusEvent.Type.FocusOut, Qt.FocusReason.OtherFocusReason))
    assert page.composer.property("focused") == "false"
    QApplication.sendEvent(field, QFocusEvent(QFocusEvent.Type.FocusIn, Qt.FocusReason.OtherFocusReason))
    assert page.composer.property("focused") == "true"


def test_a_long_text_put_into_the_field_shows_its_beginning(page: ChatPage):
    page.composer.set_text("Rewrite this:\n" + "\n".join(f"line {number}" for number in range(40)))
    assert page.composer.field.textCursor().position() == 0
    assert page.composer.field.verticalScrollBar().value() == 0
    page.composer.set_text("Rewrite this:\nas it is")
    assert page.composer.field.textCursor().position() == 0, "how high it will be is not known yet"
    page.composer.set_text("Short")
    assert page.composer.field.textCursor().position() == len("Short")


def test_after_a_chat_was_deleted_the_focus_is_in_the_list_and_escape_closes_it(qtbot, page: ChatPage):
    page.show_chats(ROWS)
    page.show_list(True)
    delete = next(button for button in page.chats.findChildren(Button) if button.text() == "Delete")
    delete.setFocus()
    delete.click()
    page.show_chats(ROWS[1:])
    assert page.chats.list.hasFocus()
    qtbot.keyClick(page.chats.list, Qt.Key.Key_Escape)
    assert page.chats.isHidden()


def test_after_an_edited_question_was_sent_the_focus_is_in_the_composer(page: ChatPage):
    chat = append(Conversation(id=3, title="Newest"), "user", "Hi")
    page.show_conversation(chat)
    named(page, "Ask this differently").click()
    editor = page.focusWidget()
    assert editor is not page.composer.field
    page.edit.connect(lambda _message, _text: (page.show_conversation(chat), page.begin_reply(2)))
    editor.sent.emit()
    assert page.composer.field.hasFocus()
