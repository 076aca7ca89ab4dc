"""What each launch setting is called in the chosen engine, and why some cannot be set there. Pure."""

from __future__ import annotations

import msgspec

from specdesk.engines.dialect import spelled
from specdesk.engines.dialect_table import NGRAM_SIZED, with_field
from specdesk.engines.embedded import unsupported
from specdesk.engines.engine_info import EngineInfo
from specdesk.records.plan import LaunchPlan

_SAID_ANYHOW = ("extra",)
"""Settings that have no flag of their own and that every llama-server takes."""


class SettingName(msgspec.Struct, frozen=True, kw_only=True):
    """flag: the name in this build, empty where it has none. usable: it can be set; `why` says why not."""

    flag: str = ""
    usable: bool = True
    why: str = ""


def setting_name(field: str, engine: EngineInfo | None, kind: str | None = None) -> SettingName:
    """How `engine` calls a LaunchPlan field ("draft_place.layers"), if it knows it.

    kind: method in use, whose n-gram length is meant. Without a usable engine nothing is greyed for its sake. The
    embedded engine has no command line, hence no names.
    """
    if engine is None or not engine.usable or (field in _SAID_ANYHOW and engine.kind != "embedded"):
        return SettingName()
    if engine.kind == "embedded":
        probe = with_field(LaunchPlan(), field, ("--probe",) if field == "extra" else 1)
        lacking = unsupported(probe)
        return SettingName(usable=not lacking, why=lacking[0][1] if lacking else "")
    said = spelled(field, engine.flags, kind if kind in NGRAM_SIZED else NGRAM_SIZED[0])
    return SettingName(flag=said.flag or "", usable=said.flag is not None, why=said.why)
