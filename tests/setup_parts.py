"""Engines, model rows and verdicts for tests of the Setup panel and of planning."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from specdesk.engines.engine_info import EngineInfo
from specdesk.engines.flags import parse_help
from specdesk.engines.traits import traits_of_build, traits_of_flags
from specdesk.records.device import Device, GpuReading, HostReading, MonitorReading
from specdesk.records.fit import DeviceFit, Fit, HostFit, ModelParts
from specdesk.records.model_file import ModelFile
from specdesk.records.pair import Choice, PairVerdict, TokenDifference

HELP = Path(__file__).parent / "captures" / "help"
RTX = Device(id="CUDA0", name="RTX 3090", total_mib=24576, free_mib=22000, source="nvml", pci="0000:01:00.0")


@cache
def engine_of(build: int = 11434, gpu: bool = False) -> EngineInfo:
    """The llama-server whose help was recorded; `gpu` gives it one RTX 3090."""
    flags = parse_help((HELP / f"b{build}.txt").read_text("utf-8"))
    return EngineInfo(
        kind="llama-server", path=f"/opt/llama/b{build}/llama-server", version=f"b{build}", build=build, usable=True,
        traits=traits_of_flags(flags), flags=flags, devices=(RTX,) if gpu else (),
    )  # fmt: skip


def embedded() -> EngineInfo:
    """The embedded engine."""
    return EngineInfo(kind="embedded", version="b11549", build=11549, usable=True, traits=traits_of_build(11549))


def row(name: str, **changes: Any) -> ModelFile:
    """A chat model in the folder /models."""
    made = ModelFile(
        path=f"/models/{name}.gguf", kind="model", name=name, architecture="llama", quantization="Q4_K_M",
        size_mib=19000.0, parameters=32_000_000_000, context_length=131072, vocab_size=152064, layers=64,
        active_mib=19000.0, has_template=True,
    )  # fmt: skip
    return msgspec.structs.replace(made, **changes)


TARGET = row("Qwen2.5 32B Instruct")
DRAFT = row("Qwen2.5 0.5B Instruct", size_mib=390.0, parameters=494_000_000, layers=24, active_mib=390.0)
OTHER = row("Gemma 3 270M", size_mib=250.0, parameters=270_000_000, layers=18, active_mib=250.0)
DFLASH = row("Qwen2.5 32B DFlash", kind="draft-dflash", size_mib=700.0, draft_block=16)
MTP = row("GLM 4.7 Air", kind="mtp-model", architecture="glm4moe", experts=128, layers=47, context_length=4096)
PROJECTOR = row("Qwen2.5 VL projector", kind="mmproj", size_mib=1200.0, context_length=None)
BROKEN = row("half", kind="broken", error="The file ends in the middle: 12 of 98 MiB are there.", size_mib=12.0)

FITS = PairVerdict(
    path=DRAFT.path, compatible=True, method="draft-simple", reason="Both models have the same 151,936 tokens.",
    size_ratio=0.0205, prior_cost=(0.04, 0.12),
)  # fmt: skip
DIFFERS = PairVerdict(
    path=OTHER.path, compatible=False, method="draft-simple",
    reason='Token 139 differs: "▁▁" in the target, "<unused>" in the draft; this build would start and leave the '
    "draft switched off.", first_difference=TokenDifference(id=139, target="▁▁", draft="<unused>"), size_ratio=0.013,
)  # fmt: skip
TRAINED = PairVerdict(
    path=DFLASH.path, compatible=True, method="draft-dflash", reason="The drafter was made for a model of this shape.",
    size_ratio=0.037, prior_cost=(0.02, 0.1),
)  # fmt: skip
NO_DRAFT = PairVerdict(
    path=PROJECTOR.path, compatible=False, method=None,
    reason="This file is a projector for images or sound (mmproj), not a language model.",
)  # fmt: skip
PICKED = Choice(
    methods=("draft-simple",), draft=DRAFT.path, draft_max=4, p_min=0.6,
    reason="Qwen2.5 0.5B Instruct shares the target's vocabulary and promises the most speed of your files "
    "(about 2.1 times, if 70 % of its guesses are right).",
)  # fmt: skip
NGRAM = Choice(
    methods=("ngram-mod",), draft=None, draft_max=None, p_min=None,
    reason="None of your files matches as a draft; n-gram speculation needs no file and pays where text repeats.",
)  # fmt: skip


def device_fit(**changes: Any) -> DeviceFit:
    """An RTX 3090 with a 32B target and a 0.5B draft on it."""
    made = DeviceFit(
        name="RTX 3090", id="CUDA0", total_mib=24576.0, free_mib=22528.0, other_programs=2048.0,
        target=ModelParts(weights=14500, cache=2048, compute=420),
        draft=ModelParts(weights=950, cache=220, compute=140),
        projector=0.0, overhead=300.0, left_mib=3950.0, verdict="fits",
    )  # fmt: skip
    return msgspec.structs.replace(made, **changes)


def host_fit(**changes: Any) -> HostFit:
    """A computer with 64 GiB that holds only the embeddings."""
    made = HostFit(
        total_mib=65536.0, free_mib=50000.0, target=ModelParts(weights=300, compute=40), draft=None,
        prompt_cache=2048.0, left_mib=49000.0, verdict="fits",
    )  # fmt: skip
    return msgspec.structs.replace(made, **changes)


def gpu_fit(**changes: Any) -> Fit:
    """Everything on one GPU."""
    made = Fit(verdict="fits", devices=(device_fit(),), host=host_fit())
    return msgspec.structs.replace(made, **changes)


def cpu_fit() -> Fit:
    """Everything in the computer's memory."""
    host = host_fit(
        total_mib=16000.0, free_mib=9000.0, target=ModelParts(weights=98, cache=360, compute=120),
        draft=ModelParts(weights=90, cache=330, compute=100), left_mib=7902.0,
    )  # fmt: skip
    return Fit(verdict="fits", devices=(), host=host)


def reading(used: float = 3000.0, available: float = 9000.0, pci: str | None = "0000:01:00.0") -> MonitorReading:
    """What an RTX 3090 and a computer with 16,000 MiB use now."""
    gpu = GpuReading(
        t=1.0,
        index=0,
        name="NVIDIA GeForce RTX 3090",
        total_mib=24576.0,
        used_mib=used,
        free_mib=24576.0 - used,
        pci=pci,
    )
    return MonitorReading(t=1.0, gpus=(gpu,), host=HostReading(t=1.0, total_mib=16000.0, available_mib=available))
