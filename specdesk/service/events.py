"""What the service tells the window: frozen events, each carrying the run, reply or request it belongs to.

The window drops an event whose run, reply or request is no longer the current one; nothing here is ever changed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from specdesk.chat.conversation import Conversation, Message
from specdesk.chat.guesses import Span
from specdesk.chat.history import ChatRow
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.lifecycle import State
from specdesk.measure.card import Card
from specdesk.measure.compare import CompareResult
from specdesk.memory.advice import Remedy
from specdesk.memory.measured import Difference
from specdesk.models.stores import Store
from specdesk.records.device import MonitorReading
from specdesk.records.fit import Fit
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice, PairVerdict
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.records.sample import Sample
from specdesk.service.attached_events import AttachedSpeed, EngineProbed, RepositoriesRead
from specdesk.service.compare_again import RecheckOffer
from specdesk.service.compare_beside import Beside, Part
from specdesk.service.compare_store import Compared, StoredCompare
from specdesk.service.fetch_events import FetchEnded, FetchProgress, FilesArrived
from specdesk.service.footprint_events import FootprintTold
from specdesk.service.left_behind_events import OrphansFound, ServerTakenOver
from specdesk.service.measuring_events import MeasuringOver, QuestionsRead
from specdesk.service.memory_events import MachineTold, MemoryChoices, MemoryUsersTold, ModelsUnloaded
from specdesk.service.profile_events import ProfileImported, ProfileSaved, ProfilesKnown
from specdesk.service.reply_events import ReplyFailed, ReplyProgress, ReplySilent
from specdesk.service.report_events import FileWritten, ReportSaved
from specdesk.service.result_rows import ResultRow
from specdesk.service.sweep_result import SweepResult
from specdesk.service.sweep_store import UnfinishedSweep


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Something failed that belongs to no run or reply: what, why, next step. `topic` names where it happened.
    until_start: a server that was borrowed failed; it is over once one is started."""

    topic: str
    what: str
    why: str = ""
    next_step: str = ""
    until_start: bool = False


class ProblemOver(msgspec.Struct, frozen=True, kw_only=True):
    """A problem told before is over by itself. topic, what: as in that Problem."""

    topic: str
    what: str


class LibraryRow(msgspec.Struct, frozen=True, kw_only=True):
    """One file read during scan number `scan`."""

    scan: int
    row: ModelFile


class LibraryDone(msgspec.Struct, frozen=True, kw_only=True):
    """Scan number `scan` ended; `cancelled` when it was stopped early."""

    scan: int
    count: int
    cancelled: bool = False


class PathsSorted(msgspec.Struct, frozen=True, kw_only=True):
    """Paths that were dropped on the window, in their order: which of them are folders."""

    files: tuple[str, ...]
    folders: tuple[str, ...]


class StoresFound(msgspec.Struct, frozen=True, kw_only=True):
    """Model folders of neighbouring programs on this computer."""

    stores: tuple[Store, ...]


class EnginesFound(msgspec.Struct, frozen=True, kw_only=True):
    """All engines found so far, and the one that would be used."""

    engines: tuple[EngineInfo, ...]
    chosen: EngineInfo | None
    complete: bool = True


class PairsJudged(msgspec.Struct, frozen=True, kw_only=True):
    """Every candidate judged for `target`, what Automatic picks, and the target's own row."""

    target: str
    verdicts: tuple[PairVerdict, ...]
    choice: Choice


class FitReady(msgspec.Struct, frozen=True, kw_only=True):
    """The fit of the plan sent with request number `request`; `problem` when it could not be computed.

    words: the verdict in one sentence. idle_gpu: a GPU that this engine cannot use, in one sentence. remedies: changes
    that together make it fit (`memory.advice.easiest`); the last one's plan has them all. fitted_layers: where the
    layers were left open and not all fit on the GPU, how many go there; the fit is then of the plan with so many, and
    the remedies let all of them go there. differences: of a server that runs, what was predicted beside what it took.
    """

    request: int
    fit: Fit | None
    words: str
    idle_gpu: str | None = None
    problem: str | None = None
    remedies: tuple[Remedy, ...] = ()
    fitted_layers: int | None = None
    differences: tuple[Difference, ...] = ()


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of all devices and the server's own share, about once a second."""

    reading: MonitorReading


class StartRefused(msgspec.Struct, frozen=True, kw_only=True):
    """Run number `run` does not begin, since it could not start; the server that runs goes on."""

    run: int


class StateChanged(msgspec.Struct, frozen=True, kw_only=True):
    """The server's state changed."""

    state: State


class LogLines(msgspec.Struct, frozen=True, kw_only=True):
    """New lines of the running server's log, oldest first."""

    run: int
    lines: tuple[str, ...]


SpeculationStatus = Literal["on", "off", "none", "unknown"]


class ServerFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What the running server really is, read back from it.

    speculation: "on" and "off" are the engine's own word, "none" = not asked for, "unknown" = it does not say.
    reason: why it is off, one sentence. context: tokens per slot. url, api_key: how other programs reach it.
    argv: the command that runs. measured: what the engine has allocated by its own log, as a fit; it comes with a
    second event of the same run, where the log tells it. most: tokens that its drafter can guess at once. arm: it is
    up only to be measured.
    """

    run: int
    speculation: SpeculationStatus
    reason: str | None
    context: int | None
    slots: int | None
    url: str
    api_key: str | None
    build: str | None
    argv: tuple[str, ...]
    plan: LaunchPlan
    measured: Fit | None = None
    most: int | None = None
    arm: bool = False


class ReplyStarted(msgspec.Struct, frozen=True, kw_only=True):
    """A reply began, asked with this sampling and limit (tokens). `message`: id of what it will become."""

    reply: int
    chat: int
    message: int
    sampling: Sampling = Sampling()
    limit: int | None = None


class ReplyText(msgspec.Struct, frozen=True, kw_only=True):
    """New text of a reply, in stretches: each says whether the draft guessed it (None = the engine does not show it)
    and whether it is reasoning."""

    reply: int
    spans: tuple[Span, ...]


class ReplySample(msgspec.Struct, frozen=True, kw_only=True):
    """The engine's cumulative figures at this moment of the reply."""

    reply: int
    sample: Sample


class ReplyDone(msgspec.Struct, frozen=True, kw_only=True):
    """A reply ended by itself, by its limit, or because it was stopped; `message` is what was saved."""

    reply: int
    message: Message
    words: str
    stopped: bool


class OtherTraffic(msgspec.Struct, frozen=True, kw_only=True):
    """Work that another program gave to a server, from /slots and /metrics: cumulative figures since Ready (of our own
    server), or since it is watched (run 0).

    While a request of theirs is under way its tokens count already, and the sample has neither rate nor decode_ms: the
    engine's own clock covers finished requests only. tells: the server let its slots or counters be read; where it does
    not, nobody seen says nothing.
    """

    run: int
    busy_slots: int
    sample: Sample | None
    tells: bool = True


class ChatsChanged(msgspec.Struct, frozen=True, kw_only=True):
    """The list of chats, newest first, for the search text in use."""

    chats: tuple[ChatRow, ...]
    search: str


class ChatOpened(msgspec.Struct, frozen=True, kw_only=True):
    """One chat with all its messages."""

    conversation: Conversation


class ChatExported(msgspec.Struct, frozen=True, kw_only=True):
    """A chat was written to a file."""

    chat: int
    path: str


class CheckProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The quick plain check: step words, seconds left, and the speed so far in tokens/s."""

    words: str
    seconds_left: float | None
    rate: float | None = None


class CheckDone(msgspec.Struct, frozen=True, kw_only=True):
    """The quick plain check ended. rate: plain tokens/s, None when it was not measured. h: as in BaselineKnown.

    note: who else used the processor meanwhile, in a sentence; "" = hardly anybody.
    """

    key: str
    rate: float | None
    h: float | None
    words: str
    note: str = ""


class BaselineKnown(msgspec.Struct, frozen=True, kw_only=True):
    """The stored plain speed for the current plan, in tokens/s, with its date; None when never measured here.

    h: extra cost of one drafted token in plain passes, from the last reply of this set-up, else from a compare; None
    where there is none. compared: what the newest compare of this set-up found, where there is one. plan: the one that
    was asked about.
    """

    key: str
    rate: float | None
    made: str | None
    h: float | None = None
    compared: Compared | None = None
    plan: LaunchPlan | None = None


class CompareProgress(msgspec.Struct, frozen=True, kw_only=True):
    """A compare goes on: the step in words, replies done and in all, seconds to the end and to the next verdict.

    compare: its number, 0 where it cannot be saved. result: None before the first reply. part: "second" = at the user's
    temperature, "crowd" = several people (done, total: runs). least: nothing could be left out. others: what they do.
    """

    compare: int
    words: str
    done: int
    total: int
    seconds_left: float
    look_s: float
    result: CompareResult | None = None
    part: Part = "main"
    least: bool = False
    others: str = ""


class CompareDone(msgspec.Struct, frozen=True, kw_only=True):
    """A compare has ended: by itself, on request, or because an engine failed (a Problem says why, too). stored: all
    that was measured. words: the headline and what else has to be said. beside: what belongs to it."""

    stored: StoredCompare
    result: CompareResult
    words: str
    beside: Beside = Beside()


class SweepProgress(msgspec.Struct, frozen=True, kw_only=True):
    """A sweep goes on: the step in words, seconds left, what was found so far."""

    words: str
    seconds_left: float
    result: SweepResult


class SweepDone(msgspec.Struct, frozen=True, kw_only=True):
    """A sweep has ended: by itself, on request, or because an engine failed (a Problem says why, too).

    The compare at its end is among the results.
    """

    result: SweepResult
    words: str


class ResultOpened(msgspec.Struct, frozen=True, kw_only=True):
    """A stored result with everything that was measured, and what belongs to it."""

    stored: StoredCompare
    result: CompareResult
    words: str
    beside: Beside = Beside()


class ResultsKnown(msgspec.Struct, frozen=True, kw_only=True):
    """All stored results: those of one pair and engine build stand together, the newest first.

    offers: results that a new engine build or driver makes worth measuring again. sweeps: those that were broken off.
    """

    rows: tuple[ResultRow, ...]
    offers: tuple[RecheckOffer, ...] = ()
    sweeps: tuple[UnfinishedSweep, ...] = ()


class CardOpened(msgspec.Struct, frozen=True, kw_only=True):
    """A card that somebody gave away. words: what it says. problem: why it cannot be run here, "" = it can.

    dropped: what of it is not repeated, in sentences.
    """

    path: str
    card: Card
    words: str
    problem: str = ""
    dropped: tuple[str, ...] = ()


class ServerNoticed(msgspec.Struct, frozen=True, kw_only=True):
    """A server that somebody else runs on a usual loopback port."""

    url: str
    words: str


class ServerWatched(msgspec.Struct, frozen=True, kw_only=True):
    """A server that somebody else runs is watched from now on (its traffic has run 0), or, with url None, no longer.

    words: what it is, or why it is not watched any more. speculative, context (tokens per slot), slots, build: as it
    says; None = it does not.
    """

    url: str | None
    words: str
    speculative: bool | None = None
    context: int | None = None
    slots: int | None = None
    build: str | None = None


Event = (
    Problem | ProblemOver | LibraryRow | LibraryDone | StoresFound | EnginesFound | PairsJudged | FitReady | Reading
    | StateChanged | StartRefused | LogLines | ServerFacts | ReplyStarted | ReplyText | ReplyProgress | ReplySample
    | ReplyDone | ReplyFailed | ReplySilent | OtherTraffic | ChatsChanged | ChatOpened | ChatExported | CheckProgress
    | CheckDone | BaselineKnown | OrphansFound | ServerTakenOver | ServerNoticed | ServerWatched | CompareProgress
    | CompareDone | ResultOpened | MemoryChoices | MemoryUsersTold | ModelsUnloaded | MachineTold | ResultsKnown
    | CardOpened | SweepProgress | SweepDone | ProfilesKnown | ProfileSaved | PathsSorted | EngineProbed
    | RepositoriesRead | FetchProgress | FetchEnded | FilesArrived | FileWritten | ReportSaved | ProfileImported
    | FootprintTold | AttachedSpeed | MeasuringOver | QuestionsRead
)  # fmt: skip
