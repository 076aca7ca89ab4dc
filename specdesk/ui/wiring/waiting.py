"""A start that was asked for and waits: for an engine, the file, the choice of what guesses, a draft that may still be
found, the word whether it fits.

What a start cannot do without is waited for until it comes or is called off; what it can do without for a while only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from specdesk.engines.engine_info import EngineInfo
from specdesk.records.plan import LaunchPlan
from specdesk.ui.setup.panel import SetupPanel
from specdesk.ui.shell.words import Said

Missing = Literal["engine", "file", "choice", "draft", "fit"]

PATIENCE_MS: dict[Missing, int] = {"choice": 10_000, "draft": 5_000, "fit": 2_000}
"""How long a start waits for what it can do without; all usually take a tenth of that. A drive or a driver that hangs
costs the choice or the question, never the start. draft: while models are read, one that drafts for the target may
still be found; the first one ends the wait."""


def missing_of(
    setup: SetupPanel, engine: EngineInfo | None, knows_fit: Callable[[LaunchPlan, EngineInfo | None], bool],
    *, reading: bool, searching: bool,
) -> list[Missing]:  # fmt: skip
    """What a start needs, or goes by, and is still being looked for or worked out. reading: there are model files that
    have not been read. searching: for engines."""
    target, plan = setup.settings().target, setup.plan()
    if target is None:
        return []
    missing: list[Missing] = []
    if engine is None and searching:
        missing.append("engine")
    if not setup.knows(target):
        missing.append("file")
    if missing or plan is None or engine is None:
        return missing  # the rest cannot be known before, or is of no use
    if setup.awaits_choice():
        missing.append("choice")
    elif setup.lacks_draft() and (reading or setup.judging.is_behind):
        missing.append("draft")
    if not knows_fit(plan, engine):
        missing.append("fit")
    return missing


class WaitingStart(QObject):
    """time_is_up(): the start is to be tried without what it waited for. missing: what it waits for now, "" = nothing.

    patience_ms: what of a start can be done without, and after how long; 0 = at once.
    """

    time_is_up = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.patience_ms: dict[Missing, int] = dict(PATIENCE_MS)
        self.is_asked = False
        self.missing: Missing | Literal[""] = ""
        self._target: str | None = None
        self._aside: str | None = None
        self._done_without: set[str] = set()
        self._patience = QTimer(self, singleShot=True)
        self._patience.timeout.connect(self._go_without)

    def ask(self, target: str | None) -> None:
        """A start of this target is wanted; one that waits already goes on waiting."""
        if not self.is_asked or target != self._target:
            self.call_off()
            self.is_asked, self._target = True, target

    def set_aside(self) -> None:
        """Something is measured first, which a start would end: what waits is taken up again behind it."""
        if self.is_asked:
            target = self._target
            self.call_off()
            self._aside = target

    def take_up(self) -> bool:
        """Nothing is measured any more. True where a start was set aside that is still wanted: it waits again."""
        target, self._aside = self._aside, None
        if target is not None:
            self.ask(target)
        return target is not None

    @property
    def is_wanted(self) -> bool:
        """A start waits, now or behind what is measured."""
        return self.is_asked or self._aside is not None

    def call_off(self) -> None:
        """No start is wanted any more."""
        self.is_asked, self.missing, self._target, self._aside = False, "", None, None
        self._done_without.clear()
        self._patience.stop()

    def may_go(self, target: str | None, missing: Sequence[Missing]) -> bool:
        """Whether the start is to be made now. target: the chosen one; another than was asked for calls it off.

        missing: what is not there yet, what is most needed first. To be called whenever any of that may have changed.
        """
        if target != (self._target if self.is_asked else self._aside):
            self.call_off()
        if not self.is_asked:
            return False
        still = [one for one in missing if one not in self._done_without and self.patience_ms.get(one) != 0]
        awaited = still[0] if still else ""
        if awaited != self.missing:
            self._patience.stop()
            self.missing = awaited
            if awaited in self.patience_ms:
                self._patience.start(self.patience_ms[awaited])
        return not awaited

    def said(self, is_reading: bool) -> Said:
        """What the pill says meanwhile. is_reading: there are model files that have not been read."""
        words = {
            "file": self.tr("Looking at the model file…"),
            "choice": self.tr("Choosing what guesses…"),
            "draft": self.tr("Looking for a draft…"),
            "fit": self.tr("Checking whether it fits…"),
        }
        why = ""
        if self.missing == "draft":
            if is_reading:
                why = self.tr(
                    "Your model folders are still being read. The first draft that matches is taken; without one it "
                    "starts within {seconds} s."
                )
            else:
                why = self.tr(
                    "Which of your files match the target is still being checked. The best one is taken; without one "
                    "it starts within {seconds} s."
                )
            why = why.format(seconds=self.patience_ms["draft"] // 1000)
        said = words.get(self.missing, self.tr("Looking for an engine…"))
        return Said(words=said, tone="accent", icon="search", detail=why)

    def _go_without(self) -> None:
        self._done_without.add(self.missing)
        self.time_is_up.emit()
