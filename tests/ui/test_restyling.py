"""Another theme on a window in use: what is in sight at once, the rest in turns, however much there is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPalette, QTextCharFormat, QTextFormat
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot
from restyled_pages import Pages, pages_in_sight
from test_chat_filling import chat

from specdesk.chat.guesses import Span
from specdesk.ui import restyling, theme
from specdesk.ui.chat.reply import ReplyView
from specdesk.ui.chat.transcript import Transcript
from specdesk.ui.restyling import Restyling, change
from specdesk.ui.text.code import CodeView
from specdesk.ui.theme import DARK, LIGHT, Scheme, Theme
from specdesk.ui.turns import Turns, settle_places, turns

CODE = "```python\ndef f(x):\n    return 'text'  # why\n```\n\n"
PART = f"## A heading\n\nSome words of **weight** to read.\n\n{CODE}- one\n- two\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n"
ANSWER = PART * 2
OLD = {LIGHT.text, LIGHT.muted, LIGHT.link, LIGHT.code_keyword, LIGHT.code_string, LIGHT.code_comment}


@pytest.fixture(autouse=True)
def _as_before(qapp: QApplication, qtbot: QtBot) -> Iterator[None]:
    yield
    done(qtbot)
    theme.apply(qapp, "light")


def done(qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: turns().is_idle, timeout=60_000)


def transcript_of(qtbot: QtBot, answers: int) -> Transcript:
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(600, 300)
    with qtbot.waitExposed(made):
        made.show()
    made.show_messages(chat(answers, ANSWER))
    done(qtbot)
    settled(made, qtbot)
    return made


def settled(transcript: Transcript, qtbot: QtBot) -> None:
    """Nothing moves any more."""
    heights: list[list[int]] = []

    def stands() -> bool:
        heights.append([view.height() for view in transcript.views()])
        return heights[-1:] * 3 == heights[-3:]

    qtbot.waitUntil(stands, timeout=20_000)


def replies(transcript: Transcript) -> list[ReplyView]:
    return [view for view in transcript.views() if isinstance(view, ReplyView)]


def standing(view: ReplyView) -> list[object]:
    return [frame.piece for frame in view.text._frames]


def ink(look: QTextCharFormat) -> set[str]:
    has = look.hasProperty(QTextFormat.Property.ForegroundBrush.value)
    return {look.foreground().color().name().upper()} if has else set()


def inks(view: ReplyView) -> set[str]:
    """All colours of letters in an answer, those of code included."""
    found: set[str] = set()
    for piece in view.text.pieces():
        block = (piece.body if isinstance(piece, CodeView) else piece).document().begin()
        while block.isValid():
            for part in block.layout().formats():
                found |= ink(part.format)
            at = block.begin()
            while not at.atEnd():
                found |= ink(at.fragment().charFormat())
                at += 1
            block = block.next()
    return found


class Styled(QObject):
    """Counts widgets that Qt styles anew."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.count = 0
        app.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.StyleChange
        return False


@pytest.fixture
def styled(qapp: QApplication) -> Iterator[Styled]:
    counting = Styled(qapp)
    yield counting
    qapp.removeEventFilter(counting)
    counting.deleteLater()


@pytest.fixture
def put_on(monkeypatch: pytest.MonkeyPatch, styled: Styled) -> list[int]:
    """How many widgets had been styled when each change was put on."""
    counts: list[int] = []

    def counted(app: QApplication, scheme: Scheme, text_scale: float) -> Theme:
        made = theme.put_on(app, scheme, text_scale)
        counts.append(styled.count)
        return made

    monkeypatch.setattr(restyling, "put_on", counted)
    return counts


@pytest.fixture
def held_still(put_on: list[int], styled: Styled) -> Iterator[list[int]]:
    """How many widgets each change styles before anything is painted again."""
    counts: list[int] = []
    slot = theme.notifier().changed.connect(lambda _theme: counts.append(styled.count - put_on[-1]))
    yield counts
    theme.notifier().changed.disconnect(slot)


def test_what_is_styled_before_the_screen_does_not_grow_with_the_chat(
    qtbot: QtBot, qapp: QApplication, held_still: list[int]
) -> None:
    for answers in (2, 6):
        transcript = transcript_of(qtbot, answers)
        change(qapp, "dark", 1.0)
        done(qtbot)
        every = len(transcript.findChildren(QWidget))
        transcript.close()
    few, many = held_still
    assert 0 < many <= few + 20
    assert many < every / 3


def test_no_step_writes_more_than_one_piece_or_styles_more_than_one_widget(
    qtbot: QtBot, qapp: QApplication, styled: Styled, put_on: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    transcript = transcript_of(qtbot, 4)
    by_step = Turns(clock=itertools.count().__next__)  # each look at this clock is a second later: one step a turn
    monkeypatch.setattr(restyling, "turns", lambda: by_step)
    alone = Restyling(qapp)
    alone.change(("dark", 1.0))
    by_step._timer.stop()
    pieces: list[int] = []
    widgets: list[int] = []
    while not by_step.is_idle:
        before, count, dressed = [standing(view) for view in replies(transcript)], styled.count, len(put_on)
        by_step._step()
        after = [standing(view) for view in replies(transcript)]
        pairs = [pair for one, two in zip(before, after, strict=True) for pair in zip(one, two, strict=True)]
        pieces.append(sum(old is not new for old, new in pairs))
        if not pieces[-1]:
            widgets.append(styled.count - (count if len(put_on) == dressed else put_on[-1]))
    assert max(pieces) == 1
    assert sum(pieces) == sum(len(standing(view)) for view in replies(transcript)) >= 4 * 8
    assert max(widgets) == 1
    alone.deleteLater()


def test_in_the_end_nothing_has_an_old_colour_or_size(qtbot: QtBot, qapp: QApplication) -> None:
    transcript = transcript_of(qtbot, 4)
    before = [(view.text.text(), view.source()) for view in replies(transcript)]
    heights = [view.height() for view in replies(transcript)]
    change(qapp, "dark", 1.0)
    qtbot.waitUntil(lambda: theme.current().dark, timeout=20_000)
    done(qtbot)
    settled(transcript, qtbot)
    assert [(view.text.text(), view.source()) for view in replies(transcript)] == before
    # A table that was laid out before it had its place may keep two pixels more or less.
    assert [view.height() for view in replies(transcript)] == pytest.approx(heights, abs=2)
    for view in replies(transcript):
        assert view.text.is_settled()
        assert {DARK.text, DARK.code_keyword, DARK.code_string, DARK.code_comment} <= inks(view)
        assert not OLD & inks(view)
        assert view.footer.palette().color(QPalette.ColorRole.WindowText).name().upper() == DARK.muted
    words = [view.words for view in transcript.views() if not isinstance(view, ReplyView)]
    assert {one.palette().color(QPalette.ColorRole.Text).name().upper() for one in words} == {DARK.text}
    change(qapp, "dark", 2.0)
    done(qtbot)
    settled(transcript, qtbot)
    first = replies(transcript)[0].text.pieces()[0]
    assert first.document().firstBlock().begin().fragment().charFormat().font().pixelSize() > 30
    assert replies(transcript)[0].height() > 1.5 * heights[0]


def test_texts_out_of_sight_get_another_width_in_turns(qtbot: QtBot, qapp: QApplication) -> None:
    transcript = transcript_of(qtbot, 6)
    first, *_, last = [view.text.pieces()[0] for view in replies(transcript)]
    narrow = last.width()
    assert first.width() == narrow
    transcript.resize(900, 300)
    qapp.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    wide = last.width()
    assert wide > narrow + 150
    assert (first.width(), turns().is_idle) == (narrow, False)
    done(qtbot)
    settled(transcript, qtbot)
    assert {piece.width() for view in replies(transcript) for piece in view.text.pieces()[:1]} == {wide}
    bar = transcript.verticalScrollBar()
    assert (transcript.is_following(), bar.value()) == (True, bar.maximum())
    transcript.resize(600, 300)
    bar.setValue(0)
    settle_places()
    assert first.width() == narrow, "what comes into sight does not wait"
    done(qtbot)
    settled(transcript, qtbot)
    assert {piece.width() for view in replies(transcript) for piece in view.text.pieces()[:1]} == {narrow}


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_what_is_being_read_stays_where_it_is(qtbot: QtBot, qapp: QApplication, scale: float) -> None:
    transcript = transcript_of(qtbot, 4)
    bar, view = transcript.verticalScrollBar(), replies(transcript)[2]
    frame = view.text._frames[4]
    bar.setValue(frame.mapTo(transcript.widget(), frame.rect().topLeft()).y() + 5)
    assert not transcript.is_following()
    qapp.processEvents()
    place = frame.mapTo(transcript, frame.rect().topLeft()).y()
    change(qapp, "dark", scale)
    done(qtbot)
    settled(transcript, qtbot)
    assert frame.mapTo(transcript, frame.rect().topLeft()).y() == place
    assert transcript._held is not None
    assert transcript._held[0] is view


def test_the_end_of_a_chat_stays_the_end_and_a_reply_goes_on(qtbot: QtBot, qapp: QApplication) -> None:
    transcript = transcript_of(qtbot, 2)
    reply = transcript.begin(99)
    reply.append([Span(ANSWER, True)])
    change(qapp, "dark", 1.5)
    while not theme.current().dark:
        qapp.processEvents()
        reply.append([Span("More words. ", False)])
    reply.append([Span(f"\n\n{CODE}", None)])
    done(qtbot)
    reply.finish("")
    settled(transcript, qtbot)
    assert reply.text.text().count("def f(x)") == 3
    assert "More words." in reply.text.text()
    assert not OLD & inks(reply)
    bar = transcript.verticalScrollBar()
    assert (transcript.is_following(), bar.value()) == (True, bar.maximum())


def test_a_change_during_a_change_takes_its_place(qtbot: QtBot, qapp: QApplication) -> None:
    transcript = transcript_of(qtbot, 3)
    told: list[Theme] = []
    theme.notifier().changed.connect(told.append)
    for scheme, scale, turns_between in (("dark", 1.0, 1), ("dark", 2.0, 4), ("light", 1.25, 2), ("dark", 1.0, 0)):
        change(qapp, scheme, scale)
        for _ in range(turns_between):
            qapp.processEvents()
    done(qtbot)
    theme.notifier().changed.disconnect(told.append)
    assert theme.current() == told[-1]
    assert (theme.current().dark, theme.current().body_px) == (True, theme.grown(13))
    assert transcript.window().updatesEnabled()
    for view in replies(transcript):
        assert view.text.is_settled()
        assert not OLD & inks(view)


@pytest.fixture
def pages(qtbot: QtBot, qapp: QApplication) -> Pages:
    return pages_in_sight(qtbot)


def test_a_hidden_page_follows_later_and_at_once_when_it_is_shown(
    pages: Pages, qtbot: QtBot, qapp: QApplication
) -> None:
    low = pages.buttons[1].minimumHeight()
    change(qapp, "dark", 1.5)
    qtbot.waitUntil(lambda: pages.words[0].told[-1], timeout=20_000)
    pages.setCurrentIndex(1)
    assert (pages.ink(0), pages.ink(1)) == (DARK.danger, DARK.danger)
    done(qtbot)
    assert pages.words[1].told[-1]
    assert (pages.ink(0), pages.ink(1)) == (DARK.danger, DARK.danger)
    assert pages.buttons[0].minimumHeight() == pages.buttons[1].minimumHeight() > low


def test_a_part_that_fails_leaves_neither_a_still_window_nor_half_a_theme(
    pages: Pages, qtbot: QtBot, qapp: QApplication
) -> None:
    pages.words[0].fails = True
    with capture_exceptions() as caught:
        change(qapp, "dark", 1.0)
        done(qtbot)
    pages.words[0].fails = False
    assert [str(error[1]) for error in caught] == ["broken"]
    assert pages.updatesEnabled()
    assert pages.words[1].told[-1]
    assert (pages.ink(0), pages.ink(1)) == (DARK.danger, DARK.danger)


def test_the_keyboard_stays_in_the_code_that_had_it(qtbot: QtBot, qapp: QApplication) -> None:
    transcript = transcript_of(qtbot, 1)
    transcript.activateWindow()
    code = [piece for piece in replies(transcript)[0].text.pieces() if isinstance(piece, CodeView)][-1]
    place = replies(transcript)[0].text.pieces().index(code)
    code.body.setFocus()
    assert transcript.focusWidget() is code.body
    change(qapp, "dark", 1.0)
    done(qtbot)
    assert transcript.focusWidget() is replies(transcript)[0].text.pieces()[place].body


def test_the_style_outlives_every_change_whatever_comes_and_goes_meanwhile(
    pages: Pages, qtbot: QtBot, qapp: QApplication
) -> None:
    """A style that is destroyed below living widgets ends the program."""
    transcript = transcript_of(qtbot, 3)
    messages, chance, destroyed = chat(3, ANSWER), random.Random(1), []
    style = qapp.style()
    style.destroyed.connect(lambda: destroyed.append(True))
    reply, number = transcript.begin(100), 100
    for _ in range(30):
        what = chance.random()
        if what < 0.4:
            change(qapp, chance.choice(["dark", "light"]), chance.choice([1.0, 1.3]))
        elif what < 0.6:
            reply.append([Span(ANSWER[: chance.randrange(1, 200)], True)])
        elif what < 0.7:
            transcript.set_show_guesses(chance.random() < 0.5)
        elif what < 0.8:
            bar = transcript.verticalScrollBar()
            bar.setValue(chance.randrange(bar.maximum() + 1))
        elif what < 0.9:
            pages.setCurrentIndex(chance.randrange(2))
        else:
            number += 1
            transcript.show_messages(messages[: chance.randrange(2, 6)])
            reply = transcript.begin(number)
        for _ in range(chance.randrange(4)):
            qapp.processEvents()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    change(qapp, "dark", 1.0)
    done(qtbot)
    assert destroyed == []
    assert qapp.style() is style
    for view in replies(transcript):
        assert not OLD & inks(view)
    assert (pages.ink(0), pages.ink(1)) == (DARK.danger, DARK.danger)
