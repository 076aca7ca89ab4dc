"""A plan, written as arguments for one particular binary. Every flag sent is one that its help lists as usable."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from specdesk.engines.argument_words import grouped, looks_like_flag, spaced
from specdesk.engines.dialect_loading import OLD_SWITCHES, write_load_mode
from specdesk.engines.dialect_methods import (
    MOD_FLAGS,
    NGRAM_FLAGS,
    SIZED_FIELDS,
    general_flag,
    sized_flag,
    why_draft_stays_out,
    write_methods,
    write_ngram,
)
from specdesk.engines.dialect_read import from_argv
from specdesk.engines.dialect_records import Argv, Spelling
from specdesk.engines.dialect_sheet import Sheet
from specdesk.engines.dialect_table import (
    LOAD_MODE,
    NO_SUCH_SETTING,
    ROW_OF_FIELD,
    ROW_OF_FLAG,
    ROWS,
    SPEC_TYPE,
    Row,
    Switch,
    Value,
    field_of,
)
from specdesk.engines.dialect_values import OFF_WORDS, ON_WORDS, TRUTH
from specdesk.engines.flags import Flags, plain_name
from specdesk.engines.traits import METAL_LAYERS
from specdesk.language import mark, translate
from specdesk.records.plan import LaunchPlan
from specdesk.secret_arguments import is_secret, variable_of

ALL_LAYERS = METAL_LAYERS
"""More layers than any model has: how old builds are told "all"."""


def to_argv(plan: LaunchPlan, flags: Flags, said: Mapping[str, str] | None = None) -> Argv:
    """Arguments that make the binary behind `flags` do what the plan says.

    Fields that are None or empty are not sent. What the build cannot say goes to `dropped`; `said` (field -> spelling)
    lets those messages name the flag that the user wrote.
    """
    sheet = Sheet(flags, said or {})
    for row in ROWS:
        value = field_of(plan, row.field)
        if value is None or value == () or value == "" or (value is False and row.field.endswith("cpu_moe")):
            continue
        if row.field == "draft" and (why := why_draft_stays_out(plan, sheet)):
            sheet.drop(sheet.label("draft"), why)
        else:
            _write_row(row, value, sheet)
        if row.field == "draft":
            write_methods(plan, sheet)
    if plan.draft is None:
        write_methods(plan, sheet)
    write_ngram(plan, sheet)
    write_load_mode(plan.load_mode, sheet)
    for words in grouped(spaced(plan.extra)):
        _write_extra(words, sheet)
    return sheet.argv()


def _write_row(row: Row, value: Any, sheet: Sheet) -> None:
    if isinstance(row, Switch):
        _write_switch(row, value, sheet)
        return
    name = sheet.flags.spelling(*row.flags)
    if name is None:
        _lacking(row, value, sheet)
    elif row.field.endswith(".layers"):
        _write_layers(name, value, sheet)
    elif row.field == "flash_attention":
        _write_flash(name, value, sheet)
    else:
        _write_value(row, name, row.codec.write(value), sheet)


def _write_value(row: Value, name: str, text: str, sheet: Sheet) -> None:
    offered = sheet.flags.choices(name)
    if not offered or row.codec is TRUTH or text in offered or text == sheet.flags.default(name):
        sheet.send(name, text)
    else:
        sheet.drop(
            f"{sheet.label(row.field)} {text}",
            translate("Engines", "For {name} this build offers {offered}, not “{text}”.").format(
                name=name, offered=", ".join(offered), text=text
            ),
        )


def _write_switch(row: Switch, yes: bool, sheet: Sheet) -> None:
    wanted, other = (row.on, row.off) if yes else (row.off, row.on)
    name = sheet.flags.spelling(*wanted)
    if name is not None:
        sheet.send(name)
    elif (silent := sheet.flags.spelling(*other)) is not None:
        said = wanted[0] if wanted else translate("Engines", "no {flag}").format(flag=silent)
        sheet.change(said, "", translate("Engines", "That is what this build does without {name}.").format(name=silent))
    else:
        _lacking(row, yes, sheet)


def _lacking(row: Row, value: Any, sheet: Sheet) -> None:
    """A setting that this build has no flag for: fine where it does just that anyway, else left out with the reason."""
    label = sheet.label(row.field)
    if row.absent is None or value != row.absent:
        sheet.drop(label, translate("Engines", row.lack))
    else:
        said = label if isinstance(row, Switch) else f"{label} {row.codec.write(value)}"
        sheet.change(said, "", translate("Engines", row.lack))


def _write_layers(name: str, layers: int | str, sheet: Sheet) -> None:
    text = sheet.flags.find(name)
    if isinstance(layers, int) or (text is not None and f"'{layers}'" in text.text):
        sheet.send(name, str(layers))
    elif layers == "all":
        sheet.send(name, str(ALL_LAYERS))
        sheet.change(
            f"{name} all", f"{name} {ALL_LAYERS}", translate("Engines", "This build takes only numbers of layers.")
        )
    elif sheet.flags.default(name) is not None:
        sheet.change(f"{name} auto", "", translate("Engines", "This build decides by itself when nothing is said."))
    else:
        why = translate(
            "Engines", "This build cannot choose the number of layers by itself; say a number with {name}."
        ).format(name=name)
        sheet.drop(f"{name} auto", why)


def _write_flash(name: str, mode: str, sheet: Sheet) -> None:
    if sheet.flags.takes_value(name):
        sheet.send(name, mode)
    elif mode == "on":
        sheet.send(name)
    elif mode == "off":
        sheet.change(
            f"{name} off", "", translate("Engines", "That is what this build does without {name}.").format(name=name)
        )
    else:
        sheet.change(
            f"{name} auto",
            "",
            translate("Engines", "This build cannot choose by itself: without {name} flash attention is off.").format(
                name=name
            ),
        )


def _write_extra(words: tuple[str, ...], sheet: Sheet) -> None:
    """Pass an argument through if this binary takes it, translate it if we know it, else say why it stays out."""
    name = words[0]
    option = sheet.flags.find(name)
    if not looks_like_flag(name):
        sheet.drop(name, translate("Engines", "It belongs to no flag; put quotes around a path that contains spaces."))
    elif option is not None and not option.removed and is_secret(name):
        _hand_over(words, option.env or variable_of(name), sheet)
    elif option is not None and not option.removed:
        _send_extra(words, option.arity, sheet)
    elif _is_ours(name):
        parsed = from_argv(words, sheet.flags)
        sheet.take(Argv(changes=parsed.changes, dropped=parsed.dropped))
        sheet.take(to_argv(parsed.plan, sheet.flags, parsed.said))
    elif (older := _other_name(name, sheet.flags)) is not None:
        sheet.change(
            " ".join(words),
            " ".join((older, *words[1:])),
            translate("Engines", "This build calls it {name}.").format(name=older),
        )
        sheet.send(older, *words[1:])
    else:
        sheet.drop(name, _why_unknown(name, sheet.flags))


def _hand_over(words: tuple[str, ...], variable: str | None, sheet: Sheet) -> None:
    """A secret reaches the engine by its environment, or not at all: every user of the computer can read a command."""
    name = words[0]
    if len(words) < 2:
        sheet.drop(name, translate("Engines", "In this build {name} needs a value after it.").format(name=name))
    elif variable is None:
        sheet.drop(name, translate("Engines", "Other users of this computer could read it in the command."))
    else:
        sheet.hand_over(variable, words[1])
        sheet.change(
            f"{name} …",
            "",
            translate("Engines", "It is kept out of the command; the engine reads it from {variable}.").format(
                variable=variable
            ),
        )
    for stray in words[2:]:
        sheet.drop(
            stray,
            translate(
                "Engines", "{name} takes no such value here; put quotes around text that contains spaces."
            ).format(name=name),
        )


def _send_extra(words: tuple[str, ...], arity: int, sheet: Sheet) -> None:
    name, values = words[0], words[1:]
    if len(values) < arity:
        if arity == 1:
            sheet.drop(name, translate("Engines", "In this build {name} needs a value after it.").format(name=name))
        else:
            sheet.drop(
                name,
                translate("Engines", "In this build {name} needs {arity} values after it.").format(
                    name=name, arity=arity
                ),
            )
        return
    if arity == 0 and values and values[0] in (*ON_WORDS, *OFF_WORDS, "auto"):
        kept = (name,) if values[0] in ON_WORDS else ()
        sheet.change(
            " ".join(words[:2]),
            " ".join(kept),
            translate("Engines", "In this build {name} takes no value.").format(name=name),
        )
        sheet.send(*kept)
        values = values[1:]
    else:
        sheet.send(name, *values[:arity])
    for stray in values[arity:]:
        sheet.drop(
            stray,
            translate(
                "Engines", "{name} takes no such value here; put quotes around text that contains spaces."
            ).format(name=name),
        )


def _is_ours(name: str) -> bool:
    plain = plain_name(name)
    return plain in ROW_OF_FLAG or plain in NGRAM_FLAGS or plain in OLD_SWITCHES or plain in (SPEC_TYPE, *LOAD_MODE)


def _other_name(name: str, flags: Flags) -> str | None:
    """Names that the web page of the server has had: `--no-ui` of today is `--no-webui` of old builds, and back."""
    plain = plain_name(name)
    swaps = (("--no-ui", "--no-webui"), ("--ui-", "--webui-"), ("--ui", "--webui"))
    for new, old in swaps:
        for one, other in ((new, old), (old, new)):
            if plain == one or (one.endswith("-") and plain.startswith(one)):
                return flags.spelling(other + plain[len(one) :])
    return None


def _why_unknown(name: str, flags: Flags) -> str:
    if flags.knows(name):
        advice = flags.replacement(name)
        if advice:
            return translate("Engines", "This build no longer accepts {name}. Its own advice: {advice}.").format(
                name=name, advice=advice
            )
        return translate("Engines", "This build no longer accepts {name}.").format(name=name)
    alike = difflib.get_close_matches(plain_name(name), flags.names, n=1, cutoff=0.8)
    close = alike if name.startswith("--") else []
    if close:
        return translate("Engines", "This build has no argument {name}. Did you mean {close}?").format(
            name=name, close=close[0]
        )
    return translate("Engines", "This build has no argument {name}.").format(name=name)


def spelled(field: str, flags: Flags, method: str = "ngram-simple") -> Spelling:
    """What a plan's field is called in this build, as shown beside the setting; without a flag, `why` says so.

    field: dotted path ("draft_place.layers", "methods", "load_mode", "ngram.size_n"). method: whose n-gram length.
    """
    row = ROW_OF_FIELD.get(field)
    if isinstance(row, Value):
        return _spelling(flags, row.flags, row.lack)
    if isinstance(row, Switch):
        return _spelling(flags, (*row.on, *row.off), row.lack)
    group, _, name = field.partition(".")
    if group == "ngram" and name in SIZED_FIELDS:
        return _spelling(flags, (sized_flag(method, name), general_flag(name)))
    if group == "ngram":
        return _spelling(flags, (MOD_FLAGS[name],))
    if field == "load_mode":
        return _spelling(flags, (*LOAD_MODE, "--no-mmap"))
    if field == "methods":
        return _spelling(flags, (SPEC_TYPE, "-md"), mark("Engines", "This build's server cannot speculate."))
    raise KeyError(field)


def _spelling(flags: Flags, names: tuple[str, ...], lack: str = NO_SUCH_SETTING) -> Spelling:
    name = flags.spelling(*names)
    return Spelling(flag=name) if name else Spelling(flag=None, why=translate("Engines", lack))
