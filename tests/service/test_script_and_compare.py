"""The script to take away and the program's own compare say the same of the same servers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chat.servers import started
from compare_stage import FAST
from service_stage import Stage

from specdesk.paths import resources_dir
from specdesk.service.address_arms import Address
from specdesk.service.events import CompareDone

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]
SCRIPT = resources_dir() / "scripts" / "measure_endpoint.py"
PLAIN = ("-m", "t.gguf", "-np", "1", "--metrics")
DRAFT = (*PLAIN, "-md", "d.gguf", "--spec-type", "draft-simple", "--spec-draft-n-max", "4")

pytestmark = pytest.mark.long


def by_script(url: str, *options: str) -> Any:
    """What the script finds, as a program of its own."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), url, "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env={})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("cost", "verdict"), [({"acceptance": 0.9, "draft_cost": 0.05}, "faster"), ({"acceptance": 0.2}, "slower")]
)
def test_both_come_to_the_same_word_and_number(
    cost: dict[str, float], verdict: str, stage: Stages, fake_llama: Fakes, prompts: str, tmp_path: Path
) -> None:
    table, saved, asked = stage(), str(tmp_path / "plain.json"), tmp_path / "asked.txt"
    lines = Path(prompts).read_text("utf-8").splitlines()
    asked.write_text("\n".join(json.loads(line)["prompt"] for line in lines), "utf-8")
    settings = FAST | {"draft_cost": 0.4} | cost
    with started(fake_llama(**settings), *PLAIN) as a, started(fake_llama(**settings), *DRAFT) as b:
        table.service.compare_addresses(Address(url=a), Address(url=b), 1.0, True, prompts)
        own = table.wait(CompareDone).result
        by_script(a, "--prompts", str(asked), "--save", saved)
        found = by_script(b, "--prompts", str(asked), "--baseline", saved)
    told = found["compared"]
    assert (own.verdict, told["verdict"]) == (verdict, verdict)
    assert own.speedup is not None
    assert told["speedup"]["estimate"] == pytest.approx(own.speedup.estimate, rel=0.03)
    assert told["speedup"]["low"] <= own.speedup.high
    assert own.speedup.low <= told["speedup"]["high"]
    assert found["summary"]["acceptance"] == pytest.approx(own.acceptance, abs=0.05)
    assert told["prompts"] == own.prompts == 5
