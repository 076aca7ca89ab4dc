"""`specdesk compare` as a program on a pair of small files, with fake engines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from service_stage import small_model

FAST = {"speed": 1500, "acceptance": 0.9, "draft_cost": 0.05}


class Verb:
    """Runs the verb on a pair of small files."""

    def __init__(self, folder: Path) -> None:
        self.target = small_model(folder / "Target.gguf")
        self.draft = small_model(folder / "Draft.gguf", rows=32)
        self.prompts = folder / "prompts.txt"
        self.prompts.write_text("Tell me about tea.\nTell me about rain.\nTell me about wind.\n")

    def arguments(self, engine: Path, *options: str, args: list[str] | None = None) -> list[str]:
        """The verb and what follows it."""
        own = ["-m", str(self.target), "-md", str(self.draft), "--draft-max", "4", "-c", "2048"]
        return [
            "compare", "--quick", "--minutes", "1", "--prompts", str(self.prompts),
            "--engine", str(engine), *options, "--", *(own if args is None else args),
        ]  # fmt: skip

    def command(self, engine: Path, *options: str, args: list[str] | None = None) -> list[str]:
        """The program with them."""
        return [sys.executable, "-m", "specdesk", *self.arguments(engine, *options, args=args)]

    def run(self, engine: Path, *options: str, args: list[str] | None = None) -> subprocess.CompletedProcess[str]:
        """Run it to its end."""
        return subprocess.run(
            self.command(engine, *options, args=args), capture_output=True, text=True, timeout=120, check=False
        )
