"""Plan and command line, in both directions, and what a start adds.

`from_argv` reads any llama-server command, `to_argv` writes a plan for one binary, `complete` adds a missing method,
`launch_args` adds what SpecDesk needs to talk to the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from specdesk.engines.argument_words import grouped, spaced
from specdesk.engines.conflicts import conflicts
from specdesk.engines.dialect_read import from_argv
from specdesk.engines.dialect_records import Argv, Change, Dropped, ParsedCommand, Spelling
from specdesk.engines.dialect_table import API_KEY_FILE, DOWNLOADS, ROW_OF_FLAG, SPEC_TYPE, VERBOSITY
from specdesk.engines.dialect_write import spelled, to_argv
from specdesk.engines.embedded import supported, unsupported
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.flags import Flags, plain_name
from specdesk.engines.traits import dialect_of_flags
from specdesk.errors import UsageError
from specdesk.language import mark, translate
from specdesk.records.model_file import Kind
from specdesk.records.plan import DRAFT_METHODS, LaunchPlan

__all__ = [
    "Argv",
    "Change",
    "Completed",
    "Dropped",
    "ParsedCommand",
    "Spelling",
    "added_by_a_start",
    "command_document",
    "command_warnings",
    "complete",
    "describe_command",
    "embedded_argv",
    "from_argv",
    "launch_args",
    "names_a_model",
    "spelled",
    "to_argv",
    "verbosity",
    "without_ours",
]


_ADDRESS: Final = mark("Engines", "SpecDesk sets the address itself, so that it is certain who can reach the server.")
_KEY: Final = mark("Engines", "SpecDesk hands the engine the key itself, where other programs cannot read it.")
_WAY: Final = mark("Engines", "SpecDesk could not reach the server then.")
_MODEL: Final = mark("Engines", "The models are chosen in Setup.")
LOOPBACK: Final = "127.0.0.1"
LATER: Final = "…"
"""Stands for a value that is known only at the start."""
SET_BY_A_START: Final = {
    "--host": _ADDRESS, "--port": _ADDRESS, "--api-key": _KEY, "--api-key-file": _KEY, "--api-prefix": _WAY,
    "--ssl-key-file": _WAY, "--ssl-cert-file": _WAY, "-m": _MODEL, "--model": _MODEL, "-md": _MODEL,
    "--model-draft": _MODEL, "--spec-draft-model": _MODEL,
}  # fmt: skip
"""Arguments that a start says itself, and why they may not be said again."""


class Completed(msgspec.Struct, frozen=True, kw_only=True):
    """A plan with its method spelled out, and what was added."""

    plan: LaunchPlan
    changes: tuple[Change, ...] = ()


def complete(
    plan: LaunchPlan, draft_kind: Kind | None = None, flags: Flags | None = None, as_settings: bool = False
) -> Completed:
    """Name the method that a draft file is for, where the plan names none.

    draft_kind: what the file is, from its header; unknown counts as an ordinary model. Since b9464 a draft file alone
    is loaded and then not used (PR 23988). Where `flags` are of an older build there is no change to tell: the file
    alone says it there. as_settings: as in `from_argv`.
    """
    fetched = any(plain_name(word) in DOWNLOADS["draft"] for word in plan.extra)
    if plan.methods or (plan.draft is None and not fetched):
        return Completed(plan=plan)
    method = draft_kind if draft_kind in DRAFT_METHODS else "draft-simple"
    why = translate("Engines", "A draft file alone is loaded but not used by newer builds; the method must be named.")
    added = (Change(from_="", to=f"{'methods' if as_settings else SPEC_TYPE} {method}", why=why),)
    silent = flags is not None and bool(flags.options) and dialect_of_flags(flags) != "D4"
    return Completed(plan=msgspec.structs.replace(plan, methods=(method,)), changes=() if silent else added)


def verbosity(flags: Flags) -> int | None:
    """The `-lv` at which this build reports buffer sizes; None where it does so by itself.

    Builds that list level 4 as trace hide them below it; one range of builds has the level and forgot to list it, but
    has `--no-log-timestamps`. Any value on older builds would flood the log (common/log.h, PR 23021).
    """
    levels = flags.find("--log-verbosity")
    if levels is None or levels.removed:
        return None
    return 4 if "4: trace" in levels.text or flags.has("--no-log-timestamps") else None


def launch_args(plan: LaunchPlan, flags: Flags, host: str, port: int, key_file: Path | None = None) -> Argv:
    """All arguments of a start: the plan's, with address, key file, metrics, slots and log level added.

    Raises UsageError when nothing names a model: the engine would then start as a router for many.
    """
    if not names_a_model(plan):
        raise UsageError(
            translate("Engines", "No target model is chosen."),
            next_step=translate("Engines", "Choose one, or name it with -m."),
        )
    kept, refused = without_ours(plan.extra)
    asked = msgspec.structs.replace(plan, host=host, port=port, metrics=True, slots_endpoint=True, extra=kept)
    argv = to_argv(asked, flags)
    argv = msgspec.structs.replace(argv, dropped=(*argv.dropped, *refused))
    args = list(argv.args)
    level = verbosity(flags)
    if level is not None and not any(plain_name(word) in VERBOSITY for word in plan.extra):
        args += ["-lv", str(level)]
    if key_file is not None:
        args += [API_KEY_FILE, str(key_file)]
    return msgspec.structs.replace(argv, args=tuple(args))


def added_by_a_start(plan: LaunchPlan, flags: Flags, has_key: bool = True) -> tuple[str, ...]:
    """What `launch_args` says beyond `to_argv`, to be shown beside a command: all words in the order of a start.

    Values that are known only then, a free port and the file with the key, are "…". has_key: there will be one.
    Raises as `launch_args` does.
    """
    asked = msgspec.structs.replace(plan, extra=without_ours(plan.extra)[0])
    shown = Counter(grouped(to_argv(asked, flags).args))
    key_file = Path(LATER) if has_key else None
    started = grouped(launch_args(plan, flags, plan.host or LOOPBACK, plan.port or 0, key_file).args)
    added: list[str] = []
    for words in started:
        if shown[words]:
            shown[words] -= 1
        else:
            added += (words[0], LATER) if words == ("--port", "0") else words
    return tuple(added)


def without_ours(extra: Sequence[str]) -> tuple[tuple[str, ...], tuple[Dropped, ...]]:
    """Further arguments without those that a start sets itself, and why each stays out.

    Said a second time they would win: a server told to be private would be open to the network, or not be found.
    """
    kept: list[str] = []
    refused: list[Dropped] = []
    for words in grouped(spaced(extra)):
        why = SET_BY_A_START.get(plain_name(words[0]))
        if why is None:
            kept += words
        else:
            refused.append(Dropped(flag=words[0], why=translate("Engines", why)))
    return tuple(kept), tuple(refused)


def names_a_model(plan: LaunchPlan) -> bool:
    """A file, something to fetch, or one of the engine's ready-made choices (`--gpt-oss-20b-default`, ...)."""
    named = (plain_name(word) for word in plan.extra)
    return plan.target is not None or any(
        word in DOWNLOADS["model"] or (word.startswith("--") and word.endswith(("-default", "-spec"))) for word in named
    )


def embedded_argv(plan: LaunchPlan, said: Mapping[str, str] | None = None) -> Argv:
    """For the embedded engine, which takes the plan itself: no arguments, and what it has no field for.

    said: field -> the spelling that the user wrote, for the messages.
    """
    spoken = said or {}
    lacking = unsupported(msgspec.structs.replace(plan, extra=tuple(words[0] for words in grouped(spaced(plan.extra)))))
    dropped = []
    for flag, why in lacking:
        row = ROW_OF_FLAG.get(flag)
        dropped.append(Dropped(flag=spoken.get(row[0].field, flag) if row else flag, why=why))
    return Argv(dropped=tuple(dropped))


def describe_command(parsed: ParsedCommand, completed: Completed, argv: Argv, engine: EngineInfo) -> dict[str, Any]:
    """The `command` document: the engine, the whole line that would run, what is said differently or not at all.

    For the embedded engine, which takes the plan on its standard input, the plan is added.
    """
    changes = (*parsed.changes, *completed.changes, *argv.changes)
    document: dict[str, Any] = {
        "engine": {"path": engine.path, "version": engine.version, "dialect": engine.traits.dialect},
        "argv": [*engine.command, *argv.args],
        "changes": [msgspec.to_builtins(change) for change in changes],
        "dropped": [msgspec.to_builtins(drop) for drop in (*parsed.dropped, *argv.dropped)],
    }
    if engine.kind == EMBEDDED:
        document["plan"] = msgspec.to_builtins(supported(completed.plan))
    return document


def start_warnings(plan: LaunchPlan, engine: EngineInfo) -> tuple[str, ...]:
    """Sentences about what in a plan may keep its draft from working on this engine, for the moment of its start."""
    return conflicts(supported(plan) if engine.kind == EMBEDDED else plan)


def command_warnings(words: Sequence[str], engine: EngineInfo) -> tuple[str, ...]:
    """Sentences about arguments that get along badly with the draft of this list. Raises UsageError for wrong use."""
    plan = complete(from_argv(words, engine.flags).plan, flags=engine.flags).plan
    return start_warnings(plan, engine)


def command_document(words: Sequence[str], engine: EngineInfo) -> dict[str, Any]:
    """The `command` document for an argument list in any dialect. Reads no file. Raises UsageError for wrong use."""
    as_settings = engine.kind == EMBEDDED
    parsed = from_argv(words, engine.flags, as_settings)
    completed = complete(parsed.plan, flags=engine.flags, as_settings=as_settings)
    if as_settings:
        argv = embedded_argv(completed.plan, parsed.said)
    else:
        argv = to_argv(completed.plan, engine.flags, parsed.said)
    return describe_command(parsed, completed, argv, engine)
