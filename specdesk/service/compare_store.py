"""Compares on disk: what was to be measured, every reply as it comes, and one line about each for the list.

They are in the file of the chats (`chat.schema`). Blocking and thread-safe; the service calls it from worker threads.
A result is never stored as such: it is worked out of the replies again, whether the compare ended or was killed.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from specdesk.chat.history import History, HistoryError
from specdesk.engines.computer import Computer
from specdesk.engines.engine_info import EMBEDDED
from specdesk.kept_sentence import Kept
from specdesk.language import english
from specdesk.measure import headlines
from specdesk.measure.advice import untold
from specdesk.measure.baseline import Identity, is_plain
from specdesk.measure.card import Card
from specdesk.measure.compare import STATISTICS, ArmFacts, CompareResult, result_of
from specdesk.measure.crowd import CrowdRun, crowd_result
from specdesk.measure.measured import Arm, Measured
from specdesk.measure.no_answer import Failure, cause_of
from specdesk.measure.outcome import NUMBERED, Outcome
from specdesk.measure.protocol import Pace, Schedule
from specdesk.measure.same_text import DifferenceKind, TextCheck, same_texts, text_checks
from specdesk.measure.second_length import SecondTried
from specdesk.measure.stats import Interval
from specdesk.records.plan import LaunchPlan
from specdesk.service.address_arms import AskedArm
from specdesk.service.address_arms import pair_words as asked_words
from specdesk.service.alike import ratios_of, settings_of
from specdesk.service.compare_commands import shown_command
from specdesk.service.compare_pace import with_spare
from specdesk.service.energy import with_energy
from specdesk.service.others import Others
from specdesk.service.result_rows import ResultRow, grouped, known_row
from specdesk.service.results_file import ResultsError, ResultsFile, not_there, unreadable

KIND = "compare"
_PART = "json_extract(setup, '$.part_of') = ?"


class CompareSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What is compared. plans: of A and B, as they were asked for. names: of the arms.

    engine: its path, or "embedded". build: its name in words. minutes: the budget. temperature: of the replies.
    hardware: names of the GPUs used, () = the processor only, None = not known. driver: of the GPUs, where it tells.
    computer: where it ran; None where it is not known, as of addresses.

    part_of: the compare that this is the part at another temperature of. repeats: the compare that it measures again.
    card: the card that it measures again. predicted: the speed-up that was foretold. asked: two addresses, in place of
    plans, which are empty then. files: the models of B as they were; () where that was not kept. control: check with
    no guess taken in any case, for the second way to the cost of a guess.
    """

    plans: tuple[LaunchPlan, LaunchPlan]
    engine: str
    build: str
    minutes: float
    quick: bool = False
    names: headlines.Names = headlines.DRAFT
    temperature: float = 0.0
    hardware: tuple[str, ...] | None = None
    driver: str | None = None
    part_of: int | None = None
    repeats: int | None = None
    card: Card | None = None
    predicted: Interval | None = None
    asked: tuple[AskedArm, AskedArm] | None = None
    files: tuple[Identity, ...] = ()
    control: bool = False
    computer: Computer | None = None

    @property
    def against_plain(self) -> bool:
        """A is B without speculation, so that a guess has a cost; else two set-ups that may differ in more."""
        asked = self.asked
        is_model = asked is not None and asked[0].model == asked[1].model and not asked[0].speculation
        return bool(self.names.thing) or is_model or is_plain(*self.plans)

    @property
    def built_in(self) -> bool:
        """The built-in engine ran it."""
        return self.asked is None and self.engine == EMBEDDED

    @property
    def pair(self) -> str:
        """The models (and the method where it needs no second one) in words, by their file names."""
        return pair_words(self.plans[1]) if self.asked is None else asked_words(self.asked)


class Later(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked for behind a compare and is not over: a part at another temperature, several people at once."""

    temperature: float | None = None
    crowd: bool = False


class StoredCompare(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one compare. made: s since 1970. ended: why, None while it runs or when it was killed.

    differences: prompt id to class, for the differences between texts that were looked up. notes: sentences worth
    saying beside the figures; a text alone is marked for translation. seconds: what it took so far. crowd: several
    people at once. controlled: replies of the arm that takes no guess. costs: draft length -> h with its interval, as
    earlier runs of the same pair on this engine have told it. others: what other programs did. second: another draft
    length, tried. failure: what ended it before its end. later: what is still to come, or never came.
    """

    id: int
    made: float
    setup: CompareSetup
    schedule: Schedule
    arms: tuple[ArmFacts, ArmFacts] = (ArmFacts(), ArmFacts())
    measured: tuple[Measured, ...] = ()
    differences: dict[str, DifferenceKind] = {}
    notes: tuple[Kept, ...] = ()
    seconds: float = 0.0
    ended: str | None = None
    crowd: tuple[CrowdRun, ...] = ()
    controlled: tuple[Measured, ...] = ()
    costs: dict[int, Interval] = {}
    others: Others = Others()
    second: SecondTried = SecondTried()
    failure: Failure | None = None
    later: Later = Later()

    def result(self) -> CompareResult:
        """Worked out of the replies."""
        found = self._of_replies()
        tells, partial = found.verdict != "too-little", found.partial
        cause = cause_of(self.schedule, self.failure, tells=tells, partial=partial)
        return msgspec.structs.replace(found, cause=cause)

    def checks(self) -> list[TextCheck]:
        """What comparing the answers to each question found."""
        return text_checks(self.measured, self.differences, self._remember)

    @property
    def _remember(self) -> tuple[bool, bool]:
        a, b = self.setup.plans
        return a.remembers, b.remembers

    def _of_replies(self) -> CompareResult:
        return result_of(
            self.schedule, self.measured, (self._facts("A"), self._facts("B")), controlled=self.controlled,
            same_text=same_texts(self.measured, self.differences, self._remember),
            crowd=crowd_result(self.crowd, self._plan_names()),
            costs=self.costs | self.second.costs(self.measured), resumes=self.setup.asked is None,
        )  # fmt: skip

    def _plan_names(self) -> tuple[str, str] | None:
        """What the two are called, where B is not A with speculation."""
        names = headlines.in_words(self.setup.names)
        return None if names.thing else (names.a, names.b)

    def _facts(self, arm: Arm) -> ArmFacts:
        """With its energy, and a command that somebody else can run."""
        place, setup = "AB".index(arm), self.setup
        facts = with_energy(self.arms[place], self.measured, arm)
        argv = shown_command(setup.plans[place], facts.argv, built_in=setup.built_in)
        return msgspec.structs.replace(facts, argv=argv)


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """From the newest compare of a set-up. compare: its number; made: s since 1970. plain, rate: tokens/s, medians.

    pace: what to expect of another compare. h: cost of a guess. extra_first_ms: sure delay of the first word.
    break_even_tokens: reply length from which it pays. None: that compare did not tell. verdict: its answer.
    """

    compare: int
    made: float
    plain: float | None = None
    rate: float | None = None
    pace: Pace | None = None
    h: float | None = None
    extra_first_ms: float | None = None
    break_even_tokens: int | None = None
    verdict: Outcome | None = None


class _Extra(msgspec.Struct, frozen=True, kw_only=True):
    """The column `arms`. costs: figures alone where an older version kept them."""

    facts: tuple[ArmFacts, ArmFacts] = (ArmFacts(), ArmFacts())
    differences: dict[str, DifferenceKind] = {}
    notes: tuple[Kept, ...] = ()
    seconds: float = 0.0
    crowd: tuple[CrowdRun, ...] = ()
    controlled: tuple[Measured, ...] = ()
    costs: Mapping[int, float | Interval] = {}
    others: Others = Others()
    second: SecondTried = SecondTried()
    failure: Failure | None = None
    later: Later = Later()


class CompareStore:
    """All methods block and raise ResultsError, in sentences. clock: s since 1970."""

    def __init__(self, history: History, *, clock: Callable[[], float] = time.time) -> None:
        self._file = ResultsFile(history)
        self._clock = clock

    @property
    def history(self) -> History:
        """The file that it is in."""
        return self._file.history

    def begin(self, setup: CompareSetup, schedule: Schedule) -> StoredCompare:
        """A new compare, with its number."""
        now = self._clock()
        new = StoredCompare(id=0, made=now, setup=setup, schedule=schedule)
        with self._file.changing() as cursor:
            cursor.execute(
                "INSERT INTO results (kind, made, updated, setup, schedule, arms) VALUES (?, ?, ?, ?, ?, ?)",
                (KIND, now, now, _written(setup), _written(schedule), _written(_extra(new))),
            )
            return msgspec.structs.replace(new, id=int(cursor.lastrowid or 0))

    def add(self, compare: int, place: int, measured: Measured) -> None:
        """One reply more, number `place` from 0."""
        with self._file.changing() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO measurements (result, place, measured) VALUES (?, ?, ?)",
                (compare, place, _written(measured)),
            )

    def keep(self, stored: StoredCompare) -> None:
        """Everything but the replies; and the line for the list, once it has ended."""
        summary = _summary(stored) if stored.ended is not None else None
        kept = (_written(stored.setup), _written(stored.schedule), _written(_extra(stored)), stored.ended, summary)
        with self._file.changing() as cursor:
            cursor.execute(
                "UPDATE results SET setup = ?, schedule = ?, arms = ?, ended = ?, summary = ?, updated = ?"
                " WHERE id = ?",
                (*kept, self._clock(), stored.id),
            )

    def replace_replies(self, stored: StoredCompare) -> None:
        """The replies as they are now: failed ones are asked again when a compare is taken up again."""
        with self._file.changing() as cursor:
            cursor.execute("DELETE FROM measurements WHERE result = ?", (stored.id,))
            cursor.executemany(
                "INSERT INTO measurements (result, place, measured) VALUES (?, ?, ?)",
                [(stored.id, place, _written(reply)) for place, reply in enumerate(stored.measured)],
            )

    def load(self, compare: int) -> StoredCompare:
        """One compare with all its replies."""
        stored = self.find(compare)
        if stored is None:
            raise not_there()
        return stored

    def find(self, compare: int) -> StoredCompare | None:
        """As `load`; None where it was deleted."""
        found = self._file.rows(
            "SELECT id, made, setup, schedule, arms, ended FROM results WHERE id = ? AND deleted IS NULL", (compare,)
        )
        return self._stored(found[0]) if found else None

    def rows(self) -> tuple[ResultRow, ...]:
        """The list: results of one pair and build stand together, the newest group and the newest result first.

        One that cannot be read is left out, and so is one without any reply. A line that other statistics have worked
        out is worked out again, once, so that it says what the result says when it is opened.
        """
        found: list[ResultRow | None] = []
        again: list[tuple[str, int, str | None]] = []
        for *stored, summary in self._file.rows(
            "SELECT id, made, setup, schedule, arms, ended, summary FROM results"
            " WHERE deleted IS NULL AND kind = ? AND id IN (SELECT result FROM measurements)"
            " ORDER BY made DESC, id DESC",
            (KIND,),
        ):
            with contextlib.suppress(ResultsError):
                found.append(known_row(summary))
                if found[-1] is None:
                    whole = self._stored(tuple(stored))
                    found[-1] = known_row(line := _summary(whole))
                    again += [(line, whole.id, summary)] if whole.ended is not None else []
        self._keep_lines(again)
        return grouped([row for row in found if row is not None])

    def _keep_lines(self, lines: Sequence[tuple[str, int, str | None]]) -> None:
        """(line, number, what stands there). Where they cannot be written, they are worked out the next time, too."""
        if lines:
            with contextlib.suppress(ResultsError), self._file.changing() as cursor:
                cursor.executemany("UPDATE results SET summary = ? WHERE id = ? AND (summary IS ?)", lines)

    def setups(self, most: int) -> list[tuple[int, CompareSetup, float]]:
        """(number, set-up, s since 1970) of those with any reply, the newest first. What cannot be read is left out."""
        found = []
        for compare, made, setup in self._file.rows(
            "SELECT id, made, setup FROM results"
            " WHERE deleted IS NULL AND kind = ? AND id IN (SELECT result FROM measurements)"
            " ORDER BY made DESC, id DESC",
            (KIND,),
        )[:most]:
            with contextlib.suppress(msgspec.MsgspecError, RecursionError):
                found.append((compare, msgspec.json.decode(setup, type=CompareSetup), made))
        return found

    def plain_rate(self, key: str) -> float | None:
        """What the plain check has measured, tokens/s, by its key (`baselines.key_of`); None = it was not made."""
        try:
            known = self._file.history.baseline(key)
        except HistoryError:
            return None
        return None if known is None else known.rate

    def part_of(self, compare: int) -> int | None:
        """The newest result that is a part of this one; None where there is none."""
        found = self._file.rows(
            f"SELECT id FROM results WHERE {_PART} AND deleted IS NULL ORDER BY made DESC, id DESC LIMIT 1",
            (compare,),
        )
        return int(found[0][0]) if found else None

    def delete(self, compare: int) -> None:
        """Delete a result, and its parts, so that `restore` can bring them back."""
        self._mark(compare, self._clock())

    def restore(self, compare: int) -> None:
        """Bring a deleted result back, and its parts."""
        self._mark(compare, None)

    def _mark(self, compare: int, deleted: float | None) -> None:
        with self._file.changing() as cursor:
            cursor.execute(f"UPDATE results SET deleted = ? WHERE id = ? OR {_PART}", (deleted, compare, compare))

    def _stored(self, row: tuple[Any, ...]) -> StoredCompare:
        compare, made, setup, schedule, arms, ended = row
        replies = self._file.rows("SELECT measured FROM measurements WHERE result = ? ORDER BY place", (compare,))
        try:
            extra = msgspec.json.decode(arms, type=_Extra)
            asked, planned = msgspec.json.decode(setup, type=CompareSetup), msgspec.json.decode(schedule, type=Schedule)
            planned = msgspec.structs.replace(planned, against_plain=asked.against_plain)  # an older one did not know
            return StoredCompare(
                id=compare, made=made, setup=asked, schedule=with_spare(planned), arms=extra.facts,
                measured=tuple(msgspec.json.decode(text, type=Measured) for (text,) in replies),
                differences=extra.differences, notes=extra.notes, seconds=extra.seconds, ended=ended,
                crowd=extra.crowd, controlled=extra.controlled, others=extra.others, second=extra.second,
                failure=extra.failure, later=extra.later,
                costs={k: cost if isinstance(cost, Interval) else untold(cost) for k, cost in extra.costs.items()},
            )  # fmt: skip
        except (msgspec.MsgspecError, RecursionError) as error:
            raise unreadable() from error


def pair_words(plan: LaunchPlan) -> str:
    """ "Target + Draft" by file names, or the methods that need no second file; the target alone without any."""
    target = PurePath(plan.target or "?").stem
    if not plan.speculates:
        return target
    return f"{target} + {PurePath(plan.draft).stem if plan.loads_draft and plan.draft else ' + '.join(plan.methods)}"


def _row(stored: StoredCompare) -> ResultRow:
    result = stored.result()
    return ResultRow(
        id=stored.id, made=stored.made, pair=stored.setup.pair, build=stored.setup.build,
        headline=headlines.headline(result, stored.setup.names), verdict=result.verdict, speedup=result.speedup,
        prompts=result.prompts, partial=result.partial, temperature=stored.setup.temperature,
        part_of=stored.setup.part_of, hardware=stored.setup.hardware, driver=stored.setup.driver,
        facts=headlines.facts_of(result), names=stored.setup.names, attached=stored.setup.asked is not None,
        settings=settings_of(stored.setup.plans) if stored.setup.asked is None else "",
        ratios=ratios_of(stored.schedule, stored.measured) if result.verdict in NUMBERED else (), statistics=STATISTICS,
    )  # fmt: skip


def _summary(stored: StoredCompare) -> str:
    """Its line, as it is kept."""
    with english():
        return _written(_row(stored))


def _extra(stored: StoredCompare) -> _Extra:
    return _Extra(
        facts=stored.arms, differences=stored.differences, notes=stored.notes, controlled=stored.controlled,
        seconds=stored.seconds, crowd=stored.crowd, costs=stored.costs, others=stored.others, second=stored.second,
        failure=stored.failure, later=stored.later,
    )  # fmt: skip


def _written(value: object) -> str:
    return msgspec.json.encode(value).decode("utf-8")
