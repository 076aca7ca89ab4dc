"""Messages that stay until they are dealt with: the banner (what, why, next step, actions) and the inline notice."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.parts.buttons import Button, IconButton
from specdesk.ui.parts.labels import IconLabel, Text
from specdesk.ui.parts.looks import Tone, set_look
from specdesk.ui.parts.wrap import WrapLayout
from specdesk.ui.theme import HAIRLINE, XS, L, M, S, current

BESIDE_EM = 58
"""Width, in text sizes, from which actions stand beside the words."""
SMALL = 0.4
"""Share of the width that the actions of news may take beside the words."""
SIDES, GAP, RING = L, M, HAIRLINE
MARKS = {"neutral": "info", "accent": "info", "good": "check", "warn": "warning", "danger": "warning"}


class Banner(QFrame):
    """What happened, why, and what to do next; never modal. Esc or the cross closes it.

    The buttons are always in sight: below the words, or beside them where it is wide. Where there is no room for all
    words (`set_room`), these scroll. brief: news that are no trouble, in one line where they have room.

    action(str): key of the pressed action. closed(): the user dismissed it (it hides itself).
    """

    action = Signal(str)
    closed = Signal()

    def __init__(
        self,
        what: str,
        why: str = "",
        next_step: str = "",
        tone: Tone = "danger",
        actions: list[tuple[str, str]] | None = None,
        closable: bool = True,
        brief: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """actions: (key, words), the most useful one first."""
        super().__init__(parent)
        if brief:
            why, next_step = _in_one(why, next_step), ""
        self.setAccessibleName(" ".join(part for part in (what, why, next_step) if part))
        self._brief, self._closable, self._room = brief, closable, 0
        self._in_one_line: bool | None = None
        self._told = self._make_words(what, why, next_step)
        self.area = self._make_area(self._told)
        self._row = QHBoxLayout(self)
        top, bottom = (S, S) if brief else (M, M)
        self._row.setContentsMargins(SIDES, top, S, bottom)
        self._row.setSpacing(GAP)
        self._mark = IconLabel(MARKS[tone], tone, 1.25 if brief else 1.4)
        self._row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout()
        self._column.setSpacing(S)
        self._column.addWidget(self.area)
        self._row.addLayout(self._column, 1)
        self._actions = self._made_actions(actions) if actions else None
        if self._actions is not None:
            self._column.addWidget(self._actions)
        if closable:
            self._cross = IconButton("cross", self.tr("Close this message"), compact=True)
            self._cross.clicked.connect(self.dismiss)
            self._row.addWidget(self._cross, 0, Qt.AlignmentFlag.AlignTop)
        set_look(self, surface="banner", tone=tone)

    def reword(self, what: str, why: str, next_step: str) -> None:
        """Say it in other words, of about the same length."""
        if self._brief:
            why, next_step = _in_one(why, next_step), ""
        for label, text in ((self.what, what), (self.why, why), (self.next_step, next_step)):
            label.setText(text)
            label.setVisible(bool(text))
        self.setAccessibleName(" ".join(part for part in (what, why, next_step) if part))
        self.area.setAccessibleName(self.accessibleName())

    # ---- how it is made ----

    def _make_words(self, what: str, why: str, next_step: str) -> QWidget:
        told = QWidget()
        told.setProperty("transparent", "true")
        told.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._lines = QBoxLayout(QBoxLayout.Direction.TopToBottom, told)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(XS)
        self.what, self.why, self.next_step = (Text(text, wrap=True) for text in (what, why, next_step))
        set_look(self.what, role="section")
        for label, stretch in ((self.what, 0), (self.why, 1), (self.next_step, 1)):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._lines.addWidget(label, stretch if self._brief else 0)
            label.setVisible(bool(label.text()))
        return told

    def _make_area(self, told: QWidget) -> QScrollArea:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName(self.accessibleName())
        area.setWidget(told)
        set_look(area, ring="auto")
        area.verticalScrollBar().rangeChanged.connect(self._reach)
        told.installEventFilter(self)
        return area

    def _reach(self, _least: int, most: int) -> None:
        """Words that scroll can be scrolled by keys."""
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus if most > 0 else Qt.FocusPolicy.NoFocus)

    def _made_actions(self, actions: list[tuple[str, str]]) -> QWidget:
        made = QWidget()
        buttons = WrapLayout(made)
        for key, words in actions:
            button = Button(words, "outline", compact=True)
            button.clicked.connect(lambda _checked=False, key=key: self.action.emit(key))
            buttons.addWidget(button)
        return made

    # ---- room ----

    def needs(self, width: int) -> tuple[int, int]:
        """(height without the words, height that all words take) at a width, px."""
        self.ensurePolished()
        wide = self._arrange(width)
        margins, frame = self._row.contentsMargins(), self.contentsMargins()
        words = width - self._beside()
        rest = margins.top() + margins.bottom() + frame.top() + frame.bottom()
        if self._actions is not None and not wide:
            rest += self._actions.layout().heightForWidth(words) + self._column.spacing()
        return rest, max(self._words_height(words), self._controls_height())

    def least(self) -> int:
        """Height of the one line of words that must be in sight, px."""
        return max(self.what.fontMetrics().lineSpacing() + 2 * RING, self._controls_height())

    def set_room(self, height: int) -> None:
        """The most that its words may take, px; 0: all that they need. More of them scrolls."""
        self._room = height
        self._fit(self.width())

    def _beside(self) -> int:
        """Width of everything that stands beside the words, px."""
        margins, frame = self._row.contentsMargins(), self.contentsMargins()
        taken = margins.left() + margins.right() + frame.left() + frame.right()
        for place in range(self._row.count()):
            item = self._row.itemAt(place)
            if item.widget() is not None:
                taken += item.sizeHint().width() + GAP
        return taken

    def _controls_height(self) -> int:
        """Height of the highest of what stands beside the words, px."""
        items = (self._row.itemAt(place) for place in range(self._row.count()))
        return max(item.sizeHint().height() for item in items if item.widget() is not None)

    def _words_height(self, width: int) -> int:
        if width <= 2 * RING:
            return 0
        if self._lines.hasHeightForWidth():
            return self._lines.totalHeightForWidth(width - 2 * RING) + 2 * RING
        return self._lines.totalSizeHint().height() + 2 * RING

    def _arrange(self, width: int) -> bool:
        """In a wide banner the actions stand beside the words: it takes less of the window's height. True: they do."""
        wide = width >= BESIDE_EM * current().body_px
        if self._brief and wide is not self._in_one_line:
            self._set_out(wide)
        wide = wide or (self._brief and self._are_small(width))
        if self._actions is not None and wide is (self._column.indexOf(self._actions) >= 0):
            if wide:
                self._column.removeWidget(self._actions)
                self._row.insertWidget(2, self._actions, 0, Qt.AlignmentFlag.AlignVCenter)
            else:
                self._row.removeWidget(self._actions)
                self._column.addWidget(self._actions)
        return wide

    def _set_out(self, wide: bool) -> None:
        """The words of news in one line, or below each other. Only on a change: Qt arranges the window anew whenever a
        layout is told something, also what it knows."""
        self._in_one_line = wide
        self._lines.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._lines.setSpacing(GAP if wide else HAIRLINE)
        self.what.setWordWrap(not wide)
        level = wide or not self.why.text()
        for widget in (self._mark, self._cross) if self._closable else (self._mark,):
            self._row.setAlignment(widget, Qt.AlignmentFlag.AlignVCenter if level else Qt.AlignmentFlag.AlignTop)

    def _are_small(self, width: int) -> bool:
        """The actions leave the words enough of a width, px."""
        return self._actions is not None and self._actions.sizeHint().width() <= SMALL * width

    def _fit(self, width: int) -> None:
        self.needs(width)
        words = width - self._beside()
        wanted, room = self._words_height(words), max(self._room, self.least())
        self.area.setFixedHeight(wanted if not self._room or wanted <= room else self._whole_lines(words, room))

    def _whole_lines(self, width: int, room: int) -> int:
        """The most of a height that shows no half lines, px."""
        head, room = self.what.heightForWidth(width - 2 * RING), room - 2 * RING
        heading, line = self.what.fontMetrics().lineSpacing(), self.why.fontMetrics().lineSpacing()
        if room < head + self._lines.spacing() + line:
            return 2 * RING + (head if room >= head else max(room // heading, 1) * heading)
        below = room - head - self._lines.spacing()
        return 2 * RING + head + self._lines.spacing() + below // line * line

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit(event.size().width())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The words need more or less room: letters of another size."""
        if watched is self._told and event.type() == QEvent.Type.LayoutRequest:
            self._fit(self.width())
        return super().eventFilter(watched, event)

    def dismiss(self) -> None:
        """Hide the banner as if the user had closed it."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes, from any of its buttons."""
        if self._closable and event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)


def _in_one(*parts: str) -> str:
    """News have no line of their own for the next step."""
    return " ".join(part for part in parts if part)


class Notice(QWidget):
    """One quiet line where the thing happened ("Chat deleted. [Undo]"), in place of a passing toast."""

    action = Signal()

    def __init__(self, text: str = "", tone: Tone = "neutral", action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = IconLabel(MARKS[tone], tone, 1.1)
        self._words = Text(text, "small", wrap=True)
        self._button = Button(action, "outline", compact=True)
        self._button.clicked.connect(self.action)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S)
        row.addWidget(self._mark)
        row.addWidget(self._words, 1)
        row.addWidget(self._button)
        self._said: tuple[str, Tone, str] | None = None
        self.set_state(text, tone, action)

    def set_state(self, text: str, tone: Tone = "neutral", action: str = "") -> None:
        """Say something else; without text the notice hides."""
        said = (text, tone, action)
        if said == self._said:
            return
        self._said = said
        self._words.setText(text)
        set_look(self._words, tone=tone)
        self._mark.set(MARKS[tone], tone)
        self._button.setText(action)
        self._button.setVisible(bool(action))
        self.setVisible(bool(text))

    def text(self) -> str:
        """The words shown."""
        return self._words.text()
