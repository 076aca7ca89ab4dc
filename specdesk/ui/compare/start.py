"""Before a compare: the question, how long it takes, what it will do, and the button. Or why there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from specdesk.engines.engine_info import EngineInfo
from specdesk.language import number
from specdesk.measure import headlines
from specdesk.measure.headlines import Names, in_words
from specdesk.measure.protocol import Pace, expected_s
from specdesk.profiles import SavedProfile
from specdesk.service.compare_further import FURTHER_S
from specdesk.service.crowd_run import BUDGET_S as CROWD_S
from specdesk.service.sweep_run import MINUTES as SWEEP_MINUTES
from specdesk.service.sweep_run import expected_s as sweep_s
from specdesk.ui.compare import words
from specdesk.ui.compare.more import MoreChoices
from specdesk.ui.compare.questions import OWN, QuestionsBox, QuestionsNote, file_dialog
from specdesk.ui.compare.unfinished import UnfinishedView
from specdesk.ui.monitor.wrapping import WrappingRow
from specdesk.ui.parts import Button, Card, SegmentedControl, Text
from specdesk.ui.parts.tips import set_tip
from specdesk.ui.terms import explained
from specdesk.ui.theme import M, S

QUICK, USUAL, LONG = "quick", "usual", "long"
MINUTES = {QUICK: 2.0, USUAL: 3.0, LONG: 10.0}
FEW_SECONDS = 0.2
"""Of a minute."""

LONGER = 1.1
"""Times the minutes that were chosen: what exceeds them by less is not worth a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweepable:
    """Whether settings can be tried now. methods: ways of guessing, since none is chosen. drafts: files with other
    quantisations of the draft. engine: what they are tried on; None = not told."""

    possible: bool = False
    methods: bool = False
    drafts: tuple[str, ...] = ()
    engine: EngineInfo | None = None


NO_SWEEP = Sweepable()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be measured. minutes: the budget. prompts: a file; from_chat: the questions of the chat on screen;
    neither: the program's own. against: a profile in place of the plain set-up. temperature: of a second part, None =
    no such part. crowd: with several people at once, too. exact_cost: go on behind a certain answer for the cost of a
    guess. control: check with no guess taken, too. drafts: files that a sweep tries in place of the draft. pace: what
    was expected when its duration was said, where that is known.
    """

    minutes: float
    quick: bool = False
    prompts: str | None = None
    from_chat: bool = False
    against: SavedProfile | None = None
    temperature: float | None = None
    crowd: bool = False
    exact_cost: bool = False
    control: bool = False
    drafts: tuple[str, ...] = ()
    pace: Pace | None = None


def paced(wish: Wish) -> dict[str, Any]:
    """For the service, where something is known."""
    return {} if wish.pace is None else {"pace": wish.pace}


def names_against(profile: SavedProfile) -> Names:
    """How the arms are called where a profile stands in place of the plain set-up."""
    return Names(thing="", a=profile.name, b=words.now_words())


def _whole_minutes(seconds: float) -> float:
    """In seconds, upwards; a few seconds are no minute more."""
    return 60.0 * max(1, math.ceil(seconds / 60.0 - FEW_SECONDS))


class StartView(QWidget):
    """asked(Wish): begin. sweep_asked(Wish): try settings. open_card(str): a card in a file. script_asked(): a copy of
    the script to take away. addresses_asked(): compare engines that run already. set_up(): the set-up should come into
    sight."""

    asked = Signal(object)
    sweep_asked = Signal(object)
    open_card = Signal(str)
    script_asked = Signal()
    addresses_asked = Signal()
    set_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = Names()
        self._why_not, self._plain = "", False
        self._sweep = NO_SWEEP
        self._pace: Pace | None = None
        self._make()
        self._lay_out()
        self.show_plan("", Names(), "")

    def _make(self) -> None:
        self.headline = Text("", "headline", wrap=True)
        self.pair = Text("", "muted", wrap=True)
        self.why = Text("", wrap=True)
        self.budget = SegmentedControl(self.tr("How long it may take"), [(QUICK, ""), (USUAL, ""), (LONG, "")])
        self.budget.set_value(USUAL)
        self.budget.chosen.connect(lambda _key: self._show())
        self.source = QuestionsBox()
        self.source.changed.connect(self._show)
        self.few = QuestionsNote(self.source)
        self.slow = Text("", wrap=True)
        self.busy = Text("", wrap=True)
        set_tip(self.busy, explained("busy"))
        for label, term in ((self.headline, "duration"), (self.pair, "set-up"), (self.slow, "duration")):
            set_tip(label, explained(term))
        self.what = Text("", "muted", wrap=True)
        self.button = Button(self.tr("Compare"), "primary", icon_name="play")
        self.button.clicked.connect(lambda: self.asked.emit(self.wish()))
        self.setup_button = Button(self.tr("Show the set-up"), icon_name="gear")
        self.setup_button.clicked.connect(self.set_up)
        self.card_button = Button(self.tr("Open a card …"), "quiet", icon_name="file")
        set_tip(
            self.card_button,
            self.tr(
                "A card is a result that somebody saved as figures (JSON), with its settings: the same is run here. "
                "Or drop it on the window."
            ),
        )
        self.card_button.clicked.connect(self._choose_card)
        self.script_button = Button(self.tr("Take the script along …"), "quiet", icon_name="download")
        set_tip(
            self.script_button,
            self.tr(
                "One Python file that needs nothing else: it measures any OpenAI-compatible address in the same way, "
                "on computers without SpecDesk."
            ),
        )
        self.script_button.clicked.connect(self.script_asked)
        self.addresses_button = Button(self.tr("Compare two addresses …"), "quiet", icon_name="attach")
        set_tip(
            self.addresses_button,
            self.tr(
                "Engines that run already, here or elsewhere: vLLM, Ollama, LM Studio, any OpenAI-compatible server."
            ),
        )
        self.addresses_button.clicked.connect(self.addresses_asked)
        self.more = MoreChoices()
        self.more.changed.connect(self._show)
        self.sweep_words = Text("", wrap=True)
        set_tip(self.sweep_words, explained("duration"))
        self.quantisations = QCheckBox()
        set_tip(self.quantisations, self.tr("A smaller file of the same draft guesses faster, and often as well."))
        self.sweep_button = Button("", icon_name="search", compact=True)
        self.sweep_button.clicked.connect(lambda: self.sweep_asked.emit(self.sweep_wish()))

    def _lay_out(self) -> None:
        self.choices = QWidget()
        row = WrappingRow(self.choices, spacing=M)
        for widget in (self.budget, self.source):
            row.addWidget(widget)
        self.buttons = QWidget()
        buttons = WrappingRow(self.buttons, spacing=S)
        buttons.addWidget(self.button)
        buttons.addWidget(self.setup_button)
        buttons.addWidget(self.card_button)
        buttons.addWidget(self.addresses_button)
        buttons.addWidget(self.script_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        for widget in (
            self.headline, self.pair, self.why, self.choices, self.few, self.slow, self.busy, self.what, self.more,
            self.buttons,
        ):  # fmt: skip
            column.addWidget(widget)
        self.unfinished = UnfinishedView()
        self.sweep = Card()
        self.sweep.body.addWidget(self.unfinished)
        self.sweep.body.addWidget(self.sweep_words)
        self.sweep.body.addWidget(self.quantisations)
        self.sweep.body.addWidget(self.sweep_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.sweep)

    # ---- what it is told ----

    def show_plan(
        self, pair: str, names: Names, why_not: str, sweep: Sweepable = NO_SWEEP, *, plain: bool = False
    ) -> None:
        """pair: what would be measured, in words. why_not: why that is impossible now, "" = it is possible. plain: it
        guesses nothing, and with a profile it can be compared all the same."""
        self._names, self._why_not, self._sweep, self._plain = names, why_not, sweep, plain
        self.more.set_plain(plain)
        self.pair.setText(pair)
        self._show()

    def set_attached(self, attached: bool) -> None:
        """The window is attached to an engine that somebody else started: that can be compared, too."""
        self.addresses_button.set_kind("outline" if attached else "quiet")

    def set_busy(self, words: str) -> None:
        """What other programs do now, where they would slow what is measured; "" = nothing worth a word."""
        if words != self.busy.text():
            self.busy.setText(words)
            self.busy.setVisible(bool(words) and self._is_possible)

    def wish(self) -> Wish:
        """What is chosen."""
        key = self.budget.value()
        return Wish(
            minutes=MINUTES[key],
            quick=key == QUICK,
            prompts=self.source.file,
            from_chat=self.source.from_chat,
            against=self.more.profile(),
            temperature=self.more.temperature(),
            crowd=self.more.crowd.isChecked(),
            exact_cost=self.more.exact_costs(),
            control=self.more.controls(),
            pace=self._pace,
        )

    def sweep_wish(self) -> Wish:
        """What settings are tried with: a sweep needs its time."""
        drafts = self._sweep.drafts if self.quantisations.isChecked() else ()
        source = self.source
        return Wish(
            minutes=SWEEP_MINUTES, prompts=source.file, from_chat=source.from_chat, drafts=drafts, pace=self._pace
        )

    def focus_first(self, reason: Qt.FocusReason) -> None:
        """Put the focus on the button that begins, or on the one that helps."""
        (self.button if self._is_possible else self.setup_button).setFocus(reason)

    def take_file(self, path: str) -> None:
        """Ask the questions in this file."""
        self.source.take_file(path)

    def set_pace(self, pace: Pace | None) -> None:
        """What to expect of what would be measured, where it is known: slow ones need longer than was chosen."""
        if pace != self._pace:
            self._pace = pace
            self._show()

    # ---- how it is done ----

    def seconds(self) -> float:
        """What all parts will take, s, in whole minutes: as it is said."""
        parts = 1 if self.more.temperature() is None else 2
        further_s = CROWD_S if self.more.crowd.isChecked() else 0.0
        further_s += FURTHER_S * (self.more.controls() + self.more.exact_costs())
        return parts * self.seconds_of(self.budget.value()) + 60.0 * math.ceil(further_s / 60.0)

    def seconds_of(self, key: str) -> float:
        """What a choice takes: its minutes, or what is known to be needed for the program's own questions at this
        speed, which may be more or less."""
        if self._pace is None or self.source.currentData() != OWN:
            return 60.0 * MINUTES[key]
        return _whole_minutes(expected_s(60.0 * MINUTES[key], self._pace, quick=key == QUICK))

    def sweep_seconds(self) -> float:
        """What trying settings takes."""
        if self._pace is None:
            return 60.0 * SWEEP_MINUTES
        return _whole_minutes(sweep_s(60.0 * SWEEP_MINUTES, self._pace))

    def _slow_words(self) -> str:
        """Why it takes longer than what was chosen."""
        chosen = self.budget.value()
        if self._pace is None or self.seconds_of(chosen) <= 60.0 * LONGER * MINUTES[chosen]:
            return ""
        words = self.tr("It writes {rate} tokens/s here: even the fewest answers that tell anything take {time}.")
        return words.format(rate=number(self._pace.rate, 1), time=headlines.minutes(self.seconds_of(chosen)))

    @property
    def _is_possible(self) -> bool:
        return not self._why_not or (self._plain and self.more.profile() is not None)

    def _choose_card(self) -> None:
        kinds = [self.tr("Cards (*.json)"), self.tr("All files (*)")]
        dialog = file_dialog(self, self.tr("Open a card"), kinds)
        dialog.fileSelected.connect(self.open_card)
        dialog.open()

    def _show(self) -> None:
        possible, profile = self._is_possible, self.more.profile()
        for key in MINUTES:
            name = self.tr("Quick, {time}") if key == QUICK else "{time}"
            self.budget.set_words(key, name.format(time=headlines.minutes(self.seconds_of(key))))
        asked = words.question(self._names.thing) if profile is None else words.which(names_against(profile))
        about = self.tr("About {time}.").format(time=headlines.minutes(self.seconds()))
        slow = self._slow_words() if possible else ""
        self.few.set_possible(possible)
        self.slow.setText(slow)
        self.slow.setVisible(bool(slow))
        self.busy.setVisible(bool(self.busy.text()) and possible)
        self.headline.setText(f"{asked} {about}" if possible else asked)
        offers = self._plain and self.more.has_profiles
        other = self.tr("Or compare it with a set-up that was saved as a profile.") if offers else ""
        self.why.setText(f"{self._why_not} {other}".strip())
        both = self.tr(
            "The same questions are put to both set-ups, in turns, each time on a fresh server; then everything is put "
            "back as it was. You can chat meanwhile."
        )
        plain = self.tr(
            "The same questions are asked with and without the {thing}, in turns, each time on a fresh "
            "server; then everything is put back as it was. You can chat meanwhile."
        )
        self.what.setText(both if profile is not None else plain.format(thing=in_words(self._names).thing))
        for widget in (self.pair, self.choices, self.what, self.button):
            widget.setVisible(possible)
        self.more.setVisible(possible or offers)
        self.sweep.setVisible(self._sweep.possible)
        if self._sweep.methods:
            said = self.tr(
                "One model file is enough for n-gram look-up: it guesses from text that was there before. All its "
                "kinds can be tried here, which takes about {time}."
            )
            button = self.tr("Try the n-gram methods")
        else:
            said = self.tr(
                "Not sure about the settings? Several are tried on a few questions each, the best one is measured "
                "properly. About {time}."
            )
            button = self.tr("Find the best setting")
        self.sweep_words.setText(said.format(time=headlines.minutes(self.sweep_seconds())))
        self.sweep_button.setText(button)
        drafts = len(self._sweep.drafts)
        self.quantisations.setText(self.tr("Other files of this draft, too ({count})").format(count=drafts))
        self.quantisations.setVisible(drafts > 0)
        self.why.setVisible(not possible)
        self.setup_button.setVisible(not possible)
