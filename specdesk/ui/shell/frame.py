"""Where the panels stand: set-up left, pages in the middle, monitor right, log below; and what gives way when it is
narrow. Banners stand above the pages and take room from them alone. Columns grow with the text. The monitor becomes a
page below 1180 px, from 150 % text, or where the pages would have too little room beside it; the set-up becomes a
drawer below 900 px, counted at 100 % text.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QLayout, QTabWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from specdesk.ui.parts import IconButton, Scrim
from specdesk.ui.parts.looks import set_look
from specdesk.ui.setup.scrolling import PinnedArea
from specdesk.ui.shell.edges import Panels
from specdesk.ui.shell.notices import Notices
from specdesk.ui.theme import SMALLEST_BODY_PX, XS, S, current, notifier

SETUP_WIDTH, MONITOR_WIDTH, RAIL_WIDTH, LOG_HEIGHT = 320, 360, 48, 200
MONITOR_LEAST, SETUP_LEAST, PAGES_LEAST, SETUP_SPARE = 300, 320, 480, 160
MONITOR_BELOW, DRAWER_BELOW, LARGE_TEXT = 1180, 900, 1.5
"""All in pixels at 100 % text."""


class Drawer(QFrame):
    """Holds the set-up over the pages while the window is narrow. Esc shuts it."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_look(self, surface="panel")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class Frame(QWidget):
    """Arranges the panels. collapsed(bool): the monitor is a page now, or stands beside the pages again.

    setup_shown(bool): the set-up came into sight or left it.
    """

    collapsed = Signal(bool)
    setup_shown = Signal(bool)

    def __init__(
        self, setup: QWidget, log: QWidget, parent: QWidget | None = None, *, notices: Notices | None = None
    ) -> None:
        """notices: the banners."""
        super().__init__(parent)
        self.setup, self.log = setup, log
        self.monitor: QWidget | None = None
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(self.tr("Pages"))
        self.tabs.setMinimumWidth(320)
        self._folded = False
        self._setup_width, self._monitor_width = float(SETUP_WIDTH), float(MONITOR_WIDTH)
        self._is_drawer = False
        self._is_collapsed = False
        self._make_setup_places()
        self.monitor_place = QFrame()
        set_look(self.monitor_place, surface="panel")
        self._monitor_column = _bare_column(self.monitor_place)
        self.pages = QWidget()
        pages = _bare_column(self.pages)
        self._messages = notices
        self._notices = None if notices is None else PinnedArea(notices, side=0)
        if self._notices is not None:
            pages.addWidget(self._notices)
            self.tabs.currentChanged.connect(lambda _page: self._share_height())
            notices.changed.connect(self._share_height)
        pages.addWidget(self.tabs, 1)
        edges = (self.tr("Edge between the set-up and the pages"), self.tr("Edge between the pages and the monitor"))
        self.across = Panels(Qt.Orientation.Horizontal, edges)
        for widget in (self.setup_place, self.pages, self.monitor_place):
            self.across.addWidget(widget)
        self.across.setChildrenCollapsible(False)
        self.across.setStretchFactor(1, 1)
        self.across.setHandleWidth(1)
        self._limit_columns()
        self.across.setSizes([scaled(SETUP_WIDTH), 600, scaled(MONITOR_WIDTH)])
        self.across.splitterMoved.connect(self.note_widths)
        self.down = Panels(Qt.Orientation.Vertical, (self.tr("Edge above the log"),))
        self.down.addWidget(self.across)
        self.down.addWidget(log)
        self.down.setChildrenCollapsible(False)
        self.down.setStretchFactor(0, 1)
        self.down.setHandleWidth(1)
        self.down.setSizes([600, LOG_HEIGHT])
        log.hide()
        self._before_edge: QWidget | None = None
        for panels in (self.across, self.down):
            panels.name_edges()
            for place in range(1, panels.count()):
                panels.handle(place).left.connect(self._leave_edge)
        column = _bare_column(self)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(self.down)
        notifier().follow(self._restyle)

    def _make_setup_places(self) -> None:
        self.setup_place = QFrame()
        set_look(self.setup_place, surface="panel")
        self._setup_column = _bare_column(self.setup_place)
        self.rail = QFrame()
        rail = QVBoxLayout(self.rail)
        rail.setContentsMargins(XS, S, XS, S)
        unfold = IconButton("chevron-right", self.tr("Show the set-up"))
        unfold.clicked.connect(self.toggle_setup)
        rail.addWidget(unfold, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self._setup_column.addWidget(self.rail)
        self._setup_column.addWidget(self.setup)
        self.rail.hide()
        self.scrim = Scrim(self, 110)
        self.scrim.pressed.connect(self.close_drawer)
        self.drawer = Drawer(self)
        self.drawer.closed.connect(self.close_drawer)
        self.scrim.hide()
        self.drawer.hide()

    # ---- the monitor ----

    def set_monitor(self, monitor: QWidget, title: str) -> None:
        """Put the monitor in its place; it is made after the first paint."""
        self.monitor = monitor
        monitor.setWindowTitle(title)
        self._place_monitor()

    def show_monitor(self) -> None:
        """Bring the monitor into sight where it is a page."""
        if self.monitor is not None and self.tabs.indexOf(self.monitor) >= 0:
            self.tabs.setCurrentWidget(self.monitor)

    @property
    def is_collapsed(self) -> bool:
        """True while the monitor does not stand beside the pages."""
        return self._is_collapsed

    def _place_monitor(self) -> None:
        if self.monitor is None:
            return
        page = self.tabs.indexOf(self.monitor)
        if self._is_collapsed and page < 0:
            self._monitor_column.removeWidget(self.monitor)
            self.tabs.addTab(self.monitor, self.monitor.windowTitle())
        elif not self._is_collapsed and self._monitor_column.indexOf(self.monitor) < 0:
            if page >= 0:
                self.tabs.removeTab(page)
            self._monitor_column.addWidget(self.monitor)
            self.monitor.show()

    # ---- the set-up ----

    def toggle_setup(self) -> None:
        """Fold or unfold the set-up, or open or shut its drawer."""
        if self._is_drawer:
            self._open_drawer(self.drawer.isHidden())
        else:
            self._folded = not self._folded
            self._place_setup()
            self._share_width()

    def open_setup(self) -> None:
        """Bring the set-up into sight."""
        if not self.setup_is_shown:
            self.toggle_setup()

    def close_drawer(self) -> None:
        """Shut the drawer, if there is one."""
        if self._is_drawer:
            self._open_drawer(False)

    @property
    def setup_is_shown(self) -> bool:
        """True while the set-up is in sight."""
        return not self.drawer.isHidden() if self._is_drawer else not self._folded

    @property
    def is_drawer(self) -> bool:
        """True while the set-up is a drawer."""
        return self._is_drawer

    def _open_drawer(self, is_open: bool) -> None:
        self.scrim.setVisible(is_open)
        self.drawer.setVisible(is_open)
        if is_open:
            self._place_drawer()
            self.scrim.raise_()
            self.drawer.raise_()
            self.setup.setFocus(Qt.FocusReason.PopupFocusReason)
        self.setup_shown.emit(is_open)

    def _place_setup(self) -> None:
        if self._is_drawer:
            self.drawer.column.addWidget(self.setup)
            self.setup.show()
            self.setup_place.hide()
        else:
            self._setup_column.addWidget(self.setup)
            self.setup.setVisible(not self._folded)
            self.rail.setVisible(self._folded)
            self._limit_columns()
            self.setup_place.show()
            self.drawer.hide()
            self.scrim.hide()
        self.setup_shown.emit(self.setup_is_shown)

    def _limit_columns(self) -> None:
        """Columns are as wide as their text needs."""
        if self._folded:
            self.setup_place.setFixedWidth(rail_width())
        else:
            self.setup_place.setMinimumWidth(scaled(SETUP_LEAST))
            self.setup_place.setMaximumWidth(scaled(SETUP_WIDTH + SETUP_SPARE))
        self.monitor_place.setMinimumWidth(scaled(MONITOR_LEAST))

    def note_widths(self, *_moved: int) -> None:
        """The columns stand as the user wants them: they come back like that after folding, at any size of text."""
        setup, _pages, monitor = self.across.sizes()
        if setup and not self._folded and not self._is_drawer:
            self._setup_width = setup / text_scale()
        if monitor and not self._is_collapsed:
            self._monitor_width = monitor / text_scale()

    def _share_width(self) -> None:
        """Give each column its width and the pages the rest; a splitter does not do that when a limit changes."""
        setup = rail_width() if self._folded else scaled(self._setup_width)
        left = 0 if self._is_drawer else setup
        right = 0 if self._is_collapsed else scaled(self._monitor_width)
        self.across.setSizes([left, max(self.width() - left - right - 2 * self.across.handleWidth(), 0), right])

    def _place_drawer(self) -> None:
        width = min(scaled(SETUP_WIDTH), max(self.width() - 56, SETUP_LEAST))
        self.scrim.setGeometry(self.rect())
        self.scrim.cast_from(width)
        self.drawer.setGeometry(QRect(0, 0, width, self.height()))

    # ---- the log ----

    def show_log(self, is_open: bool) -> None:
        """Open or shut the log below everything."""
        self.log.setVisible(is_open)
        if is_open and self.down.sizes()[1] < LOG_HEIGHT // 2:
            self.down.setSizes([max(self.height() - LOG_HEIGHT, 100), LOG_HEIGHT])

    # ---- by keys ----

    def take_edge(self) -> None:
        """Give the keyboard to the next edge that can be moved; after the last one to what had it before."""
        edges = [*self.across.edges(), *self.down.edges()]
        now = QApplication.focusWidget()
        if now not in edges:
            self._before_edge = now
        place = edges.index(now) + 1 if now in edges else 0
        if place < len(edges):
            edges[place].setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._leave_edge()

    def _leave_edge(self) -> None:
        if self._before_edge is not None and isValid(self._before_edge):
            self._before_edge.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.tabs.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ---- what gives way ----

    def minimumSizeHint(self) -> QSize:
        """Pages that need more are cut; the bars above and below keep their height."""
        return QSize(320, 240)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()
        self._arrange()

    def _share_height(self) -> None:
        """In a low window banners are cut short; the page in sight keeps what it needs, they keep their buttons."""
        page = self.tabs.currentWidget()
        if self._notices is None or page is None:
            return
        least = self.tabs.tabBar().sizeHint().height() + page.minimumSizeHint().height()
        room = max(min(self.height() * 2 // 5, self.height() - least), self._messages.least(self.pages.width()))
        self._notices.set_limit(room)
        self._messages.set_room(room)

    def _restyle(self, _theme: object) -> None:
        """Text of another size needs columns of another width."""
        self._limit_columns()
        self._arrange()
        self._share_width()

    def _arrange(self) -> None:
        beside = self.width() - scaled(SETUP_LEAST) - scaled(MONITOR_LEAST)
        collapsed = self.width() < MONITOR_BELOW or text_scale() >= LARGE_TEXT or beside < PAGES_LEAST
        drawer = self.width() < scaled(DRAWER_BELOW)
        if collapsed != self._is_collapsed:
            self._is_collapsed = collapsed
            self.monitor_place.setVisible(not collapsed)
            self._place_monitor()
            self._share_width()
            self.collapsed.emit(collapsed)
        if drawer != self._is_drawer:
            self._is_drawer = drawer
            self._place_setup()
            self._share_width()
        if not self.drawer.isHidden():
            self._place_drawer()


def text_scale() -> float:
    """How large the text is, 1.0 for the smallest size that the window is designed for."""
    return max(current().body_px / SMALLEST_BODY_PX, 1.0)


def scaled(width: float) -> int:
    """A width of 100 % text at the size of text now, px."""
    return round(width * text_scale())


def rail_width() -> int:
    """Width of the folded set-up: its button and a margin, px."""
    return max(RAIL_WIDTH, current().control_height + 16)


def _bare_column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column
