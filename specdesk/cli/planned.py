"""What a list of llama-server arguments means to an engine, and the memory that there is for it."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence

import msgspec

from specdesk.cli.output import tell
from specdesk.engines.devices import MonitorReader, engine_devices, host_device
from specdesk.engines.dialect import Dropped, complete, embedded_argv, from_argv, to_argv
from specdesk.engines.embedded import supported
from specdesk.engines.engine_info import EMBEDDED, EngineInfo
from specdesk.errors import UsageError
from specdesk.language import translate
from specdesk.models.library import inspect
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan
from specdesk.secret_arguments import secrets_among
from specdesk.service.catalog import Room


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """plan: what the engine makes of the arguments. api_key: kept apart, as in a parsed command."""

    plan: LaunchPlan
    api_key: str | None = None


def planned(arguments: Sequence[str], engine: EngineInfo | None) -> Asked:
    """The plan that the engine would make of these arguments: what it does not know is not counted, and named on
    standard error. Its files have whole paths: what is kept of it is found again from any folder. engine None:
    everything is known. Raises UsageError for wrong arguments.
    """
    parsed = from_argv(arguments)
    draft = parsed.plan.draft
    kind = inspect(draft).kind if draft and os.path.lexists(draft) else None
    plan = complete(parsed.plan, kind, engine.flags if engine else None).plan
    _name(parsed.dropped)
    if engine is None:
        return Asked(plan=with_whole_paths(plan), api_key=parsed.api_key)
    if engine.kind == EMBEDDED:
        _name(embedded_argv(plan, parsed.said).dropped)
        heard = supported(plan)
    else:
        argv = to_argv(plan, engine.flags, parsed.said)
        _name(argv.dropped)
        heard = from_argv(argv.args).plan
        secrets = secrets_among(plan.extra) if argv.env else ()
        heard = msgspec.structs.replace(heard, extra=(*heard.extra, *secrets))
    return Asked(plan=with_whole_paths(heard), api_key=parsed.api_key)


def with_whole_paths(plan: LaunchPlan) -> LaunchPlan:
    """The same files, by paths that hold in every folder."""
    return msgspec.structs.replace(
        plan, target=_whole(plan.target), draft=_whole(plan.draft), mmproj=_whole(plan.mmproj)
    )


def _whole(path: str | None) -> str | None:
    return os.path.abspath(path) if path else path


def _name(dropped: Iterable[Dropped]) -> None:
    for drop in dropped:
        tell(translate("CommandLine", "{flag} is left out: {why}").format(flag=drop.flag, why=drop.why))


def room(engine: EngineInfo | None, device_mib: str | None = None) -> Room:
    """The memory of this computer as the engine sees it. device_mib: GPUs to take in place of the real ones.

    Raises UsageError when that is no list of sizes.
    """
    given = None if device_mib is None else given_devices(device_mib)
    reader = MonitorReader()
    reading = reader.read()
    reader.close()
    found = engine_devices(engine.devices if engine else (), reading.gpus, reading.host)
    return Room(devices=found if given is None else given, host=host_device(reading.host))


def given_devices(text: str) -> tuple[Device, ...]:
    """ "24576,8192" as two GPUs with that much memory, all of it free. Raises UsageError."""
    devices = []
    for number, part in enumerate(text.split(",")):
        try:
            size = float(part)
        except ValueError:
            size = math.nan
        if not math.isfinite(size) or size <= 0:
            words = translate("CommandLine", "--device-mib needs sizes in MiB such as 24576,8192, not “{text}”.")
            raise UsageError(words.format(text=text))
        devices.append(Device(id=f"CUDA{number}", name=f"GPU {number}", total_mib=size, free_mib=size, source="given"))
    return tuple(devices)
