"""Sweeps in the window: asked for, shown, called off, their best setting applied and saved as a profile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from specdesk.records.plan import LaunchPlan
from specdesk.service.events import SweepDone, SweepProgress
from specdesk.service.profile_events import ProfileSaved
from specdesk.service.service import Service
from specdesk.service.sweep_result import SweepResult
from specdesk.service.sweep_store import pair_of
from specdesk.ui.access.choice import access_of
from specdesk.ui.bridge import Bridge
from specdesk.ui.compare import ComparePage, sweep_words
from specdesk.ui.compare.start import Wish, paced
from specdesk.ui.shell.announce import announce
from specdesk.ui.shell.notices import Matter
from specdesk.ui.window import MainWindow
from specdesk.ui.wiring.compare_applied import with_setting
from specdesk.ui.wiring.keeper import SettingsKeeper
from specdesk.ui.wiring.server import ServerDesk

SWEPT, APPLIED = "swept", "applied"
SHOW = "show"


class SweepDesk(QObject):
    """plan: what a sweep would start from."""

    def __init__(
        self, service: Service, bridge: Bridge, window: MainWindow, page: ComparePage, server: ServerDesk,
        keeper: SettingsKeeper, plan: Callable[[], LaunchPlan | None],
    ) -> None:  # fmt: skip
        super().__init__(page)
        self._service, self._window, self._page = service, window, page
        self._server, self._keeper, self._plan = server, keeper, plan
        page.sweep_asked.connect(self._begin)
        page.sweep_go_on.connect(lambda sweep: service.resume_sweep(sweep, access_of(keeper.settings)))
        page.sweep_open.connect(service.open_sweep)
        page.sweep.apply.connect(self._apply)
        bridge.on(SweepProgress, page.show_sweep)
        bridge.on(SweepDone, self._done)
        self._saving: set[str] = set()
        bridge.on(ProfileSaved, self._saved)
        window.notices.acted.connect(lambda key, _action: window.show_page(page) if key == SWEPT else None)

    def _begin(self, wish: Wish) -> None:
        plan = self._plan()
        if plan is None:
            self._page.over()
            return
        self._window.notices.clear(SWEPT)
        access = access_of(self._keeper.settings)
        self._service.sweep(
            plan, access, wish.minutes, wish.prompts, from_chat=wish.from_chat, drafts=wish.drafts, **paced(wish)
        )

    def _done(self, done: SweepDone) -> None:
        self._page.sweep_done(done.result)
        if done.result.best is None:
            return
        said = sweep_words.headline(done.result)
        announce(self._window, said)
        if self._window.frame.tabs.currentWidget() is not self._page:
            self._window.notices.say(
                Matter(key=SWEPT, what=said, tone="neutral", actions=((SHOW, self.tr("Show")),))
            )  # fmt: skip

    def _apply(self, result: SweepResult) -> None:
        """From now on, for this target; and under a name, for later."""
        plan = self._plan()
        if plan is None or result.best is None:
            return
        if result.tried is not None and pair_of(result.tried) != pair_of(plan):
            what = self.tr("This was found for {pair}, which is not what is set now.")
            what = what.format(pair=self._page.models.pair(result.tried))
            why = self.tr("Choose that pair again, then apply it.")
            self._window.notices.say(Matter(key=APPLIED, what=what, why=why, tone="neutral"))
            return
        self._keeper.take(with_setting(self._keeper.settings, plan, result.best.setting.values))
        if self._server.is_up_or_coming and plan.target is not None:
            self._server.choose_target(plan.target)
            self._server.start()
        if result.plan is not None:
            name = self.tr("{pair}, best setting").format(pair=self._page.models.pair(result.plan))
            self._saving.add(name)
            self._service.save_profile(name, result.plan)
        self._page.show_start()

    def _saved(self, saved: ProfileSaved) -> None:
        if saved.name not in self._saving:
            return  # the user's own, from the top bar
        self._saving.discard(saved.name)
        what = self.tr("The best setting is in use, and saved as the profile “{name}”.").format(name=saved.name)
        self._window.notices.say(Matter(key=APPLIED, what=what, tone="good"))
