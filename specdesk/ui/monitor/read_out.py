"""What a plot says in words: at the cursor, and as a whole for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from specdesk.language import short
from specdesk.measure.rates import RatePoint
from specdesk.ui.monitor.curves import Curves
from specdesk.ui.monitor.marks import Mark
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.monitor.words import counts_words, figure, not_exposed, percent, seconds, why_no_acceptance
from specdesk.ui.theme import number

translate = QCoreApplication.translate

NEWEST = 3
"""Marks that are named below the plots."""


def speed(point: RatePoint, curves: Curves | None) -> str:
    """ "at 3.2 s: 61 tokens/s, whole reply 56"."""
    told = translate("Monitor", "no speed") if point.rate is None else _rate(point.rate)
    words = _at(point, curves, told)
    if point.mean_rate is None:
        return words
    return translate("Monitor", "{now}, reply {rate}").format(now=words, rate=figure(point.mean_rate))


def acceptance(point: RatePoint, curves: Curves | None) -> str:
    """ "at 3.2 s: 70 %, whole reply 58 %"."""
    told = translate("Monitor", "nothing guessed") if point.acceptance is None else percent(point.acceptance)
    words = _at(point, curves, told)
    if point.mean_acceptance is None:
        return words
    return translate("Monitor", "{now}, reply {share}").format(now=words, share=percent(point.mean_acceptance))


def _at(point: RatePoint, curves: Curves | None, told: str) -> str:
    time = point.t - (curves.frame.origin if curves else point.t)
    return translate("Monitor", "at {time}: {told}").format(time=seconds(time), told=told)


def _rate(rate: float) -> str:
    return translate("Monitor", "{rate} tokens/s").format(rate=figure(rate))


def speed_twin(replies: Replies) -> str:
    """The speed plot in words: now, the whole reply, the plain model."""
    last = replies.trace.last
    if last is None:
        return translate("Monitor", "Nothing to show yet.")
    told = []
    if last.rate is not None:
        told.append(translate("Monitor", "last second {rate}").format(rate=_rate(last.rate)))
    if replies.rate is not None:
        told.append(translate("Monitor", "whole reply {rate}").format(rate=_rate(replies.rate)))
    if replies.plain_rate is not None:
        told.append(translate("Monitor", "plain {rate}").format(rate=_rate(replies.plain_rate)))
    return ", ".join(told) if told else not_exposed()


def acceptance_twin(replies: Replies) -> str:
    """The acceptance plot in words: now, the whole reply, break-even, the counts."""
    sample, last = replies.sample, replies.trace.last
    if sample is None or sample.acceptance is None or last is None:
        return why_no_acceptance(replies)
    told = []
    if last.acceptance is not None:
        told.append(translate("Monitor", "last second {share}").format(share=percent(last.acceptance)))
    told.append(translate("Monitor", "whole reply {share}").format(share=percent(sample.acceptance)))
    verdict = replies.verdict()
    if verdict is not None and verdict.needed is not None:
        told.append(translate("Monitor", "break-even {share}").format(share=percent(verdict.needed)))
    return f"{', '.join(told)}. {counts_words(replies)}"


def events(marks: Sequence[Mark]) -> str:
    """What the dashed and dotted lines mean, the newest three: "at -12 s: started with other settings"."""
    told = translate("Monitor", "at {time}: {told}")
    return "; ".join(told.format(time=seconds(mark.t, 0), told=event(mark)) for mark in marks[-NEWEST:])


def event(mark: Mark) -> str:
    """What happened: "asked with temperature 0.7"."""
    if mark.kind == "asked-otherwise":
        asked = ", ".join(_setting(name, value) for name, value in mark.settings)
        return translate("Monitor", "asked with {settings}").format(settings=asked)
    return {
        "server-ready": translate("Monitor", "server ready"),
        "server-restarted": translate("Monitor", "started again"),
        "server-changed": translate("Monitor", "started with other settings"),
        "server-stopped": translate("Monitor", "server stopped"),
        "server-failed": translate("Monitor", "server failed"),
        "answer-stopped": translate("Monitor", "answer stopped"),
        "answer-failed": translate("Monitor", "answer broke off"),
    }[mark.kind]


def _setting(name: str, value: float | None) -> str:
    told = {
        "temperature": translate("Monitor", "temperature {value}"),
        "reply_limit": translate("Monitor", "at most {value} tokens"),
        "seed": translate("Monitor", "seed {value}"),
    }.get(name, f"{name.replace('_', '-')} {{value}}")
    if value is not None:
        return told.format(value=short(value))
    if name == "reply_limit":
        return translate("Monitor", "no limit of tokens")
    return told.format(value=translate("Monitor", "of the engine's own"))


def others(replies: Replies) -> str:
    """What other programs do with our server; "" when none was seen."""
    if not replies.busy and replies.others.last is None:
        return ""
    words = [translate("Monitor", "Other program")]
    if replies.other_slots:
        words.append(
            translate("Monitor", "being answered")
            if replies.other_slots == 1
            else translate("Monitor", "{slots} answers running").format(slots=number(replies.other_slots))
        )
    if replies.other_tokens is not None:
        words.append(translate("Monitor", "{tokens} tokens so far").format(tokens=number(replies.other_tokens)))
    elif not replies.other_slots:
        words.append(translate("Monitor", "was answered"))
    return " · ".join(words)
