"""What a result proposes to do, and what else it offers: the button that is filled says the same as the headline."""

from __future__ import annotations

from typing import Literal

import msgspec

from specdesk.measure import headlines
from specdesk.measure.compare import CompareResult

First = Literal["keep", "off", "apply", "more", "again", ""]


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """first: the button that is filled; "" = none, either is fine. may_...: what is offered at all.

    others: run again with the same questions it would tell nothing more; others may. failed: it did not come to its
    end, and goes on where it broke off.
    """

    first: First
    may_keep: bool
    may_turn_off: bool
    may_ask: bool
    others: bool = False
    failed: bool = False


def propose(result: CompareResult, names: headlines.Names, *, can_go_on: bool) -> Proposal:
    """can_go_on: the compare itself can be taken up again, as far as anybody but its own prompts is concerned."""
    numbered, facts = headlines.is_number(result), headlines.facts_of(result)
    sided = numbered or result.leaning is not None
    says = headlines.unguessed(facts, names)
    harmless, never = says == "harmless", says in ("harmless", "useless")
    can_ask = can_go_on and result.can_go_on
    others = _needs_others(facts, names)
    return Proposal(
        first="again" if others else _first(result, facts, names, harmless=harmless, never=never, can_ask=can_ask),
        others=others,
        failed=_has_failed(result),
        may_keep=sided or harmless,
        may_turn_off=sided or never,
        may_ask=can_ask and (numbered or result.partial or _is_hidden(result)),
    )


def _needs_others(facts: headlines.HeadlineFacts, names: headlines.Names) -> bool:
    """All questions that there are were asked, and other ones alone may tell more."""
    if facts.verdict == "not-sure":
        return facts.missing == "nothing" and headlines.lean_of(facts, names) is None
    few = facts.cause is not None and facts.cause.why == "few"
    return facts.verdict == "too-little" and (few or (facts.cause is None and facts.lost == "short"))


def _has_failed(result: CompareResult) -> bool:
    return result.cause is not None and result.cause.has_failed


def _is_hidden(result: CompareResult) -> bool:
    """Only a clear gain or loss would show that it guesses, and none was seen yet."""
    return result.verdict == "no-drafts" and result.hides_guesses


def _first(
    result: CompareResult, facts: headlines.HeadlineFacts, names: headlines.Names, *, harmless: bool, never: bool,
    can_ask: bool,
) -> First:  # fmt: skip
    if result.verdict == "too-little" and _has_failed(result):
        return ""  # what to do first is in the sentence about it
    if result.verdict == "too-little" and facts.lost == "failed":
        return "again"
    if can_ask and (result.verdict == "not-sure" or result.partial or _is_hidden(result)):
        return "more"
    said = result.leaning or headlines.lean_of(facts, names) or result.verdict
    if said == "faster":
        return "" if facts.pays_from is not None else "keep"
    if facts.better is not None and said in ("slower", "no-difference"):
        return "apply"
    if said == "slower" or headlines.frees_memory(result) or (never and not harmless):
        return "off"
    if said == "not-sure" and facts.missing != "nothing" and not facts.resumes:
        return "again"
    # where answers are too short, or come without timings, asking the same again gives the same
    return "again" if said == "drifted" or (said == "too-little" and facts.lost is None) else ""
