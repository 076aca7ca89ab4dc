"""Cards to save: what goes into the file that the user names. Writes nothing itself."""

from __future__ import annotations

import getpass
import socket
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime

import msgspec

from specdesk.language import english
from specdesk.measure.card import Card, CardFacts, card_of, scrubbed, to_json, to_markdown
from specdesk.measure.compare import CompareResult
from specdesk.measure.replies_table import replies_csv
from specdesk.service.compare_notes import notes_beside
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare.card_picture import picture_of
from specdesk.ui.compare.words import computer_words, hardware_words


def private_names() -> tuple[str, ...]:
    """Names that must not be in a card: of the user and of the computer."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    return tuple(name for name in (user, socket.gethostname().split(".")[0]) if name)


def card_from(stored: StoredCompare, result: CompareResult, private: tuple[str, ...], *, in_use: bool = False) -> Card:
    """The card of a stored result. in_use: its sentences are in the language in use, for a picture, whose
    figures are; else in English, as cards are for everybody."""
    with nullcontext() if in_use else english():
        hardware, notes = hardware_words(stored.setup.hardware), notes_beside(result, stored)
        computer = computer_words(stored.setup.computer)
    asked = tuple(prompt.id for prompt in stored.schedule.prompts)
    facts = CardFacts(
        date=datetime.fromtimestamp(stored.made).date().isoformat(),
        hardware=(hardware,) if hardware else (),
        computer=computer,
        prompts=asked,
        plans=(msgspec.to_builtins(stored.setup.plans[0]), msgspec.to_builtins(stored.setup.plans[1])),
        seconds=stored.seconds or None,
        temperature=stored.setup.temperature,
        names=stored.setup.names,
        built_in=stored.setup.built_in,
        notes=notes,
    )
    return card_of(result, facts, private)


def contents(stored: StoredCompare, result: CompareResult, pair: str) -> dict[str, Callable[[], bytes]]:
    """By the ending of the file, what makes its content. pair: the models in words."""
    private = private_names()
    card = card_from(stored, result, private)
    return {
        "png": lambda: picture_of(card_from(stored, result, private, in_use=True), scrubbed(pair, private)),
        "md": lambda: to_markdown(card).encode(),
        "json": lambda: to_json(card),
        "csv": lambda: replies_csv(result).encode(),
    }
