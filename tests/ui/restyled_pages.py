"""Two pages, one of them hidden, that follow the theme."""

from __future__ import annotations

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from specdesk.ui.parts import Button, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.theme import Theme


class Follower(Text):
    """Follows the theme, and may fail to."""

    def __init__(self) -> None:
        super().__init__("words")
        self.told: list[bool] = []
        self.fails = False
        follow_theme(self.follow)

    def follow(self, now: Theme) -> None:
        self.told.append(now.dark)
        if self.fails:
            raise ValueError("broken")


class Pages(QStackedWidget):
    """One page in sight, one hidden, each with words and a button."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.buttons = [Follower(), Follower()], [Button("Go"), Button("Go")]
        for pair in zip(self.words, self.buttons, strict=True):
            page = QWidget()
            column = QVBoxLayout(page)
            for widget in pair:
                column.addWidget(widget)
            pair[0].set_tone("danger")
            self.addWidget(page)

    def ink(self, index: int) -> str:
        return self.words[index].palette().color(QPalette.ColorRole.WindowText).name().upper()


def pages_in_sight(qtbot: QtBot) -> Pages:
    """On the screen; both were shown once, the first one is."""
    made = Pages()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.setCurrentIndex(1)
    made.setCurrentIndex(0)
    return made
