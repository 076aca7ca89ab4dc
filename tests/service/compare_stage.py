"""Compares through a Stage, with fake engines whose speed, acceptance and cost of drafting are known."""

from __future__ import annotations

import json
from pathlib import Path

import psutil
from service_stage import Stage

from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import CompareDone, CompareProgress

FAST = {"speed": 1500, "acceptance": 0.9, "draft_cost": 0.05}


def compared(table: Stage, plan: LaunchPlan, prompts: str) -> CompareDone:
    """A whole quick compare."""
    table.service.compare(plan, Access(), 1.0, True, prompts)
    return table.wait(CompareDone)


def begun(table: Stage, plan: LaunchPlan, prompts: str, replies: int) -> CompareProgress:
    """A quick compare with that many replies in."""
    table.service.compare(plan, Access(), 1.0, True, prompts)
    return table.wait(CompareProgress, lambda event: event.done >= replies)


def servers(folder: Path) -> list[int]:
    """Ids of the processes that run with a model in that folder."""
    found = psutil.process_iter(["cmdline"])
    return [one.pid for one in found if any(str(folder) in word for word in one.info["cmdline"] or ())]


def starts(argv_log: Path) -> list[list[str]]:
    """Arguments of every server that was started (not only asked about)."""
    lines = [json.loads(line)["argv"] for line in argv_log.read_text().splitlines()]
    return [argv for argv in lines if "--port" in argv]
