"""An Ollama Modelfile, read into a plan, a system prompt and sampling.

Source: docs/modelfile.mdx and parser/parser.go of ollama/ollama (DRAFT since 2026, PR 15980; parameters of
api/types.go).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from specdesk.engines.adapters.records import Pasted
from specdesk.engines.dialect_records import Change, Dropped, ParsedCommand
from specdesk.engines.dialect_table import plan_of
from specdesk.errors import UsageError
from specdesk.language import mark, translate

INSTRUCTIONS: Final = (
    "FROM", "PARAMETER", "TEMPLATE", "SYSTEM", "ADAPTER", "LICENSE", "MESSAGE", "DRAFT", "REQUIRES", "CAPABILITY",
    "RENDERER", "PARSER",
)  # fmt: skip
_LINE = re.compile(rf"^\s*(?P<word>{'|'.join(INSTRUCTIONS)})\b[ \t]*(?P<rest>.*)$", re.IGNORECASE)
_PYTHON = re.compile(r"^\s*from\s+\S+\s+import\b", re.MULTILINE)
_FILE = re.compile(r"\.gguf$|^[./~]|^[A-Za-z]:[\\/]|/blobs/", re.IGNORECASE)

FIELDS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "num_ctx": ("context", int),
    "num_predict": ("reply_limit", int),
    "draft_num_predict": ("draft_max", int),
    "num_gpu": ("place.layers", int),
    "num_thread": ("place.threads", int),
    "num_batch": ("batch", int),
    "main_gpu": ("main_gpu", int),
    "temperature": ("sampling.temperature", float),
    "top_k": ("sampling.top_k", int),
    "top_p": ("sampling.top_p", float),
    "min_p": ("sampling.min_p", float),
    "repeat_penalty": ("sampling.repeat_penalty", float),
    "presence_penalty": ("sampling.presence_penalty", float),
    "frequency_penalty": ("sampling.frequency_penalty", float),
    "seed": ("sampling.seed", int),
}
"""Parameter -> (field of the plan, what it is)."""

UNKNOWN_TO_OLLAMA: Final = {
    "draft_model": mark(
        "Engines",
        "Ollama has no such parameter. It takes a drafter by a line DRAFT, and only of the kinds MTP and "
        "DFlash; llama-server takes an ordinary small model.",
    ),
    "num_draft": mark("Engines", "Ollama has no such parameter; it is called draft_num_predict."),
    "num_speculative_tokens": mark("Engines", "Ollama has no such parameter; it is called draft_num_predict."),
}
_NOT_CARRIED: Final = {
    "TEMPLATE": mark("Engines", "The chat template in the model file is used."),
    "ADAPTER": mark("Engines", "Adapters (LoRA) are not carried over; name one with --lora under More settings."),
    "LICENSE": mark("Engines", "It changes nothing in how the model runs."),
    "MESSAGE": mark("Engines", "Example messages are not carried over; put them into the system prompt."),
    "REQUIRES": mark("Engines", "It concerns Ollama's own version."),
    "CAPABILITY": mark("Engines", "It concerns Ollama's own clients."),
    "RENDERER": mark("Engines", "The chat template in the model file is used."),
    "PARSER": mark("Engines", "The chat template in the model file is used."),
}


def is_modelfile(text: str) -> bool:
    """True when the first line that says anything is an instruction, and FROM is among them."""
    if _PYTHON.search(text):
        return False
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    words = [found["word"].upper() for line in lines if (found := _LINE.match(line))]
    return bool(lines) and _LINE.match(lines[0]) is not None and ("FROM" in words or len(words) == len(lines))


def read_modelfile(text: str) -> Pasted:
    """Read it. Raises UsageError when a value is not of its kind."""
    fields: dict[str, Any] = {}
    changes: list[Change] = []
    dropped: list[Dropped] = []
    ids: dict[str, str] = {}
    system: str | None = None
    for word, value in instructions(text):
        if word in ("FROM", "DRAFT"):
            field = "target" if word == "FROM" else "draft"
            if _FILE.search(value):
                fields[field] = value
                flag = "-m" if field == "target" else "-md"
                changes.append(
                    Change(
                        from_=f"{word} {value}",
                        to=f"{flag} {value}",
                        why=translate("Engines", "llama-server's word for it."),
                    )
                )
            else:
                ids[field] = value
                why = translate(
                    "Engines", "That is a model of Ollama's; choose its file, which SpecDesk lists among your models."
                )
                dropped.append(Dropped(flag=f"{word} {value}", why=why))
        elif word == "SYSTEM":
            system = value
            changes.append(
                Change(
                    from_="SYSTEM",
                    to=translate("Engines", "system prompt"),
                    why=translate("Engines", "It is sent with every chat."),
                )
            )
        elif word == "PARAMETER":
            _parameter(value, fields, changes, dropped)
        else:
            dropped.append(Dropped(flag=word, why=translate("Engines", _NOT_CARRIED[word])))
    parsed = ParsedCommand(plan=plan_of(fields), changes=tuple(changes), dropped=tuple(dropped))
    return Pasted(
        kind="modelfile", parsed=parsed, target_id=ids.get("target"), draft_id=ids.get("draft"), system=system
    )


def instructions(text: str) -> list[tuple[str, str]]:
    """(instruction in capitals, value), in order; values in three quotes may have several lines."""
    found: list[tuple[str, str]] = []
    lines = iter(text.splitlines())
    for line in lines:
        match = _LINE.match(line)
        if match is None:
            continue
        value = match["rest"].strip()
        start = re.search(r'"""', value)
        if start is not None and (start.start() == 0 or match["word"].upper() == "MESSAGE"):
            parts = [value[start.end() :]]
            while '"""' not in parts[-1]:
                following = next(lines, None)
                if following is None:
                    raise UsageError(
                        translate("Engines", "The text behind {word} has no closing three quotes.").format(
                            word=match["word"].upper()
                        )
                    )
                parts.append(following)
            parts[-1] = parts[-1].partition('"""')[0]
            value = "\n".join(parts).strip("\n")
        elif len(value) > 1 and value[0] == value[-1] == '"':
            value = value[1:-1]
        found.append((match["word"].upper(), value))
    return found


def _parameter(text: str, fields: dict[str, Any], changes: list[Change], dropped: list[Dropped]) -> None:
    name, _, value = text.partition(" ")
    name, value = name.lower(), value.strip().strip('"')
    if name in UNKNOWN_TO_OLLAMA:
        dropped.append(
            Dropped(flag=f"PARAMETER {name} {value}".rstrip(), why=translate("Engines", UNKNOWN_TO_OLLAMA[name]))
        )
    elif name in FIELDS:
        field, kind = FIELDS[name]
        try:
            number = kind(value)
        except ValueError:
            raise UsageError(not_a_number(f"PARAMETER {name}", value, whole=kind is int)) from None
        fields[field] = number
        if field.startswith("sampling."):
            changes.append(
                Change(from_=f"PARAMETER {name} {value}", to=f"{name} {value}", why=translate("Engines", _OF_THE_CHAT))
            )
    elif name == "stop":
        dropped.append(
            Dropped(flag=f"PARAMETER stop {value}", why=translate("Engines", "The model's own end of turn is used."))
        )
    else:
        why = translate("Engines", "llama-server has no such setting, or another default for it; nothing is set.")
        dropped.append(Dropped(flag=f"PARAMETER {name} {value}".rstrip(), why=why))


def not_a_number(name: str, value: object, whole: bool) -> str:
    """The sentence for a value that is no number."""
    if whole:
        return translate("Engines", "{name} needs a whole number, not “{value}”.").format(name=name, value=value)
    return translate("Engines", "{name} needs a number, not “{value}”.").format(name=name, value=value)


_OF_THE_CHAT: Final = mark("Engines", "It becomes a setting of the chat.")
