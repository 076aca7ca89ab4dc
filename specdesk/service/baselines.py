"""The key under which a plain speed is kept: this target file, this engine, these settings."""

from __future__ import annotations

from pathlib import Path

from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.measure.baseline import Identity, baseline_key
from specdesk.records.plan import LaunchPlan


def key_of(plan: LaunchPlan, engine: EngineInfo) -> str:
    """The baseline key of a plan on an engine. Blocks on two `stat` calls."""
    return baseline_key(_identity(plan.target or ""), _identity(engine.path or f"{EMBEDDED} {engine.version}"), plan)


def _identity(path: str) -> Identity:
    try:
        stat = Path(path).stat()
    except (OSError, ValueError):
        return Identity(path=path)
    return Identity(path=path, size=stat.st_size, mtime_ns=stat.st_mtime_ns)
