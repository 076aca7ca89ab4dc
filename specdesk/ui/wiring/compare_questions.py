"""The questions that are chosen for a compare are looked at before they are asked, wherever they are chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject

from specdesk.service.measuring_events import QuestionsRead
from specdesk.service.service import Service
from specdesk.ui.bridge import Bridge
from specdesk.ui.compare import ComparePage
from specdesk.ui.compare.questions import QuestionsBox, QuestionsNote
from specdesk.ui.window import MainWindow


class QuestionsDesk(QObject):
    """Those of the page; others are added."""

    def __init__(self, service: Service, bridge: Bridge, window: MainWindow, page: ComparePage) -> None:
        super().__init__(page)
        self._service, self._window, self._page = service, window, page
        self._notes: list[QuestionsNote] = []
        self.add(page.start.source, page.start.few)
        bridge.on(QuestionsRead, self._on_read)
        window.frame.tabs.currentChanged.connect(lambda _place: self._look_again())
        page.phase_changed.connect(lambda _phase: self._look_again())

    def add(self, box: QuestionsBox, note: QuestionsNote) -> None:
        """Another place where questions are chosen."""
        self._notes.append(note)
        box.to_read.connect(self._service.read_questions)

    def _on_read(self, event: QuestionsRead) -> None:
        for note in self._notes:
            note.told(event)

    def _look_again(self) -> None:
        """A chat has more questions than before."""
        in_sight = self._window.frame.tabs.currentWidget() is self._page
        if in_sight and self._page.phase == "before" and self._page.start.source.from_chat:
            self._page.start.source.read_again()
