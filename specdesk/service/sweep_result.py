"""What a sweep has found, as it is shown and printed."""

from __future__ import annotations

from typing import Any

import msgspec

from specdesk.kept_sentence import told
from specdesk.language import mark, number, translate
from specdesk.measure import headlines
from specdesk.measure.choice import Choice, choice_of
from specdesk.measure.compare import CompareResult
from specdesk.measure.sweep import PLAIN, Action, Setting, SettingResult, action_for, result_of_setting
from specdesk.measure.sweep_prompts import can_divide, is_fresh
from specdesk.profiles import shareable
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_store import StoredCompare
from specdesk.service.sweep_grid import plan_with
from specdesk.service.sweep_nothing import nothing_found_words, winner_of
from specdesk.service.sweep_store import COMPLETE, StoredSweep

DONE: dict[Action, str] = {
    "apply": mark("Service", "Use it."),
    "stay": mark("Service", "Stay with what is set now."),
    "off": mark("Service", "No setting is faster than none: turn it off."),
}
NOT_FRESH = mark(
    "Service",
    "There were too few questions to choose with some and judge with others: the best was compared on those that chose "
    "it, so it looks better than it is.",
)
NOT_DIVIDED = mark(
    "Service",
    "Some of the questions that chose the best judged it, too, so it looks better than it is. A new search keeps them "
    "apart.",
)
"""Of a search that an older version began."""


class SweepResult(msgspec.Struct, frozen=True, kw_only=True):
    """settings: what was found about each, by few prompts. best: the fastest of them, None when none was measured,
    or by too few questions for an answer.

    confirmed: the winner against the plain model; fresh: on questions that had no part in choosing it. plan: with the
    winner. action: whether to set it. partial: it ended before its end. tried: the plan whose settings were tried.
    nothing: why there is no best one, as a headline; "" = nothing was measured.
    """

    current: Setting
    settings: tuple[SettingResult, ...]
    best: SettingResult | None
    plan: LaunchPlan | None
    action: Action
    confirmed: CompareResult | None
    stored: StoredCompare | None
    partial: bool
    notes: tuple[str, ...]
    tried: LaunchPlan | None = None
    fresh: bool = True
    nothing: str = ""

    @property
    def choice(self) -> Choice | None:
        """What the compare with plain says of the winner; None = there is none."""
        return _choice(self.confirmed, self.stored)


def result_of_sweep(stored: StoredSweep, confirmed: StoredCompare | None) -> SweepResult:
    """What a sweep has found; no engine is needed for that. confirmed: the winner against the plain model."""
    state, trials, current = stored.state, stored.trials, _current_of(stored)
    problems = {setting: told(why) for setting, why in state.problems}
    rows = tuple(
        result_of_setting(trials, one, current, given_up=one in state.given_up, problem=problems.get(one))
        for one in state.tried
    )
    winner = winner_of(stored)
    best = next((row for row in rows if row.setting == winner), None)
    result = None if confirmed is None else confirmed.result()
    notes = [translate("Service", note).format(percent=number(percent)) for note, percent in state.notes]
    choosing = {trial.measured.prompt for trial in trials}
    fresh = confirmed is None or is_fresh(stored.setup.prompts, choosing, confirmed.schedule.prompts)
    notes += [] if fresh else [translate("Service", NOT_DIVIDED if can_divide(stored.setup.prompts) else NOT_FRESH)]
    base = state.base or msgspec.structs.replace(stored.setup.plan, slots=1)
    return SweepResult(
        tried=stored.setup.plan,
        fresh=fresh,
        nothing="" if best is not None else nothing_found_words(stored),
        current=current,
        settings=rows,
        best=best,
        plan=None if winner is None else plan_with(base, winner),
        action="stay" if best is None else action_for(best, current, _choice(result, confirmed)),
        confirmed=result,
        stored=confirmed,
        partial=stored.ended != COMPLETE or (result is not None and result.partial),
        notes=(*notes, *(told(note, "Service") for note in (() if confirmed is None else confirmed.notes))),
    )


def _choice(result: CompareResult | None, stored: StoredCompare | None) -> Choice | None:
    return None if result is None or stored is None else choice_of(result, stored.setup.names)


def _current_of(stored: StoredSweep) -> Setting:
    """What is set now, the first of the first line (`Grid.first_line`)."""
    return stored.state.tried[0] if stored.setup.plan.speculates and stored.state.tried else PLAIN


def words_of(result: SweepResult) -> str:
    """The answer in one line or two."""
    if result.best is None:
        return result.nothing or translate("Service", "No answer: nothing was measured.")
    best = translate("Service", "Best setting: {setting}.").format(setting=result.best.setting.words())
    if result.choice == "off" and result.current == PLAIN:
        return " ".join((best, translate("Service", "It is not faster than none: leave it off.")))
    parts = [best, translate("Service", DONE[result.action])]
    if result.confirmed is not None and result.stored is not None:
        if result.action == "off" and result.confirmed.verdict != "slower":
            parts.pop()  # none is surely slower; why it should be off is said by the headline
        against = translate("Service", "Against plain: {headline}")
        parts.append(against.format(headline=headlines.headline(result.confirmed, result.stored.setup.names)))
    return " ".join(parts)


def document(result: SweepResult, compare: dict[str, Any] | None) -> dict[str, Any]:
    """The result as JSON has it (`specdesk sweep --json`). compare: the document of `result.confirmed`."""
    confirmed, best = result.confirmed, result.best
    speedup = best.speedup if best is not None and (confirmed is None or confirmed.speedup is None) else None
    speedup = confirmed.speedup if confirmed is not None and confirmed.speedup is not None else speedup
    return {
        "verdict": None if confirmed is None else confirmed.verdict,
        "best": None
        if best is None
        else {
            "setting": best.setting.document(),
            "speedup": msgspec.to_builtins(speedup),
            "confirmed": confirmed is not None and confirmed.speedup is not None and result.fresh,
        },
        "action": result.action,
        "current": result.current.document(),
        "settings": [msgspec.to_builtins(row) | {"setting": row.setting.document()} for row in result.settings],
        "plan": None if result.plan is None else msgspec.to_builtins(shareable(result.plan)),
        "tried": None if result.tried is None else msgspec.to_builtins(shareable(result.tried)),
        "fresh": result.fresh,
        "compare": compare,
        "partial": result.partial,
        "notes": list(result.notes),
        "nothing": result.nothing,
    }
