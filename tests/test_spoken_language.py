"""Which language is spoken, decided in one place for the window and the verbs."""

from __future__ import annotations

import ctypes
import plistlib
import sys
from pathlib import Path
from typing import Any

import pytest

from specdesk.catalogues import MAC_PREFERENCES, code_of, languages_of_screens, of_mac, wanted_by


@pytest.mark.parametrize(
    ("chosen", "environment", "code"),
    [
        ("system", {}, "en"),
        ("system", {"LANG": "nl_NL.UTF-8"}, "nl"),
        ("system", {"LANG": "nl_BE@euro"}, "nl"),
        ("system", {"LANG": "en_US.UTF-8", "LC_MESSAGES": "nl_NL"}, "nl"),
        ("system", {"LANG": "nl_NL", "LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "nl_NL"}, "en"),
        ("system", {"LANG": "nl_NL", "LC_ALL": "C.UTF-8"}, "en"),
        ("system", {"LANG": "nl_NL", "LC_MESSAGES": "POSIX"}, "en"),
        ("system", {"LANG": "tlh_AQ", "LANGUAGE": "xx:nl:en"}, "nl"),
        ("system", {"LANG": "nl_NL", "LANGUAGE": "en"}, "en"),
        ("system", {"LANG": "C", "LANGUAGE": "nl"}, "en"),
        ("system", {"LANG": "tlh_AQ.UTF-8"}, "en"),
        ("system", {"LANG": "../../nl"}, "en"),
        ("nl", {"LANG": "en_US.UTF-8"}, "nl"),
        ("nl_BE", {}, "nl"),
        ("en", {"LANG": "nl_NL"}, "en"),
        ("tlh", {"LANG": "nl_NL"}, "en"),
        ("", {"LANG": "nl_NL"}, "en"),
    ],
)
def test_the_chosen_one_else_that_of_the_system(chosen: str, environment: dict[str, str], code: str) -> None:
    assert code_of(chosen, environment, screens=()) == code


@pytest.mark.parametrize(
    ("environment", "screens", "wanted"),
    [
        ({}, ("nl-NL", "en-US"), ["nl-NL", "en-US"]),
        ({"LANG": "en_US.UTF-8"}, ("nl-NL",), ["nl-NL"]),
        ({"LANG": "C"}, ("nl-NL",), ["nl-NL"]),
        ({"LC_ALL": "de_DE"}, ("nl-NL",), ["de_DE"]),
        ({"LC_MESSAGES": "C"}, ("nl-NL",), []),
        ({"LANGUAGE": "fr"}, ("nl-NL",), ["fr", "nl-NL"]),
        ({"LANG": "de_DE"}, (), ["de_DE"]),
    ],
)
def test_where_the_system_s_screens_have_a_language_a_terminal_s_lang_is_none(
    environment: dict[str, str], screens: tuple[str, ...], wanted: list[str]
) -> None:
    assert list(wanted_by(environment, screens)) == wanted


def test_a_language_that_there_is_none_of_leaves_it_to_the_next() -> None:
    assert code_of("system", {}, screens=("tlh-AQ", "nl-BE", "en-GB")) == "nl"
    assert code_of("system", {}, screens=("tlh-AQ", "en-GB", "nl-BE")) == "en"


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ({"AppleLanguages": ["nl-NL", "en-GB"], "AppleLocale": "nl_NL"}, ("nl-NL", "en-GB")),
        ({"AppleLanguages": ["zh-Hans-CN", 7]}, ("zh-Hans-CN",)),
        ({"AppleLanguages": "nl-NL"}, ()),
        ({}, ()),
        ([], ()),
    ],
)
@pytest.mark.parametrize("form", [plistlib.FMT_BINARY, plistlib.FMT_XML])
def test_the_languages_of_a_mac(
    kept: object, told: tuple[str, ...], form: plistlib.PlistFormat, tmp_path: Path
) -> None:
    place = tmp_path / MAC_PREFERENCES
    place.parent.mkdir(parents=True)
    place.write_bytes(plistlib.dumps(kept, fmt=form))
    assert of_mac(tmp_path) == told


@pytest.mark.parametrize("damaged", [None, b"", b"bplist00xx", b'<?xml version="1.0"?><plist><dict>'])
def test_a_mac_that_does_not_tell(damaged: bytes | None, tmp_path: Path) -> None:
    place = tmp_path / MAC_PREFERENCES
    place.parent.mkdir(parents=True)
    if damaged is not None:
        place.write_bytes(damaged)
    assert of_mac(tmp_path) == ()


class Windows:
    """Answers as kernel32 does: first how much room it takes, then the names, each with a zero behind it."""

    def __init__(self, names: tuple[str, ...], fails_at: int = 0) -> None:
        self._text, self._fails_at, self._asked = "".join(f"{name}\0" for name in names) + "\0", fails_at, 0
        self.kernel32 = self

    def GetUserPreferredUILanguages(self, form: int, _count: Any, names: Any, size: Any) -> int:
        assert form == 8, "names, not numbers"
        self._asked += 1
        if self._asked == self._fails_at:
            return 0
        if names is None:
            size._obj.value = len(self._text)
        else:
            names[: len(self._text)] = self._text
        return 1


@pytest.mark.parametrize(
    ("system", "told"),
    [
        (Windows(("nl-NL", "en-US")), ("nl-NL", "en-US")),
        (Windows(()), ()),
        (Windows(("nl-NL",), fails_at=1), ()),
        (Windows(("nl-NL",), fails_at=2), ()),
    ],
)
def test_the_languages_of_windows(system: Windows, told: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", system, raising=False)
    assert languages_of_screens() == told


def test_what_this_system_tells_are_names() -> None:
    found = languages_of_screens()
    assert all(name and name[0].isalpha() for name in found)
    assert sys.platform != "linux" or found == ()
