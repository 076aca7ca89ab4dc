"""Buttons that cannot be used for a while: the reason stands in their tip, and afterwards they are as they were."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QAbstractButton

from specdesk.ui.parts.tips import USUAL, in_lines


def hold(buttons: Iterable[QAbstractButton], reason: str) -> None:
    """reason: why they cannot be used now; "" = they can."""
    for button in buttons:
        if reason and button.property(USUAL) is None:
            button.setProperty(USUAL, button.toolTip())
        elif not reason and button.property(USUAL) is not None:
            button.setToolTip(str(button.property(USUAL)))
            button.setProperty(USUAL, None)
        if reason:
            button.setToolTip(in_lines(reason))
        button.setEnabled(not reason)
