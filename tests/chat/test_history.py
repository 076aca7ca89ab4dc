"""The history file: real files, real damage, a real process that is killed."""

from __future__ import annotations

import concurrent.futures
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from specdesk import paths
from specdesk.chat.conversation import ChatSettings, Conversation, Message, ReplyFooter, append, edit, put, with_system
from specdesk.chat.guesses import Span
from specdesk.chat.history import FILE_NAME, Baseline, History, HistoryError
from specdesk.chat.schema import MIGRATIONS, VERSION
from specdesk.records.plan import Sampling
from specdesk.records.sample import Sample


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path, clock: Clock) -> Iterator[History]:
    opened = History(tmp_path / "data" / FILE_NAME, clock=clock)
    yield opened
    opened.close()


FOOTER = ReplyFooter(rate=56.0, ttft_ms=400.0, tokens=3, acceptance=0.5, drafted=4, accepted=2, speculating=True)
ANSWER = Message(
    id=2,
    role="assistant",
    text="Ja, één 😀",
    reasoning="Hm",
    footer=FOOTER,
    spans=(Span("Ja,", False), Span(" één 😀", True)),
    samples=(Sample(t=1.0, tokens=1), Sample(t=2.0, tokens=3, drafted=4, accepted=2, per_position=(1, 1))),
)


def chat(question: str = "Is dit één?") -> Conversation:
    conversation = append(with_system(Conversation(), "Kort."), "user", question)
    settings = ChatSettings(sampling=Sampling(temperature=0.3), reply_limit=99, thinking=False)
    return put(Conversation(**{**_fields(conversation), "settings": settings}), ANSWER)


def _fields(conversation: Conversation) -> dict[str, object]:
    return {name: getattr(conversation, name) for name in conversation.__struct_fields__}


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


def test_older_files_are_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connection = sqlite3.connect(path)
    for statement in MIGRATIONS[0]:
        connection.execute(statement)
    connection.execute("PRAGMA user_version = 1")
    connection.execute(
        "INSERT INTO chats (title, system, settings, created, updated) VALUES ('old', '', '{}', 1.0, 2.0)"
    )
    connection.execute("INSERT INTO messages VALUES (1, 1, 0, 'user', 'hi', '', NULL, '[]', '[]', 1)")
    connection.commit()
    connection.close()
    history = History(path)
    assert history.problem is None
    assert history.load(1).messages == (Message(id=1, role="user", text="hi"),)
    history.put_baseline("k", 1.0, Sample(t=0.0, tokens=1))
    history.close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    connection.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connection = sqlite3.connect(path)
    for statement in MIGRATIONS[0]:
        connection.execute(statement)
    connection.execute("CREATE TABLE baselines (mine TEXT)")  # in the way of the second migration
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    history = History(path)
    assert not history.keeps
    assert history.problem is not None
    history.close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.execute("CREATE TABLE chats (other TEXT)")
    connection.commit()
    connection.close()
    history = History(path)
    assert history.problem is not None
    assert history.problem.what == "The chats were saved by a newer SpecDesk."
    assert not history.keeps
    assert history.load(history.save(chat()).id).messages[1] == ANSWER  # in memory
    history.close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
    connection.close()
    assert [p.name for p in tmp_path.iterdir() if ".bad" in p.name] == []


@pytest.mark.parametrize("damage", ["other", "middle"])
def test_a_damaged_file_is_set_aside(history: History, damage: str) -> None:
    for number in range(50):
        history.save(chat(f"vraag {number} " + "x" * 500))
    history.close()
    path = history.path
    content = path.read_bytes()
    if damage == "other":
        path.write_bytes(b"not a database at all, just text " * 100)
    else:
        path.write_bytes(content[:4096] + b"\x5a" * 8192 + content[4096 + 8192 :])
    broken = path.read_bytes()
    opened = History(path)
    aside = path.with_name(FILE_NAME + ".bad")
    assert aside.read_bytes() == broken
    assert str(opened.problem) == (
        f"The file with your chats was damaged. It was kept as {FILE_NAME}.bad and a new, empty one was made. "
        f"Your earlier chats are in {aside}."
    )
    assert opened.keeps
    assert opened.chats() == ()
    saved = opened.save(chat())
    opened.close()
    again = History(path)
    assert again.problem is None
    assert again.load(saved.id) == saved
    again.close()
    path.write_bytes(b"broken once more " * 100)
    History(path).close()
    assert {p.name for p in path.parent.iterdir() if ".bad" in p.name} == {FILE_NAME + ".bad", FILE_NAME + ".bad2"}


def test_a_value_that_cannot_be_read_costs_that_value(history: History) -> None:
    saved = history.save(chat())
    connection = sqlite3.connect(history.path)
    connection.execute("UPDATE messages SET footer = '{\"rate\": \"fast\"}', samples = 'x', spans = '{' WHERE id = 2")
    connection.execute("UPDATE chats SET settings = '[]'")
    connection.commit()
    connection.close()
    read = history.load(saved.id)
    assert read.settings == ChatSettings()
    assert read.messages[1] == Message(id=2, role="assistant", text=ANSWER.text, reasoning="Hm")


def test_a_full_disk_is_told_and_the_chat_goes_on(history: History) -> None:
    saved = history.save(chat())
    pages = history._connection.execute("PRAGMA page_count").fetchone()[0]
    history._connection.execute(f"PRAGMA max_page_count = {pages}")
    longer = put(saved, Message(id=3, role="user", text="y" * 100_000))
    with pytest.raises(HistoryError) as caught:
        history.save(longer)
    assert caught.value.what == "This chat could not be saved."
    assert "database or disk is full" in caught.value.why
    assert "The chat stays in memory." in caught.value.why
    assert history.load(saved.id) == saved  # what was there is whole
    history._connection.execute("PRAGMA max_page_count = 100000")
    assert history.save(longer) == longer
    assert history.load(saved.id) == longer


@pytest.fixture
def powerless() -> Iterator[None]:
    """Not root for a while: root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def locked_away() -> Iterator[Path]:
    """A history in a folder that cannot be written to."""
    folder = Path(tempfile.mkdtemp(prefix="specdesk-test-"))
    history = History(folder / FILE_NAME)
    history.save(chat())
    history.close()
    history.path.chmod(0o444)
    folder.chmod(0o555)
    yield history.path
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


def test_a_folder_that_cannot_be_written_still_shows_its_chats(locked_away: Path, powerless: None) -> None:
    history = History(locked_away)
    assert not history.keeps
    assert history.problem is not None
    assert history.problem.what == f"Chats cannot be saved in {locked_away.parent}."
    assert history.load(1).messages[1] == ANSWER
    assert len(history.chats("één")) == 1
    with pytest.raises(HistoryError, match="could not be saved"):
        history.save(chat())
    history.close()


@pytest.mark.parametrize("kind", ["folder in its place", "file in place of the folder"])
def test_a_place_that_cannot_hold_a_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "data" / FILE_NAME
    if kind == "folder in its place":
        path.mkdir(parents=True)
    else:
        path.parent.write_text("x")
    history = History(path)
    assert not history.keeps
    assert history.problem is not None
    assert history.problem.next_step == "Make the folder writable or free some space, then start SpecDesk again."
    saved = history.save(chat())
    assert history.load(saved.id) == saved
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
