"""The scripts in installers/ are no package: they are found by their folder."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "installers"))
