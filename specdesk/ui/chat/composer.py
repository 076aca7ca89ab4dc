"""Where the user writes: a field that grows, files, sampling and reply limit, the context, Send or Stop."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.chat.attachments import Attached, joined
from specdesk.ui.chat.context_ring import ContextRing
from specdesk.ui.chat.file_chips import FileChips
from specdesk.ui.chat.prompt import PromptField
from specdesk.ui.chat.sampling import SamplingPopup
from specdesk.ui.parts import ElidedLabel, IconButton, NumberField, WrapLayout
from specdesk.ui.parts.looks import set_look
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.theme import XS, M, S, current

MOST_TEMPERATURE = 2.0
MOST_REPLY = 131072
MODELS = (".gguf", ".safetensors", ".bin")
WORDS_EM = 46
"""Width, in text sizes, from which the context's share stands beside its ring."""
LONG = 200
"""Letters from which a text may be higher than the field once that has its width."""


class Composer(QFrame):
    """sent(str): files and question in one. stopped(), attach_requested(), temperature_changed(float),
    reply_limit_changed(int; 0 = none). dropped(list of paths): text files were dropped here."""

    sent = Signal(str)
    stopped = Signal()
    attach_requested = Signal()
    temperature_changed = Signal(float)
    reply_limit_changed = Signal(int)
    dropped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, surface="composer", focused=False)
        self._busy = False
        self._offered = ""
        self.field = PromptField(self.tr("Your message"))
        self.field.setPlaceholderText(self.tr("Ask something"))
        set_tip(self.field, self.tr("Enter sends, Shift+Enter starts a new line, Esc stops the answer."))
        self.field.sent.connect(self._send)
        self.field.stopped.connect(self._stop)
        self.field.focused.connect(lambda on: set_look(self, focused=on))
        self.field.textChanged.connect(self._update)
        self.setFocusProxy(self.field)
        self._attach = IconButton("attach", self.tr("Add a text file to the message"))
        self._attach.clicked.connect(self.attach_requested)
        self.temperature = NumberField(self.tr("Temperature"), 0.0, MOST_TEMPERATURE, 0.7, 0.1, decimals=2)
        set_tip(
            self.temperature,
            self.tr("Low: the likeliest words, steady and easy to guess for the draft. High: more variety."),
        )
        self.temperature.changed.connect(self.temperature_changed)
        self.sampling = SamplingPopup(self)
        self._more = IconButton("sliders", self.tr("More sampling settings"))
        self._more.clicked.connect(lambda: self.sampling.open_at(self._more))
        self.reply_limit = NumberField(self.tr("Reply limit"), 0, MOST_REPLY, 0, 256, unset=self.tr("none"))
        set_tip(
            self.reply_limit,
            self.tr("The answer ends after so many tokens: max_tokens of a request, -n of a command."),
        )
        self.reply_limit.changed.connect(lambda value: self.reply_limit_changed.emit(int(value)))
        self.files = FileChips()
        self.files.changed.connect(self._update)
        self.context = ContextRing()
        self.setAcceptDrops(True)
        self._button = IconButton("send", "", filled=True)
        self._button.clicked.connect(self._press)
        self._lay_out()
        self._update()

    def _lay_out(self) -> None:
        controls = QWidget()
        wrap = WrapLayout(controls, gap=4)
        wrap.addWidget(self._attach)
        wrap.addWidget(_labelled(self.tr("Temperature"), self.temperature, self._more))
        wrap.addWidget(_labelled(self.tr("Reply limit"), self.reply_limit))
        below = QHBoxLayout()
        below.setSpacing(XS)
        below.addWidget(controls, 1, Qt.AlignmentFlag.AlignBottom)
        below.addWidget(self.context, 0, Qt.AlignmentFlag.AlignBottom)
        below.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, S, S, S)
        column.setSpacing(S)
        column.addWidget(self.files)
        column.addWidget(self.field)
        column.addLayout(below)

    def text(self) -> str:
        """What is written."""
        return self.field.toPlainText()

    def set_text(self, text: str) -> None:
        """Write something into the field, ready to be sent. Of a long text the beginning is in sight."""
        self._offered = ""
        self.field.setPlainText(text)
        is_long = "\n" in text or len(text) > LONG
        moves = self.field.textCursor().MoveOperation
        self.field.moveCursor(moves.Start if is_long else moves.End)

    def offer_text(self, text: str) -> None:
        """As `set_text`, for a prompt of ours that the user has not written."""
        self.set_text(text)
        self._offered = text

    @property
    def is_offered(self) -> bool:
        """What stands in the field is an offered prompt, as it was."""
        return bool(self._offered) and self.text() == self._offered

    def add_file(self, file: Attached) -> None:
        """A text file goes with the question; a click on its cross takes it off again."""
        self.files.add(file)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """The question was taken over, its files with it."""
        self.set_text("")
        self.files.set_files(())

    def set_busy(self, busy: bool) -> None:
        """A reply streams: the button stops it."""
        self._busy = busy
        self._update()

    def is_busy(self) -> bool:
        """True while a reply streams."""
        return self._busy

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The ring says its share where there is room for it."""
        super().resizeEvent(event)
        self.context.set_short(self.width() < WORDS_EM * current().body_px)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Text files are for the question; models and folders are left to the window."""
        if texts_in(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Have them read."""
        event.acceptProposedAction()
        self.dropped.emit(texts_in(event.mimeData()))

    def _update(self) -> None:
        if self._busy:
            self._button.set_icon_name("stop")
            self._button.set_name(self.tr("Stop the answer (Esc)"))
            self._button.setEnabled(True)
        else:
            self._button.set_icon_name("send")
            self._button.set_name(self.tr("Send (Enter)"))
            self._button.setEnabled(bool(self.text().strip() or self.files.files()))

    def _press(self) -> None:
        if self._busy:
            self._stop()
        else:
            self._send()

    def _send(self) -> None:
        text, files = self.text().strip(), self.files.files()
        if (text or files) and not self._busy:
            self.sent.emit(joined(files, text))

    def _stop(self) -> None:
        if self._busy:
            self.stopped.emit()


def texts_in(mime: QMimeData) -> list[str]:
    """Paths of dropped files, if all of them may be texts by their names."""
    paths = [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
    suffixes = [PurePath(path).suffix.lower() for path in paths]
    return paths if suffixes and all(suffix and suffix not in MODELS for suffix in suffixes) else []


def _labelled(words: str, field: NumberField, *more: QWidget) -> QWidget:
    """A small label, its field and what belongs to it, kept together when the row wraps."""
    label = ElidedLabel(words, "small")
    label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    label.setBuddy(field.box)
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(XS)
    row.addWidget(label)
    for widget in (field, *more):
        row.addWidget(widget)
    return pair
