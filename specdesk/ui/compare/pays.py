"""The card "When does the draft pay?": the break-even picture, its words, and the sliders that ask what if."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from specdesk.measure.what_if import WhatIf
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.ui.compare.break_even import BreakEven
from specdesk.ui.compare.shown import Shown
from specdesk.ui.compare.standing import Standing, prior_standing, standing_of
from specdesk.ui.compare.what_if import WhatIfView
from specdesk.ui.parts import Card, Line

USUAL_LENGTH = 4


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """What the card rests on.

    shown: the result in sight; None = that of now. plan, cost, prior: of the set-up of now: h as measured while
    chatting, and its band by the sizes of the files.
    """

    shown: Shown | None = None
    plan: LaunchPlan | None = None
    cost: float | None = None
    prior: tuple[float, float] | None = None


class PaysCard(Card):
    """Hidden while there is nothing to draw. check(int, float, object): as in WhatIfView."""

    check = Signal(int, float, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("When does the draft pay?"), parent)
        self._standings = Standings()
        self._acceptance: float | None = None
        self._tried: WhatIf | None = None
        self._may_show = True
        self.picture = BreakEven()
        self.line = Line()
        self.what_if = WhatIfView()
        self.what_if.changed.connect(self._try)
        self.what_if.check.connect(self.check)
        for widget in (self.picture, self.line, self.what_if):
            self.body.addWidget(widget)
        self._show()

    @property
    def words(self) -> str:
        """What it says now."""
        return self.picture.words.text()

    def show_standings(self, standings: Standings, may_show: bool) -> None:
        """Something else is in sight. may_show: there is room for the card now."""
        self._may_show = may_show
        if standings != self._standings:
            self._standings = standings
            self.what_if.show_result(standings.shown)
        self._show()

    def set_sample(self, sample: Sample | None) -> None:
        """Figures of the reply in the chat: the point moves. None: another set-up, nothing guessed."""
        before, self._acceptance = self._acceptance, None if sample is None else sample.acceptance
        if _percent(before) != _percent(self._acceptance):
            self._show()

    def _try(self, found: WhatIf | None) -> None:
        self._tried = found
        self._show()

    def _show(self) -> None:
        standing = self._standing() if self._may_show else None
        self.setVisible(standing is not None)
        if standing is None:
            return
        shown = self._standings.shown
        foretells = shown is not None and len(shown.result.lengths) > 1
        for part in (self.line, self.what_if):
            part.setVisible(foretells)
        tried = self._tried if foretells else None
        self.picture.show_standing(msgspec.structs.replace(standing, tried=tried))

    def _standing(self) -> Standing | None:
        """Of the result in sight, else of the set-up of now; None where nothing at all is known of a guess's cost."""
        shown, plan = self._standings.shown, self._standings.plan
        if shown is not None:
            return standing_of(shown, self._acceptance if shown.ours else None)
        if plan is None or not plan.speculates:
            return None
        if self._standings.cost is not None and plan.draft_max:
            return Standing(k=plan.draft_max, cost=self._standings.cost, acceptance=self._acceptance)
        prior = self._standings.prior
        return None if prior is None else prior_standing(plan.draft_max or USUAL_LENGTH, prior)


def _percent(share: float | None) -> int | None:
    """As finely as the picture shows it."""
    return None if share is None else round(100 * share)
