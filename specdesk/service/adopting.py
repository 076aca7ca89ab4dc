"""A pasted command as changes of what is remembered, so that it fills the panel and starts as it was given. Pure."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePath

import msgspec

from specdesk.engines.dialect import Change, Dropped, ParsedCommand, complete
from specdesk.engines.dialect_table import DOWNLOADS
from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.flags import plain_name
from specdesk.language import translate
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import DRAFT_METHODS, NGRAM_METHODS, LaunchPlan, Sampling
from specdesk.service.methods import family_of
from specdesk.service.planning import own_settings
from specdesk.settings import Settings, TargetMemory

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")


class Adopted(msgspec.Struct, frozen=True, kw_only=True):
    """A pasted command, as changes of what is remembered.

    target: path of the model that it names, None when it names none. changes, notes: beyond those of the parser.
    """

    settings: Settings
    target: str | None
    memory: TargetMemory
    changes: tuple[Change, ...] = ()
    notes: tuple[Dropped, ...] = ()


def adopt(
    parsed: ParsedCommand,
    settings: Settings,
    engine: EngineInfo,
    rows: Mapping[str, ModelFile],
    current: str | None = None,
) -> Adopted:
    """What a pasted command changes, so that it starts as it was given.

    rows: known files by path; a relative path in the command means the one known file of that name. current: target
    that a command without a model is for. Its draft length and p-min, where left open, are written out as what the
    engine takes them for, since the window's own defaults differ.
    """
    plan = parsed.plan
    target, draft = _known_path(plan.target, rows), _known_path(plan.draft, rows)
    row = rows.get(draft) if draft else None
    finished = complete(plan, row.kind if row else None, engine.flags)
    plan = msgspec.structs.replace(finished.plan, target=target, draft=draft)
    kind = next((method for method in plan.methods if method in DRAFT_METHODS), None)
    kind = kind or next((method for method in plan.methods if method in NGRAM_METHODS), None)
    own, notes = _without_address(plan)
    memory = TargetMemory(
        method=family_of(kind) if plan.draft_max != 0 else "off",
        kind=kind,
        draft=plan.draft if kind in DRAFT_METHODS else None,
        context=plan.context if plan.context is None or plan.context >= 0 else None,
        plan=own,
    )
    if kind in DRAFT_METHODS:
        memory = _written_out(memory, plan, engine)
    changed = msgspec.structs.replace(
        settings, sampling=_overlaid(settings.sampling, plan.sampling), **_access(parsed, settings)
    )
    path = target or current
    changed = msgspec.structs.replace(changed, target=path, draft=memory.draft)
    if path is not None:
        changed = changed.remembering(path, memory)
    changes = finished.changes
    if target is None:
        why = translate("Service", "The command names no model file; it is applied to the model chosen here.")
        changes += (Change(from_="", to="-m …", why=why),)
    return Adopted(settings=changed, target=target, memory=memory, changes=changes, notes=notes)


def _known_path(path: str | None, rows: Mapping[str, ModelFile]) -> str | None:
    """The path as this computer knows it: as given, or the one known file of that name."""
    if path is None or path in rows:
        return path
    home = os.path.expanduser(path)
    if home in rows or os.path.isabs(home):
        return home
    wanted = PurePath(path.replace("\\", "/"))
    alike = [known for known in rows if Path(known).name == wanted.name]
    ending = [known for known in alike if known.endswith(wanted.as_posix().removeprefix("./"))]
    found = ending or alike
    return found[0] if len(found) == 1 else path


def _without_address(plan: LaunchPlan) -> tuple[LaunchPlan, tuple[Dropped, ...]]:
    """The plan as own launch settings, without address, monitoring and downloads, which are SpecDesk's part."""
    notes: list[Dropped] = []
    if plan.host is not None and plan.host not in LOOPBACK_HOSTS:
        why = translate("Service", "SpecDesk lets its servers be reached from this computer only.")
        notes.append(Dropped(flag=f"--host {plan.host}", why=why))
    extra: list[str] = []
    fetching = False
    for word in plan.extra:
        if word.startswith("-"):
            fetching = plain_name(word) in DOWNLOADS["model"]
            if fetching:
                why = translate("Service", "SpecDesk opens model files of this computer; choose the file in its place.")
                notes.append(Dropped(flag=word, why=why))
        if not fetching:
            extra.append(word)
    own = msgspec.structs.replace(
        own_settings(plan),
        methods=plan.methods,
        host=None,
        port=None,
        metrics=None,
        slots_endpoint=None,
        extra=tuple(extra),
    )
    return own, tuple(notes)


def _written_out(memory: TargetMemory, plan: LaunchPlan, engine: EngineInfo) -> TargetMemory:
    """`memory` with the lengths of a pasted command: as given, else what this engine takes when nothing is said."""
    traits = engine.traits
    length = plan.draft_max or traits.default_draft_max
    p_min = traits.default_p_min if plan.p_min is None else plan.p_min
    shortest = None if plan.draft_min is None else max(plan.draft_min, 0)
    return msgspec.structs.replace(
        memory, draft_max=max(length, 1), draft_min=shortest, p_min=min(max(p_min, 0.0), 1.0)
    )


def _access(parsed: ParsedCommand, settings: Settings) -> dict[str, object]:
    """Settings for port and key, where the command names them."""
    changes: dict[str, object] = {}
    if parsed.plan.port is not None and 1 <= parsed.plan.port <= 65535:
        changes |= {"fixed_port": parsed.plan.port, "open_to_programs": True}
    if parsed.api_key:
        changes |= {"key_mode": "kept", "server_key": parsed.api_key, "open_to_programs": True}
    return changes


def _overlaid(below: Sampling, above: Sampling) -> Sampling:
    given = {name: value for name in above.__struct_fields__ if (value := getattr(above, name)) is not None}
    return msgspec.structs.replace(below, **given)
