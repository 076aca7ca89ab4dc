"""Chats and baselines on disk: one SQLite file, private to the user, that survives a killed program.

Results of compares are in the same file; `rows` and `changing` are how they are read and written.

Blocking and thread-safe; the service calls it from worker threads. What cannot be written stays in memory: the caller
keeps its Conversation, and the error says what to do. A file that is no database any more is set aside as `.bad` and a
fresh one made; one that cannot be written is read, and one that cannot even be read is replaced by memory for this run.
`problem` tells each of these.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from specdesk import jsonfile, paths
from specdesk.chat.conversation import ChatSettings, Conversation, Message, clean
from specdesk.chat.file_trouble import sentence_of
from specdesk.chat.message_rows import PUT, TAKE, InFile, Known, message_of, read, row_of, written
from specdesk.chat.schema import VERSION, NewerFileError, migrate
from specdesk.errors import SpecDeskError, system_reason
from specdesk.language import translate
from specdesk.records.sample import Sample

FILE_NAME = "specdesk.sqlite"
KEEP_DELETED_S = 30 * 24 * 3600.0
"""Deleted chats can be brought back for 30 days."""

_IN_MEMORY = ":memory:"


class HistoryError(SpecDeskError):
    """Chats could not be read or written. trouble: what is wrong with the file, one sentence."""

    trouble = ""


class ChatRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line in the list of chats. created, updated: s since 1970. messages: how many there are."""

    id: int
    title: str
    created: float
    updated: float
    messages: int


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """Measured speed without a draft. made: s since 1970; rate: tokens/s."""

    key: str
    made: float
    rate: float
    sample: Sample


class History:
    """The store. path: the file, by default in the data directory. clock: s since 1970. Never fails to open.

    problem: what is wrong with the file, to be shown once. keeps: False when this run cannot save anything.
    """

    def __init__(
        self, path: Path | None = None, *, clock: Callable[[], float] = time.time, on_disk: bool = True
    ) -> None:
        """on_disk: False = in memory, for this run."""
        self.path = path if path is not None else paths.data_dir() / FILE_NAME
        self.problem: SpecDeskError | None = None
        self.keeps = on_disk
        self._clock = clock
        self._lock = threading.RLock()
        self._in_file = InFile()
        self._connection = self._open() if on_disk else _connect(None)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def chats(self, search: str = "") -> tuple[ChatRow, ...]:
        """Chats, the last used first; with `search` those with that text in title or messages, whatever the case."""
        wanted = clean(search).casefold().strip()
        rows = self.rows(
            """SELECT id, title, created, updated, (SELECT count(*) FROM messages WHERE chat = chats.id)
               FROM chats WHERE deleted IS NULL AND (? = '' OR instr(folded(title), ?) OR EXISTS (
                   SELECT 1 FROM messages WHERE chat = chats.id AND instr(folded(text), ?)))
               ORDER BY updated DESC, id DESC""",
            (wanted, wanted, wanted),
        )
        return tuple(ChatRow(id=r[0], title=r[1], created=r[2], updated=r[3], messages=r[4]) for r in rows)

    def load(self, chat: int) -> Conversation:
        """One chat with all its messages. Raises HistoryError when it is not there."""
        with self._unchanging():
            version = self._version()
            rows = self.rows("SELECT title, system, settings FROM chats WHERE id = ? AND deleted IS NULL", (chat,))
            if not rows:
                raise HistoryError(
                    translate("Chat", "That chat is not there any more."),
                    translate("Chat", "It was deleted."),
                    translate("Chat", "Choose another chat."),
                )
            found = self.rows(f"{TAKE} WHERE chat = ? ORDER BY place", (chat,))
            messages = tuple(message_of(row) for row in found)
            places = {message.id: (row[-1], message) for row, message in zip(found, messages, strict=True)}
            self._in_file.note(chat, version, places)
        title, system, settings = rows[0]
        return Conversation(
            id=chat,
            title=title,
            system=system,
            settings=read(settings, ChatSettings, ChatSettings()),
            messages=messages,
            next_id=max((message.id for message in messages), default=0) + 1,
        )

    def save(self, conversation: Conversation) -> Conversation:
        """Keep a whole chat, drop the messages that it no longer has, and return it with its id. Raises HistoryError.

        What is in the file as it should be is not written again. Used after anything but a growing reply:
        `save_message` is for that.
        """
        now = self._clock()
        title, system = clean(conversation.title), clean(conversation.system)
        settings = written(conversation.settings)
        wanted: Known = {message.id: (place, message) for place, message in enumerate(conversation.messages)}
        with self._lock:
            with self.changing() as cursor:
                chat, version = conversation.id, self._version()
                known = self._in_file.of(chat, version)
                self._in_file.forget()
                cursor.execute(
                    "UPDATE chats SET title = ?, system = ?, settings = ?, updated = ? WHERE id = ?",
                    (title, system, settings, now, chat),
                )
                if cursor.rowcount == 0:
                    cursor.execute(
                        "INSERT INTO chats (title, system, settings, created, updated) VALUES (?, ?, ?, ?, ?)",
                        (title, system, settings, now, now),
                    )
                    chat, known = int(cursor.lastrowid or 0), {}
                if not known:
                    cursor.execute("DELETE FROM messages WHERE chat = ?", (chat,))
                gone = ((chat, message) for message in known if message not in wanted)
                cursor.executemany("DELETE FROM messages WHERE chat = ? AND id = ?", gone)
                changed = (one for one in wanted.values() if known.get(one[1].id) != one)
                cursor.executemany(PUT, (row_of(chat, *one) for one in changed))
            self._in_file.note(chat, version, wanted)
        return msgspec.structs.replace(conversation, id=chat)

    def save_message(self, chat: int, message: Message) -> None:
        """Write one message, in its place or at the end. Raises HistoryError."""
        with self._lock:
            with self.changing() as cursor:
                cursor.execute("SELECT place FROM messages WHERE chat = ? AND id = ?", (chat, message.id))
                known = cursor.fetchone()
                if known is None:
                    cursor.execute("SELECT coalesce(max(place), -1) + 1 FROM messages WHERE chat = ?", (chat,))
                    known = cursor.fetchone()
                cursor.execute(PUT, row_of(chat, known[0], message))
                cursor.execute("UPDATE chats SET updated = ? WHERE id = ?", (self._clock(), chat))
            self._in_file.note_one(chat, known[0], message)

    def rename(self, chat: int, title: str) -> None:
        """Give a chat another title (one line). Raises HistoryError."""
        with self.changing() as cursor:
            cursor.execute("UPDATE chats SET title = ? WHERE id = ?", (" ".join(clean(title).split()), chat))

    def delete(self, chat: int) -> None:
        """Delete a chat so that `restore` can bring it back. Raises HistoryError."""
        with self.changing() as cursor:
            cursor.execute("UPDATE chats SET deleted = ? WHERE id = ?", (self._clock(), chat))

    def restore(self, chat: int) -> None:
        """Bring a deleted chat back. Raises HistoryError."""
        with self.changing() as cursor:
            cursor.execute("UPDATE chats SET deleted = NULL WHERE id = ?", (chat,))

    def forget_deleted(self) -> None:
        """Remove for good what was deleted more than 30 days ago. Raises HistoryError."""
        with self.changing() as cursor:
            cursor.execute("DELETE FROM chats WHERE deleted < ?", (self._clock() - KEEP_DELETED_S,))

    def put_baseline(self, key: str, rate: float, sample: Sample) -> Baseline:
        """Remember the plain speed (tokens/s) of a target, engine and settings. Raises HistoryError."""
        baseline = Baseline(key=key, made=self._clock(), rate=rate, sample=sample)
        with self.changing() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO baselines (key, made, rate, sample) VALUES (?, ?, ?, ?)",
                (clean(key), baseline.made, rate, written(sample)),
            )
        return baseline

    def baseline(self, key: str) -> Baseline | None:
        """The plain speed under `key`; None when it was never measured. Raises HistoryError."""
        rows = self.rows("SELECT made, rate, sample FROM baselines WHERE key = ?", (clean(key),))
        if not rows:
            return None
        made, rate, sample = rows[0]
        known = read(sample, Sample, None)
        return None if known is None else Baseline(key=key, made=made, rate=rate, sample=known)

    def rows(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """What a query finds, in this file or in memory. Raises HistoryError."""
        with self._lock:
            try:
                return self._connection.execute(statement, values).fetchall()
            except sqlite3.Error as error:
                raise _unreadable(self.path, error) from error

    @contextlib.contextmanager
    def changing(self) -> Iterator[sqlite3.Cursor]:
        """One transaction: all of it is on disk at the end, or nothing. Raises HistoryError."""
        with self._lock:
            try:
                cursor = self._connection.cursor()
                cursor.execute("BEGIN IMMEDIATE")
                try:
                    yield cursor
                    cursor.execute("COMMIT")
                finally:
                    if self._connection.in_transaction:
                        cursor.execute("ROLLBACK")
            except sqlite3.Error as error:
                raise _unwritable(self.path, error) from error

    @contextlib.contextmanager
    def _unchanging(self) -> Iterator[None]:
        """Several `rows` of one moment, whatever other connections write meanwhile. Raises HistoryError."""
        with self._lock:
            self.rows("BEGIN")
            try:
                yield
            finally:
                self.rows("COMMIT")

    def _version(self) -> int:
        """Changes when another connection writes to the file."""
        return int(self.rows("PRAGMA data_version")[0][0])

    def _open(self) -> sqlite3.Connection:
        try:
            paths.private_dir(self.path.parent)
            try:
                return _connect(self.path)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                aside = _set_aside(self.path)
                self.problem = HistoryError(
                    translate("Chat", "The file with your chats was damaged."),
                    translate("Chat", "It was kept as {name} and a new, empty one was made.").format(name=aside.name),
                    translate("Chat", "Your earlier chats are in {path}.").format(path=aside),
                )
                return _connect(self.path)
        except NewerFileError:
            self.problem = HistoryError(
                translate("Chat", "The chats were saved by a newer SpecDesk."),
                translate(
                    "Chat", "This version cannot read them and leaves them as they are. Chats of this run are not kept."
                ),
                translate("Chat", "Start the newer version again."),
            )
        except OSError as error:
            said = translate("Chat", "The system says: {reason}.").format(reason=system_reason(error))
            self.problem = _not_kept(self.path, said)
        except sqlite3.Error as error:
            self.problem = _not_kept(self.path, sentence_of(error))
        self.keeps = False
        return _connect_reading(self.path) or _connect(None)


def _connect(path: Path | None) -> sqlite3.Connection:
    """Open and migrate; a new file is readable by its owner only. Raises OSError, sqlite3.Error, NewerFileError."""
    if path is not None:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        path.chmod(0o600)
    connection = sqlite3.connect(
        _IN_MEMORY if path is None else path, timeout=5.0, isolation_level=None, check_same_thread=False
    )
    try:
        connection.create_function("folded", 1, _folded, deterministic=True)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("quick_check found damage")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_reading(path: Path) -> sqlite3.Connection | None:
    """Open a file of this version without writing to it or beside it; None where that is impossible."""
    try:
        connection = sqlite3.connect(
            path.absolute().as_uri() + "?mode=ro&immutable=1", uri=True, isolation_level=None, check_same_thread=False
        )
    except sqlite3.Error:
        return None
    try:
        connection.create_function("folded", 1, _folded, deterministic=True)
        if connection.execute("PRAGMA user_version").fetchone()[0] == VERSION:
            return connection
    except sqlite3.Error:
        pass
    connection.close()
    return None


def _set_aside(path: Path) -> Path:
    """Give a damaged file, and the two that belong to it, a free name ending in `.bad`. Raises OSError."""
    aside = jsonfile.set_aside(path, "bad")
    for ending in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    return aside


def _folded(text: object) -> str:
    return str(text).casefold()


def _not_kept(path: Path, trouble: str) -> HistoryError:
    return HistoryError(
        translate("Chat", "Chats cannot be saved in {folder}.").format(folder=path.parent),
        translate("Chat", "{trouble} Chats of this run are not kept.").format(trouble=trouble),
        translate("Chat", "Make the folder writable or free some space, then start SpecDesk again."),
    )


def _unreadable(path: Path, error: sqlite3.Error) -> HistoryError:
    trouble = sentence_of(error)
    told = HistoryError(
        translate("Chat", "Chats could not be read."),
        translate("Chat", "{trouble} This concerns {path}.").format(trouble=trouble, path=path),
        translate("Chat", "Close other copies of SpecDesk and start it again; a damaged file is then set aside."),
    )
    told.trouble = trouble
    return told


def _unwritable(path: Path, error: sqlite3.Error) -> HistoryError:
    trouble = sentence_of(error)
    told = HistoryError(
        translate("Chat", "This chat could not be saved."),
        translate("Chat", "{trouble} This concerns {path}. The chat stays in memory.").format(
            trouble=trouble, path=path
        ),
        translate("Chat", "Free some space or make the folder writable, then go on; the next message saves it all."),
    )
    told.trouble = trouble
    return told
