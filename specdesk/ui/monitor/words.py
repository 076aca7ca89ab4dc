"""What the monitor says: records in, words out. No widgets."""

from __future__ import annotations

import math

import msgspec
from PySide6.QtCore import QCoreApplication, QDate, QDateTime, Qt

from specdesk.engines.lifecycle import Checking, Failed, Loading, Ready, Spawning, State, Stopping
from specdesk.language import mark
from specdesk.measure.headlines import times
from specdesk.measure.outcome import Outcome
from specdesk.measure.verdict import Verdict
from specdesk.records.device import GpuReading, HostReading
from specdesk.records.sample import Sample
from specdesk.service.events import BaselineKnown, CheckProgress
from specdesk.ui.dates import calendar_day
from specdesk.ui.monitor.replies import Replies
from specdesk.ui.parts.looks import Tone
from specdesk.ui.theme import number

translate = QCoreApplication.translate

NOTHING = "—"
SAME_SPEED = 0.005
"""Ratios this close to 1 round to the same figure and are called the same speed."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Words with the icon and tone that go with them."""

    words: str
    icon: str
    tone: Tone = "neutral"


# ---- figures ------------------------------------------------------------------------------------------------------


def not_exposed() -> str:
    """What stands where an engine does not tell a number."""
    return translate("Monitor", "not exposed by this build")


def stopped_unspoken() -> str:
    """What stands where a reply was stopped before there was anything to count."""
    return translate("Monitor", "stopped before the first word")


def figure(rate: float) -> str:
    """tokens/s for reading: whole from 10 up, one decimal below."""
    return number(rate, 0 if rate >= 9.95 else 1)


def percent(share: float) -> str:
    """A share of 0..1 as "62 %"."""
    return translate("Monitor", "{share}\u00a0%").format(share=number(100 * share))


def gib(mib: float, unit: bool = True) -> str:
    """Memory for reading: "12.1 GiB", below 0.1 GiB "70 MiB"."""
    if abs(mib) < 102.4 and unit:
        return translate("Monitor", "{mib}\u00a0MiB").format(mib=number(mib))
    figures = number(mib / 1024, 1)
    return translate("Monitor", "{gib}\u00a0GiB").format(gib=figures) if unit else figures


def seconds(value: float, decimals: int = 1) -> str:
    """A time as "3.2 s"."""
    return translate("Monitor", "{seconds}\u00a0s").format(seconds=number(value, decimals))


def axis_time(value: float, spacing: float, *, ends_now: bool) -> str:
    """A time below an axis. spacing: to the next one, s. ends_now: the axis ends with the present, at 0."""
    if ends_now and abs(value) < spacing / 2:
        return translate("Monitor", "now")
    if spacing >= 60:
        return translate("Monitor", "{minutes}\u00a0min").format(minutes=number(value / 60))
    return seconds(value, 0 if spacing >= 1 else 1)


# ---- the big number -----------------------------------------------------------------------------------------------


def rate_words(replies: Replies) -> str:
    """The figure alone: "56", or a dash."""
    return NOTHING if replies.rate is None else figure(replies.rate)


def times_plain(verdict: Verdict | None, otherwise: Outcome | None = None) -> Mark | None:
    """How the reply compares with the plain model: "1.8x plain", with an arrow. otherwise: what a compare says, where
    that is something else: then it is no good or bad news."""
    if verdict is None or verdict.speedup is None:
        return None
    ratio = verdict.speedup
    words = translate("Monitor", "{ratio}x plain").format(ratio=times(ratio))
    if otherwise is not None:
        return Mark(words=translate("Monitor", "{ratio} in this answer").format(ratio=words), icon="info")
    if abs(ratio - 1) < SAME_SPEED:
        return Mark(words=words, icon="minus")
    return Mark(words=words, icon="faster", tone="good") if ratio > 1 else Mark(words=words, icon="slower", tone="warn")


def headline(replies: Replies) -> str:
    """For the top bar: "56 tokens/s · 1.8x plain"; "" while there is no number."""
    if replies.rate is None:
        return ""
    words = translate("Monitor", "{rate} tokens/s").format(rate=figure(replies.rate))
    ratio = times_plain(replies.verdict(), replies.otherwise())
    return f"{words} · {ratio.words}" if ratio else words


def caption(replies: Replies) -> str:
    """What the number belongs to, and how much text it rests on."""
    words = [
        {
            "none": translate("Monitor", "Speed"),
            "reading": translate("Monitor", "Reading the prompt…"),
            "answering": translate("Monitor", "Answering"),
            "done": translate("Monitor", "Last reply"),
            "failed": translate("Monitor", "Last reply, broke off"),
        }[replies.phase]
    ]
    if replies.is_of_another_setup and not replies.is_answering:
        words = [translate("Monitor", "Last reply, earlier set-up")]
    elif replies.is_of_arm:
        words.append(translate("Monitor", "by the set-up that is measured"))
    sample = replies.sample
    if sample is not None:
        tokens = number(sample.tokens)
        one = translate("Monitor", "1 token")
        words.append(one if sample.tokens == 1 else translate("Monitor", "{tokens} tokens").format(tokens=tokens))
        per_pass = sample.tokens_per_pass if sample.drafted else None
        if per_pass is not None:
            words.append(translate("Monitor", "{tokens} per step").format(tokens=number(per_pass, 1)))
        words += _estimated_words(sample)
    return " · ".join(words)


def _estimated_words(sample: Sample) -> list[str]:
    """What of the figures is not the engine's own."""
    words = []
    if "passes" in sample.estimated and sample.passes:
        tokens = number((sample.tokens - 1) / sample.passes, 1)
        words.append(translate("Monitor", "about {tokens} per step, by arrival times").format(tokens=tokens))
    if "rate" in sample.estimated:
        words.append(translate("Monitor", "speed by this computer's clock"))
    return words


def no_number(replies: Replies, state: State) -> str:
    """Why there is a dash in place of the number; "" when there is a number."""
    if replies.rate is not None:
        return ""
    if replies.phase == "done":
        if replies.unspoken:
            return translate("Monitor", "Stopped before the first word.")
        if replies.sample is None:
            return translate("Monitor", "Speed: {why}.").format(why=not_exposed())
        return translate("Monitor", "Too short to tell a speed.")
    if replies.phase == "failed":
        return translate("Monitor", "It broke off before there was a speed to tell.")
    if replies.phase in ("reading", "answering"):
        return translate("Monitor", "The speed is shown from the second token on.")
    return _idle_words(state)


def _idle_words(state: State) -> str:
    match state:
        case Checking() | Spawning() | Loading():
            return translate("Monitor", "The model is being loaded.")
        case Stopping():
            return translate("Monitor", "The server is stopping.")
        case Failed():
            return translate("Monitor", "The server did not start or ended.")
        case Ready():
            return translate("Monitor", "No answer yet.")
    return translate("Monitor", "No server is running.")


def empty_words(state: State) -> str:
    """What stands in place of the plots."""
    if isinstance(state, Ready):
        return translate("Monitor", "Ask something.")
    if isinstance(state, Checking | Spawning | Loading):
        return translate("Monitor", "Ask something when it is ready.")
    return translate("Monitor", "Start and ask something.")


# ---- the verdict --------------------------------------------------------------------------------------------------

_VERDICTS: dict[str, tuple[str, Tone]] = {
    "worth": ("check", "good"),
    "even": ("minus", "neutral"),
    "costs": ("warning", "warn"),
    "early": ("info", "neutral"),
    "unmeasured": ("info", "neutral"),
    "nothing-drafted": ("info", "neutral"),
    "not-exposed": ("info", "neutral"),
}


_COMPARED: dict[Outcome | None, str] = {
    "not-sure": mark("Monitor", "Over many questions, Compare is not sure yet."),
    "no-difference": mark("Monitor", "Over many questions, Compare found no clear difference."),
    "faster": mark("Monitor", "Over many questions, Compare found that it pays."),
    "slower": mark("Monitor", "Over many questions, Compare found that it costs speed."),
}


def verdict_mark(verdict: Verdict, *, foreign: bool = False, otherwise: Outcome | None = None) -> Mark:
    """The verdict's sentence with its icon and tone. foreign: of an engine whose plain speed nobody measured here.
    otherwise: what a compare of many questions says, where one answer says something else.

    The band is of 21 published runs of MTP heads and small drafts, on cards and partly on processors.
    """
    icon, tone = _VERDICTS[verdict.kind]
    if verdict.kind == "unmeasured" and foreign:
        hint = translate("Monitor", "Break-even not measured for this engine; on others it was from 9 to 53 %.")
        return Mark(words=hint, icon=icon, tone=tone)
    if verdict.kind == "unmeasured":
        hint = translate("Monitor", "Is it worth it? Measure the plain speed once.")
        return Mark(words=f"{verdict.words} {hint}", icon=icon, tone=tone)
    if otherwise in _COMPARED:
        words = translate("Monitor", "In this answer: {said}").format(
            said=verdict.words[:1].lower() + verdict.words[1:]
        )
        return Mark(words=f"{words} {translate('Monitor', _COMPARED[otherwise])}", icon="info")
    return Mark(words=verdict.words, icon=icon, tone=tone)


def counts_words(replies: Replies) -> str:
    """The counts behind the acceptance, for a tooltip; "" without any."""
    sample = replies.sample
    if sample is None or sample.drafted is None or sample.accepted is None:
        return ""
    return translate("Monitor", "{accepted} of {drafted} drafted tokens that were tested were kept.").format(
        accepted=number(sample.accepted), drafted=number(sample.drafted)
    )


def why_no_acceptance(replies: Replies) -> str:
    """What stands in place of the acceptance plot."""
    facts = replies.reply_facts or (None if replies.is_foreign else replies.facts)
    if facts is not None and facts.speculation == "none":
        return translate("Monitor", "no draft in use")
    if facts is not None and facts.speculation == "off":
        return translate("Monitor", "the draft is off")
    if replies.unspoken:
        return stopped_unspoken()
    if replies.sample is None:
        return translate("Monitor", "shown while an answer is written")
    if replies.sample.drafted is None:
        return not_exposed()
    return translate("Monitor", "nothing guessed yet")


# ---- readings -----------------------------------------------------------------------------------------------------


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """One line of facts. missing: what could not be read, in a sentence. throttle: why it is slowed, "" = it is not."""

    words: str
    missing: str = ""
    throttle: str = ""


def gpu_facts(gpu: GpuReading) -> Facts:
    """ "busy 97 % · memory bus 81 % · 310 W · 67 °C"; what this GPU does not tell is named in `missing`."""
    figures = (
        (gpu.busy, translate("Monitor", "busy {value}\u00a0%"), translate("Monitor", "busy")),
        (gpu.memory_bus_busy, translate("Monitor", "memory bus {value}\u00a0%"), translate("Monitor", "memory bus")),
        (gpu.power_w, translate("Monitor", "{value}\u00a0W"), translate("Monitor", "power")),
        (gpu.temperature_c, translate("Monitor", "{value}\u00a0°C"), translate("Monitor", "temperature")),
    )
    told = [words.format(value=number(value)) for value, words, _ in figures if value is not None]
    missing = [name for value, _, name in figures if value is None]
    if gpu.throttle is None:
        missing.append(translate("Monitor", "why it is slowed"))
    words = translate("Monitor", "Not told by this GPU or its driver: {names}.").format(names=", ".join(missing))
    return Facts(
        words=" · ".join(told) if told else NOTHING,
        missing=words if missing else "",
        throttle=gpu.throttle or "",
    )


def server_facts(host: HostReading) -> str:
    """ "CPU 780 % · 3.2 GiB RAM"; "" while no server of ours runs."""
    words = []
    if host.server_cpu is not None:
        words.append(translate("Monitor", "CPU {share}\u00a0%").format(share=number(host.server_cpu)))
    if host.server_rss_mib is not None:
        words.append(translate("Monitor", "{size} RAM").format(size=gib(host.server_rss_mib)))
    return " · ".join(words)


# ---- the plain check ----------------------------------------------------------------------------------------------


def baseline_words(known: BaselineKnown | None) -> str:
    """ "Plain speed 31 tokens/s, measured 12 May"."""
    if known is None or known.rate is None:
        return translate("Monitor", "Plain speed not measured here yet.")
    words = translate("Monitor", "Plain speed {rate} tokens/s").format(rate=figure(known.rate))
    day = _day(known.made)
    return translate("Monitor", "{speed}, measured {day}.").format(speed=words, day=day) if day else f"{words}."


def outrun_words(known: BaselineKnown | None) -> str:
    """That the plain speed is out of date."""
    words = baseline_words(known)
    later = translate("Monitor", "{known} It no longer holds: the model alone is faster now. Check it again.")
    return later.format(known=words)


def _day(made: str | None) -> str:
    moment = QDateTime.fromString(made or "", Qt.DateFormat.ISODate)
    if not moment.isValid():
        return ""
    if moment.date() == QDate.currentDate():
        return translate("Monitor", "today")
    return calendar_day(moment.date().toPython())


def progress_words(progress: CheckProgress) -> str:
    """The step, what is left, and the speed so far."""
    words = [progress.words]
    if progress.seconds_left is not None:
        left = number(math.ceil(progress.seconds_left))
        words.append(translate("Monitor", "about {seconds}\u00a0s left").format(seconds=left))
    if progress.rate is not None:
        words.append(translate("Monitor", "{rate} tokens/s so far").format(rate=figure(progress.rate)))
    return " · ".join(words)
