"""What the model thought before it answered: apart from the answer, and folded."""

from __future__ import annotations

import time
from collections.abc import Iterable

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from specdesk.ui.parts import Button, Line
from specdesk.ui.parts.looks import set_look
from specdesk.ui.text import MarkdownView
from specdesk.ui.theme import XS, M, S


class ReasoningView(QWidget):
    """A heading ("Thinking…", then "Thought for 3 s") that unfolds the text. Hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._began: float | None = None
        self._seconds: float | None = None
        self._ended = False
        self._heading = Button("", "quiet", "chevron-right", compact=True)
        set_look(self._heading, flush=True)
        self._heading.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._heading.clicked.connect(lambda: self.unfold(self._body.isHidden()))
        self.text = MarkdownView(self.tr("Reasoning"), muted=True)
        self._body = QWidget()
        inset = QHBoxLayout(self._body)
        inset.setContentsMargins(S, XS, 0, XS)
        inset.setSpacing(M)
        inset.addWidget(Line(vertical=True))
        inset.addWidget(self.text, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(XS)
        column.addWidget(self._heading)
        column.addWidget(self._body)
        self.unfold(False)
        self._say(self.tr("Thinking…"))
        self.hide()

    def feed(self, parts: Iterable[tuple[str, bool | None]], live: bool) -> None:
        """More of it, as `MarkdownView.feed_all` takes it. live: it arrives now, so its time can be told."""
        if live and self._began is None:
            self._began = time.monotonic()
        self.text.feed_all(parts)
        self.show()

    def refresh(self) -> None:
        """Draw what arrived, if it can be seen."""
        self._draw()
        if self._began is not None and self._seconds is None:
            passed = time.monotonic() - self._began
            if passed >= 1:
                self._say(self.tr("Thinking… {seconds} s").format(seconds=round(passed)))

    def answer_began(self) -> None:
        """The answer itself begins: the thinking is over."""
        if self._began is not None and self._seconds is None:
            self._seconds = time.monotonic() - self._began
            self._say(self.tr("Thought for {seconds} s").format(seconds=max(1, round(self._seconds))))

    def finish(self) -> None:
        """No more of it will come."""
        self.answer_began()
        self._ended = True
        self._draw()
        if self._began is None:
            self._say(self.tr("What it thought first"))

    def unfold(self, on: bool) -> None:
        """Show the text or fold it away."""
        self._body.setVisible(on)
        self._heading.set_icon_name("chevron" if on else "chevron-right")
        self._heading.setAccessibleDescription(
            self.tr("Unfolded. Press to fold the reasoning.") if on else self.tr("Folded. Press to read the reasoning.")
        )
        self._draw()

    def is_unfolded(self) -> bool:
        """True while the text is shown."""
        return not self._body.isHidden()

    def heading(self) -> str:
        """The words of the heading."""
        return self._heading.text()

    def _draw(self) -> None:
        """Draw the text, which nobody sees while it is folded."""
        if self._body.isHidden():
            return
        if self._ended:
            self.text.finish()
        else:
            self.text.refresh()

    def _say(self, words: str) -> None:
        if words != self._heading.text():
            self._heading.setText(words)
