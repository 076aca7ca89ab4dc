"""From a plan to a command that can be run: files and port checked, arguments written, the key kept private."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Literal

import msgspec

from specdesk import paths
from specdesk.engines.dialect import complete, launch_args
from specdesk.engines.embedded import worker_argv, worker_input
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.engines.orphans import Orphan
from specdesk.engines.run_record import KEYS, Kept, owned_prefix
from specdesk.errors import EngineError, FileFormatError, UsageError
from specdesk.language import mark, translate
from specdesk.models.library import row_to_load
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import LOOPBACK, Access, find_port, is_loopback, new_key

FILES = ("target", "draft", "mmproj")


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a start needs. command: what is run; key_file: removed once the engine has read it.

    stdin: first input of the embedded engine's worker. size_mib: model files to load. env: variables with secrets.
    outlives: it goes on when SpecDesk is killed. adopted: the server that is taken over, in place of a start.
    """

    run: int
    plan: LaunchPlan
    engine: EngineInfo
    host: str
    port: int
    url: str
    key: str | None
    command: tuple[str, ...] = ()
    folder: Path | None = None
    key_file: Path | None = None
    stdin: bytes | None = None
    size_mib: float | None = None
    env: dict[str, str] = {}
    outlives: bool = False
    adopted: Orphan | None = None

    @property
    def kept(self) -> Kept | None:
        """What the next start needs to take it over; None for a server that does not outlive SpecDesk."""
        if not self.outlives:
            return None
        return Kept(
            plan=self.plan, engine=self.engine.path, host=self.host, key=self.key, command=self.command,
            size_mib=self.size_mib,
        )  # fmt: skip

    def forget_key(self) -> None:
        """Remove the key file. Blocks; a file that is gone already or cannot be removed is no trouble."""
        if self.key_file is not None:
            with contextlib.suppress(OSError):
                self.key_file.unlink()


Role = Literal["target", "draft", "projector"]
MISSING: dict[Role, str] = {
    "target": mark("Service", "The target is not there: {name}."),
    "draft": mark("Service", "The draft is not there: {name}."),
    "projector": mark("Service", "The projector is not there: {name}."),
}
UNLOADABLE: dict[Role, str] = {
    "target": mark("Service", "The target cannot be loaded: {name}."),
    "draft": mark("Service", "The draft cannot be loaded: {name}."),
    "projector": mark("Service", "The projector cannot be loaded: {name}."),
}


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A plan whose engine, files and key can be used. plan: with what the draft's file decides. size_mib: to load."""

    plan: LaunchPlan
    key: str | None
    size_mib: float | None


def check(plan: LaunchPlan, engine: EngineInfo, access: Access) -> Checked:
    """Everything that can be told before anything is stopped or started. Blocks. Raises SpecDeskError in sentences."""
    if not engine.usable:
        why = engine.problem or ""
        what, step = (
            translate("Service", "The chosen engine cannot be used."),
            translate("Service", "Choose another engine under More settings."),
        )
        raise EngineError(what, why, step)
    target = _checked(plan.target, "target")
    draft = _checked(plan.draft, "draft") if plan.loads_draft or not plan.methods else None
    _checked(plan.mmproj, "projector")
    plan = complete(_absolute(plan), draft.kind if draft else None, engine.flags).plan
    if engine.kind == EMBEDDED and plan.target is None:
        what = translate("Service", "No target model is chosen.")
        raise UsageError(what, next_step=translate("Service", "Choose one, or name it with -m."))
    key = new_key() if access.key is None else access.key or None
    if key is None and not is_loopback(access.host):
        raise EngineError(
            translate("Service", "Other computers could use this server without a key."),
            translate("Service", "It is to listen on {host}, and no key is set.").format(host=access.host),
            translate("Service", "Set a key, or let it listen on {host} only.").format(host=LOOPBACK),
        )
    size = sum(row.size_mib or 0.0 for row in (target, draft if plan.loads_draft else None) if row is not None)
    return Checked(plan=plan, key=key, size_mib=size or None)


def prepare(run: int, plan: LaunchPlan, engine: EngineInfo, access: Access) -> Launch:
    """Check engine, files and port; nothing is left behind when nobody waits for the answer. Blocks.

    Raises SpecDeskError in sentences.
    """
    checked = check(plan, engine, access)
    plan, key, port = checked.plan, checked.key, find_port(access)
    launch = Launch(
        run=run, plan=plan, engine=engine, host=access.host, port=port, url=access.url(port), key=key,
        size_mib=checked.size_mib, outlives=access.outlives,
    )  # fmt: skip
    if engine.kind == EMBEDDED:
        order = worker_input(plan, access.host, port, key, outlives=access.outlives)
        return msgspec.structs.replace(launch, command=tuple(worker_argv()), stdin=order)
    launch_args(plan, engine.flags, access.host, port)  # refused before a key is written
    return msgspec.structs.replace(launch, folder=Path(engine.command[0]).parent)


def adoption(run: int, orphan: Orphan, kept: Kept, engine: EngineInfo) -> Launch:
    """As if `orphan` were started by this run, which takes it over."""
    access = Access(port=orphan.port, key=kept.key or "", host=kept.host, outlives=True)
    return Launch(
        run=run, plan=kept.plan, engine=engine, host=kept.host, port=orphan.port, url=access.url(orphan.port),
        key=kept.key, command=kept.command, size_mib=kept.size_mib, outlives=True, adopted=orphan,
        key_file=None if orphan.key_file is None else Path(orphan.key_file),
    )  # fmt: skip


def armed(launch: Launch) -> Launch:
    """With the final command, and the key in a file of its own for the engine to read. Blocks for a moment.

    Raises EngineError when the key cannot be written.
    """
    if launch.engine.kind == EMBEDDED or launch.adopted is not None:
        return launch
    key_file = _write_key(launch.key) if launch.key else None
    argv = launch_args(launch.plan, launch.engine.flags, launch.host, launch.port, key_file)
    command = (*launch.engine.command, *argv.args)
    return msgspec.structs.replace(launch, command=command, key_file=key_file, env=argv.env)


def _absolute(plan: LaunchPlan) -> LaunchPlan:
    """Paths that hold wherever the engine runs: it is started in its own folder, beside its libraries."""
    found = {field: os.path.abspath(path) for field in FILES if (path := getattr(plan, field)) is not None}
    return msgspec.structs.replace(plan, **found)


def _checked(path: str | None, role: Role) -> ModelFile | None:
    """The row of a model file that is to be loaded. Raises FileFormatError where no engine could load it."""
    if path is None:
        return None
    name = Path(path).name
    if not os.path.lexists(path):
        raise FileFormatError(
            translate("Service", MISSING[role]).format(name=name),
            translate("Service", "It was moved or deleted, or its drive is not connected."),
            translate("Service", "Choose it again."),
        )
    try:
        return row_to_load(path)
    except FileFormatError as error:
        why = " ".join(part for part in (error.what, error.why) if part)
        step = error.next_step or translate("Service", "Choose another file.")
        raise FileFormatError(translate("Service", UNLOADABLE[role]).format(name=name), why, step) from error


def _write_key(key: str) -> Path:
    """A file that only this user can read; the key in the command itself would be visible to everybody."""
    try:
        folder = paths.private_dir(paths.state_dir())
        handle, name = tempfile.mkstemp(prefix=owned_prefix(KEYS), dir=folder)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(key + "\n")
    except OSError as error:
        raise EngineError(
            translate("Service", "The server's key could not be handed to the engine."),
            translate("Service", "The system says about {path}: {reason}.").format(
                path=paths.state_dir(), reason=error.strerror or error
            ),
            translate("Service", "Free some space or make the folder writable, then start again."),
        ) from error
    return Path(name)
