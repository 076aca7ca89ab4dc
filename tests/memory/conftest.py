"""Header-only model files for the tests of the memory model, written once."""

from __future__ import annotations

from pathlib import Path

import more_shapes
import other_shapes
import pytest
import shapes


@pytest.fixture(scope="session")
def model_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every shape."""
    folder = tmp_path_factory.mktemp("memory-shapes")
    shapes.build(folder)
    more_shapes.build(folder)
    other_shapes.build(folder)
    return folder
