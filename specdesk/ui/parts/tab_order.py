"""Tab goes through a window as one reads it, whatever was put into it later.

Qt goes in the order in which things were made: messages, banners and pages that come while the program runs would all
come last. Here the order is that of the places: what stands higher comes first, and side by side the left one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QScrollArea, QWidget

WHOLE = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit)
"""One stop each, whatever they are made of."""


def go_on(window: QWidget, forward: bool) -> bool:
    """Give the focus to what comes next in a window, around its end. False: nothing can have it."""
    everything = list(as_read(window))
    stops = [place for place, widget in enumerate(everything) if is_stop(widget)]
    if not stops:
        return False
    now = window.focusWidget()
    here = everything.index(now) if now in everything else (-1 if forward else len(everything))
    if forward:
        place = next((stop for stop in stops if stop > here), stops[0])
        reason = Qt.FocusReason.TabFocusReason
    else:
        place = next((stop for stop in reversed(stops) if stop < here), stops[-1])
        reason = Qt.FocusReason.BacktabFocusReason
    chosen = everything[place]
    chosen.setFocus(reason)
    bring_into_sight(chosen)
    return True


def is_stop(widget: QWidget) -> bool:
    """The Tab key stops here."""
    wants = widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
    return wants and widget.isEnabled() and widget.focusProxy() is None


def as_read(parent: QWidget) -> Iterator[QWidget]:
    """Everything in sight inside something, as one reads it; controls as a whole."""
    for child in sorted(_inside(parent), key=cmp_to_key(_by_place)):
        yield child
        if not isinstance(child, WHOLE):
            yield from as_read(child)


def _inside(parent: QObject) -> list[QWidget]:
    children = parent.children()
    return [one for one in children if isinstance(one, QWidget) and one.isVisible() and not one.isWindow()]


def _by_place(first: QWidget, second: QWidget) -> int:
    """Which of two in one parent is read first: the higher; the one further left where neither is wholly higher."""
    one, other = first.geometry(), second.geometry()
    if one.bottom() < other.top() or other.bottom() < one.top():
        return one.top() - other.top()
    return one.left() - other.left() or one.top() - other.top()


def bring_into_sight(widget: QWidget) -> None:
    """Scroll whatever it lies in."""
    around = widget.parentWidget()
    while around is not None and not around.isWindow():
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()
