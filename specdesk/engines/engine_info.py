"""EngineInfo: one engine, as found and probed."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from specdesk.engines.argument_words import SERVE_WORDS, program_name
from specdesk.engines.embedded import worker_argv
from specdesk.engines.flags import Flags
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device

EMBEDDED: Final = "embedded"


class EngineInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What can run a model, and what it says about itself.

    path: the executable; None for the embedded engine. version: as printed, for display only. build: llama.cpp's
    build number, None where the binary does not know it (it prints 0 or 1). problem: one sentence when not usable.
    devices: GPUs that the engine sees; () = it runs on the processor. methods: kinds of speculation, current names.
    """

    kind: Literal["llama-server", "embedded"]
    path: str | None = None
    version: str | None = None
    build: int | None = None
    commit: str | None = None
    usable: bool = False
    problem: str | None = None
    traits: BuildTraits = BuildTraits()
    flags: Flags = Flags()
    devices: tuple[Device, ...] = ()

    @property
    def methods(self) -> tuple[str, ...]:
        """Kinds of speculation that it can run."""
        return self.traits.methods if self.usable else ()

    @property
    def has_gpu(self) -> bool:
        """True when it sees a device other than the processor."""
        return any(device.kind != "cpu" for device in self.devices)

    @property
    def identity(self) -> str:
        """What tells this build from others, for figures that are remembered per build. Packaged binaries print the
        same version for years, so the path counts too."""
        return " ".join(part for part in (self.kind, self.version, self.path) if part)

    @property
    def command(self) -> tuple[str, ...]:
        """The words in front of the arguments: the executable, `llama serve`, or the embedded engine's worker."""
        return engine_command(self.path)


def engine_command(path: str | None) -> tuple[str, ...]:
    """What to run for an executable's path, or for the embedded engine (None)."""
    if path is None:
        return tuple(worker_argv())
    umbrella = program_name(path).lower() == "llama"
    return (path, SERVE_WORDS[0]) if umbrella else (path,)
