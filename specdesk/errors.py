"""The one exception root: what happened, why, and what to do next.

Every exception that may reach a user is a `SpecDeskError`. Its three parts are whole sentences without jargon;
tracebacks go to the log, never to the screen.
"""

from __future__ import annotations


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


def system_reason(error: BaseException) -> str:
    """What the system says about a failure, in its words alone: without "[Errno 20]" and without the path again."""
    return (error.strerror if isinstance(error, OSError) else "") or str(error) or type(error).__name__
