"""What the Compare page says beside the headlines of `measure.headlines`: records in, words out. No widgets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from PySide6.QtCore import QCoreApplication

from specdesk import language
from specdesk.engines.computer import Computer
from specdesk.language import number, short
from specdesk.measure import headlines
from specdesk.measure.card import Card
from specdesk.measure.compare import ArmResult, CompareResult
from specdesk.measure.same_text import TextCheck
from specdesk.measure.stats import KindRatio
from specdesk.records.plan import LaunchPlan
from specdesk.service.alike import over_the_same
from specdesk.service.compare_beside import Beside
from specdesk.service.compare_notes import notes_beside
from specdesk.service.compare_store import StoredCompare
from specdesk.service.result_rows import ResultRow
from specdesk.ui.compare.bars import Bar
from specdesk.ui.compare.whiskers import Whisker
from specdesk.ui.dates import calendar_day
from specdesk.ui.monitor.words import NOTHING
from specdesk.ui.parts.looks import Tone

translate = QCoreApplication.translate
_PACKAGED = re.compile(r"\b[01] \(([0-9a-f]{6,})\)")
SOON_S = 5.0
"""A time left that is shorter is not worth a number."""


def tone_of(sign: str) -> Tone:
    """Tone of the sign beside the headline. Words and the sign say the same."""
    return {"▲": "good", "▼": "warn", "–": "warn"}.get(sign, "neutral")  # type: ignore[return-value]


def question(thing: str) -> str:
    """What a compare answers. thing: what is on trial ("draft")."""
    return translate("Compare", "Is the {thing} worth it?").format(thing=language.translate("Arms", thing))


def which(names: headlines.Names) -> str:
    """What a compare of two set-ups answers."""
    return translate("Compare", "Which is faster: “{a}” or “{b}”?").format(a=names.a, b=names.b)


def now_words() -> str:
    """What is on trial against a profile."""
    return translate("Compare", "The set-up of now")


def left(seconds: float) -> str:
    """ "about 2 minutes left" """
    if seconds < SOON_S:
        return translate("Compare", "nearly done")
    return translate("Compare", "about {time} left").format(time=duration(seconds))


def duration(seconds: float) -> str:
    """A time to come, never more exact than it is known: "20 s", "2 minutes"."""
    if seconds < 90:
        return translate("Compare", "{seconds}\u00a0s").format(seconds=max(5, 5 * round(seconds / 5)))
    return translate("Compare", "{minutes}\u00a0minutes").format(minutes=round(seconds / 60))


def first_answer(look_s: float, seconds_left: float) -> str:
    """When a first verdict is possible; "" where that is at the end anyway."""
    if look_s >= seconds_left - SOON_S:
        return ""
    return translate("Compare", "A first answer is possible in about {time}.").format(time=duration(look_s))


def when(made: float, today: date | None = None) -> str:
    """A day (s since 1970) as people call it: "today", "yesterday", "12 May 2026"."""
    day, today = datetime.fromtimestamp(made).date(), today or date.today()
    if day == today:
        return translate("Compare", "today")
    if day == today - timedelta(days=1):
        return translate("Compare", "yesterday")
    return calendar_day(day)


def hardware_words(names: Sequence[str] | None) -> str:
    """ "RTX 3090" or "2 × RTX 3090"; "" where it is not known (None)."""
    if names is None:
        return ""
    if not names:
        return language.translate("Compare", "processor only")  # English in a card
    counted: dict[str, int] = {}
    for name in names:
        short = name.replace("NVIDIA ", "").replace("GeForce ", "").replace("AMD ", "").strip() or name
        counted[short] = counted.get(short, 0) + 1
    return " + ".join(name if count == 1 else f"{count} × {name}" for name, count in counted.items())


def computer_words(computer: Computer | None) -> str:
    """ "AMD Ryzen 9 5950X, 62.7 GiB RAM"; "" where it is not known."""
    if computer is None:
        return ""
    words = language.translate("Compare", "{processor}, {memory} RAM")
    return words.format(processor=computer.processor, memory=headlines.memory(computer.ram_mib))


def basis(stored: StoredCompare, result: CompareResult, today: date | None = None) -> str:
    """ "Likely 1.6 to 2.0 · 24 prompts, 6 minutes, RTX 3090, today" """
    hardware = hardware_words(stored.setup.hardware)
    return headlines.likely(result, stored.seconds or None, hardware, when(stored.made, today))


def setup_words(plan: LaunchPlan, pair: str, length: int | None = None) -> str:
    """ "Qwen2.5-32B + Qwen2.5-0.5B, length 4" """
    tokens = plan.draft_max if length is None else length
    return pair if tokens is None or not plan.speculates else with_length(pair, tokens)


def with_length(pair: str, tokens: int) -> str:
    """ "Qwen2.5-32B + Qwen2.5-0.5B, length 4" """
    return translate("Compare", "{pair}, length {tokens}").format(pair=pair, tokens=tokens)


def note(stored: StoredCompare, result: CompareResult, beside: Beside) -> str:
    """What has to be said besides the verdict: what stands beside it, what to do where there is no answer."""
    return " ".join(part for part in (*beside.sentences, notes_beside(result, stored)) if part)


def about(stored: StoredCompare, pair: str, ours: bool) -> str:
    """What was measured, and with which engine. pair: its models in words."""
    told = f"{setup_words(stored.setup.plans[1], pair, stored.arms[1].length)} · {build_words(stored.setup.build)}"
    if stored.setup.asked is not None:
        return translate("Compare", "Measured at engines that ran already: {told}.").format(told=told)
    if ours:
        return translate("Compare", "Measured: {told}.").format(told=told)
    return translate("Compare", "Measured with another set-up than that of now: {told}.").format(told=told)


def shortened(text: str, most: int = 240) -> str:
    """The beginning of a question in one line."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most].rstrip()} …"


def build_words(text: str) -> str:
    """Packaged engines call themselves "1 (571d0d5)": that is told apart from others by its last part alone."""
    return _PACKAGED.sub(translate("Compare", "build {commit}").format(commit=r"\1"), text)


def row_words(row: ResultRow) -> str:
    """One line of the list of results."""
    partial = translate("Compare", "Not finished.")
    said = f"{row.headline} {partial}" if row.partial else row.headline
    if row.part_of is None:
        return said
    return translate("Compare", "At temperature {value}: {said}").format(value=short(row.temperature), said=said)


def was(rows: Sequence[ResultRow], row: ResultRow) -> str:
    """ "1.8x, was 1.4x with b10050, over the same 12 prompts." Beside the newest number of a build, where an older
    build has one of the same settings and prompts: anything else would tell of those, and not of the build."""
    alike = [
        one for one in rows
        if one.ratios and one.settings and (one.pair, one.settings, one.part_of is None, one.temperature)
        == (row.pair, row.settings, row.part_of is None, row.temperature)
    ]  # fmt: skip
    older = [one for one in alike if one.build != row.build and one.made < row.made]
    newest = max((one for one in alike if one.build == row.build), key=lambda one: (one.made, one.id), default=None)
    if not older or newest is None or newest.id != row.id:
        return ""
    before = max(older, key=lambda one: (one.made, one.id))
    same = over_the_same(row.ratios, before.ratios)
    if same is None:
        return ""
    return translate("Compare", "{now}x, was {before}x with {build}, over the same {count} prompts.").format(
        now=headlines.times(same.now.estimate), before=headlines.times(same.before.estimate),
        build=build_words(before.build), count=same.count,
    )  # fmt: skip


def kind_name(kind: str) -> str:
    """A kind of text as people call it; kinds of a user's own file stay as they are written there."""
    known = {
        "code": translate("Compare", "Writing code"),
        "rewrite": translate("Compare", "Changing code"),
        "extract": translate("Compare", "Extracting JSON"),
        "factual": translate("Compare", "Facts"),
        "reasoning": translate("Compare", "Reasoning"),
        "creative": translate("Compare", "Stories"),
        "own": translate("Compare", "Your questions"),
        "chat": translate("Compare", "This chat"),
        "all": translate("Compare", "Everything"),
    }
    return known.get(kind, kind)


def language_name(language: str) -> str:
    """English, Dutch, or the code."""
    known = {"en": translate("Compare", "English"), "nl": translate("Compare", "Dutch")}
    return known.get(language, language or translate("Compare", "other languages"))


def bars_of(result: CompareResult | Card, names: headlines.Names) -> tuple[Bar, Bar]:
    """Both speeds, named in place: those whose ratio is the speed-up, and nothing else; None while there is none."""
    names = headlines.in_words(names)
    a, b = result.paired or (None, None)
    return (Bar(name=names.a, rate=a, role="target"), Bar(name=names.b, rate=b, role="draft"))


def paired_words() -> str:
    """What the bars are, where medians of the same two stand near them."""
    return translate(
        "Compare", "Bars: means over the questions that both answered, each kind of text weighing the same."
    )


def medians_words() -> str:
    """What the table behind Details has, beside the figures above it."""
    return translate(
        "Compare",
        "Medians here: the middle one of all answers. The later first word above: the middle one of the differences, "
        "question by question.",
    )


def unmeasured(names: headlines.Names) -> tuple[Bar, Bar]:
    """Both bars before anything is known."""
    names = headlines.in_words(names)
    return (Bar(name=names.a, rate=None, role="target"), Bar(name=names.b, rate=None, role="draft"))


def whiskers_of(result: CompareResult) -> tuple[Whisker, ...]:
    """The rows of a result."""
    return whiskers_of_rows(result.by_kind, result.by_language, partial=result.partial)


def whiskers_of_rows(
    by_kind: Sequence[KindRatio], by_language: Sequence[KindRatio], *, partial: bool
) -> tuple[Whisker, ...]:
    """A row per kind, its other language below it, then all kinds per language where there are several. partial: of
    half a compare, in which vague rows have no figure."""
    rows: list[Whisker] = []
    for kind in dict.fromkeys(row.kind for row in by_kind):
        own = [row for row in by_kind if row.kind == kind]
        for place, row in enumerate(own):
            name = kind_name(kind) if not place else _in_language(row.language)
            rows.append(_whisker(row, name, partial, indent=bool(place)))
    if len(by_language) > 1:
        for row in by_language:
            name = translate("Compare", "All, {language}").format(language=language_name(row.language))
            rows.append(_whisker(row, name, partial, strong=True))
    return tuple(rows)


def _in_language(language: str) -> str:
    return translate("Compare", "in {language}").format(language=language_name(language))


def _whisker(row: KindRatio, name: str, partial: bool, *, indent: bool = False, strong: bool = False) -> Whisker:
    return Whisker(
        name=name, estimate=row.estimate, low=row.low, high=row.high, count=row.n, indent=indent, strong=strong,
        too_few=partial and row.is_vague,
    )  # fmt: skip


def whisker_words(row: Whisker) -> str:
    """A row for those who do not see it."""
    words = (
        translate("Compare", "{name}: too few to tell").format(name=row.name)
        if row.too_few
        else translate("Compare", "{name}: {times} times as fast").format(
            name=row.name, times=headlines.times(row.estimate)
        )
    )
    prompts = translate("Compare", "1 prompt") if row.count == 1 else translate("Compare", "{count} prompts")
    prompts = prompts.format(count=row.count)
    if row.too_few or row.low is None or row.high is None:
        return f"{words} ({prompts})"
    likely = translate("Compare", "likely {low} to {high}")
    told = likely.format(low=headlines.times(row.low), high=headlines.times(row.high))
    return f"{words}, {told} ({prompts})"


def counts_of(arms: tuple[ArmResult, ArmResult]) -> list[tuple[str, str, str, str]]:
    """Rows of the table behind Details: term that explains it, what, arm A, arm B. Rows that neither arm knows are left
    out."""
    a, b = arms
    rows = [
        ("median speed", translate("Compare", "tokens/s, median"), _figure(a.rate, 1), _figure(b.rate, 1)),
        ("first word", translate("Compare", "first word, ms, median"), _figure(a.ttft_ms), _figure(b.ttft_ms)),
        ("counting", translate("Compare", "answers that count"), _counting(a), _counting(b)),
        (
            "written", translate("Compare", "tokens in them"),
            number(a.tokens, grouped=True), number(b.tokens, grouped=True),
        ),
        ("writing", translate("Compare", "seconds of writing"), number(a.seconds, 1), number(b.seconds, 1)),
        ("memory", translate("Compare", "memory, MiB"), _memory(a), _memory(b)),
        (
            "energy", translate("Compare", "energy, J per 1,000 tokens"),
            _figure(a.joules_per_1000), _figure(b.joules_per_1000),
        ),
        ("build", translate("Compare", "engine"), build_words(a.build or NOTHING), build_words(b.build or NOTHING)),
    ]  # fmt: skip
    return [row for row in rows if row[2:] != (NOTHING, NOTHING)]


def _counting(arm: ArmResult) -> str:
    return f"{sum(reply.counts for reply in arm.samples)} / {len(arm.samples)}"


def _memory(arm: ArmResult) -> str:
    """MiB; worked out where it was not measured."""
    if arm.memory_mib is None:
        return NOTHING
    told, estimated = number(arm.memory_mib, grouped=True), arm.memory_source == "fit"
    return translate("Compare", "{mib} (estimate)").format(mib=told) if estimated else told


def _figure(value: float | None, decimals: int = 0) -> str:
    return NOTHING if value is None else number(value, decimals)


def check_words(check: TextCheck) -> str:
    """What comparing two answers to one question found."""
    if check.by_memory:
        return translate("Compare", "not comparable: n-gram look-up guesses differently after other questions")
    if not check.counts:
        return translate("Compare", "not comparable: the engine does not repeat itself here")
    return {
        "identical": translate("Compare", "identical"),
        "tie": translate("Compare", "rounding tie"),
        "unexpected": translate("Compare", "unexpected difference"),
        "unclear": translate("Compare", "unclear difference"),
        "unchecked": translate("Compare", "different, not looked into"),
    }[check.kind]


def where_words(check: TextCheck) -> str:
    """How far two answers agree, and what that means."""
    found = check.difference
    if found.identical:
        return translate("Compare", "Both answers are the same, word for word.")
    if found.by_token:
        words = translate("Compare", "The same for {count} tokens; the first difference is marked: {kind}.")
    else:
        words = translate("Compare", "The same for {count} characters; the first difference is marked: {kind}.")
    words = words.format(count=number(found.shared, grouped=True), kind=check_words(check))
    why = {
        "tie": translate("Compare", "Two words were equally likely there; rounding decided. Neither is worse."),
        "unexpected": translate(
            "Compare",
            "One of the two words was clearly less likely there to the plain model: more than rounding explains. It "
            "may be a fault of this engine.",
        ),
        "unclear": translate(
            "Compare",
            "Why, cannot be told: it is neither surely a matter of rounding nor surely more than that.",
        ),
    }.get(check.kind, "")
    return f"{words} {why}".strip() if check.counts else words


def same_setup(first: LaunchPlan | None, second: LaunchPlan) -> bool:
    """Both run the same target with the same kind of speculation and the same draft, whatever its length."""
    if first is None or (first.target, first.methods) != (second.target, second.methods):
        return False
    return first.draft == second.draft or not (first.loads_draft or second.loads_draft)
