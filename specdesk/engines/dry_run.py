"""Dry run: the user's own binary, started with the exact arguments of a plan, asked what it will allocate and ended
before it loads any weights.

The engine's own `--fit` pass builds the models and their contexts without memory and prints a breakdown. It is on for
this run whatever the plan says, because the breakdown of the first, unchanged settings comes before anything is shrunk.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from specdesk.engines.argument_words import grouped, program_name
from specdesk.engines.bounded_run import Output, RunEnd, run_bounded
from specdesk.engines.diagnosis import diagnose
from specdesk.engines.dialect import launch_args
from specdesk.engines.dialect_table import DOWNLOADS, VERBOSITY
from specdesk.engines.dry_lines import DryLines
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.failure_rules import RunContext
from specdesk.engines.flags import plain_name
from specdesk.engines.log_lines import EngineFacts, LogFacts
from specdesk.engines.process_guard import checked_program, guard_prefix
from specdesk.errors import SpecDeskError
from specdesk.language import mark, short, translate
from specdesk.records.dry_run import DryRun
from specdesk.records.plan import LaunchPlan

LIMIT_S: Final = 10.0
"""20 to 160 ms are usual, about 1 s where CUDA or Vulkan must start first; some drivers take far longer."""

LOG_JSONL: Final = "--log-jsonl"
RPC: Final = "--rpc"
_HOST: Final = "127.0.0.1"
_LOGGING: Final = (
    *VERBOSITY, LOG_JSONL, "--no-log-jsonl", "--log-file", "--log-disable", "--log-colors", "--log-prefix",
    "--log-timestamps", "--no-log-prefix", "--no-log-timestamps",
)  # fmt: skip
"""Arguments that would hide what is read here, or overwrite the log of the real server."""
_STAY: Final = mark("Engines", "The figures stay estimated.")


class DryAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine said, or why it said nothing (a sentence or two).

    refused: it ended with an error of its own, as a start with this plan most likely would.
    """

    dry: DryRun | None = None
    reason: str = ""
    refused: bool = False


async def dry_run(
    engine: EngineInfo,
    plan: LaunchPlan,
    env: Mapping[str, str],
    limit_s: float = LIMIT_S,
    cwd: Path | None = None,
    disturb_remote: bool = False,
) -> DryAnswer:
    """Ask an engine what a plan needs. Never raises; nothing is loaded, nothing is fetched, no port stays open.

    env: as for a start (`child_environment`). limit_s: s until the engine is killed; what it said by then counts. cwd:
    folder that relative paths in the plan refer to. disturb_remote: also where devices of other computers take part; a
    `ggml-rpc-server` serves one program at a time, and dies when that one ends in the middle of an answer (SIGPIPE,
    b10068). Cancelling ends the engine before the cancellation goes on, so that no start has to wait for it. Not to be
    used while a server starts: both would look at the same free memory.
    """
    why_not = _why_not(engine, plan, disturb_remote)
    if why_not is not None:
        return DryAnswer(reason=f"{why_not} {_stay()}")
    end = RunEnd()
    work = asyncio.ensure_future(asyncio.to_thread(_ask, engine, plan, env, limit_s, cwd or Path.cwd(), end))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        end.say("cancelled")
        await work
        raise


def dry_run_args(engine: EngineInfo, plan: LaunchPlan, port: int) -> tuple[str, ...]:
    """The arguments of a real start, with what a dry run needs. Raises UsageError when no target is named.

    A projector's buffer is only measured with warming up on (mtmd_get_memory_usage, b10068); nothing is warmed up.
    """
    quiet = tuple(word for words in grouped(plan.extra) if plain_name(words[0]) not in _LOGGING for word in words)
    asked = msgspec.structs.replace(plan, fit=True, warmup=plan.mmproj is not None, extra=quiet)
    args = launch_args(asked, engine.flags, _HOST, port).args
    return (*args, LOG_JSONL) if engine.flags.has(LOG_JSONL) else args


def _stay() -> str:
    return translate("Engines", _STAY)


def _why_not(engine: EngineInfo, plan: LaunchPlan, disturb_remote: bool) -> str | None:
    """Why this engine cannot be asked about this plan; None when it can."""
    if engine.kind == EMBEDDED:
        return translate("Engines", "The built-in engine cannot be asked in advance what it will allocate.")
    if not engine.usable or engine.path is None:
        return translate("Engines", "The engine cannot be used.")
    if not engine.flags.has("--fit"):
        return translate("Engines", "This build of llama-server cannot say in advance what it will allocate.")
    named = {plain_name(word) for word in plan.extra}
    if RPC in named and not disturb_remote:
        return translate("Engines", "Devices of another computer take part, which are better not asked in advance.")
    if named.intersection(name for names in DOWNLOADS.values() for name in names):
        return translate("Engines", "The engine fetches a file of this plan by itself, so it is not asked in advance.")
    if plan.target is None:
        return translate("Engines", "No target model is chosen.")
    return None


def _ask(
    engine: EngineInfo, plan: LaunchPlan, env: Mapping[str, str], limit_s: float, cwd: Path, end: RunEnd
) -> DryAnswer:
    """One run. Blocks; the thread that starts the engine must outlive it (see `process_guard`)."""
    lines = DryLines()
    try:
        program = checked_program(engine.command[0], env.get("PATH"))
        argv = [*guard_prefix(program), str(program), *engine.command[1:], *dry_run_args(engine, plan, _free_port())]
        output = run_bounded(argv, env, cwd, limit_s, enough=lines.feed, end=end)
    except SpecDeskError as error:
        return DryAnswer(reason=f"{error.what} {error.why}".strip() + f" {_stay()}")
    found = lines.result()
    if found is not None:
        return DryAnswer(dry=found)
    kept_from = _kept_from(lines, output, limit_s)
    reason = kept_from or _error(engine, plan, output)
    return DryAnswer(reason=f"{reason} {_stay()}", refused=kept_from is None)


def _free_port() -> int:
    """A loopback port that nobody uses at this moment; the engine opens it before it looks at a model."""
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        return int(probe.getsockname()[1])


def _kept_from(lines: DryLines, output: Output, limit_s: float) -> str | None:
    """Why an engine that may well start with this plan did not answer; None when it ended with an error."""
    if output.ended == "cancelled":
        return translate("Engines", "The engine was not asked to the end.")
    if output.ended == "timeout":
        return translate("Engines", "The engine did not say within {seconds} s what it will allocate.").format(
            seconds=short(limit_s)
        )
    if output.ended == "flood":
        return translate("Engines", "The engine printed without end instead of saying what it will allocate.")
    if lines.given_up is not None:
        return translate("Engines", "The engine cannot say in advance what it will allocate: {words}.").format(
            words=lines.given_up
        )
    if lines.loading and not _log_of(output)[0].errors:
        return translate("Engines", "The engine loads at once without saying what it will allocate.")
    return None


def _log_of(output: Output) -> tuple[EngineFacts, list[str]]:
    """What its output tells, and its lines."""
    said = [*output.stdout.splitlines(), *output.stderr.splitlines()]
    facts = LogFacts()
    facts.feed(said)
    return facts.facts(), said


def _error(engine: EngineInfo, plan: LaunchPlan, output: Output) -> str:
    """What it ended with, in sentences."""
    facts, said = _log_of(output)
    name = program_name(engine.path or "")
    context = RunContext(engine=name, target=plan.target, draft=plan.draft, methods=plan.methods, phase="starting")
    told = diagnose(None if output.ended == "enough" else output.returncode, said, facts, context)
    return f"{told.what} {told.why}".strip()
