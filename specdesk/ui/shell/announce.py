"""Tell screen readers what happened elsewhere in the window ("Ready", "The answer is complete")."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


class Announcer(QObject):
    """said(words): something was announced, whether or not a screen reader listens."""

    said = Signal(str)


_announcer = Announcer()


def announcer() -> Announcer:
    """The one of this process."""
    return _announcer


def announce(widget: QWidget, words: str) -> None:
    """Say `words` once, where somebody listens."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
    _announcer.said.emit(words)
