"""One sentence for a file or folder that cannot be read."""

from __future__ import annotations

import errno
from typing import Final

from specdesk.errors import FileFormatError
from specdesk.language import mark, translate

NOT_THERE: Final = mark("Models", "The file is not there.")

_SENTENCES: Final = {
    errno.ENOENT: NOT_THERE,
    errno.ENOTDIR: NOT_THERE,
    errno.EACCES: mark("Models", "You have no permission to read this file."),
    errno.EPERM: mark("Models", "You have no permission to read this file."),
    errno.ELOOP: mark("Models", "The link leads back to itself."),
    errno.ENAMETOOLONG: mark("Models", "The path is too long for this system."),
    errno.EIO: mark("Models", "The drive reports an error; is it still connected?"),
    errno.ENODEV: mark("Models", "The drive is gone; is it still connected?"),
    errno.ENXIO: mark("Models", "The drive is gone; is it still connected?"),
    errno.ESTALE: mark("Models", "The network drive no longer answers for this file."),
    errno.EISDIR: mark("Models", "This is a folder, not a file."),
    errno.EMFILE: mark("Models", "Too many files are open at once."),
}


class NotAModelError(FileFormatError):
    """A file that no engine can load, of whatever build. Other trouble with a format is for the engine to judge."""


def sentence_of(error: OSError | FileFormatError) -> str:
    """What is wrong with a file, and what to do about it where that is known; one sentence or a few."""
    if isinstance(error, FileFormatError):
        return str(error)
    known = _SENTENCES.get(error.errno or 0)
    if known is not None:
        return translate("Models", known)
    return translate("Models", "The system cannot read this file ({error}).").format(error=_words(error))


def folder_sentence(error: OSError) -> str:
    """What is wrong with a folder, in one sentence."""
    if isinstance(error, FileNotFoundError):
        return translate("Models", "This folder is not there; is its drive connected?")
    if isinstance(error, PermissionError):
        return translate("Models", "You have no permission to open this folder.")
    if isinstance(error, NotADirectoryError):
        return translate("Models", "This is not a folder.")
    if error.errno == errno.ESTALE:
        return translate("Models", "The network drive no longer answers for this folder.")
    if error.errno in _SENTENCES:
        return sentence_of(error)
    return translate("Models", "The system cannot read this folder ({error}).").format(error=_words(error))


def _words(error: OSError) -> str:
    return error.strerror or type(error).__name__
