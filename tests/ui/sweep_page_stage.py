"""What a search for the best setting may find."""

from __future__ import annotations

import msgspec
from compare_outcomes import fixed
from compare_page_stage import PLAN, draft, ratio

from specdesk.measure.choice import choice_of
from specdesk.measure.stats import Interval
from specdesk.measure.sweep import Action, Setting, SettingResult, action_for
from specdesk.service.compare_store import StoredCompare
from specdesk.service.sweep_result import SweepResult

NOW = Setting(values=(("draft_max", 4), ("p_min", 0.6)))
BEST = Setting(values=(("draft_max", 5), ("p_min", 0.6)))
SLOW = Setting(values=(("draft_max", 1), ("p_min", 0.6)))
BROKEN = Setting(values=(("draft_max", 8), ("p_min", 0.6)))


def found(action: Action = "apply", *, partial: bool = False) -> SweepResult:
    """Four settings, one of which did not start."""
    rows = (
        SettingResult(setting=NOW, prompts=6, speedup=Interval(estimate=1.6, low=1.5, high=1.7)),
        SettingResult(setting=BEST, prompts=6, speedup=Interval(estimate=1.9, low=1.8, high=2.0)),
        SettingResult(setting=SLOW, prompts=3, speedup=Interval(estimate=1.1, low=1.0, high=1.2), given_up=True),
        SettingResult(setting=BROKEN, prompts=0, problem="Not enough memory."),
    )
    measured = fixed(ratio(0.8)) if action == "off" else draft()
    return SweepResult(
        current=NOW, settings=rows, best=rows[1], plan=msgspec.structs.replace(PLAN, draft_max=5, p_min=0.6),
        action=action, confirmed=measured.result(), stored=measured, partial=partial, notes=("Same offload.",),
    )  # fmt: skip


def answered(measured: StoredCompare, current: Setting = NOW) -> SweepResult:
    """The best surely beats what is set now; measured: what the compare with plain has found of it."""
    result = measured.result()
    interval = Interval(estimate=1.3, low=1.1, high=1.5)
    best = SettingResult(
        setting=BEST, prompts=6, speedup=Interval(estimate=0.98, low=0.9, high=1.05), against_current=interval
    )
    return SweepResult(
        current=current, settings=(best,), best=best, plan=PLAN, confirmed=result, stored=measured, partial=False,
        action=action_for(best, current, choice_of(result, measured.setup.names)), notes=(),
    )  # fmt: skip
