"""The chat in the whole window: questions, waiting for the server, sampling, files, exports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from opened_pages import OpenedPages
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from window_stage import TARGET, Stage, rows

from specdesk.chat.conversation import Conversation, Message, ReplyFooter
from specdesk.chat.guesses import Span
from specdesk.chat.history import ChatRow
from specdesk.chat.prompts import demo
from specdesk.engines.lifecycle import Loading, Stopped
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample
from specdesk.service.events import (
    ChatOpened,
    ChatsChanged,
    ReplyDone,
    ReplyStarted,
)
from specdesk.ui.parts import FileDialog, IconButton
from specdesk.ui.wiring.chat import file_name_for, open_link, used_tokens

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # raising and popups, offscreen

Make = Callable[..., Stage]


@pytest.fixture
def stage(staged: Make, qtbot: object) -> Stage:
    made = staged()
    qtbot.waitUntil(lambda: bool(made.service.named("fit")))
    return made


# ---- chat ----


def test_a_question_is_sent_with_the_files_own_sampling(stage: Stage, qtbot: object) -> None:
    stage.start()
    field = stage.controller.chat_page.composer.field
    qtbot.keyClicks(field, "Hi")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert stage.service.last("send") == ("Hi", Sampling(temperature=0.6), 1024)


def test_the_users_own_temperature_and_limit_win_and_are_kept(stage: Stage) -> None:
    stage.start()
    composer = stage.controller.chat_page.composer
    assert composer.temperature.value() == pytest.approx(0.6)
    composer.temperature.box.setValue(0.2)
    composer.reply_limit.box.setValue(0)
    stage.controller.chat.send("Hi")
    assert stage.service.last("send") == ("Hi", Sampling(temperature=0.2), -1)
    assert stage.keeper.settings.sampling == Sampling(temperature=0.2)
    assert stage.keeper.settings.reply_limit == -1


def test_sampling_beyond_the_temperature_comes_from_the_file_until_it_is_chosen(stage: Stage) -> None:
    stage.tell(*rows(msgspec.structs.replace(TARGET, sampling={"temp": 0.6, "top_k": 20.0})))
    stage.start()
    popup = stage.controller.chat_page.composer.sampling
    assert [field.value() for field in popup.fields.values()] == [20, None, None, None, None]
    assert not popup.back.isEnabled()
    popup.fields["top_p"].box.setValue(0.9)
    popup.fields["top_k"].box.setValue(0)  # "all" is a choice like any other
    popup.fields["seed"].box.setValue(7)
    stage.controller.chat.send("Hi")
    sent = Sampling(temperature=0.6, top_k=0, top_p=0.9, seed=7)
    assert stage.service.last("send") == ("Hi", sent, 1024)
    assert stage.keeper.settings.sampling == Sampling(top_k=0, top_p=0.9, seed=7)
    popup.fields["top_k"].box.setValue(-1)  # one below: the model's own again
    assert popup.fields["top_k"].value() == 20
    popup.fields["top_p"].box.setValue(-0.05)
    assert popup.fields["top_p"].value() is None
    assert stage.keeper.settings.sampling == Sampling(seed=7)
    popup.back.click()
    assert stage.keeper.settings.sampling == Sampling()
    assert [field.value() for field in popup.fields.values()] == [20, None, None, None, None]


def test_without_a_word_of_the_file_only_our_own_temperature_is_sent(staged: Make) -> None:
    stage = staged()
    stage.tell(*rows(msgspec.structs.replace(TARGET, sampling={})))
    stage.start()
    stage.controller.chat.send("Hi")
    assert stage.service.last("send") == ("Hi", Sampling(temperature=0.7), 1024)


def test_the_sampling_opens_by_its_button_and_closes_by_esc(stage: Stage, qtbot: QtBot) -> None:
    composer = stage.controller.chat_page.composer
    button = next(one for one in composer.findChildren(IconButton) if one.accessibleName() == "More sampling settings")
    button.click()
    popup = composer.sampling
    assert popup.isVisible()
    assert button.screen().availableGeometry().contains(popup.geometry())
    qtbot.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert all(one.box.accessibleName() for one in popup.fields.values())


def reply(*, drafted: int | None, exact: bool | None, spans: tuple[Span, ...] = ()) -> ReplyDone:
    """The end of a reply of an engine that speculates."""
    footer = ReplyFooter(rate=9.0, tokens=9, drafted=drafted, speculating=True, guesses_exact=exact)
    message = Message(id=2, role="assistant", text="Hi", footer=footer, spans=spans)
    return ReplyDone(reply=3, message=message, words="", stopped=False)


@pytest.mark.parametrize(
    ("told", "exposed"),
    [
        ({"drafted": 8, "exact": True}, True),
        ({"drafted": 8, "exact": False, "spans": (Span("Hi", True),)}, True),
        ({"drafted": 8, "exact": False}, False),
        ({"drafted": None, "exact": None}, False),
        ({"drafted": 0, "exact": True}, True),
    ],
    ids=["exact", "nearly", "counts at the end only", "no counts", "nothing was guessed"],
)
def test_where_guesses_are_not_shown_the_button_says_so_until_another_server_runs(
    stage: Stage, told: dict[str, object], exposed: bool
) -> None:
    stage.start()
    button = stage.controller.chat_page._guesses
    assert button.isEnabled()
    stage.tell(ReplyStarted(reply=3, chat=5, message=2), reply(**told))
    assert button.isEnabled() == exposed
    assert ("not exposed by this build" in button.accessibleName()) != exposed
    stage.state(Stopped(run_id=stage.run))
    stage.start()
    assert button.isEnabled()


def test_web_and_mail_addresses_are_opened_and_nothing_else(qapp: object) -> None:
    with OpenedPages("http", "https", "mailto", "file", "smb", "ftp") as opened:
        for link in ("https://a.example/x", "http://b.example", "mailto:a@b.example", "file:///etc/passwd",
                     "smb://h/x", "ftp://h/x", "javascript:alert(1)"):  # fmt: skip
            open_link(link)
    assert opened.urls == ["https://a.example/x", "http://b.example", "mailto:a@b.example"]


def test_a_question_while_stopped_waits_for_the_server(stage: Stage) -> None:
    notice = stage.controller.chat_page.notice
    assert notice.text() == "The server is stopped."
    stage.controller.chat.send("Hi")
    assert stage.service.named("send") == []
    assert notice.text() == "Your question waits for the server."
    stage.press("Start and send", notice)
    run = stage.run = stage.service._numbers
    stage.state(Loading(run_id=run, pid=7, since=0.0))
    assert notice.text() == "Your question is sent as soon as the model is loaded."
    stage.ready()
    assert [call[0] for call in stage.service.named("send")] == ["Hi"]
    assert notice.text() == ""
    stage.state(Stopped(run_id=run))
    stage.start()
    assert len(stage.service.named("send")) == 1


def test_a_question_does_not_outlive_a_failed_start(stage: Stage) -> None:
    stage.controller.chat.send("Hi")
    stage.fail()
    stage.start()
    assert stage.service.named("send") == []


def test_a_reply_streams_and_ends(stage: Stage) -> None:
    stage.start()
    stage.answer("The lamp is lit.")
    page = stage.controller.chat_page
    assert "The lamp is lit." in page.transcript.reply(2).source()
    assert page.composer.context.isVisible()


def test_chat_requests_reach_the_service(stage: Stage, qtbot: object) -> None:
    stage.start()
    page = stage.controller.chat_page
    page.stop.emit()
    page.regenerate.emit(2)
    page.edit.emit(1, "Hello")
    page.open_chat.emit(5)
    page.rename_chat.emit(5, "Lamps")
    page.delete_chat.emit(5)
    page.undo_delete.emit(5)
    page.search.emit("lamp")
    page.new_chat.emit()
    how = (Sampling(temperature=0.6), 1024)
    names = (
        "stop_reply", "regenerate", "edit", "open_chat", "rename_chat", "delete_chat", "undo_delete_chat", "list_chats",
        "new_chat",
    )  # fmt: skip
    assert [call for call in stage.service.calls if call[0] in names] == [
        ("stop_reply", ()), ("regenerate", (2, *how)), ("edit", (1, "Hello", *how)), ("open_chat", (5,)),
        ("rename_chat", (5, "Lamps")), ("delete_chat", (5,)), ("undo_delete_chat", (5,)), ("list_chats", ("lamp",)),
        ("new_chat", ()),
    ]  # fmt: skip


def test_a_new_chat_begins_without_a_prompt_of_ours_and_with_what_the_user_wrote(stage: Stage) -> None:
    chat, composer = stage.controller.chat, stage.controller.chat_page.composer
    emptied: list[bool] = []
    chat.emptied.connect(lambda: emptied.append(True))
    chat.show_prompt(demo("demo-gain"))
    chat.new_chat()
    assert (composer.text(), emptied) == ("", [True])
    chat.show_prompt(demo("demo-gain"))
    composer.field.insertPlainText("And briefly. ")
    written = composer.text()
    chat.new_chat()
    assert composer.text() == written
    composer.set_text("Why is the sky blue?")
    chat.new_chat()
    assert (composer.text(), emptied) == ("Why is the sky blue?", [True])
    stage.controller.chat_page.starters.chosen.emit("Write a list.")
    chat.new_chat()
    assert composer.text() == ""


def test_the_system_prompt_is_sent_once_it_is_written_and_before_a_question(stage: Stage, qtbot: object) -> None:
    stage.start()
    stage.tell(ChatOpened(conversation=Conversation(id=5, title="Hi", system="Be kind.")))
    assert stage.service.named("set_system_prompt") == []
    stage.controller.chat_page.system.setPlainText("Be brief.")
    stage.controller.chat.send("Hi")
    called = [name for name, _ in stage.service.calls if name in ("set_system_prompt", "send")]
    assert called == ["set_system_prompt", "send"]
    assert stage.service.last("set_system_prompt") == ("Be brief.",)


@pytest.mark.parametrize(("path", "form"), [("/x/chat.md", "markdown"), ("/x/chat.JSON", "json"), ("/x/a", "markdown")])
def test_a_chat_is_exported_by_its_ending(stage: Stage, path: str, form: str) -> None:
    stage.controller.chat.export_to(5, path)
    assert stage.service.last("export_chat") == (5, path, form)


def test_the_form_that_is_chosen_gives_the_file_its_ending(stage: Stage) -> None:
    row = ChatRow(id=5, title="What: a/b?", created=1.0, updated=1.0, messages=2)
    stage.tell(ChatsChanged(chats=(row,), search=""))
    stage.controller.chat_page.export_chat.emit(5)
    dialog = stage.controller.chat_page.findChild(FileDialog)
    assert [Path(path).name for path in dialog.selectedFiles()] == ["What a b.md"]
    dialog.filterSelected.emit("JSON (*.json)")
    assert [Path(path).name for path in dialog.selectedFiles()] == ["What a b.json"]
    dialog.selectFile("mine")
    assert [Path(path).name for path in dialog.selectedFiles()] == ["mine.json"]
    dialog.close()


@pytest.mark.parametrize(
    ("title", "name"), [("", "chat"), ("../..", "chat"), ("a" * 80, "a" * 60), ("Één: x", "Één x")]
)
def test_a_title_becomes_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert file_name_for(title) == name


def test_a_text_file_is_added_to_the_question(stage: Stage, qtbot: object, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("```python\nx\n```\n", "utf-8")
    composer = stage.controller.chat_page.composer
    composer.set_text("What is this?")
    stage.controller.chat._file.read(str(file))
    qtbot.waitUntil(lambda: bool(composer.files.files()))
    assert composer.text() == "What is this?"
    stage.start()
    composer._button.click()
    assert stage.service.last("send")[0] == "notes.md:\n````\n```python\nx\n```\n````\n\nWhat is this?"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"GGUF\0\0\0", "it is not a text file"),
        (b"x" * 300_000, "is too long"),
        (None, "could not be read"),
    ],
)
def test_what_is_no_text_is_refused(
    stage: Stage, qtbot: object, tmp_path: Path, content: bytes | None, said: str
) -> None:
    file = tmp_path / "it"
    if content is not None:
        file.write_bytes(content)
    stage.controller.chat._file.read(str(file))
    qtbot.waitUntil(lambda: "attach" in stage.banners())
    assert said.removeprefix("it ") in stage.banners()["attach"]


@pytest.mark.parametrize(
    ("sample", "used"),
    [
        (None, None),
        (Sample(t=0.0, tokens=50), None),
        (Sample(t=0.0, tokens=50, prompt_tokens=9), None),
        (Sample(t=0.0, tokens=50, prompt_tokens=9, cached_tokens=0), 59),
        (Sample(t=0.0, tokens=50, prompt_tokens=9, cached_tokens=100), 159),
    ],
)
def test_what_fills_the_context(sample: Sample | None, used: int | None) -> None:
    assert used_tokens(sample) == used


def test_esc_stops_the_answer_wherever_the_focus_is(stage: Stage, qtbot: QtBot) -> None:
    stage.start()
    escape = stage.controller.actions["stop-answer"]
    assert not escape.isEnabled()
    stage.tell(ReplyStarted(reply=3, chat=5, message=2))
    assert escape.isEnabled()
    escape.trigger()
    assert stage.service.named("stop_reply") == [()]
    stage.answer()
    assert not escape.isEnabled()
