"""A pasted text, read for the engine in use: what it changes, what is said differently, what is left out. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.argument_words import grouped, spaced
from specdesk.engines.dialect import Argv, Change, Dropped, ParsedCommand, embedded_argv, to_argv
from specdesk.engines.dialect_table import ROW_OF_FIELD, SPEC_TYPE, Value, field_of
from specdesk.engines.dry_run import RPC
from specdesk.engines.engine_info import EMBEDDED
from specdesk.engines.flags import plain_name
from specdesk.language import mark, translate
from specdesk.records.plan import DRAFT_METHODS, LaunchPlan
from specdesk.secret_arguments import is_secret_variable, redacted
from specdesk.service.adopting import Adopted, adopt
from specdesk.ui.setup.state import NO_ENGINE, SetupState

NO_GPU = mark("SetupWords", "This engine sees no GPU, so layers for one change nothing: all stays in RAM.")
NO_DRAFT = mark("SetupWords", "No draft guesses in this command, so it changes nothing.")
NOT_PASSED_ON = mark("SetupWords", "The engine is started without this variable.")


@dataclass(frozen=True, slots=True)
class PastedText:
    """adopted: the settings that it leads to. changes: said differently; dropped: left out; taken: words that are kept
    as they are, but for those that the settings show by themselves (files, length, p-min, context, layers)."""

    adopted: Adopted
    changes: tuple[Change, ...]
    dropped: tuple[Dropped, ...]
    taken: tuple[str, ...] = ()


def read_text(text: str, state: SetupState) -> PastedText:
    """Read a pasted command for the engine in use. Raises UsageError with a sentence when that is impossible."""
    engine = state.engine or NO_ENGINE
    flags = engine.flags if engine.flags.options else None
    pasted = read_any(text, {"HOME": str(Path.home())}, flags, embedded=engine.kind == EMBEDDED)
    parsed = pasted.parsed
    adopted = adopt(parsed, state.settings, engine, state.rows, state.settings.target)
    if pasted.system is not None:
        told = msgspec.structs.replace(adopted.settings, system_prompt=pasted.system)
        adopted = msgspec.structs.replace(adopted, settings=told)
    changes = [*parsed.changes, *adopted.changes]
    dropped = [
        Dropped(flag=_shown(name, value), why=translate("SetupWords", NOT_PASSED_ON))
        for name, value in pasted.env.items()
    ]
    dropped += [*parsed.dropped, *adopted.notes]
    if adopted.memory.plan is not None:
        named = msgspec.structs.replace(parsed.plan, methods=adopted.memory.plan.methods, host=None)
        written = Argv()
        if engine.kind == EMBEDDED:
            written = embedded_argv(named, parsed.said)
        elif flags is not None:
            written = to_argv(named, flags, parsed.said)
        changes += written.changes
        dropped += written.dropped
    if state.engine is not None and not engine.has_gpu:
        changes += _in_vain(parsed)
    dropped += _for_no_draft(parsed, adopted, changes)
    whole = {said[0]: redacted(" ".join(said)) for said in grouped(spaced(parsed.plan.extra))}
    dropped = [msgspec.structs.replace(one, flag=whole.get(one.flag, one.flag)) for one in dropped]
    gone = {one.flag for one in dropped}
    changes = [one for one in changes if one.from_ not in gone]  # how it is written does not matter then
    told = {words.split(" ")[0] for words in (*(one.from_ for one in changes), *(one.flag for one in dropped))}
    return PastedText(adopted, _each_once(changes), _each_once(dropped), tuple(_taken(parsed, adopted, told)))


def _in_vain(parsed: ParsedCommand) -> Iterator[Change]:
    """Layers for a GPU, on an engine that sees none."""
    if any(plain_name(word) == RPC for word in parsed.plan.extra):
        return
    for field in ("place.layers", "draft_place.layers"):
        layers = field_of(parsed.plan, field)
        if layers not in (None, 0, "auto") and field in parsed.said:
            said = f"{parsed.said[field]} {layers}"
            yield Change(from_=said, to=said, why=translate("SetupWords", NO_GPU))


def _for_no_draft(parsed: ParsedCommand, adopted: Adopted, changes: Collection[Change]) -> Iterator[Dropped]:
    """Lengths of guesses where nothing guesses with a model; those of n-grams have other names."""
    if adopted.memory.kind in DRAFT_METHODS:
        return
    moved = {one.from_.split(" ")[0] for one in changes if "ngram" in one.to}
    for field in ("draft_max", "draft_min", "p_min"):
        flag = parsed.said.get(field)
        if flag is not None and flag not in moved:
            said = " ".join([flag, *_value(parsed.plan, field)])
            yield Dropped(flag=said, why=translate("SetupWords", NO_DRAFT))


def _taken(parsed: ParsedCommand, adopted: Adopted, told: Collection[str]) -> Iterator[str]:
    """told: first words of what is said differently or left out."""
    memory = adopted.memory
    figures = {"draft_max": memory.draft_max, "p_min": memory.p_min, "context": memory.context or None}
    shown = {"target", "draft", "place.layers", *(field for field, value in figures.items() if value is not None)}
    for field, flag in parsed.said.items():
        if field not in shown and flag.split(" ")[0] not in told:
            yield " ".join([flag, *_value(parsed.plan, field)])
    methods = parsed.plan.methods
    if len(methods) > 1 or (methods and memory.draft is not None):
        said = f"{SPEC_TYPE} {','.join(methods)}"
        if not any(SPEC_TYPE in word for word in told):
            yield said
    for words in grouped(parsed.plan.extra):
        if words[0] not in told:
            yield redacted(" ".join(words))


def _value(plan: LaunchPlan, field: str) -> tuple[str, ...]:
    """What stands behind a flag; nothing behind one that means yes or no, or that said more than one thing."""
    row, value = ROW_OF_FIELD.get(field), field_of(plan, field)
    if isinstance(row, Value):
        return (row.codec.write(value),)
    return () if row is not None or isinstance(value, str | None) else (str(value),)


def _shown(name: str, value: str) -> str:
    return f"{name}={'…' if is_secret_variable(name) else value}"


def _each_once(found: list) -> tuple:
    return tuple(dict.fromkeys(found))
