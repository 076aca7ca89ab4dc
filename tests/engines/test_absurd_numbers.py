"""Numbers that no engine can mean: a sentence that names the flag and the number, never a plan."""

from __future__ import annotations

import pytest

from specdesk.engines.adapters.pasted import read_any
from specdesk.engines.dialect import from_argv
from specdesk.errors import UsageError

REFUSED = [
    ("-c -5", "-c needs 0 or more, not -5."),
    ("-cd -1", "-cd needs 0 or more, not -1."),
    ("-fitc -1", "-fitc needs 0 or more, not -1."),
    ("-t -8", "-t needs -1 or more, not -8."),
    ("-tb -8", "-tb needs -1 or more, not -8."),
    ("-td -8", "-td needs -1 or more, not -8."),
    ("-tbd -8", "-tbd needs -1 or more, not -8."),
    ("-np -3", "-np needs -1 or more, not -3."),
    ("-np 0", "-np needs 1 or more, or -1, not 0."),
    ("--port -1", "--port needs 0 or more, not -1."),
    ("--port 65536", "--port needs a number up to 65535, not 65536."),
    ("-b 0", "-b needs 1 or more, not 0."),
    ("-ub -1", "-ub needs 0 or more, not -1."),
    ("-ncmoe -1", "-ncmoe needs 0 or more, not -1."),
    ("-ncmoed -1", "-ncmoed needs 0 or more, not -1."),
    ("-mg -2", "-mg needs -1 or more, not -2."),
    ("-cram -2", "-cram needs -1 or more, not -2."),
    ("-n -3", "-n needs -2 or more, not -3."),
    ("--draft-max -1", "--draft-max needs 0 or more, not -1."),
    ("--draft-min -1", "--draft-min needs 0 or more, not -1."),
    ("--draft-p-min 1.5", "--draft-p-min needs a number from 0 to 1, not 1.5."),
    ("--draft-p-min -0.1", "--draft-p-min needs a number from 0 to 1, not -0.1."),
    ("--draft-p-split 2", "--draft-p-split needs a number from 0 to 1, not 2."),
    ("--spec-ngram-mod-n-max -1", "--spec-ngram-mod-n-max needs a number from 0 to 1024, not -1."),
    ("--spec-ngram-mod-n-min 1025", "--spec-ngram-mod-n-min needs a number from 0 to 1024, not 1025."),
    ("--spec-ngram-mod-n-match 0", "--spec-ngram-mod-n-match needs a number from 1 to 1024, not 0."),
    ("--spec-ngram-simple-size-n 0", "--spec-ngram-simple-size-n needs a number from 1 to 1024, not 0."),
    ("--spec-ngram-map-k-size-m 2000", "--spec-ngram-map-k-size-m needs a number from 1 to 1024, not 2000."),
    ("--spec-ngram-map-k4v-min-hits 0", "--spec-ngram-map-k4v-min-hits needs 1 or more, not 0."),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_a_number_that_no_engine_can_mean_is_refused(words: str, sentence: str) -> None:
    with pytest.raises(UsageError) as refused:
        from_argv(["-m", "a.gguf", *words.split()])
    assert refused.value.what == sentence


def test_what_an_engine_does_mean_by_a_negative_number_is_kept() -> None:
    words = "-c 0 -t -1 -np -1 -n -1 -cram -1 -mg -1 -ngl -1 -ngld -2 -s -1 --temp 0 --top-k -1"
    plan = from_argv(words.split()).plan
    assert (plan.context, plan.place.threads, plan.slots, plan.reply_limit, plan.cache_ram) == (0, -1, -1, -1, -1)
    assert (plan.main_gpu, plan.place.layers, plan.draft_place.layers) == (-1, "auto", "all")
    assert (plan.sampling.seed, plan.sampling.temperature, plan.sampling.top_k) == (-1, 0, -1)


def test_a_pasted_line_with_such_a_number_is_refused_too() -> None:
    for text in (
        "llama-server -m a.gguf -c -5",
        "FROM a.gguf\nPARAMETER num_ctx -5",
        "vllm serve a --max-model-len -5",
    ):
        with pytest.raises(UsageError, match="-c needs 0 or more, not -5"):
            read_any(text)


FOREIGN = [
    ("rm -rf / ; echo hi", "rm"),
    ("git commit -m fixed", "git"),
    ("python -m http.server 8000", "python"),
    ("sudo rm -rf /", "rm"),
    ("tar -xzf models.tar.gz -C /models", "tar"),
    ("/usr/bin/ls -la", "ls"),
    ("ssh -p 22 me@there", "ssh"),
]


@pytest.mark.parametrize(("text", "program"), FOREIGN)
def test_the_command_of_a_foreign_program_is_refused(text: str, program: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_any(text)
    assert refused.value.what == f"“{program}” is not a program that SpecDesk can run, and no model is named."
    assert refused.value.next_step == "Paste a whole llama-server or vLLM command, or a Modelfile."


@pytest.mark.parametrize(
    "text", ["./my-build -m a.gguf -c 4096", "koboldcpp --model b.gguf", "-m a.gguf -c 4096", "serve.sh -hf a/b -c 5"]
)
def test_a_build_under_another_name_and_bare_arguments_are_read(text: str) -> None:
    parsed = read_any(text).parsed
    assert parsed.plan.target is not None or "-hf" in parsed.plan.extra


def test_where_no_command_is_all_that_may_be_pasted_is_named() -> None:
    with pytest.raises(UsageError) as refused:
        read_any("hello there")
    assert refused.value.next_step == "Paste a whole llama-server or vLLM command, or a Modelfile."
