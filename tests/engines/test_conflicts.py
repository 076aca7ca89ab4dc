"""Arguments that keep a draft from working: named before a start, explained after one; and paths that some builds
cannot read."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes.fake_install import install_fake

from specdesk.engines.conflicts import conflicts
from specdesk.engines.diagnosis import EngineEndedError, diagnose
from specdesk.engines.dialect import command_warnings, complete, from_argv
from specdesk.engines.discover import embedded_engine
from specdesk.engines.failure_rules import RunContext
from specdesk.engines.log_lines import LogFacts
from specdesk.engines.probe import probe

VECTORS = (
    "{0} together with a draft: the draft is set up for vectors too, and many builds then end or fail at the first "
    "question. Leave {0} out, or start without the draft."
)
POOLING = (
    "--pooling together with a draft: some builds hand it to the draft too and then fail at the first question. "
    "Leave --pooling out, or start without the draft."
)


def said(line: str) -> tuple[str, ...]:
    return conflicts(complete(from_argv(line.split()).plan).plan)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("-m a -md b --embeddings", VECTORS.format("--embeddings")),
        ("-m a -md b --embedding", VECTORS.format("--embedding")),
        ("-m a -md b --rerank", VECTORS.format("--rerank")),
        ("-m a -md b --spec-type draft-mtp --reranking", VECTORS.format("--reranking")),
        ("-m a --spec-type draft-mtp --embeddings", VECTORS.format("--embeddings")),
        ("-m a -md b --pooling mean", POOLING),
        ("-m a -md b --pooling=mean", POOLING),
        ("-m a -md b --embeddings --pooling mean", VECTORS.format("--embeddings and --pooling")),
    ],
)
def test_a_draft_and_vectors_are_warned_of(line: str, sentence: str) -> None:
    assert said(line) == (sentence,)


@pytest.mark.parametrize(
    "line",
    [
        "-m a --embeddings --pooling mean",
        "-m a --spec-type ngram-mod --embeddings",
        "-m a -md b --spec-type none --rerank",
        "-m a -md b --embd-normalize 2",
        "-m a -md b",
    ],
)
def test_without_a_draft_or_without_vectors_nothing_is_said(line: str) -> None:
    assert said(line) == ()


def test_two_drafting_models_are_one_too_many() -> None:
    line = "-m a -md b --spec-type ngram-mod,draft-simple,draft-mtp"
    assert said(line) == (
        "draft-simple and draft-mtp together: a server drafts with one model only (n-gram methods may be added), and "
        "most builds do not start with two. Keep one of them.",
    )
    assert said("-m a -md b --spec-type ngram-mod,ngram-simple,draft-simple") == ()
    assert said("-m a -md b --spec-type draft-simple,draft-mtp,none") == ()


def test_the_built_in_engine_is_not_handed_such_arguments(tmp_path: Path) -> None:
    words = ["-m", "a", "-md", "b", "--embeddings"]
    assert command_warnings(words, embedded_engine()) == ()
    assert command_warnings(words, probe(install_fake(tmp_path), None)) == (VECTORS.format("--embeddings"),)


# ---- after a start that failed --------------------------------------------------------------------------------------


def told(code: int, *lines: str, context: RunContext) -> EngineEndedError:
    facts = LogFacts()
    facts.feed(lines)
    return diagnose(code, lines, facts.facts(), context)


ASSERTION = (
    "/src/llama-context.cpp:2232: GGML_ASSERT(n_outputs_max <= cparams.n_outputs_max) failed"  # b10068, --embeddings
)


def test_the_check_that_vectors_fail_at_names_them() -> None:
    context = RunContext(target="/m/t.gguf", draft="/m/d.gguf", methods=("draft-simple",), extra=("--embeddings",))
    error = told(-6, ASSERTION, context=context)
    assert error.what == "This build cannot draft together with --embeddings."
    assert error.next_step == "Leave --embeddings out, or start without speculation."
    assert error.offers_without_speculation
    plain = RunContext(target="/m/t.gguf", draft="/m/d.gguf", methods=("draft-simple",))
    assert told(-6, ASSERTION, context=plain).what == "The engine stopped at one of its own checks."


@pytest.mark.parametrize("code", [-6, -11, 0xC0000005])
def test_predictions_that_were_not_made(code: int) -> None:
    line = "0.03.100.000 E get_logits_ith: invalid logits id 0, reason: batch.logits[0] != true"
    drafted = told(code, line, context=RunContext(draft="/m/gemma.gguf", methods=("draft-simple",), phase="ready"))
    assert drafted.what == "The engine looked for a prediction that it had not made."
    assert "invalid logits id 0" in drafted.why
    assert drafted.next_step == "Update llama.cpp, or start without speculation."
    assert drafted.offers_without_speculation
    plain = told(code, line, context=RunContext(phase="ready"))
    assert plain.next_step == "Update llama.cpp."
    assert not plain.offers_without_speculation


# ---- paths ----------------------------------------------------------------------------------------------------------

NOT_FOUND = "gguf_init_from_file: failed to open GGUF file 'C:\\Users\\J?rg\\m.gguf' (No such file or directory)"
ADVICE = "Some builds cannot read paths with letters such as “{}”: a folder with plain English letters may help."


@pytest.mark.parametrize(
    ("context", "letters"),
    [
        (RunContext(target="C:\\Users\\Jörg\\m.gguf"), "ö"),
        (RunContext(target="/m/m.gguf", draft="/m/模型 テスト é/d.gguf"), "模型テ"),
        (RunContext(target="/m/m.gguf", files=("/home/é/llama-server",)), "é"),
    ],
)
@pytest.mark.parametrize(
    ("code", "line"),
    [
        (1, NOT_FOUND),
        (1, "gguf_init_from_file: failed to open GGUF file 'm' (Invalid argument)"),
        (1, "0.00.1 E llama_model_load: something quite new"),
        (0xC0000409, ""),
        (-11, ""),
    ],
)
def test_a_start_that_fails_on_an_odd_path_says_so(context: RunContext, letters: str, code: int, line: str) -> None:
    step = told(code, line, context=context).next_step
    assert step.endswith(ADVICE.format(letters))
    assert len(step) > len(ADVICE) + 10  # the ordinary next step stands before it


@pytest.mark.parametrize(
    ("code", "line", "context"),
    [
        (1, NOT_FOUND, RunContext(target="/plain/m.gguf")),
        (1, "error: invalid argument: --bogus", RunContext(target="/é/m.gguf")),
        (-6, "CUDA error: out of memory", RunContext(target="/é/m.gguf")),
        (-11, "", RunContext(target="/é/m.gguf", phase="ready")),
    ],
)
def test_where_the_path_is_not_to_blame_it_is_not_blamed(code: int, line: str, context: RunContext) -> None:
    assert "letters" not in told(code, line, context=context).next_step
