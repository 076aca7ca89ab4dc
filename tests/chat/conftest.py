"""What the tests of this folder share: fake engines that are ended when all is done."""

from __future__ import annotations

from collections.abc import Iterator

import attached_servers
import pytest


@pytest.fixture(scope="session", autouse=True)
def attached_engines_end(nothing_left_running: None) -> Iterator[None]:
    """End the fake engines before the run looks for processes left behind."""
    yield
    attached_servers.end_all()
