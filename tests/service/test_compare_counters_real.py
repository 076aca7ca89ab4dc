"""What a compare stores, against what the real engine itself counted and wrote down for the same requests (b10068)."""

from __future__ import annotations

import contextlib
import re
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from service_stage import Stage

from specdesk.chat.metrics import sample_of_metrics
from specdesk.measure.measured import Measured
from specdesk.service.address_arms import Address
from specdesk.service.events import CompareDone, Problem

pytestmark = [pytest.mark.real_engine, pytest.mark.long, pytest.mark.timeout(1500)]

EVAL = re.compile(r"\|\s+eval time =\s+([\d.]+) ms /\s+(\d+) tokens")
USED = re.compile(r"draft acceptance = [\d.]+ \(\s*(\d+) accepted /\s*(\d+) generated\)")
Told = tuple[str, int, int, int]
"""Of one request: ms as the log prints them, tokens, guesses used, guesses made."""


@contextlib.contextmanager
def engine(binary: Path, log: Path, *args: str) -> Iterator[str]:
    """The address of a real server whose output goes to a file."""
    command = [str(binary), *args, "-np", "1", "-t", "1", "--metrics", "--host", "127.0.0.1", "--port", "0"]
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out) as process:
        try:
            found = None
            while found is None:
                assert process.poll() is None, log.read_text("utf-8", "replace")[-2000:]
                found = re.search(r"listening on (http://127\.0\.0\.1:\d+)", log.read_text("utf-8", "replace"))
                time.sleep(0.1)
            yield found[1]
        finally:
            process.kill()


def metrics_of(url: str) -> str:
    """The text of /metrics."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{url}/metrics", timeout=60) as answer:
        return str(answer.read().decode())


def told_in(log: Path) -> list[Told]:
    """All requests that the engine wrote down."""
    found: list[Told] = []
    for line in log.read_text("utf-8", "replace").splitlines():
        if ended := EVAL.search(line):
            found.append((ended[1], int(ended[2]), 0, 0))
        elif used := USED.search(line):
            found[-1] = (*found[-1][:2], int(used[1]), int(used[2]))
    return found


def stored_as_told(replies: list[Measured]) -> list[Told]:
    """The stored replies in the same form."""
    samples = [reply.sample for reply in replies if reply.sample is not None]
    return [(f"{one.decode_ms or 0:.2f}", one.tokens, one.accepted or 0, one.drafted or 0) for one in samples]


def test_stored_figures_are_the_engines_own_to_the_digit(
    stage: Callable[..., Stage], real_server: Path, smollm2: Path, tmp_path: Path
) -> None:
    table = stage(engine=real_server)
    asked = tmp_path / "prompts.txt"
    sentence = "Tom is on his way. Tom has the tools. Tom will be there at ten, and Tom will mend the door."
    asked.write_text("\n".join(f"Write this text down twice. {sentence.replace('Tom', name)}" for name in "ABC"))
    logs = (tmp_path / "a.log", tmp_path / "b.log")
    common = ("-m", str(smollm2), "-c", "1024")
    with (
        engine(real_server, logs[0], *common) as a,
        engine(real_server, logs[1], *common, "--spec-type", "ngram-simple") as b,
    ):
        table.service.compare_addresses(Address(url=a), Address(url=b), 0.1, True, str(asked))
        done = table.wait(CompareDone, patience_s=1200)
        counted = [sample_of_metrics(metrics_of(url), 0.0) for url in (a, b)]
    assert table.all(Problem) == []
    assert len(done.stored.measured) == 6
    for arm, log, counters in zip("AB", logs, counted, strict=True):
        told, stored = told_in(log), stored_as_told([one for one in done.stored.measured if one.arm == arm])
        assert len(stored) == 3
        rest = iter(told)
        assert all(reply in rest for reply in stored), (stored, told)
        assert counters is not None  # its seconds are printed with six digits
        assert counters.tokens == sum(tokens for _, tokens, _, _ in told)
        assert counters.decode_ms == pytest.approx(sum(float(ms) for ms, *_ in told), rel=1e-4)
        if counters.drafted is not None:
            assert (counters.drafted, counters.accepted) == (
                sum(made for *_, made in told),
                sum(used for *_, used, _ in told),
            )
        shown = done.result.arms["AB".index(arm)]
        counting = [reply for reply in shown.samples if reply.counts]
        assert shown.tokens == sum(reply.sample.tokens for reply in counting if reply.sample is not None)
    assert sum(made for *_, made in told_in(logs[1])) > 0, "it guessed"
    assert sum(made for *_, made in told_in(logs[0])) == 0
