"""One sentence for a file or folder that cannot be read."""

from __future__ import annotations

import errno
from typing import Final

from specdesk.errors import FileFormatError

NOT_THERE: Final = "The file is not there."

_SENTENCES: Final = {
    errno.ENOENT: NOT_THERE,
    errno.ENOTDIR: NOT_THERE,
    errno.EACCES: "You have no permission to read this file.",
    errno.EPERM: "You have no permission to read this file.",
    errno.ELOOP: "The link leads back to itself.",
    errno.ENAMETOOLONG: "The path is too long for this system.",
    errno.EIO: "The drive reports an error; is it still connected?",
    errno.ENODEV: "The drive is gone; is it still connected?",
    errno.ENXIO: "The drive is gone; is it still connected?",
    errno.ESTALE: "The network drive no longer answers for this file.",
    errno.EISDIR: "This is a folder, not a file.",
    errno.EMFILE: "Too many files are open at once.",
}


class NotAModelError(FileFormatError):
    """A file that no engine can load, of whatever build. Other trouble with a format is for the engine to judge."""


def sentence_of(error: OSError | FileFormatError) -> str:
    """What is wrong with a file, and what to do about it where that is known; one sentence or a few."""
    if isinstance(error, FileFormatError):
        return str(error)
    known = _SENTENCES.get(error.errno or 0)
    return known or f"The system cannot read this file ({error.strerror or type(error).__name__})."


def folder_sentence(error: OSError) -> str:
    """What is wrong with a folder, in one sentence."""
    if isinstance(error, FileNotFoundError):
        return "This folder is not there; is its drive connected?"
    if isinstance(error, PermissionError):
        return "You have no permission to open this folder."
    if isinstance(error, NotADirectoryError):
        return "This is not a folder."
    return sentence_of(error).replace("this file", "this folder")
