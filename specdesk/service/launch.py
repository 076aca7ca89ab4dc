"""From a plan to a command that can be run: files and port checked, arguments written, the key kept private."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import msgspec

from specdesk import paths
from specdesk.engines.dialect import complete, launch_args
from specdesk.engines.embedded import worker_argv, worker_input
from specdesk.engines.engine_info import EngineInfo
from specdesk.errors import EngineError, FileFormatError, UsageError
from specdesk.models.library import inspect
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access, check_port, free_port, new_key


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a start needs. command: what is run; key_file: removed once the engine has read it.

    stdin: first input of the embedded engine's worker. size_mib: model files to load.
    """

    run: int
    plan: LaunchPlan
    engine: EngineInfo
    command: tuple[str, ...]
    folder: Path | None
    url: str
    port: int
    key: str | None
    key_file: Path | None = None
    stdin: bytes | None = None
    size_mib: float | None = None

    def forget_key(self) -> None:
        """Remove the key file. Never raises for a file that is gone already."""
        if self.key_file is not None:
            with contextlib.suppress(FileNotFoundError):
                self.key_file.unlink()


def prepare(run: int, plan: LaunchPlan, engine: EngineInfo, access: Access) -> Launch:
    """Check files and port and write the command. Blocks. Raises SpecDeskError in sentences."""
    if not engine.usable:
        raise EngineError(
            "The chosen engine cannot be used.", engine.problem or "", "Choose another engine under More."
        )
    target = _checked(plan.target, "target")
    draft = _checked(plan.draft, "draft")
    plan = complete(plan, draft.kind if draft else None, engine.flags).plan
    port = access.port or free_port(access.host)
    if access.port is not None:
        check_port(access.port, access.host)
    key = new_key() if access.key is None else access.key or None
    size = sum(row.size_mib or 0.0 for row in (target, draft if plan.loads_draft else None) if row is not None)
    launch = Launch(
        run=run, plan=plan, engine=engine, command=(), folder=None, url=f"http://{access.host}:{port}", port=port,
        key=key, size_mib=size or None,
    )  # fmt: skip
    if engine.kind == "embedded":
        return msgspec.structs.replace(
            launch, command=tuple(worker_argv()), stdin=worker_input(plan, access.host, port, key)
        )
    key_file = _write_key(key) if key else None
    try:
        argv = launch_args(plan, engine.flags, access.host, port, key_file)
    except UsageError:
        if key_file is not None:
            key_file.unlink()
        raise
    return msgspec.structs.replace(
        launch, command=(*engine.command, *argv.args), folder=Path(engine.command[0]).parent, key_file=key_file
    )


def _checked(path: str | None, role: str) -> ModelFile | None:
    """The row of a model file that is to be loaded. Raises FileFormatError where loading must fail."""
    if path is None:
        return None
    if not Path(path).exists():
        raise FileFormatError(
            f"The {role} is not there: {Path(path).name}.",
            "It was moved or deleted, or its drive is not connected.",
            "Choose it again.",
        )
    row = inspect(path)
    if row.error is not None:
        raise FileFormatError(
            f"The {role} cannot be loaded: {Path(path).name}.", row.error or "", "Choose another file."
        )
    return row


def _write_key(key: str) -> Path:
    """A file that only this user can read; the key in the command itself would be visible to everybody."""
    folder = paths.private_dir(paths.state_dir())
    handle, name = tempfile.mkstemp(prefix="key-", dir=folder)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key + "\n")
    return Path(name)
