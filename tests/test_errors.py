"""What is told of a failure: whole sentences, and of the system only its words."""

from __future__ import annotations

import errno
from pathlib import Path

from specdesk.chat.history import History
from specdesk.errors import system_reason


def test_the_systems_words_come_without_numbers_and_paths() -> None:
    assert system_reason(NotADirectoryError(errno.ENOTDIR, "Not a directory", "/a/b")) == "Not a directory"
    assert system_reason(ValueError("bad value")) == "bad value"
    assert system_reason(OSError()) == "OSError"


def test_chats_that_cannot_be_kept_are_told_without_a_number(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    history = History(tmp_path / "file" / "chats.db")
    try:
        assert history.problem is not None
        assert history.problem.why.startswith("The system says: ")
        assert "Errno" not in history.problem.why
    finally:
        history.close()
