"""The window while a paced engine answers, in the ways in which that is measured: the stage of several benches.

fast: an engine of 2,000 tokens/s instead of 200. long: within a chat of 100,000 tokens. flood: while the engine's log
floods the open drawer.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from driven_window import DrivenWindow, application, run_for, run_until
from paced_engine import long_chat, settings_for, write_engine

from specdesk.chat.conversation import Conversation
from specdesk.chat.history import History
from specdesk.service.events import ServerFacts
from specdesk.ui.turns import turns

KINDS = ("", "fast", "long", "flood")
FLOOD = 2000
"""Lines of log in a second."""
LONG_TOKENS = 100_000
SETTLE_MS = 800


class StreamedWindow:
    """In a home of its own, open; `start` starts the engine. chat: the long one that was saved, None = empty ones."""

    def __init__(self, tokens: int, kind: str = "", saved: int | None = None) -> None:
        """tokens: of a reply. kind: one of KINDS. saved: tokens of a saved chat; None: 100,000 where the kind is long.
        SPECDESK_HOME is set for this process."""
        if kind not in KINDS:
            raise SystemExit(f"{kind} is none of {', '.join(KINDS[1:])}")
        home = Path(tempfile.mkdtemp(prefix="specdesk-bench-"))
        os.environ["SPECDESK_HOME"] = str(home)
        application()
        self.kind = kind
        self.chat: Conversation | None = None
        if saved is None and kind == "long":
            saved = LONG_TOKENS
        if saved is not None:
            history = History()
            self.chat = history.save(long_chat(saved))
            history.close()
        flood = {"flood_rate": FLOOD} if kind == "flood" else {}
        engine = write_engine(home, 10 if kind == "fast" else 1, **flood)
        self.driven = DrivenWindow(settings_for(engine, home, tokens, 262_144 if self.chat else 32_768))
        self.driven.open()

    def start(self) -> ServerFacts:
        """Start the engine; the drawer with its log is open where it floods."""
        facts = self.driven.start()
        self.driven.window.show_log(self.kind == "flood")
        return facts

    def begin_chat(self) -> None:
        """An empty chat, or the long one as it was saved."""
        parts = self.driven.parts
        if self.chat is None:
            parts.service.new_chat()
            return
        parts.service.open_chat(self.chat.id)
        last, page = self.chat.messages[-1].id, parts.chat_page
        run_until(lambda: page.transcript.reply(last) is not None and turns().is_idle, "the long chat is open")
        run_for(SETTLE_MS)
