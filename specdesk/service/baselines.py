"""What measurements belong to: the key of a plain speed, and the part of a plan that a set-up is."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from specdesk import jsonfile
from specdesk.chat.attached.probing import base_of
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.measure.baseline import Identity, baseline_key
from specdesk.records.plan import LaunchPlan, Sampling
from specdesk.shown_address import shown_address


def key_of(plan: LaunchPlan, engine: EngineInfo) -> str:
    """The baseline key of a plan on an engine. Blocks on two `stat` calls."""
    return baseline_key(_identity(plan.target or ""), _identity(engine.path or f"{EMBEDDED} {engine.version}"), plan)


def address_key(url: str, model: str, build: str | None, choice: str = "") -> str:
    """The key of what was measured at an address: a digest of the address without user and password, the model, the
    engine's name of its build, and what each question says of speculation. The address cannot be read from it, but
    whoever tries all likely ones finds it, since there are few; so the key is no way to hide an address."""
    address = shown_address(base_of(url)).casefold().replace("://localhost", "://127.0.0.1", 1)
    return hashlib.sha256(jsonfile.dump([address, model, build, choice])).hexdigest()


def files_of(plan: LaunchPlan) -> tuple[Identity, ...]:
    """The models that a plan loads, as they are now. Blocks on two `stat` calls."""
    return tuple(_identity(path) for path in (plan.target, plan.draft if plan.loads_draft else None) if path)


def set_up_of(plan: LaunchPlan) -> LaunchPlan:
    """The plan without address and sampling: two that are equal run the same models in the same way."""
    return msgspec.structs.replace(plan, host=None, port=None, alias=None, sampling=Sampling(), reply_limit=None)


def _identity(path: str) -> Identity:
    try:
        stat = Path(path).stat()
    except (OSError, ValueError):
        return Identity(path=path)
    return Identity(path=path, size=stat.st_size, mtime_ns=stat.st_mtime_ns)
