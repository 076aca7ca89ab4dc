"""A profile beside what is set up: the same or not, and what is set up once it is chosen. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

import msgspec

from specdesk.engines.dialect_records import ParsedCommand
from specdesk.engines.engine_info import EngineInfo
from specdesk.profiles import shareable
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.service.adopting import adopt
from specdesk.settings import Settings

_OF_THE_RUN = ("host", "port", "metrics", "slots_endpoint")
"""Where a server listens is chosen elsewhere, and no part of a profile."""


def profile_plan(plan: LaunchPlan) -> LaunchPlan:
    """What of a plan is kept in a profile."""
    return msgspec.structs.replace(shareable(plan), **dict.fromkeys(_OF_THE_RUN))


def is_same(profile: LaunchPlan, plan: LaunchPlan | None) -> bool:
    """Whether what is set up is what the profile says."""
    return plan is not None and profile_plan(profile) == profile_plan(plan)


def settings_with(
    settings: Settings, name: str, plan: LaunchPlan, engine: EngineInfo, rows: Mapping[str, ModelFile]
) -> Settings:
    """Settings that lead to a profile, which is remembered for its target. A file that lies elsewhere on this computer
    than where the profile was made is found by its name, if there is one of that name only."""
    here = msgspec.structs.replace(
        profile_plan(plan), target=_place(plan.target, rows), draft=_place(plan.draft, rows)
    )  # fmt: skip
    changed = adopt(ParsedCommand(plan=here), settings, engine, rows, settings.target).settings
    return remembering(changed, changed.target, name)


def remembering(settings: Settings, target: str | None, name: str) -> Settings:
    """Settings that remember a profile for a target; "" forgets it."""
    kept = {path: known for path, known in settings.profiles.items() if path != target}
    if target and name:
        kept[target] = name
    return msgspec.structs.replace(settings, profiles=kept)


def _place(path: str | None, rows: Mapping[str, ModelFile]) -> str | None:
    if path is None or path in rows:
        return path
    name = PurePath(path.replace("\\", "/")).name
    alike = [known for known in rows if PurePath(known).name == name]
    return alike[0] if len(alike) == 1 else path
