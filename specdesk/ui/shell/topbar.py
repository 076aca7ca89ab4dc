"""The top bar: which pair, what state, is speculation on, and the one button that starts or stops."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from specdesk.engines.lifecycle import Failed, Ready, State, Stopping, is_running
from specdesk.ui.parts import Button, ElidedLabel, IconButton, IconLabel
from specdesk.ui.parts.labels import BADGE_ICONS
from specdesk.ui.parts.looks import follow_theme, set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.shell.words import Said
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, M, S, Theme, current

HEIGHT = 56
NAMES_EM = 22
"""Room for the pair's names, in text sizes."""
NAMES_LEAST_EM = ((80, 11.0), (42, 7.5), (0, 4.5))
"""What the names keep where there is little room: from which width of the bar how much, in text sizes."""
WHOLE_NUMBER_EM, BADGE_EM, NUMBER_EM, NAMES_EM_LEFT = 56, 36, 32, 28
"""Widths, in text sizes, from which there is room for the number with its ratio, the badge's words, the number, the
names. All of them stand elsewhere too; without its words the badge is an icon."""
COMPARE_EM = 62
"""Width, in text sizes, from which Compare has a button here."""
PROFILE_EM, PROFILE_NAME_EM = 76, 12
"""Width, in text sizes, from which the profile's name has room, and how much of it is shown."""
MENU_GAP = 24
"""Between the longest words of the menu and its shortcut, px more than Qt leaves."""
MOST_KEPT_EM = 6
"""Up to this width, in text sizes, the words of a badge that must stay whole are not shortened."""
START_KEPT_EM = 3.4
"""So much of a longer state always stands there, in text sizes: its first word, as in "Failed…"."""
MOST_STATE_EM = 24
"""No more of a long state is shown, in text sizes: the names beside it and the buttons are of use too."""


class BadgeWords(ElidedLabel):
    """The words of a badge. whole: short ones are never shortened."""

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self._whole = whole
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Room for the words, and for no more than a good part of a long failure."""
        hint = super().sizeHint()
        most = round(MOST_STATE_EM * current().body_px) if self._whole else hint.width()
        return QSize(min(hint.width(), most), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters, or for all of a short word."""
        words, few = self.sizeHint(), super().minimumSizeHint()
        kept = MOST_KEPT_EM * current().body_px if self._whole else 0
        if words.width() > kept:
            kept = min(kept, START_KEPT_EM * current().body_px)
        return QSize(min(words.width(), max(few.width(), round(kept))), few.height())


class PairNames(QWidget):
    """The two lines on the left: they keep room for the beginning of the names."""

    def __init__(self, target: ElidedLabel, partner: ElidedLabel) -> None:
        super().__init__()
        self._lines = (target, partner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addStretch(1)
        for label in self._lines:
            label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            column.addWidget(label)
        column.addStretch(1)

    def keep(self, em: float) -> None:
        """The least width, in text sizes."""
        words = max(label.sizeHint().width() for label in self._lines)
        self.setMinimumWidth(min(words, round(em * current().body_px)))


class ShortBadge(QFrame):
    """A badge that ends in … when the bar is narrow; the whole story is its tooltip."""

    def __init__(self, name: str, whole: bool = False, meaning: str = "", parent: QWidget | None = None) -> None:
        """name: what the badge is about, for screen readers. whole: short words stay whole in a narrow bar. meaning:
        of its figures, for the tooltip."""
        super().__init__(parent)
        self._meaning = meaning
        self._mark = IconLabel("info", "neutral", 1.05)
        self._label = BadgeWords(whole)
        self._label.setAccessibleDescription(name)
        set_look(self._label, inked=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(S, XS, M, XS)
        row.setSpacing(XS)
        row.addWidget(self._mark)
        row.addWidget(self._label)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        set_look(self, surface="badge", tone="neutral")
        self.said = Said(words="")

    def say(self, said: Said) -> None:
        """Show other words and another tone."""
        if said == self.said:
            return
        self.said = said
        self._label.setText(said.words)
        self.layout().activate()  # the bar learns of the new width now, not some events later
        self._mark.set(said.icon or BADGE_ICONS[said.tone], said.tone)
        set_look(self, tone=said.tone)
        set_look(self._label, tone=said.tone)
        set_tip(self, "\n\n".join(part for part in (said.detail or said.words, self._meaning) if part))

    def shorten(self, short: bool) -> None:
        """Where there is hardly any room the icon stands alone; the words are its tooltip, and what is read aloud."""
        self._label.setVisible(not short)
        self.setAccessibleName(self.said.words if short else "")

    def text(self) -> str:
        """The words shown."""
        return self._label.text()

    def tone(self) -> str:
        """The tone shown."""
        return self.said.tone


class TopBar(QFrame):
    """Shows what it is told. `window_menu` is filled by the window.

    start(), stop(): the button. why(): explain the badge. what_to_do(): explain the failure. drawer(): show or hide
    the set-up. monitor(): the number was pressed. compare(): show what compares.
    """

    start = Signal()
    stop = Signal()
    why = Signal()
    what_to_do = Signal()
    drawer = Signal()
    monitor = Signal()
    compare = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="panel")
        self.drawer_button = IconButton("menu", self.tr("Hide the set-up"))
        self.drawer_button.clicked.connect(self.drawer)
        self.target, self.partner = ElidedLabel("", "section"), ElidedLabel("", "small")
        self.profile_button = Button("", "quiet", icon_name="pin", compact=True)
        self.pill = ShortBadge(self.tr("State of the server"), whole=True)
        self.help_button = Button(self.tr("What to do"), "quiet", compact=True)
        self.help_button.clicked.connect(self.what_to_do)
        self.badge = ShortBadge(self.tr("Speculation"), meaning=explained("acceptance"))
        self.why_button = Button(self.tr("Why"), "quiet", compact=True)
        self.why_button.clicked.connect(self.why)
        self.headline = Button("", "quiet", icon_name="chart")
        self.headline.setAccessibleDescription(self.tr("Opens the monitor"))
        set_tip(self.headline, f"{explained('speed')} {explained('ratio')}")
        self.headline.clicked.connect(self.monitor)
        self.compare_button = Button(self.tr("Compare"))
        set_tip(self.compare_button, self.tr("Is the draft worth it? (Ctrl+B)"))
        self.compare_button.clicked.connect(self.compare)
        self.run_button = Button(self.tr("Start"), "primary", icon_name="play")
        self.run_button.clicked.connect(self._pressed)
        self.menu_button = IconButton("more", self.tr("Menu"))
        self.window_menu = QMenu(self)
        self.menu_button.clicked.connect(self._open_menu)
        self._running = self._ready = self._compare_in_sight = self._compare_useful = False
        self._headline = self._profile = ""
        self._lay_out()
        for widget in (self.help_button, self.why_button, self.badge, self.headline):
            widget.hide()

    def _lay_out(self) -> None:
        self._names = PairNames(self.target, self.partner)
        row = QHBoxLayout(self)
        row.setContentsMargins(S, XS, M, XS)
        row.setSpacing(S)
        row.addWidget(self.drawer_button)
        row.addWidget(self._names, 3)
        row.addWidget(self.profile_button)
        for widget in (self.pill, self.help_button, self.badge, self.why_button):
            row.addWidget(widget)
        row.addStretch(2)
        row.addWidget(self.headline)
        row.addWidget(self.compare_button)
        row.addWidget(self.run_button)
        row.addWidget(self.menu_button)
        follow_theme(self._size)
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _size(self, theme: Theme) -> None:
        self._names.setMaximumWidth(round(NAMES_EM * theme.body_px))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Where it is narrow the tab has to do for Compare, and the names give way."""
        em = self.width() / current().body_px
        self.compare_button.setVisible(em >= COMPARE_EM)
        words = self._headline if em >= WHOLE_NUMBER_EM else self._headline.split(" · ")[0]
        self.headline.setText(words)
        self.headline.setVisible(bool(words) and em >= NUMBER_EM)
        self._names.setVisible(em >= NAMES_EM_LEFT)
        self.profile_button.setVisible(em >= WHOLE_NUMBER_EM)
        self.profile_button.setText(self._profile_words() if em >= PROFILE_EM else "")
        self.badge.shorten(em < BADGE_EM)
        self._names.keep(next(kept for least, kept in NAMES_LEAST_EM if em >= least))

    def set_setup_shown(self, shown: bool) -> None:
        """What the button on the left does now."""
        self.drawer_button.set_name(self.tr("Hide the set-up") if shown else self.tr("Show the set-up"))

    def set_pair(self, target: str, partner: str) -> None:
        """The two lines on the left."""
        self.target.setText(target)
        self.partner.setText(partner)
        self._make_room()

    def set_profile(self, name: str, told: str) -> None:
        """The profile in use, "" for none; told: the same in a sentence, for the tooltip and for screen readers."""
        self._profile = name
        set_tip(self.profile_button, told)
        # Whoever speaks to the window says the word that is seen.
        self.profile_button.setAccessibleName(told if name else self.tr("Profiles") + f": {told}")
        self._make_room()

    def _profile_words(self) -> str:
        room = round(PROFILE_NAME_EM * current().body_px)
        metrics = self.profile_button.fontMetrics()
        return metrics.elidedText(self._profile or self.tr("Profiles"), Qt.TextElideMode.ElideRight, room)

    def set_state(self, state: State, said: Said, *, can_start: bool, why_not: str = "", waits: bool = False) -> None:
        """The pill and the button. can_start: there is something to start; why_not: what is missing. waits: a start
        was asked for and is not made yet."""
        self.pill.say(said)
        self.help_button.setVisible(isinstance(state, Failed))
        self._running, self._ready = is_running(state) or waits, isinstance(state, Ready)
        self._fill()
        if self._running:
            self.run_button.setText(self.tr("Stop"))
            self.run_button.set_icon_name("stop")
            self.run_button.setEnabled(waits or not isinstance(state, Stopping))
            stop = self.tr("Stop the server (F5)") if is_running(state) else self.tr("Call the start off (F5)")
            set_tip(self.run_button, stop)
        else:
            self.run_button.setText(self.tr("Start"))
            self.run_button.set_icon_name("play")
            self.run_button.setEnabled(can_start)
            set_tip(self.run_button, self.tr("Start the server (F5)") if can_start else why_not)

    def set_compare_in_sight(self, in_sight: bool) -> None:
        """Whether the page that compares, which has a filled button of its own, is in sight."""
        self._compare_in_sight = in_sight
        self._fill()

    def set_compare_useful(self, useful: bool) -> None:
        """Whether what runs can be compared: it speculates, and nothing is being measured."""
        self._compare_useful = useful
        self._fill()

    def _fill(self) -> None:
        """One filled button at a time: Start when stopped, Compare when ready and there is something to compare."""
        free = not self._compare_in_sight
        self.run_button.set_kind("primary" if free and not self._running else "outline")
        self.compare_button.set_kind("primary" if free and self._ready and self._compare_useful else "outline")

    def set_speculation(self, said: Said | None) -> None:
        """The badge; None hides it."""
        self.badge.setVisible(said is not None)
        self.why_button.setVisible(bool(said and said.detail))
        if said is not None:
            self.badge.say(said)

    def set_headline(self, words: str, shown: bool) -> None:
        """The monitor's number, shown here while the monitor is not in sight."""
        self._headline = words if shown else ""
        self._make_room()

    def _pressed(self) -> None:
        (self.stop if self._running else self.start).emit()

    def _open_menu(self) -> None:
        room = self.screen().availableGeometry().width()
        for gap, scrolls in ((MENU_GAP, False), (0, False), (MENU_GAP, True)):
            if self._menu_width(gap, scrolls) <= room:
                break
        corner = QPoint(self.menu_button.width(), self.menu_button.height() + 4)
        self.window_menu.popup(self.menu_button.mapToGlobal(corner) - QPoint(self.window_menu.sizeHint().width(), 0))

    def _menu_width(self, gap: int, scrolls: bool) -> int:
        """Of the menu arranged so, px. What is too high for the screen stands in columns, unless it scrolls."""
        menu = self.window_menu
        set_look(menu, scrolls=scrolls)
        menu.setMinimumWidth(0)
        QApplication.sendEvent(menu, QEvent(QEvent.Type.StyleChange))  # only so does it arrange its entries anew
        column = menu.actionGeometry(menu.actions()[0])
        menu.setMinimumWidth(column.width() + 2 * column.left() + gap)  # of each column, as Qt reads it
        QApplication.sendEvent(menu, QEvent(QEvent.Type.StyleChange))
        return menu.sizeHint().width()
