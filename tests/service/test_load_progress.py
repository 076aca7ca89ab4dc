"""How far a load is: by the engine's own dots where it prints them, else by the memory that it has taken."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from service_stage import Stage

from specdesk.engines.lifecycle import Loading, Ready, Stopped
from specdesk.engines.log_lines import LogFacts
from specdesk.records.plan import LaunchPlan
from specdesk.service.access import Access
from specdesk.service.events import StateChanged
from specdesk.service.load_progress import ALMOST, LoadProgress

Stages = Callable[..., Stage]
Fakes = Callable[..., Path]

CAPTURES = Path(__file__).resolve().parents[1] / "captures"
OLD_HELP = CAPTURES / "help" / "b5361.txt"
GROWS = (
    "import sys\nheld = []\nfor line in sys.stdin:\n    held.append(b'x' * (int(line) << 20)); print('has', flush=True)"
)


@pytest.fixture
def growing() -> Iterator[subprocess.Popen[str]]:
    """A process that takes as many MiB as it is told."""
    process = subprocess.Popen(
        [sys.executable, "-c", GROWS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    yield process
    process.communicate()


def take(process: subprocess.Popen[str], mib: int) -> None:
    """Let it take so many MiB more."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{mib}\n")
    assert process.stdout.readline() == "has\n"


def test_memory_stands_for_what_the_engine_does_not_tell(growing: subprocess.Popen[str]) -> None:
    progress = LoadProgress(growing.pid, 200.0, started=0.0)
    shares = []
    for now in (1.0, 2.0, 3.0):
        take(growing, 40)
        seen = progress.read(now, None, 0)
        assert seen.share is not None
        shares.append(seen.share)
    assert shares == sorted(shares)
    assert 0.15 < shares[1] - shares[0] < 0.25
    assert 0.15 < shares[2] - shares[1] < 0.25
    assert seen.seconds_left == pytest.approx(3.0 * (1 - shares[2]) / shares[2])
    take(growing, 200)
    full = progress.read(4.0, None, 0)
    assert (full.share, full.seconds_left) == (ALMOST, None)  # only the engine's own word is the end


def test_the_engine_s_own_share_goes_before_memory(growing: subprocess.Popen[str]) -> None:
    progress = LoadProgress(growing.pid, 1.0, started=0.0)
    assert progress.read(1.0, None, 0).share == ALMOST, "the program alone is larger than its model"
    seen = progress.read(3.0, 0.25, 0)
    assert (seen.share, seen.seconds_left) == (0.25, pytest.approx(9.0))
    assert progress.read(4.0, 0.1, 0).share == 0.25, "a second file begins; a share never goes back"
    done = progress.read(5.0, 1.0, 0)
    assert (done.share, done.seconds_left) == (ALMOST, None), "what is left to do then is not known"


def test_of_files_of_unknown_size_nothing_is_said(growing: subprocess.Popen[str]) -> None:
    seen = LoadProgress(growing.pid, None, started=0.0).read(3.0, None, 0)
    assert (seen.share, seen.seconds_left, seen.note) == (None, None, None)


def test_a_real_log_read_byte_by_byte_only_goes_up() -> None:
    facts, partial, shares = LogFacts(), "", []
    for letter in (CAPTURES / "logs" / "b5361.draft.log").read_text():
        if letter == "\n":
            facts.feed([partial])
            partial = ""
            if facts.facts().loading == "draft":
                break
        else:
            partial += letter
            facts.feed_partial(partial)
        told = facts.facts().progress
        if told is not None and told not in shares:
            shares.append(told)
    assert len(shares) > 50
    assert shares == sorted(shares)
    assert shares[-1] > 0.9


def test_a_load_is_told_as_it_goes_and_stopped_in_the_middle(stage: Stages, fake_llama: Fakes, model: Path) -> None:
    table = stage(engine=fake_llama(old=True, help_file=OLD_HELP, dots_s=20.0))
    run = table.service.start_server(LaunchPlan(target=str(model)), Access())

    def shares() -> list[float]:
        states = [event.state for event in table.all(StateChanged)]
        found = [state.progress for state in states if isinstance(state, Loading) and state.run_id == run]
        return sorted({share for share in found if share is not None and share < ALMOST})

    table.wait(StateChanged, lambda event: isinstance(event.state, Loading) and len(shares()) >= 4)
    table.stop()
    ends = [event.state for event in table.all(StateChanged)]
    assert isinstance(ends[-1], Stopped)
    assert not any(isinstance(state, Ready) for state in ends)
