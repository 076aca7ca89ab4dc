"""The one way from the service to the window: events wait in a deque and are handed out on the GUI thread by a timer.

The timer runs 20 times a second while something is going on (8 while more comes than anybody can read) and 5 times a
second otherwise; begin and end of a reply and the state of a server do not wait for it. What arrived between two turns
and can be said at once is joined: text of a reply, its newest figures behind the first ones, lines of a log, rows of a
scan, the newest reading. Events of a run, reply, request or scan that is no longer the current one are dropped here, so
no widget has to ask.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from specdesk.engines import lifecycle
from specdesk.records.model_file import ModelFile
from specdesk.service.events import (
    CheckDone,
    CheckProgress,
    Event,
    FitReady,
    LibraryDone,
    LibraryRow,
    LogLines,
    OtherTraffic,
    Reading,
    ReplyDone,
    ReplyFailed,
    ReplySample,
    ReplyStarted,
    ReplyText,
    ServerFacts,
    StartRefused,
    StateChanged,
)
from specdesk.service.reply_events import ReplyProgress, ReplySilent
from specdesk.ui.portions import portions
from specdesk.ui.turns import settle_places

ACTIVE_MS, FAST_MS = 50, 125
MANY = 8
"""Pieces of text in a turn from which the turns come at FAST_MS: that fast nobody reads along, and drawing costs."""

IDLE_MS = 200
FIGURES_S = 0.5
"""How often figures change that stand among words: more often they cannot be read."""

BUDGET_S = 0.008
"""How long receivers may work in one turn before the window gets to paint and to hear the user."""
WATCHED_RUN = 0
"""Run number of a server that somebody else started: never out of date."""
SINGLE_FILE = 0
"""Scan number of a file that was read on its own: never out of date."""


AT_ONCE = frozenset({ReplyStarted, ReplyDone, ReplyFailed, StateChanged})
"""Few, and waited for."""


class RowsRead(msgspec.Struct, frozen=True, kw_only=True):
    """Rows of scan number `scan` that arrived since the last turn, in order."""

    scan: int
    rows: tuple[ModelFile, ...]


Receiver = Callable[[Any], None]


class _Slow:
    """A receiver that is told the newest of its events, and not more often than every `every_s`."""

    def __init__(self, receiver: Receiver, every_s: float) -> None:
        self._receiver, self._every_s = receiver, every_s
        self._waiting: list[Any] = []
        self._next = 0.0

    def take(self, event: Any) -> None:
        """A new one."""
        self._waiting = [event]

    def tell(self, now: float, *, at_once: bool) -> None:
        """Tell what waits when it is time. now: s."""
        if self._waiting and (at_once or now >= self._next):
            self._next = now + self._every_s
            self._receiver(self._waiting.pop())


class Bridge(QObject):
    """`post` may be called from any thread; everything else belongs to the GUI thread."""

    _awaited = Signal()

    def __init__(self, parent: QObject | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        """clock: s, by which work is limited."""
        super().__init__(parent)
        self._clock = clock
        self._arrived: deque[Event] = deque()
        self._ready: deque[Any] = deque()
        self._texts = 0
        self._receivers: dict[type, list[Receiver]] = {}
        self._slow: list[_Slow] = []
        self._run = self._run_shown = self._request = self._scan = 0
        self._reply: int | None = None
        self._figured: set[int] = set()
        self._busy: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setInterval(IDLE_MS)
        self._timer.timeout.connect(self._turn)
        # One timer: queued calls, one more per turn, would pile up and let nothing else through.
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._go_on)
        self._awaited.connect(self._turn_now, Qt.ConnectionType.QueuedConnection)

    def post(self, event: Event) -> None:
        """Hand over an event. Never blocks."""
        self._arrived.append(event)
        if type(event) in AT_ONCE:
            self._awaited.emit()

    def on(self, kind: type, receiver: Receiver, *, every_s: float = 0.0) -> None:
        """Call `receiver` with every event of this kind; LibraryRow comes as RowsRead.

        every_s: not more often than that, and then with the newest one; what waits is told before a reply ends.
        """
        if every_s:
            slow = _Slow(receiver, every_s)
            self._slow.append(slow)
            receiver = slow.take
        self._receivers.setdefault(kind, []).append(receiver)

    def start(self) -> None:
        """Begin to hand out."""
        self._timer.start()

    def stop(self) -> None:
        """Hand out nothing more."""
        self._timer.stop()
        self._rest.stop()

    @property
    def pace_ms(self) -> int:
        """How often events are handed out now, in ms."""
        return self._timer.interval()

    def expect(self, *, run: int = 0, request: int = 0, scan: int = 0) -> None:
        """A newer run, fit request or scan was asked for: what still arrives of older ones is out of date."""
        self._run = max(self._run, run)
        self._request = max(self._request, request)
        if scan > self._scan:
            self._scan = scan
            self._set_busy("scan", True)
        if run:
            self._set_busy("server", True)

    def drain(self, budget_s: float | None = None) -> None:
        """Hand out what arrived, for at most about `budget_s`; the rest waits for the next turn, in order.

        An error in a receiver costs that event only.
        """
        self._take_in()
        self._hand_out(budget_s)

    def _take_in(self) -> None:
        """Join what arrived to what is ready."""
        arrived = [self._arrived.popleft() for _ in range(len(self._arrived))]
        self._texts = sum(len(event.spans) for event in arrived if isinstance(event, ReplyText))
        self._ready.extend(_joined(arrived, self._figured))

    def _hand_out(self, budget_s: float | None) -> None:
        end, told = None if budget_s is None else self._clock() + budget_s, False
        while self._ready and (end is None or self._clock() < end):
            event = self._ready.popleft()
            if not self._is_current(event):
                continue
            self._follow(event)
            if isinstance(event, ReplyStarted | ReplyDone | ReplyFailed):
                self._tell_slow(at_once=True)
            for receiver in self._receivers.get(type(event), ()):
                receiver(event)
            told = True
        self._tell_slow()
        if told:
            settle_places()

    def _tell_slow(self, *, at_once: bool = False) -> None:
        now = self._clock()
        for slow in self._slow:
            slow.tell(now, at_once=at_once)

    def _turn(self) -> None:
        """One turn of the timer; paint and input come between two of them."""
        self._take_in()
        many = self._texts >= MANY
        if self._busy and many != (self._timer.interval() == FAST_MS):
            self._timer.setInterval(FAST_MS if many else ACTIVE_MS)
        self._hand_out(BUDGET_S)
        self._see_to_rest()

    def _turn_now(self) -> None:
        if self._arrived and self._timer.isActive():
            self._turn()

    def _go_on(self) -> None:
        """What was left over by the turn before; what arrives meanwhile waits for the next one."""
        self._hand_out(BUDGET_S)
        self._see_to_rest()

    def _see_to_rest(self) -> None:
        if self._ready and self._timer.isActive():
            self._rest.start(0)

    def _is_current(self, event: Any) -> bool:
        match event:
            case StateChanged():
                return event.state.run_id >= self._run_shown
            case ServerFacts() | LogLines() | OtherTraffic():
                return event.run == WATCHED_RUN or event.run >= self._run
            case ReplyText() | ReplySample() | ReplyProgress() | ReplySilent() | ReplyDone() | ReplyFailed():
                return event.reply == self._reply
            case FitReady():
                return event.request >= self._request
            case RowsRead() | LibraryDone():
                return event.scan == SINGLE_FILE or event.scan >= self._scan
        return True

    def _follow(self, event: Any) -> None:
        """Learn from an event what is current now, and whether something is going on."""
        match event:
            case StateChanged():
                self._run_shown = event.state.run_id
                self._run = max(self._run, event.state.run_id)
                settled = isinstance(event.state, lifecycle.Ready | lifecycle.Failed | lifecycle.Stopped)
                self._set_busy("server", not settled or event.state.run_id < self._run)
            case StartRefused(run=run) if run == self._run:
                self._run = self._run_shown
                self._set_busy("server", False)
            case ReplyStarted():
                self._reply = event.reply
                self._set_busy("reply", True)
            case ReplyDone() | ReplyFailed():
                self._reply = None
                self._set_busy("reply", False)
            case RowsRead(scan=scan) if scan > self._scan:
                self._scan = scan
                self._set_busy("scan", True)
            case LibraryDone():
                self._set_busy("scan", event.scan < self._scan)
            case CheckProgress() | CheckDone():
                self._set_busy("check", isinstance(event, CheckProgress))

    def _set_busy(self, what: str, busy: bool) -> None:
        (self._busy.add if busy else self._busy.discard)(what)
        pace = ACTIVE_MS if self._busy else IDLE_MS
        if self._timer.interval() != pace and not (self._busy and self._timer.interval() == FAST_MS):
            self._timer.setInterval(pace)


def _joined(events: list[Event], figured: set[int]) -> list[Any]:
    """The same news in fewer events, each at the place of the first that went into it (readings: of the last).

    figured: replies of which figures were told before.
    """
    made: list[Any] = []
    texts: dict[int, list[ReplyText]] = {}
    lines: dict[int, list[LogLines]] = {}
    rows: dict[int, list[LibraryRow]] = {}
    kept = _figures_to_tell(events, figured)
    last_reading = next((event for event in reversed(events) if isinstance(event, Reading)), None)
    for event in events:
        match event:
            case ReplyText(reply=key):
                _gather(made, texts, key, event)
            case ReplySample():
                if id(event) in kept:
                    made.append(event)
            case LogLines(run=key):
                _gather(made, lines, key, event)
            case LibraryRow(scan=key):
                _gather(made, rows, key, event)
            case Reading() if event is not last_reading:
                pass
            case _:
                made.append(event)
    return [one for event in made for one in (_told(event) if isinstance(event, list) else (event,))]


def _figures_to_tell(events: list[Event], figured: set[int]) -> set[int]:
    """Ids of the figures that are told: of each reply the newest ones, and the first ones of all, which begin it."""
    first: dict[int, int] = {}
    newest: dict[int, int] = {}
    for event in events:
        if isinstance(event, ReplySample):
            newest[event.reply] = id(event)
            if event.reply not in figured:
                first.setdefault(event.reply, id(event))
    figured.update(first)
    return {*newest.values(), *first.values()}


def _gather(made: list[Any], groups: dict[int, list[Any]], key: int, event: Event) -> None:
    if key not in groups:
        groups[key] = []
        made.append(groups[key])
    groups[key].append(event)


def _told(group: list[Any]) -> list[Any]:
    """A group as one event; a flood of text as several, so that the window may paint in between."""
    first = group[0]
    match first:
        case ReplyText():
            spans = [span for text in group for span in text.spans]
            return [ReplyText(reply=first.reply, spans=part) for part in portions(spans)]
        case LogLines():
            return [LogLines(run=first.run, lines=tuple(line for some in group for line in some.lines))]
    return [RowsRead(scan=first.scan, rows=tuple(read.row for read in group))]
