"""The sentences behind Details of a result: with the field's words, each with the term that explains it. No widgets."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from specdesk.language import number, short
from specdesk.measure import headlines
from specdesk.measure.card_state import card_drift
from specdesk.measure.compare import CompareResult
from specdesk.measure.cut_short import cut_short_words
from specdesk.measure.same_text import TextCheck
from specdesk.service.compare_notes import noted
from specdesk.service.compare_store import StoredCompare
from specdesk.ui.compare.words import computer_words, hardware_words

translate = QCoreApplication.translate


def facts_of(stored: StoredCompare, result: CompareResult) -> list[tuple[str, str]]:
    """Sentences behind Details: the term that explains it, and what it says."""
    found: list[tuple[str, str]] = []
    if result.acceptance is not None:
        words = translate("Compare", "Acceptance: {share} % of the guessed tokens were used.")
        found.append(("acceptance", words.format(share=round(100 * result.acceptance))))
    if result.tokens_per_pass is not None:
        words = translate("Compare", "Tokens per pass: {tokens} come out of each step of the target.")
        found.append(("per step", words.format(tokens=number(result.tokens_per_pass, 2))))
    if result.h is not None:
        found.append(("break-even", _cost_words(result)))
    found += [("break-even", words) for words in _other_costs(result, stored.arms[1].length)]
    if result.drift is not None:
        found.append(("drift", _drift_words(result.drift, stored.setup.names)))
    card = card_drift(stored.measured).words
    if card:
        found.append(("drift", card))
    if result.total_time_ratio is not None:
        found.append(("total time", _total_words(result.total_time_ratio)))
    words = translate("Compare", "Answers of up to {cap} tokens at temperature {temperature}, intervals of 95 %.")
    found.append(("how asked", words.format(cap=result.cap, temperature=short(stored.setup.temperature))))
    setup = stored.setup
    ran_on = [part for part in (hardware_words(setup.hardware), computer_words(setup.computer)) if part]
    if ran_on:
        found.append(("set-up", translate("Compare", "Measured on: {where}.").format(where=", ".join(ran_on))))
    control = ("", "") if result.control is None else (result.control.words, result.control.costs)
    left_out = (headlines.left_out_words(result), cut_short_words(result))
    repeats = repeats_words(stored.checks(), stored.setup.names)
    found += [("repeats", words) for words in (repeats, control[0]) if words]
    found += [("control", words) for words in control[1:] if words]
    found += [("counting", words) for words in left_out if words]
    return found + [("note", words) for words in noted(stored) if words]


def repeats_words(checks: Sequence[TextCheck], names: headlines.Names) -> str:
    """Each arm against itself. Empty where nothing was asked twice."""
    said = headlines.in_words(names)
    twice = [
        (name, [same for same in told if same is not None])
        for name, told in (
            (said.a, [check.repeatable_a for check in checks]), (said.b, [check.repeatable_b for check in checks]),
        )
    ]  # fmt: skip
    if not all(told for _, told in twice):
        return ""
    words = translate("Compare", "Asked twice, {a} said the same in {same_a} of {all_a}, {b} in {same_b} of {all_b}.")
    (a, told_a), (b, told_b) = twice
    return words.format(a=a, same_a=sum(told_a), all_a=len(told_a), b=b, same_b=sum(told_b), all_b=len(told_b))


def _total_words(ratio: float) -> str:
    words = translate(
        "Compare",
        "All answers together: {times} times as many tokens in the same time. Long answers weigh more there; in the "
        "factor above each question weighs the same.",
    )
    return words.format(times=headlines.times(ratio))


def _drift_words(drift: float, names: headlines.Names) -> str:
    share = number(100 * abs(drift), 1)
    if not names.thing:
        slower = translate("Compare", "Drift: {name} was {share} % slower at the end than at the start.")
        faster = translate("Compare", "Drift: {name} was {share} % faster at the end than at the start.")
        return (slower if drift < 0 else faster).format(name=headlines.in_words(names).a, share=share)
    if drift < 0:
        words = translate("Compare", "Drift: the plain model was {share} % slower at the end than at the start.")
    else:
        words = translate("Compare", "Drift: the plain model was {share} % faster at the end than at the start.")
    return words.format(share=share)


def _cost_words(result: CompareResult) -> str:
    assert result.h is not None
    cost, share, around = number(100 * result.h), round(100 * max(0.0, result.h)), result.h_interval
    if around is None or around.high - around.low < 0.01:
        words = translate("Compare", "Break-even: a guess costs {cost} % of a step, so it pays from {share} % on.")
        return words.format(cost=cost, share=share)
    words = translate(
        "Compare", "Break-even: a guess costs {cost} % ({low} to {high} %) of a step, so it pays from {share} % on."
    )
    return words.format(cost=cost, low=number(100 * around.low), high=number(100 * around.high), share=share)


def _other_costs(result: CompareResult, length: int | None) -> list[str]:
    """A sentence for every other draft length whose cost is known, of this compare and of earlier ones."""
    words = translate("Compare", "At draft length {length} a guess costs {cost} % of a step.")
    return [words.format(length=k, cost=number(100 * cost)) for k, cost in sorted(result.costs.items()) if k != length]
