"""Buttons of one height: primary, outline, quiet, danger; icon-only; and a row where one of a few is chosen."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from specdesk.ui.icons import icon
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import HAIRLINE, Theme, current

Kind = Literal["primary", "outline", "quiet", "danger", "link"]


def pressed_by_return(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Return presses a button that has the focus, as Space does; Qt lets it do so in some desktops only."""
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.isAutoRepeat():
        return False
    button.click()
    return True


class Button(QPushButton):
    """A button with words. A window has at most one primary button in sight. "link": words of a line that open more.

    compact: for actions inside text or cards (still at least 24 px high).
    """

    def __init__(
        self,
        text: str,
        kind: Kind = "outline",
        icon_name: str = "",
        compact: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._icon_name = icon_name
        self._kind: Kind = kind
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_look(self, kind=kind, compact=compact)
        follow_theme(self._tint)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_return(self, event):
            super().keyPressEvent(event)

    def setText(self, text: str) -> None:
        """Set the words; an icon keeps its distance from them only where there are any."""
        before = bool(self.text())
        super().setText(text)
        if bool(text) != before:
            self._tint(current())

    def set_kind(self, kind: Kind) -> None:
        """Change the look, for a button that is primary in one state only."""
        self._kind = kind
        set_look(self, kind=kind)
        self._tint(current())

    def set_icon_name(self, name: str) -> None:
        """Change or (with "") remove the icon."""
        self._icon_name = name
        self._tint(current())

    def _tint(self, theme: Theme) -> None:
        colours = {"primary": theme.on_accent, "danger": theme.danger}
        size = round(theme.body_px * 1.25)
        room = 0.25 if self.text() else 0.0
        self.setIconSize(QSize(round(size * (1 + room)), size))
        if self._icon_name:
            self.setIcon(icon(self._icon_name, colours.get(self._kind, theme.text), room))
        elif not self.icon().isNull():
            self.setIcon(QIcon())


class IconButton(QToolButton):
    """A button that shows only an icon. `name` is what it does: tooltip and accessible name.

    filled: the one round accent button of a place (send). compact: inside text (at least 24 px).
    """

    def __init__(
        self, icon_name: str, name: str, filled: bool = False, compact: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._filled = filled
        self._blank = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_name(name)
        set_look(self, kind="filled" if filled else "icon", compact=compact)
        follow_theme(self._tint)

    def set_name(self, name: str) -> None:
        """What the button does, for eyes and screen readers."""
        set_tip(self, name)
        self.setAccessibleName(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_return(self, event):
            super().keyPressEvent(event)

    def set_icon_name(self, name: str) -> None:
        """Show another icon."""
        self._icon_name = name
        self._tint(current())

    def set_blank(self, blank: bool) -> None:
        """Show no icon for the moment; the button can still be found by keyboard."""
        if blank != self._blank:
            self._blank = blank
            self._tint(current())

    def _tint(self, theme: Theme) -> None:
        size = round(theme.body_px * (1.25 if self.property("compact") != "true" else 1.15))
        self.setIconSize(QSize(size, size))
        colour = theme.on_accent if self._filled else theme.muted
        self.setIcon(QIcon() if self._blank else icon(self._icon_name, colour))


STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
"""Keys that move to a neighbour, where one reads from left to right."""
ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class _Segment(QPushButton):
    """moved(int): this key was pressed, it is one of those that choose. left(): the focus went on."""

    moved = Signal(int)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in STEPS or event.key() in ENDS:
            self.moved.emit(event.key())
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class SegmentedControl(QFrame):
    """A few choices side by side, one of them chosen. Tab goes to the chosen one and on to what comes next; arrow keys,
    Home and End choose another, as in a group of radio buttons.

    chosen(str) carries the key of the new choice when the user changes it.
    """

    chosen = Signal(str)

    def __init__(self, name: str, choices: list[tuple[str, str]], parent: QWidget | None = None) -> None:
        """name: what is chosen, for screen readers. choices: (key, words); the first one starts chosen."""
        super().__init__(parent)
        set_look(self, surface="segments")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._buttons: dict[str, _Segment] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(HAIRLINE, HAIRLINE, HAIRLINE, HAIRLINE)
        row.setSpacing(HAIRLINE)
        for key, words in choices:
            button = self._buttons[key] = self._made(key, words)
            row.addWidget(button)
        self._quiet = False
        if choices:
            self.set_value(choices[0][0])

    def _made(self, key: str, words: str) -> _Segment:
        button = _Segment(words)
        button.setCheckable(True)
        button.setAutoExclusive(True)  # read out as a radio button
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setAccessibleDescription(self.accessibleName())
        set_look(button, kind="segment", compact=True)
        button.toggled.connect(lambda on: self._toggled(key, on))
        button.moved.connect(lambda pressed: self._move(key, pressed))
        button.left.connect(self._place_stop)
        self._group.addButton(button)
        return button

    def value(self) -> str:
        """Key of the chosen one."""
        return next(key for key, button in self._buttons.items() if button.isChecked())

    def set_value(self, key: str) -> None:
        """Choose without a signal. Raises KeyError for an unknown key."""
        self._quiet = True
        self._buttons[key].setChecked(True)
        self._quiet = False
        self._place_stop()

    def _toggled(self, key: str, on: bool) -> None:
        if on and not self._quiet:
            self._place_stop()
            self.chosen.emit(key)

    def _place_stop(self) -> None:
        """The Tab key stops at the chosen one alone; at the first that can be used where that one cannot."""
        able = [button for button in self._buttons.values() if button.isEnabledTo(self)]
        stop = next((button for button in able if button.isChecked()), able[0] if able else None)
        for button in self._buttons.values():
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if button is stop else Qt.FocusPolicy.ClickFocus)
        self.setFocusProxy(stop)

    def _move(self, key: str, pressed: int) -> None:
        """An arrow key: the neighbour that can be used, around the ends."""
        able = [one for one, button in self._buttons.items() if button.isEnabled()]
        if key not in able:
            return
        if pressed in ENDS:
            place = ENDS[pressed]
        else:
            turned = self.isRightToLeft() and pressed in (Qt.Key.Key_Left, Qt.Key.Key_Right)
            place = (able.index(key) + (-STEPS[pressed] if turned else STEPS[pressed])) % len(able)
        button = self._buttons[able[place]]
        button.setFocus(Qt.FocusReason.TabFocusReason)
        button.click()

    def set_words(self, key: str, words: str) -> None:
        """Call one choice otherwise."""
        self._buttons[key].setText(words)

    def words_of(self, key: str) -> str:
        """What one choice is called."""
        return self._buttons[key].text()

    def set_enabled(self, key: str, enabled: bool, why: str = "") -> None:
        """Grey one choice, with the reason as its tooltip."""
        self._buttons[key].setEnabled(enabled)
        set_tip(self._buttons[key], why)
        self._place_stop()
