"""How the values of llama-server's flags are read and written: whole numbers and their limits, shares, words, lists.

A number that no engine can mean is refused in a sentence before anything is started (common/arg.cpp).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from specdesk.errors import UsageError
from specdesk.language import translate

INT32 = 2**31 - 1
LAST_PORT = 65535
ON_WORDS = ("on", "enabled", "true", "1")
OFF_WORDS = ("off", "disabled", "false", "0")
AUTO_WORDS = ("auto", "-1")


@dataclass(frozen=True, slots=True)
class Codec:
    """How a value is read from and written to the command line. `read(flag, text)` raises UsageError."""

    read: Callable[[str, str], Any]
    write: Callable[[Any], str]


def _whole(limit: int) -> Callable[[str, str], int]:
    def read(flag: str, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise UsageError(
                translate("Engines", "{flag} needs a whole number, not “{text}”.").format(flag=flag, text=text)
            ) from None
        if not -limit - 1 <= number <= limit:
            raise UsageError(
                translate("Engines", "{flag} needs a smaller number than {text}.").format(flag=flag, text=text)
            )
        return number

    return read


def _from(least: int) -> Callable[[str, str], int]:
    """A whole number of at least so much."""

    def read(flag: str, text: str) -> int:
        number = _whole(INT32)(flag, text)
        if number < least:
            raise UsageError(
                translate("Engines", "{flag} needs {least} or more, not {text}.").format(
                    flag=flag, least=least, text=text
                ),
                translate("Engines", "The engine would stop, or do something else than was asked for."),
            )
        return number

    return read


def _between(least: int, most: int) -> Callable[[str, str], int]:
    """A whole number within these limits, both included."""

    def read(flag: str, text: str) -> int:
        number = _whole(INT32)(flag, text)
        if not least <= number <= most:
            raise UsageError(
                translate("Engines", "{flag} needs a number from {least} to {most}, not {text}.").format(
                    flag=flag, least=least, most=most, text=text
                ),
                translate("Engines", "The engine would stop at its start."),
            )
        return number

    return read


def _slots(flag: str, text: str) -> int:
    """A count of slots, or -1: as many as the engine likes. 0 is refused by common/arg.cpp."""
    number = _from(-1)(flag, text)
    if number == 0:
        raise UsageError(
            translate("Engines", "{flag} needs 1 or more, or -1, not 0.").format(flag=flag),
            translate("Engines", "A server without a slot answers nobody; with -1 the engine chooses how many."),
        )
    return number


def _port(flag: str, text: str) -> int:
    """A port, or 0: any that is free."""
    number = _from(0)(flag, text)
    if number > LAST_PORT:
        raise UsageError(
            translate("Engines", "{flag} needs a number up to {most}, not {text}.").format(
                flag=flag, most=LAST_PORT, text=text
            )
        )
    return number


def _fraction(flag: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UsageError(
            translate("Engines", "{flag} needs a number such as 0.5, not “{text}”.").format(flag=flag, text=text)
        )
    return number


def _share(flag: str, text: str) -> float:
    """A probability."""
    number = _fraction(flag, text)
    if not 0 <= number <= 1:
        raise UsageError(
            translate("Engines", "{flag} needs a number from 0 to 1, not {text}.").format(flag=flag, text=text),
            translate("Engines", "It is a probability."),
        )
    return number


def _decimal(number: float) -> str:
    """Shortest text that reads back as the same number, without a needless ".0"."""
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


def _layers(flag: str, text: str) -> int | str:
    """A count, or "auto" (-1) or "all" (below -1), as common/arg.cpp reads it."""
    if text in ("auto", "all"):
        return text
    try:
        number = _whole(INT32)(flag, text)
    except UsageError as error:
        raise UsageError(
            translate("Engines", "{flag} needs a number of layers, “auto” or “all”, not “{text}”.").format(
                flag=flag, text=text
            )
        ) from error
    return number if number >= 0 else "auto" if number == -1 else "all"


def truth(flag: str, text: str) -> bool:
    """on/off and its synonyms, as in the engine. Raises UsageError for anything else."""
    if text in ON_WORDS or text in OFF_WORDS:
        return text in ON_WORDS
    raise UsageError(translate("Engines", "{flag} takes on or off, not “{text}”.").format(flag=flag, text=text))


def _flash(flag: str, text: str) -> str:
    if text in AUTO_WORDS:
        return "auto"
    try:
        return "on" if truth(flag, text) else "off"
    except UsageError as error:
        raise UsageError(
            translate("Engines", "{flag} takes on, off or auto, not “{text}”.").format(flag=flag, text=text)
        ) from error


def _entries(flag: str, text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(",") if part)


INT = Codec(_whole(INT32), str)
COUNT = Codec(_from(0), str)
SIZE = Codec(_from(1), str)
OR_OWN_CHOICE = Codec(_from(-1), str)
"""-1 leaves it to the engine, or means "without limit"."""
REPLY = Codec(_from(-2), str)
NGRAM = {
    "size_n": Codec(_between(1, 1024), str), "size_m": Codec(_between(1, 1024), str), "min_hits": SIZE,
    "mod_match": Codec(_between(1, 1024), str), "mod_min": Codec(_between(0, 1024), str),
    "mod_max": Codec(_between(0, 1024), str),
}  # fmt: skip
"""Of the lengths of n-gram methods, by field."""
SLOTS = Codec(_slots, str)
PORT = Codec(_port, str)
SHARE = Codec(_share, _decimal)
SEED = Codec(_whole(2**32 - 1), str)
FLOAT = Codec(_fraction, _decimal)
TEXT = Codec(lambda flag, text: text, str)
LAYERS = Codec(_layers, str)
FLASH = Codec(_flash, str)
TRUTH = Codec(truth, lambda yes: "on" if yes else "off")
ENTRIES = Codec(_entries, ",".join)
