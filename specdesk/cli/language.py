"""The language of the verbs: the window's catalogue, read without Qt where another language than English is wanted."""

from __future__ import annotations

import os
import re
from typing import Final

from specdesk import language
from specdesk.catalogues import ENGLISH, Texts, catalogue, code_of
from specdesk.cli.argparse_words import follow_the_language
from specdesk.language import mark
from specdesk.settings import SettingsFile

__all__ = ["FIGURE", "catalogue", "code_of", "settle", "signs"]

JSON: Final = "--json"
FIGURE: Final = mark("Numbers", "1,234.5")
"""Its translation is this number as the language writes it, so that the catalogue brings the signs along."""


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


def signs(texts: Texts) -> tuple[str, str]:
    """What a language sets before decimals and between thousands; those of English where its catalogue does not say."""
    found = re.fullmatch(r"1(\D?)234(\D)5", texts.get(("Numbers", FIGURE), FIGURE))
    return (found[2], found[1]) if found else (".", ",")
