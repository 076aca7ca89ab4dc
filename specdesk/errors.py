"""The one exception root: what happened, why, and what to do next.

Every exception that may reach a user is a `SpecDeskError`. Its three parts are whole sentences without jargon;
tracebacks go to the log, never to the screen.
"""

from __future__ import annotations

import errno

from specdesk.language import mark, translate


class SpecDeskError(Exception):
    """An expected failure, told in sentences.

    what: what happened, one sentence.
    why: the cause as far as it is known; may be empty.
    next_step: what the user can do now; may be empty.
    """

    def __init__(self, what: str, why: str = "", next_step: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.why = why
        self.next_step = next_step

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.why, self.next_step) if part)


class UsageError(SpecDeskError):
    """Wrong use of a command or a setting; the command line ends with exit code 2."""


class FileFormatError(SpecDeskError):
    """A file that cannot be read as what it should be."""


class EngineError(SpecDeskError):
    """An engine that cannot be used, did not start, or died."""


class ChatError(SpecDeskError):
    """A request to a running engine that failed."""


_USUAL = {
    errno.ENOENT: mark("Errors", "No such file or directory"),
    errno.EACCES: mark("Errors", "Permission denied"),
    errno.EPERM: mark("Errors", "Operation not permitted"),
    errno.ENOSPC: mark("Errors", "No space left on device"),
    errno.EISDIR: mark("Errors", "Is a directory"),
    errno.ENOTDIR: mark("Errors", "Not a directory"),
    errno.EEXIST: mark("Errors", "File exists"),
    errno.EROFS: mark("Errors", "Read-only file system"),
    errno.EIO: mark("Errors", "Input/output error"),
    errno.ENOEXEC: mark("Errors", "Exec format error"),
    errno.ENOMEM: mark("Errors", "Cannot allocate memory"),
    errno.ENAMETOOLONG: mark("Errors", "File name too long"),
    errno.EADDRINUSE: mark("Errors", "Address already in use"),
    errno.ECONNREFUSED: mark("Errors", "Connection refused"),
}
"""What Linux and macOS say most often: they say it in English here, whatever language the program speaks."""


def system_reason(error: BaseException) -> str:
    """What the system says about a failure, without "[Errno 20]" and without the path again: what it says most often
    in the language in use, else in its own words. Windows' own words always stay: they are in the user's language as a
    rule, and Python maps many reasons of Windows to one errno (a file in use is "Permission denied" too)."""
    said = (error.strerror if isinstance(error, OSError) else "") or ""
    is_windows_own = getattr(error, "winerror", None) is not None
    usual = _USUAL.get(error.errno or 0, "") if isinstance(error, OSError) and not is_windows_own else ""
    told = translate("Errors", usual) if usual else ""
    return (told if told != usual else said) or str(error) or type(error).__name__
