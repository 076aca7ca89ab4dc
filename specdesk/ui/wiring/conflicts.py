"""What may keep a draft from working is said when a start is made; the start goes on all the same."""

from __future__ import annotations

from specdesk.engines.dialect import start_warnings
from specdesk.engines.engine_info import EngineInfo
from specdesk.language import translate
from specdesk.records.plan import LaunchPlan
from specdesk.ui.shell.notices import Matter, Notices

CONFLICTS = "conflicts"


def warn_of_conflicts(plan: LaunchPlan, engine: EngineInfo | None, notices: Notices) -> None:
    """Say it, or take away what was said of an earlier start."""
    warnings = () if engine is None else start_warnings(plan, engine)
    if not warnings:
        notices.clear(CONFLICTS)
        return
    what = translate("ServerDesk", "This set-up may fail because of its draft.")
    notices.say(Matter(key=CONFLICTS, what=what, why=" ".join(warnings), tone="warn"))
