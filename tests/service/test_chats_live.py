"""Chats over the service: streamed, stopped, regenerated, edited, kept, found again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from service_stage import GREEDY, Stage, wait_until_idle

from specdesk.chat.conversation import Conversation
from specdesk.chat.history import History
from specdesk.records.plan import LaunchPlan
from specdesk.service.events import (
    ChatExported,
    ChatOpened,
    ChatsChanged,
    Problem,
    ReplyDone,
    ReplyProgress,
    ReplySample,
    ReplyStarted,
    ReplyText,
)
from specdesk.service.reply_events import ReplyFailed

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]


def test_a_reply(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, acceptance=0.5))
    table.start(LaunchPlan(target=str(model), methods=("ngram-mod",), draft_max=4))
    done = table.ask("Tell me about guesses.", limit=40)
    assert done.stopped is False
    footer = done.message.footer
    assert footer is not None
    assert (footer.tokens, footer.finish_reason, footer.speculating) == (40, "length", True)
    assert footer.setup == "Small Model + ngram-mod, length 4"
    assert footer.made_by is not None
    assert footer.made_by.plan is not None
    assert (footer.made_by.plan.target, footer.made_by.plan.draft_max) == (str(model), 4)
    assert footer.made_by.sampling == GREEDY
    assert footer.build == "b0-unknown"
    assert footer.acceptance is not None
    assert 0 < footer.acceptance < 1
    assert "40 tokens" in done.words
    number = done.reply
    text = "".join(span.text for event in table.all(ReplyText) for span in event.spans)
    assert text == done.message.text
    samples = [event.sample for event in table.all(ReplySample) if event.reply == number]
    assert [s.tokens for s in samples] == sorted(s.tokens for s in samples)
    assert samples[-1].tokens == 40
    assert any(event.total > 0 for event in table.all(ReplyProgress))
    opened = table.all(ChatOpened)[-1].conversation
    assert [message.role for message in opened.messages] == ["user"]
    assert opened.title == "Tell me about guesses."


def test_a_stopped_reply_keeps_what_came_and_leaves_the_engine_idle(
    stage: Stages, fake_llama: Fakes, model: Path
) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    facts = table.start(LaunchPlan(target=str(model)))
    table.service.send("Never stop.", GREEDY, None)
    started = table.wait(ReplyStarted)
    table.wait(ReplySample, lambda event: event.sample.tokens > 5)
    table.service.stop_reply()
    done = table.wait(ReplyDone)
    assert (done.reply, done.stopped) == (started.reply, True)
    assert done.message.text
    assert done.message.complete
    assert done.message.footer is not None
    assert done.message.footer.finish_reason == "cancelled"
    assert done.words.endswith("stopped by you")
    wait_until_idle(facts)
    assert not table.all(Problem)
    assert table.ask("Again.", limit=4).message.text  # and the server answers on


def test_regenerate_and_edit(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, tokens=6))
    table.start(LaunchPlan(target=str(model)))
    first = table.ask("One two three")
    table.service.regenerate(first.message.id, GREEDY, 32)
    second = table.reply()
    assert second.message.id > first.message.id
    question = table.all(ChatOpened)[-1].conversation.messages[0]
    table.service.edit(question.id, "Four five six", GREEDY, 32)
    third = table.reply()
    assert third.message.text.startswith("Four five six")
    table.service.open_chat(table.all(ChatsChanged)[-1].chats[0].id)
    shown = table.wait(ChatOpened, lambda event: len(event.conversation.messages) == 2).conversation
    assert [m.text for m in shown.messages] == ["Four five six", third.message.text]
    table.service.edit(third.message.id, "not a question", GREEDY, 32)
    assert table.problem("chat").what == "Only questions can be edited."
    table.service.regenerate(99, GREEDY, 32)
    assert table.problem("chat").what == "That message is no longer there."


def test_a_question_that_is_too_long_can_be_left_out(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=0, tokens=6))
    table.start(LaunchPlan(target=str(model), context=128, slots=1))
    table.service.send("word " * 500, GREEDY, 8)
    failed = table.wait(ReplyFailed)
    assert failed.overflow is not None
    assert (failed.overflow.tokens or 0) > 128
    assert failed.next_step == "Start a new chat, or leave out everything up to the longest question."
    message = table.all(ReplyStarted)[-1].message
    table.service.regenerate(message, GREEDY, 8, shorter=True)
    left = table.wait(ChatOpened, lambda event: bool(event.conversation.settings.sent_from)).conversation
    assert len(left.messages) == 2, "it stays in the chat"
    assert table.ask("hello", limit=8).message.text.startswith("hello")


def test_another_chat_while_a_reply_streams(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    facts = table.start(LaunchPlan(target=str(model)))
    table.service.send("First chat.", GREEDY, None)
    table.wait(ReplySample, lambda event: event.sample.tokens > 3)
    table.service.new_chat()
    partial = table.wait(ReplyDone)
    assert partial.stopped
    empty = table.wait(ChatOpened).conversation
    assert (empty.id, empty.messages) == (0, ())
    wait_until_idle(facts)
    table.service.send("Second chat.", GREEDY, 3)
    second = table.reply()
    chats = table.all(ChatsChanged)[-1].chats
    assert [chat.title for chat in chats] == ["Second chat.", "First chat."]
    table.service.open_chat(chats[1].id)
    first = table.wait(ChatOpened).conversation
    assert [m.text for m in first.messages] == ["First chat.", partial.message.text]
    assert second.message.text not in [m.text for m in first.messages]


def test_a_question_while_a_reply_streams_replaces_it(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    table.start(LaunchPlan(target=str(model)))
    table.service.send("First.", GREEDY, None)
    table.service.send("Second.", GREEDY, 4)
    ends = [table.wait(ReplyDone), table.wait(ReplyDone)]
    assert [end.stopped for end in ends] == [True, False]
    assert ends[0].reply < ends[1].reply


def test_stop_right_after_send_stops_that_reply(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(speed=30, tokens=5000))
    facts = table.start(LaunchPlan(target=str(model)))
    table.service.send("First.", GREEDY, None)
    table.service.stop_reply()
    assert table.wait(ReplyDone).stopped
    wait_until_idle(facts)


def test_chats_survive_a_restart_of_the_program(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    engine = fake_llama(speed=0, tokens=8)
    table = stage(engine=engine, system_prompt="Be brief.")
    table.start(LaunchPlan(target=str(model)))
    first = table.ask("Remember this.")
    table.ask("And this.")
    table.close()
    later = stage(engine=engine)
    chats = later.wait(ChatsChanged).chats
    assert [(chat.title, chat.messages) for chat in chats] == [("Remember this.", 4)]
    later.service.open_chat(chats[0].id)
    opened = later.wait(ChatOpened).conversation
    assert opened.system == "Be brief."
    assert opened.messages[1].text == first.message.text
    assert opened.messages[1].footer == first.message.footer
    later.service.rename_chat(opened.id, "  Another\nname ")
    assert later.wait(ChatsChanged).chats[0].title == "Another name"
    later.service.list_chats("AND THIS")
    assert len(later.wait(ChatsChanged, lambda e: e.search == "AND THIS").chats) == 1
    later.service.list_chats("nowhere")
    assert later.wait(ChatsChanged, lambda e: e.search == "nowhere").chats == ()
    later.service.list_chats("")
    later.service.delete_chat(opened.id)
    assert later.wait(ChatOpened).conversation.messages == ()
    later.wait(ChatsChanged, lambda e: not e.search and e.chats == ())
    later.service.undo_delete_chat(opened.id)
    assert later.wait(ChatsChanged, lambda e: len(e.chats) == 1).chats[0].id == opened.id
    later.service.open_chat(12345)
    assert later.problem("history").what == "That chat is not there any more."


def test_chats_deleted_long_ago_are_gone_for_good(stage: Stages, fake_llama: Fakes) -> None:
    history = History(clock=lambda: 1000.0)
    old = history.save(Conversation(title="Long ago"))
    history.delete(old.id)
    history.close()
    table = stage(engine=fake_llama())
    assert table.wait(ChatsChanged).chats == ()
    table.service.undo_delete_chat(old.id)
    assert table.wait(ChatsChanged).chats == ()


def test_export(stage: Stages, fake_llama: Fakes, model: Path, tmp_path: Path) -> None:
    table = stage(engine=fake_llama(speed=0, tokens=8))
    table.start(LaunchPlan(target=str(model)))
    table.ask("Write me down.")
    chat = table.all(ChatsChanged)[-1].chats[0].id
    table.service.export_chat(chat, str(tmp_path / "chat.md"), "markdown")
    assert table.wait(ChatExported).path == str(tmp_path / "chat.md")
    assert "Write me down." in (tmp_path / "chat.md").read_text()
    table.service.export_chat(chat, str(tmp_path / "chat.json"), "json")
    table.wait(ChatExported)
    assert json.loads((tmp_path / "chat.json").read_text())
    table.service.export_chat(chat, str(tmp_path / "no" / "chat.md"), "markdown")
    problem = table.problem("chat")
    assert problem.what == f"The chat could not be written to {tmp_path / 'no' / 'chat.md'}."
    assert problem.why == "The file is not there."
