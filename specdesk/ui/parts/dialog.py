"""A dialog that fits on the screen and comes back where it was put."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QWidget

from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tab_order import go_on
from specdesk.ui.theme import S, Theme

HELPING = ("guide", "tip", "select-text")
"""Names of the window's actions that explain, and the one that helps to read."""
LEAST_EM = 10
"""Height below which a growing dialog cannot be made, in text sizes."""
AROUND = QSize(40, 60)
"""What stays free of the screen beside and above a dialog, px: its title bar and borders have to have room."""


class Dialog(QDialog):
    """Has its size from `take_room`. Closed and opened again it stands where it stood, to the pixel. The keys that
    explain do what they do in the window below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stood: QPoint | None = None
        self._frame = QPoint(0, 0)

    def take_room(self, width: int, height: int) -> None:
        """Take this much, px, but no more than the screen has."""
        room = self.room()
        self.resize(min(width, room.width()), min(height, room.height()))

    def room(self) -> QSize:
        """What the screen has for a dialog, px."""
        return self.screen().availableGeometry().size() - AROUND

    def take_needed(self, width: int) -> None:
        """This wide, px, and as high as the content; not lower than it is, so that nothing jumps while one types."""
        width = min(width, self.room().width())
        self.take_room(width, self.height())
        layout = self.layout()
        layout.activate()  # what scrolls tells how high its content is at the width that it has
        hint = layout.totalSizeHint().height()
        needed = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else hint
        self.take_room(width, max(needed, self.height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Help: shortcuts of the window do not reach a dialog."""
        pressed = QKeySequence(event.keyCombination())
        known = (self._owner().findChild(QAction, name) for name in HELPING)
        action = next((one for one in known if one is not None and pressed in one.shortcuts()), None)
        if action is not None:
            action.trigger()
        else:
            super().keyPressEvent(event)

    def _owner(self) -> QWidget:
        """The window that it belongs to, through other dialogs."""
        owner: QWidget = self
        while (parent := owner.parentWidget()) is not None:
            owner = parent.window()
        return owner

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes on as one reads."""
        return go_on(self, forward)

    def setVisible(self, visible: bool) -> None:
        """Some window managers take the place of a window for the place of its frame, which then is lower each time; a
        place that was asked for with `move` is that of the frame for all of them."""
        if self.isVisible() and not visible:
            inside = self.geometry().topLeft()
            if inside != self.pos():
                self._frame = inside - self.pos()
            self._stood = inside - self._frame  # opened again, Qt does not always know the frame
        elif visible and not self.isVisible() and self._stood is not None:
            self.move(self._stood)
        super().setVisible(visible)


class Growing:
    """Before `Dialog` among the bases of a dialog: as high as its content, and as wide as `width_em` says; call `fit`
    when the content has changed. One that the user has given another size keeps it, and grows in height only."""

    width_em = 44
    _width = 0
    _given: QSize | None = None
    """The size that it took last; another one is the user's."""
    _by_hand = False

    def fit(self) -> None:
        """Take the height that the content needs now; what was changed just before has told it a moment later."""
        self._grow()
        QTimer.singleShot(0, self, self._grow)

    def _grow(self) -> None:
        self.take_needed(self.width() if self._is_by_hand() else self._width)
        self._given = self.size()

    def _is_by_hand(self) -> bool:
        self._by_hand = self._by_hand or self._given not in (None, self.size())
        return self._by_hand

    def showEvent(self, event: QShowEvent) -> None:
        """Text has its real size only now."""
        super().showEvent(event)
        self._fit_anew()

    def _fit_anew(self) -> None:
        """No higher than it has to be, unless the user has said how high."""
        if not self._is_by_hand():
            self.take_room(self._width, 0)
            self._given = self.size()
        self.fit()

    def _restyle(self, theme: Theme) -> None:
        width = round(theme.body_px * self.width_em)
        if width != self._width:  # another size of text: what was given to the last one fits no more
            self._width, self._by_hand, self._given = width, False, None
        # the least that Qt allows is for text in its narrowest column, and higher than all of it at this width
        self.layout().setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        least = QSize(self._width * 2 // 3, round(theme.body_px * LEAST_EM))
        self.setMinimumSize(least.boundedTo(self.room()))
        self._fit_anew()


def last_row(aside: QWidget, *answers: QWidget) -> QHBoxLayout:
    """The bottom of a dialog: one thing on the left, the buttons that end it on the right."""
    row = QHBoxLayout()
    row.setSpacing(S)
    set_look(aside, flush=True)
    row.addWidget(aside)
    row.addStretch(1)
    for answer in answers:
        row.addWidget(answer)
    return row
