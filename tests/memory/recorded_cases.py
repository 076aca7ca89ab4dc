"""Recorded truths of llama-server: an argument list, device sizes, and what the engine itself reported per device.

`goldens/memory_cases.json` was reported by b11434, `memory_more_cases.json` by b11549 and `memory_b10068_cases.json` by
b10068, all for header-only files on devices that follow CUDA's allocation rules. `memory_remote_cases.json` was
reported by b10068 too, on devices of `ggml-rpc-server` (`record_remote_fits.py`), and so was
`memory_placed_cases.json`, of plans that place things by hand (`record_placed_fits.py`). Figures are whole MiB, rounded
down; `rows` says how many such figures a row is the sum of.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from specdesk.memory.fit import estimate
from specdesk.models.header import Header, read_header
from specdesk.records.build import BuildTraits
from specdesk.records.device import Device
from specdesk.records.fit import Fit, ModelParts
from specdesk.records.plan import LaunchPlan, ModelPlacement

GOLDENS = Path(__file__).parent.parent / "goldens"
ROOMY = Device(id="CPU", name="this computer", kind="cpu", total_mib=2e6, free_mib=2e6, source="host")
SWITCHES = ("-kvu", "-no-kvu", "--swa-full", "-nkvo", "-cmoe")

Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    """One file of recorded cases."""
    return json.loads((GOLDENS / name).read_text("utf-8"))


@lru_cache(maxsize=64)
def header(path: Path) -> Header:
    """A header, read once."""
    return read_header(path)


def plan_of(arguments: list[str], draft: str | None = None) -> LaunchPlan:
    """The plan that an argument list of the recorded cases means."""
    options: dict[str, str] = {}
    words = iter(arguments)
    for word in words:
        options[word] = "yes" if word in SWITCHES else next(words)

    def number(flag: str) -> int | None:
        return int(options[flag]) if flag in options else None

    place = ModelPlacement(
        layers=number("-ngl"), cache_k=options.get("-ctk"), cache_v=options.get("-ctv"),
        n_cpu_moe=number("-ncmoe"), cpu_moe="-cmoe" in options, override_tensor=_given(options.get("-ot")),
    )  # fmt: skip
    draft_place = ModelPlacement(
        layers=number("-ngld"), cache_k=options.get("-ctkd"), cache_v=options.get("-ctvd"),
        override_tensor=_given(options.get("-otd")),
    )  # fmt: skip
    methods = tuple(options["--spec-type"].split(",")) if "--spec-type" in options else ()
    split = options.get("-ts")
    unified = True if "-kvu" in options else False if "-no-kvu" in options else None
    flash: Any = options.get("-fa")
    mode: Any = options.get("-sm")
    return LaunchPlan(
        target="target.gguf", draft=draft, methods=methods, draft_max=number("--spec-draft-n-max"),
        context=number("-c"), slots=number("-np"), ubatch=number("-ub"), flash_attention=flash, kv_unified=unified,
        kv_offload=False if "-nkvo" in options else None, swa_full=True if "--swa-full" in options else None,
        place=place, draft_place=draft_place, tensor_split=split, split_mode=mode, main_gpu=number("-mg"),
    )  # fmt: skip


def _given(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)


def fit_of(case: Case, folder: Path, traits: BuildTraits = BuildTraits()) -> Fit:  # noqa: B008
    """The estimate for a recorded case, whose files lie in `folder`."""
    devices = [
        Device(id=row["name"], name=row["name"], total_mib=size, free_mib=size, source="given")
        for row, size in zip(case["records"][0], case["device_MiB"], strict=False)
    ]
    draft = case.get("draft")
    return estimate(
        (header(folder / case["target"]),), (header(folder / draft),) if draft else (), None,
        plan_of(case["args"], draft), traits, devices, ROOMY,
    )  # fmt: skip


def pairs(case: Case, fit: Fit) -> list[tuple[str, ModelParts, dict[str, Any]]]:
    """(what, estimated parts, reported row) for every model on every device and on the host."""
    found = []
    for who, rows in zip(("target", "draft"), case["records"], strict=False):
        places = [*fit.devices, fit.host]
        for place, reported in zip(places, rows, strict=True):
            parts = getattr(place, who)
            assert parts is not None, f"{case['id']}: no figures for the {who}"
            found.append((f"{case['id']} {who} on {reported['name']}", parts, reported))
    return found
