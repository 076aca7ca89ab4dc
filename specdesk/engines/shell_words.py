"""Shell text cut into words, for sh, PowerShell and cmd alike, as forgiving as a person who reads it.

No shell is run and nothing is executed: variables are replaced only from the mapping that is handed in, and command
substitutions stay as they are. Web pages' typographic quotes and spaces are understood and counted in `repairs`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from specdesk.errors import UsageError
from specdesk.language import translate

Style = Literal["sh", "powershell", "cmd", "windows"]
"""windows: backslashes are part of paths, and nothing else of PowerShell or cmd is certain."""

SMART_DOUBLE = "“”„‟"
SMART_SINGLE = "‘’‚‛"
_SPACES = " \t\r\u00a0\u2007\u202f"
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
_ESCAPE: dict[Style, str] = {"sh": "\\", "powershell": "`", "cmd": "^", "windows": ""}

_CONTINUATION = re.compile(r"[\\`^][ \t\r]*\n[ \t]*(?:>[ \t]+)?")
_MORE_FLAGS = re.compile(r"\s*[-–—]{1,2}[A-Za-z]")
_PROMPT = re.compile(
    r"[ \t]*(?:\([\w.-]+\)[ \t]*)?(?:PS [^>\n]*>|[A-Za-z]:\\[^>\n]*>|[\w.-]+@[\w.-]+[: ][^\n$#]*[$#]|[$%❯➜>])[ \t]+"
)
_REDIRECT = re.compile(r"(?:&>>?|(?P<fd>\d*)(?:>>|>|<<<|<<|<))(?P<copy>&\d)?")
_OPERATOR = re.compile(r"&&|\|\||\|&|[|;&]")
_VARIABLE = re.compile(r"\$(?:env:(?P<ps>\w+)(?!\w*\s*=)|\{(?P<braced>\w+)\}|(?P<plain>(?!env:)[A-Za-z_]\w*))")
_CMD_VARIABLE = re.compile(r"%(\w+)%")


@dataclass(slots=True)
class Word:
    """One word. bare: nothing of it was quoted or escaped."""

    text: str
    bare: bool = True


@dataclass(slots=True)
class Segment:
    """One command of the text. before: the operator in front of it. cut: redirections that were left out."""

    words: list[Word] = field(default_factory=list)
    before: str = ""
    cut: list[str] = field(default_factory=list)


def style_of(text: str) -> Style:
    """Which shell a text is written for, from what only that shell has. Quoted parts do not count."""
    bare = re.sub(r"'[^']*'", "", text)
    if re.search(r"`[ \t\r]*$|\$env:|^\s*& |^\s*PS [^>\n]*>", bare, re.MULTILINE):
        return "powershell"
    if re.search(r"\^[ \t\r]*$|^\s*set\s+\"?\w+=|%\w+%", bare, re.MULTILINE):
        return "cmd"
    return "windows" if re.search(r"\b[A-Za-z]:\\|\.exe\b|(?:^|\s)\.{1,2}\\", bare) else "sh"


def segments_of(text: str, variables: Mapping[str, str]) -> tuple[list[Segment], set[str], set[str]]:
    """The commands of a text, the repairs that were needed, and the variables that stayed unknown.

    variables: values for `$NAME`, `%NAME%` and (HOME) `~`. Raises UsageError for a quote that is not closed.
    """
    scanner = _Scanner(text, dict(variables))
    scanner.run()
    ends_in_background = scanner.segments[-1].before == "&"
    found = [segment for segment in scanner.segments[:-1] if segment.words or segment.cut]
    last = scanner.segments[-1]
    return [*found, *([last] if last.words or last.cut or ends_in_background else [])], scanner.repairs, scanner.unknown


class _Scanner:
    def __init__(self, text: str, variables: dict[str, str]) -> None:
        self._text = text
        self._style = style_of(text)
        self._escape = _ESCAPE[self._style]
        self._variables = variables
        self._at = 0
        self._word: Word | None = None
        self._after_quote = False
        self._skip_target = ""
        self.segments = [Segment()]
        self.repairs: set[str] = set()
        self.unknown: set[str] = set()

    def run(self) -> None:
        self._skip(_PROMPT)
        while self._at < len(self._text):
            self._step(self._text[self._at])
        self._end_word()

    def _skip(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move over a match at the current place, if there is one."""
        found = pattern.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found

    def _step(self, char: str) -> None:
        if self._continues():
            return
        if char == "\n":
            self._newline()
        elif char in _SPACES:
            self._end_word()
            if char not in " \t\r":
                self.repairs.add("space")
            self._at += 1
        elif char in _INVISIBLE:
            self.repairs.add("space")
            self._at += 1
        elif char == "#" and self._word is None and self._style != "cmd":
            end = self._text.find("\n", self._at)
            self._at = len(self._text) if end < 0 else end
        elif not (self._quote(char) or self._redirect() or self._operator() or self._expand()):
            self._plain(char)

    def _continues(self) -> bool:
        """A line that goes on: the escape at its end, whichever shell's, trailing blanks or not."""
        found = _CONTINUATION.match(self._text, self._at)
        if not found or (self._word is not None and found.group()[0] != self._escape):
            return False
        if self._style == "sh" and self._text[self._at] != "\\":
            return False
        self._at = found.end()
        return True

    def _newline(self) -> None:
        if _MORE_FLAGS.match(self._text, self._at):
            self._end_word()
            self._at += 1
            return
        self._end_segment("\n")
        self._at += 1
        self._skip(_PROMPT)

    def _quote(self, char: str) -> bool:
        fresh = self._word is None or self._after_quote or self._word.text.endswith("=")
        if char == '"' or char in SMART_DOUBLE:
            self._double(closing='"' if char == '"' else '"' + SMART_DOUBLE)
        elif char == "'" and (fresh or self._style == "sh"):
            self._single(closing="'")
        elif char in SMART_SINGLE and fresh:
            self._single(closing="'" + SMART_SINGLE)
        else:
            return False
        if char not in "\"'":
            self.repairs.add("quote")
        self._after_quote = True
        return True

    def _single(self, closing: str) -> None:
        self._at += 1
        text: list[str] = []
        while (char := self._quoted_char()) not in closing or self._doubled(char):
            text.append(char)
            self._at += 2 if self._doubled(char) else 1
        self._add("".join(text), quoted=True)
        self._at += 1

    def _doubled(self, char: str) -> bool:
        """True at a quote that stands twice for one: PowerShell's way inside single quotes, typographic ones too."""
        if char not in "'" + SMART_SINGLE or self._text[self._at + 1 : self._at + 2] != char:
            return False
        # Without a certain sign of PowerShell, '' may also be the end of one quote and the start of the next.
        behind = self._text[self._at + 2 : self._at + 3]
        return self._style == "powershell" or (self._style == "windows" and char == "'" and behind.isalnum())

    def _double(self, closing: str) -> None:
        self._at += 1
        self._add("", quoted=True)
        while (char := self._quoted_char()) not in closing or self._escaped_quote(char):
            after = self._text[self._at + 1 : self._at + 2]
            if self._escape and char == self._escape and (self._style != "sh" or after in tuple('$`"\\\n')):
                self._at += 2
                self._add("" if after == "\n" else after, quoted=True)
            elif char == '"' or (char == "\\" and after == '"' and self._inner_quote()):
                self._at += 2
                self._add('"', quoted=True)
            elif not self._expand():
                self._add(char, quoted=True)
                self._at += 1
        self._at += 1

    def _escaped_quote(self, char: str) -> bool:
        """Windows shells write a quote inside quotes twice."""
        return self._style != "sh" and char == '"' and self._text[self._at + 1 : self._at + 2] == '"'

    def _inner_quote(self) -> bool:
        """Programs on Windows take `\\"` for a quote; before a blank it is the end of a folder's path."""
        behind = self._text[self._at + 2 : self._at + 3]
        return self._style != "sh" and bool(behind) and not behind.isspace()

    def _quoted_char(self) -> str:
        if self._at >= len(self._text):
            raise UsageError(
                translate("Engines", "A quote in the text is not closed."),
                next_step=translate("Engines", "Copy the whole command."),
            )
        return self._text[self._at]

    def _redirect(self) -> bool:
        found = _REDIRECT.match(self._text, self._at)
        if found is None or (found["fd"] and self._word is not None):
            return False
        self._end_word()
        self._at = found.end()
        self.segments[-1].cut.append(found.group())
        self._skip_target = "" if found["copy"] else found.group()
        return True

    def _operator(self) -> bool:
        found = self._skip(_OPERATOR)
        if found is None:
            return False
        self._end_segment(found.group())
        return True

    def _expand(self) -> bool:
        """Variables, `~`, and command substitutions (kept as they are)."""
        if self._text.startswith("$(", self._at) or (self._style == "sh" and self._text[self._at] == "`"):
            self._substitution()
            return True
        fresh = self._word is None
        if fresh and re.match(r"~(?=[/\\\s]|$)", self._text[self._at : self._at + 2]) and "HOME" in self._variables:
            self._add(self._variables["HOME"])
            self._at += 1
            return True
        pattern = _CMD_VARIABLE if self._style in ("cmd", "windows") else _VARIABLE
        found = pattern.match(self._text, self._at)
        if found is None:
            return False
        name = next(group for group in found.groups() if group)
        if name not in self._variables:
            self.unknown.add(found.group())
        self._add(self._variables.get(name, found.group()))
        self._at = found.end()
        return True

    def _substitution(self) -> None:
        start, depth = self._at, 0
        backtick = self._text[start] == "`"
        self._at += 1
        while self._at < len(self._text):
            char = self._text[self._at]
            depth += (char == "(") - (char == ")")
            self._at += 1
            if (backtick and char == "`") or (not backtick and depth == 0):
                break
        self.unknown.add(self._text[start : self._at])
        self._add(self._text[start : self._at])

    def _plain(self, char: str) -> None:
        if char == self._escape:
            if self._at + 1 < len(self._text):
                self._add(self._text[self._at + 1], quoted=True)
            self._at += 2
        else:
            self._add(char)
            self._at += 1

    def _add(self, text: str, quoted: bool = False) -> None:
        self._word = self._word or Word("")
        self._word.text += text
        self._word.bare = self._word.bare and not quoted
        self._after_quote = False

    def _end_word(self) -> None:
        word, self._word, self._after_quote = self._word, None, False
        if word is None:
            return
        if self._skip_target:
            self.segments[-1].cut[-1] += f" {word.text}"
            self._skip_target = ""
        else:
            self.segments[-1].words.append(word)

    def _end_segment(self, operator: str) -> None:
        self._end_word()
        self._skip_target = ""
        self._variables |= assignments(self.segments[-1])[0]
        self.segments.append(Segment(before=operator))


_ASSIGNMENT = re.compile(r"(?:\$env:)?(?P<name>[A-Za-z_]\w*)=(?P<value>.*)", re.DOTALL)


def assignment(word: Word) -> tuple[str, str] | None:
    """(name, value) of `NAME=value` or `$env:NAME=value`."""
    found = _ASSIGNMENT.fullmatch(word.text)
    return (found["name"], found["value"]) if found else None


def assignments(segment: Segment) -> tuple[dict[str, str], bool]:
    """What a segment that only sets variables sets, and whether programs started later see it; ({}, False) if not."""
    words = list(segment.words)
    seen = bool(words) and words[0].text.lower() in ("export", "set", "setx", "env")
    if seen:
        words = words[1:]
    if len(words) == 3 and words[1].text == "=" and words[0].text.startswith("$env:"):
        return {words[0].text[5:]: words[2].text}, True
    pairs = [assignment(word) for word in words]
    found = {pair[0]: pair[1].strip() for pair in pairs if pair is not None}
    exported = seen or any(word.text.startswith("$env:") for word in words)
    return (found, exported) if words and len(found) == len(words) else ({}, False)
