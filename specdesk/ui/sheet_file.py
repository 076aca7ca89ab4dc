"""The style sheet as a file that exists in memory only, so that it can be exchanged without styling anything anew.

`QApplication.setStyleSheet` styles all widgets at once, and each of them once more for every widget that it lies in:
close to a second for a whole window. A sheet may also be named as a file (Qt's own `-stylesheet` does so). Then another
text is put into the file and the style forgets what it has read (`unpolish`); every widget takes it on when its own
turn to be polished comes.
"""

from __future__ import annotations

import struct

from PySide6.QtCore import qRegisterResourceData, qUnregisterResourceData
from PySide6.QtWidgets import QApplication

NAME = "specdesk.qss"
ADDRESS = f"file:///:/{NAME}"

Resource = tuple[int, bytes, bytes, bytes]
_VERSION = 1
_DIRECTORY = 2

_shown: list[Resource] = []  # Qt reads from these bytes, so they stay as long as they are registered


def put(app: QApplication, sheet: str) -> None:
    """Make `sheet` the application's. Widgets that are styled already keep their looks until they are polished."""
    made = _resource(sheet)
    for old in _shown:
        qUnregisterResourceData(*old)
    qRegisterResourceData(*made)
    _shown[:] = [made]
    if app.styleSheet() == ADDRESS:
        app.style().unpolish(app)
        app.style().polish(app)
    else:
        app.setStyleSheet(ADDRESS)


def _resource(text: str) -> Resource:
    """A folder with one file, as Qt's resource compiler writes it (format 1, qresource.cpp)."""
    content = text.encode("utf-8")
    root = struct.pack(">IHII", 0, _DIRECTORY, 1, 1)
    file = struct.pack(">IHHHI", 0, 0, 0, 1, 0)
    name = struct.pack(">HI", len(NAME), _hash(NAME)) + NAME.encode("utf-16-be")
    return _VERSION, root + file, name, struct.pack(">I", len(content)) + content


def _hash(name: str) -> int:
    """Qt's hash of a name (`qt_hash`)."""
    value = 0
    for letter in name:
        value = (value << 4) + ord(letter)
        value ^= (value & 0xF0000000) >> 23
        value &= 0x0FFFFFFF
    return value
