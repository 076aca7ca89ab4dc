"""What exit codes and signals mean when the log says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from specdesk.engines.diagnosis import EngineEndedError, diagnose, signal_name
from specdesk.engines.failure_rules import RunContext
from specdesk.engines.log_lines import LogFacts
from specdesk.engines.memory_evidence import Evidence, MemoryEvidence


def told(returncode: int | None, *lines: str, context: RunContext | None = None) -> EngineEndedError:
    facts = LogFacts()
    facts.feed(lines)
    return diagnose(returncode, lines, facts.facts(), context)


@pytest.mark.parametrize(
    ("code", "what", "words"),
    [
        (-9, "The engine was ended by force while it was loading the model.", "ended from outside"),
        (137, "The engine was ended by force while it was loading the model.", "ended from outside"),
        (-15, "The engine was stopped by someone else while it was loading the model.", "SpecDesk did not"),
        (-2, "The engine was stopped by someone else while it was loading the model.", "SpecDesk did not"),
        (-11, "The engine crashed while it was loading the model.", "It printed no reason."),
        (0xC0000005, "The engine crashed while it was loading the model.", "It printed no reason."),
        (-1073741819, "The engine crashed while it was loading the model.", "It printed no reason."),
        (-6, "The engine gave up while it was loading the model.", "It printed no reason."),
        (0xC0000409, "The engine gave up while it was loading the model.", "It printed no reason."),
        (-7, "The engine lost access to a model file while it was loading the model.", "drive was removed"),
        (-8, "The engine was ended by SIGFPE while it was loading the model.", "It printed no reason."),
        (0, "The engine ended by itself while it was loading the model.", "no error"),
        (1, "The engine ended with code 1 while it was loading the model.", "It printed no reason."),
        (127, "The program could not be started.", "127"),
        (None, "The engine ended while it was loading the model.", "It printed no reason."),
    ],
)
def test_codes_without_words(code: int | None, what: str, words: str) -> None:
    error = told(code)
    assert error.what == what
    assert words in error.why


@pytest.mark.parametrize(
    ("memory", "free_mib", "why", "step"),
    [
        ("unknown", None, "It was ended from outside: by another program, a user or the system.",
         "Start it again; if it ends like that once more, watch how much memory is free meanwhile."),
        ("enough", 9000.0,
         "It was ended from outside: by another program, a user or the system. 9,000 MiB of memory were free just "
         "before.",
         "Start it again when you need it."),
        ("enough", None, "It was ended from outside: by another program, a user or the system.",
         "Start it again when you need it."),
        ("short", 1234.0,
         "Only 1,234 MiB of memory were free just before; where memory runs out, the system ends programs.",
         "Watch the memory while it loads, lower the context, or choose a smaller model."),
        ("killed", 9000.0, "Memory had run out: the system ended a program for want of it at that moment.",
         "Watch the memory while it loads, lower the context, or choose a smaller model."),
    ],
)  # fmt: skip
def test_memory_is_blamed_only_where_something_says_so(
    memory: Evidence, free_mib: float | None, why: str, step: str
) -> None:
    error = told(-9, context=RunContext(memory=memory, free_mib=free_mib, draft="d.gguf", methods=("draft-simple",)))
    assert (error.why, error.next_step) == (why, step)
    assert error.offers_without_speculation == (memory in ("short", "killed"))


def test_what_the_system_counts_and_what_was_free_just_before(tmp_path: Path) -> None:
    counts, free = tmp_path / "vmstat", iter((40_000.0, 30_000.0, *([20_000.0] * 6), 1000.0, 9000.0))
    counts.write_text("nr_free_pages 5\noom_kill 3\n")
    evidence = MemoryEvidence(lambda: (next(free), 64_000.0), counts)
    assert evidence.found() == ("unknown", None)
    evidence.look()
    assert evidence.found() == ("enough", 40_000.0)
    for _ in range(7):
        evidence.look()
    assert evidence.found() == ("enough", 20_000.0), "what was free long before does not count"
    evidence.look()
    evidence.look()
    assert evidence.found() == ("short", 1000.0), "below 2 GiB of 64"
    counts.write_text("oom_kill 4\n")
    assert evidence.found()[0] == "killed"
    counts.unlink()
    assert evidence.found()[0] == "short"


@pytest.mark.parametrize("code", [-4, 132, 0xC000001D, -1073741795])
def test_illegal_instruction_in_every_spelling(code: int) -> None:
    error = told(code, "0.00.339.672 I cmn  common_init_: warming up the model with an empty run")
    assert error.what == "This build needs processor features (such as AVX-512 or AMX) that this computer lacks."
    assert error.why == "The engine met an instruction unknown to this processor while it was loading the model."


@pytest.mark.parametrize(
    ("code", "words"), [(0xC0000135, "libraries are missing"), (0xC0000139, "do not belong together")]
)
def test_missing_libraries_on_windows(code: int, words: str) -> None:
    assert words in told(code).what


@pytest.mark.parametrize("code", [0, 1, -15, -9, 137])
def test_an_end_that_we_asked_for_is_no_trouble(code: int) -> None:
    error = told(code, "Received second interrupt, terminating immediately.", context=RunContext(asked=True))
    assert (error.what, error.why) == ("The engine was stopped.", "")


def test_a_crash_on_the_way_out_is_still_told() -> None:
    assert told(-11, context=RunContext(phase="ready", asked=True)).what == "The engine crashed while it was running."


def test_signal_names() -> None:
    assert [signal_name(c) for c in (-15, 143, 0xC000013A, 1, 0, None)] == [
        "SIGTERM", "SIGTERM", "SIGINT", None, None, None,
    ]  # fmt: skip
