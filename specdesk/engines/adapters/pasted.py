"""Paste anything: which program a text is for, and what it comes to for llama-server."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, get_args

import msgspec

from specdesk.engines.adapters.modelfile_read import is_modelfile, read_modelfile
from specdesk.engines.adapters.records import Pasted, PastedKind
from specdesk.engines.adapters.vllm_plan import plan_of_vllm
from specdesk.engines.adapters.vllm_read import is_vllm_line, read_config, read_python, read_vllm_line
from specdesk.engines.argument_words import grouped, program_name
from specdesk.engines.command_text import read_command, settings_in_environment
from specdesk.engines.dialect_read import from_argv
from specdesk.engines.dialect_records import Change, Dropped, ParsedCommand
from specdesk.engines.dialect_table import checked
from specdesk.engines.flags import Flags, plain_name
from specdesk.engines.shell_words import assignments, segments_of
from specdesk.errors import UsageError
from specdesk.language import mark, translate

_FENCE = re.compile(r"^[ \t]*(?P<mark>```+|~~~+)[^\n]*\n(?P<body>.*?)^[ \t]*(?P=mark)[ \t]*$", re.MULTILINE | re.DOTALL)
_PYTHON = re.compile(r"\b(?:LLM|AsyncEngineArgs|EngineArgs)\(")
_OLLAMA = re.compile(r"^\s*(?:\$\s+)?ollama\s+(?P<verb>\w+)", re.MULTILINE)
_VLLM_IMAGE = "vllm-openai"

METHOD_OF_PROGRAM: Final = {
    "llama-speculative": "draft-simple",
    "llama-speculative-simple": "draft-simple",
    "llama-lookup": "ngram-cache",
    "llama-lookahead": "ngram-mod",
}
_WHY_METHOD: Final = {
    "llama-speculative": mark("Engines", "That is what llama-speculative does without being asked."),
    "llama-speculative-simple": mark("Engines", "That is what llama-speculative-simple does with a second model."),
    "llama-lookup": mark("Engines", "llama-lookup guesses from an n-gram cache; llama-server has the same method."),
    "llama-lookahead": mark(
        "Engines", "Lookahead exists as an example program only. The n-gram method, too, needs no second model."
    ),
}
ONE_SHOT: Final = {
    "-p": 1, "--prompt": 1, "-f": 1, "--file": 1, "-sys": 1, "--system-prompt": 1, "-st": 0, "--single-turn": 0,
    "-cnv": 0, "--conversation": 0, "-no-cnv": 0, "--no-conversation": 0, "-i": 0, "--interactive": 0, "-if": 0,
    "--interactive-first": 0, "--color": 1, "-co": 1, "-e": 0, "--escape": 0, "--simple-io": 0, "-mli": 0,
    "--no-display-prompt": 0, "--verbose-prompt": 0, "--in-prefix": 1, "--in-suffix": 1,
}  # fmt: skip
"""Arguments of programs that answer once in a terminal."""


def read_any(
    text: str, variables: Mapping[str, str] | None = None, flags: Flags | None = None, *, embedded: bool = False
) -> Pasted:
    """Read any of these: a llama.cpp command, a vLLM command or `LLM(...)` block, a Modelfile, a speculation JSON.

    variables: what `$NAME` and `~` (HOME) stand for. flags: the help of the chosen llama-server, so that only what it
    says differently is a change. embedded: it is for the built-in engine. Raises UsageError with a sentence when
    nothing of the kind is in the text.
    """
    for body in _bodies(text):
        found = _other_engine(body, variables or {})
        if found is not None:
            parsed = msgspec.structs.replace(found.parsed, plan=checked(found.parsed.plan))
            return msgspec.structs.replace(found, parsed=parsed)
    return _llama(text, variables, flags, embedded)


def _bodies(text: str) -> Sequence[str]:
    """The fenced blocks of a page, or all of the text."""
    return [found["body"] for found in _FENCE.finditer(text)] or [text]


def _other_engine(text: str, variables: Mapping[str, str]) -> Pasted | None:
    if text.lstrip().startswith("{"):
        return plan_of_vllm(read_config(text.strip()), "vllm-config")
    if is_modelfile(text):
        return read_modelfile(text)
    if _PYTHON.search(text) and (command := read_python(text)) is not None:
        return plan_of_vllm(command, "vllm-python")
    if "vllm" in text or "--speculative-config" in text:
        return _vllm_line(text, variables)
    ollama = _OLLAMA.search(text)
    if ollama is not None and "llama-" not in text:
        raise UsageError(
            translate("Engines", "“ollama {verb}” runs Ollama itself.").format(verb=ollama["verb"]),
            translate("Engines", "SpecDesk starts llama-server; it can attach to an Ollama that runs."),
            translate("Engines", "Attach to its address, or paste the Modelfile."),
        )
    return None


def _vllm_line(text: str, variables: Mapping[str, str]) -> Pasted | None:
    segments, _, _ = segments_of(text, variables)
    env: dict[str, str] = {}
    for segment in segments:
        env |= assignments(segment)[0]
        words = [word.text for word in segment.words]
        image = next((place for place, word in enumerate(words) if _VLLM_IMAGE in word), None)
        if image is not None:
            words = ["vllm", "serve", *words[image + 1 :]]
        if is_vllm_line(words):
            return msgspec.structs.replace(plan_of_vllm(read_vllm_line(words), "vllm"), env=env)
        if any(word.startswith("--speculative-config") for word in words):
            return plan_of_vllm(read_vllm_line(words), "vllm")
    return None


def _llama(text: str, variables: Mapping[str, str] | None, flags: Flags | None, embedded: bool) -> Pasted:
    pasted = read_command(text, variables)
    known = flags if flags is not None and flags.options else None
    more, left = settings_in_environment(pasted.env, flags or Flags())
    program = program_name(pasted.argv[0]).lower() if pasted.argv else ""
    argv: tuple[str, ...] = pasted.argv
    taken: tuple[Dropped, ...] = ()
    if program in METHOD_OF_PROGRAM or program in ("llama-cli", "main"):
        argv, taken = _without_one_shot(pasted.argv)
    parsed = from_argv((*argv, *more), known, embedded)
    parsed = msgspec.structs.replace(
        parsed, changes=(*pasted.changes, *parsed.changes), dropped=(*parsed.dropped, *taken)
    )
    kind: PastedKind = program if program in get_args(PastedKind) else "llama-server"  # type: ignore[assignment]
    return Pasted(kind=kind, parsed=_with_method(parsed, program), env=left)


def _without_one_shot(argv: Sequence[str]) -> tuple[tuple[str, ...], tuple[Dropped, ...]]:
    """The command without what only a program in a terminal needs, and why each is left out."""
    kept: list[str] = []
    dropped: list[Dropped] = []
    for words in grouped(argv):
        values = ONE_SHOT.get(plain_name(words[0]))
        if values is None:
            kept += words
            continue
        said = words[0] if values == 0 else " ".join(words[: 1 + values])
        why = translate(
            "Engines", "It is for a program that answers once in a terminal; the question is asked in the chat."
        )
        dropped.append(Dropped(flag=said, why=why))
        kept += words[1 + values :]
    return tuple(kept), tuple(dropped)


def _with_method(parsed: ParsedCommand, program: str) -> ParsedCommand:
    """Say the method that the program has by itself."""
    method = METHOD_OF_PROGRAM.get(program)
    plan = parsed.plan
    if method is None or plan.methods or (method == "draft-simple" and plan.draft is None):
        return parsed
    added = Change(from_=program, to=f"--spec-type {method}", why=translate("Engines", _WHY_METHOD[program]))
    return msgspec.structs.replace(
        parsed, plan=msgspec.structs.replace(plan, methods=(method,)), changes=(*parsed.changes, added)
    )
