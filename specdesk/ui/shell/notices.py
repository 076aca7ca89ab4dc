"""Where trouble is told: banners under the top bar, one per matter, never in the way of work."""

from __future__ import annotations

import weakref
from collections.abc import Callable

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from specdesk.ui.parts import Banner, Button
from specdesk.ui.parts.looks import Tone
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import M, S

MOST = 3
"""Banners at once; the oldest one gives way, but for those that stay."""

GAP = S
"""Between two of them, px."""

COPY = "copy"
TROUBLE: tuple[Tone, ...] = ("warn", "danger")
"""These are told at length; everything else in one line."""


class Matter(msgspec.Struct, frozen=True, kw_only=True):
    """One banner. key: the matter it is about; a newer one about the same matter takes its place.

    actions: (key, words). details: text for [Copy details], "" offers none. tip: what its figures mean.
    stays: it asks something, and never gives way to newer ones.
    """

    key: str
    what: str
    why: str = ""
    next_step: str = ""
    tone: Tone = "danger"
    actions: tuple[tuple[str, str], ...] = ()
    details: str = ""
    tip: str = ""
    stays: bool = False


class Notices(QWidget):
    """The newest on top. Where there is no room for all, words scroll, buttons do not; what still has no room waits
    behind a button.

    acted(matter, action): a button was pressed. dismissed(matter): the user closed one. changed(): others are shown.
    """

    acted = Signal(str, str)
    dismissed = Signal(str)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banners: dict[str, tuple[Matter, Banner]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(M, S, M, S)
        self._column.setSpacing(GAP)
        self._room = 0
        self.more_button = Button("", "quiet", compact=True)
        self.more_button.clicked.connect(self._turn)
        self.more_button.hide()
        self._column.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()
        self._before: Callable[[], QWidget | None] | None = None
        QGuiApplication.instance().focusChanged.connect(self._remember)

    def _remember(self, old: QWidget | None, new: QWidget | None) -> None:
        """Where the user was before a banner got the focus."""
        if new is not None and self.isAncestorOf(new) and old is not None and not self.isAncestorOf(old):
            self._before = weakref.ref(old)

    def _give_back(self, banner: Banner) -> None:
        """A banner that goes leaves the focus where it was before, and not to whatever stands first in the window."""
        focused = self.window().focusWidget()
        if focused is None or not banner.isAncestorOf(focused):
            return
        before = None if self._before is None else self._before()
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def say(self, said: Matter) -> None:
        """Show a banner, in place of the last one about the same matter."""
        old = self._banners.get(said.key)
        if old is not None and old[0] == said:
            return
        place = self._column.indexOf(old[1]) if old is not None else 0
        self._remove(said.key)
        actions = list(said.actions)
        if said.details:
            actions.append((COPY, self.tr("Copy details")))
        brief = said.tone not in TROUBLE
        banner = Banner(said.what, said.why, said.next_step, said.tone, actions, brief=brief)
        set_tip(banner, said.tip)
        banner.action.connect(lambda action, key=said.key: self._act(key, action))
        banner.closed.connect(lambda key=said.key: self._close(key))
        self._banners[said.key] = (said, banner)
        self._column.insertWidget(place, banner)
        while len(self._banners) > MOST and (oldest := self._oldest(said.key)):
            self._remove(oldest)
        self.show()
        self.changed.emit()
        self._share()

    def reword(self, said: Matter) -> None:
        """Other words in a banner that is there: its buttons, and the focus on them, stay as they are."""
        old = self._banners.get(said.key)
        if old is None or old[0] == said:
            return
        old[1].reword(said.what, said.why, said.next_step)
        self._banners[said.key] = (said, old[1])

    def clear(self, key: str) -> None:
        """Take a banner away because its matter is settled."""
        if key not in self._banners:
            return
        self._remove(key)
        self.setVisible(bool(self._banners))
        self.changed.emit()
        self._share()

    def shown(self) -> dict[str, Matter]:
        """What is said now, by matter, the oldest first."""
        return {key: said for key, (said, _banner) in self._banners.items()}

    def banner(self, key: str) -> Banner | None:
        """The banner about a matter."""
        found = self._banners.get(key)
        return found[1] if found else None

    # ---- room ----

    def set_room(self, height: int) -> None:
        """The most that all of them may take, px."""
        self._room = height
        self._share()

    def least(self, width: int) -> int:
        """Height at which the first one still has its buttons and a line, px; 0 while there is none."""
        stack = self._stack()
        if not stack:
            return 0
        margins = self._column.contentsMargins()
        rest, words = stack[0].needs(width - margins.left() - margins.right())
        more = self.more_button.sizeHint().height() + GAP if len(stack) > 1 else 0
        return rest + min(words, stack[0].least()) + more + margins.top() + margins.bottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share()

    def _share(self) -> None:
        """Show as many as have room for their buttons and a few lines; words get what is left, the newest first."""
        stack = self._stack()
        if not self._room or not stack:
            self._show_only(stack, stack)
            return
        margins = self._column.contentsMargins()
        needs = [one.needs(self.width() - margins.left() - margins.right()) for one in stack]
        words = [min(wanted, one.least()) for one, (_rest, wanted) in zip(stack, needs, strict=True)]
        room = self._room - margins.top() - margins.bottom() + GAP
        sizes = [rest + lines + GAP for (rest, _wanted), lines in zip(needs, words, strict=True)]
        count = len(stack)
        if sum(sizes) > room:
            room -= self.more_button.sizeHint().height() + GAP
            count = max(sum(1 for place in range(len(stack)) if sum(sizes[: place + 1]) <= room), 1)
        room -= sum(sizes[:count])
        for one, (_rest, wanted), lines in zip(stack[:count], needs, words, strict=False):
            more = max(min(wanted - lines, room), 0)
            room -= more
            one.set_room(lines + more)
        self._show_only(stack[:count], stack)

    def _stack(self) -> list[Banner]:
        """From the top down."""
        widgets = (self._column.itemAt(place).widget() for place in range(self._column.count()))
        return [one for one in widgets if isinstance(one, Banner)]

    def _show_only(self, shown: list[Banner], stack: list[Banner]) -> None:
        for one in stack:
            one.setVisible(one in shown)
        waiting = len(stack) - len(shown)
        words = self.tr("1 more message") if waiting == 1 else self.tr("{count} more messages").format(count=waiting)
        self.more_button.setText(words)
        self.more_button.setVisible(waiting > 0)

    def _turn(self) -> None:
        """What was in sight goes to the end."""
        stack = self._stack()
        for one in [one for one in stack if not one.isHidden()]:
            self._column.removeWidget(one)
            self._column.insertWidget(len(stack) - 1, one)
        self._share()

    def _act(self, key: str, action: str) -> None:
        if action == COPY:
            QGuiApplication.clipboard().setText(self._banners[key][0].details)
        else:
            self.acted.emit(key, action)

    def _close(self, key: str) -> None:
        self.clear(key)
        self.dismissed.emit(key)

    def _oldest(self, but: str) -> str:
        """The one that gives way to another; "" where all stay."""
        return next((key for key, (said, _banner) in self._banners.items() if not said.stays and key != but), "")

    def _remove(self, key: str) -> None:
        found = self._banners.pop(key, None)
        if found is not None:
            self._column.removeWidget(found[1])
            self._give_back(found[1])
            found[1].hide()
            found[1].deleteLater()
