"""Where trouble is told: banners under the top bar, one per matter, never in the way of work."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.parts import Banner, Button, IconButton, IconLabel, Text
from specdesk.ui.parts.banner import BESIDE_EM, MARKS
from specdesk.ui.parts.looks import Tone, set_look
from specdesk.ui.theme import current

MOST = 3
"""Banners at once; the oldest one gives way."""

COPY = "copy"
TROUBLE: tuple[Tone, ...] = ("warn", "danger")
"""These are told at length; everything else in one line."""


class Matter(msgspec.Struct, frozen=True, kw_only=True):
    """One banner. key: the matter it is about; a newer one about the same matter takes its place.

    actions: (key, words). details: text for [Copy details], "" offers none.
    """

    key: str
    what: str
    why: str = ""
    next_step: str = ""
    tone: Tone = "danger"
    actions: tuple[tuple[str, str], ...] = ()
    details: str = ""


class Strip(QFrame):
    """A banner of one line, for news that is no trouble; two where it is narrow. Same signals and words as Banner."""

    action = Signal(str)
    closed = Signal()

    def __init__(self, matter: Matter, actions: list[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rest = " ".join(part for part in (matter.why, matter.next_step) if part)
        self.setAccessibleName(f"{matter.what} {rest}".strip())
        self.what, self.why = Text(matter.what, "section"), Text(rest, wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 6, 6)
        row.setSpacing(12)
        row.addWidget(IconLabel(MARKS[matter.tone], matter.tone, 1.25))
        self._words = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words.addWidget(self.what)
        self._words.addWidget(self.why, 1)
        row.addLayout(self._words, 1)
        self._arrange()
        self.why.setVisible(bool(rest))  # not before it has its place: it would be a window of its own
        for label in (self.what, self.why):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for key, words in actions:
            button = Button(words, "outline", compact=True)
            button.clicked.connect(lambda _checked=False, key=key: self.action.emit(key))
            row.addWidget(button)
        cross = IconButton("cross", self.tr("Close this message"), compact=True)
        cross.clicked.connect(self.dismiss)
        row.addWidget(cross)
        set_look(self, surface="banner", tone=matter.tone)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= BESIDE_EM * current().body_px
        self._words.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._words.setSpacing(12 if wide else 2)
        self.what.setWordWrap(not wide)

    def dismiss(self) -> None:
        """Hide as if the user had closed it."""
        self.hide()
        self.closed.emit()


class Notices(QWidget):
    """acted(matter, action): a button was pressed. dismissed(matter): the user closed one."""

    acted = Signal(str, str)
    dismissed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banners: dict[str, tuple[Matter, Banner | Strip]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 8)
        self._column.setSpacing(6)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

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
        if said.tone in TROUBLE:
            banner: Banner | Strip = Banner(said.what, said.why, said.next_step, said.tone, actions)
        else:
            banner = Strip(said, actions)
        banner.action.connect(lambda action, key=said.key: self._act(key, action))
        banner.closed.connect(lambda key=said.key: self._close(key))
        self._banners[said.key] = (said, banner)
        self._column.insertWidget(place, banner)
        while len(self._banners) > MOST:
            self._remove(next(iter(self._banners)))
        self.show()

    def clear(self, key: str) -> None:
        """Take a banner away because its matter is settled."""
        self._remove(key)
        self.setVisible(bool(self._banners))

    def shown(self) -> dict[str, Matter]:
        """What is said now, by matter, the oldest first."""
        return {key: said for key, (said, _banner) in self._banners.items()}

    def banner(self, key: str) -> Banner | Strip | None:
        """The banner about a matter."""
        found = self._banners.get(key)
        return found[1] if found else None

    def _act(self, key: str, action: str) -> None:
        if action == COPY:
            QGuiApplication.clipboard().setText(self._banners[key][0].details)
        else:
            self.acted.emit(key, action)

    def _close(self, key: str) -> None:
        self.clear(key)
        self.dismissed.emit(key)

    def _remove(self, key: str) -> None:
        found = self._banners.pop(key, None)
        if found is not None:
            self._column.removeWidget(found[1])
            found[1].hide()
            found[1].deleteLater()
