"""What a sweep has found, as it is shown and printed."""

from __future__ import annotations

from typing import Any

import msgspec

from specdesk.language import mark, translate
from specdesk.measure import headlines
from specdesk.measure.compare import CompareResult
from specdesk.measure.sweep import Action, Setting, SettingResult
from specdesk.profiles import shareable
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_store import StoredCompare

DONE: dict[Action, str] = {
    "apply": mark("Service", "Use it."),
    "stay": mark("Service", "Stay with what is set now."),
    "off": mark("Service", "No setting is faster than none: turn it off."),
}


class SweepResult(msgspec.Struct, frozen=True, kw_only=True):
    """settings: what was found about each, by few prompts. best: the fastest of them, None when none was measured.

    confirmed: the winner against the plain model on prompts that had no part in choosing it. plan: with the winner.
    action: whether to set it. partial: it ended before its end.
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


def words_of(result: SweepResult) -> str:
    """The answer in one line or two."""
    if result.best is None:
        return translate("Service", "No answer: nothing was measured.")
    best = translate("Service", "Best setting: {setting}.").format(setting=result.best.setting.words())
    said = f"{best} {translate('Service', DONE[result.action])}"
    if result.confirmed is None or result.stored is None:
        return said
    against = translate("Service", "Against plain: {headline}")
    return f"{said} {against.format(headline=headlines.headline(result.confirmed, result.stored.setup.names))}"


def document(result: SweepResult) -> dict[str, Any]:
    """The result as JSON has it (`specdesk sweep --json`)."""
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
            "confirmed": confirmed is not None and confirmed.speedup is not None,
        },
        "action": result.action,
        "current": result.current.document(),
        "settings": [msgspec.to_builtins(row) | {"setting": row.setting.document()} for row in result.settings],
        "plan": None if result.plan is None else msgspec.to_builtins(shareable(result.plan)),
        "compare": msgspec.to_builtins(confirmed),
        "partial": result.partial,
        "notes": list(result.notes),
    }
