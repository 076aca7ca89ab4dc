"""A text file into the question: read on a thread of its own, refused in a sentence where it is no text."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from specdesk.chat.attachments import Attached
from specdesk.errors import FileFormatError
from specdesk.language import translate

MOST_BYTES = 256 * 1024


class TextFile(QObject):
    """read_in(Attached): the file. failed(what, why, next_step): it was not read."""

    read_in = Signal(object)
    failed = Signal(str, str, str)

    def read(self, path: str) -> None:
        """Read `path`; one of the signals follows."""
        threading.Thread(target=self._read, args=(path,), name="specdesk-attach", daemon=True).start()

    def _read(self, path: str) -> None:
        try:
            text = text_of(Path(path))
        except FileFormatError as error:
            self.failed.emit(error.what, error.why, error.next_step)
        else:
            self.read_in.emit(Attached(name=Path(path).name, text=text))


def text_of(path: Path) -> str:
    """The text of a small file. Raises FileFormatError. Blocks."""
    name = path.name
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileFormatError(
            translate("Chat", "{name} could not be read.").format(name=name),
            f"{error.strerror or error}.",
            translate("Chat", "Choose another."),
        ) from error
    if len(raw) > MOST_BYTES:
        limit = translate("Chat", "Files up to {count} KiB can be added; longer ones fill the model's context.")
        raise FileFormatError(
            translate("Chat", "{name} is too long.").format(name=name),
            limit.format(count=MOST_BYTES // 1024),
            translate("Chat", "Copy the part that matters into the question."),
        )
    if b"\0" in raw:
        raise FileFormatError(
            translate("Chat", "{name} is not a text file.").format(name=name),
            "",
            translate("Chat", "Add a text, code or Markdown file."),
        )
    return raw.decode("utf-8-sig", "replace")
