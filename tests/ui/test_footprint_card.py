"""What the Privacy page says of ports, connections and files, and that it can be copied."""

from __future__ import annotations

import time

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from specdesk.service.footprint_events import AtWork, FootprintTold, KeptFile, OpenSocket
from specdesk.ui.access.footprint import footprint_text
from specdesk.ui.access.privacy import PrivacyDialog

MORNING = time.mktime((2026, 11, 30, 9, 14, 0, 0, 0, -1))
NOON = time.mktime((2026, 11, 30, 12, 5, 0, 0, 0, -1))
QUIET = FootprintTold(
    since=MORNING,
    sockets=(
        OpenSocket(pid=7, program="llama-server", local="127.0.0.1:8480"),
        OpenSocket(pid=7, program="llama-server", local="127.0.0.1:8480", remote="127.0.0.1:40000"),
    ),
    files=(KeptFile(path="/home/a/specdesk.sqlite", size=1234567),),
)


def test_a_quiet_day() -> None:
    text = footprint_text(QUIET, NOON)
    assert text.startswith("No connection to another computer seen since 09:14.\n")
    assert "what it has started, at 12:05:" in text
    assert "  llama-server (7)  127.0.0.1:8480  waits for programs\n" in text
    assert "  llama-server (7)  127.0.0.1:8480  127.0.0.1:40000\n" in text
    assert "Files that SpecDesk keeps (1, 1,234,567 bytes in all):\n" in text
    assert "/home/a/specdesk.sqlite" in text
    assert text.endswith("are not seen.")


def test_strangers_come_first() -> None:
    told = FootprintTold(since=MORNING, strangers=("llama-server: 203.0.113.9:443",))
    lines = footprint_text(told, NOON).splitlines()
    assert lines[:2] == ["Connections to other computers seen since 09:14:", "  llama-server: 203.0.113.9:443"]
    assert "  none" in lines


def test_the_page_stays_inside_a_small_screen(qtbot: object) -> None:
    page = PrivacyDialog()
    qtbot.addWidget(page)
    page.show()
    page.fit_into(QRect(0, 0, 1280, 500))
    assert page.height() <= 500
    close = next(button for button in page.findChildren(QPushButton) if button.text() == "Close")
    qtbot.waitUntil(lambda: page.rect().contains(close.geometry()))
    assert page.scroll.verticalScrollBar().maximum() > 0


def test_the_page_shows_it_and_copies_all_of_it(qtbot: object) -> None:
    page = PrivacyDialog()
    qtbot.addWidget(page)
    with qtbot.waitSignal(page.footprint.wanted):
        page.footprint.again.click()
    page.footprint.show_told(QUIET)
    page.footprint.copy_button.click()
    assert QGuiApplication.clipboard().text() == page.footprint.text.toPlainText()
    assert "127.0.0.1:8480" in page.footprint.text.toPlainText()


def test_everything_is_deleted_only_behind_a_second_press(qtbot: object) -> None:
    page = PrivacyDialog()
    qtbot.addWidget(page)
    page.show()
    with qtbot.assertNotEmitted(page.forget):
        with qtbot.waitSignal(page.at_work):
            page.delete_all.click()
        assert page.question.isHidden(), "it is looked first"
        page.show_at_work(AtWork())
    assert "It cannot be undone." in page.question.text()
    with qtbot.assertNotEmitted(page.forget), qtbot.waitSignal(page.at_work):
        page.question.action.emit()
    with qtbot.waitSignal(page.forget):
        page.show_at_work(AtWork())


def test_what_is_at_work_keeps_everything(qtbot: object) -> None:
    page = PrivacyDialog()
    qtbot.addWidget(page)
    page.show()
    page.delete_all.click()
    page.show_at_work(AtWork())
    page.question.action.emit()
    why = "SpecDesk is at work: specdesk sweep (process 7)."
    with qtbot.assertNotEmitted(page.forget):
        page.show_at_work(AtWork(what="Nothing was deleted.", why=why, next_step="Wait."))
    assert page.question.text() == f"Nothing was deleted. {why} Wait."
