"""A plan as a command of llama.cpp's programs for the terminal: llama-cli and the four example programs.

Which program takes which argument: common/arg.cpp (`set_examples`). The help of llama-server lists everything that
is shared under "common params" and "sampling params"; the rest is known per program and checked here.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from specdesk.engines.adapters.assumed_build import flags_of
from specdesk.engines.adapters.records import Exported, ExportedText, Wanted
from specdesk.engines.argument_words import grouped, program_name
from specdesk.engines.command_text import to_powershell, to_sh
from specdesk.engines.dialect_records import Dropped
from specdesk.engines.dialect_table import DRAFT_ROWS, SPEC_TYPE, Value
from specdesk.engines.dialect_write import to_argv
from specdesk.engines.flags import Flags, plain_name
from specdesk.engines.traits import dialect_of_flags
from specdesk.language import mark, translate
from specdesk.records.plan import LaunchPlan, Ngram

Program = Literal["llama-cli", "llama-speculative", "llama-speculative-simple", "llama-lookup", "llama-lookahead"]
PROGRAMS: Final[tuple[Program, ...]] = (
    "llama-cli", "llama-speculative", "llama-speculative-simple", "llama-lookup", "llama-lookahead",
)  # fmt: skip
EXAMPLE_PROMPT: Final = "Explain in five sentences how a bicycle stays upright."

_SHARED = ("common params", "sampling params")
_LENGTHS = ("--spec-draft-n-max", "--draft-max", "--spec-draft-n-min", "--draft-min")
_DRAFT_FLAGS = tuple(name for row in DRAFT_ROWS if isinstance(row, Value) for name in row.flags)
_EXAMPLE = mark("Engines", "It is an example program of llama.cpp; many packages leave it out.")


def write_program(wanted: Wanted, program: Program) -> Exported:
    """The command of one program, right for the build whose help `wanted` has."""
    flags, assumed = flags_of(wanted)
    refusal = _refusal(wanted.plan, flags, program)
    if refusal is not None:
        return Exported(refused=refusal[0], instead=refusal[1])
    plan = _plan_for(wanted.plan, program)
    written = to_argv(plan, flags)
    kept: list[str] = []
    dropped = list(written.dropped)
    for words in grouped(written.args):
        why = _why_not(words[0], flags, program)
        if why:
            dropped.append(Dropped(flag=words[0], why=why))
        else:
            kept += words
    kept += _own_arguments(wanted, flags, program)
    argv = [_beside(wanted.engine, program), *kept]
    notes = assumed if program == "llama-cli" else (*assumed, translate("Engines", _EXAMPLE))
    return Exported(
        texts=(
            ExportedText(title=program, language="sh", text=to_sh(argv)),
            ExportedText(title=f"{program}, PowerShell", language="powershell", text=to_powershell(argv)),
        ),
        changes=written.changes,
        dropped=tuple(dropped),
        notes=(*notes, *_notes(program)),
    )


def _refusal(plan: LaunchPlan, flags: Flags, program: Program) -> tuple[str, str] | None:
    """(why it cannot be, what to do instead)."""
    if plan.target is None:
        return translate("Engines", "No target model is chosen."), translate("Engines", "Choose one in Setup.")
    method = next(iter(plan.methods), None)
    if program == "llama-speculative" and (plan.draft is None or method not in (None, "draft-simple")):
        return (
            translate("Engines", "llama-speculative guesses with an ordinary second model, and with nothing else."),
            translate("Engines", "Choose a draft model, or export llama-cli or llama-speculative-simple."),
        )
    modern = dialect_of_flags(flags) == "D4"
    if program == "llama-speculative-simple" and not modern and (plan.draft is None or method not in _ORDINARY):
        return (
            translate("Engines", "In this build llama-speculative-simple guesses with an ordinary second model only."),
            translate("Engines", "Choose a draft model, or use a newer build."),
        )
    if program == "llama-speculative-simple" and not plan.speculates and plan.draft is None:
        return translate("Engines", "llama-speculative-simple needs a method."), translate(
            "Engines", "Choose a draft or an n-gram method in Setup."
        )
    return None


_ORDINARY = (None, "draft-simple")


def _plan_for(plan: LaunchPlan, program: Program) -> LaunchPlan:
    """The plan without what belongs to a server, and without what the program does in its own way."""
    plan = msgspec.structs.replace(
        plan, host=None, port=None, alias=None, metrics=None, slots_endpoint=None, slots=None, cache_ram=None,
        reply_limit=plan.reply_limit or 256,
    )  # fmt: skip
    if program == "llama-lookup":
        length = plan.draft_max or plan.ngram.size_m or plan.ngram.mod_max
        return msgspec.structs.replace(plan, draft=None, methods=(), ngram=Ngram(), draft_max=length, p_min=None)
    if program == "llama-lookahead":
        return msgspec.structs.replace(
            plan, draft=None, methods=(), ngram=Ngram(), draft_max=None, draft_min=None, p_min=None, kv_unified=None
        )
    return plan


def _why_not(name: str, flags: Flags, program: Program) -> str:
    """Why this program does not take an argument that the server of the same build takes; "" when it does."""
    option = flags.find(name)
    if option is None or (option.section in _SHARED and plain_name(name) not in _DRAFT_FLAGS):
        return ""
    if program == "llama-speculative" and plain_name(name) == SPEC_TYPE:
        return translate("Engines", "llama-speculative does not read it: it always guesses with the second model.")
    drafting = plain_name(name) in _DRAFT_FLAGS or option.section == "speculative params" or name == SPEC_TYPE
    if not drafting:
        return translate(
            "Engines", "It is an argument of the server; {program} has none of that name for certain."
        ).format(program=program)
    if program == "llama-lookup":
        return (
            ""
            if any(flags.find(length) is option for length in _LENGTHS)
            else translate("Engines", _NO_DRAFT).format(program=program)
        )
    if program == "llama-lookahead":
        return translate("Engines", _NO_DRAFT).format(program=program)
    if program == "llama-cli" and not flags.has("--fit"):
        return translate("Engines", "In this build llama-cli cannot speculate; llama-speculative can.")
    return ""


_NO_DRAFT = mark("Engines", "{program} works without a second model and without these settings.")


def _own_arguments(wanted: Wanted, flags: Flags, program: Program) -> list[str]:
    prompt = wanted.prompt or EXAMPLE_PROMPT
    if program == "llama-cli":
        return ["-p", prompt, "-st"]
    # Lookahead shares one cache between its branches; builds that can split it must be told (examples/lookahead).
    unified = ["-kvu"] if program == "llama-lookahead" and flags.has("-kvu") else []
    return [*unified, "-p", prompt]


def _notes(program: Program) -> tuple[str, ...]:
    if program == "llama-cli":
        return (
            translate("Engines", "Without -st it waits for the next question. It prints its speed and no acceptance."),
        )
    if program == "llama-lookahead":
        return (
            translate(
                "Engines",
                "Lookahead looks 15 tokens ahead by n-grams of 5; both are fixed in the program. Expect little: 1.1 "
                "to 1.3 times in published runs. The method ngram-mod of llama-server needs no second model either.",
            ),
        )
    return (
        translate(
            "Engines", "At its end it prints n_drafted, n_accept and accept; paste them back here to have them read."
        ),
    )


def _beside(engine: str, program: str) -> str:
    """The program's path in the folder of the chosen engine; its bare name when there is none."""
    name = program_name(engine)
    place = engine.rfind(name)
    folder = engine[:place] if place > 0 else ""
    return f"{folder}{program}.exe" if engine.lower().endswith(".exe") else f"{folder}{program}"
