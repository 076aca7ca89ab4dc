"""What stands beside a result: its part at another temperature, what it measured again, what was foretold, a card."""

from __future__ import annotations

from typing import Literal

import msgspec

from specdesk.language import number, short, translate
from specdesk.measure import headlines
from specdesk.measure.card import Card, card_hardware
from specdesk.measure.compare import CompareResult
from specdesk.measure.stats import Interval
from specdesk.service.alike import OverTheSame, over_the_same, ratios_of
from specdesk.service.compare_store import CompareStore, StoredCompare
from specdesk.service.results_file import ResultsError

Part = Literal["main", "second", "crowd"]
"""Of a compare that is running: at the first temperature, at the user's, with several people at once."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Another result."""

    stored: StoredCompare
    result: CompareResult


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """second: the part at the user's temperature. before: what this one measured again, and same: both over the prompts
    that both were asked. card: that this one repeats.

    sentences: all of it in words, for a reader who sees nothing else.
    """

    second: Kept | None = None
    before: Kept | None = None
    same: OverTheSame | None = None
    card: Card | None = None
    sentences: tuple[str, ...] = ()


def beside_of(stored: StoredCompare, result: CompareResult, store: CompareStore, second: Kept | None = None) -> Beside:
    """Everything that belongs to a result. Blocks; what cannot be read is left out. second: where it is at hand."""
    before = None
    if second is None and stored.id:
        second = _kept(store, _part_of(store, stored.id))
    if stored.setup.repeats is not None:
        before = _kept(store, stored.setup.repeats)
    same = None if before is None else _over_the_same(stored, result, before)
    card, predicted = stored.setup.card, stored.setup.predicted
    sentences = (
        "" if predicted is None else predicted_words(predicted, result),
        "" if before is None else again_words(result, before, same),
        "" if card is None else card_words(card, result),
        "" if second is None else second_words(second),
        "" if result.crowd is None else result.crowd.words,
    )
    return Beside(
        second=second, before=before, same=same, card=card,
        sentences=tuple(sentence for sentence in sentences if sentence),
    )  # fmt: skip


def _over_the_same(stored: StoredCompare, result: CompareResult, before: Kept) -> OverTheSame | None:
    """None as well where one of the two came to no number."""
    if not (headlines.is_number(result) and headlines.is_number(before.result)):
        return None
    now, then = (ratios_of(one.schedule, one.measured) for one in (stored, before.stored))
    return over_the_same(now, then)


def predicted_words(predicted: Interval, result: CompareResult) -> str:
    """ "Predicted 1.9 (1.7 to 2.1) times the plain speed, measured 1.8 (1.7 to 1.9)." """
    if result.speedup is None:
        words = translate("Service", "Predicted {predicted} times the plain speed; measuring gave no number.")
        return words.format(predicted=_figure(predicted))
    words = translate("Service", "Predicted {predicted} times the plain speed, measured {measured}.")
    return words.format(predicted=_figure(predicted), measured=_figure(result.speedup))


def again_words(result: CompareResult, before: Kept, same: OverTheSame | None) -> str:
    """ "1.8x, was 1.4x over the same 12 prompts." and the note on builds."""
    if same is None:
        return translate("Service", "There is no number to set beside the earlier one.")
    words = translate("Service", "{again}, over the same {count} prompts.")
    words = words.format(again=headlines.again(same.now, same.before), count=same.count)
    note = headlines.builds_note(result, before.result)
    return f"{words} {note}".strip()


def card_words(card: Card, result: CompareResult) -> str:
    """ "The card says 1.8x (RTX 3090, 2026-11-20), here 1.4x." """
    where = ", ".join([*card_hardware(card), card.date])
    nothing = translate("Service", "no number")
    there = nothing if card.speedup is None else f"{headlines.times(card.speedup.estimate)}x"
    here = nothing if result.speedup is None else f"{headlines.times(result.speedup.estimate)}x"
    words = translate("Service", "The card says {there} ({where}), here {here}.")
    return words.format(there=there, where=where, here=here)


def second_words(second: Kept) -> str:
    """ "At temperature 0.7: Keep the draft on: answers come 1.4 times as fast. 48 % of its guesses used." """
    said = headlines.headline(second.result, second.stored.setup.names)
    words = translate("Service", "At temperature {temperature}: {said}")
    words = words.format(temperature=short(second.stored.setup.temperature), said=said)
    if second.result.acceptance is None:
        return words
    used = translate("Service", "{percent} % of its guesses used.")
    return f"{words} {used.format(percent=number(100 * second.result.acceptance))}"


def _figure(found: Interval) -> str:
    words = translate("Service", "{estimate} ({low} to {high})")
    return words.format(estimate=number(found.estimate, 2), low=number(found.low, 2), high=number(found.high, 2))


def _part_of(store: CompareStore, compare: int) -> int | None:
    try:
        return store.part_of(compare)
    except ResultsError:
        return None


def _kept(store: CompareStore, compare: int | None) -> Kept | None:
    if compare is None:
        return None
    try:
        stored = store.load(compare)
    except ResultsError:
        return None
    return Kept(stored=stored, result=stored.result())
