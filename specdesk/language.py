"""The language of sentences made below the window: looked up where they are made, without knowing Qt.

`translate("Memory", "Fits: {left} stay free.").format(left=...)` is the form that Qt Linguist's tools extract, so the
window, the verbs and everything below them share one catalogue (`resources/languages/*.ts`). The window sets the lookup
of its language with Qt (`ui.language`), a verb without it (`cli.language`).

Sentences in tables are marked with `mark` where they stand, and looked up where they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Lookup = Callable[[str, str], str]
"""(context, English text) -> the text in the language in use; the English text where there is none."""


def _english(_context: str, text: str) -> str:
    return text


_lookup: Lookup = _english
_decimal_sign, _group_sign = ".", ","
_in_english: ContextVar[bool] = ContextVar("in_english", default=False)


def translate(context: str, text: str) -> str:
    """The text in the language in use. context: the room or subject, which tells equal words apart. From any thread."""
    return text if _in_english.get() else _lookup(context, text)


@contextmanager
def english() -> Iterator[None]:
    """What is said inside, by this thread or task, is English: for what is kept, or given to others."""
    token = _in_english.set(True)
    try:
        yield
    finally:
        _in_english.reset(token)


def mark(_context: str, text: str) -> str:
    """The text itself: marks one that stands in a table, to be given to `translate` when it is shown."""
    return text


def number(value: float, decimals: int = 0, *, signed: bool = False, grouped: bool = False) -> str:
    """A number with so many decimals, as the language in use writes it. signed: with + or - in front. grouped: its
    thousands set apart."""
    text = f"{value:{'+' if signed else ''}{',' if grouped else ''}.{decimals}f}"
    return _written(text)


def short(value: float) -> str:
    """A number with the decimals that it has, six digits at most: 0.7, 1, 0.25."""
    return _written(f"{value:g}")


def _written(figure: str) -> str:
    if _in_english.get():
        return figure
    return figure.translate({ord(","): _group_sign, ord("."): _decimal_sign})


def speak(lookup: Lookup | None, decimal_sign: str = ".", group_sign: str = "") -> None:
    """Use the lookup of a language and its signs in numbers from now on. lookup None: English. group_sign: between
    thousands; "" = the one of comma and point that the decimal sign leaves."""
    global _lookup, _decimal_sign, _group_sign
    _lookup, _decimal_sign, _group_sign = (
        lookup or _english,
        decimal_sign,
        group_sign or ("," if decimal_sign == "." else "."),
    )
