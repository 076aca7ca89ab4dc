"""Sentences that stand when another language is chosen, and that nobody makes anew: told again in it.

What failed was said once, where it failed, in the language of that moment. It is recognised by the texts of the
catalogues and put into no language (`kept_sentence`) before the other one is spoken, and told in that one afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from specdesk.catalogues import ENGLISH, catalogue
from specdesk.kept_sentence import Kept, kept, told
from specdesk.language import remembering, translate
from specdesk.service.events import Problem, ServerNoticed
from specdesk.service.left_behind_events import OrphansFound, ServerTakenOver

Standing = Problem | OrphansFound | ServerNoticed | ServerTakenOver
"""What a banner tells and nobody tells again."""

WORDS = ("what", "why", "next_step", "words")
"""Fields that are sentences."""

_BRACES = re.compile(r"\{[^{}]*\}")


class Retelling:
    """To be made while the old language is spoken; `events` to be asked for once the new one is. old, new: codes."""

    def __init__(self, standing: Sequence[Standing], old: str, new: str) -> None:
        self._events = tuple(standing)
        self._kept: dict[str, Kept] = {}
        if old != new and standing:
            said = {words for event in standing for words in _sentences(event)}
            self._kept = _in_no_language(said, catalogue(new if old == ENGLISH else old))

    def events(self) -> tuple[Standing, ...]:
        """The same events in the language in use."""
        return tuple(self._again(event) for event in self._events)

    def _again(self, event: Standing) -> Standing:
        if isinstance(event, OrphansFound):
            return replace(event, orphans=tuple((pid, self._told(words)) for pid, words in event.orphans))
        said = {name: self._told(words) for name in WORDS if (words := getattr(event, name, ""))}
        return replace(event, **said)

    def _told(self, words: str) -> str:
        return told(self._kept.get(words, words))


def _sentences(event: Standing) -> Iterator[str]:
    if isinstance(event, OrphansFound):
        yield from (words for _pid, words in event.orphans)
    else:
        yield from (words for name in WORDS if (words := getattr(event, name, "")))


def _in_no_language(said: set[str], texts: Iterable[tuple[str, str]]) -> dict[str, Kept]:
    everything = "\n".join(said)
    possible = [one for one in texts if _may_be_in(translate(*one), everything)]
    with remembering():
        for context, text in possible:
            translate(context, text)
        return {words: kept(words) for words in said}


def _may_be_in(words: str, everything: str) -> bool:
    """Every part of it stands there, so that looking closer is worth it."""
    return all(part in everything for part in _BRACES.split(words))
