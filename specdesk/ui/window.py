"""The main window: top bar, banners, panels, log, bottom bar. It shows and asks; the controller knows what to do.

It is on the screen before it is filled: what its content needs is imported then, not with this module. That goes for
Qt's own namespaces too (Qt, QStyle), which take longer than the rest of this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRect, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QIcon, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from specdesk.paths import resources_dir

if TYPE_CHECKING:
    from specdesk.settings import WindowGeometry
    from specdesk.ui.library.page import LibraryPage
    from specdesk.ui.log.drawer import LogDrawer
    from specdesk.ui.shell.frame import Frame
    from specdesk.ui.shell.notices import Notices
    from specdesk.ui.shell.statusbar import StatusBar
    from specdesk.ui.shell.topbar import TopBar

SIZE = (1280, 800)
LEAST = (640, 480)
ASK_AGAIN_MS = 500
"""After so long a window manager has shown a window that came back."""


def app_icon() -> QIcon:
    """The program's icon."""
    return QIcon(str(resources_dir() / "specdesk.svg"))


class MainWindow(QMainWindow):
    """painted(): the first picture is on the screen, empty or filled. closing(): the user wants to close, not yet done.

    dropped(list of paths): files or folders were dropped on the window. visible_changed(bool): in sight or not.
    """

    painted = Signal()
    closing = Signal()
    dropped = Signal(object)
    visible_changed = Signal(bool)

    chat: QWidget
    topbar: TopBar
    notices: Notices
    log: LogDrawer
    library: LibraryPage
    frame: Frame
    statusbar: StatusBar

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("SpecDesk")
        self.setMinimumSize(*LEAST)
        self.resize(*SIZE)
        self._painted = False
        self._may_close = False

    def fill(self, setup: QWidget, chat: QWidget) -> None:
        """Put the content in; what was painted before was the empty window."""
        from specdesk.ui.library.page import LibraryPage
        from specdesk.ui.log.drawer import LogDrawer
        from specdesk.ui.parts import Line
        from specdesk.ui.shell.frame import Frame
        from specdesk.ui.shell.notices import Notices
        from specdesk.ui.shell.statusbar import StatusBar
        from specdesk.ui.shell.topbar import TopBar

        self._painted = False
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.chat = chat
        self.topbar = TopBar()
        self.notices = Notices()
        self.log = LogDrawer()
        self.library = LibraryPage()
        self.frame = Frame(setup, self.log, notices=self.notices)
        self.statusbar = StatusBar()
        self.frame.tabs.addTab(chat, self.tr("Chat"))
        self.frame.tabs.addTab(self.library, self.tr("Library"))
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.topbar)
        column.addWidget(Line())
        column.addWidget(self.frame, 1)
        column.addWidget(Line())
        column.addWidget(self.statusbar)
        self.setCentralWidget(centre)
        self.topbar.drawer.connect(self.frame.toggle_setup)
        self.topbar.monitor.connect(self.frame.show_monitor)
        self.statusbar.log.connect(self.show_log)
        self.log.closed.connect(lambda: self.show_log(False))
        self.frame.setup_shown.connect(self.topbar.set_setup_shown)

    # ---- what is in sight ----

    def show_log(self, is_open: bool) -> None:
        """Open or shut the log."""
        self.frame.show_log(is_open)
        self.statusbar.set_log_open(is_open)
        if is_open:
            self.log.search.setFocus()

    def toggle_log(self) -> None:
        """Open the log, or shut it."""
        self.show_log(self.log.isHidden())

    def toggle_full_screen(self) -> None:
        """Take the whole screen, or no longer."""
        from PySide6.QtCore import Qt

        if self.isFullScreen():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
        else:
            self.setWindowState(self.windowState() | Qt.WindowState.WindowFullScreen)

    def show_page(self, page: QWidget) -> None:
        """Bring a page into sight."""
        self.frame.tabs.setCurrentWidget(page)
        self.frame.close_drawer()

    def bring_forward(self) -> None:
        """Show the window in front of others."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self._ask_for_the_front()
        QTimer.singleShot(ASK_AGAIN_MS, self, self._ask_for_the_front)

    def _ask_for_the_front(self) -> None:
        """A window manager that has not shown the window yet ignores this, and tells nobody; so it is asked twice."""
        if not self.isActiveWindow():
            self.raise_()
            self.activateWindow()

    @property
    def is_closed(self) -> bool:
        """True once it has closed for good."""
        return self._may_close

    def closes_now(self) -> None:
        """Close without asking again."""
        self._may_close = True
        self.close()

    # ---- geometry ----

    def restore(self, kept: WindowGeometry, *, stands: bool = False) -> None:
        """Stand where the window stood last time; what does not fit any screen is left alone.

        stands: it does already, since its first picture, and may have been moved; only the inside is put back.
        """
        if kept.geometry and not stands:
            self.restoreGeometry(QByteArray.fromBase64(kept.geometry.encode("ascii", "replace")))
        for name, splitter in (("across", self.frame.across), ("down", self.frame.down)):
            sizes = list(kept.splitters.get(name, ()))
            if len(sizes) == splitter.count() and all(size >= 0 for size in sizes) and any(sizes):
                splitter.setSizes(sizes)
        self.frame.note_widths()
        if kept.tab == "library":
            self.frame.tabs.setCurrentWidget(self.library)

    def fit_into(self, room: QRect) -> None:
        """Stay inside `room` (what the screen has for windows) with title bar and borders; a larger window shrinks."""
        from PySide6.QtWidgets import QStyle

        if self.isMaximized() or self.isFullScreen():
            return
        border = self.frameGeometry().size() - self.size()
        title = max(border.height(), self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight))
        most_width, most_height = room.width() - border.width(), room.height() - title
        if self.width() > most_width or self.height() > most_height:
            self.resize(min(self.width(), most_width), min(self.height(), most_height))
        outer = self.frameGeometry()
        left = max(min(outer.left(), room.right() + 1 - outer.width()), room.left())
        top = max(min(outer.top(), room.bottom() + 1 - self.height() - title), room.top())
        if (left, top) != (outer.left(), outer.top()):
            self.move(left, top)

    def geometry_now(self) -> WindowGeometry:
        """Where the window stands."""
        from specdesk.settings import WindowGeometry

        return WindowGeometry(
            geometry=bytes(self.saveGeometry().toBase64().data()).decode("ascii"),
            splitters={
                name: tuple(splitter.sizes())
                for name, splitter in (("across", self.frame.across), ("down", self.frame.down))
            },
            tab="library" if self.frame.tabs.currentWidget() is self.library else "chat",
        )

    # ---- Qt ----

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes on as one reads."""
        from specdesk.ui.parts.tab_order import go_on

        return go_on(self, forward)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            self.painted.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.visible_changed.emit(True)

    def hideEvent(self, event: object) -> None:
        super().hideEvent(event)
        self.visible_changed.emit(False)

    def closeEvent(self, event: QCloseEvent) -> None:
        app = QGuiApplication.instance()
        if self._may_close or (isinstance(app, QGuiApplication) and app.isSavingSession()):
            event.accept()  # a logout must not wait for us: the polite kill that follows ends the server
        else:
            event.ignore()
            self.closing.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.dropped.emit(paths)
