"""Files that go with a question, and what is done when the context fills: trim, restart larger."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from window_stage import TARGET, Stage

from specdesk.chat.attachments import Attached, joined
from specdesk.chat.conversation import ChatSettings, Conversation, Message, ReplyFooter
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.events import ChatOpened, ReplyStarted
from specdesk.service.reply_events import Overflow, ReplyFailed
from specdesk.ui.chat.file_chips import FileChip, short_name
from specdesk.ui.chat.page import ChatPage
from specdesk.ui.chat.question import QuestionView
from specdesk.ui.parts import IconButton
from specdesk.ui.theme import current
from specdesk.ui.wiring.chat import shows_guesses

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # popups, offscreen

NOTES = Attached(name="notes.md", text="# Notes\n" * 300)
CODE = Attached(name="x.py", text="x = 1")
PATIENCE_MS = 20_000


@pytest.fixture
def page(qtbot: QtBot) -> ChatPage:
    made = ChatPage()
    qtbot.addWidget(made)
    made.resize(598, 700)
    made.show()
    return made


@pytest.fixture
def stage(staged: Callable[..., Stage]) -> Stage:
    return staged()


def exchange(count: int, sent_from: int = 0, size: int = 1) -> Conversation:
    """Questions (odd ids) and answers; the answers fill more and more of the context."""
    messages = tuple(
        Message(id=number, role="user", text="q" * size) if number % 2 else
        Message(id=number, role="assistant", text="a" * size,
                samples=(Sample(t=0.0, tokens=500, prompt_tokens=500 * number, cached_tokens=0),))
        for number in range(1, count + 1)
    )  # fmt: skip
    settings = ChatSettings(sent_from=sent_from, trimmed_at=count if sent_from else 0)
    return Conversation(id=5, title="Long", messages=messages, next_id=count + 1, settings=settings)


# ---- files ----


def test_files_stand_above_the_field_and_go_with_the_question(page: ChatPage, qtbot: QtBot) -> None:
    composer = page.composer
    assert composer.files.isHidden()
    for file in (NOTES, CODE):
        composer.add_file(file)
    assert [chip.toolTip() for chip in composer.findChildren(FileChip) if not chip.isHidden()] == ["notes.md", "x.py"]
    qtbot.waitUntil(lambda: composer.files.geometry().bottom() < composer.field.y(), timeout=PATIENCE_MS)
    composer.set_text("What is this?")
    with qtbot.waitSignal(page.send) as sent:
        composer._button.click()
    assert sent.args == [joined((NOTES, CODE), "What is this?")]
    page.begin_reply(2)
    assert (composer.text(), composer.files.files(), composer.files.isHidden()) == ("", (), True)


def test_a_file_can_be_taken_off_and_can_go_alone(page: ChatPage, qtbot: QtBot) -> None:
    composer = page.composer
    composer.add_file(NOTES)
    composer.add_file(CODE)
    cross = next(one for one in composer.findChildren(IconButton) if one.accessibleName() == "Take notes.md off again")
    cross.click()
    assert composer.files.files() == (CODE,)
    assert composer._button.isEnabled()
    with qtbot.waitSignal(page.send) as sent:
        composer._button.click()
    assert sent.args == [joined((CODE,), "")]


def test_a_file_of_the_same_name_takes_the_place_of_the_first(page: ChatPage) -> None:
    newer = Attached(name="x.py", text="x = 2")
    page.composer.add_file(CODE)
    page.composer.add_file(newer)
    assert page.composer.files.files() == (newer,)


def test_a_question_shows_its_files_as_chips_and_their_text_on_demand(qtbot: QtBot) -> None:
    view = QuestionView(Message(id=1, role="user", text=joined((NOTES, CODE), "What is this?")))
    qtbot.addWidget(view)
    view.resize(550, 400)
    view.show()
    assert view.words.toPlainText() == "What is this?"
    assert [one.button.text() for one in view.attached] == ["notes.md · 2.3 KiB", "x.py · 5 B"]
    view.attached[1].button.click()
    assert view.attached[1].text.toPlainText() == "x = 1"
    view.attached[1].button.click()
    assert view.attached[1].text.isHidden()
    view.open_editor()
    assert view._editor.field.toPlainText() == "What is this?"
    view._editor.field.setPlainText("And now?")
    with qtbot.waitSignal(view.edited) as edited:
        view._editor._send()
    assert edited.args == [1, joined((NOTES, CODE), "And now?")]


def test_a_long_name_keeps_its_ending() -> None:
    assert short_name("notes.md") == "notes.md"
    assert short_name("a-very-long-name-of-a-module-that-goes-on.py") == "a-very-long-name-o…oes-on.py"


@pytest.mark.parametrize(
    ("names", "taken"),
    [(["a.txt", "b.py"], True), (["a.gguf"], False), (["a.txt", "b.gguf"], False), (["models"], False)],
)
def test_texts_are_dropped_on_the_composer_and_models_left_to_the_window(
    page: ChatPage, names: list[str], taken: bool
) -> None:
    mime, read = QMimeData(), []
    mime.setUrls([QUrl.fromLocalFile(f"/t/{name}") for name in names])
    page.attached.connect(read.append)
    how = (Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(5, 5), *how)
    page.composer.dragEnterEvent(enter)
    assert enter.isAccepted() is taken
    if taken:
        page.composer.dropEvent(QDropEvent(QPointF(5, 5), *how))
        assert read == [[f"/t/{name}" for name in names]]


# ---- room in the context ----


def test_the_ring_stands_in_the_row_of_the_send_button(page: ChatPage, qtbot: QtBot) -> None:
    page.set_context(2048, 8192)
    ring, button, composer = page.composer.context, page.composer._button, page.composer
    qtbot.waitUntil(lambda: 0 < ring.geometry().right() < button.x(), timeout=PATIENCE_MS)
    assert ring.geometry().center().y() == pytest.approx(button.geometry().center().y(), abs=2)
    limit = composer.reply_limit.mapTo(composer, QPoint(0, 0)).y() + composer.reply_limit.height() / 2
    assert limit == pytest.approx(button.geometry().center().y(), abs=2)
    assert ring.height() >= 24


def test_all_controls_stand_in_one_row_in_a_window_of_900_by_700(page: ChatPage, qtbot: QtBot) -> None:
    page.set_context(2048, 8192)
    page.resize(900 - 321, 600)
    composer = page.composer

    def spread() -> float:
        parts = (composer._attach, composer.temperature, composer.reply_limit, composer.context, composer._button)
        middles = [one.mapTo(composer, QPoint(0, 0)).y() + one.height() / 2 for one in parts]
        return max(middles) - min(middles)

    qtbot.waitUntil(lambda: spread() <= 2, timeout=PATIENCE_MS)


def test_the_ring_is_drawn_as_full_as_the_context_is(page: ChatPage, qtbot: QtBot) -> None:
    ring, theme = page.composer.context, current()

    def tinted(used: int, ink: str) -> int:
        page.set_context(used, 100)
        image = ring.grab().toImage()
        return sum(
            image.pixelColor(x, y).name().upper() == ink for x in range(image.width()) for y in range(image.height())
        )

    quarter, half = tinted(25, theme.accent), tinted(50, theme.accent)
    assert 0 < quarter < half
    assert tinted(85, theme.warn) > half
    assert tinted(97, theme.danger) > half


def test_a_context_that_fills_is_said_with_a_way_out(page: ChatPage) -> None:
    page.set_context(7000, 8192)
    assert page.full.text() == "The context is 85 % full. Once it is full, answers end early."
    assert [one.text() for one in page.full.findChildren(QPushButton)] == ["Make room…"]
    page.set_context(4000, 8192)
    assert page.full.isHidden()


def test_trim_asks_for_half_of_the_context(stage: Stage) -> None:
    stage.start()
    stage.tell(ChatOpened(conversation=exchange(12)))
    ring = stage.controller.chat_page.composer.context
    assert "Trim: send only the newest half" in ring.ways()
    ring.trim.emit()
    (share,) = stage.service.last("trim_chat")
    assert share == pytest.approx(0.5)  # 6,500 of 8,192 tokens are used: half of what is sent is less than half of all
    stage.tell(ChatOpened(conversation=exchange(12, sent_from=7)))
    assert ring.isHidden()
    assert "Send the whole chat again" in ring.ways()
    ring.whole.emit()
    assert stage.service.last("trim_chat") == (None,)


def test_a_chat_of_one_exchange_cannot_be_trimmed(stage: Stage) -> None:
    stage.start()
    stage.tell(ChatOpened(conversation=exchange(2)))
    assert "Trim: send only the newest half" not in stage.controller.chat_page.composer.context.ways()


def test_restart_larger_doubles_the_context_up_to_the_models_own(stage: Stage) -> None:
    stage.start(context=8192)
    stage.tell(ChatOpened(conversation=exchange(4)))
    ring = stage.controller.chat_page.composer.context
    assert [way.replace(",", "") for way in ring.ways()][-1] == "Restart larger: 16384 tokens"
    ring.larger.emit(16384)
    assert stage.service.last("start_server")[0].context == 16384
    assert stage.keeper.settings.memory_of(TARGET.path).context == 16384
    stage.run = stage.service._numbers
    stage.ready(context=TARGET.context_length)
    stage.tell(ChatOpened(conversation=exchange(4)))
    assert not any("Restart" in way for way in ring.ways())


def offered(stage: Stage, tokens: int | None, message: int = 5) -> dict[str, QPushButton]:
    """A question was too long: what is offered in its place."""
    stage.tell(ReplyStarted(reply=9, chat=5, message=message, sampling=Sampling(), limit=None))
    stage.tell(
        ReplyFailed(reply=9, message=None, what="Too long.", why="", next_step="", overflow=Overflow(tokens=tokens))
    )
    error = stage.controller.chat_page.transcript.reply(message).error()
    return {button.text().replace(",", ""): button for button in error.findChildren(QPushButton)}


def test_what_the_context_does_not_hold_is_not_offered_to_be_tried_again(stage: Stage) -> None:
    stage.start(context=8192)
    stage.tell(ChatOpened(conversation=exchange(4)))
    ways = offered(stage, 441_050)
    assert list(ways) == ["New chat", "Leave out the longest and all before"], "32768 tokens do not hold it either"
    ways["Leave out the longest and all before"].click()
    assert stage.service.last("regenerate") == (5, Sampling(temperature=0.6), 1024, True)
    ways["New chat"].click()
    assert stage.service.last("new_chat") == ()
    ways = offered(stage, 20_000)
    assert next(iter(ways)) == "Restart with a context of 32768 tokens"
    ways["Restart with a context of 32768 tokens"].click()
    assert stage.service.last("start_server")[0].context == 32768


def test_each_failed_answer_keeps_its_own_context(stage: Stage) -> None:
    stage.start(context=8192)
    stage.tell(ChatOpened(conversation=exchange(4)))
    first = offered(stage, 10_000)
    offered(stage, 20_000, message=7)
    first["Restart with a context of 16384 tokens"].click()
    assert stage.service.last("start_server")[0].context == 16384


def test_that_the_question_itself_was_left_out_is_said_until_the_next_one(stage: Stage) -> None:
    stage.start(context=8192)
    left = exchange(4)
    notices = stage.window.notices
    stage.tell(ChatOpened(conversation=left))
    assert "left-out" not in notices.shown()
    settings = msgspec.structs.replace(left.settings, sent_from=left.next_id)
    stage.tell(ChatOpened(conversation=msgspec.structs.replace(left, settings=settings)))
    assert notices.shown()["left-out"].what == "Left out from the next question on."
    stage.tell(ReplyStarted(reply=9, chat=5, message=5, sampling=Sampling(), limit=None))
    assert "left-out" not in notices.shown()


def test_a_reply_that_never_began_tells_nothing_of_guesses() -> None:
    footer = ReplyFooter(finish_reason="failed", speculating=True)
    assert shows_guesses(Message(id=2, role="assistant", text="", footer=footer)) is None
    spoken = ReplyFooter(finish_reason="failed", speculating=True, tokens=9)
    assert shows_guesses(Message(id=2, role="assistant", text="", footer=spoken)) is False


def test_the_cut_is_shown_in_the_chat(page: ChatPage, qtbot: QtBot) -> None:
    page.show_conversation(exchange(6, sent_from=5))
    transcript = page.transcript
    line = transcript.trim_line
    views = {view.message_id: view for view in transcript.views()}
    assert line.isVisible()
    qtbot.waitUntil(lambda: views[4].geometry().bottom() < line.y() < views[5].y(), timeout=PATIENCE_MS)
    with qtbot.waitSignal(page.whole):
        line.undo.click()
    page.show_conversation(exchange(6))
    assert not line.isVisible()


# ---- alignment ----


def test_an_answer_stands_close_below_its_question_and_its_figures_below_its_text(page: ChatPage, qtbot: QtBot) -> None:
    page.show_conversation(exchange(2, size=20))
    question, answer = page.transcript.views()
    answer.set_footer("56 tokens/s")

    def gap() -> int:
        return answer.y() - (question.y() + question._bubble.mapTo(question, QPoint(0, question._bubble.height())).y())

    qtbot.waitUntil(lambda: 8 <= gap() <= 20, timeout=PATIENCE_MS)
    assert answer.footer.indent() == 2


@pytest.mark.parametrize("count", [2, 30])
def test_messages_end_where_the_composer_ends_with_or_without_a_scroll_bar(
    page: ChatPage, qtbot: QtBot, count: int
) -> None:
    page.show_conversation(exchange(count, size=40))
    bar = page.transcript.verticalScrollBar()

    def aligned() -> bool:
        last = page.transcript.views()[-2]
        right = last.mapTo(page, QPoint(last.width(), 0)).x()
        return bar.isVisible() is (count > 2) and right == page.composer.geometry().right() + 1 - 8

    qtbot.waitUntil(aligned, timeout=PATIENCE_MS)


def test_a_text_of_eight_lines_is_whole_in_the_field(page: ChatPage, qtbot: QtBot) -> None:
    field = page.composer.field
    page.composer.set_text("\n".join(f"line {number} – “quoted” …" for number in range(8)))
    qtbot.waitUntil(lambda: field.verticalScrollBar().maximum() == 0, timeout=PATIENCE_MS)
    last = field.cursorRect(field.textCursor())
    field.moveCursor(field.textCursor().MoveOperation.End)
    assert field.cursorRect().bottom() <= field.viewport().height()
    assert last.top() >= 0


def test_in_a_low_window_the_messages_give_way_and_not_the_field(page: ChatPage, qtbot: QtBot) -> None:
    page.set_ready(False, "The server is stopped.")
    page.show_conversation(exchange(6))
    page.resize(600, 210)
    composer = page.composer

    def whole() -> bool:
        button = composer._button
        inside = button.mapTo(page, QPoint(0, button.height())).y() <= page.height()
        return inside and composer.height() >= composer.minimumSizeHint().height()

    qtbot.waitUntil(whole, timeout=PATIENCE_MS)
