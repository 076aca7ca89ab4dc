"""What is wrong with the file of the chats, in sentences. SQLite's own words and number go to the log."""

from __future__ import annotations

import logging
import sqlite3
from typing import Final

from specdesk.language import mark, translate

log = logging.getLogger(__name__)

_OTHER: Final = mark("Chat", "The program's own database refuses it; the log says more.")
_SENTENCES: Final = {
    sqlite3.SQLITE_FULL: mark("Chat", "The disk is full."),
    sqlite3.SQLITE_READONLY: mark("Chat", "The file may only be read, not written."),
    sqlite3.SQLITE_PERM: mark("Chat", "The file may only be read, not written."),
    sqlite3.SQLITE_CANTOPEN: mark("Chat", "The file cannot be opened: its folder is gone, or it may not be used."),
    sqlite3.SQLITE_IOERR: mark("Chat", "The drive reports an error, or is not connected any more."),
    sqlite3.SQLITE_BUSY: mark("Chat", "Another program holds the file."),
    sqlite3.SQLITE_LOCKED: mark("Chat", "Another program holds the file."),
    sqlite3.SQLITE_CORRUPT: mark("Chat", "The file is damaged."),
    sqlite3.SQLITE_NOTADB: mark("Chat", "The file is damaged."),
    sqlite3.SQLITE_NOMEM: mark("Chat", "The computer is short of memory."),
    sqlite3.SQLITE_TOOBIG: mark("Chat", "It is larger than the file can take."),
}
"""By primary result code (https://sqlite.org/rescode.html)."""
_PRIMARY: Final = 0xFF
"""The lower byte of an extended code is the primary one."""


def sentence_of(error: sqlite3.Error) -> str:
    """What happened, for people. The error itself is logged."""
    code = getattr(error, "sqlite_errorcode", None)
    log.warning("SQLite: %s (%s)", error, getattr(error, "sqlite_errorname", "no code"))
    if code is None:
        return translate("Chat", _OTHER)
    return translate("Chat", _SENTENCES.get(code & _PRIMARY, _OTHER))
