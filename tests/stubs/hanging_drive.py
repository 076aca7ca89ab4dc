"""A drive that does not answer, for programs: see hanging_drive.c. Built with any C compiler, like the NVML stub."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("hanging_drive.c")


class HangingDrive:
    """folder: the drive. It hangs, for programs started with `environment()`, from the start until `wake`."""

    def __init__(self, folder: Path, work: Path) -> None:
        compiler = next((found for name in ("cc", "gcc", "clang", "tcc") if (found := shutil.which(name))), None)
        if compiler is None:
            raise RuntimeError("No C compiler to build the hanging drive with; ./check installs one.")
        work.mkdir(parents=True, exist_ok=True)
        self.folder, self._gate, self._library = folder, work / "gate", work / "hanging_drive.so"
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-o", str(self._library), str(SOURCE), "-ldl"], check=True, timeout=60
        )
        self._gate.touch()

    def environment(self) -> dict[str, str]:
        """Variables for a program that is to meet it."""
        return {
            "LD_PRELOAD": str(self._library),
            "HANGING_DRIVE": str(self.folder),
            "HANGING_DRIVE_GATE": str(self._gate),
        }

    def wake(self) -> None:
        """It answers again."""
        self._gate.unlink(missing_ok=True)
