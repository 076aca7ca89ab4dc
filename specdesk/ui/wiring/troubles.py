"""What failed, in banners: problems without a run, a server that failed, servers left behind or met."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from specdesk.engines.lifecycle import Checking, Failed, Loading, Ready, State
from specdesk.service.events import Problem, ProblemOver, ServerNoticed, ServerWatched
from specdesk.service.left_behind_events import OrphansFound, ServerTakenOver
from specdesk.ui.bridge import Bridge
from specdesk.ui.retelling import Standing
from specdesk.ui.shell.notices import Matter, Notices
from specdesk.ui.wiring.keeper import SettingsKeeper

FAILURE, ORPHANS, NOTICED, TAKEN_OVER = "failure", "orphans", "noticed", "taken-over"
REFUSED, STILL = "problem-server", "still"
DETAIL_LINES = 40
MOST_IGNORED = 20
"""Servers of others that are remembered as unwanted, the newest."""


class Troubles(QObject):
    """Asks: start_plain(), start_again(), stop(), show_log(), dismissed(), end_orphans(pids), watch(url), unwatch()."""

    start_plain = Signal()
    start_again = Signal()
    stop = Signal()
    show_log = Signal()
    dismissed = Signal()
    end_orphans = Signal(object)
    watch = Signal(str)
    unwatch = Signal()

    def __init__(self, bridge: Bridge, notices: Notices, keeper: SettingsKeeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notices, self._keeper = notices, keeper
        self._met: ServerNoticed | None = None
        self._orphans: tuple[int, ...] = ()
        self._told: dict[str, Standing] = {}
        self._url = ""
        self._loading: int | None = None
        self._still_closed: int | None = None
        self._actions: dict[tuple[str, str], Callable[[], None]] = {
            (FAILURE, "plain"): self.start_plain.emit,
            (FAILURE, "again"): self.start_again.emit,
            (FAILURE, "log"): self.show_log.emit,
            (STILL, "stop"): self.stop.emit,
            (STILL, "log"): self.show_log.emit,
            (ORPHANS, "end"): self._end_orphans,
            (NOTICED, "watch"): self._watch,
            (NOTICED, "unwatch"): self.unwatch.emit,
        }
        bridge.on(Problem, self.problem)
        bridge.on(ProblemOver, self.problem_over)
        bridge.on(OrphansFound, self.orphans)
        bridge.on(ServerTakenOver, self.taken_over)
        bridge.on(ServerNoticed, self.noticed)
        bridge.on(ServerWatched, self.watched)
        notices.acted.connect(self._acted)
        notices.dismissed.connect(self._dismissed)

    def problem(self, problem: Problem) -> None:
        """Something failed that belongs to no run."""
        parts = (problem.what, problem.why, problem.next_step)
        key = f"problem-{problem.topic}"
        self._told[key] = problem
        self._notices.say(
            Matter(
                key=key,
                what=problem.what,
                why=problem.why,
                next_step=problem.next_step,
                tone="warn",
                details="\n".join(part for part in parts if part),
            )
        )

    def standing(self) -> tuple[Standing, ...]:
        """What is told now, for a window that takes the place of this one: nobody else tells it again."""
        return tuple(event for key, event in self._told.items() if key in self._notices.shown())

    def problem_over(self, over: ProblemOver) -> None:
        """A problem went away by itself; a newer one about the same matter stays."""
        key = f"problem-{over.topic}"
        said = self._notices.shown().get(key)
        if said is not None and said.what == over.what:
            self._notices.clear(key)

    def state(self, state: State) -> None:
        """The server's state: a failure, or a load that stands still, is told until it is over."""
        self._tell_still(state)
        if isinstance(state, Checking):
            self._notices.clear(REFUSED)  # another start got through
        if isinstance(state, Checking | Loading | Ready):
            for key, told in self._told.items():
                if isinstance(told, Problem) and told.until_start and key in self._notices.shown():
                    self._notices.clear(key)
        if not isinstance(state, Failed):
            self._notices.clear(FAILURE)
            return
        failure = state.failure
        actions = [("again", self.tr("Try again")), ("log", self.tr("Show log"))]
        if failure.offers_without_speculation:
            actions.insert(0, ("plain", self.tr("Start without speculation")))
        told = [part for part in (failure.what, failure.why, failure.next_step) if part]
        self._notices.say(
            Matter(
                key=FAILURE,
                what=failure.what,
                why=failure.why,
                next_step=failure.next_step,
                actions=tuple(actions),
                details="\n".join([*told, "", *state.log_tail[-DETAIL_LINES:]]).strip(),
            )
        )

    def _tell_still(self, state: State) -> None:
        if not isinstance(state, Loading) or state.note is None:
            self._notices.clear(STILL)
            return
        self._loading = state.run_id
        if self._still_closed == state.run_id:
            return  # told once, and closed: it says something else with each look
        actions = (("stop", self.tr("Stop it")), ("log", self.tr("Show log")))
        what = self.tr("The model is still being loaded.")
        self._notices.say(Matter(key=STILL, what=what, why=state.note, tone="warn", actions=actions))

    def orphans(self, found: OrphansFound) -> None:
        """Servers that an earlier, killed SpecDesk left behind: offered to be ended, never ended unasked."""
        self._told[ORPHANS] = found
        self._orphans = tuple(pid for pid, _name in found.orphans)
        listed = ", ".join(f"{name} ({pid})" for pid, name in found.orphans)
        self._notices.say(
            Matter(
                key=ORPHANS,
                what=self.tr("A server of an earlier SpecDesk is still running."),
                why=self.tr("SpecDesk was ended without stopping it: {servers}.").format(servers=listed),
                next_step=self.tr("It holds memory that a new server could use."),
                tone="warn",
                actions=(("end", self.tr("End it")),),
            )
        )

    def taken_over(self, found: ServerTakenOver) -> None:
        """A server that was to go on did, while no SpecDesk ran."""
        self._told[TAKEN_OVER] = found
        self._notices.say(
            Matter(
                key=TAKEN_OVER,
                what=self.tr("The server that went on serving is taken over: {server}.").format(server=found.words),
                why=self.tr("SpecDesk had been ended without stopping it. What it prints is not in the log any more."),
                tone="neutral",
            )
        )

    def noticed(self, found: ServerNoticed) -> None:
        """A server that somebody else runs; one whose message was closed is not told again, at later starts neither."""
        if _name(found) in self._keeper.settings.ignored_servers:
            return
        self._url, self._met = found.url, found
        self._told[NOTICED] = found
        self._notices.say(
            Matter(
                key=NOTICED,
                what=found.words,
                next_step=self.tr("SpecDesk can show what it does, and chat with it, without changing it."),
                tone="neutral",
                actions=(("watch", self.tr("Watch it")),),
            )
        )

    def watched(self, event: ServerWatched) -> None:
        """Watching began, or ended."""
        self._met = None
        self._told.pop(NOTICED, None)
        if event.url is None:
            self._notices.say(Matter(key=NOTICED, what=event.words, tone="neutral"))
            return
        what = self.tr("Watching {server}.").format(server=event.words)
        actions = (("unwatch", self.tr("Stop watching")),)
        self._notices.say(Matter(key=NOTICED, what=what, tone="neutral", actions=actions))

    def _acted(self, key: str, action: str) -> None:
        done = self._actions.get((key, action))
        if done is not None:
            done()

    def _end_orphans(self) -> None:
        self._notices.clear(ORPHANS)
        self.end_orphans.emit(self._orphans)

    def _watch(self) -> None:
        self._notices.clear(NOTICED)
        self.watch.emit(self._url)

    def _dismissed(self, key: str) -> None:
        if key == FAILURE:
            self.dismissed.emit()
        elif key == STILL:
            self._still_closed = self._loading
        elif key == NOTICED and self._met is not None:
            ignored = (*self._keeper.settings.ignored_servers, _name(self._met))
            self._keeper.change(ignored_servers=ignored[-MOST_IGNORED:])


def _name(found: ServerNoticed) -> str:
    return f"{found.url}: {found.words}"
