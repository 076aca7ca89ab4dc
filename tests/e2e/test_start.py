"""What the window does before it can be seen: as little as possible."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

NOTED_START = Path(__file__).with_name("noted_start.py")


def test_the_window_paints_before_pyqtgraph_is_imported(specdesk_home: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(NOTED_START)], env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, text=True,
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    notes = [json.loads(line)["what"] for line in done.stdout.splitlines()]
    assert notes.index("window painted") < notes.index("pyqtgraph imported"), notes
    assert notes[-1] == "ended"
