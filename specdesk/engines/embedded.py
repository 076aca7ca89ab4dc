"""The built-in engine as seen from SpecDesk: how its worker is started, what it is told, what it cannot do.

xllamacpp holds llama.cpp's server inside a Python module. It runs in a child process (`embedded_worker`), because its
constructor keeps Python's lock for the whole load and because a failed check inside it ends the process.

Talk: one JSON line on the worker's input (`worker_input`), then nothing until "exit" or the end of input. The worker
prints one JSON line when it is ready or has failed (`read_event`); everything else it prints is llama.cpp's log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from specdesk.language import mark, translate
from specdesk.paths import worker_command
from specdesk.records.device import Device
from specdesk.records.plan import LaunchPlan

WORKER_MODULE: Final = "specdesk.engines.embedded_worker"
WORKER_SWITCH: Final = "--embedded-worker"
"""First argument that turns a frozen SpecDesk into the worker."""
DEVICES_SWITCH: Final = "--devices"
FAILED_CODE: Final = 3
"""Exit code of a worker that has said why it failed."""


class WorkerOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What the worker is to run. verbosity: as llama-server's -lv; 4 shows where memory goes.

    outlives: the end of its input does not end it, only "exit" and signals do.
    """

    plan: LaunchPlan
    host: str
    port: int
    key: str | None = None
    verbosity: int = 4
    outlives: bool = False


class WorkerEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the worker: "ready" with the address, or "error" with the parts of a SpecDeskError.

    values: what stands in the braces of `why`, where it is a text marked for translation.
    """

    worker: Literal["ready", "error"]
    url: str | None = None
    what: str = ""
    why: str = ""
    next_step: str = ""
    values: dict[str, str] = {}

    def in_words(self) -> WorkerEvent:
        """The same in the language in use. The worker itself speaks English."""
        what, why, next_step = (translate("Engines", text) if text else "" for text in self.parts)
        if self.values:
            said = {
                name: translate("Engines", value) if name == "option" else value for name, value in self.values.items()
            }
            why = why.format(**said)
        return msgspec.structs.replace(self, what=what, why=why, next_step=next_step, values={})

    @property
    def parts(self) -> tuple[str, str, str]:
        """what, why and next step."""
        return self.what, self.why, self.next_step


_event: Final = msgspec.json.Decoder(WorkerEvent)
_devices: Final = msgspec.json.Decoder(list[Device])


def worker_argv() -> list[str]:
    """The command of the worker; a frozen SpecDesk is its own worker behind a hidden switch."""
    return worker_command(WORKER_MODULE, WORKER_SWITCH)


def worker_input(
    plan: LaunchPlan, host: str, port: int, key: str | None, verbosity: int = 4, outlives: bool = False
) -> bytes:
    """The line that the worker reads first. port 0: a free one, told with "ready"."""
    order = WorkerOrder(plan=plan, host=host, port=port, key=key, verbosity=verbosity, outlives=outlives)
    return msgspec.json.encode(order) + b"\n"


def read_event(line: str) -> WorkerEvent | None:
    """The worker's own line, or None for a line of the log."""
    if not line.startswith('{"worker":'):
        return None
    try:
        return _event.decode(line).in_words()
    except msgspec.DecodeError:
        return None


def read_devices(output: str | bytes) -> tuple[Device, ...]:
    """What `worker_argv() + ["--devices"]` printed. Raises msgspec.DecodeError for anything else."""
    return tuple(_devices.decode(output))


# ---- what it has no field for ---------------------------------------------------------------------------------------

_Given = Callable[[LaunchPlan], bool]

_NO_DEVICE: Final = mark("Engines", "The built-in engine uses every device that it finds; it cannot be told which.")
_NO_DRAFT_CONTEXT: Final = mark("Engines", "In this engine the draft's context always equals the target's.")
_NO_EXTRA: Final = mark("Engines", "The built-in engine reads no command line, so it cannot take further arguments.")

UNSUPPORTED: Final[dict[str, str]] = {
    "--device": _NO_DEVICE,
    "--ctx-size-draft": _NO_DRAFT_CONTEXT,
}
"""Arguments that a plan can hold and this engine has no field for, and why."""

_GIVEN: Final[dict[str, _Given]] = {
    "--device": lambda plan: plan.place.device is not None,
    "--ctx-size-draft": lambda plan: plan.context_draft is not None,
}


def supported(plan: LaunchPlan) -> LaunchPlan:
    """The plan without what `unsupported` names: what the worker really runs."""
    place = msgspec.structs.replace(plan.place, device=None)
    return msgspec.structs.replace(plan, place=place, context_draft=None, extra=())


def unsupported(plan: LaunchPlan) -> tuple[tuple[str, str], ...]:
    """(argument, why) for everything in the plan that the embedded engine leaves out."""
    found = [(flag, translate("Engines", why)) for flag, why in UNSUPPORTED.items() if _GIVEN[flag](plan)]
    return (*found, *((word, translate("Engines", _NO_EXTRA)) for word in plan.extra))
