"""`doctor` says what this computer can run with the engine in use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cli_stage import Said

from specdesk.settings import Settings, SettingsFile

GPU = "Available devices:\n  CUDA0: Card of a test (24576 MiB, 24000 MiB free)\n"
LAST = "Counted with 4 bits per weight, 8k tokens of context and what is free now."


def test_what_this_computer_can_run(
    run: Callable[..., Said], fake_llama: Callable[..., Path], specdesk_home: Path
) -> None:
    SettingsFile().save(Settings(engine=str(fake_llama(devices=GPU))))
    said = run("doctor", "--json").document["can_run"]
    assert said[0].startswith("On Card of a test, whole and fast: models of up to ")
    assert said[-1] == LAST
    lines = run("doctor").out.splitlines()
    heading = lines.index("What this computer can run:")
    assert lines[heading + 1 : heading + 1 + len(said)] == [f"  {sentence}" for sentence in said]
