"""Documents that grow: as high as their content at every moment, and nothing in them can be scrolled away."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from specdesk.chat.guesses import Span
from specdesk.service.events import ReplyStarted, ReplyText
from specdesk.ui.bridge import Bridge
from specdesk.ui.chat.transcript import Transcript
from specdesk.ui.text import MarkdownView
from specdesk.ui.text.code import CodeView
from specdesk.ui.text.prose import RING, Sheet

TEXT = "A paragraph of several words, which fills a line or two of a narrow window.\n\n```python\nx = 1\ny = 2\n```\n\n"


def sheets(view: MarkdownView) -> list[Sheet]:
    return [piece.body if isinstance(piece, CodeView) else piece for piece in view.pieces()]


def all_fit(view: MarkdownView) -> bool:
    """True when each document has the height of its content, as a whole layout of it says, and does not scroll."""
    for sheet in sheets(view):
        copy = sheet.document().clone()
        if sheet.lineWrapMode() == Sheet.LineWrapMode.WidgetWidth:
            copy.setTextWidth(sheet.viewport().width())
        if abs(sheet.height() - 2 * RING - copy.size().height()) > 1.5 or sheet.verticalScrollBar().maximum() > 0:
            return False
    return True


def test_documents_fit_while_they_grow_and_when_the_width_changes(qtbot: QtBot) -> None:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(300, 600)
    view.show()
    for at in range(0, len(TEXT) * 3, 23):
        view.feed((TEXT * 3)[at : at + 23])
        qtbot.waitUntil(lambda: all_fit(view), timeout=20_000)
    view.finish()
    for width in (200, 900, 300):
        view.resize(width, 600)
        qtbot.waitUntil(lambda: all_fit(view), timeout=20_000)
    assert len(sheets(view)) == 6


def test_a_document_that_grew_stays_where_it_is_when_a_key_would_scroll_it(qtbot: QtBot) -> None:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(300, 600)
    view.show()
    for number in range(12):
        view.feed(f"Line {number} of a text.\n\n")
        qtbot.waitUntil(lambda: all_fit(view), timeout=20_000)
    (prose,) = sheets(view)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
        qtbot.keyClick(prose, key)
    assert prose.verticalScrollBar().value() == 0


def test_a_line_that_makes_the_page_longer_has_its_place_before_the_window_is_painted(qtbot: QtBot) -> None:
    transcript, bridge = Transcript(), Bridge()
    qtbot.addWidget(transcript)
    transcript.resize(600, 400)
    with qtbot.waitExposed(transcript):
        transcript.show()
    bridge.on(ReplyStarted, lambda event: transcript.begin(event.message))
    bridge.on(ReplyText, lambda event: transcript.reply(2).append(event.spans))
    bridge.post(ReplyStarted(reply=1, chat=1, message=2))
    bridge.post(ReplyText(reply=1, spans=(Span("A line of text.\n\n" * 40, None),)))
    bridge.drain()
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum(), timeout=20_000)
    for _ in range(5):
        before = bar.maximum()
        bridge.post(ReplyText(reply=1, spans=(Span("And one more line.\n\n", None),)))
        bridge.drain()
        assert bar.maximum() > before, "the page has its new height before anything is painted"
        assert bar.value() == bar.maximum()
