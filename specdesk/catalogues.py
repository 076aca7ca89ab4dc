"""The languages that there are, which of them is spoken, and their texts. For window and verbs alike; no Qt here.

`resources/languages/specdesk_<code>.ts` is XML that the standard library reads, in some 20 ms. A language is there as
soon as its catalogue is; what it has no words for is English.
"""

from __future__ import annotations

import functools
import logging
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from specdesk import paths

log = logging.getLogger(__name__)

ENGLISH: Final = "en"
SYSTEM: Final = "system"
LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of them that is set names the language of messages (POSIX, "Internationalization Variables")."""
NO_LANGUAGE: Final = ("C", "POSIX")
MAC_PREFERENCES: Final = Path("Library", "Preferences", ".GlobalPreferences.plist")
"""Of macOS, below the home folder: `AppleLanguages` is the order of languages in its settings."""

Texts = Mapping[tuple[str, str], str]
"""(context, English text) -> the text in another language."""


def code_of(chosen: str, environment: Mapping[str, str], screens: Sequence[str] | None = None) -> str:
    """The language to use: the first wanted one that there is, else English. chosen: a code, or "system".

    screens: as in `wanted_by`; None = those of this system.
    """
    if chosen == SYSTEM:
        wanted: Iterator[str] = wanted_by(environment, languages_of_screens() if screens is None else screens)
    else:
        wanted = iter((chosen,))
    codes = (re.split("[-_.@]", name)[0].lower() for name in wanted)
    return next((code for code in codes if code == ENGLISH or place_of(code).is_file()), ENGLISH)


def wanted_by(environment: Mapping[str, str], screens: Sequence[str] = ()) -> Iterator[str]:
    """Names such as nl_NL.UTF-8, the most wanted first: LANGUAGE and the locale, as gettext reads them, which leaves
    LANGUAGE alone in the C locale.

    screens: the languages that the system's own screens are set to, where it keeps such a list (Windows, macOS). It is
    asked before LANG, which a terminal there sets by itself and a window that is started with the mouse has not.
    """
    asked = next((environment[name] for name in LOCALE[:-1] if environment.get(name)), "")
    locales = [asked] if asked else list(screens) or [environment.get(LOCALE[-1], "")]
    if locales[0].partition(".")[0] not in ("", *NO_LANGUAGE):
        yield from (name for name in environment.get("LANGUAGE", "").split(":") if name)
        yield from locales


def languages_of_screens() -> tuple[str, ...]:
    """The languages that Windows or macOS is set to, the most wanted first; () elsewhere, and where none is told."""
    if sys.platform == "win32":
        return _of_windows()
    return of_mac(Path.home()) if sys.platform == "darwin" else ()


def of_mac(home: Path) -> tuple[str, ...]:
    """As macOS keeps them for the user with that home folder."""
    import plistlib
    from xml.parsers.expat import ExpatError

    try:
        kept = plistlib.loads((home / MAC_PREFERENCES).read_bytes())
    except (OSError, ValueError, ExpatError):
        return ()
    found = kept.get("AppleLanguages") if isinstance(kept, dict) else None
    return tuple(name for name in found if isinstance(name, str)) if isinstance(found, list) else ()


def _of_windows() -> tuple[str, ...]:
    """https://learn.microsoft.com/windows/win32/api/winnls/nf-winnls-getuserpreferreduilanguages"""
    if sys.platform != "win32":
        return ()
    import ctypes

    as_names = 0x8  # MUI_LANGUAGE_NAME: "nl-NL", not "0413"
    count, size = ctypes.c_ulong(), ctypes.c_ulong()
    ask = ctypes.windll.kernel32.GetUserPreferredUILanguages
    if not ask(as_names, ctypes.byref(count), None, ctypes.byref(size)):
        return ()
    names = ctypes.create_unicode_buffer(size.value)
    if not ask(as_names, ctypes.byref(count), names, ctypes.byref(size)):
        return ()
    return tuple(name for name in names[:].split("\0") if name)


def place_of(code: str) -> Path:
    """The catalogue of a language, also of one that there is none of; a text that is no code leads to none."""
    name = code if re.fullmatch("[a-z]{2,3}", code) else ENGLISH
    return paths.resources_dir() / "languages" / f"specdesk_{name}.ts"


@functools.cache
def catalogue(code: str) -> Texts:
    """Every finished text of a language. One that cannot be read has none, and is noted in the log."""
    from xml.etree import ElementTree  # only where another language than English is wanted

    try:
        top = ElementTree.parse(place_of(code)).getroot()
    except (OSError, ElementTree.ParseError) as error:
        log.warning("the catalogue of %s cannot be read: %s", code, error)
        return {}
    texts = {}
    for context in top.iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            said = message.find("translation")
            if said is not None and said.get("type") is None and said.text:
                texts[name, message.findtext("source", "")] = said.text
    return texts
