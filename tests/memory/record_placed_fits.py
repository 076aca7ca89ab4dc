"""Record what the real llama-server says of plans that place things by hand: `-ot`, `-sm`, `-mg`, several devices.

`-sm row` is not among them: devices of `ggml-rpc-server` cannot cut matrices, and say so.

usage: PYTHONPATH=tests:tests/memory .venv/bin/python tests/memory/record_placed_fits.py OUT.json

As `record_remote_fits`, for `goldens/memory_placed_cases.json`. About a minute.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import more_shapes
import other_shapes
import shapes
from record_remote_fits import Case, flags, rows, told
from rpc_device import rpc_devices

SEED = 9
PLACED = (
    ["-sm", "none"], ["-sm", "none", "-mg", "1"], ["-sm", "layer", "-ts", "2,1"],
    ["-ot", r"blk\.[0-4]\.=CPU"], ["-ot", r"ffn_(up|down)\.weight=CPU"], ["-ot", r"attn_.*=RPC1"],
    ["-ot", "token_embd=RPC0"], ["-ot", "output=CPU"],
)  # fmt: skip
"""Where things go, on two devices."""

EXPERTS = (["-ot", "exps=CPU"], ["-ot", r"blk\.(1|3|5)\..*_exps=RPC1,exps=CPU"], ["-cmoe"], ["-ncmoe", "9"])
"""And for mixtures of experts."""

PLAIN = ("llama8b.gguf", "qwen25_7b.gguf", "gemma3_27b.gguf", "qwen36_27b.gguf", "gemma4_12b.gguf", "phi3_14b.gguf")
MIXED = ("qwen3_30b.gguf", "gptoss_20b.gguf", "dsv2lite_mla.gguf", "glm45air.gguf", "qwen36_35b.gguf")
NEW_MIXED = ("llama4_scout.gguf", "mistral4.gguf", "qwen3next_80b.gguf")
PAIRS = (("llama70b.gguf", "llama8b.gguf"), ("mistral3_14b.gguf", "mistral3_3b.gguf"),
         ("qwen3_30b.gguf", "qwen3_06b.gguf"))  # fmt: skip


def planned() -> Iterator[Case]:
    """What is asked, one case after the other."""
    choose = random.Random(SEED)
    for name in (*PLAIN, *MIXED, *other_shapes.OTHER):
        mixed = name in (*MIXED, *NEW_MIXED)
        for place in (*PLACED, *(EXPERTS if mixed else ())):
            yield {"target": name, "args": [*flags(choose), "-ngl", "999", *place], "devices": 2}
    for name in other_shapes.OTHER:
        for layers in ("999", "999", "999", "30", "12", "5", "0"):
            yield {"target": name, "args": [*flags(choose), "-ngl", layers], "devices": choose.choice((1, 1, 2, 3))}
        yield {"target": name, "args": [*flags(choose), "-ngl", "999", "-nkvo"], "devices": 1}
    for target, draft in PAIRS:
        for layers, ots in (("999", []), ("9", []), ("999", ["-ts", "3,1"]), ("999", ["-otd", "ffn=CPU"])):
            words = [*flags(choose), "-ngl", "999", "-ngld", layers, "--spec-type", "draft-simple", *ots]
            yield {"target": target, "draft": draft, "args": words, "devices": 2}


def main() -> None:
    found: list[Case] = []
    with tempfile.TemporaryDirectory() as place:
        for part in (shapes, more_shapes, other_shapes):
            part.build(place)
        for number, case in enumerate(planned()):
            with rpc_devices(case["devices"]) as ends:
                records = told(Path(place), case, ends)
            name = f"{number:03d}-{case['target'].removesuffix('.gguf')}"
            print(name, "says nothing" if records is None else f"{len(records)} records", *case["args"], flush=True)
            if records is not None:
                asked = {key: value for key, value in case.items() if key != "devices"}
                found.append({"id": name, **asked, "device_MiB": [64000] * case["devices"],
                              "records": [rows(record, case["devices"]) for record in records]})  # fmt: skip
    Path(sys.argv[1]).write_text("[\n" + ",\n".join(json.dumps(case) for case in found) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
