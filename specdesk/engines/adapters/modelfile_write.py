"""A plan as an Ollama Modelfile, with the commands that make and run the model.

Source: docs/modelfile.mdx of ollama/ollama, and its runner: DRAFT is started as an MTP head or, for the architecture
dflash, as a DFlash drafter (externalDraftType; PR 15980 and 16031). Ordinary drafts are not supported (issue 5800).
"""

from __future__ import annotations

from typing import Final

from specdesk.engines.adapters.llama_server_forms import llama_server_only, no_target, section_name
from specdesk.engines.adapters.modelfile_read import FIELDS
from specdesk.engines.adapters.records import Exported, ExportedText, Wanted
from specdesk.engines.command_text import to_sh
from specdesk.engines.dialect_records import Change, Dropped
from specdesk.engines.dialect_table import field_of
from specdesk.language import mark, translate
from specdesk.records.plan import LaunchPlan

DRAFTERS: Final = ("draft-mtp", "draft-dflash")
"""Kinds of drafters that Ollama runs."""

ORDINARY: Final = mark(
    "Engines",
    "Ollama takes drafters of the kinds MTP and DFlash only: it would start this file as an MTP head, "
    "which it is not. llama-server runs the same two files with an ordinary draft: press Start, or "
    "export its command.",
)
_OTHER: Final = mark("Engines", "Ollama has no such method; llama-server has it, with the same files.")
_DEFAULT_LENGTH: Final = 4


def write_modelfile(wanted: Wanted) -> Exported:
    """Modelfile and commands."""
    plan = wanted.plan
    if plan.target is None:
        return no_target()
    if '"""' in wanted.system:
        why = translate("Engines", "A Modelfile cannot hold a system prompt with three quotes in a row.")
        return Exported(refused=why, instead=translate("Engines", "Change the system prompt."))
    lines = [f"FROM {plan.target}"]
    changes: list[Change] = []
    dropped: list[Dropped] = []
    _drafting(wanted, lines, changes, dropped)
    for name, (field, _) in FIELDS.items():
        value = field_of(plan, field)
        if name == "draft_num_predict" or value is None or not isinstance(value, int | float):
            continue
        if (name == "num_ctx" and value == 0) or (name == "num_predict" and value < 0):
            continue
        lines.append(f"PARAMETER {name} {value:g}" if isinstance(value, float) else f"PARAMETER {name} {value}")
    if wanted.system:
        lines.append(f'SYSTEM """{wanted.system}"""')
    name = (wanted.name or section_name(plan.target)).lower()
    commands = "\n".join([to_sh(["ollama", "create", name, "-f", "Modelfile"]), to_sh(["ollama", "run", name])])
    return Exported(
        texts=(
            ExportedText(title="Modelfile", language="modelfile", text="\n".join([*lines, ""])),
            ExportedText(title=translate("Engines", "Commands"), language="sh", text=commands),
        ),
        changes=tuple(changes),
        dropped=(*dropped, *_dropped(plan)),
        notes=_notes(lines),
    )


def _drafting(wanted: Wanted, lines: list[str], changes: list[Change], dropped: list[Dropped]) -> None:
    plan = wanted.plan
    kind = wanted.draft.kind if wanted.draft is not None else None
    method = plan.draft_method or (kind if kind in DRAFTERS else None)
    if plan.draft is not None and method in DRAFTERS and (plan.speculates or not plan.methods):
        lines.append(f"DRAFT {plan.draft}")
        length = plan.draft_max or _DEFAULT_LENGTH
    elif method == "draft-mtp" and plan.draft is None and plan.speculates:
        length = plan.draft_max or _DEFAULT_LENGTH
        changes.append(
            Change(
                from_="--spec-type draft-mtp",
                to=f"PARAMETER draft_num_predict {length}",
                why=translate("Engines", _HEADS_IN_FILE),
            )
        )
    else:
        if plan.draft is not None and (plan.speculates or not plan.methods):
            dropped.append(
                Dropped(
                    flag=f"DRAFT {plan.draft}",
                    why=translate("Engines", ORDINARY if method in (None, "draft-simple") else _OTHER),
                )
            )
        dropped += [
            Dropped(flag=name, why=translate("Engines", _OTHER)) for name in plan.methods if name.startswith("ngram")
        ]
        return
    lines.append(f"PARAMETER draft_num_predict {length}")


_HEADS_IN_FILE: Final = mark("Engines", "Ollama uses heads that are in the model's own file only when this is set.")


def _dropped(plan: LaunchPlan) -> tuple[Dropped, ...]:
    found = []
    if plan.p_min:
        found.append(Dropped(flag="p-min", why=translate("Engines", "Ollama has no such parameter.")))
    if any(kind not in (None, "f16") for kind in (plan.place.cache_k, plan.place.cache_v)):
        why = translate("Engines", "Ollama sets it for all models at once, by the variable OLLAMA_KV_CACHE_TYPE.")
        found.append(Dropped(flag=translate("Engines", "cache types"), why=why))
    if plan.host is not None or plan.port is not None:
        found.append(
            Dropped(
                flag=translate("Engines", "address"),
                why=translate("Engines", "Ollama sets it by the variable OLLAMA_HOST."),
            )
        )
    if plan.place.layers == "all":
        found.append(
            Dropped(
                flag=translate("Engines", "all layers on the GPU"),
                why=translate("Engines", "Ollama puts as many there as fit by itself."),
            )
        )
    return (*found, *llama_server_only(plan))


def _notes(lines: list[str]) -> tuple[str, ...]:
    if not any(line.startswith(("DRAFT", "PARAMETER draft_num_predict")) for line in lines):
        return ()
    return (
        translate(
            "Engines",
            "Drafting needs Ollama 0.30 or newer for GGUF files. Ollama does not tell how many guesses were "
            "kept; attach to it here and compare a reply with draft_num_predict 0.",
        ),
    )
