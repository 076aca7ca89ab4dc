"""Running what a card says with the files of this computer: found by their names, the rest as on the card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path, PurePath

import msgspec

from specdesk.chat.compare_prompts import ComparePrompt, own_prompts
from specdesk.errors import FileFormatError, SpecDeskError, UsageError
from specdesk.language import mark, translate
from specdesk.measure.baseline import is_plain
from specdesk.measure.card import MOST_BYTES, Card, read_card
from specdesk.measure.card_plan import card_plans
from specdesk.measure.no_answer import too_few_words
from specdesk.measure.protocol import MAX_CAP, MIN_CAP
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_session import CompareOrder

NO_TEMPERATURE = mark("Service", "The card does not tell its temperature, so temperature 0 is taken.")
OTHER_PROMPTS = mark("Service", "The card's own prompts are not in it, so the program's are asked.")

Find = Callable[[str], str | None]
"""The path of a model file by its name; None where there is none."""


class CardOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What to measure, and what of the card is not repeated, in sentences."""

    order: CompareOrder
    dropped: tuple[str, ...]


def card_in(path: str) -> Card:
    """The card in a file. Blocks. Raises FileFormatError, in sentences."""
    try:
        with Path(path).expanduser().open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        reason = reason or translate("Service", "The system gave no reason")
        what, step = translate("Service", "This card cannot be read."), translate("Service", "Choose another file.")
        raise FileFormatError(what, f"{reason}.", step) from error
    return read_card(content)


def card_order(card: Card, find: Find, minutes: float | None = None) -> CardOrder:
    """The same pair, settings, prompts and temperature here. Blocks on one small file.

    Raises SpecDeskError where a file is not here, or where the card is none that could be run.
    """
    if not any(arm.plan.get("target") for arm in card.arms):
        raise UsageError(
            translate("Service", "This card was measured at engines that ran already; it names no model files."),
            "",
            translate("Service", "Its figures can be read; to repeat them, compare the addresses yourself."),
        )
    plans = card_plans(card)
    a, b = (_with_files(plan, find) for plan in (plans.a, plans.b))
    prompts, told = _prompts(card)
    plain_twin = is_plain(a, b)
    order = CompareOrder(
        plan=b,
        against=None if plain_twin else a,
        names=None if plain_twin else (card.arms[0].name, card.arms[1].name),
        prompts=prompts,
        minutes=minutes,
        temperature=0.0 if card.temperature is None else card.temperature,
        card=card,
        cap=max(MIN_CAP, min(MAX_CAP, card.cap)),
    )
    unknown = translate("Service", NO_TEMPERATURE) if card.temperature is None else ""
    said = (*plans.dropped, *told, unknown, too_few_words(prompts))
    return CardOrder(order=order, dropped=tuple(words for words in said if words))


def runnable(card: Card, find: Find) -> tuple[str, tuple[str, ...]]:
    """(why it cannot be run here, "" = it can; what of it is not repeated). Blocks as `card_order`."""
    try:
        return "", card_order(card, find).dropped
    except SpecDeskError as error:
        return str(error), ()


def finder(rows: Sequence[ModelFile]) -> Find:
    """Looks a name up among the files known; upper and lower case are one, as on some systems."""
    known = {PurePath(row.path).name.casefold(): row.path for row in reversed(rows) if row.error is None}
    return lambda name: known.get(name.casefold())


def _with_files(plan: LaunchPlan, find: Find) -> LaunchPlan:
    return msgspec.structs.replace(
        plan, target=_found(plan.target or "", find), draft=None if plan.draft is None else _found(plan.draft, find)
    )


def _found(name: str, find: Find) -> str:
    path = find(name)
    if path is None:
        raise UsageError(
            translate("Service", "{name} is not among your models.").format(name=name),
            translate("Service", "The card was made with it."),
            translate("Service", "Add the folder where it lies to the library, or get the file."),
        )
    return path


def _prompts(card: Card) -> tuple[tuple[ComparePrompt, ...], tuple[str, ...]]:
    """The program's prompts with the card's names, in its order; all of them where it had others."""
    own = {prompt.id: prompt for prompt in own_prompts()}
    known = tuple(own[name] for name in dict.fromkeys(card.prompt_ids) if name in own)
    if known and len(known) == len(set(card.prompt_ids)):
        return known, ()
    return known or tuple(own.values()), (translate("Service", OTHER_PROMPTS),)
