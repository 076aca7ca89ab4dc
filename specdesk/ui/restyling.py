"""Another theme on a window that is in use: what is in sight changes in one go, everything else in turns.

The ones in sight, which a screen bounds, are styled one by one while nothing is painted; hidden ones, and the far parts
of what scrolls, take the new sheet on after that, and long texts are written again piece by piece.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Protocol, TypeVar
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from specdesk.ui.theme import (
    Scheme,
    Theme,
    children_of,
    current,
    from_the_top,
    notifier,
    polish,
    put_on,
)
from specdesk.ui.turns import settle_places, turns

Looks = tuple[Scheme, float]
Slot = Callable[[Theme], None]
T = TypeVar("T")


class Scrolled(Protocol):
    """A place that scrolls, most of it out of sight."""

    def out_of_sight(self) -> list[QWidget]:
        """The parts of it that need no new looks yet."""


scrolled: WeakSet[Scrolled] = WeakSet()
"""Such places; each adds itself."""


def change(app: QApplication, scheme: Scheme, text_scale: float) -> None:
    """As `theme.apply`, without ever standing still: the theme is on the screen some turns from now."""
    if not _restylings:
        _restylings.append(Restyling(app))
    _restylings[0].change((scheme, text_scale))


def is_waiting() -> bool:
    """True between `change` and the theme on the screen."""
    return any(one.is_wanted for one in _restylings)


class Restyling(QObject):
    """Carries changes of theme out; one that comes during another takes its place."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._wanted: Looks | None = None
        self._asked_at = 0
        self._waiting: dict[QWidget, None] = {}  # widgets that are still to be styled
        self._roots: list[QWidget] = []  # the outermost of those that are hidden
        self._far: list[QWidget] = []
        self._untold: dict[Slot, None] = {}  # those that follow the theme and do not know of it
        self._still: list[QWidget] = []  # windows that are not painted for the moment

    def change(self, looks: Looks) -> None:
        """Begin, before all that waits for a turn."""
        self._wanted, self._asked_at = looks, notifier().changes
        turns().add(self, self._in_sight(), first=True)

    @property
    def is_wanted(self) -> bool:
        """A change is still to be made: nobody has put another theme on the screen since it was asked for."""
        return self._wanted is not None and self._asked_at == notifier().changes

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A part of the window that waits comes into sight."""
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            for _ in itertools.chain(self._polish(_all_in(watched)), self._tell(lambda slot: _lies_in(slot, watched))):
                """All of it now."""
        return False

    # ---- the steps ----

    def _in_sight(self) -> Iterator[None]:
        """Change the theme, and give what is in sight its looks, before anything is painted again."""
        if not self.is_wanted or self._wanted is None:
            return
        looks, self._wanted = self._wanted, None
        self._hold_still()
        try:
            self._far = [part for place in _valid(scrolled) for part in place.out_of_sight()]
            seen = list(_seen(self._app.topLevelWidgets(), set(self._far)))
            theme = put_on(self._app, *looks)
            for widget in seen:
                if isValid(widget):
                    polish(widget)
                    yield
            for one in _valid(notifier().themed):
                one.take_theme(theme)
            self._untold = dict.fromkeys(notifier().slots())
            yield
            yield from self._note_rest(set(seen))
            yield from self._tell(self._is_in_sight)
            for one in _valid(notifier().themed):
                yield from one.renew(far=False)
            if current() is theme:
                notifier().changed.emit(theme)
            settle_places()
            yield
        finally:
            self._paint_again()
            turns().add(self, self._out_of_sight())

    def _out_of_sight(self) -> Iterator[None]:
        """Give everything else its looks; of what scrolls, what is nearest comes first."""
        while self._far:
            part = min(self._far, key=distance)
            self._far.remove(part)
            yield from self._polish(_all_in(part))
            for one in _all_in(part):
                if isValid(one) and one in notifier().themed:
                    yield from one.renew()
        for one in _valid(notifier().themed):
            yield from one.renew()
        yield from self._polish(list(self._waiting))
        for root in self._roots:
            if isValid(root):
                root.removeEventFilter(self)
        self._roots = []
        yield from self._tell(lambda _slot: True)

    # ---- what waits ----

    def _note_rest(self, seen: Container[QWidget]) -> Iterator[None]:
        """All widgets that the style knows and that have not been styled, one with each step."""
        for widget in _below(self._app.topLevelWidgets()):
            yield
            if widget in seen or not isValid(widget):
                continue
            if widget.testAttribute(Qt.WidgetAttribute.WA_StyleSheet):
                self._waiting[widget] = None
            if not widget.isVisible() and _is_outermost(widget):
                widget.installEventFilter(self)
                self._roots.append(widget)

    def _polish(self, widgets: Iterable[QWidget]) -> Iterator[None]:
        """Style those of these widgets that wait, one with each step."""
        for widget in widgets:
            if widget in self._waiting:
                del self._waiting[widget]
                if isValid(widget):
                    polish(widget)
                    yield

    # ---- who is told, and what is painted ----

    def _tell(self, wanted: Callable[[Slot], bool]) -> Iterator[None]:
        """Tell those that are wanted, one with each step; the others stay untold, for another theme to tell them."""
        untold = self._untold
        for slot in list(untold):
            if untold is not self._untold:
                return
            if slot not in untold:  # told meanwhile: it came into sight
                continue
            if not isValid(slot.__self__):
                del untold[slot]
            elif wanted(slot):
                del untold[slot]
                slot(current())
                yield

    def _is_in_sight(self, slot: Slot) -> bool:
        owner = slot.__self__
        return not isinstance(owner, QWidget) or (owner.isVisible() and owner not in self._waiting)

    def _hold_still(self) -> None:
        """No half-changed window on the screen."""
        for window in self._app.topLevelWidgets():
            if window.isVisible() and window.updatesEnabled():
                window.setUpdatesEnabled(False)
                self._still.append(window)

    def _paint_again(self) -> None:
        for window in self._still:
            if isValid(window):
                window.setUpdatesEnabled(True)
        self._still = []


_restylings: list[Restyling] = []


def _valid(widgets: Iterable[T]) -> list[T]:
    return [widget for widget in list(widgets) if isValid(widget)]


def _seen(widgets: Iterable[QWidget], far: Container[QWidget]) -> Iterator[QWidget]:
    """Widgets that are shown, and those in them, but for what is far."""
    for widget in widgets:
        if widget.isVisible() and widget not in far:
            yield widget
            yield from _seen(children_of(widget), far)


def _below(widgets: Iterable[QWidget]) -> Iterator[QWidget]:
    """These and all in them, also where some go meanwhile."""
    for widget in widgets:
        if isValid(widget):
            yield widget
            if isValid(widget):
                yield from _below(children_of(widget))


def _all_in(widget: QWidget) -> list[QWidget]:
    """A widget and all below it; nothing for one that is gone."""
    return list(from_the_top(widget)) if isValid(widget) else []


def _lies_in(slot: Slot, widget: QWidget) -> bool:
    """It is that of a widget or of something in it."""
    owner = slot.__self__
    return owner is widget or (isinstance(owner, QWidget) and widget.isAncestorOf(owner))


def _is_outermost(widget: QWidget) -> bool:
    """A hidden widget that would come into sight if it were shown."""
    parent = widget.parentWidget()
    return widget.isWindow() or parent is None or parent.isVisible()


def distance(widget: QWidget) -> int:
    """How far out of its window a widget lies, px; 0 for one in sight or gone."""
    if not isValid(widget):
        return 0
    top = widget.mapTo(widget.window(), QPoint(0, 0)).y()
    return max(top - widget.window().height(), -(top + widget.height()), 0)
