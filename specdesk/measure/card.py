"""A result to give away, as JSON and as Markdown: what was run, on what, and what came out. Nothing personal. Pure.

Commands keep file names only; options that name a place, an address or a secret are left out; names of the user and the
computer are taken out of every text. Texts of prompts and answers are not in it: the project's own prompts are named by
their ids.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from specdesk import jsonfile
from specdesk.errors import FileFormatError
from specdesk.language import english, translate
from specdesk.measure import headlines
from specdesk.measure.compare import BestLengthFound, CompareResult, MemorySource
from specdesk.measure.measured import LeftOut
from specdesk.measure.no_answer import Cause
from specdesk.measure.outcome import NUMBERED, Leaning, Outcome
from specdesk.measure.points import PromptPoint
from specdesk.measure.same_text import SameText
from specdesk.measure.stats import Interval, KindRatio
from specdesk.records.shared_plan import pattern_of, shared_plan, shared_words, without_paths

SCHEMA = 1
MOST_BYTES = 1024 * 1024
LONGEST_NAME = 300
LONGEST_NOTES = 4000
MOST_PROMPTS = 1000
MOST_RUNS = 10
MOST_TIMES = 1000.0
MOST_FIGURE = 1e9
MOST_TEMPERATURE = 5.0
"""Beyond these nothing in a card can have been measured."""

_LITERALS = frozenset({"verdict", "action", "schema", "memory_source", "why", "arm"})


class CardFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a card says besides the result.

    date: "2025-11-20". hardware: names of the devices used. computer: processor and memory. prompts: ids. plans: both
    LaunchPlans as JSON. seconds: it took. temperature: of the replies. names: of the arms. built_in: the built-in
    engine ran it. notes: what has to be said besides the headline, in English.
    """

    date: str
    hardware: tuple[str, ...] = ()
    computer: str = ""
    prompts: tuple[str, ...] = ()
    plans: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    seconds: float | None = None
    temperature: float | None = None
    names: headlines.Names = headlines.DRAFT
    built_in: bool = False
    notes: str = ""


class CardArm(msgspec.Struct, frozen=True, kw_only=True):
    """One arm; see compare.ArmResult. An older version did not tell where its memory comes from."""

    name: str
    command: tuple[str, ...]
    plan: dict[str, Any]
    build: str | None = None
    rate: float | None = None
    ttft_ms: float | None = None
    tokens: int = 0
    seconds: float = 0.0
    memory_mib: float | None = None
    joules_per_1000: float | None = None
    memory_source: MemorySource = "measured"


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """The card; see compare.CompareResult for the figures. built_in: SpecDesk's built-in engine ran it, and the
    commands are those of a llama-server that does the same."""

    schema: Literal[1]
    headline: str
    verdict: Outcome
    arms: tuple[CardArm, CardArm]
    date: str
    prompts: int
    cap: int
    speedup: Interval | None = None
    by_kind: tuple[KindRatio, ...] = ()
    by_language: tuple[KindRatio, ...] = ()
    acceptance: float | None = None
    tokens_per_pass: float | None = None
    per_position: tuple[float, ...] = ()
    h: float | None = None
    break_even_tokens: int | None = None
    extra_first_ms: float | None = None
    best: BestLengthFound | None = None
    same_text: SameText | None = None
    drift: float | None = None
    leaning: Leaning | None = None
    partial: bool = False
    can_go_on: bool = True
    resumes: bool = True
    paired: tuple[float, float] | None = None
    left_out: dict[LeftOut, int] = {}
    hides_guesses: bool = False
    points: tuple[PromptPoint, ...] = ()
    total_time_ratio: float | None = None
    cause: Cause | None = None
    a_again: bool = True
    hardware: tuple[str, ...] = ()
    computer: str = ""
    prompt_ids: tuple[str, ...] = ()
    took_s: float | None = None
    temperature: float | None = None
    built_in: bool = False
    notes: str = ""


def card_of(result: CompareResult, facts: CardFacts, private: Sequence[str]) -> Card:
    """The card of a result. private: names to take out wherever they stand (user, full name, computer)."""
    names = (facts.names.a, facts.names.b)
    card = {
        "schema": SCHEMA,
        "headline": _headline(result, facts.names),
        "arms": [
            {
                "name": name,
                "command": shared_words(arm.argv),
                "plan": shared_plan(plan),
                **{key: getattr(arm, key) for key in CardArm.__struct_fields__ if hasattr(arm, key)},
            }
            for name, arm, plan in zip(names, result.arms, facts.plans, strict=True)
        ],
        "date": facts.date,
        "hardware": facts.hardware,
        "computer": facts.computer,
        "prompt_ids": facts.prompts,
        "took_s": facts.seconds,
        "temperature": facts.temperature,
        "built_in": facts.built_in,
        "notes": facts.notes,
    }
    given = {key: getattr(result, key) for key in Card.__struct_fields__ if hasattr(result, key) and key not in card}
    clean = _without(msgspec.to_builtins(given | card), pattern_of(private))
    return msgspec.convert(clean, type=Card)


def card_names(card: Card) -> headlines.Names:
    """How its arms are called."""
    a, b = (arm.name for arm in card.arms)
    known = (headlines.DRAFT, headlines.NGRAM, headlines.HEAD)
    return next((names for names in known if (names.a, names.b) == (a, b)), headlines.Names(thing="", a=a, b=b))


def card_headline(card: Card) -> str:
    """Its headline in the language in use, worked out of its figures; cards themselves are English."""
    return headlines.headline_of(headlines.facts_of(card), card_names(card))


def card_answers(card: Card) -> str:
    """ "18 of 24 answers identical, 6 rounding ties, 0 unexpected." Empty where none were compared."""
    found = card.same_text
    return "" if found is None or not found.compared else f"{headlines.words_of_same_text(found)}."


def card_hardware(card: Card) -> tuple[str, ...]:
    """What it was measured on: ("RTX 3090", "AMD Ryzen 9 5950X, 62.7 GiB RAM")."""
    return (*card.hardware, card.computer) if card.computer else card.hardware


def card_commands(card: Card) -> str:
    """What stands above the commands. Empty where they are what was run, and where there are none."""
    if not card.built_in or not any(arm.command for arm in card.arms):
        return ""
    return translate(
        "Card",
        "SpecDesk's built-in engine ran this; it is not started by a command. With a llama-server since June 2026 "
        "these do the same:",
    )


def _headline(result: CompareResult, names: headlines.Names) -> str:
    with english():
        return headlines.headline(result, names)


def to_json(card: Card) -> bytes:
    """The card as indented JSON."""
    return jsonfile.dump(msgspec.to_builtins(card))


def read_card(content: bytes) -> Card:
    """A card that somebody gave away. Raises FileFormatError, in sentences, for anything else."""
    what = translate("Card", "This is not a card that can be read.")
    next_step = translate("Card", "Choose a JSON card that SpecDesk has saved.")
    if len(content) > MOST_BYTES:
        raise FileFormatError(what, translate("Card", "It is far too large."), next_step)
    try:
        document = msgspec.json.decode(content)
    except (ValueError, RecursionError) as error:
        raise FileFormatError(what, translate("Card", "It is not JSON."), next_step) from error
    schema = document.get("schema") if isinstance(document, dict) else None
    if isinstance(schema, int) and schema > SCHEMA:
        why, step = (
            translate("Card", "A newer SpecDesk has made it."),
            translate("Card", "Update SpecDesk, or ask for an older card."),
        )
        raise FileFormatError(what, why, step)
    try:
        card = msgspec.convert(document, type=Card)
    except msgspec.ValidationError as error:
        why = translate("Card", "Something in it is missing or has another form.")
        raise FileFormatError(what, why, next_step) from error
    if not _is_possible(card):
        raise FileFormatError(what, translate("Card", "It has figures or texts that no measuring gives."), next_step)
    return card


def _is_possible(card: Card) -> bool:
    """What a stranger wrote is shown: figures that are none, intervals turned round and endless texts are not."""
    ratios = [card.speedup, *(() if card.best is None else (card.best.speedup,))]
    spans = [(one.low, one.estimate, one.high) for one in ratios if one is not None]
    spans += [
        (row.low, row.estimate, row.high)
        for row in (*card.by_kind, *card.by_language)
        if row.low is not None and row.high is not None
    ]
    figures = [row.estimate for row in (*card.by_kind, *card.by_language)]
    figures += [ratio for point in card.points for ratio in (point.ratio, *point.runs)]
    figures += [] if card.total_time_ratio is None else [card.total_time_ratio]
    rates = [rate for arm in card.arms for rate in (arm.rate, arm.ttft_ms, arm.memory_mib) if rate is not None]
    rates += card.paired or ()
    shares = [share for share in (card.acceptance, *card.per_position) if share is not None]
    names = [card.headline, card.date, *card_hardware(card), *card.prompt_ids, *(arm.name for arm in card.arms)]
    names += [name for point in card.points for name in (point.prompt, point.kind, point.language)]
    return (
        all(0.0 < low <= middle <= high < MOST_TIMES for low, middle, high in spans)
        and all(0.0 < figure < MOST_TIMES for figure in figures)
        and all(0.0 <= rate < MOST_FIGURE for rate in rates)
        and all(0.0 <= share <= 1.0 for share in shares)
        and (card.temperature is None or 0.0 <= card.temperature <= MOST_TEMPERATURE)
        and (card.speedup is not None) == (card.verdict in NUMBERED)
        and all(len(name) <= LONGEST_NAME for name in names)
        and len(card.notes) <= LONGEST_NOTES
        and max(len(card.prompt_ids), len(card.points)) <= MOST_PROMPTS
        and all(len(point.runs) <= MOST_RUNS for point in card.points)
    )


def to_markdown(card: Card) -> str:
    """The card as Markdown in English, for a forum or an issue."""
    with english():
        return _markdown(card)


def _markdown(card: Card) -> str:
    lines = [f"## {card.headline}", "", *([_cell(card.notes), ""] if card.notes else []), *_figures(card), ""]
    lines += ["| | " + " | ".join(_cell(arm.name) for arm in card.arms) + " |", "|---|---:|---:|"]
    lines += [f"| {name} | {' | '.join(values)} |" for name, values in _rows(card)]
    if card.by_kind:
        lines += ["", "| kind of text | language | prompts | speed-up | likely | each prompt |"]
        lines += ["|---|---|---:|---:|---|---|", *(_kind_row(row, card.points, card.partial) for row in card.by_kind)]
    said = [words for words in (card_answers(card), headlines.claim_of(card.same_text, card_names(card))) if words]
    said += [words for words in (card_commands(card),) if words]
    lines += [line for words in said for line in ("", words)]
    for arm in (arm for arm in card.arms if arm.command):
        lines += ["", f"{_cell(arm.name)}:", "", *_fenced(" ".join(arm.command))]
    return "\n".join(lines) + "\n"


def scrubbed(text: str, private: Sequence[str] = ()) -> str:
    """`text` with paths cut down to file names, and private names replaced."""
    return without_paths(text, pattern_of(private))


def _without(value: Any, private: re.Pattern[str] | None, key: str = "") -> Any:
    if isinstance(value, str):
        return value if key in _LITERALS else without_paths(value, private)
    if isinstance(value, dict):
        return {name: _without(inner, private, name) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without(item, private) for item in value]
    return value


def _figures(card: Card) -> list[str]:
    basis = [f"{card.prompts} prompts of up to {card.cap} tokens", *card_hardware(card), card.date]
    if card.took_s is not None:
        basis.insert(1, headlines.minutes(card.took_s))
    if card.temperature is not None:
        basis.insert(1, f"temperature {card.temperature:g}")
    parts = [", ".join(basis)]
    if card.speedup is not None:
        parts.insert(
            0, f"**{card.speedup.estimate:.2f}x**, 95 % interval {card.speedup.low:.2f} to {card.speedup.high:.2f}"
        )
    if card.partial:
        parts.append("not finished")
    if card.total_time_ratio is not None:
        parts.append(f"all answers together {card.total_time_ratio:.2f}x")
    speculation = [
        None if card.acceptance is None else f"acceptance {100 * card.acceptance:.0f} %",
        None if card.tokens_per_pass is None else f"{card.tokens_per_pass:.2f} tokens per pass",
        None if card.h is None else f"break-even acceptance {100 * max(0.0, card.h):.0f} %",
        None if card.break_even_tokens is None else f"pays from {card.break_even_tokens} tokens",
    ]
    return [" · ".join(parts), "", " · ".join(part for part in speculation if part is not None)]


def _rows(card: Card) -> list[tuple[str, list[str]]]:
    """Rows of which at least one arm knows something."""
    paired = card.paired or (None, None)
    rows = [
        ("tokens/s (paired: means over the same prompts)", [_number(rate, ".1f") for rate in paired]),
        ("tokens/s (median of all answers)", [_number(arm.rate, ".1f") for arm in card.arms]),
        ("first word, ms (median of all answers)", [_number(arm.ttft_ms, ".0f") for arm in card.arms]),
        ("memory, MiB", [_memory(arm) for arm in card.arms]),
        ("energy, J per 1,000 tokens", [_number(arm.joules_per_1000, ".0f") for arm in card.arms]),
        ("engine", [_engine(card, arm) for arm in card.arms]),
    ]
    return [(name, values) for name, values in rows if any(value != "unknown" for value in values)]


def _memory(arm: CardArm) -> str:
    told = _number(arm.memory_mib, ".0f")
    return f"{told} (estimate)" if arm.memory_source == "fit" and arm.memory_mib is not None else told


def _engine(card: Card, arm: CardArm) -> str:
    build = _cell(arm.build or "unknown")
    return f"{build}, built into SpecDesk" if card.built_in else build


def _kind_row(row: KindRatio, points: Sequence[PromptPoint], partial: bool) -> str:
    if partial and row.is_vague:
        return f"| {_cell(row.kind)} | {_cell(row.language)} | {row.n} | too few to tell | unknown | unknown |"
    likely = "unknown" if row.low is None or row.high is None else f"{row.low:.2f} to {row.high:.2f}"
    own = [point for point in points if (point.kind, point.language) == (row.kind, row.language)]
    each = ", ".join(_runs(point) for point in sorted(own, key=lambda point: point.ratio)) or "unknown"
    return f"| {_cell(row.kind)} | {_cell(row.language)} | {row.n} | {row.estimate:.2f}x | {likely} | {each} |"


def _runs(point: PromptPoint) -> str:
    """ "1.62", or "0.98 then 2.41" of both its answers."""
    told = [f"{ratio:.2f}" for ratio in point.runs or (point.ratio,)]
    return " then ".join(told if len(set(told)) > 1 else told[:1])


def _number(value: float | None, form: str) -> str:
    return "unknown" if value is None else format(value, form)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _fenced(text: str) -> list[str]:
    """A code block that its own content cannot end."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return [fence, " ".join(text.split()), fence]
