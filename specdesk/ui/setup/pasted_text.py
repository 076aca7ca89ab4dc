"""A pasted text, read for the engine in use: what it changes, what is said differently, what is left out. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.dialect import Argv, Change, Dropped, embedded_argv, to_argv
from specdesk.engines.engine_info import EMBEDDED
from specdesk.language import mark, translate
from specdesk.secret_arguments import is_secret_variable
from specdesk.service.adopting import Adopted, adopt
from specdesk.ui.setup.state import NO_ENGINE, SetupState

NOT_PASSED_ON = mark("SetupWords", "The engine is started without this variable.")


@dataclass(frozen=True, slots=True)
class PastedText:
    """adopted: the settings that it leads to. changes: said differently; dropped: left out."""

    adopted: Adopted
    changes: tuple[Change, ...]
    dropped: tuple[Dropped, ...]


def read_text(text: str, state: SetupState) -> PastedText:
    """Read a pasted command for the engine in use. Raises UsageError with a sentence when that is impossible."""
    engine = state.engine or NO_ENGINE
    flags = engine.flags if engine.flags.options else None
    pasted = read_any(text, {"HOME": str(Path.home())}, flags, embedded=engine.kind == EMBEDDED)
    parsed = pasted.parsed
    adopted = adopt(parsed, state.settings, engine, state.rows, state.settings.target)
    if pasted.system is not None:
        told = msgspec.structs.replace(adopted.settings, system_prompt=pasted.system)
        adopted = msgspec.structs.replace(adopted, settings=told)
    changes = [*parsed.changes, *adopted.changes]
    dropped = [
        Dropped(flag=_shown(name, value), why=translate("SetupWords", NOT_PASSED_ON))
        for name, value in pasted.env.items()
    ]
    dropped += [*parsed.dropped, *adopted.notes]
    if adopted.memory.plan is not None:
        named = msgspec.structs.replace(parsed.plan, methods=adopted.memory.plan.methods, host=None)
        written = Argv()
        if engine.kind == EMBEDDED:
            written = embedded_argv(named, parsed.said)
        elif flags is not None:
            written = to_argv(named, flags, parsed.said)
        changes += written.changes
        dropped += written.dropped
    return PastedText(adopted, _each_once(changes), _each_once(dropped))


def _shown(name: str, value: str) -> str:
    return f"{name}={'…' if is_secret_variable(name) else value}"


def _each_once(found: list) -> tuple:
    return tuple(dict.fromkeys(found))
