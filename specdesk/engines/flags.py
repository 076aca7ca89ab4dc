"""Reader of `llama-server --help`: what one binary accepts, in its own words.

The layout has been the same since late 2024 (common/arg.cpp, `common_arg::to_string`): an option starts in column 0,
its spellings are separated by commas, a value hint follows after one space, the explanation starts after at least two
spaces or on the next line, and ends with `(env: NAME)`. Removed options stay listed and say so in their explanation.
"""

from __future__ import annotations

import re
from functools import cached_property

import msgspec

REMOVED = "the argument has been removed"

_SPELLING = re.compile(r"-{1,2}[A-Za-z0-9][A-Za-z0-9.-]*")
_SECTION = re.compile(r"^-{3,} (?P<name>.+?) -{3,}$")
_ENVIRONMENT = re.compile(r"\(env:\s*(?P<name>\w+)\)\s*$")
_DEFAULT = re.compile(r"default:\s*'?(?P<value>[^\s,;)']+)")
_BRACKETED = re.compile(r"^(?:[\[{](?P<inside>[\w.+-]+(?:[|,][\w.+-]+)+)[\]}]|<(?P<piped>[\w.+-]+(?:\|[\w.+-]+)+)>)$")
_BARE_LIST = re.compile(r"^[a-z0-9-]+(?:[|,][a-z0-9-]+)+$")
_ALLOWED = re.compile(r"allowed values:\s*(?P<list>[\w.+-]+(?:,\s*[\w.+-]+)*)")
_BULLET = re.compile(r"^\s*- (?P<value>[\w.+-]+)(?: \(default\))?:", re.MULTILINE)


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the help.

    spellings: all names, positives before negatives, as listed. hint: the value's placeholder, None for a switch.
    text: the explanation, one line per printed line. env: the environment variable that means the same.
    """

    spellings: tuple[str, ...]
    hint: str | None = None
    text: str = ""
    env: str | None = None
    section: str = ""

    @property
    def removed(self) -> bool:
        """True when the binary lists the option only to refuse it."""
        return REMOVED in " ".join(self.text.split())

    @property
    def arity(self) -> int:
        """How many words follow the option: 0 for a switch, 2 for hints such as `START END`."""
        if self.hint is None:
            return 0
        return len(re.sub(r"<[^>]*>", "X", self.hint).split())


class Flags(msgspec.Struct, frozen=True, dict=True):
    """All options of one binary, looked up by any spelling. Underscores count as dashes, as in the engine."""

    options: tuple[Option, ...] = ()

    @cached_property
    def _by_name(self) -> dict[str, Option]:
        return {spelling: option for option in self.options for spelling in option.spellings}

    @property
    def names(self) -> tuple[str, ...]:
        """Every spelling in listed order, the removed ones too."""
        return tuple(spelling for option in self.options for spelling in option.spellings)

    def find(self, name: str) -> Option | None:
        """The option behind a spelling, or None."""
        return self._by_name.get(plain_name(name))

    def knows(self, name: str) -> bool:
        """True when the help lists the name, even as removed."""
        return self.find(name) is not None

    def has(self, name: str) -> bool:
        """True when the help lists the name and the binary accepts it."""
        option = self.find(name)
        return option is not None and not option.removed

    def spelling(self, *candidates: str) -> str | None:
        """The first of the names that this binary accepts."""
        return next((name for name in candidates if self.has(name)), None)

    def takes_value(self, name: str) -> bool:
        """True when a value must follow the name."""
        return self.hint(name) is not None

    def hint(self, name: str) -> str | None:
        """The value's placeholder; None for switches and unknown names."""
        option = self.find(name)
        return option.hint if option else None

    def default(self, name: str) -> str | None:
        """What the help calls the default, as text ("-1", "auto", "0.75"); None when it says nothing."""
        option = self.find(name)
        found = _DEFAULT.search(" ".join(option.text.split())) if option else None
        return found["value"] if found else None

    def choices(self, name: str) -> tuple[str, ...]:
        """The values that the help lists, from the hint or from the explanation; () when any value goes."""
        option = self.find(name)
        if option is None or option.hint is None:
            return ()
        bracketed = _BRACKETED.match(option.hint)
        listed = (bracketed["inside"] or bracketed["piped"]) if bracketed else option.hint
        if bracketed or _BARE_LIST.match(option.hint):
            return tuple(re.split(r"[|,]", listed))
        allowed = _ALLOWED.search(" ".join(option.text.split()))
        if allowed:
            return tuple(re.split(r",\s*", allowed["list"]))
        return tuple(found["value"] for found in _BULLET.finditer(option.text))

    def replacement(self, name: str) -> str:
        """For a removed option the engine's own advice ("use --spec-draft-n-max or ..."), else an empty string."""
        option = self.find(name)
        if option is None or not option.removed:
            return ""
        return " ".join(option.text.split()).partition(REMOVED)[2].lstrip(". ")


def plain_name(name: str) -> str:
    """The spelling as the engine compares it: underscores of a long name are dashes (common/arg.cpp)."""
    return name.replace("_", "-") if name.startswith("--") else name


def parse_help(text: str) -> Flags:
    """Read the output of `--help`. Text that is not such a help gives an empty record; nothing is raised."""
    options: list[Option] = []
    section = ""
    entry: list[str] = []
    for line in text.splitlines():
        heading = _SECTION.match(line)
        if heading is None and not line.startswith("-"):
            if entry and (not line.strip() or line.startswith(" ")):
                entry.append(line)
            continue
        options += _read_entry(entry, section)
        entry = [] if heading else [line]
        section = heading["name"] if heading else section
    options += _read_entry(entry, section)
    return Flags(tuple(options))


def _read_entry(lines: list[str], section: str) -> list[Option]:
    """One option from its lines; an empty list when they are not one."""
    if not lines:
        return []
    spellings: list[str] = []
    rest = lines[0]
    while found := _SPELLING.match(rest):
        spellings.append(found.group())
        rest = rest[found.end() :]
        if not rest.startswith(","):
            break
        rest = rest[1:].lstrip()
    if not spellings:
        return []
    hint, gap, explanation = rest.partition("  ")
    text = "\n".join(part.strip() for part in [explanation if gap else "", *lines[1:]]).strip()
    env = _ENVIRONMENT.search(text)
    return [
        Option(
            spellings=tuple(spellings),
            hint=hint.strip() or None,
            text=text[: env.start()].strip() if env else text,
            env=env["name"] if env else None,
            section=section,
        )
    ]
