"""`export`: a command of any kind, as another program wants it. Reads headers, starts nothing."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from specdesk.cli.chosen_engine import engine_of
from specdesk.cli.output import change_line, print_json, tell
from specdesk.engines.adapters.forms import FORMS, form_named
from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.adapters.records import Exported, Pasted, VllmOptions, Wanted
from specdesk.engines.adapters.vllm_schema import METHODS
from specdesk.engines.dialect import complete
from specdesk.engines.dialect_records import Change, Dropped
from specdesk.errors import FileFormatError, UsageError
from specdesk.language import english, translate
from specdesk.models.header import read_header
from specdesk.models.library import inspect
from specdesk.models.repositories import repositories_of, repository_id
from specdesk.records.model_file import ModelFile

FORM_NAMES = tuple(form.key for form in FORMS)


def add(parser: argparse.ArgumentParser) -> None:
    """The verb's options."""
    text, repository = translate("CommandLine", "TEXT"), translate("CommandLine", "OWNER/NAME")
    parser.add_argument("--to", required=True, choices=FORM_NAMES, help=translate("CommandLine", "what to write"))
    parser.add_argument(
        "--from", dest="source", metavar=translate("CommandLine", "FILE"),
        help=translate("CommandLine", "read the command from a file; - is the input"),
    )  # fmt: skip
    parser.add_argument(
        "--target-id", metavar=repository, help=translate("CommandLine", "repository of the target (vLLM)")
    )
    parser.add_argument(
        "--draft-id", metavar=repository, help=translate("CommandLine", "repository of the drafter (vLLM)")
    )
    parser.add_argument(
        "--method", choices=METHODS, help=translate("CommandLine", "a method of vLLM; default: that of the command")
    )
    parser.add_argument(
        "--tensor-parallel", type=int, metavar="N",
        help=translate("CommandLine", "GPUs that share the model (vLLM)"),
    )  # fmt: skip
    parser.add_argument(
        "--memory-share", type=float, metavar="F",
        help=translate("CommandLine", "share of each GPU's memory, 0 to 1 (vLLM)"),
    )  # fmt: skip
    parser.add_argument("--dtype", metavar="TYPE", help=translate("CommandLine", "number format (vLLM)"))
    parser.add_argument("--system", default="", metavar=text, help=translate("CommandLine", "system prompt (Ollama)"))
    parser.add_argument(
        "--name", metavar=translate("CommandLine", "NAME"),
        help=translate("CommandLine", "what to call it (Ollama, presets)"),
    )  # fmt: skip
    parser.add_argument(
        "--prompt", metavar=text, help=translate("CommandLine", "the question for programs that answer once")
    )


def run(options: argparse.Namespace) -> int:
    """Print the texts; what is left out goes to standard error. 1 when it cannot be written."""
    engine = engine_of(options)
    pasted = read_any(_text(options), {"HOME": str(Path.home())}, engine.flags)
    plan = pasted.parsed.plan
    target, draft = _row(plan.target), _row(plan.draft)
    done = complete(plan, draft.kind if draft is not None else None, engine.flags)
    form = form_named(options.to)
    wanted = Wanted(
        plan=done.plan, flags=engine.flags, engine=engine.path or "llama-server", target=target, draft=draft,
        target_id=_repository("--target-id", options.target_id) or pasted.target_id or _named_by(plan.target),
        draft_id=_repository("--draft-id", options.draft_id) or pasted.draft_id or _named_by(plan.draft),
        system=options.system or pasted.system or "", method=options.method or _method(pasted),
        name=options.name, prompt=options.prompt, vllm=_vllm(options, pasted),
    )  # fmt: skip
    result = form.write(wanted)
    with english():  # programs read the texts, with the titles between them
        result = msgspec.structs.replace(result, texts=form.write(wanted).texts)
    changes = (*pasted.parsed.changes, *done.changes, *result.changes)
    dropped = (*pasted.parsed.dropped, *result.dropped)
    if options.json:
        print_json(_document(options.to, result, changes, dropped))
    else:
        _print(result, changes, dropped)
    return 0 if result.texts else 1


def _text(options: argparse.Namespace) -> str:
    """What is to be read. Raises UsageError when there is nothing."""
    if options.source is not None:
        if options.arguments:
            raise UsageError(translate("CommandLine", "The command comes from a file or behind --, not from both."))
        return sys.stdin.read() if options.source == "-" else Path(options.source).read_text("utf-8", "replace")
    words: Sequence[str] = options.arguments
    if not words:
        raise UsageError(
            translate("CommandLine", "There is nothing to export."),
            next_step=translate("CommandLine", "Put a command behind --, or name a file with --from."),
        )
    own = ["llama-server", *words] if words[0].startswith("-") else list(words)
    return shlex.join(own)


def _row(path: str | None) -> ModelFile | None:
    return inspect(path) if path is not None and os.path.lexists(path) else None


def _named_by(path: str | None) -> str | None:
    """The repository that a file's header names first."""
    if path is None or not os.path.isfile(path):
        return None
    try:
        found = repositories_of(read_header(path))
    except (FileFormatError, OSError):
        return None
    if found and found[0].base:
        said = translate(
            "CommandLine", "{repository} is what {file} was made from ({key}); check that it is that model."
        )
        tell(said.format(repository=found[0].id, file=Path(path).name, key=found[0].key))
    return found[0].id if found else None


def _repository(flag: str, text: str | None) -> str | None:
    if text is None:
        return None
    found = repository_id(text)
    if found is None and not os.path.isdir(text):
        said = translate("CommandLine", "{flag} takes a repository such as Qwen/Qwen3-8B or a folder, not “{text}”.")
        raise UsageError(said.format(flag=flag, text=text))
    return found or text


def _method(pasted: Pasted) -> str | None:
    """The method that a vLLM text asked for, so that it comes back as it was."""
    return pasted.method if pasted.method in METHODS else None


def _vllm(options: argparse.Namespace, pasted: Pasted) -> VllmOptions:
    """What the text said, and what the options say in its place."""
    said = pasted.vllm or VllmOptions()
    given = {
        "tensor_parallel": options.tensor_parallel, "memory_share": options.memory_share, "dtype": options.dtype,
    }  # fmt: skip
    return msgspec.structs.replace(said, **{name: value for name, value in given.items() if value is not None})


def _document(form: str, result: Exported, changes: Sequence[Change], dropped: Sequence[Dropped]) -> dict[str, object]:
    return {
        "form": form,
        "texts": [msgspec.to_builtins(text) for text in result.texts],
        "changes": [msgspec.to_builtins(change) for change in changes],
        "dropped": [msgspec.to_builtins(drop) for drop in dropped],
        "missing": [{"option": f"--{one.field.replace('_', '-')}", "why": one.why} for one in result.missing],
        "notes": list(result.notes),
        "refused": " ".join(part for part in (result.refused, result.instead) if part) or None,
    }


def _print(result: Exported, changes: Sequence[Change], dropped: Sequence[Dropped]) -> None:
    for number, text in enumerate(result.texts):
        if len(result.texts) > 1:
            print(f"{'' if number == 0 else chr(10)}# {text.title}")
        print(text.text.rstrip("\n"))
    sys.stdout.flush()
    lines = [change_line(one.from_, one.to, one.why) for one in changes]
    lines += [translate("CommandLine", "dropped  {what}: {why}").format(what=one.flag, why=one.why) for one in dropped]
    asked = translate("CommandLine", "asked    {option}: {why}")
    lines += [asked.format(option=f"--{one.field.replace('_', '-')}", why=one.why) for one in result.missing]
    lines += [translate("CommandLine", "note     {note}").format(note=note) for note in result.notes]
    if result.refused:
        lines.append(f"{result.refused} {result.instead}".strip())
    for line in lines:
        tell(line)
