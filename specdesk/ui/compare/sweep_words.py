"""What a sweep tried and found, in words for people: records in, words out. No widgets."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from specdesk.language import short
from specdesk.measure import headlines
from specdesk.measure.sweep import PLAIN, Setting, SettingResult
from specdesk.service.sweep_result import SweepResult
from specdesk.ui.compare import words
from specdesk.ui.compare.whiskers import Whisker
from specdesk.ui.parts.looks import Tone

translate = QCoreApplication.translate


def setting_words(setting: Setting) -> str:
    """ "length 5, p-min 0.6" """
    if setting == PLAIN:
        return translate("Compare", "no guessing")
    return ", ".join(_value_words(field, value) for field, value in setting.values)


def _value_words(field: str, value: object) -> str:
    known = {
        "draft_max": translate("Compare", "length {value}"),
        "p_min": translate("Compare", "p-min {value}"),
        "methods": "{value}",
        "draft": translate("Compare", "draft {value}"),
        "ngram.size_n": translate("Compare", "looks for {value} tokens"),
        "ngram.size_m": translate("Compare", "guesses {value}"),
        "ngram.mod_match": translate("Compare", "looks for {value} tokens"),
        "ngram.mod_max": translate("Compare", "guesses up to {value}"),
    }
    shown = PurePath(str(value)).stem if field == "draft" else short(value) if isinstance(value, float) else value
    return known.get(field, field + " {value}").format(value=shown)


def rows_of(result: SweepResult) -> tuple[Whisker, ...]:
    """The settings that have a figure, the fastest first."""
    measured = [row for row in result.settings if row.speedup is not None]
    measured.sort(key=lambda row: -_estimate(row))
    return tuple(_row(result, row) for row in measured)


def _estimate(row: SettingResult) -> float:
    assert row.speedup is not None
    return row.speedup.estimate


def _row(result: SweepResult, row: SettingResult) -> Whisker:
    assert row.speedup is not None
    name = setting_words(row.setting)
    if row.setting == result.current:
        name = translate("Compare", "{name} (now)").format(name=name)
    elif row.given_up:
        name = translate("Compare", "{name} (given up)").format(name=name)
    is_best = result.best is not None and row.setting == result.best.setting
    return Whisker(
        name=name, estimate=row.speedup.estimate, low=row.speedup.low, high=row.speedup.high, count=row.prompts,
        strong=is_best,
    )  # fmt: skip


def failed_words(result: SweepResult) -> str:
    """Settings that could not be measured, and why."""
    told = translate("Compare", "{name} could not be measured: {why}")
    failed = [row for row in result.settings if row.problem]
    return " ".join(told.format(name=setting_words(row.setting), why=row.problem) for row in failed)


def explained(result: SweepResult) -> str:
    """The field's words in the names of the settings."""
    fields = {field for row in result.settings for field, _value in row.setting.values}
    parts = []
    if "draft_max" in fields:
        parts.append(translate("Compare", "Length: how many tokens are guessed before each check."))
    if "p_min" in fields:
        parts.append(translate("Compare", "P-min: guessing stops early where the draft is less sure than this."))
    if fields & {"ngram.size_n", "ngram.mod_match"}:
        parts.append(translate("Compare", "Looks for: so many last tokens must have stood together before."))
    return " ".join(parts)


def headline(result: SweepResult) -> str:
    """The answer in one sentence."""
    if result.best is None:
        return result.nothing or translate("Compare", "No answer: nothing was measured.")
    best = setting_words(result.best.setting)
    if result.confirmed is None or result.stored is None:
        told = translate("Compare", "Best so far: {setting}. It was not compared with no guessing yet.")
        return told.format(setting=best)
    said = headlines.headline(result.confirmed, result.stored.setup.names)
    if result.action == "apply":
        if result.confirmed.verdict == "faster" and headlines.facts_of(result.confirmed).pays_from is None:
            assert result.confirmed.speedup is not None, "faster comes with a number"
            told = translate("Compare", "Best: {setting}. Answers come {times} times as fast.")
            return told.format(setting=best, times=headlines.times(result.confirmed.speedup.estimate))
        told = translate("Compare", "Best: {setting}.")
        return " ".join((told.format(setting=best), said))
    if result.choice == "off" and result.current == PLAIN:
        return translate("Compare", "No way of guessing is surely faster here; leave it off.")
    if result.choice == "on":
        return translate("Compare", "Stay with what is set now; nothing is surely faster.")
    if result.confirmed.verdict == "slower" and result.choice == "off":
        return translate("Compare", "Turn it off: no setting is faster than none.")
    return said


def basis(result: SweepResult) -> str:
    """What the answer rests on."""
    parts = []
    if result.confirmed is not None and result.stored is not None:
        found = headlines.likely(result.confirmed, result.stored.seconds or None)
        told = translate("Compare", "The best against no guessing, on fresh questions: {found}")
        if not result.fresh:
            told = translate("Compare", "The best against no guessing, on the questions that chose it: {found}")
        parts.append(told.format(found=found))
    if result.partial:
        parts.append(translate("Compare", "It was stopped before its end."))
    return " · ".join(parts)


def sign(result: SweepResult) -> tuple[str, Tone]:
    """The sign beside the headline, and its tone."""
    if result.best is None:
        return "?", "neutral"
    if result.confirmed is None or result.stored is None:
        return "…", "neutral"
    stays = result.action == "stay" and result.choice != "open"
    sign = "=" if stays else headlines.sign(result.confirmed, result.stored.setup.names)
    return sign, words.tone_of(sign)
