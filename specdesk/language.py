"""The language of sentences made below the window: looked up where they are made, without knowing Qt.

`translate("Memory", "Fits: {left} stay free.").format(left=...)` is the form that Qt Linguist's tools extract, so the
window, the verbs and everything below them share one catalogue (`resources/languages/*.ts`). The window sets the lookup
of its language with Qt (`ui.language`), a verb without it (`cli.language`).

Sentences in tables are marked with `mark` where they stand, and looked up where they are shown.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

Lookup = Callable[[str, str], str]
"""(context, English text) -> the text in the language in use; the English text where there is none."""


MOST_FIGURES = 10_000
"""So many figures are remembered as they were written, the latest ones."""


def _english(_context: str, text: str) -> str:
    return text


_lookup: Lookup = _english
_decimal_sign, _group_sign = ".", ","
_figures: OrderedDict[str, str] = OrderedDict()
_in_english: ContextVar[bool] = ContextVar("in_english", default=False)
_looked_up: ContextVar[dict[str, tuple[str, str]] | None] = ContextVar("looked_up", default=None)


def translate(context: str, text: str) -> str:
    """The text in the language in use. context: the room or subject, which tells equal words apart. From any thread."""
    said = text if _in_english.get() else _lookup(context, text)
    remembered = _looked_up.get()
    if remembered is not None:
        remembered[said] = (context, text)
    return said


@contextmanager
def english() -> Iterator[None]:
    """What is said inside, by this thread or task, is English: for what is kept, or given to others."""
    token = _in_english.set(True)
    try:
        yield
    finally:
        _in_english.reset(token)


@contextmanager
def remembering() -> Iterator[None]:
    """What is looked up inside, by this task and by those that begin in it, is remembered, so that what is said of it
    can be kept in no language (`kept_sentence`)."""
    token = _looked_up.set({} if _looked_up.get() is None else _looked_up.get())
    try:
        yield
    finally:
        _looked_up.reset(token)


def looked_up() -> Mapping[str, tuple[str, str]]:
    """Words as they were said -> (context, English text), of everything since `remembering`; nothing outside it."""
    return dict(_looked_up.get() or {})


def mark(_context: str, text: str) -> str:
    """The text itself: marks one that stands in a table, to be given to `translate` when it is shown."""
    return text


def number(value: float, decimals: int = 0, *, signed: bool = False, grouped: bool = False) -> str:
    """A number with so many decimals, as the language in use writes it. signed: with + or - in front. grouped: its
    thousands set apart."""
    text = f"{value:{'+' if signed else ''}{',' if grouped else ''}.{decimals}f}"
    return written(text)


def short(value: float) -> str:
    """A number with the decimals that it has, six digits at most: 0.7, 1, 0.25."""
    return written(f"{value:g}")


def written(figure: str) -> str:
    """A figure with the signs of English ("1,234.5"), with those of the language in use."""
    in_english = _in_english.get()
    said = figure if in_english else figure.translate({ord(","): _group_sign, ord("."): _decimal_sign})
    if "." in figure or "," in figure:
        figures = _figures
        figures[said] = figures.get(said, figure) if in_english else figure
        if len(figures) > MOST_FIGURES:
            figures.popitem(last=False)
    return said


def figure_in(said: str) -> str | None:
    """A figure that `number` or `short` has written since this language is spoken, with the signs of English; None for
    any other text, be it a number ("1.234" of an engine is not our 1,234), and for one without such signs, which is the
    same in all of them."""
    return _figures.get(said)


def speak(lookup: Lookup | None, decimal_sign: str = ".", group_sign: str = "") -> None:
    """Use the lookup of a language and its signs in numbers from now on. lookup None: English. group_sign: between
    thousands; "" = the one of comma and point that the decimal sign leaves."""
    global _lookup, _decimal_sign, _group_sign, _figures
    _figures = OrderedDict()
    _lookup, _decimal_sign, _group_sign = (
        lookup or _english,
        decimal_sign,
        group_sign or ("," if decimal_sign == "." else "."),
    )
