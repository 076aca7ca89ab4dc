"""The estimate beside the dry run of the real llama-server on this computer's processor."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from real_parts import server_binary, target_model
from recorded_cases import ROOMY, header

from specdesk.memory.fit import estimate
from specdesk.records.build import BuildTraits
from specdesk.records.fit import ModelParts
from specdesk.records.plan import LaunchPlan, ModelPlacement

HOST_ROW = re.compile(r"- Host\s*\|\s*\d+ =\s*(\d+) \+\s*(\d+) \+\s*(\d+)")


def reported(model: Path, *arguments: str) -> tuple[int, ...]:
    """Model, cache and compute MiB of the host as the server's own fit prints them, before it loads anything."""
    line = [str(server_binary()), "-m", str(model), "--host", "127.0.0.1", "--port", "0", "-lv", "4",
            "--no-warmup", *arguments]  # fmt: skip
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        said = []
        try:
            for text in server.stdout:
                said.append(text)
                found = HOST_ROW.search(text)
                if found:
                    return tuple(int(number) for number in found.groups())
        finally:
            server.kill()
    raise AssertionError("".join(said[-20:]))


@pytest.mark.real_engine
@pytest.mark.parametrize(
    ("arguments", "plan"),
    [
        (["-c", "8192", "-np", "2", "-kvu"], LaunchPlan(context=8192, slots=2, kv_unified=True)),
        (["-c", "4096", "-np", "1", "-ctk", "q8_0", "-ctv", "q8_0", "-fa", "on"],
         LaunchPlan(context=4096, slots=1, flash_attention="on", place=ModelPlacement(cache_k="q8_0", cache_v="q8_0"))),
        (["-c", "2048", "-np", "1", "-fa", "off", "-ub", "256"],
         LaunchPlan(context=2048, slots=1, flash_attention="off", ubatch=256)),
        (["-c", "6000", "-np", "3"], LaunchPlan(context=6000, slots=3)),
    ],
)  # fmt: skip
def test_processor_only(arguments: list[str], plan: LaunchPlan) -> None:
    weights, cache, compute = reported(target_model(), *arguments)
    files = (header(target_model()),)
    found: ModelParts = estimate(files, (), None, plan, BuildTraits(activation_copies=2), [], ROOMY).host.target
    assert found.weights == pytest.approx(weights + 0.5, abs=1)
    assert found.cache == pytest.approx(cache + 0.5, abs=1)
    assert found.compute == pytest.approx(compute + 0.5, abs=1.5)
