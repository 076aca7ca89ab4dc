"""History files that are old, new, damaged, full or locked away."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from saved_chats import ANSWER, chat

from specdesk.chat.conversation import ChatSettings, Message, put
from specdesk.chat.history import FILE_NAME, History, HistoryError
from specdesk.chat.schema import MIGRATIONS, VERSION
from specdesk.records.sample import Sample


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    opened = History(tmp_path / "data" / FILE_NAME)
    yield opened
    opened.close()


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
    assert caught.value.why == f"The disk is full. This concerns {history.path}. The chat stays in memory."
    assert history.load(saved.id) == saved  # what was there is whole
    history._connection.execute("PRAGMA max_page_count = 100000")
    assert history.save(longer) == longer
    assert history.load(saved.id) == longer


def hold(history: History) -> sqlite3.Connection:
    """Another program that writes."""
    history._connection.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(history.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def run(history: History, statement: str) -> None:
    history._connection.execute(statement)


@pytest.mark.parametrize(
    ("provoke", "trouble", "raw"),
    [
        (hold, "Another program holds the file.", "database is locked (SQLITE_BUSY)"),
        (lambda history: run(history, "PRAGMA query_only = 1"), "The file may only be read, not written.",
         "attempt to write a readonly database (SQLITE_READONLY)"),
        (lambda history: run(history, "DROP TABLE messages"),
         "The program's own database refuses it; the log says more.", "no such table: messages (SQLITE_ERROR)"),
    ],
)  # fmt: skip
def test_trouble_with_the_file_is_a_sentence_and_its_own_words_are_in_the_log(
    provoke: Callable[[History], object], trouble: str, raw: str, history: History, caplog: pytest.LogCaptureFixture
) -> None:
    saved = history.save(chat())
    other = provoke(history)
    with pytest.raises(HistoryError) as caught:
        history.save_message(saved.id, Message(id=3, role="user", text="y"))
    assert str(caught.value) == (
        f"This chat could not be saved. {trouble} This concerns {history.path}. The chat stays in memory. "
        "Free some space or make the folder writable, then go on; the next message saves it all."
    )
    assert caught.value.trouble == trouble
    assert [record.getMessage() for record in caplog.records if record.name.endswith("file_trouble")] == [
        f"SQLite: {raw}"
    ]
    if isinstance(other, sqlite3.Connection):
        other.close()


def test_a_file_that_is_damaged_while_it_is_open(history: History) -> None:
    for number in range(50):
        history.save(chat(f"vraag {number} " + "x" * 500))
    run(history, "PRAGMA wal_checkpoint(TRUNCATE)")
    run(history, "PRAGMA cache_size = 1")
    size = history.path.stat().st_size
    with history.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x5a" * (size - 4096))
    with pytest.raises(HistoryError) as caught:
        history.chats("vraag")
    assert str(caught.value) == (
        f"Chats could not be read. The file is damaged. This concerns {history.path}. "
        "Close other copies of SpecDesk and start it again; a damaged file is then set aside."
    )


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
    assert history.problem.why == "The system says: Permission denied. Chats of this run are not kept."
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
