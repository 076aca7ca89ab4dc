"""The tables of the history file and how older files become newer ones.

`PRAGMA user_version` is the number of migrations applied. A migration is never changed once it was released; a new
one is added at the end.
"""

from __future__ import annotations

import sqlite3

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE chats (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            system TEXT NOT NULL,
            settings TEXT NOT NULL,
            created REAL NOT NULL,
            updated REAL NOT NULL,
            deleted REAL
        )""",
        """CREATE TABLE messages (
            chat INTEGER NOT NULL REFERENCES chats(id) ON DELETE CASCADE,
            id INTEGER NOT NULL,
            place INTEGER NOT NULL,
            role TEXT NOT NULL,
            text TEXT NOT NULL,
            reasoning TEXT NOT NULL,
            footer TEXT,
            spans TEXT NOT NULL,
            samples TEXT NOT NULL,
            complete INTEGER NOT NULL,
            PRIMARY KEY (chat, id)
        ) WITHOUT ROWID""",
        "CREATE INDEX chats_by_time ON chats (deleted, updated)",
    ),
    (
        """CREATE TABLE baselines (
            key TEXT PRIMARY KEY,
            made REAL NOT NULL,
            rate REAL NOT NULL,
            sample TEXT NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE results (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            made REAL NOT NULL,
            updated REAL NOT NULL,
            setup TEXT NOT NULL,
            schedule TEXT NOT NULL,
            arms TEXT NOT NULL,
            ended TEXT,
            summary TEXT,
            deleted REAL
        )""",
        """CREATE TABLE measurements (
            result INTEGER NOT NULL REFERENCES results(id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            measured TEXT NOT NULL,
            PRIMARY KEY (result, place)
        ) WITHOUT ROWID""",
    ),
)

VERSION = len(MIGRATIONS)


class NewerFileError(Exception):
    """The file was written by a newer SpecDesk."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to `VERSION`, each step whole or not at all. Raises sqlite3.Error, NewerFileError.

    The version is read within the transaction, so that two programs that open the file at once do not both migrate.
    """
    while True:
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version > VERSION:
                raise NewerFileError(f"version {version}, this program knows {VERSION}")
            if version == VERSION:
                return
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
