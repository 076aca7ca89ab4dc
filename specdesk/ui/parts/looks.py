"""How a widget takes on a look of the style sheet, and how it follows a change of theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtWidgets import QWidget

from specdesk.ui.theme import Theme, current, notifier

Tone = Literal["neutral", "accent", "good", "warn", "danger"]


def set_look(widget: QWidget, **properties: str | bool) -> None:
    """Set dynamic properties that the style sheet selects by, and restyle the widget if one changed."""
    changed = False
    for name, value in properties.items():
        text = str(value).lower() if isinstance(value, bool) else value
        if widget.property(name) != text:
            widget.setProperty(name, text)
            changed = True
    if changed:
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def follow_theme(slot: Callable[[Theme], None]) -> None:
    """Call `slot(theme)` now and whenever the theme changes. `slot` is a method of a QObject, which ends it."""
    notifier().follow(slot)
    slot(current())


def ink(tone: str) -> str:
    """Colour of an icon or mark in a tone, on that tone's own tint."""
    theme = current()
    return {
        "neutral": theme.muted, "accent": theme.link, "good": theme.good, "warn": theme.warn, "danger": theme.danger,
        "target": theme.target_text, "draft": theme.draft_text,
    }[tone]  # fmt: skip
