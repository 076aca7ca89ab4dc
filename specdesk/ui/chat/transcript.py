"""The scrolling list of messages. It follows the newest text only while the reader is at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from specdesk.chat.conversation import Message
from specdesk.ui.chat.question import QuestionView
from specdesk.ui.chat.reply import ReplyView
from specdesk.ui.chat.trim_line import TrimLine
from specdesk.ui.parts import Badge, Button
from specdesk.ui.parts.looks import set_look
from specdesk.ui.restyling import distance, scrolled
from specdesk.ui.theme import SMALLEST_BODY_PX, XL, L, current, number
from specdesk.ui.turns import settle_places, turns

WIDEST = 820
"""Lines longer than this (px at 100 % text) are hard to read; the column stays in the middle of a wide window."""
SIDE = 24
NEAR_END = 32
"""Closer to the end than this (px) counts as reading the newest text."""
AT_ONCE = 24
"""Messages that are built when a long chat is opened; earlier ones when they are asked for."""

MOST_SHOWN = 2 * AT_ONCE
"""Messages that stay built while a chat goes on: each answer takes most of a mebibyte."""
LETTERS_AT_ONCE = 3_000
"""Characters of the newest messages that are built at once; the rest is filled in turns."""

MessageView = QuestionView | ReplyView


def side_of(width: int) -> int:
    """Margin left and right of the messages, px: they stay in the middle, with or without a scroll bar."""
    return max(SIDE, (width - round(WIDEST * current().body_px / SMALLEST_BODY_PX)) // 2)


def _size(message: Message) -> int:
    return len(message.text) + len(message.reasoning)


class Transcript(QScrollArea):
    """edited(int, str), again(int), link(str), copied(): see the messages. whole(): send the whole chat again."""

    edited = Signal(int, str)
    again = Signal(int)
    remedy = Signal(int, str)
    link = Signal(str)
    copied = Signal()
    whole = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Messages"))
        self._page = QWidget()
        set_look(self._page, transparent=True)
        self._earlier: list[Message] = []
        self._views: dict[int, MessageView] = {}
        self._messages: dict[int, Message] = {}
        self._show_guesses = False
        self._following = True
        self._held: tuple[MessageView, int] | None = None  # what is being read, and its place in sight, px
        self._held_part: tuple[QWidget, int] | None = None  # the part of it in sight, where there is one
        self._coming: set[int] = set()  # messages whose text is still being filled in
        self._placing = False
        self._narrow: list[QWidget] = []  # messages whose texts still have another width
        self._more = Button("", "quiet", compact=True)
        self._more.clicked.connect(self._show_earlier)
        self._more.hide()
        self.trim_line = TrimLine(self._page)
        self.trim_line.whole.connect(self.whole)
        self._sent_from = 0
        self._column = QVBoxLayout(self._page)
        self._column.setSpacing(L)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._newest = Button(self.tr("Jump to newest"), "outline", "chevron", compact=True, parent=self)
        self._newest.hide()
        self._newest.clicked.connect(self.follow)
        self._address = Badge("", "neutral", parent=self)
        self._address.hide()
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._grew)
        scrolled.add(self)

    def show_messages(self, messages: tuple[Message, ...]) -> None:
        """Show these: the newest at once, earlier ones on request. What is shown already is not built again."""
        shown = self.views()
        cut = max(len(messages) - AT_ONCE, 0)
        first = self._messages.get(shown[0].message_id) if shown else None
        if first is not None and first in messages:
            cut = messages.index(first)
        kept = 0
        for view, message in zip(shown, messages[cut:], strict=False):
            if self._messages.get(view.message_id) != message:
                break
            kept += 1
        for view in shown[kept:]:
            self._remove(view)
        self._earlier = list(messages[:cut])
        self._offer_earlier()
        self._add_all(messages[cut + kept :])
        self._let_go()
        self._mark_newest()
        self._place_trim_line()
        self.follow()

    def set_sent_from(self, message_id: int) -> None:
        """The messages above this one no longer go to the model; 0 = all of them do."""
        self._sent_from = message_id
        self._place_trim_line()

    def settle(self, message: Message) -> None:
        """This is what the view of that id shows, for good."""
        self._messages[message.id] = message

    def begin(self, message_id: int) -> ReplyView:
        """A reply begins."""
        stale = self._views.get(message_id)
        if stale is not None:
            self._remove(stale)
        view = ReplyView(message_id)
        view.text.set_show_guesses(self._show_guesses)
        self._add(view)
        self._let_go()
        self._mark_newest()
        self.follow()
        return view

    def reply(self, message_id: int) -> ReplyView | None:
        """The view of a reply, if it is shown."""
        view = self._views.get(message_id)
        return view if isinstance(view, ReplyView) else None

    def views(self) -> list[MessageView]:
        """The messages on the screen, from top to bottom."""
        return sorted(self._views.values(), key=self._column.indexOf)

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._following, self._held = True, None
        self._newest.hide()
        self._column.activate()
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def is_following(self) -> bool:
        """True while the newest text is kept in sight."""
        return self._following

    def set_show_guesses(self, shown: bool) -> None:
        """Underline what the draft guessed, or not."""
        self._show_guesses = shown
        for view in self._views.values():
            if isinstance(view, ReplyView):
                view.text.set_show_guesses(shown)

    def out_of_sight(self) -> list[QWidget]:
        """Messages that are scrolled away: see `restyling`."""
        top = self.verticalScrollBar().value()
        return [view for view in self.views() if not top - view.height() < view.y() < top + self.height()]

    def show_address(self, target: str) -> None:
        """Where the link under the pointer or the keyboard leads; "" for none."""
        self._address.setVisible(bool(target))
        if target:
            room = max(self.viewport().width() - 80, 80)
            words = self._address.fontMetrics().elidedText(target, Qt.TextElideMode.ElideMiddle, room)
            self._address.set_state(words, "neutral", "globe")
            self._place_overlays()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column readable and the overlays in their places."""
        if event.size().width() != event.oldSize().width():
            self._hold_widths()
        super().resizeEvent(event)
        side = side_of(self.width())
        bar = self.width() - self.viewport().width()
        self._column.setContentsMargins(side, XL, max(side - bar, 0), XL)
        self._place_overlays()

    def _hold_widths(self) -> None:
        """The texts of messages out of sight get another width in turns: all at once is too much for a long chat."""
        begins = not self._narrow
        coming = [self._views[number] for number in self._coming]
        for view in self.out_of_sight():
            if view not in coming and view.layout().isEnabled():
                view.layout().setEnabled(False)
                self._narrow.append(view)
        if begins and self._narrow:
            turns().add(self, self._widening())

    def _widening(self) -> Iterator[None]:
        """Give the texts that were held the width that there is now, the nearest first."""
        while self._narrow:
            self._widen(min(self._narrow, key=distance))
            settle_places()
            yield

    def _widen(self, view: QWidget) -> None:
        self._narrow.remove(view)
        if isValid(view):
            view.layout().setEnabled(True)
            view.layout().invalidate()
            view.layout().activate()
            view.updateGeometry()

    def _add_all(self, messages: Sequence[Message], place: int | None = None) -> None:
        """Add messages, from `place` on or at the end. What is long or far from the newest is filled afterwards."""
        later: list[tuple[ReplyView, Message]] = []
        letters = sum(_size(message) for message in messages)
        for index, message in enumerate(messages):
            view: MessageView
            if message.role == "user":
                view = QuestionView(message)
            elif letters <= LETTERS_AT_ONCE:
                view = ReplyView.of(message, self._show_guesses)
            else:
                view = ReplyView(message.id)
                view.text.set_show_guesses(self._show_guesses)
                view.set_waiting("")
                later.append((view, message))
            letters -= _size(message)
            self._add(view, None if place is None else place + index)
            self.settle(message)
        for view, message in reversed(later):
            self._coming.add(view.message_id)
            turns().add(view, self._filling(view, view.fill(message)))

    def _filling(self, view: ReplyView, steps: Iterator[None]) -> Iterator[None]:
        """Fill a view, with everything in its place after each step."""
        while True:
            ended = next(steps, self) is self
            settle_places()
            if ended:
                self._coming.discard(view.message_id)
                return
            yield

    def _add(self, view: MessageView, place: int | None = None) -> None:
        self._views[view.message_id] = view
        self._column.insertWidget(self._column.count() - 1 if place is None else place, view)
        view.copied.connect(self.copied)
        if isinstance(view, ReplyView):
            view.again.connect(self.again)
            view.remedy.connect(self.remedy)
            view.link.connect(self.link)
            view.hovered.connect(self.show_address)
        else:
            view.edited.connect(self.edited)

    def _remove(self, view: MessageView) -> None:
        del self._views[view.message_id]
        if self._held is not None and self._held[0] is view:
            self._held = None
        self._coming.discard(view.message_id)
        self._messages.pop(view.message_id, None)
        self._column.removeWidget(view)
        view.hide()
        view.deleteLater()

    def _let_go(self) -> None:
        """The oldest messages give way to new ones; a button brings them back."""
        shown = self.views()
        gone = [view for view in shown[: max(len(shown) - MOST_SHOWN, 0)] if view.message_id in self._messages]
        self._earlier += [self._messages[view.message_id] for view in gone]
        for view in gone:
            self._remove(view)
        if gone:
            self._offer_earlier()
            self._place_trim_line()

    def _place_trim_line(self) -> None:
        """Above the first message that is sent, where that is built and others stand above it."""
        self._column.removeWidget(self.trim_line)
        shown = self.views()
        first = next((view for view in shown if view.message_id >= self._sent_from), None)
        is_folded = any(message.id >= self._sent_from for message in self._earlier)
        above = bool(self._earlier) or first is not shown[0] if shown else False
        cut = bool(self._sent_from) and first is not None and above and not is_folded
        self.trim_line.setVisible(cut)
        if cut:
            self._column.insertWidget(self._column.indexOf(first), self.trim_line)

    def _offer_earlier(self) -> None:
        self._more.setVisible(bool(self._earlier))
        self._more.setText(self.tr("Show {count} earlier messages").format(count=number(len(self._earlier))))

    def _show_earlier(self) -> None:
        """Build another handful above; what is being read stays where it is."""
        cut = max(len(self._earlier) - AT_ONCE, 0)
        batch, self._earlier = self._earlier[cut:], self._earlier[:cut]
        self._following = False
        self._hold()
        self._add_all(batch, 1)
        self._offer_earlier()
        self._place_trim_line()

    def _mark_newest(self) -> None:
        shown = self.views()
        for view in shown:
            view.actions.keep(view is shown[-1])

    def _scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if not self._placing:
            self._following = bar.maximum() - value <= NEAR_END
            self._hold()
        if self._narrow:
            far = self.out_of_sight()
            for view in [view for view in self._narrow if view not in far]:
                self._widen(view)
        self._newest.setVisible(bar.maximum() - value > NEAR_END)
        self._place_overlays()

    def _hold(self) -> None:
        """Remember what is being read: the first message in sight that does not grow from within any more."""
        top = self.verticalScrollBar().value()
        seen = [view for view in self.views() if top < view.y() + view.height() and view.y() < top + self.height()]
        still = next((view for view in seen if view.message_id not in self._coming), seen[0] if seen else None)
        self._held = None if self._following or still is None else (still, still.y() - top)
        part = still.part_at(top - still.y()) if self._held is not None and isinstance(still, ReplyView) else None
        self._held_part = None if part is None else (part, self._top_of(part) - top)

    def _top_of(self, part: QWidget) -> int:
        return part.mapTo(self._page, QPoint(0, 0)).y()

    def _grew(self, _low: int, high: int) -> None:
        """The messages became longer or shorter: stay at the end, or keep what is being read where it is."""
        bar = self.verticalScrollBar()
        self._placing = True
        if self._following:
            bar.setValue(high)
        elif self._held is not None:
            view, place = self._held
            part = self._held_part
            if part is not None and isValid(part[0]) and part[0].isVisible():
                for inside in (view, part[0].parentWidget()):
                    inside.layout().activate()
                bar.setValue(self._top_of(part[0]) - part[1])
            else:
                bar.setValue(view.y() - place)
        self._placing = False
        self._newest.setVisible(high - bar.value() > NEAR_END)

    def _place_overlays(self) -> None:
        self._newest.adjustSize()
        self._newest.move((self.viewport().width() - self._newest.width()) // 2, self._bottom(self._newest))
        self._newest.raise_()
        self._address.adjustSize()
        self._address.move(8, self._bottom(self._address))
        self._address.raise_()

    def _bottom(self, overlay: QWidget) -> int:
        return self.viewport().height() - overlay.height() - 10
