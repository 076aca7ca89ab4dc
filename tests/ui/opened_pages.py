"""Stands in for the browser and the mail program: hears what the desktop would be asked to open, and opens nothing."""

from __future__ import annotations

from types import TracebackType

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices


class OpenedPages(QObject):
    """Within its `with`. urls: what would have been opened."""

    def __init__(self, *schemes: str) -> None:
        super().__init__()
        self.urls: list[str] = []
        self._schemes = schemes or ("https",)

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        """Called by Qt."""
        self.urls.append(url.toString())

    def __enter__(self) -> OpenedPages:
        for scheme in self._schemes:
            QDesktopServices.setUrlHandler(scheme, self, "open")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for scheme in self._schemes:
            QDesktopServices.unsetUrlHandler(scheme)
