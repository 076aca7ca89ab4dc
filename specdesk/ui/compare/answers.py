"""Both answers to one question side by side: where they first differ, and how they were typed.

At rest both texts are whole, with the first difference marked. A replay types them again, each with its own recorded
timing, so that the difference in speed can be seen.
"""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QHideEvent, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QSlider, QTextEdit, QVBoxLayout, QWidget

from specdesk.measure.headlines import in_words
from specdesk.measure.measured import left_out
from specdesk.measure.replay import Replay, replays
from specdesk.measure.same_text import TextCheck
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare import words
from specdesk.ui.compare.replay import Playing
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, Card, DropDown, SegmentedControl, Text
from specdesk.ui.parts.looks import follow_theme
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.shell.announce import announce
from specdesk.ui.terms import explained
from specdesk.ui.theme import XS, M, S, Theme, current

BESIDE_EM = 36
"""Width, in text sizes, from which the answers stand side by side."""

TALL = 14
"""Height of an answer in text sizes; longer ones scroll."""

ORDER = ("unexpected", "unclear", "unchecked", "tie", "identical")
PACES = {"1": 1.0, "2": 2.0, "5": 5.0}
FRAME_MS = 40
STEP_MS, PAGE_MS = 500, 5000
"""A press of an arrow key, and of Page Down, on the slider."""


class AnswerBox(QTextEdit):
    """One answer, to be read and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)

    def show_part(self, wanted: str) -> None:
        """The beginning of a text; only what is new is put in while it grows."""
        shown = self.toPlainText()
        if shown == wanted:
            return
        self.setExtraSelections([])
        if shown and wanted.startswith(shown):
            end = QTextCursor(self.document())
            end.movePosition(QTextCursor.MoveOperation.End)
            end.insertText(wanted[len(shown) :])
        else:
            self.setPlainText(wanted)
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def mark(self, at: int | None) -> None:
        """The word at `at`: tinted, bold and underlined; nothing where the texts are the same."""
        if at is None:
            self.setExtraSelections([])
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(_utf16(self.toPlainText(), at))
        start = cursor.position()
        cursor.movePosition(QTextCursor.MoveOperation.NextWord, QTextCursor.MoveMode.KeepAnchor)
        if cursor.position() == start:
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        look = QTextCharFormat()
        look.setBackground(QColor(current().warn_soft))
        look.setForeground(QColor(current().warn))
        look.setFontWeight(QFont.Weight.Bold)
        look.setFontUnderline(True)
        mark = QTextEdit.ExtraSelection()
        mark.cursor, mark.format = cursor, look
        self.setExtraSelections([mark])
        seen = QTextCursor(self.document())
        seen.setPosition(start)
        self.setTextCursor(seen)
        self.ensureCursorVisible()


class AnswersView(Card):
    """A question is chosen in the list; those whose answers differ most notably come first. begun(): a replay."""

    begun = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Both answers, side by side"), parent)
        self._stored: StoredCompare | None = None
        self._checks: list[TextCheck] = []
        self._names = ("", "")
        self._recorded: dict[str, Replay] = {}
        self.replay: Playing | None = None
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._frame)
        self._make()
        self._lay_out()
        follow_theme(self._restyle)

    def _make(self) -> None:
        self.choice = DropDown()
        self.choice.setAccessibleName(self.tr("Question"))
        self.choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.choice.currentIndexChanged.connect(self._show)
        self.question = Text("", "muted", wrap=True)
        self.where = Text("", wrap=True)
        self.titles, self.answers = (Text("", "section"), Text("", "section")), (AnswerBox(), AnswerBox())
        self.states = (Text("", "small"), Text("", "small"))
        self.play_button = Button(self.tr("Replay"), icon_name="play", compact=True)
        self.play_button.clicked.connect(self.play_or_pause)
        self.pace = SegmentedControl(self.tr("Speed of the replay"), [("1", "1x"), ("2", "2x"), ("5", "5x")])
        self.pace.chosen.connect(self._set_pace)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Moment of the replay"))
        for widget, term in ((self.slider, "replay"), *((state, "replay") for state in self.states)):
            set_tip(widget, explained(term))
        set_tip(self.where, explained("same text"))
        self.slider.setSingleStep(STEP_MS)
        self.slider.setPageStep(PAGE_MS)
        self.slider.setMinimumWidth(120)
        self.slider.valueChanged.connect(self._slid)
        self.whole_button = Button(self.tr("Show the end"), "quiet", compact=True)
        set_tip(self.whole_button, self.tr("Both texts whole, with the first difference marked"))
        self.whole_button.clicked.connect(self._end)

    def _lay_out(self) -> None:
        self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._beside.setSpacing(M)
        for title, state, answer in zip(self.titles, self.states, self.answers, strict=True):
            top = QHBoxLayout()
            top.addWidget(title, 1)
            top.addWidget(state)
            part = QVBoxLayout()
            part.setSpacing(XS)
            part.addLayout(top)
            part.addWidget(answer)
            self._beside.addLayout(part, 1)
        self.controls = QWidget()
        row = WrappingRow(self.controls, spacing=S)
        for widget in (self.play_button, self.pace, self.slider, self.whole_button):
            row.addWidget(widget)
        for widget in (self.choice, self.question, self.controls):
            self.body.addWidget(widget)
        self.body.addLayout(self._beside)
        self.body.addWidget(self.where)

    # ---- what it is told ----

    def show_answers(self, stored: StoredCompare) -> None:
        """The answers of a compare; hidden where no question has an answer from both arms."""
        self._stored = stored
        checks = stored.checks()
        self._checks = sorted(checks, key=lambda check: (not check.counts, ORDER.index(check.kind)))
        self.setVisible(bool(checks))
        self._recorded = {one.prompt: one for one in replays(stored.measured)}
        names = in_words(stored.setup.names)
        self._names = (names.a, names.b)
        for title, answer, name in zip(self.titles, self.answers, self._names, strict=True):
            title.setText(name[:1].upper() + name[1:])
            answer.setAccessibleName(self.tr("Answer: {name}").format(name=name))
        self.choice.blockSignals(True)
        self.choice.clear()
        for check in self._checks:
            kind = words.kind_name(self._prompt_kind(check))
            self.choice.addItem(f"{kind} ({check.prompt}): {words.check_words(check)}")
        self.choice.blockSignals(False)
        self._show(0)

    # ---- replay ----

    def play_or_pause(self) -> None:
        """Begin, pause, or go on; from the start again where it is over."""
        if self.replay is None:
            return
        if self._timer.isActive():
            self._pause()
            return
        if self.replay.is_over:
            self.replay.go_to(0.0)
        self._clock.start()
        self._timer.start()
        self.begun.emit()
        self._draw()

    @property
    def is_playing(self) -> bool:
        """It types."""
        return self._timer.isActive()

    def pass_by(self, ms: float) -> None:
        """So much time has passed while it plays."""
        if self.replay is None:
            return
        self.replay.pass_by(ms)
        if self.replay.is_over:
            self._end()
            announce(self, self.replay.words(self._names))
        else:
            self._draw()

    def _frame(self) -> None:
        self.pass_by(self._clock.restart())

    def _pause(self) -> None:
        self._timer.stop()
        self._draw_controls()

    def _end(self) -> None:
        """Both whole, the difference marked."""
        self._timer.stop()
        if self.replay is not None:
            self.replay.go_to(self.replay.end_ms)
        self._draw()

    def _slid(self, ms: int) -> None:
        if self.replay is not None:
            self._timer.stop()
            self.replay.go_to(float(ms))
            self._draw()

    def _set_pace(self, key: str) -> None:
        if self.replay is not None:
            self.replay.pace = PACES[key]

    def _draw(self) -> None:
        replay, check = self.replay, self._checks[self.choice.currentIndex()]
        if replay is not None:
            for place, answer in enumerate(self.answers):
                answer.show_part(replay.text(place))
        if replay is None or replay.is_over:
            for answer in self.answers:
                answer.mark(check.difference.at)
        self._draw_controls()

    def _draw_controls(self) -> None:
        replay = self.replay
        self.controls.setVisible(replay is not None)
        for place, state in enumerate(self.states):
            state.setText("" if replay is None else replay.state_words(place))
        if replay is None:
            return
        playing = self._timer.isActive()
        going_on = self.tr("Go on") if 0 < replay.at_ms < replay.end_ms else self.tr("Replay")
        self.play_button.setText(self.tr("Pause") if playing else going_on)
        self.play_button.set_icon_name("pause" if playing else "play")
        self.slider.blockSignals(True)
        self.slider.setRange(0, round(replay.end_ms))
        self.slider.setValue(round(replay.at_ms))
        self.slider.blockSignals(False)
        self.slider.setAccessibleDescription(replay.words(self._names))
        self.whole_button.setEnabled(not replay.is_over)

    # ---- one question ----

    def _prompt_kind(self, check: TextCheck) -> str:
        assert self._stored is not None
        return next(reply.kind for reply in self._stored.measured if reply.prompt == check.prompt)

    def _show(self, place: int) -> None:
        if self._stored is None or not 0 <= place < len(self._checks):
            return
        self._timer.stop()
        check = self._checks[place]
        self.where.setText(words.where_words(check))
        asked = next((prompt.text for prompt in self._stored.schedule.prompts if prompt.id == check.prompt), "")
        self.question.setText(words.shortened(asked))
        recorded = self._recorded.get(check.prompt)
        self.replay = None if recorded is None else Playing(recorded, PACES[self.pace.value()])
        for arm, answer in zip("AB", self.answers, strict=True):
            answer.setPlainText(self._text(check.prompt, arm))
        self._end()

    def _text(self, prompt: str, arm: str) -> str:
        """Of the first visit that came to its end."""
        assert self._stored is not None
        replies = [r for r in self._stored.measured if r.prompt == prompt and r.arm == arm and r.text]
        return min(replies, key=lambda reply: (left_out(reply) == "failed", reply.visit)).text

    # ---- looks ----

    def _restyle(self, theme: Theme) -> None:
        for answer in self.answers:
            answer.setFixedHeight(round(TALL * theme.body_px))
        self._arrange()
        if self._checks and not self.is_playing:
            self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is typed where nobody looks."""
        super().hideEvent(event)
        self._timer.stop()

    def _arrange(self) -> None:
        beside = self.width() >= BESIDE_EM * current().body_px
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._beside.setDirection(way)


def _utf16(text: str, at: int) -> int:
    """Qt counts UTF-16 units, Python code points."""
    return len(text[:at].encode("utf-16-le")) // 2
