"""What the pill, the badge and the two lines of the pair say."""

from __future__ import annotations

import msgspec
import pytest

from specdesk.engines.lifecycle import Checking, Failed, Failure, Loading, Ready, Spawning, State, Stopped, Stopping
from specdesk.records.model_file import ModelFile
from specdesk.records.plan import LaunchPlan
from specdesk.records.sample import Sample
from specdesk.service.events import ServerFacts
from specdesk.ui.shell.words import pair_words, speculation_words, state_words, watched_words

READY = Ready(run_id=1, pid=7, url="http://127.0.0.1:8480", since=0.0)
FAILED = Failed(run_id=1, failure=Failure(what="Not enough video memory.", next_step="Choose a smaller model."))
PLAN = LaunchPlan(target="/m/t.gguf", methods=("draft-simple",), draft="/m/d.gguf")


def facts(speculation: str = "on", reason: str | None = None, **plan: object) -> ServerFacts:
    return ServerFacts(
        run=1, speculation=speculation, reason=reason, context=8192, slots=1, url="http://127.0.0.1:8480",
        api_key="k", build="b1", argv=(), plan=msgspec.structs.replace(PLAN, **plan),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("state", "answering", "words", "tone"),
    [
        (Stopped(), False, "Stopped", "neutral"),
        (Checking(run_id=1), False, "Checking files", "accent"),
        (Spawning(run_id=1), False, "Checking files", "accent"),
        (Loading(run_id=1, pid=7, since=99.5), False, "Loading", "accent"),
        (Loading(run_id=1, pid=7, since=86.0), False, "Loading, 14 s so far", "accent"),
        (Loading(run_id=1, pid=7, since=0.0, progress=0.04), False, "Loading 4 %", "accent"),
        (
            Loading(run_id=1, pid=7, since=0.0, progress=0.62, seconds_left=8.7), False,
            "Loading 62 %, about 9 s left", "accent",
        ),
        (Loading(run_id=1, pid=7, since=0.0, progress=0.99, seconds_left=0.1), False,
         "Loading 99 %, about 1 s left", "accent"),
        (READY, False, "Ready", "good"),
        (READY, True, "Answering", "good"),
        (Stopping(run_id=1), False, "Stopping", "neutral"),
        (FAILED, False, "Failed: not enough video memory", "danger"),
    ],
)  # fmt: skip
def test_the_pill(state: State, answering: bool, words: str, tone: str) -> None:
    said = state_words(state, answering=answering, now=100.0)
    assert (said.words, said.tone) == (words, tone)


def test_a_failure_says_why_in_the_pill_and_everywhere_else_the_same() -> None:
    said = state_words(FAILED, answering=False, now=0.0)
    assert (said.words, said.detail) == ("Failed: not enough video memory", "Not enough video memory.")
    assert said.aloud == said.words
    silent = state_words(Failed(run_id=1, failure=Failure(what="")), answering=False, now=0.0)
    assert (silent.words, silent.aloud) == ("Failed", "Failed")
    assert state_words(READY, answering=False, now=0.0).aloud == "Ready"


def test_the_pill_of_a_watched_server() -> None:
    assert state_words(Stopped(), answering=False, now=0.0, watched="http://127.0.0.1:8080").words == (
        "Watching 127.0.0.1:8080"
    )


@pytest.mark.parametrize(
    ("known", "sample", "finished", "words", "tone"),
    [
        (facts("none", methods=("none",)), None, False, "No draft", "neutral"),
        (facts(), None, False, "Draft on", "good"),
        (facts(), Sample(t=0.0, tokens=50, drafted=100, accepted=62), False,
         "Draft on: 62 % of its guesses used", "good"),
        (facts(methods=("ngram-mod",), draft=None), Sample(t=0.0, tokens=9, drafted=0, accepted=0), False,
         "Guessing on, nothing guessed yet: normal until text repeats", "good"),
        (facts(methods=("ngram-mod",), draft=None), None, False,
         "Guessing on, nothing guessed yet: normal until text repeats", "good"),
        (facts(methods=("ngram-mod",), draft=None), Sample(t=0.0, tokens=50, drafted=100, accepted=62), False,
         "Guessing on: 62 % of its guesses used", "good"),
        (facts(methods=("ngram-mod",), draft=None), Sample(t=0.0, tokens=50), True,
         "Guessing on; this engine does not report guesses", "good"),
        (facts(), Sample(t=0.0, tokens=50), True, "Draft on; this engine does not report guesses", "good"),
        (facts(), Sample(t=0.0, tokens=50), False, "Draft on", "good"),
        (facts(), Sample(t=0.0, tokens=50, drafted=0, accepted=0), True,
         "Draft on, but it guessed nothing in that answer", "warn"),
        (facts("off", "The two models split text differently."), None, False,
         "Draft OFF: the two models split text differently", "danger"),
        (facts("off", "x" * 200), None, False, "Draft OFF", "danger"),
        (facts("off"), None, False, "Draft OFF", "danger"),
        (facts("unknown"), None, False, "Draft asked for; this engine does not say whether it is on", "warn"),
    ],
)  # fmt: skip
def test_the_badge(known: ServerFacts, sample: Sample | None, finished: bool, words: str, tone: str) -> None:
    said = speculation_words(known, sample, finished=finished)
    assert said is not None
    assert (said.words, said.tone) == (words, tone)


@pytest.mark.parametrize(
    ("speculates", "sample", "words"),
    [
        (None, None, None),
        (False, None, "No draft"),
        (True, None, "Draft on"),
        (True, Sample(t=0.0, tokens=50, drafted=100, accepted=62), "Draft on: 62 % of its guesses used"),
    ],
)
def test_the_badge_of_a_watched_server(speculates: bool | None, sample: Sample | None, words: str | None) -> None:
    said = watched_words(speculates, sample, finished=False)
    assert (said.words if said else None) == words


def test_there_is_no_badge_without_a_server() -> None:
    assert speculation_words(None, None, finished=False) is None


def test_an_unknown_share_is_never_nought() -> None:
    said = speculation_words(facts(), Sample(t=0.0, tokens=5, drafted=0, accepted=0), finished=False)
    assert said is not None
    assert "%" not in said.words


TARGET = ModelFile(path="/m/t.gguf", kind="model", name="Qwen2.5 32B", quantization="Q4_K_M")


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (None, ("No model chosen", "Choose a target in Setup")),
        (LaunchPlan(target="/m/t.gguf", methods=("none",)), ("Qwen2.5 32B Q4_K_M", "without a draft")),
        (LaunchPlan(target="/m/t.gguf", methods=("draft-simple",), draft="/m/d-0.5b.gguf"),
         ("Qwen2.5 32B Q4_K_M", "with draft d-0.5b")),
        (LaunchPlan(target="/m/t.gguf", methods=("draft-mtp",)),
         ("Qwen2.5 32B Q4_K_M", "with its built-in drafter")),
        (LaunchPlan(target="/m/other.gguf", methods=("ngram-mod",)),
         ("other", "with n-gram guesses, no second model")),
    ],
)  # fmt: skip
def test_the_pair(plan: LaunchPlan | None, words: tuple[str, str]) -> None:
    assert pair_words(plan, {TARGET.path: TARGET}.get) == words
