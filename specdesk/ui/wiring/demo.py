"""The demo: the practice model with n-gram guesses and a prompt that repeats, then a draft that costs speed.

What the demo chooses (model, draft, method, plan, sampling) is not kept: the user's own come back at the next ordinary
start. Whatever else the user changes in it is kept, and holds in the next demo too.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QObject

from specdesk.chat.prompts import demo
from specdesk.engines.lifecycle import Ready, State
from specdesk.records.plan import Sampling
from specdesk.settings import DEFAULT_PLAN, Settings, TargetMemory
from specdesk.ui.shell.notices import Matter, Notices
from specdesk.ui.wiring.chat import ChatDesk
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.server import ServerDesk

OWN = ("target", "draft", "targets", "plan", "sampling", "system_prompt", "first_run_done")
"""Settings that the demo chooses for itself, and that a first start happened: what becomes of these is not kept."""


HELLO, NEXT = "demo", "demo-next"
GAIN, COST = "demo-gain", "demo-cost"


@dataclass(frozen=True, kw_only=True)
class DemoPlace:
    """How far the demo is. prompt: the one that waits to be sent as it is, "" = none. greets, offers: what is said now;
    offered: the second case was offered."""

    prompt: str = GAIN
    greets: bool = True
    offers: bool = False
    offered: bool = False


def demo_settings(saved: Settings, model: str) -> Settings:
    """What the demo runs with: its model, n-gram guesses, the likeliest word always (the effect is clearest then)."""
    return msgspec.structs.replace(
        saved,
        target=model,
        draft=None,
        targets={model: TargetMemory(method="ngram")},
        plan=DEFAULT_PLAN,
        sampling=Sampling(temperature=0.0),
        system_prompt="",
    )


def costly_settings(settings: Settings, model: str) -> Settings:
    """The model as its own draft: nearly every guess is right, and each costs as much as a word of the answer."""
    memory = TargetMemory(method="draft", kind="draft-simple", draft=model, p_min=0.0)
    return settings.remembering(model, memory)


def kept_of_demo(saved: Settings, now: Settings) -> Settings:
    """What is saved of the demo's settings: all that the user changed in it, and of the demo's own what was before."""
    return msgspec.structs.replace(now, **{name: getattr(saved, name) for name in OWN})


class DemoDesk(QObject):
    """Leads through the demo: a prompt that gains, then the offer of one that loses."""

    def __init__(
        self, model: str, chat: ChatDesk, server: ServerDesk, notices: Notices, keeper: SettingsKeeper,
        place: DemoPlace | None = None,
    ) -> None:  # fmt: skip
        """place: where it goes on; None = at its beginning."""
        super().__init__(chat)
        self._model, self._chat, self._server, self._notices, self._keeper = model, chat, server, notices, keeper
        place = place or DemoPlace()
        self._offered = place.offered
        self._prompt, self._text = "", ""
        for passed in (chat.asked, chat.emptied):  # its text is not below any more
            passed.connect(lambda: notices.clear(HELLO))
        server.state_changed.connect(self._follow)
        chat.answered.connect(self._offer)
        notices.acted.connect(self._acted)
        if place.prompt:
            self._show(place.prompt)
        if place.greets:
            self._greet(self.tr("It shows what guessing does to the speed: press Start, then send the text below."))
        if place.offers:
            self._say_offer()

    def place(self) -> DemoPlace:
        """Where it is now."""
        shown = self._notices.shown()
        waits = self._prompt if self._chat.unsent_text() == self._text else ""
        return DemoPlace(prompt=waits, greets=HELLO in shown, offers=NEXT in shown, offered=self._offered)

    def _show(self, prompt: str) -> None:
        self._chat.show_prompt(demo(prompt))
        self._prompt, self._text = prompt, self._chat.unsent_text()

    def _greet(self, why: str) -> None:
        what = self.tr("Tiny practice model, expect poor answers.")
        self._notices.say(Matter(key=HELLO, what=what, why=why, tone="neutral"))

    def _follow(self, state: State) -> None:
        """What is done already is not asked for again."""
        if isinstance(state, Ready) and HELLO in self._notices.shown():
            self._greet(self.tr("It shows what guessing does to the speed: send the text below."))

    def _offer(self) -> None:
        """After the first answer, once."""
        if self._offered:
            return
        self._offered = True
        self._say_offer()

    def _say_offer(self) -> None:
        self._notices.say(
            Matter(
                key=NEXT,
                what=self.tr("Now see a case where a draft costs speed."),
                why=self.tr(
                    "The model becomes its own draft: nearly every guess is used, but each costs as much as a word."
                ),
                tone="accent",
                actions=(("cost", self.tr("Restart with it")),),
            )
        )

    def _acted(self, key: str, _action: str) -> None:
        if key == NEXT:
            self._server.unless_measuring("start", self._show_cost)

    def _show_cost(self) -> None:
        self._notices.clear(NEXT)
        self._keeper.take(costly_settings(self._keeper.settings, self._model))
        self._server.start()
        self._chat.new_chat()
        self._show(COST)
