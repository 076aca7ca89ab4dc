"""What must not leave with a report: who the user is, where files lie, keys, and what was said in chats.

Names of files stay, since they say which model it is about; the folders around them go.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath, PureWindowsPath
from typing import Any, Final

from specdesk.engines.log_lines import read_line
from specdesk.records.spans import spans, with_spans
from specdesk.secret_arguments import HIDDEN, redacted
from specdesk.service.log_forms import shown, shown_check

SOMEBODY: Final = "[user]"
SOME_HOST: Final = "[host]"
HOME: Final = "~"
ELSEWHERE: Final = "…"
_SHORTEST_NAME: Final = 2
_LONGEST_LINE: Final = 400

_PATH: Final = re.compile(r"""(?<![\w.:/\\])(?:[A-Za-z]:[\\/]|~?/)(?:[^\s"'<>|:,;)\]}/\\]+[\\/])+(?=[^\s"'<>|/\\])""")
"""The folders of an absolute path, up to its last part. Without spaces, since nobody knows where those would end."""

_FILE_BEGINS: Final = re.compile(r"(?<![\w.:/\\…])(?:file://)?(?:~[\w.-]*|[A-Za-z]:)?[\\/]", re.IGNORECASE)
_BEFORE_FILE: Final = re.compile(
    r"""[\\/](?=[^"'<>|:;“”‘’\n/\\]*?\.(?:gguf|jinja|safetensors|json|jsonl|csv|bin|txt|log|exe|so|dll|dylib|sqlite)\b)""",
    re.IGNORECASE,
)
_NO_PATH: Final = re.compile(r"""["'<>|:;“”‘’\n]""")
"""The folders of a file whose ending is known, with spaces or not. What stands between an earlier path and the file in
the same sentence goes with them: too little is told rather than too much."""


class Redaction:
    """names: of the user and the computer. folders: that go whole. secrets: texts that go wherever they stand."""

    def __init__(
        self, home: Path, names: Iterable[str], folders: Iterable[str] = (), secrets: Iterable[str] = (),
        host: str | None = None,
    ) -> None:  # fmt: skip
        """host: name of this computer, asked for when not given."""
        self._home = str(home)
        known = {folder.rstrip("/\\") for folder in folders}
        self._folders = sorted((folder for folder in known if len(folder) > 1), key=len, reverse=True)
        self._in_folders = [re.compile(rf"(?<![\w/\\]){re.escape(folder)}(?![\w-])") for folder in self._folders]
        self._secrets = [secret for secret in secrets if secret]
        people = {name for name in (*names, home.name) if len(name) >= _SHORTEST_NAME}
        computer = {host if host is not None else socket.gethostname()} - {"localhost", ""}
        self._names = [(_word(name), SOMEBODY) for name in sorted(people, key=len, reverse=True)]
        self._names += [(_word(name), SOME_HOST) for name in computer]

    def text(self, text: str) -> str:
        """A text without any of it."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        text = redacted(text)
        text = with_spans(text, spans(text, _FILE_BEGINS, _BEFORE_FILE, _NO_PATH), f"{ELSEWHERE}/")
        for folder in self._in_folders:
            text = folder.sub(ELSEWHERE, text)
        text = text.replace(self._home, HOME)
        text = _PATH.sub(f"{ELSEWHERE}/", text)
        for pattern, instead in self._names:
            text = pattern.sub(instead, text)
        return text

    def value(self, value: Any) -> Any:
        """The same for a document of dicts, lists and texts; a text that is a path keeps its last part."""
        if isinstance(value, Mapping):
            return {self.text(str(key)) if isinstance(key, str) else key: self.value(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(one) for one in value]
        if not isinstance(value, str):
            return value
        if value.rstrip("/\\") in self._folders:
            return ELSEWHERE
        path = absolute(value)
        if path is not None and len(path.parts) > 1:
            return self.text(f"{ELSEWHERE}/{path.name}")
        return self.text(value)

    def engine_log(self, lines: Sequence[str]) -> list[str]:
        """An engine's log: lines of exactly known forms, never of a debug level.

        Where a build stamps its lines, one without a stamp continues another, as a prompt of several lines does.
        """
        read = [read_line(line) for line in lines]
        stamped = any(line.t is not None for line in read)
        kept = []
        for line in read:
            told = None if line.level == "D" or (stamped and line.t is None) else shown(line.message)
            # a failed check is printed past the log, and only its place in the source is told
            told = told or (shown_check(line.message) if line.level is None else None)
            if told is not None:
                stamp = "" if line.t is None else f"{line.t:.6f} "
                kept.append(f"{stamp}{line.level or ''} {self.text(told)}".strip()[:_LONGEST_LINE])
        left = len(lines) - len(kept)
        note = f"({left} lines left out: not in one of the known forms, so that they may quote a chat)"
        return [note, *kept] if left else kept


def absolute(text: str) -> PurePath | None:
    """The path that a text is, of this system or of Windows; None where it is none."""
    if "\n" in text:
        return None
    return next((path for path in (PurePath(text), PureWindowsPath(text)) if path.is_absolute()), None)


def folders_in(value: Any) -> set[str]:
    """The folders of all files that a document of dicts, lists and texts names, also behind the "=" of an argument."""
    if isinstance(value, Mapping):
        return folders_in([*value.keys(), *value.values()])
    if isinstance(value, list | tuple | set | frozenset):
        return {folder for one in value for folder in folders_in(one)}
    if not isinstance(value, str):
        return set()
    paths = (absolute(value), absolute(value.partition("=")[2]))
    parents = [path.parent for path in paths if path is not None and path.parent != path.parent.parent]
    return {written for parent in parents for written in (str(parent), parent.as_posix())}


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", re.IGNORECASE)
