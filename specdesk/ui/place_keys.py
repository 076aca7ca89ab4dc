"""Keys that work in one place only, as the list of shortcuts tells them; `shortcuts` has those of the whole window.

Each place sees to its keys itself (`keyPressEvent`); a test holds what is listed here to what stands there.
"""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QCoreApplication

from specdesk.ui.shortcuts import key_words

translate = QCoreApplication.translate
SIGNS = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "-": "−"}


class PlaceKeys(msgspec.Struct, frozen=True):
    """keys: as QKeySequence reads them; they do the same, or the same in two directions. words: what."""

    keys: tuple[str, ...]
    words: str


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """key: its name in the program. title: where the keys work. rows: what they do."""

    key: str
    title: str
    rows: tuple[PlaceKeys, ...]


def places() -> tuple[Place, ...]:
    """All of them, in the order of the list."""
    return (_everywhere(), _text(), _plot(), *_lists(), *_edges())


def _everywhere() -> Place:
    return Place(
        key="everywhere",
        title=translate("Keys", "Everywhere"),
        rows=(
            PlaceKeys(("Tab", "Shift+Tab"), translate("Keys", "Go on, or back")),
            PlaceKeys(("Space", "Return"), translate("Keys", "Press a button, take a prompt")),
            PlaceKeys(("Left", "Right", "Up", "Down"), translate("Keys", "Choose one of several")),
            PlaceKeys(("Home", "End"), translate("Keys", "Choose the first or the last")),
            PlaceKeys(("Esc",), translate("Keys", "Close a dialog, a list, a message or the settings")),
        ),
    )


def _text() -> Place:
    return Place(
        key="text",
        title=translate("Keys", "In a text that is only read"),
        rows=(
            PlaceKeys(("Left", "Right", "Up", "Down"), translate("Keys", "Move, also on to the next text")),
            PlaceKeys(("Shift+Left", "Shift+Right"), translate("Keys", "Select a part")),
            PlaceKeys(("PgUp", "PgDown"), translate("Keys", "To the text before, or the next")),
            PlaceKeys(("Esc",), translate("Keys", "Go back to where you were")),
        ),
    )


def _plot() -> Place:
    return Place(
        key="plot",
        title=translate("Keys", "In a plot"),
        rows=(
            PlaceKeys(("Left", "Right"), translate("Keys", "Read point after point")),
            PlaceKeys(("Home", "End"), translate("Keys", "Read the first or the last point")),
            PlaceKeys(("Esc",), translate("Keys", "End reading")),
            PlaceKeys(("+", "-"), translate("Keys", "Show less or more time")),
            PlaceKeys(("0",), translate("Keys", "Show all of the time")),
        ),
    )


def _lists() -> tuple[Place, ...]:
    return (
        Place(
            key="chats",
            title=translate("Keys", "In the list of chats"),
            rows=(
                PlaceKeys(("F2",), translate("Keys", "Rename the chat")),
                PlaceKeys(("Del",), translate("Keys", "Delete the chat; this can be undone")),
                PlaceKeys(("Esc",), translate("Keys", "Close the list")),
            ),
        ),
        Place(
            key="models",
            title=translate("Keys", "In the list of models"),
            rows=(
                PlaceKeys(("Up", "Down"), translate("Keys", "Another model, also while you search")),
                PlaceKeys(("PgUp", "PgDown"), translate("Keys", "A page of models further")),
                PlaceKeys(("Return",), translate("Keys", "Take the model")),
            ),
        ),
        Place(
            key="log",
            title=translate("Keys", "In the search of the log"),
            rows=(
                PlaceKeys(("Return",), translate("Keys", "The next place")),
                PlaceKeys(("Shift+Return",), translate("Keys", "The place before")),
            ),
        ),
    )


def _edges() -> tuple[Place, ...]:
    return (
        Place(
            key="fit",
            title=translate("Keys", "In the bar of memory"),
            rows=(
                PlaceKeys(("Left", "Right"), translate("Keys", "Read part after part")),
                PlaceKeys(("Home", "End"), translate("Keys", "Read the first or the last part")),
                PlaceKeys(("Esc",), translate("Keys", "End reading")),
            ),
        ),
        Place(
            key="edge",
            title=translate("Keys", "At the edge of a panel"),
            rows=(
                PlaceKeys(("Left", "Right", "Up", "Down"), translate("Keys", "Move it")),
                PlaceKeys(("Home", "End"), translate("Keys", "As far as it goes")),
                PlaceKeys(("Return", "Esc"), translate("Keys", "Go back to where you were")),
            ),
        ),
    )


def keys_said(row: PlaceKeys) -> str:
    """The keys of a row as people say them, arrows as the signs on them."""
    return "  ".join(_said(keys) for keys in row.keys)


def _said(keys: str) -> str:
    before, plus, last = keys.rpartition("+")
    if last in SIGNS:
        return key_words(f"{before}{plus}A")[:-1] + SIGNS[last] if before else SIGNS[last]
    return key_words(keys)
