"""A plan as text for llama-server: a command for sh and PowerShell, and a section of a presets file.

The key of the server is never in it. Presets: `--models-preset` of llama-server (tools/server/README.md, common/
preset.cpp): an INI file whose keys are the long names of arguments without their dashes.
"""

from __future__ import annotations

import re
from pathlib import PurePath

import msgspec

from specdesk.engines.adapters.assumed_build import flags_of
from specdesk.engines.adapters.records import Exported, ExportedText, Wanted
from specdesk.engines.argument_words import grouped
from specdesk.engines.command_text import to_powershell, to_sh
from specdesk.engines.dialect import complete
from specdesk.engines.dialect_records import Dropped
from specdesk.engines.dialect_write import to_argv
from specdesk.engines.engine_info import engine_command
from specdesk.engines.flags import Flags
from specdesk.language import mark, translate
from specdesk.records.plan import LaunchPlan

_PRESET_USE = mark(
    "Engines", "Start with: llama-server --models-preset presets.ini. A request chooses a section by “model”."
)


def no_target() -> Exported:
    """What there is to export without a model."""
    return Exported(
        refused=translate("Engines", "No target model is chosen."), instead=translate("Engines", "Choose one in Setup.")
    )


def write_server(wanted: Wanted) -> Exported:
    """The command for the chosen build."""
    if wanted.plan.target is None and not wanted.plan.extra:
        return no_target()
    flags, notes = flags_of(wanted)
    completed = complete(wanted.plan, wanted.draft.kind if wanted.draft else None, flags)
    written = to_argv(completed.plan, flags)
    argv = [*engine_command(wanted.engine), *written.args]
    return Exported(
        texts=(
            ExportedText(title=translate("Engines", "Linux and macOS"), language="sh", text=to_sh(argv)),
            ExportedText(title="Windows PowerShell", language="powershell", text=to_powershell(argv)),
        ),
        changes=(*completed.changes, *written.changes),
        dropped=written.dropped,
        notes=notes,
    )


def write_preset(wanted: Wanted) -> Exported:
    """One section with the plan and one without speculation, so that a router offers both."""
    if wanted.plan.target is None:
        return no_target()
    flags, assumed = flags_of(wanted)
    if not flags.has("--models-preset"):
        return Exported(
            refused=translate("Engines", "This build of llama-server has no presets."),
            instead=translate("Engines", "Use a build from December 2025 or later, or export a command."),
        )
    completed = complete(wanted.plan, wanted.draft.kind if wanted.draft else None, flags)
    plan = msgspec.structs.replace(completed.plan, host=None, port=None, alias=None)
    name = wanted.name or section_name(plan.target)
    written = to_argv(plan, flags)
    lines, dropped = _section(name, written.args, flags)
    if plan.speculates:
        plain = msgspec.structs.replace(plan, methods=(), draft=None, draft_max=None, draft_min=None, p_min=None)
        lines += ["", *_section(f"{name}-plain", to_argv(_without_draft(plain), flags).args, flags)[0]]
    text = "\n".join(["version = 1", "", *lines, ""])
    return Exported(
        texts=(ExportedText(title="presets.ini", language="ini", text=text),),
        changes=(*completed.changes, *written.changes),
        dropped=(*written.dropped, *dropped),
        notes=(*assumed, translate("Engines", _PRESET_USE)),
    )


def _without_draft(plan: LaunchPlan) -> LaunchPlan:
    empty = LaunchPlan()
    return msgspec.structs.replace(
        plan, draft_place=empty.draft_place, ngram=empty.ngram, draft_sampling=None, p_split=None
    )


def section_name(path: str | None) -> str:
    """A name for a section or model from a file name: letters, digits, dots and dashes."""
    stem = PurePath((path or "model").replace("\\", "/")).stem
    return re.sub(r"[^A-Za-z0-9._-]+", "-", stem).strip("-.") or "model"


def _section(name: str, args: tuple[str, ...], flags: Flags) -> tuple[list[str], list[Dropped]]:
    lines, dropped = [f"[{name}]"], []
    for words in grouped(args):
        option = flags.find(words[0])
        value = " ".join(words[1:]) if len(words) > 1 else "true"
        if option is None or any(sign in value for sign in "\n\r"):
            dropped.append(Dropped(flag=words[0], why=translate("Engines", "It cannot be said in a presets file.")))
            continue
        said = words[0]
        longest = next((s for s in option.spellings if s.startswith("--") and not s.startswith("--no-")), None)
        if said.startswith(("--no-", "-no-")):
            lines.append(f"{longest.lstrip('-')} = false" if longest else f"{said.lstrip('-')} = true")
        else:
            lines.append(f"{(longest or said).lstrip('-')} = {value}")
    return lines, dropped


def llama_server_only(plan: LaunchPlan) -> tuple[Dropped, ...]:
    """The plan's further arguments, which no other engine takes."""
    why = translate("Engines", "It is an argument of llama-server.")
    return tuple(Dropped(flag=word.partition("=")[0], why=why) for word in plan.extra if word.startswith("-"))
