"""What the panel knows about replies: their figures over time, the plain speed, what a guess costs. No Qt here.

All arithmetic is `specdesk.measure`'s. Everything is bounded.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Literal

import msgspec

from specdesk.measure import speculation
from specdesk.measure.hints import ChatReply, Known, Ledger, draft_on_processor
from specdesk.measure.outcome import Outcome
from specdesk.measure.rates import RateTrace
from specdesk.measure.speculation import CostRange
from specdesk.measure.verdict import MIN_DRAFTED, MIN_TOKENS, Verdict, is_outrun, live_verdict
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.attached_events import AttachedSpeed
from specdesk.service.events import BaselineKnown, ServerFacts
from specdesk.ui.monitor.hint_book import HintBook
from specdesk.ui.monitor.marks import Marks, what_runs

ANSWERS: dict[str, Outcome] = {"worth": "faster", "costs": "slower", "even": "no-difference"}
"""What a compare would say in the words of one reply's verdict."""

MOST_STARTS = 200
MOST_SPANS = 200
MOST_COSTED = 64
"""Earlier replies whose cost of a guess is kept, over all set-ups."""

MOST_COUNTED = 10_000
"""Replies in the ledger of time; the oldest go first."""

Phase = Literal["none", "reading", "answering", "done", "failed"]


class Busy(msgspec.Struct):
    """A time during which another program was answered: s, monotonic; end None = still going on."""

    start: float
    end: float | None = None


class _Costed(msgspec.Struct, frozen=True):
    """A finished reply that says what a guess costs, and the set-up and baseline that it belongs to."""

    setup: object
    baseline: str
    sample: Sample


class _Counted(msgspec.Struct, frozen=True):
    """The last saved figures of a reply that a draft helped with, the key of the plain speed it is held against, and
    the set-up that gave it."""

    baseline: str
    setup: object
    sample: Sample


class Replies:
    """trace: our replies. others: what other programs were given. starts: first tokens of our replies, s, monotonic.
    marks: what else the plots mark.

    sample: newest figures of the reply that streams or ended last; cut_off: it was stopped, or failed. hints: what
    several replies have shown. has_gpu: the engine uses a GPU of this machine. watches: questions go to an engine that
    somebody else started; is_foreign: it gave this reply. attached: what a compare of addresses has measured of that
    engine; no baseline of ours is its measure. is_of_arm: a server gave it that is up only to be measured, with another
    set-up than the user's (another length, say, or made to take no guess), so it does not tell what that is worth.
    """

    def __init__(self) -> None:
        self.trace = RateTrace()
        self.others = RateTrace()
        self.starts: deque[float] = deque(maxlen=MOST_STARTS)
        self.marks = Marks()
        self.busy: deque[Busy] = deque(maxlen=MOST_SPANS)
        self.other_slots = 0
        self.other_tokens: int | None = None
        self.phase: Phase = "none"
        self.unspoken = self.cut_off = False
        self.sample: Sample | None = None
        self.began: float | None = None
        self.facts: ServerFacts | None = None
        self.reply_facts: ServerFacts | None = None
        self.baseline: BaselineKnown | None = None
        self.attached: BaselineKnown | None = None
        self.watches = False
        self.is_foreign = self.is_of_arm = False
        self._own: ServerFacts | None = None
        self.has_gpu = False
        self._reply: int | None = None
        self._reply_baseline: BaselineKnown | None = None
        self._outrun: BaselineKnown | None = None
        self._costed: deque[_Costed] = deque(maxlen=MOST_COSTED)
        self._counted: deque[_Counted] = deque(maxlen=MOST_COUNTED)
        self._rates: dict[str, float] = {}
        self._later: dict[tuple[str, object], float] = {}
        self._ledger: Ledger | None = Ledger()
        self._temperature: float | None = None
        self.hints = HintBook()

    def set_facts(self, facts: ServerFacts, now: float) -> None:
        """What the server is that runs since `now` (s, monotonic); told once more, it adds what was not known yet."""
        before, self.facts = self.facts, facts
        if not facts.arm:
            self._own = facts
        self.marks.ready(before, facts, now)

    # ---- one reply ----------------------------------------------------------------------------------------------

    def begin(self, reply: int, chat: int = 0, temperature: float | None = None) -> None:
        """Reply number `reply` of this chat was asked for, at this temperature where it is known."""
        self._keep_cost()
        self._reply = reply
        self.is_foreign = self.watches
        self.reply_facts = None if self.is_foreign else self.facts
        self.is_of_arm = self._is_arm(self.reply_facts)
        self._reply_baseline = None if self.is_of_arm else self._known_of(self.reply_facts)
        self.phase, self.sample, self.began = "reading", None, None
        self.unspoken = self.cut_off = False
        self._temperature = temperature
        if not self.is_of_arm:
            self.hints.begin(chat, None if self.reply_facts is None else what_runs(self.reply_facts))
        self.trace.begin_reply()

    def add(self, reply: int, sample: Sample) -> None:
        """The engine's newest figures of a reply."""
        if reply != self._reply:
            self.begin(reply)
        if self.began is None:
            self.began = sample.t
            self.starts.append(sample.t)
            self.marks.answering(sample.t)
        self.phase = "answering"
        self.sample = sample
        self.trace.add(sample)

    def end(
        self, reply: int, samples: Sequence[Sample] = (), *, failed: bool = False, stopped: bool = False,
        unspoken: bool = False, now: float | None = None,
    ) -> None:  # fmt: skip
        """The reply ended; samples: what was saved with it (the last one may tell more than the stream did).
        stopped: by somebody, so that its length says nothing. unspoken: that before its first word, so that there is
        nothing that could be told. now: s, monotonic.

        The end of any other reply changes nothing.
        """
        if reply != self._reply:
            return
        if samples:
            self.sample = samples[-1]
        was_answering = self.is_answering
        if was_answering:
            self._count()
        if failed or stopped:
            self.marks.ended(self.sample, now, failed=failed)
        self.phase = "failed" if failed else "done"
        self.unspoken = unspoken and self.sample is None
        self.cut_off = failed or stopped
        plain, sample = self._reply_baseline, self.sample
        if plain is not None and plain.rate is not None and sample is not None:
            guesses = self.speculates and sample.drafted is not None
            if (guesses or not self.speculates) and is_outrun(sample, plain.rate, guesses=guesses):
                self._outrun = plain
        whole = not failed and not stopped
        tells = whole and not self.is_of_arm and self.reply_facts is not None and self.speculates
        if was_answering and tells and sample is not None:
            self.hints.end(ChatReply(sample=sample, temperature=self._temperature), self._known())

    @property
    def is_answering(self) -> bool:
        """True while a reply is on its way."""
        return self.phase in ("reading", "answering")

    @property
    def rate(self) -> float | None:
        """tokens/s of the reply by the engine's own figure."""
        return None if self.sample is None else self.sample.rate

    @property
    def speculates(self) -> bool:
        """False where the server that gives (or gave) the reply is known to guess nothing."""
        facts = self.reply_facts or (None if self.is_foreign else self.facts)
        return facts is None or facts.speculation in ("on", "unknown")

    @property
    def is_of_another_setup(self) -> bool:
        """True when the reply was given by a set-up that no longer runs."""
        if self.phase == "none" or self.reply_facts is None or self.facts is None:
            return False
        return what_runs(self.reply_facts) != what_runs(self.facts)

    def _is_arm(self, facts: ServerFacts | None) -> bool:
        """An arm that runs what the user runs is as good as that."""
        if facts is None or not facts.arm:
            return False
        return self._own is None or what_runs(self._own) != what_runs(facts)

    # ---- is it worth it -----------------------------------------------------------------------------------------

    def set_baseline(self, known: BaselineKnown) -> None:
        """The plain speed of the set-up on screen."""
        self.baseline = known
        self._learn(known, None if known.plan is None else _drafting(known.plan))
        self._bind(known, foreign=False)

    def set_attached(self, told: AttachedSpeed | None) -> None:
        """The plain speed of the engine that is watched; None = another one is watched, or none."""
        if told is None:
            self.attached = None
            return
        found = told.compared
        rate, cost = (None, None) if found is None else (found.plain, found.h)
        known = self.attached = BaselineKnown(key=told.key, rate=rate, made=told.made, h=cost, compared=found)
        self._learn(known, None)
        self._bind(known, foreign=True)

    def _learn(self, known: BaselineKnown, setup: object) -> None:
        """For the ledger of replies. setup: how that set-up guesses."""
        if known.rate:
            self._rates[known.key] = known.rate
            self._ledger = None
        if known.compared is not None and known.compared.extra_first_ms is not None:
            self._later[known.key, setup] = known.compared.extra_first_ms
            self._ledger = None
        elif self._later.pop((known.key, setup), None) is not None:
            self._ledger = None  # the newest compare does not tell

    def _bind(self, known: BaselineKnown, *, foreign: bool) -> None:
        """The reply on screen is measured by what has become known since it began."""
        bound = self._reply_baseline
        if self.is_of_arm:
            return
        if self.is_foreign is foreign and (bound is None or bound.key == known.key):
            self._reply_baseline = known

    @property
    def _of_who_answers(self) -> BaselineKnown | None:
        return self.attached if self.watches else self.baseline

    def _known_of(self, facts: ServerFacts | None) -> BaselineKnown | None:
        """What is known so far; not that of another target, which ran a moment ago."""
        known = self._of_who_answers
        plan = None if known is None else known.plan
        return None if facts is not None and plan is not None and plan.target != facts.plan.target else known

    @property
    def plain(self) -> BaselineKnown | None:
        """The baseline that the reply is measured by; before any reply the one of the set-up on screen."""
        return self._of_who_answers if self.phase == "none" else self._reply_baseline

    @property
    def is_outrun(self) -> bool:
        """True when a finished reply has proved that the plain speed is out of date; until it is measured again."""
        plain, outrun = self.plain, self._outrun
        if plain is None or outrun is None:
            return False
        return (plain.key, plain.rate, plain.made) == (outrun.key, outrun.rate, outrun.made)

    @property
    def plain_rate(self) -> float | None:
        """tokens/s without speculation; None = not measured here yet, or out of date."""
        return None if self.plain is None or self.is_outrun else self.plain.rate

    def cost(self) -> CostRange | None:
        """h over the earlier replies of the same set-up."""
        plain = self._reply_baseline
        if plain is None or plain.rate is None or self.is_outrun:
            return None
        same = [old for old in self._costed if (old.setup, old.baseline) == (self._setup(), plain.key)]
        costs = [speculation.extra_cost(old.sample, plain.rate) for old in same]
        return speculation.cost_range([cost for cost in costs if cost is not None])

    def verdict(self) -> Verdict | None:
        """Is the draft worth it, by the reply so far; None without figures, where nothing guesses, and of an arm."""
        if self.sample is None or not self.speculates or self.is_of_arm:
            return None
        known = self.cost()
        plain = self._reply_baseline
        cost = known.median if known else None if plain is None or self.is_outrun else plain.h
        facts = self.reply_facts
        if facts is None:
            return live_verdict(self.sample, self.plain_rate, cost)
        return live_verdict(self.sample, self.plain_rate, cost, methods=facts.plan.methods, most=facts.most)

    def otherwise(self) -> Outcome | None:
        """What a compare of this set-up says, where that is not what this one reply says; None: nothing else."""
        verdict, plain = self.verdict(), self._reply_baseline
        compared = None if plain is None or plain.compared is None else plain.compared.verdict
        said = None if verdict is None else ANSWERS.get(verdict.kind)
        return None if said is None or compared == said else compared

    def ledger(self) -> Ledger:
        """Time saved or lost by the drafts of all replies since the start, from their saved figures.

        A later first word is counted where a compare has measured it (`counts_first_word`). Replies whose plain speed
        is not known (yet) are not in it, nor those of an arm.
        """
        if self._ledger is None:
            self._ledger = Ledger()
            for one in self._counted:
                rate = self._rates.get(one.baseline)
                if rate is not None:
                    later_ms = self._later.get((one.baseline, one.setup), 0.0)
                    self._ledger = self._ledger.with_reply(one.sample, rate, later_ms)
        return self._ledger

    @property
    def counts_first_word(self) -> bool:
        """Of every reply in the ledger it is known how much later its first word came."""
        return all((one.baseline, one.setup) in self._later for one in self._counted if one.baseline in self._rates)

    def _known(self) -> Known:
        """What was measured of the set-up that gave the reply."""
        plain, cost = self._reply_baseline, self.cost()
        compared = None if plain is None or self.is_outrun else plain.compared
        known = None if plain is None or self.is_outrun else plain.h
        return Known(
            cost=known if cost is None else cost.median,
            baseline_rate=self.plain_rate,
            extra_first_ms=None if compared is None else compared.extra_first_ms,
            break_even_tokens=None if compared is None else compared.break_even_tokens,
            draft_on_processor=self._draft_is_apart(),
        )

    def _draft_is_apart(self) -> bool:
        """By what the engine has allocated, which it may have told after the reply was asked for."""
        facts, newest = self.reply_facts, self.facts
        if facts is None:
            return False
        measured = newest.measured if newest is not None and newest.run == facts.run else facts.measured
        return draft_on_processor(facts.plan, measured, has_gpu=self.has_gpu)

    def _count(self) -> None:
        """A reply has ended: into the ledger, where something is known to have guessed."""
        sample, plain, facts = self.sample, self._reply_baseline, self.reply_facts
        if sample is not None and plain is not None and (sample.drafted or (facts and facts.speculation == "on")):
            self._counted.append(_Counted(plain.key, self._setup(), sample))
            self._ledger = None

    def _keep_cost(self) -> None:
        """The reply before the next one becomes an earlier reply, if it was long enough to tell."""
        sample, plain = self.sample, self._reply_baseline
        if sample is None or plain is None or not self.speculates:
            return
        if sample.tokens >= MIN_TOKENS and (sample.drafted or 0) >= MIN_DRAFTED:
            self._costed.append(_Costed(self._setup(), plain.key, sample))

    def _setup(self) -> object:
        """What the cost of a guess depends on besides what the baseline's key names."""
        return None if self.reply_facts is None else _drafting(self.reply_facts.plan)

    # ---- other programs -----------------------------------------------------------------------------------------

    def add_others(self, busy_slots: int, sample: Sample | None, now: float) -> None:
        """What other programs do with our server at time `now` (s, monotonic)."""
        self.other_slots = busy_slots
        open_span = self.busy[-1] if self.busy and self.busy[-1].end is None else None
        if busy_slots and open_span is None:
            self.busy.append(Busy(now))
        elif not busy_slots and open_span is not None:
            open_span.end = now
        if sample is not None:
            self.other_tokens = sample.tokens
            self.others.add(sample)

    def end_others(self, now: float) -> None:
        """The server they used is gone."""
        self.other_slots, self.other_tokens = 0, None
        if self.busy and self.busy[-1].end is None:
            self.busy[-1].end = now
        self.others.begin_reply()

    def latest(self, now: float) -> float | None:
        """Time of the newest thing that is known, s; None when nothing is. now: s, monotonic."""
        times = [point.t for point in (self.trace.last, self.others.last) if point is not None]
        if self.busy:
            end = self.busy[-1].end
            times.append(now if end is None else end)
        return max(times, default=None)


def last_value(values: Sequence[float]) -> float | None:
    """The newest value, None when it is unknown (NaN) or there is none."""
    return None if not len(values) or math.isnan(values[-1]) else float(values[-1])


def _drafting(plan: LaunchPlan) -> object:
    """How a plan guesses."""
    return (
        plan.target, plan.draft, plan.methods, plan.draft_max, plan.draft_min, plan.p_min, plan.p_split,
        plan.draft_sampling, plan.ngram, plan.context_draft, plan.draft_place,
    )  # fmt: skip
