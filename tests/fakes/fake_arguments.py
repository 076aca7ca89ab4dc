"""The argument list as the real program checks it: by the flags that its own help lists."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

FLAG = re.compile(r"-{1,2}[A-Za-z0-9][A-Za-z0-9.-]*")
REMOVED = "the argument has been removed"


@dataclass
class Option:
    """One entry of the help: its spellings, whether it takes a value, its text, its variable."""

    names: tuple[str, ...]
    takes_value: bool
    text: str
    hint: str = ""

    @property
    def removed(self) -> bool:
        return REMOVED in self.text

    @property
    def variable(self) -> str | None:
        found = re.search(r"\(env: (\w+)\)", self.text)
        return found.group(1) if found else None


@dataclass
class Arguments:
    """The accepted list: last value per option, under every spelling of it."""

    values: dict[str, str] = field(default_factory=dict)
    switches: set[str] = field(default_factory=set)

    def get(self, name: str, default: str | None = None) -> str | None:
        return self.values.get(name, default)

    def number(self, name: str, default: int) -> int:
        text = self.values.get(name)
        return int(text) if text is not None and re.fullmatch(r"-?\d+", text) else default


def read_options(help_text: str) -> dict[str, Option]:
    """Every spelling in a llama-server help -> its Option. Entries start in column 0 with a dash."""
    options: dict[str, Option] = {}
    entry: list[str] = []
    for line in [*help_text.splitlines(), "-"]:
        if line.startswith("-") and not line.startswith("-----"):
            if entry:
                _add(options, entry)
            entry = [line]
        elif entry and line.startswith(" "):
            entry.append(line)
    return options


def _add(options: dict[str, Option], entry: list[str]) -> None:
    head = entry[0]
    names: list[str] = []
    at = 0
    while found := FLAG.match(head, at):
        names.append(found.group())
        at = found.end()
        if not (comma := re.match(r",\s*", head[at:])):
            break
        at += comma.end()
    hint = re.match(r" (\S.*?)(?:\s{2,}|$)", head[at:])
    rest = head[at + (hint.end() if hint else 0) :]
    text = " ".join(part.strip() for part in [rest, *entry[1:]])
    option = Option(tuple(names), hint is not None, text, hint.group(1) if hint else "")
    options.update(dict.fromkeys(names, option))


def check(argv: list[str], environment: dict[str, str], options: dict[str, Option]) -> Arguments | str:
    """Arguments, or the sentence with which the real program refuses them."""
    for option in options.values():
        if option.removed and option.variable in environment:
            return f'error while handling environment variable "{option.variable}": {_reason(option)}'
    result = Arguments()
    rest = iter(argv)
    for word in rest:
        option = options.get(word)
        if option is None:
            return f"error: invalid argument: {word}"
        if option.removed:
            return f'error while handling argument "{word}": {_reason(option)}'
        if not option.takes_value:
            result.switches.update([word])
            continue
        value = next(rest, None)
        if value is None:
            return f'error while handling argument "{word}": expected value for argument'
        if refused := _refuse_value(word, value, option):
            return refused
        result.values.update(dict.fromkeys(option.names, value))
    return result


def _reason(option: Option) -> str:
    return re.sub(r"\s*\(env: \w+\)", "", option.text)


def _refuse_value(word: str, value: str, option: Option) -> str | None:
    if "--spec-type" in option.names:
        known = re.split(r"[|,]", option.hint.strip("[]"))
        for part in value.split(","):
            if part not in known:
                return f'error while handling argument "{word}": unknown speculative type: {part}'
    if "--flash-attn" in option.names and value not in ("on", "off", "auto"):
        return f"error while handling argument \"{word}\": error: unknown value for --flash-attn: '{value}'"
    return None
