"""Which of several settings is fastest, from a few prompts each: paired by prompt, the hopeless dropped early. Pure.

What a sweep says about the winner in the end comes from prompts that had no part in choosing it (`sweep_prompts`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Literal

import msgspec

from specdesk.language import translate
from specdesk.measure.advice import GAIN, PromptCounts, cost_of, counted
from specdesk.measure.choice import Choice
from specdesk.measure.measured import Measured, left_out, rate_of
from specdesk.measure.outcome import MARGIN, side
from specdesk.measure.protocol import MAX_CAP, MIN_CAP, Pace
from specdesk.measure.stats import Interval, Pooled, PromptRatio, pooled

Value = int | float | str
Action = Literal["apply", "stay", "off"]

SURE_AFTER = 3
"""Prompts after which a setting may be given up."""

LENGTH = "draft_max"
FEWEST_GUESSES = 100
"""Fewer say too little of what a guess costs."""

KEPT = 2
"""Settings of the first line that the second one starts from."""

FEWEST = 2
"""Settings worth a line."""


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """Fields of a LaunchPlan (dotted) and their values; none at all = the plain model."""

    values: tuple[tuple[str, Value], ...] = ()

    def document(self) -> dict[str, Value]:
        """As JSON has it."""
        return dict(self.values)

    def words(self) -> str:
        """ "draft_max 5, p_min 0.6"; a file by its name alone."""
        said = ", ".join(f"{field.rpartition('.')[2]} {_short(value)}" for field, value in self.values)
        return said or translate("Arms", "plain")


def _short(value: Value) -> Value:
    return PurePath(value).name if isinstance(value, str) else value


PLAIN = Setting()


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One reply under one setting. task: of its prompt (`ComparePrompt.task`); "" = an older version kept none."""

    setting: Setting
    measured: Measured
    task: str = ""


class SettingResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was found about one setting. speedup: against the plain model; against_current: against what is set now.

    rate: tokens/s, geometric mean. given_up: it was surely slower than the best. problem: why it was not measured.
    """

    setting: Setting
    prompts: int
    speedup: Interval | None = None
    against_current: Interval | None = None
    rate: float | None = None
    acceptance: float | None = None
    given_up: bool = False
    problem: str | None = None


class LineSize(msgspec.Struct, frozen=True, kw_only=True):
    """How many settings of a line fit its time, and tokens per reply."""

    settings: int
    cap: int


def ratio(trials: Sequence[Trial], setting: Setting, base: Setting) -> Pooled | None:
    """ln(rate / rate of `base`) over the tasks that both have answered; None for fewer than two.

    Kinds of text are one pool here: there are too few tasks of each.
    """
    ours, theirs = _rates(trials, setting), _rates(trials, base)
    tasks = {trial.measured.prompt: trial.task for trial in trials}
    return pooled([
        PromptRatio(kind="all", log_ratio=ours[prompt] - theirs[prompt], task=tasks[prompt])
        for prompt in ours
        if prompt in theirs
    ])  # fmt: skip


def best_of(trials: Sequence[Trial], settings: Sequence[Setting]) -> Setting | None:
    """The fastest, by its mean ratio to the plain model."""
    known = {one: found.mean for one in settings if (found := ratio(trials, one, PLAIN)) is not None}
    return max(known, key=lambda one: known[one], default=None)


def is_hopeless(trials: Sequence[Trial], setting: Setting, others: Sequence[Setting]) -> bool:
    """Surely slower than the best of the others, beyond the margin, on the prompts that both have answered."""
    best = best_of(trials, [one for one in others if one != setting])
    found = None if best is None else ratio(trials, setting, best)
    return found is not None and found.count >= SURE_AFTER and found.interval().high < 1.0 - MARGIN


def survivors(trials: Sequence[Trial], settings: Sequence[Setting], most: int = KEPT) -> tuple[Setting, ...]:
    """The fastest ones, those that are surely slower left out."""
    known = {one: found.mean for one in settings if (found := ratio(trials, one, PLAIN)) is not None}
    ordered = sorted(known, key=lambda one: -known[one])
    return tuple(one for one in ordered if not is_hopeless(trials, one, ordered))[:most]


def result_of_setting(
    trials: Sequence[Trial], setting: Setting, current: Setting, *, given_up: bool = False, problem: str | None = None
) -> SettingResult:
    """Everything about one setting."""
    rates = _rates(trials, setting)
    samples = [trial.measured.sample for trial in trials if trial.setting == setting]
    told = [s for s in samples if s is not None and s.drafted and s.accepted is not None]
    drafted = sum(sample.drafted or 0 for sample in told)
    against = None if setting == current else ratio(trials, setting, current)
    found = ratio(trials, setting, PLAIN)
    return SettingResult(
        setting=setting,
        prompts=len(rates),
        speedup=None if found is None else found.interval(),
        against_current=None if against is None else against.interval(),
        rate=math.exp(math.fsum(rates.values()) / len(rates)) if rates else None,
        acceptance=sum(sample.accepted or 0 for sample in told) / drafted if drafted else None,
        given_up=given_up,
        problem=problem,
    )


def costs_of(trials: Sequence[Trial], winner: Setting) -> dict[int, Interval]:
    """Draft length -> h of the settings that differ from the winner in their length alone, over all their replies."""
    others = _without_length(winner)
    plain = _rates(trials, PLAIN)
    found: dict[int, Interval] = {}
    for setting in dict.fromkeys(trial.setting for trial in trials):
        length = dict(setting.values).get(LENGTH)
        if isinstance(length, int) and _without_length(setting) == others:
            cost = _cost(trials, setting, plain)
            if cost is not None:
                found[length] = cost
    return found


def _without_length(setting: Setting) -> dict[str, Value]:
    return {field: value for field, value in setting.values if field != LENGTH}


def _cost(trials: Sequence[Trial], setting: Setting, plain: Mapping[str, float]) -> Interval | None:
    """What drafting cost / drafted (`measure.advice`): None where too little was drafted to tell, or by one prompt."""
    counts: list[PromptCounts] = []
    for trial in trials:
        sample, rate = trial.measured.sample, plain.get(trial.measured.prompt)
        if trial.setting != setting or left_out(trial.measured) is not None or sample is None or rate is None:
            continue
        found = counted("all", [sample], math.exp(rate), trial.task)
        counts += [] if found is None or not found.drafted else [found]
    cost = cost_of(counts) if sum(one.drafted for one in counts) >= FEWEST_GUESSES else None
    return None if cost is None else msgspec.structs.replace(cost, estimate=max(0.0, cost.estimate))


def action_for(best: SettingResult, current: Setting, choice: Choice | None) -> Action:
    """What to do: never something else than the compare with plain says. choice: what that says of the winner; None =
    it was not measured."""
    if choice == "off":
        return "off" if current != PLAIN else "stay"
    if choice != "on" or best.setting == current:
        return "stay"
    if current == PLAIN:
        return "apply"
    return "apply" if best.against_current is not None and best.against_current.low > GAIN else "stay"


def drift_of(visits: Sequence[Sequence[Trial]]) -> float | None:
    """How much the plain model got faster (above 0) or slower between its first visit and its last, when that is sure.

    visits: the replies of each visit to the same prompts. As last / first - 1.
    """
    first, last = _rates(visits[0], PLAIN), _rates(visits[-1], PLAIN)
    common = [prompt for prompt in first if prompt in last]
    found = pooled([PromptRatio(kind="all", log_ratio=last[prompt] - first[prompt]) for prompt in common])
    if found is None or side(found.interval()) not in ("faster", "slower"):
        return None
    return math.exp(found.mean) - 1.0


def line_size(wanted: int, prompts: int, seconds: float, pace: Pace) -> LineSize:
    """How much of a line fits: fewer tokens first, then fewer settings; the plain model is measured before and behind.

    At least two settings with the shortest replies, also on a machine that is too slow for that.
    """
    for count in range(wanted, FEWEST, -1):
        cap = _cap(count, prompts, seconds, pace)
        if cap >= MIN_CAP:
            return LineSize(settings=count, cap=min(cap, MAX_CAP))
    least = min(wanted, FEWEST)
    return LineSize(settings=least, cap=max(MIN_CAP, min(MAX_CAP, _cap(least, prompts, seconds, pace))))


def line_s(size: LineSize, prompts: int, pace: Pace) -> float:
    """What a line takes if no setting is given up early, s."""
    starts = 2 * pace.start_s("A") + size.settings * pace.start_s("B")
    reply_s = pace.prompt_s + size.cap / min(pace.rate, pace.rate_b or pace.rate)
    return starts + (size.settings + 2) * prompts * reply_s


def _cap(settings: int, prompts: int, seconds: float, pace: Pace) -> int:
    starts = 2 * pace.start_s("A") + settings * pace.start_s("B")
    replies = (settings + 2) * prompts
    return math.floor(((seconds - starts) / replies - pace.prompt_s) * min(pace.rate, pace.rate_b or pace.rate))


def _rates(trials: Sequence[Trial], setting: Setting) -> Mapping[str, float]:
    """Prompt -> mean logarithm of its rates, of the replies that count."""
    found: dict[str, list[float]] = {}
    for trial in trials:
        rate = rate_of(trial.measured)
        if trial.setting == setting and left_out(trial.measured) is None and rate:
            found.setdefault(trial.measured.prompt, []).append(math.log(rate))
    return {prompt: math.fsum(logs) / len(logs) for prompt, logs in found.items()}
