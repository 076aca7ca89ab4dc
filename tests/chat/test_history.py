"""The history file: real files, real damage, a real process that is killed."""

from __future__ import annotations

import concurrent.futures
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from saved_chats import ANSWER, FOOTER, Clock, chat

from specdesk import paths
from specdesk.chat.conversation import Conversation, Message, append, edit, put, with_system
from specdesk.chat.history import FILE_NAME, Baseline, History, HistoryError
from specdesk.chat.message_rows import TAKE
from specdesk.records.sample import Sample


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path, clock: Clock) -> Iterator[History]:
    opened = History(tmp_path / "data" / FILE_NAME, clock=clock)
    yield opened
    opened.close()


def reopened(history: History) -> History:
    history.close()
    return History(history.path)


def test_a_chat_survives_with_every_figure(history: History) -> None:
    saved = history.save(chat())
    assert saved.id == 1
    again = reopened(history)
    assert again.load(1) == saved
    assert again.problem is None
    assert again.keeps
    assert again.load(1).messages[1].footer == FOOTER
    again.close()


def test_the_list_has_the_last_used_first(history: History, clock: Clock) -> None:
    first = history.save(chat("eerste"))
    clock.now = 2000.0
    history.save(chat("tweede"))
    assert [(row.title, row.created, row.messages) for row in history.chats()] == [
        ("tweede", 2000.0, 2),
        ("eerste", 1000.0, 2),
    ]
    clock.now = 3000.0
    history.save_message(first.id, ANSWER)
    assert [(row.title, row.created, row.updated) for row in history.chats()] == [
        ("eerste", 1000.0, 3000.0),
        ("tweede", 2000.0, 2000.0),
    ]


def test_search_in_titles_and_texts_whatever_the_case(history: History) -> None:
    history.save(chat("Een ÉLAND op de weg"))
    history.save(chat("50 % of_it 'quoted'"))

    def found(text: str) -> list[str]:
        return [row.title for row in history.chats(text)]

    assert found("éland") == ["Een ÉLAND op de weg"]
    assert found("  WEG ") == ["Een ÉLAND op de weg"]
    assert len(found("één 😀")) == 2  # in the answers
    assert found("% of_") == found("'QUOTED'") == ["50 % of_it 'quoted'"]
    assert found("nowhere") == found("%x") == []


def test_saving_again_replaces_and_drops(history: History) -> None:
    saved = history.save(chat())
    edited = history.save(edit(saved, 1, "Anders?"))
    assert edited.id == saved.id
    assert [message.text for message in history.load(saved.id).messages] == ["Anders?"]
    assert history.load(saved.id).next_id == 4
    assert len(history.chats()) == 1


def test_a_question_in_a_long_chat_writes_what_is_new_and_nothing_else(history: History) -> None:
    long = chat()
    for number in range(100):
        long = append(long, "user" if number % 2 == 0 else "assistant", f"text {number}")
    saved = history.save(long)

    def rows_written(work: Callable[[], object]) -> int:
        before = history._connection.total_changes
        work()
        return history._connection.total_changes - before

    head = 1  # the line of the chat itself
    assert rows_written(lambda: history.save(saved)) == head
    asked = append(saved, "user", "And now?")
    assert rows_written(lambda: history.save(asked)) == head + 1
    growing = Message(id=asked.next_id, role="assistant", text="Well")
    history.save_message(saved.id, growing)
    assert rows_written(lambda: history.save(put(asked, growing))) == head
    assert history.load(saved.id).messages == (*asked.messages, growing)
    other = edit(asked, asked.messages[-1].id, "Or rather?")
    assert rows_written(lambda: history.save(other)) == head + 2, "one is gone, one is another"
    assert history.load(saved.id).messages == other.messages
    again = reopened(history)
    assert again.load(saved.id).messages == other.messages
    again.close()


def test_what_another_program_wrote_is_written_over_as_a_whole(history: History) -> None:
    saved = history.save(chat())
    other = History(history.path)
    other.save_message(saved.id, Message(id=saved.messages[0].id, role="user", text="Not yours"))
    other.close()
    history.save(append(saved, "user", "Mine"))
    assert [message.text for message in history.load(saved.id).messages[:1]] == [saved.messages[0].text]


def test_what_could_not_be_saved_is_saved_with_the_next_message(history: History) -> None:
    saved = history.save(chat())
    lost = append(saved, "user", "Lost?")
    blocker = sqlite3.connect(history.path, isolation_level=None)
    history._connection.execute("PRAGMA busy_timeout = 0")
    blocker.execute("BEGIN IMMEDIATE")
    for work in (lambda: history.save(lost), lambda: history.save_message(saved.id, lost.messages[-1])):
        with pytest.raises(HistoryError, match="could not be saved"):
            work()
    blocker.execute("ROLLBACK")
    blocker.close()
    more = append(lost, "user", "More")
    history.save(more)
    assert history.load(saved.id).messages == more.messages


def test_a_growing_reply_is_put_at_the_end_and_then_in_its_place(history: History) -> None:
    saved = history.save(append(Conversation(), "user", "Hallo?"))
    growing = Message(id=2, role="assistant", text="Ha", complete=False)
    history.save_message(saved.id, growing)
    assert history.load(saved.id).messages[1] == growing
    history.save_message(saved.id, ANSWER)
    assert history.load(saved.id).messages[1:] == (ANSWER,)


def test_rename_delete_restore_forget(history: History, clock: Clock) -> None:
    saved = history.save(chat())
    history.rename(saved.id, " Nieuwe \n titel\ud800")
    assert history.load(saved.id).title == "Nieuwe titel\ufffd"
    history.delete(saved.id)
    assert history.chats() == ()
    with pytest.raises(HistoryError, match="not there any more"):
        history.load(saved.id)
    history.restore(saved.id)
    assert history.load(saved.id).messages[1] == ANSWER
    history.delete(saved.id)
    clock.now += 29 * 24 * 3600
    history.forget_deleted()
    history.restore(saved.id)
    assert len(history.chats()) == 1
    history.delete(saved.id)
    clock.now += 31 * 24 * 3600
    history.forget_deleted()
    history.restore(saved.id)
    assert history.chats() == ()
    connection = sqlite3.connect(history.path)
    assert connection.execute("SELECT count(*) FROM messages").fetchone() == (0,)
    connection.close()


def test_text_that_no_file_can_hold(history: History) -> None:
    saved = history.save(append(with_system(Conversation(title="\ud800"), "\udfff"), "user", "a\ud83db"))
    history.save_message(saved.id, Message(id=2, role="assistant", text="\ud83d", reasoning="\x00"))
    read = history.load(saved.id)
    assert (read.title, read.system) == ("\ufffd", "\ufffd")
    assert [(m.text, m.reasoning) for m in read.messages] == [("a\ufffdb", ""), ("\ufffd", "\ufffd")]
    assert history.chats("\ud800")


def test_baselines(history: History, clock: Clock) -> None:
    assert history.baseline("k") is None
    sample = Sample(t=1.0, tokens=100, decode_ms=2000.0, rate=49.5)
    put_in = history.put_baseline("k", 49.5, sample)
    assert put_in == Baseline(key="k", made=1000.0, rate=49.5, sample=sample)
    clock.now = 5000.0
    history.put_baseline("k", 51.0, sample)
    again = reopened(history)
    assert again.baseline("k") == Baseline(key="k", made=5000.0, rate=51.0, sample=sample)
    assert again.baseline("other") is None
    again.close()


def test_files_are_private(history: History) -> None:
    history.save(chat())
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in history.path.parent.iterdir()}
    assert modes == {FILE_NAME: 0o600, FILE_NAME + "-wal": 0o600, FILE_NAME + "-shm": 0o600}
    assert stat.S_IMODE(history.path.parent.stat().st_mode) == 0o700


def test_a_file_that_others_could_read_is_made_private(history: History) -> None:
    history.close()
    history.path.chmod(0o644)
    History(history.path).close()
    assert stat.S_IMODE(history.path.stat().st_mode) == 0o600


def test_the_default_place(specdesk_home: Path) -> None:
    history = History()
    assert history.path == paths.data_dir() / FILE_NAME
    assert history.path.is_relative_to(specdesk_home)
    history.close()


def test_after_closing_there_is_a_sentence(history: History) -> None:
    history.close()
    with pytest.raises(HistoryError, match="could not be read"):
        history.chats()
    with pytest.raises(HistoryError, match="could not be saved"):
        history.save(chat())


def test_many_threads_share_one_store(history: History) -> None:
    def work(number: int) -> int:
        saved = history.save(chat(f"vraag {number}"))
        for step in range(5):
            history.save_message(saved.id, Message(id=2, role="assistant", text=f"{number}.{step}"))
            history.chats("vraag")
        return saved.id

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        made = list(pool.map(work, range(24)))
    assert sorted(made) == list(range(1, 25))
    texts = {history.load(chat_id).title: history.load(chat_id).messages[1].text for chat_id in made}
    assert texts == {f"vraag {n}": f"{n}.4" for n in range(24)}


def test_two_programs_share_one_file(history: History) -> None:
    other = History(history.path)
    first, second = history.save(chat("een")), other.save(chat("twee"))
    assert {row.id for row in history.chats()} == {first.id, second.id} == {row.id for row in other.chats()}
    other.close()


WRITER = """
import sys
from pathlib import Path
from specdesk.chat.conversation import Conversation, append
from specdesk.chat.history import History
from specdesk.chat.reply import GrowingReply, SavePace
from specdesk.chat.timings import delta_of

history = History(Path(sys.argv[1]))
saved = history.save(append(Conversation(), "user", "Count."))
now = 0.0
reply, pace = GrowingReply(2, now), SavePace(1.0, clock=lambda: now)
number = 0
while True:
    number += 1
    now += 0.01
    reply.feed(delta_of({"choices": [{"delta": {"content": f"{number} "}}]}, now))
    if pace.due():
        history.save_message(saved.id, reply.message(complete=False))
        print(number, flush=True)
"""


def test_a_killed_program_loses_at_most_the_tail_of_its_reply(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        written = [int(child.stdout.readline()) for _ in range(5)]
        child.send_signal(signal.SIGKILL)
        written += [int(line) for line in child.stdout if line.endswith("\n")]
    assert written[:3] == [1, 101, 201]  # every second of its clock
    history = History(path)
    assert history.problem is None
    question, answer = history.load(1).messages
    assert question.text == "Count."
    assert not answer.complete
    numbers = [int(word) for word in answer.text.split()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) in (written[-1], written[-1] + 100)  # the last save may not have been told any more
    history.close()


class Interrupted(History):
    """Another program writes to the file when the messages of a chat have just been read."""

    def rows(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        found = super().rows(statement, values)
        if statement.startswith(TAKE):
            other = sqlite3.connect(self.path, isolation_level=None)
            other.execute("UPDATE messages SET text = 'written elsewhere' WHERE id = 2")
            other.close()
        return found


def test_what_others_write_while_a_chat_is_read_counts_as_unknown(tmp_path: Path) -> None:
    history = Interrupted(tmp_path / FILE_NAME)
    history.save(chat())
    shown = history.load(1)
    assert shown.messages[1] == ANSWER
    history.save(shown)
    history.close()
    again = History(history.path)
    assert again.load(1).messages[1] == ANSWER, "what is in the window is what was to be saved"
    again.close()
