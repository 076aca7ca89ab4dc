"""How a method of speculation and its lengths are said, in each of the dialects D0 to D4.

D1: a draft file switches drafting on. D2 and D3: also one n-gram method by `--spec-type`, which knows no draft types.
D4: `--spec-type` lists everything, and a draft file alone does nothing (PR 23988; common/arg.cpp).
"""

from __future__ import annotations

import re

from specdesk.engines.dialect_sheet import Sheet
from specdesk.engines.dialect_table import DOWNLOADS, NGRAM_SIZED, SPEC_TYPE
from specdesk.engines.traits import dialect_of_flags, methods_of_flags
from specdesk.language import translate
from specdesk.records.plan import DRAFT_METHODS, NGRAM_METHODS, LaunchPlan

SIZED_FIELDS = {"size_n": "size-n", "size_m": "size-m", "min_hits": "min-hits"}
MOD_FLAGS = {
    "mod_match": "--spec-ngram-mod-n-match",
    "mod_min": "--spec-ngram-mod-n-min",
    "mod_max": "--spec-ngram-mod-n-max",
}
SPEC_DEFAULT = "--spec-default"
SPEC_DEFAULT_LENGTHS = {"mod_match": 24, "mod_min": 48, "mod_max": 64}
"""What `--spec-default` stands for since b8874 (common/arg.cpp)."""

# Before ngram-mod had flags of its own (D2), it used the general ones.
_MOD_IN_D2 = {
    "mod_match": ("--spec-ngram-size-n", "size_n"),
    "mod_min": ("--draft-min", "draft_min"),
    "mod_max": ("--draft-max", "draft_max"),
}


def sized_flag(method: str, field: str) -> str:
    """`--spec-ngram-map-k-size-n` and its kind."""
    return f"--spec-{method}-{SIZED_FIELDS[field]}"


def general_flag(field: str) -> str:
    """The spelling of builds from January to April 2026, one for all methods."""
    return f"--spec-ngram-{SIZED_FIELDS[field]}"


NGRAM_FLAGS: dict[str, tuple[str, bool]] = (
    {sized_flag(method, field): (field, True) for method in NGRAM_SIZED for field in SIZED_FIELDS}
    | {flag: (field, True) for field, flag in MOD_FLAGS.items()}
    | {general_flag(field): (field, False) for field in SIZED_FIELDS}
)
"""Spelling -> (field of `Ngram`, True unless it is the removed general one)."""


def read_methods(text: str) -> tuple[str, ...]:
    """The methods in one value of `--spec-type`; both separators, old names by their new ones."""
    words = [word.strip() for word in re.split(r"[|,]", text)]
    return tuple("draft-simple" if word == "draft" else word for word in words if word)


def why_draft_stays_out(plan: LaunchPlan, sheet: Sheet) -> str:
    """The reason not to load the draft file, or an empty string."""
    method = plan.draft_method
    if not plan.methods or dialect_of_flags(sheet.flags) == "D0":
        return ""
    if not plan.speculates:
        return translate("Engines", "Speculation is off, so the draft file is not loaded.")
    if method is None:
        return translate("Engines", "The chosen method needs no draft file, so it is not loaded.")
    if method not in methods_of_flags(sheet.flags):
        return translate("Engines", "This build cannot use a draft of the kind “{method}”.").format(method=method)
    return ""


def write_methods(plan: LaunchPlan, sheet: Sheet) -> None:
    """Say the methods as this binary can."""
    if not plan.methods:
        return
    dialect = dialect_of_flags(sheet.flags)
    offered = (*methods_of_flags(sheet.flags), *(("none",) if "none" in sheet.flags.choices(SPEC_TYPE) else ()))
    kept = [method for method in plan.methods if method in offered]
    for method in plan.methods:
        if method == "none" and method not in offered:
            sheet.change(
                f"{SPEC_TYPE} none", "", translate("Engines", "Without a draft file this build does not speculate.")
            )
        elif method not in offered:
            sheet.drop(f"{SPEC_TYPE} {method}", _unknown_method(method, methods_of_flags(sheet.flags)))
    if dialect == "D4":
        if kept:
            sheet.send(SPEC_TYPE, ",".join(kept))
        return
    _write_single_method(plan, kept, sheet)


def _unknown_method(method: str, offered: tuple[str, ...]) -> str:
    if not offered:
        return translate("Engines", "This build's server cannot speculate, so “{method}” is left out.").format(
            method=method
        )
    return translate("Engines", "This build does not know the method “{method}”; it knows {offered}.").format(
        method=method, offered=", ".join(offered)
    )


def _write_single_method(plan: LaunchPlan, kept: list[str], sheet: Sheet) -> None:
    """D1 to D3: at most one word after `--spec-type`; a draft model is switched on by its file."""
    words = [method for method in kept if method not in DRAFT_METHODS]
    if "none" in words:
        words = ["none"]
    for method in words[1:]:
        sheet.drop(
            f"{SPEC_TYPE} {method}",
            translate("Engines", "This build takes one n-gram method at a time; “{used}” is used.").format(
                used=words[0]
            ),
        )
    if words:
        sheet.send(SPEC_TYPE, words[0])
    fetched = any(word in DOWNLOADS["draft"] for word in plan.extra)
    if "draft-simple" in kept and plan.draft is None and not fetched:
        sheet.drop(
            f"{SPEC_TYPE} draft-simple", translate("Engines", "This method needs a draft file, and none is given.")
        )


def write_ngram(plan: LaunchPlan, sheet: Sheet) -> None:
    """Say the lengths of the n-gram methods."""
    for field in SIZED_FIELDS:
        number = getattr(plan.ngram, field)
        if number is not None:
            _write_sized(plan, field, str(number), sheet)
    for field, flag in MOD_FLAGS.items():
        number = getattr(plan.ngram, field)
        if number is not None:
            _write_mod(plan, field, flag, str(number), sheet)


def _write_sized(plan: LaunchPlan, field: str, number: str, sheet: Sheet) -> None:
    chosen = [method for method in plan.methods if method in NGRAM_SIZED]
    names = [name for method in chosen if (name := sheet.flags.spelling(sized_flag(method, field)))]
    general = sheet.flags.spelling(general_flag(field))
    label = sheet.label(f"ngram.{field}", sized_flag(chosen[0] if chosen else "ngram-simple", field))
    if names:
        for name in names:
            sheet.send(name, number)
    elif general is not None:
        sheet.send(general, number)
    elif not chosen and sheet.flags.has(sized_flag("ngram-simple", field)):
        sheet.drop(
            label,
            translate("Engines", "It belongs to {methods}, and none of them is chosen.").format(
                methods=", ".join(NGRAM_SIZED)
            ),
        )
    else:
        sheet.drop(label, translate("Engines", "This build has no such length for n-gram methods."))


def _write_mod(plan: LaunchPlan, field: str, flag: str, number: str, sheet: Sheet) -> None:
    older, older_field = _MOD_IN_D2[field]
    taken = plan.ngram.size_n if older_field == "size_n" else getattr(plan, older_field)
    if sheet.flags.has(flag):
        sheet.send(flag, number)
    elif "ngram-mod" in plan.methods and sheet.flags.has(older) and sheet.flags.has(SPEC_TYPE) and taken is None:
        sheet.send(older, number)
        sheet.change(
            f"{flag} {number}",
            f"{older} {number}",
            translate("Engines", "This build has one length for all n-gram methods."),
        )
    else:
        sheet.drop(
            sheet.label(f"ngram.{field}", flag),
            translate("Engines", "This build has no such length for n-gram methods."),
        )


def only_ngrams(methods: tuple[str, ...]) -> bool:
    """True when every method guesses from the text itself."""
    return bool(methods) and all(method in NGRAM_METHODS for method in methods)
