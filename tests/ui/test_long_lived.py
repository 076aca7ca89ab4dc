"""What stays as long as the window does is not searched for garbage any more."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from specdesk.ui import long_lived

TESTS = Path(__file__).parents[1]

OPEN = """
import gc
from driven_window import DrivenWindow, application, run_until
from specdesk.settings import Settings

application()
driven = DrivenWindow(Settings())
driven.window.show()
run_until(lambda: driven.parts.monitor.panel, "the monitor is there")
run_until(lambda: gc.get_freeze_count() > 10_000, "what stays is left out")  # some is from the very start
print(gc.get_freeze_count(), len(gc.get_objects()))
driven.close()
"""


class Ring:
    """Garbage that only a search finds, once nobody has it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def unfrozen() -> Iterator[None]:
    """Nothing is left out afterwards."""
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("unfrozen")
def test_what_is_there_is_left_out_and_what_the_window_before_left_goes() -> None:
    stays = Ring()
    long_lived.settle(after_another=False)
    assert gc.get_freeze_count() > 10_000
    assert not any(one is stays for one in gc.get_objects())

    gone = weakref.ref(stays)
    del stays
    gc.collect()
    assert gone() is not None
    long_lived.settle(after_another=True)
    assert gone() is None
    assert gc.get_freeze_count() > 10_000


@pytest.mark.long
def test_the_real_window_does_so_once_it_is_filled(specdesk_home: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(TESTS), "SPECDESK_HOME": str(specdesk_home)}
    done = subprocess.run(
        [sys.executable, "-c", OPEN],
        env=env,
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    frozen, searched = (int(word) for word in done.stdout.split()[-2:])
    assert frozen > 3 * searched, "a full search would still look at most of the window"
