"""`specdesk compare` as a program, with fake engines."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
from compare_verb import FAST, Verb

from specdesk.chat.history import History
from specdesk.profiles import profile_path, profiles_dir, write_plan
from specdesk.records.plan import LaunchPlan
from specdesk.service.compare_known import speeds_hold
from specdesk.service.compare_store import CompareStore

Fakes = Callable[..., Path]
FIELDS = {
    "verdict", "speedup", "by_kind", "acceptance", "tokens_per_pass", "per_position", "h", "break_even",
    "break_even_tokens", "best", "same_text", "arms", "drift", "partial",
}  # fmt: skip


@pytest.fixture
def verb(tmp_path: Path) -> Verb:
    return Verb(tmp_path)


def test_the_document(verb: Verb, fake_llama: Fakes) -> None:
    engine = fake_llama(**FAST)
    done = verb.run(engine, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found.keys() >= FIELDS
    assert found["verdict"] == "faster"
    assert found["speedup"].keys() == {"estimate", "low", "high"}
    assert found["speedup"]["estimate"] == pytest.approx(3.307, abs=0.01)
    assert [{"kind", "language", "n", "estimate", "low", "high"} <= row.keys() for row in found["by_kind"]] == [True]
    assert found["h"] == pytest.approx(0.05, abs=0.001)
    assert found["best"].keys() >= {"k", "speedup"}
    assert found["same_text"].keys() >= {"identical", "tie", "unexpected", "compared"}
    a, b = found["arms"]
    assert a.keys() >= {"argv", "build", "tokens", "seconds", "samples"}
    assert (len(a["samples"]), len(b["samples"])) == (6, 6)
    assert "none" in a["argv"]
    assert "draft-simple" in b["argv"]
    assert found["partial"] is False
    assert "Starting: plain…" in done.stderr
    assert "up to about 60 s" in done.stderr
    history = History()
    (row,) = CompareStore(history).rows()
    assert (row.verdict, row.partial) == ("faster", False)
    stored = CompareStore(history).load(row.id)
    holds = speeds_hold(stored, stored.result())
    assert holds or (stored.others.processor is not None and stored.others.processor.disturbs), "others compute here"
    history.close()
    again = verb.run(engine)
    words = r"This takes about [0-9]+ s at the speed that was measured here before\."
    assert (re.search(words, again.stderr) is not None) is holds
    assert ("up to about" not in again.stderr) is holds
    assert "At the speed of this machine" not in again.stderr or not holds, "one duration, before and behind the start"


def test_words_for_people(verb: Verb, fake_llama: Fakes) -> None:
    done = verb.run(fake_llama(speed=1500, acceptance=0.1, draft_cost=0.3), "--control")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Turn it off: 0.")
    assert "3 answers are the same with no guess taken, with guesses and without." in done.stdout
    costs = re.search(
        r"The cost of a guess in two ways: (\S+) % \(\S+ to \S+\) of a step by real guesses, (\S+) % \(.+\) with",
        done.stdout,
    )
    assert costs is not None
    assert [float(cost) for cost in costs.groups()] == pytest.approx([30.0, 30.0], rel=0.05)
    assert "3 prompts" in done.stdout
    assert "plain" in done.stdout
    assert "with draft" in done.stdout


def test_an_engine_that_fails(verb: Verb, fake_llama: Fakes) -> None:
    crash = {"lines": ["llama_model_load: error loading model: unknown model architecture: 'odd'"], "code": 1}
    done = verb.run(fake_llama(crash_loading=crash, only_speculating=True, **FAST), "--json")
    assert done.returncode == 3
    found = json.loads(done.stdout)
    assert (found["partial"], found["verdict"], found["speedup"]) == (True, "too-little", None)
    assert len(found["arms"][0]["samples"]) == 3
    assert "Traceback" not in done.stderr


def test_nothing_is_measured_without_speculation(verb: Verb, fake_llama: Fakes) -> None:
    done = verb.run(fake_llama(), args=["-m", str(verb.target)])
    assert done.returncode == 2
    assert "There is nothing to compare: this plan does not speculate." in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("minutes", ["0", "-1", "nan", "many"])
def test_minutes_that_are_none(minutes: str, verb: Verb, fake_llama: Fakes) -> None:
    done = verb.run(fake_llama(), "--minutes", minutes)
    assert done.returncode == 2
    assert "minutes" in done.stderr
    assert "Traceback" not in done.stderr


def test_against_a_profile(verb: Verb, fake_llama: Fakes) -> None:
    plan = LaunchPlan(target=str(verb.target), draft=str(verb.draft), methods=("draft-simple",), draft_max=1)
    profiles_dir().mkdir(parents=True)
    write_plan(profile_path(profiles_dir(), "Short draft"), plan, "Short draft")
    done = verb.run(fake_llama(**FAST), "--against", "Short draft")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("This command is 1.8 times as fast as Short draft.")
    wrong = verb.run(fake_llama(), "--against", "Short draft", "--control")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "--control checks guesses against none: it goes without --against." in wrong.stderr
    wrong = verb.run(fake_llama(), "--against", "Short draft", "--exact-cost")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "--exact-cost measures guesses against none: it goes without --against." in wrong.stderr
    missing = verb.run(fake_llama(), "--against", "Nobody")
    assert missing.returncode == 2
    assert "There is no plan Nobody." in missing.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_keeps_what_was_measured(verb: Verb, fake_llama: Fakes) -> None:
    engine = fake_llama(speed=100, acceptance=0.9, draft_cost=0.05)
    with subprocess.Popen(
        verb.command(engine, "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        line = ""
        while "Starting: with draft" not in line:
            line = running.stderr.readline()
            assert line, "it ended by itself"
        servers = psutil.Process(running.pid).children(recursive=True)
        os.kill(running.pid, signal.SIGINT)
        output, errors = running.communicate(timeout=60)
    assert running.returncode == 0, errors
    found = json.loads(output)
    assert found["partial"] is True
    assert len(found["arms"][0]["samples"]) == 3
    assert not any(server.is_running() for server in servers)
    assert msgspec.json.encode(found)


def test_a_second_temperature(verb: Verb, fake_llama: Fakes) -> None:
    done = verb.run(fake_llama(**FAST), "--json", "--temperature", "0.8")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert (found["verdict"], found["temperature"], found["at_temperature"]["temperature"]) == ("faster", 0.0, 0.8)
    assert found["at_temperature"].keys() >= FIELDS
    assert found["crowd"] is None
    assert "up to about 2 minutes" in done.stderr


@pytest.mark.parametrize("said", ["-1", "nan", "99"])
def test_temperatures_that_are_none(verb: Verb, fake_llama: Fakes, said: str) -> None:
    done = verb.run(fake_llama(), "--temperature", said)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--temperature needs a number from 0 to 5" in done.stderr
