"""The language of the verbs: the window's catalogue, read without Qt.

`resources/languages/specdesk_<code>.ts` is XML that the standard library reads, in some 20 ms, and only where another
language than English is wanted. A language is there as soon as its catalogue is; what it has no words for is English.
"""

from __future__ import annotations

import functools
import logging
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from specdesk import language, paths
from specdesk.cli.argparse_words import follow_the_language
from specdesk.language import mark
from specdesk.settings import SettingsFile

log = logging.getLogger(__name__)

ENGLISH: Final = "en"
SYSTEM: Final = "system"
JSON: Final = "--json"
LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of them that is set names the language of messages (POSIX, "Internationalization Variables")."""
NO_LANGUAGE: Final = ("C", "POSIX")
FIGURE: Final = mark("Numbers", "1,234.5")
"""Its translation is this number as the language writes it, so that the catalogue brings the signs along."""

Texts = Mapping[tuple[str, str], str]
"""(context, English text) -> the text in another language."""


def settle(arguments: list[str]) -> str:
    """Let a verb speak the user's language; returns its code. With `--json` it speaks English, in its warnings and
    errors, too: programs read it. Reads the settings, and a catalogue where one is wanted."""
    code = ENGLISH if _is_for_programs(arguments) else code_of(SettingsFile().look().settings.language, os.environ)
    follow_the_language()
    texts = {} if code == ENGLISH else catalogue(code)
    if not texts:
        language.speak(None)
        return ENGLISH
    language.speak(lambda context, text: texts.get((context, text), text), *signs(texts))
    return code


def _is_for_programs(arguments: list[str]) -> bool:
    """What stands behind `--` is for llama-server."""
    return JSON in arguments[: arguments.index("--") if "--" in arguments else None]


def code_of(chosen: str, environment: Mapping[str, str]) -> str:
    """The language to use: the first wanted one that there is, else English. chosen: a code, or "system"."""
    wanted = _of_the_system(environment) if chosen == SYSTEM else iter((chosen,))
    codes = (re.split("[-_.@]", name)[0].lower() for name in wanted)
    return next((code for code in codes if code == ENGLISH or _place(code).is_file()), ENGLISH)


def _of_the_system(environment: Mapping[str, str]) -> Iterator[str]:
    """Names such as nl_NL.UTF-8, the most wanted first: LANGUAGE and the locale, as gettext reads them, which leaves
    LANGUAGE alone in the C locale. On Windows, where nobody set a locale, the language of its screens."""
    locale = next((environment[name] for name in LOCALE if environment.get(name)), "") or _of_windows()
    if locale.partition(".")[0] not in ("", *NO_LANGUAGE):
        yield from (name for name in environment.get("LANGUAGE", "").split(":") if name)
        yield locale


def _of_windows() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def _place(code: str) -> Path:
    """The catalogue of a language, also of one that there is none of; a text that is no code leads to none."""
    name = code if re.fullmatch("[a-z]{2,3}", code) else ENGLISH
    return paths.resources_dir() / "languages" / f"specdesk_{name}.ts"


@functools.cache
def catalogue(code: str) -> Texts:
    """Every finished text of a language. One that cannot be read has none, and is noted in the log."""
    from xml.etree import ElementTree  # only where another language than English is wanted

    try:
        top = ElementTree.parse(_place(code)).getroot()
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


def signs(texts: Texts) -> tuple[str, str]:
    """What a language sets before decimals and between thousands; those of English where its catalogue does not say."""
    found = re.fullmatch(r"1(\D?)234(\D)5", texts.get(("Numbers", FIGURE), FIGURE))
    return (found[2], found[1]) if found else (".", ",")
