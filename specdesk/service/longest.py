"""How many tokens a plan's drafter can guess at once."""

from __future__ import annotations

from specdesk.models.choice import BLOCK_METHODS, longest_length
from specdesk.models.library import inspect
from specdesk.records.plan import LaunchPlan


def longest_draft(plan: LaunchPlan) -> int | None:
    """Tokens that the plan's drafting file can guess at once, by its header; None where it sets no limit, or cannot be
    read. Blocks."""
    if plan.draft is None or not plan.loads_draft or plan.draft_method not in BLOCK_METHODS:
        return None
    return longest_length(plan.draft_method, inspect(plan.draft))
