"""The GUI thread waits for no disk, no socket and no process: the whole window is driven while that is watched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from shapes import write_shape

SCRIPT = Path(__file__).with_name("watched_gui_thread.py")
PATIENCE_S = 170


@pytest.mark.timeout(PATIENCE_S + 10)
def test_driving_the_window_touches_no_disk_socket_or_process_on_its_thread(
    specdesk_home: Path, fake_llama: Callable[..., Path], tmp_path: Path
) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    target, other = write_shape(tmp_path, "qwen25_05b.gguf"), write_shape(folder, "qwen25_05b.gguf")
    engine = fake_llama(speed=0, reply="The lamp is lit.", acceptance=1.0)
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(engine), str(target), str(other), str(folder)],
        env=os.environ | {"PYTHONPATH": str(SCRIPT.parents[1]), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert told.pop() == {"done": True}
    assert told == []
