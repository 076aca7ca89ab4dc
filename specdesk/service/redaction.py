"""What must not leave with a report: who the user is, where files lie, keys, and what was said in chats.

Names of files stay, since they say which model it is about; the folders around them go.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, Final

from specdesk.secret_arguments import HIDDEN, redacted

SOMEBODY: Final = "[user]"
SOME_HOST: Final = "[host]"
HOME: Final = "~"
ELSEWHERE: Final = "…"
_SHORTEST_NAME: Final = 2
_LONGEST_LINE: Final = 400

_PATH: Final = re.compile(r"""(?<![\w.:/\\])(?:[A-Za-z]:[\\/]|~?/)(?:[^\s"'<>|:,;)\]}/\\]+[\\/])+(?=[^\s"'<>|/\\])""")
"""The folders of an absolute path, up to its last part."""

_FORM: Final = re.compile(
    r"^(?:[\d.]+ [A-Z] +)?(?:srv|slot|cmn|que|res|main|build|system_info|init|statistics|draft|spec|print_info|load|"
    r"llama|llm|ggml|gguf|common|clip|mtmd|sched|set_|~llama|device|CUDA|Vulkan|Metal|ROCm)[\w~]*\b",
    re.IGNORECASE,
)
"""How an engine's own lines begin (common/log.cpp, tools/server): anything else may be text of a chat."""

_MAY_QUOTE: Final = re.compile(
    r"prompt\s*[:=]|content|message|\"text\"|input|response|request\s*:|generated", re.IGNORECASE
)


class Redaction:
    """names: of the user and the computer. folders: that go whole. secrets: texts that go wherever they stand."""

    def __init__(
        self, home: Path, names: Iterable[str], folders: Iterable[str] = (), secrets: Iterable[str] = (),
        host: str | None = None,
    ) -> None:  # fmt: skip
        """host: name of this computer, asked for when not given."""
        self._home = str(home)
        self._folders = sorted((folder for folder in folders if len(folder) > 1), key=len, reverse=True)
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
        for folder in self._folders:
            text = text.replace(folder, ELSEWHERE)
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
        if value in self._folders:
            return ELSEWHERE
        path = PurePath(value)
        if path.is_absolute() and "\n" not in value and len(path.parts) > 1:
            return self.text(f"{ELSEWHERE}/{path.name}")
        return self.text(value)

    def engine_log(self, lines: Sequence[str]) -> list[str]:
        """An engine's log: lines of its own forms only, and none that may quote what was asked or answered."""
        kept = [line for line in lines if _FORM.match(line) and not _MAY_QUOTE.search(line)]
        left = len(lines) - len(kept)
        told = [f"({left} lines left out: not in a form of the engine's own, or they may quote a chat)"] if left else []
        return [*told, *(self.text(line)[:_LONGEST_LINE] for line in kept)]


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", re.IGNORECASE)
