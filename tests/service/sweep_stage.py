"""`specdesk sweep` as a process, on a pair of small files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service_stage import small_model

WORDS = ("tea", "rain", "wind", "snow")


class SweepVerb:
    """words: one prompt each. minutes: the budget."""

    def __init__(self, folder: Path, words: tuple[str, ...] = WORDS, minutes: float = 1.0) -> None:
        self.target = small_model(folder / "Target.gguf")
        self.draft = small_model(folder / "Draft.gguf", rows=32)
        self.prompts = folder / "prompts.txt"
        self.prompts.write_text("\n".join(f"Tell me about {word}." for word in words))
        self._minutes = f"{minutes:g}"

    def command(self, engine: Path, *options: str, args: list[str] | None = None) -> list[str]:
        """args: the engine's, in place of those that name the pair."""
        own = ["-m", str(self.target), "-md", str(self.draft), "--draft-max", "2", "-c", "2048"]
        return [
            sys.executable, "-m", "specdesk", "sweep", "--minutes", self._minutes, "--prompts", str(self.prompts),
            "--engine", str(engine), *options, "--", *(own if args is None else args),
        ]  # fmt: skip

    def run(self, engine: Path, *options: str, args: list[str] | None = None) -> subprocess.CompletedProcess[str]:
        """To its end."""
        return finished(self.command(engine, *options, args=args))


def finished(command: list[str]) -> subprocess.CompletedProcess[str]:
    """A command to its end."""
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@contextmanager
def running_until(words: str, command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A sweep that has come to the step that says so."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        line = ""
        while words not in line:
            line = running.stderr.readline()
            assert line, "it ended by itself"
        yield running
