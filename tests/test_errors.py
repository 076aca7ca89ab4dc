"""What is told of a failure: whole sentences, and of the system only its words."""

from __future__ import annotations

import errno
from pathlib import Path

from specdesk import language
from specdesk.chat.history import History
from specdesk.errors import system_reason


def test_the_systems_words_come_without_numbers_and_paths() -> None:
    assert system_reason(NotADirectoryError(errno.ENOTDIR, "Not a directory", "/a/b")) == "Not a directory"
    assert system_reason(ValueError("bad value")) == "bad value"
    assert system_reason(OSError()) == "OSError"


def test_what_the_system_says_most_often_is_in_the_language_in_use() -> None:
    language.speak(lambda context, text: f"«{text}»" if context == "Errors" else text)
    try:
        gone = FileNotFoundError(errno.ENOENT, "No such file or directory", "/a")
        assert system_reason(gone) == "«No such file or directory»"
        assert system_reason(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    finally:
        language.speak(None)


def test_what_windows_says_stays_as_it_is() -> None:
    """Python makes EACCES of a file in use as of one that may not be written."""

    class InUse(PermissionError):
        winerror = 32  # as Windows' own has it; elsewhere it is no attribute

    said = "The process cannot access the file because it is being used by another process"
    language.speak(lambda context, text: f"«{text}»" if context == "Errors" else text)
    try:
        assert system_reason(InUse(errno.EACCES, said)) == said
        assert system_reason(PermissionError(errno.EACCES, "Permission denied")) == "«Permission denied»"
    finally:
        language.speak(None)


def test_chats_that_cannot_be_kept_are_told_without_a_number(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    history = History(tmp_path / "file" / "chats.db")
    try:
        assert history.problem is not None
        assert history.problem.why.startswith("The system says: ")
        assert "Errno" not in history.problem.why
    finally:
        history.close()
