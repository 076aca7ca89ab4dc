"""What the headline of a compare says to do, for what acts on it. Pure."""

from __future__ import annotations

from typing import Literal

from specdesk.measure.arm_names import Names
from specdesk.measure.compare import CompareResult
from specdesk.measure.headlines import facts_of, frees_memory, lean_of, unguessed

Choice = Literal["on", "off", "open"]
"""open: either is fine, another draft length should pay, or there is no answer."""


def choice_of(result: CompareResult, names: Names) -> Choice:
    """The choice that the headline of this result names."""
    if not names.thing:
        return "open"
    facts = facts_of(result)
    says = unguessed(facts, names)
    if says is not None:
        return "off" if says == "useless" else "open"
    said = result.leaning or lean_of(facts, names) or result.verdict
    if said == "faster":
        return "on"
    if facts.better is not None and said in ("slower", "no-difference"):
        return "open"
    return "off" if said == "slower" or frees_memory(result) else "open"
