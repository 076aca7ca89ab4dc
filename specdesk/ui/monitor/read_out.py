"""What a plot says in words: at the cursor, and as a whole for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from specdesk.measure.rates import RatePoint
from specdesk.ui.monitor.curves import Curves
from specdesk.ui.monitor.replies import Replies, SetUpMark
from specdesk.ui.monitor.words import counts_words, figure, not_exposed, percent, seconds, why_no_acceptance
from specdesk.ui.theme import number

translate = QCoreApplication.translate


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


def set_ups(marks: Sequence[SetUpMark]) -> str:
    """What the dashed and dotted lines mean, the newest two: "at -12 s: started with other settings"."""
    kinds = {
        "started": translate("Monitor", "at {time}: server ready"),
        "again": translate("Monitor", "at {time}: started again"),
        "changed": translate("Monitor", "at {time}: started with other settings"),
    }
    return "; ".join(kinds[mark.kind].format(time=seconds(mark.t, 0)) for mark in marks[-2:])


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
