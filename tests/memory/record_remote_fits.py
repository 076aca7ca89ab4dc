"""Record what the real llama-server says of header-only files on devices that `ggml-rpc-server` lends, on any computer.

usage: PYTHONPATH=tests:tests/memory .venv/bin/python tests/memory/record_remote_fits.py OUT.json

Writes cases in the form of `goldens/memory_remote_cases.json`; `recorded_cases` says what they hold. Nothing is loaded:
the engine is ended as soon as it has printed its breakdown. About a minute.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import more_shapes
import shapes
from real_parts import server_binary
from rpc_device import rpc_devices

from specdesk.engines.dry_lines import DryLines
from specdesk.records.dry_run import DryRecord

Case = dict[str, Any]
SEED = 5
PER_SHAPE = 5
DRAFTERS = ("eagle_", "dflash_")
"""Files that cannot be a target. The engine's dry run leaves them out as drafts too."""

PAIRS = (
    ("llama8b.gguf", "llama8b.gguf"), ("llama70b.gguf", "llama8b.gguf"), ("qwen25_7b.gguf", "qwen25_05b.gguf"),
    ("qwen3_8b.gguf", "qwen3_06b.gguf"), ("qwen3_30b.gguf", "qwen3_06b.gguf"), ("gemma3_27b.gguf", "gemma3_270m.gguf"),
    ("mistral24b.gguf", "smol360.gguf"), ("gptoss_20b.gguf", "qwen3_06b.gguf"), ("qwen36_27b.gguf", "qwen35_4b.gguf"),
)  # fmt: skip
MTP = ("qwen35_9b.gguf", "qwen36_27b.gguf", "qwen36_35b.gguf", "qwen35_4b.gguf")


def flags(choose: random.Random) -> list[str]:
    """Arguments of one case, but for where the layers go."""
    flash = choose.choice(("on", "on", "off"))
    kinds = ("f16", "q8_0", "q4_0", "q5_1", "bf16") if flash == "on" else ("f16", "f16", "bf16")
    slots = choose.choice((1, 1, 2, 4))
    found = ["-c", str(choose.choice((2048, 6000, 16384, 40960))), "-np", str(slots), "-fa", flash]
    found += ["-ub", str(choose.choice((64, 256, 512, 512, 1024)))]
    key = choose.choice(kinds)
    found += ["-ctk", key, "-ctv", key if choose.random() < 0.7 else choose.choice(kinds)]
    found += ["-kvu"] if slots > 1 and choose.random() < 0.5 else []
    return found + (["--swa-full"] if choose.random() < 0.25 else [])


def placed(choose: random.Random, experts: bool) -> list[str]:
    """Where the layers of one case go."""
    where = choose.random()
    if where < 0.5:
        return ["-ngl", "999"]
    if where < 0.7:
        return ["-ngl", "999", "-nkvo"]
    if experts and where < 0.85:
        return ["-ngl", "999", *choose.choice((["-cmoe"], ["-ncmoe", "7"]))]
    return ["-ngl", str(choose.choice((0, 1, 5, 12, 20)))]


def planned() -> Iterator[Case]:
    """What is asked, one case after the other."""
    choose = random.Random(SEED)
    names = [*shapes.SHAPES, *more_shapes.MORE]
    targets = [name for name in names if not name.startswith(DRAFTERS)]
    for name, _ in itertools.product(targets, range(PER_SHAPE)):
        moe = any(word in name for word in ("30b", "oss", "ds", "35b", "26b", "mixtral", "moe", "air"))
        devices = choose.choice((1, 1, 1, 2))
        split = ["-ts", choose.choice(("1,1", "3,1"))] if devices == 2 else []
        yield {"target": name, "args": [*flags(choose), *placed(choose, moe), *split], "devices": devices}
    for target, draft in PAIRS:
        for layers in ("999", "999", "6"):
            words = [*flags(choose), "-ngl", "999", "-ngld", layers, "--spec-type", "draft-simple"]
            words += ["-ctkd", "q8_0", "-ctvd", "q8_0"] if "on" in words and choose.random() < 0.4 else []
            yield {"target": target, "draft": draft, "args": words, "devices": 1}
    for target in MTP:
        for length in ("1", "3"):
            words = [*flags(choose), "-ngl", "999", "--spec-type", "draft-mtp", "--spec-draft-n-max", length]
            yield {"target": target, "args": words, "devices": 1}


def told(folder: Path, case: Case, ends: str) -> list[DryRecord] | None:
    """What the engine says, target first; None when it says nothing. A device's name in `-ot` becomes its
    buffer's: every server calls its own first device RPC0."""
    files = ["-m", str(folder / case["target"])]
    files += ["-md", str(folder / case["draft"])] if "draft" in case else []
    ports = ",".join(ends.split(",")[: case["devices"]])
    words = [re.sub(r"RPC(\d)", lambda it: f"RPC0[{ends.split(',')[int(it[1])]}]", word) for word in case["args"]]
    line = [str(server_binary()), *files, "--rpc", ports, *words, "--host", "127.0.0.1", "--port", "0", "-lv",
            "4", "-fit", "on", "--no-warmup", "--offline"]  # fmt: skip
    lines = DryLines()
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        for text in server.stdout:
            if lines.feed(text.rstrip("\n")):
                break
        server.kill()
    found = lines.result()
    return None if found is None else list(reversed(found.records))


def rows(record: DryRecord, devices: int) -> list[dict[str, Any]]:
    """Devices in order, then the host with every buffer that lies there."""
    found = []
    for name in (*(f"RPC{index}" for index in range(devices)), "Host"):
        parts = [row for row in record.rows if (row.name == name if name != "Host" else row.kind != "device")]
        sums = {part: sum(getattr(row, part) for row in parts) for part in ("model", "context", "compute")}
        found.append({"kind": "host" if name == "Host" else "device", "name": name, "rows": len(parts), **sums})
    return found


def main() -> None:
    out = Path(sys.argv[1])
    found: list[Case] = []
    with tempfile.TemporaryDirectory() as place:
        shapes.build(place)
        more_shapes.build(place)
        for number, case in enumerate(planned()):
            with rpc_devices(case["devices"]) as ends:
                records = told(Path(place), case, ends)
            name = f"{number:03d}-{case['target'].removesuffix('.gguf')}"
            print(name, "says nothing" if records is None else f"{len(records)} records", *case["args"])
            if records is not None:
                asked = {key: value for key, value in case.items() if key != "devices"}
                found.append({"id": name, **asked, "device_MiB": [64000] * case["devices"],
                              "records": [rows(record, case["devices"]) for record in records]})  # fmt: skip
    out.write_text("[\n" + ",\n".join(json.dumps(case) for case in found) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
